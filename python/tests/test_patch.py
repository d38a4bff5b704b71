"""``mb.patch`` on re-arc's own DSL and verifiers, as they come and changed."""

import __future__

import concurrent.futures
import enum
import importlib
import inspect
import json
import linecache
import os
import pathlib
import sys
import threading
from types import ModuleType
from typing import Any, Callable, Dict, FrozenSet, Iterator, List, NamedTuple, Tuple

import megabatt as mb
import pytest
from megabatt._patch import layers

GRID = ((0, 1, 0), (2, 0, 1))
SOLVERS = """
from dsl import *
from dsl import add as plus
import dsl

def solve_00000001(I):
    x1 = objects(I, T, F, T)
    O = fill(I, FIVE, merge(x1))
    return O

def helper(x):
    return increment(x)

def same(x):
    return identity(x)

def turn(I):
    return rot90(I)

def solve_00000002(I):
    x1 = apply(helper, (1, 2))
    return x1

def solve_00000003(I):
    if I:
        return first(I)

def solve_00000004(I):
    return first(ofcolor(I, 9))

def solve_00000005(I):
    return power(rbind(multiply, 10), 30)(TEN)
"""


@pytest.fixture
def modules(packages: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Makes the modules `dsl` and `solvers` anew; the text of the DSL may be changed before."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(change: Callable[[str], str] = lambda text: text, solvers: str = SOLVERS) -> Tuple[ModuleType, ModuleType]:
        (tmp_path / "dsl.py").write_text(change((packages / "rearc_utils" / "dsl.py").read_text()))
        (tmp_path / "solvers.py").write_text(solvers)
        importlib.invalidate_caches()
        return importlib.import_module("dsl"), importlib.import_module("solvers")

    yield make
    for name in ("dsl", "solvers"):
        sys.modules.pop(name, None)


def names(module: ModuleType) -> Dict[str, Tuple[int, int]]:
    """What names stand for, and the code of functions."""
    return {name: (id(value), id(getattr(value, "__code__", None))) for name, value in vars(module).items()}


def outcome(function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except Exception as error:
        return type(error)


@pytest.fixture(scope="module")
def rearc(packages: pathlib.Path) -> Any:
    sys.path.insert(0, str(packages))
    try:
        from rearc_utils import dsl, verifiers
    finally:
        sys.path.remove(str(packages))
    return dsl, verifiers


def own_samples(packages: pathlib.Path) -> List[Tuple[str, Any]]:
    tasks = json.loads((packages / "arc.json").read_text())["train"]
    return [
        (f"verify_{task}", tuple(map(tuple, pair["input"])))
        for task, pairs in tasks.items()
        for pair in (*pairs["train"], *pairs["test"])
    ]


def test_all_verifiers_give_what_they_give_unpatched(rearc: Any, packages: pathlib.Path) -> None:
    dsl, verifiers = rearc
    before = names(dsl), names(verifiers)
    calls = own_samples(packages)
    assert len(calls) == 1_717
    expected = [outcome(getattr(verifiers, name), grid) for name, grid in calls]
    with mb.patch(dsl) as stats:
        found = [outcome(getattr(verifiers, name), grid) for name, grid in calls]
    assert found == expected
    assert stats.dialect == "rearc" and stats.total.accelerated == 1_717 and stats.total.failed_over == 0
    assert (names(dsl), names(verifiers)) == before
    with mb.patch(dsl, threshold=100) as stats:
        later = [stats.submit(getattr(verifiers, name), grid) for name, grid in calls]
    assert [outcome(one.result) for one in later] == expected and stats.total.batched == 1_717


def test_foreign_samples_too(rearc: Any, packages: pathlib.Path) -> None:
    """Programs fail in every way on tasks they were not made for."""
    dsl, verifiers = rearc
    calls = own_samples(packages)
    pairs = [(name, grid) for (name, _), (_, grid) in zip(calls[::5], calls[500::5]) if len(grid) * len(grid[0]) < 150]
    expected = [outcome(getattr(verifiers, name), grid) for name, grid in pairs]
    with mb.patch(dsl):
        assert [outcome(getattr(verifiers, name), grid) for name, grid in pairs] == expected
    assert sum(isinstance(one, type) for one in expected) > 20


def test_star_imports_aliases_and_helpers(modules: Any) -> None:
    dsl, solvers = modules()
    before = names(dsl), names(solvers)
    calls = [(f"solve_0000000{n}", GRID) for n in range(1, 6)]
    expected = [outcome(getattr(solvers, name), grid) for name, grid in calls]
    with mb.patch(dsl) as stats:
        assert [outcome(getattr(solvers, name), grid) for name, grid in calls] == expected
        assert solvers.solve_00000001.__name__ == "solve_00000001"
    assert stats["solve_00000001"].accelerated == 1 and stats["solve_00000002"].accelerated == 1
    assert stats["solve_00000004"].accelerated == 1 and expected[3] is StopIteration
    assert "solve_00000003" not in stats and "no program" in stats.untouched["solvers.solve_00000003"]
    # 10**31 is no int of 64 bits: Python answers.
    assert stats["solve_00000005"].failed_over == 1 and expected[4] == 10**31
    assert (names(dsl), names(solvers)) == before
    assert "failed over" in str(stats) and "solve_00000005" in str(stats)


def test_sets_stay_themselves(modules: Any) -> None:
    dsl, solvers = modules()
    patch = dsl.asindices(GRID)
    with mb.patch(dsl) as stats:
        assert solvers.same(patch) is patch and stats.submit(solvers.same, patch).result() is patch
    assert stats["same"].accelerated == 1 == stats["same"].batched


def test_a_changed_function_is_left_alone(modules: Any) -> None:
    def change(text: str) -> str:
        assert "return a + b" in text
        text = text.replace("        return a + b\n", "        return 42\n", 1)
        return text + "\n\ndef brand_new(x):\n    return x\n"

    source = "from dsl import *\n\ndef solve_00000001(I):\n    return {}\n\ndef solve_00000002(I):\n    return vmirror(I)\n"
    dsl, solvers = modules(change, source.format("add(ONE, ONE)"))
    with mb.patch(dsl) as stats:
        assert solvers.solve_00000001(GRID) == 42 and solvers.solve_00000002(GRID) == ((0, 1, 0), (1, 0, 2))
    assert stats.untouched["add"] == "its source is not that of the original"
    assert "add does not mean" in stats.untouched["solvers.solve_00000001"] and stats.total.accelerated == 1
    # What uses a changed function is another function, too.
    assert any("it uses add" in why for why in stats.untouched.values())


def test_the_table_of_fingerprints_is_that_of_the_original(packages: pathlib.Path) -> None:
    from megabatt._patch.fingerprint import known, record

    found = record([("rearc", str(packages / "rearc_utils" / "dsl.py"))])["rearc"]
    assert len(found) == 160 and known()["rearc"] == found


def test_comments_and_annotations_do_not_matter(modules: Any) -> None:
    dsl, solvers = modules(lambda text: text.replace(" -> Grid:", ":  # a comment").replace('\n    """', '\n    """Another text: '))
    with mb.patch(dsl) as stats:
        solvers.solve_00000001(GRID)
    assert stats["solve_00000001"].accelerated == 1


def test_names_that_mean_something_else(modules: Any) -> None:
    dsl, solvers = modules()
    solvers.FIVE = 6
    solvers.increment = lambda x: "mine"
    with mb.patch(dsl) as stats:
        assert 6 in solvers.solve_00000001(GRID)[0]
        assert solvers.solve_00000002(GRID) == ("mine", "mine")
    assert "FIVE" in stats.untouched["solvers.solve_00000001"] and "increment" in stats.untouched["solvers.solve_00000002"]


def test_arguments_that_are_no_values(modules: Any) -> None:
    dsl, solvers = modules()
    rows = [[0, 1], [1, 0]]
    expected = outcome(solvers.solve_00000001, rows)
    with mb.patch(dsl) as stats:
        assert outcome(solvers.solve_00000001, rows) == expected
        assert solvers.solve_00000001(I=GRID) == solvers.solve_00000001(GRID)
        assert outcome(solvers.solve_00000001) is TypeError
        with pytest.raises(TypeError, match=r"solve_00000001\(\) missing 1 required positional argument: 'I'"):
            solvers.solve_00000001()
    assert stats["solve_00000001"].failed_over == 1 and stats["solve_00000001"].accelerated == 2


class Colour(enum.IntEnum):
    RED = 2


class Point(NamedTuple):
    i: int
    j: int


class Length(float):
    pass


class Patch(FrozenSet[Any]):
    pass


def test_arguments_of_other_types_are_handed_on(modules: Any) -> None:
    """What equals a value of the DSL is none yet: operations hand it on."""
    dsl, solvers = modules()
    red = Colour.RED
    large = tuple(tuple(red if i == j else 1 for j in range(5)) for i in range(5))
    for value in (red, ((red, 1),), large, Point(1, 2), Length(2.5), Patch({1}), frozenset({red}), mb.Grid(GRID)):
        expected = repr(solvers.same(value)), repr(outcome(solvers.turn, value))
        with mb.patch(dsl) as stats:
            assert solvers.same(value) is value and stats.submit(solvers.same, value).result() is value
            assert (repr(solvers.same(value)), repr(outcome(solvers.turn, value))) == expected
        assert stats["same"] == (0, 0, 0, 3) and stats["turn"].accelerated == 0, value
    with mb.patch(dsl) as stats:
        for value in (2, True, ((2, 1),), 2.5, frozenset({1}), None, GRID):
            assert repr(solvers.same(value)) == repr(value)
    assert stats["same"].accelerated == 7


def test_every_reference_is_reached(modules: Any) -> None:
    dsl, solvers = modules()
    from solvers import solve_00000001 as held  # type: ignore[import-not-found]

    every = [solvers.solve_00000001, solvers.solve_00000002]
    by_name = {"one": solvers.solve_00000001}
    expected = [held(GRID), solvers.solve_00000002(GRID)]
    before = names(dsl), names(solvers)
    with mb.patch(dsl) as stats:
        assert held(GRID) == by_name["one"](GRID) == expected[0] and [one(GRID) for one in every] == expected
        assert held is solvers.solve_00000001 and held.__code__.co_argcount == 1 and held.__name__ == "solve_00000001"
        assert str(inspect.signature(held)) == "(I)" and inspect.getsource(held).startswith("def solve_00000001(I):")
        assert stats.submit(held, GRID).result() == expected[0]
    assert (names(dsl), names(solvers)) == before
    assert stats["solve_00000001"] == (3, 1, 0, 0) and stats["solve_00000002"].accelerated == 1
    assert stats.recognised == ["solve_00000001", "same", "turn", "solve_00000002", "solve_00000004", "solve_00000005"]
    assert "programs recognised: 6, of which not called: 4" in str(stats)
    # Why others are not is told in place: who installs the package has no command to ask.
    assert "line 25: a conditional statement cannot be used" in stats.untouched["solvers.solve_00000003"]
    assert "other functions use it" in stats.untouched["solvers.helper"]


def test_a_module_imported_meanwhile_keeps_nothing(modules: Any, tmp_path: pathlib.Path) -> None:
    dsl, solvers = modules()
    (tmp_path / "late.py").write_text("from dsl import *\nfrom solvers import solve_00000001\n")
    before = names(dsl), names(solvers)
    try:
        with mb.patch(dsl):
            late = importlib.import_module("late")
        assert late.objects is dsl.objects and late.solve_00000001 is solvers.solve_00000001
        assert (names(dsl), names(solvers)) == before
    finally:
        sys.modules.pop("late", None)


def test_names_that_change_while_it_is_on(modules: Any) -> None:
    dsl, solvers = modules()
    expected = solvers.solve_00000001(GRID)
    big = tuple(tuple((i * j) % 7 % 3 for j in range(20)) for i in range(20))
    whole = dsl.objects(big, True, False, True)
    fill, helper, neighbours = solvers.fill, solvers.helper, dsl.dneighbors
    with mb.patch(dsl) as stats:
        later = stats.submit(solvers.solve_00000001, GRID)
        solvers.fill = lambda grid, value, patch: "mine"
        assert solvers.solve_00000001(GRID) == later.result() == "mine"
        solvers.fill = fill
        assert solvers.solve_00000001(GRID) == expected
        solvers.helper = lambda x: "mine"
        assert solvers.solve_00000002(GRID) == ("mine", "mine")
        solvers.helper = helper
        # A constant that equals the one it was is another one.
        solvers.T = 1
        solvers.solve_00000001(GRID)
        solvers.T = True
        # What operations themselves use counts, too.
        dsl.neighbors, before = (lambda place: frozenset()), dsl.neighbors
        dsl.dneighbors = dsl.neighbors
        assert len(dsl.objects(big, True, False, True)) == sum(cell != 0 for row in big for cell in row)
        assert solvers.solve_00000001(GRID) != "mine"
        dsl.neighbors, dsl.dneighbors = before, neighbours
        assert dsl.objects(big, True, False, True) == whole
    assert stats["solve_00000001"] == (1, 0, 0, 4) and stats["solve_00000002"].failed_over == 1
    # The last one is the solver's own, which Python answers.
    assert stats["objects"].failed_over >= 1 and stats["objects"].accelerated == 1


def test_code_that_is_replaced_while_it_is_on(modules: Any) -> None:
    """As IPython's %autoreload does: names stand for the same functions, which do something else."""
    dsl, solvers = modules()
    expected = solvers.solve_00000001(GRID), solvers.solve_00000002(GRID)
    before = names(dsl), names(solvers)
    with mb.patch(dsl) as stats:
        codes = dsl.fill.__code__, dsl.objects.__code__, solvers.helper.__code__
        later = stats.submit(solvers.solve_00000001, GRID)
        dsl.fill.__code__ = (lambda grid, value, patch: "changed").__code__
        assert solvers.solve_00000001(GRID) == later.result() == "changed"
        dsl.fill.__code__ = codes[0]
        solvers.helper.__code__ = (lambda x: "changed").__code__
        assert solvers.solve_00000002(GRID) == ("changed", "changed")
        solvers.helper.__code__ = codes[2]
        assert (solvers.solve_00000001(GRID), solvers.solve_00000002(GRID)) == expected
        # One that has a patch itself, and a patch that comes after the change.
        dsl.objects.__code__ = (lambda grid, a, b, c: frozenset()).__code__
        assert solvers.solve_00000001(GRID) == GRID
        with mb.patch(dsl) as inner:
            assert solvers.solve_00000001(GRID) == GRID and stats.submit(solvers.solve_00000001, GRID).result() == GRID
        assert "objects" in inner.untouched and "solve_00000001" not in inner.recognised
        dsl.objects.__code__ = codes[1]
        # Patches of others are no change.
        with mb.patch(dsl) as inner:
            later = stats.submit(solvers.solve_00000001, GRID)
            assert solvers.solve_00000001(GRID) == later.result() == expected[0]
            assert inner["solve_00000001"].accelerated == 1
    assert stats["solve_00000001"] == (1, 1, 0, 5) and stats["solve_00000002"] == (1, 0, 0, 1)
    assert (names(dsl), names(solvers)) == before


def test_cells_of_a_notebook(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dsl, _ = modules()
    main = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", main)
    cells = {
        "<cell 1>": "from dsl import *\n\ndef helper(x):\n    return increment(x)\n",
        "<cell 2>": "seven = 7\n\ndef from_cell(I):\n    x1 = apply(helper, (1, 2))\n    return x1\n",
        "<cell 3>": "def loop(I):\n    for row in I:\n        return row\n\ndef old(I):\n    return I\n",
        "<lost>": "def typed(I):\n    return vmirror(I)\n",
    }
    for name, text in cells.items():
        if name != "<lost>":
            monkeypatch.setitem(linecache.cache, name, (len(text), None, text.splitlines(True), name))
        exec(compile(text, name, "exec"), vars(main))
    exec(compile("def old(I):\n    return vmirror(I)\n", "<cell 3>", "exec"), vars(main))
    # A notebook keeps what a cell asked of __future__.
    text = "def after(I):\n    return hmirror(I)\n"
    monkeypatch.setitem(linecache.cache, "<cell 4>", (len(text), None, text.splitlines(True), "<cell 4>"))
    exec(compile(text, "<cell 4>", "exec", __future__.annotations.compiler_flag), vars(main))
    expected = main.from_cell(GRID), main.typed(GRID), main.old(GRID)
    with mb.patch(dsl) as stats:
        assert (main.from_cell(GRID), main.typed(GRID), main.old(GRID)) == expected
    assert stats["from_cell"].accelerated == 1 and "after" in stats.recognised and "typed" not in stats.recognised
    assert "source is not known" in stats.untouched["__main__.typed"] and "a loop cannot" in stats.untouched["__main__.loop"]
    assert stats.untouched["__main__.old"] == "it is not what its cell says"


def test_only_and_exclude(modules: Any) -> None:
    dsl, solvers = modules()
    with mb.patch(dsl, only=["solve_00000002"]) as stats:
        solvers.solve_00000001(GRID), solvers.solve_00000002(GRID)
    assert list(stats) == ["solve_00000002"]
    with mb.patch(dsl, exclude=["solve_00000002"]) as stats:
        solvers.solve_00000001(GRID), solvers.solve_00000002(GRID)
    assert "solve_00000002" not in stats and "solve_00000001" in stats
    with pytest.raises(ValueError, match="no function is called nonsense"), mb.patch(dsl, only=["nonsense"]):
        pass
    with pytest.raises(TypeError, match=r"only=\['add'\]"), mb.patch(dsl, only="add"):
        pass


def test_a_patch_that_does_not_come_on_leaves_nothing(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dsl, solvers = modules()
    before = names(dsl), names(solvers)
    wrong = mb.patch(dsl, only=["nonsense"])
    for _ in range(2):
        with pytest.raises(ValueError, match="no function is called nonsense"), wrong:
            pass
    # Ctrl-C when some functions are patched already, before and after the code of one is replaced.
    put = layers.put
    for late in (False, True):
        stats, left = mb.patch(dsl), [3]

        def interrupted(*args: Any, late: bool = late, left: List[int] = left) -> None:
            left[0] -= 1
            if left[0] or late:
                put(*args)
            if not left[0]:
                raise KeyboardInterrupt

        with monkeypatch.context() as context:
            context.setattr(layers, "put", interrupted)
            with pytest.raises(KeyboardInterrupt), stats:
                pass
        assert left == [0] and (names(dsl), names(solvers)) == before and not layers._piles and not layers.patched
        with stats:
            solvers.solve_00000001(GRID)
        assert stats["solve_00000001"].accelerated == 1 and (names(dsl), names(solvers)) == before
    # Or in between.
    stats = mb.patch(dsl)
    layers._piles[id(dsl.add)] = pile = layers._Pile(dsl.add)
    pile.layers.append((stats, dsl.fill.__code__))
    layers.take_away(stats)
    assert (names(dsl), names(solvers)) == before and not layers._piles


def test_patches_nest_and_end_in_any_order(modules: Any) -> None:
    dsl, solvers = modules()
    before = names(dsl), names(solvers)
    with mb.patch(dsl) as outer:
        with mb.patch(dsl) as inner:
            solvers.solve_00000001(GRID)
        solvers.solve_00000001(GRID)
    assert inner["solve_00000001"].accelerated == 1 == outer["solve_00000001"].accelerated
    first, second = mb.patch(dsl), mb.patch(dsl)
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    solvers.solve_00000001(GRID)
    assert second["solve_00000001"].accelerated == 1
    second.__exit__(None, None, None)
    assert (names(dsl), names(solvers)) == before
    with pytest.raises(KeyError), mb.patch(dsl):
        raise KeyError
    assert (names(dsl), names(solvers)) == before
    with mb.patch(dsl):
        solvers.solve_00000001 = "mine"
    assert solvers.solve_00000001 == "mine"


def test_threads(modules: Any) -> None:
    dsl, solvers = modules()
    before = names(dsl), names(solvers)
    expected = solvers.solve_00000001(GRID)
    wrong: List[Any] = []

    def work() -> None:
        for _ in range(3):
            with mb.patch(dsl):
                for _ in range(20):
                    found = outcome(solvers.solve_00000001, GRID)
                    if found != expected:
                        wrong.append(found)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and (names(dsl), names(solvers)) == before


def test_submit(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dsl, solvers = modules()
    monkeypatch.setattr("megabatt._patch.later.PATIENCE", 60)
    expected = solvers.solve_00000001(GRID)
    with mb.patch(dsl, threshold=3) as stats:
        one = stats.submit(solvers.solve_00000001, GRID)
        assert not one.done()
        two, three = (stats.submit(solvers.solve_00000001, GRID) for _ in range(2))
        assert one.done() and two.result() == three.result() == expected
        four = stats.submit(solvers.solve_00000004, GRID)
        assert not four.done() and isinstance(four.exception(), StopIteration)
        five = stats.submit(solvers.solve_00000005, GRID)
        assert five.result() == 10**31
        assert stats.submit(solvers.solve_00000003, GRID).result() == GRID[0]
        six = stats.submit(solvers.solve_00000001, GRID)
    assert six.done() and six.result() == expected
    assert stats["solve_00000001"].batched == 4 and stats["solve_00000005"].failed_over == 1


def test_futures_can_be_waited_for(modules: Any) -> None:
    dsl, solvers = modules()
    expected = solvers.solve_00000001(GRID)
    with mb.patch(dsl, threshold=1_000) as stats:
        futures = [stats.submit(solvers.solve_00000001, GRID) for _ in range(3)]
        done, left = concurrent.futures.wait(futures, timeout=60)
        assert len(done) == 3 and not left
        futures = [stats.submit(solvers.solve_00000001, GRID) for _ in range(3)]
        assert [one.result() for one in concurrent.futures.as_completed(futures, timeout=60)] == [expected] * 3
    assert stats["solve_00000001"].batched == 6
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("megabatt")]


def test_a_cancelled_future_does_not_hold_up_others(modules: Any) -> None:
    dsl, solvers = modules()
    expected = solvers.solve_00000001(GRID)
    with mb.patch(dsl, threshold=1_000) as stats:
        futures = [stats.submit(solvers.solve_00000001, GRID) for _ in range(3)]
        assert futures[0].cancel()
        assert futures[1].result(60) == futures[2].result(60) == expected
        assert futures[0].cancelled() and not futures[1].cancel()
        with pytest.raises(concurrent.futures.CancelledError):
            futures[0].result(60)
    assert stats["solve_00000001"].batched == 2


def test_calls_wait_again_after_an_interrupt(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dsl, solvers = modules()
    expected = solvers.solve_00000001(GRID)

    def interrupted(calls: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("megabatt._patch.later.PATIENCE", 60)
    with mb.patch(dsl, threshold=1_000) as stats:
        futures = [stats.submit(solvers.solve_00000001, GRID) for _ in range(3)]
        with monkeypatch.context() as context:
            context.setattr("megabatt._patch.later.attempt_many", interrupted)
            with pytest.raises(KeyboardInterrupt):
                futures[0].result(60)
        assert [one.result(60) for one in futures] == [expected] * 3
        # Whatever else goes wrong is told to everybody.
        futures = [stats.submit(solvers.solve_00000001, GRID) for _ in range(2)]
        monkeypatch.setattr("megabatt._patch.later.attempt_many", lambda calls: [][0])
        assert all(isinstance(one.exception(60), IndexError) for one in futures)


def test_submit_knows_the_code_that_a_function_has(modules: Any) -> None:
    dsl, solvers = modules()
    stats = mb.patch(dsl)
    with stats:
        turned = stats.submit(solvers.turn, GRID).result()
    code = solvers.turn.__code__
    solvers.turn.__code__ = solvers.same.__code__
    with stats:
        assert stats.submit(solvers.turn, GRID).result() == GRID != turned
    solvers.turn.__code__ = code
    with stats:
        assert stats.submit(solvers.turn, GRID).result() == turned
        solvers.turn.__code__ = (lambda I: "changed").__code__
        assert stats.submit(solvers.turn, GRID).result() == "changed"


class Stops:
    """No value of the DSL, so that Python is asked."""

    def __getitem__(self, index: Any) -> Any:
        raise KeyboardInterrupt


def test_an_interrupt_of_the_call_itself_holds_up_nobody(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dsl, solvers = modules()
    expected, told = solvers.turn(GRID), []
    monkeypatch.setattr(threading, "excepthook", lambda args: told.append(args.exc_type))
    with mb.patch(dsl, threshold=1_000) as stats:
        for callback in (lambda _: None, lambda future: future.result()):
            futures = [stats.submit(solvers.turn, one) for one in (GRID, Stops(), GRID)]
            futures[1].add_done_callback(callback)
            done, _ = concurrent.futures.wait(futures, timeout=20)
            assert len(done) == 3 and futures[0].result() == futures[2].result() == expected
            assert isinstance(futures[1].exception(), KeyboardInterrupt)
    # A callback's is told, as that of any thread.
    assert told == [KeyboardInterrupt]
    # On the main thread it cannot be told from Ctrl-C, which nobody's call may swallow.
    monkeypatch.setattr("megabatt._patch.later.PATIENCE", 0.5)
    with mb.patch(dsl, threshold=1_000) as stats:
        future = stats.submit(solvers.turn, Stops())
        with pytest.raises(KeyboardInterrupt):
            stats.flush()
        concurrent.futures.wait([future], timeout=20)
        assert isinstance(future.exception(), KeyboardInterrupt)


@pytest.mark.parametrize("ask", [lambda g: g.result(20), lambda g: g.exception(20) or g.result(), lambda g: asked(g)])
def test_callbacks_may_wait_for_others(modules: Any, ask: Callable[..., Any]) -> None:
    dsl, solvers = modules()
    found: List[Any] = []
    order: List[int] = []
    with mb.patch(dsl, threshold=1_000) as stats:
        futures = [stats.submit(solvers.turn, grid) for grid in (GRID, GRID[:1], [[3], [4]])]
        for n, future in enumerate(futures):
            future.add_done_callback(lambda _, n=n: order.append(n))
        futures[0].add_done_callback(lambda _: found.extend(outcome(ask, other) for other in futures[1:]))
        assert len(concurrent.futures.wait(futures, timeout=60).done) == 3
    assert found == [((0,), (1,), (0,)), ((4, 3),)] and order == [0, 1, 2]
    # One that comes afterwards runs at once.
    futures[0].add_done_callback(lambda _: order.append(3))
    assert order[-1] == 3


def asked(future: Any) -> Any:
    """Its result by way of a wait, which asks nobody."""
    done, _ = concurrent.futures.wait([future], timeout=20)
    return next(iter(done)).result(0)


def test_single_operations(modules: Any) -> None:
    dsl, solvers = modules()
    big = tuple(tuple((i * j) % 7 % 3 for j in range(20)) for i in range(20))
    expected = dsl.objects(big, True, False, True)
    with mb.patch(dsl) as stats:
        found = dsl.objects(big, True, False, True)
        assert found == expected and list(found) == list(expected)
        assert dsl.rbind(dsl.objects, False)(((1,),), True, False) == frozenset({frozenset({(1, (0, 0))})})
        assert dsl.objects.__code__.co_argcount == 4 and dsl.objects.__name__ == "objects"
    assert stats["objects"].accelerated >= 1 and "worth" in stats.untouched["add"]
    with mb.patch(dsl, exclude=["objects"]) as stats:
        dsl.objects(big, True, False, True)
    assert "objects" not in stats


def test_what_cannot_be_patched() -> None:
    with pytest.raises(TypeError, match="takes a module"):
        mb.patch("dsl")
    with pytest.raises(ValueError, match="no function of arc-dsl"), mb.patch(json):
        pass
    with pytest.raises(ValueError, match="no source"), mb.patch(sys):
        pass
    with pytest.raises(ValueError, match="1 or more"):
        mb.patch(json, threshold=0)


def tok_calls(packages: pathlib.Path, solvers: ModuleType) -> List[Tuple[Callable[..., Any], Any]]:
    """Every seventh of tokpidjin's solvers on the first test of its task."""
    tasks = json.loads((packages / "arc.json").read_text())["train"]
    grid = lambda rows: tuple(map(tuple, rows))  # noqa: E731
    calls = []
    for id, task in sorted(tasks.items())[::7]:
        function = getattr(solvers, f"solve_{id}", None)
        if function is not None:
            pairs = tuple((grid(pair["input"]), grid(pair["output"])) for pair in task["train"])
            calls.append((function, (pairs, grid(task["test"][0]["input"]), None)))
    return calls


def test_tokpidjin(packages: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = os.environ.get("MEGABATT_TOKPIDJIN")
    if not folder:
        pytest.skip("MEGABATT_TOKPIDJIN names no checkout of tokpidjin")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("EXPECT_GPU", "0")
    monkeypatch.setitem(sys.modules, "cupy", None)
    loaded = ("dsl", "solvers_pre", "safe_dsl", "arc_types", "constants")
    try:
        dsl, solvers = importlib.import_module("dsl"), importlib.import_module("solvers_pre")
        calls = tok_calls(packages, solvers)
        expected = [outcome(function, *args) for function, args in calls]
        with mb.patch(dsl) as stats:
            found = [outcome(function, *args) for function, args in calls]
    finally:
        for name in loaded:
            sys.modules.pop(name, None)
    assert found == expected and stats.dialect == "tok"
    assert len(calls) >= 50 and stats.total.accelerated >= 0.9 * len(calls), stats
