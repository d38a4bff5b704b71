"""``mb.jit``: Python functions become programs."""

import ast
import pathlib
import pickle
import random
import signal
import sys
import threading
import time
from typing import Any

import megabatt as mb
import megabatt.dsl.rearc as rearc
import pytest
from megabatt import dsl
from megabatt.dsl import *  # noqa: F403
from megabatt.dsl import (
    ONE, T, F, add, apply, branch, combine, compose, fill, first, hmirror, initset, objects, ofcolor, power, rbind, shift, size,
    vmirror,
)  # fmt: skip

GRID = ((1, 0, 2), (0, 3, 0))
increment = rbind(add, ONE)
PLACES = frozenset({(0, 0), (1, 2)})


@mb.jit
def turned(I):
    """Half a turn."""
    return vmirror(hmirror(I))


def test_a_traced_function_gives_what_the_function_gives() -> None:
    assert turned(GRID) == dsl.rot180(GRID) == turned([list(row) for row in GRID]) == turned(mb.Grid(GRID)) == turned(I=GRID)
    assert turned.__name__ == "turned" and turned.__doc__ == "Half a turn."
    assert turned.source == "def turned(I):\n    x1 = hmirror(I)\n    O = vmirror(x1)\n    return O\n"
    assert turned.program(GRID) == turned(GRID) and turned.program.dialect == "arc"


def test_known_values_closures_and_other_functions() -> None:
    def plain_helper(x, times):
        for _ in range(times):
            x = add(x, 1)
        return x

    @mb.jit
    def all_of_it(I):
        x1 = fill(I, 5, PLACES)
        x2 = plain_helper(size(objects(I, T, F, T)), 3)
        x3 = apply(increment, (x2, 7))
        x4 = increment(x2)
        x5 = compose(increment, increment)(x4)
        x6 = apply(lambda o: shift(o, (1, 1)), objects(I, T, F, T))
        return (turned(x1), x3, x5, x6, ofcolor(grid=I, value=2), None, True)

    result = all_of_it(GRID)
    expected = fill(GRID, 5, PLACES)
    moved = apply(lambda o: shift(o, (1, 1)), objects(GRID, T, F, T))
    assert result == (turned(expected), (7, 8), 9, moved, frozenset({(0, 2)}), None, True)
    assert type(result[6]) is bool and list(result[3]) == list(moved)
    assert "def turned(I):" in all_of_it.source and all_of_it.program(GRID) == result


def test_it_is_traced_once() -> None:
    ran = []

    @mb.jit
    def counted(I):
        ran.append(1)
        return vmirror(I)

    assert not ran
    threads = [threading.Thread(target=counted, args=(GRID,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counted.map([GRID] * 3)
    assert len(ran) == 1


def test_dead_lines_count_and_exceptions_are_pythons() -> None:
    @mb.jit
    def fails(I):
        first(ofcolor(I, 9))
        return I

    with pytest.raises(StopIteration):
        fails(GRID)
    assert fails(((9,),)) == ((9,),)


def test_map_with_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    rows = [[[(n + i * j) % 10 for j in range(4)] for i in range(3)] for n in range(100)]
    wanted = numpy.array([turned(grid) for grid in rows])
    bytes_, ints = numpy.array(rows, dtype="uint8"), numpy.array(rows)
    for given in (rows, bytes_, bytes_.astype("int8"), ints, bytes_[:, ::-1][:, ::-1], numpy.asfortranarray(bytes_)):
        found = turned.map(given, numpy=True)
        assert found.dtype == "int8" and found.shape == (100, 3, 4) and (found == wanted).all()
        assert turned.map(given) == [tuple(map(tuple, grid)) for grid in wanted.tolist()]
    found[0, 0, 0] = 7
    mixed = turned.map([rows[0], [[1]]], numpy=True)
    assert isinstance(mixed, list) and [grid.tolist() for grid in mixed] == [wanted[0].tolist(), [[1]]]
    assert turned.map([], numpy=True).shape == (0, 0, 0)

    @mb.jit
    def sometimes(I):
        return fill(I, 3, initset(first(ofcolor(I, 1))))

    kept = sometimes.map([((1, 0),), ((0, 0),)], errors="keep", numpy=True)
    assert kept[0].tolist() == [[3, 0]] and isinstance(kept[1], StopIteration)
    with pytest.raises(StopIteration):
        sometimes.map([((1, 0),), ((0, 0),)], numpy=True)
    sizes = mb.jit(lambda I: size(I)).map(rows[:2], numpy=True)
    assert sizes == [3, 3]
    bytes_[5, 1, 2] = 10
    with pytest.raises(ValueError, match="^grid 5: row 2, column 3: 10 is no colour"):
        turned.map(bytes_, numpy=True)
    for one in (bytes_[0], mb.Grid(rows[0]), rows[0]):
        with pytest.raises(ValueError, match=r"call turned\(grid\), or give an array of shape \(number, height, width\)"):
            turned.map(one)


def test_lists_are_read_as_they_are() -> None:
    class Row(list):
        pass

    for odd in ([[True, 1]], [[1, 2], [3]], [[]], [], [[1, 2.5]], [[1, 2**70]], [[-1]], [["1"]]):
        with pytest.raises((TypeError, ValueError)):
            turned.map([odd])
    assert turned.map([[Row([1, 2]), (3, 4)]]) == [((4, 3), (2, 1))]


def test_map() -> None:
    import numpy

    grids = [((n % 10, 1), (2, 3)) for n in range(500)]
    wanted = [turned(grid) for grid in grids]
    assert turned.map(grids) == wanted == turned.map(iter(grids)) == turned.map([list(map(list, g)) for g in grids])
    assert turned.map(grids, threads=1) == wanted
    assert turned.map(numpy.array(grids, dtype="uint8")) == wanted == turned.map(numpy.array(grids, dtype="int64"))
    assert turned.map([GRID, [[1]], numpy.array([[1, 2]])]) == [turned(GRID), ((1,),), ((2, 1),)]
    assert turned.map([]) == []

    @mb.jit
    def picky(I):
        return first(ofcolor(I, 1))

    with pytest.raises(StopIteration, match="^picky, grid 1$"):
        picky.map([((1,),), ((0,),)])
    with pytest.raises(StopIteration, match="^picky, grid 2$"):
        picky.map([((1,),), ((1,),), ((0,),)], numpy=True)
    with pytest.raises(StopIteration, match=r"^picky\(\(\(0,\),\)\)$"):
        picky(((0,),))
    with pytest.raises(ValueError, match="threads=-1"):
        picky.map([((1,),)], threads=-1)
    kept = picky.map([((1,),), ((0,),)], errors="keep")
    assert kept[0] == (0, 0) and isinstance(kept[1], StopIteration) and kept[1].args == ()
    with pytest.raises(ValueError, match="'raise' or 'keep'"):
        picky.map([], errors="ignore")
    with pytest.raises(ValueError, match="row 1, column 1"):
        picky.map([[[10]]])
    with pytest.raises(TypeError, match="int"):
        picky.map(3)
    with pytest.raises(TypeError, match="function of one grid"):
        mb.jit(lambda a, b: add(a, b)).map([1])


def test_tuples_come_back_as_they_were_given() -> None:
    same = mb.jit(lambda I: I)
    plain = ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 0, 1))
    odd: "list[Any]" = [True, -1, 10, 127, 128, 256, 257, 2**40, None, (3, 4), PLACES, 1.5]
    grids = [plain, *((*plain[:n], (1, cell, 2, 3), *plain[n + 1 :]) for cell in odd for n in range(3))]
    for found, given in zip(same.map(grids * 20), grids * 20):
        assert found == given and list(map(type, found[0])) == list(map(type, given[0]))
        assert [type(cell) for row in found for cell in row] == [type(cell) for row in given for cell in row]


def test_every_reference_to_an_int_is_counted() -> None:
    rng = random.Random(5)
    grids = []
    for n in range(300):
        most = rng.choice((0, 2, 9, 9, 12))
        rows = [tuple(rng.randint(-1 if most == 12 else 0, most) for _ in range(n % 30 + 1)) for _ in range(rng.randint(1, 30))]
        # Equal rows, next to each other and apart.
        grids.append(tuple(rows + rows[-1:] * (n % 4) + rows[:1]))
    ints = range(-1, 13)
    before = [sys.getrefcount(n) for n in ints]
    found = [turned.map(grids), turned.map(grids, threads=1)]
    assert found[0] == found[1] == [tuple(row[::-1] for row in grid[::-1]) for grid in grids]
    rows = {id(row): row for result in found for grid in result for row in grid}
    expected = [sum(row.count(n) for row in rows.values()) for n in ints]
    held = [after - n for after, n in zip((sys.getrefcount(n) for n in ints), before)]
    # From Python 3.12 on small ints are not counted.
    assert held in (expected, [0] * len(ints))
    del found, rows, expected, held
    assert [sys.getrefcount(n) for n in ints] == before


def test_map_reads_all_before_it_tells_what_failed() -> None:
    picky = mb.jit(lambda I: first(ofcolor(I, 1)))
    grids: "list[Any]" = [((1, 0), (0, 0))] * 3_000
    for n in (0, 15, 16, 1_700, 2_999):
        with pytest.raises(ValueError, match=f"^grid {n + 1}: row 1, column 2: 77 is no colour"):
            picky.map([((0,),), *grids[:n], [[1, 77]], *grids[n:]])
        kept = picky.map([*grids[:n], ((0, 0), (0, 0)), *grids[n:]], errors="keep")
        assert isinstance(kept[n], StopIteration) and kept[:n] + kept[n + 1 :] == [(0, 0)] * 3_000


def test_map_says_what_it_wants() -> None:
    for nothing in (None, 5):
        with pytest.raises(TypeError, match="holds no grids; give a list of grids, or a NumPy array"):
            turned.map(nothing)
    with pytest.raises(TypeError, match="^turned, grid 1, which is none but 2$"):
        turned.map([GRID, 2])
    assert mb.jit(lambda n: add(n, 1)).map([1, 2]) == [2, 3]


def test_a_few_grids_need_no_threads() -> None:
    @mb.jit
    def looks(I):
        return apply(lambda cell: cell, I)

    for n in (0, 1, 2, 16, 17):
        grids = [((k, 1), (2, 3)) for k in range(n)]
        assert looks.map(grids) == [looks(grid) for grid in grids] and turned.map(grids) == [turned(grid) for grid in grids]
    kept = mb.jit(lambda I: first(ofcolor(I, 1))).map([((1,),), ((0,),)], errors="keep")
    assert kept[0] == (0, 0) and isinstance(kept[1], StopIteration)
    grid = tuple(tuple((i * j) % 3 for j in range(5)) for i in range(5))

    def least(call: Any) -> float:
        """Of many times the least: a machine may have other things to do."""
        times = []
        for _ in range(200):
            start = time.perf_counter()
            call()
            times.append(time.perf_counter() - start)
        return min(times)

    # Starting a thread takes as long as twenty calls, and more.
    assert least(lambda: turned.map([grid])) < 8 * least(lambda: turned(grid))


def test_ctrl_c_ends_map() -> None:
    # A shell that starts tests in the background lets them ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    @mb.jit
    def takes_long(I):
        return size(apply(lambda grid: objects(grid, T, F, T), dsl.repeat(I, 300)))

    grids = [tuple(tuple((i * j) % 7 for j in range(30)) for i in range(30))] * 5_000
    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        takes_long.map(grids)
    assert time.monotonic() - start < 5
    signal.signal(signal.SIGINT, before)


def test_functions_of_several_values() -> None:
    @mb.jit
    def plus(a, b):
        return add(a, b)

    assert plus(1, (2, 3)) == (3, 4) == plus(b=(2, 3), a=1)
    with pytest.raises(TypeError, match=r"plus\(a, b\) was called with 1 arguments"):
        plus(1)

    @mb.jit
    def beside(I, J):
        return dsl.hconcat(I, J)

    numpy = pytest.importorskip("numpy")
    for other in ([[3]], numpy.array([[3]]), numpy.array([[3]], dtype="uint8"), mb.Grid([[3]]), ((3,),)):
        assert beside([[1, 2]], other) == ((1, 2, 3),)
    assert mb.jit(lambda a, b: dsl.astuple(a, b))(numpy.int64(3), numpy.float64(0.5)) == (3, 0.5)
    with pytest.raises(ValueError, match="row 2 is 2 wide"):
        beside([[1]], [[1], [2, 3]])
    with pytest.raises(TypeError, match=r"beside\(I, J\) is no program.*mb.jit\(lambda I: beside\(I, …\)\)"):
        beside.show([[1]], [[2]])


def test_notebooks_show_the_program() -> None:
    assert "<pre>def turned(I):\n    x1 = hmirror(I)" in turned._repr_html_()
    assert "TraceError: in the traced lambda: `if`" in mb.jit(lambda I: I if I else 1)._repr_html_()


def test_slow_primitives_keep_a_function_from_being_shown() -> None:
    @mb.primitive
    def digits(n):
        return len(str(n))

    @mb.jit
    def uses_it(I):
        return digits(size(I))

    for way in (lambda: uses_it.show(GRID), lambda: mb.batch().call(uses_it, GRID), lambda: uses_it.source):
        with pytest.raises(ValueError, match=r"uses_it calls a function of Python's.*\.why_slow of a primitive says"):
            way()


def test_show() -> None:
    assert "hmirror" in str(turned.show(GRID))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("I if I else I", r"branch\(condition, a, b\)"),
        ("len(I)", r"size\(container\)"),
        ("[row for row in I]", r"apply\(function, container\)"),
        ("I[0]", r"first\(x\)"),
        ("I == I", r"equality\(a, b\)"),
        ("3 in I", "contained"),
        ("size(I) + 1", r"add\(a, b\)"),
        ("size(I) > 1", r"greater\(a, b\)"),
        ("{I}", "initset"),
        ("range(size(I))", "interval"),
        ("isinstance(I, tuple)", "one function for each kind"),
        ("int(str(I))", "repr"),
        ("apply(lambda x: x if x else 1, I)", "@megabatt.primitive"),
        ("apply(lambda x: fill(I, x, I), I)", "rbind"),
        ("apply(len, I)", "@megabatt.primitive"),
        ("fill(I, 1, [(1, 2)])", "give a tuple"),
        ("fill(I, 1, {(1, 2)})", "give a frozenset"),
        ("fill(I, 'x', I)", "not str"),
        ("rearc.fill(vmirror(I), 1, I)", "two dialects"),
    ],
)
def test_what_no_program_can_do(body: str, words: str) -> None:
    function = eval(f"lambda I: {body}", {**vars(dsl), "rearc": rearc})
    with pytest.raises(TypeError, match=words):
        mb.jit(function)(GRID)
    # The trace has ended: operations work again.
    assert add(1, 2) == 3


def test_errors_of_traces_say_where_and_what_to_do(packages: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(packages))
    from rearc_utils import dsl as somebodys  # type: ignore[import-not-found]

    def message(function: Any) -> str:
        with pytest.raises(mb.TraceError) as caught:
            mb.jit(function)(GRID)
        assert caught.type.__name__ == "TraceError"
        return str(caught.value)

    def named(I):
        return I.shape

    assert message(named).startswith("in the traced function named: <I of named> has no attribute shape")
    assert message(named).endswith("Use shape(I).") and "Use" not in message(lambda I: I.strange)
    assert mb.jit(lambda I: 1 if hasattr(I, "shape") else 2)(GRID) == 2
    for function in (lambda I: somebodys.vmirror(I), lambda I: somebodys.height(I)):
        assert "`from megabatt.dsl import *`" in message(function) and "rearc_utils.dsl." in message(function)
    assert "megabatt.dsl" not in message(lambda I: len(I))
    for value, kind in (("text", "str"), ((n for n in (1,)), "generator")):
        assert message(lambda I: value).startswith("in the traced lambda: what it returns") and kind in message(lambda I: value)
    nested = message(lambda I: apply(lambda row: apply(lambda cell: 1 if cell else 2, row), I))
    assert nested.count("in the traced") == 1 == nested.count("@megabatt.primitive") and nested.count("cannot be traced") == 2


def test_more_that_no_program_can_do() -> None:
    with pytest.raises(TypeError, match="takes a function"):
        mb.jit(3)
    with pytest.raises(mb.TraceError, match="default"):
        mb.jit(lambda I, n=1: I)(GRID)
    with pytest.raises(mb.TraceError, match="plain parameters"):
        mb.jit(lambda *I: I)(GRID)

    @mb.jit
    def itself(I):
        return itself(I)

    with pytest.raises(mb.TraceError, match="calls itself"):
        itself(GRID)
    leaked = []
    mb.jit(lambda I: leaked.append(I) or I)(GRID)
    with pytest.raises(mb.TraceError, match="after its trace"):
        add(leaked[0], 1)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(turned)


def test_sets_from_outside_keep_their_order() -> None:
    usual = frozenset((i, j) for i in range(9) for j in range(9))
    assert mb.jit(lambda I: (dsl.totuple(usual), I))(GRID)[0] == tuple(usual)
    assert mb.jit(lambda I: (combine(frozenset(), initset(I)), I))(GRID)[0] == frozenset({GRID})
    odd = usual - frozenset((i, j) for i in range(8) for j in range(9))
    if tuple(odd) != tuple(frozenset(tuple(odd))):
        with pytest.raises(mb.TraceError, match="an order that a program cannot give it"):
            mb.jit(lambda I: fill(I, 1, odd))(GRID)


def test_branches_and_power() -> None:
    @mb.jit
    def many_times(I):
        return power(branch(True, vmirror, hmirror), 3)(I)

    assert many_times(GRID) == vmirror(GRID)


def verifiers(packages: pathlib.Path) -> Any:
    text = (packages / "rearc_utils" / "verifiers.py").read_text()
    lines = [node for node in ast.parse(text).body if not isinstance(node, ast.ImportFrom)]
    space = {**vars(rearc), "Grid": tuple}
    exec(compile(ast.Module(body=lines, type_ignores=[]), "verifiers.py", "exec"), space)
    return {name: value for name, value in space.items() if name.startswith("verify_")}


def test_all_verifiers_trace_into_themselves(packages: pathlib.Path) -> None:
    """Run with the names of ``megabatt.dsl.rearc``, each verifier is the program that its text is."""
    parsed = mb.load(packages / "rearc_utils" / "verifiers.py", dialect="rearc")
    functions = verifiers(packages)
    assert len(functions) == 400
    for name, function in functions.items():
        assert mb.jit(function).source == parsed[name].source, name


def test_a_lambda_is_a_program_and_can_be_shown() -> None:
    turned = mb.jit(lambda I: rot90(I))
    assert turned.program(((1, 2),)) == turned(((1, 2),)) == ((1,), (2,))
    assert "rot90(I)" in str(turned.show(((1, 2),)))
