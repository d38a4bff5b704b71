"""Batches of grids against the same operations called one by one."""

import inspect
import os
import subprocess
import sys
import threading
import time
from typing import Any, Callable, List, Tuple

import megabatt as mb
import numpy
import pytest
from megabatt import dsl

#: Of several shapes and few colours, so that operations that look for something find it.
MIXED: List[Any] = [
    ((1, 2), (3, 4)),
    ((3, 3, 0),),
    ((0, 0, 0, 0), (0, 5, 5, 0), (0, 5, 0, 0), (0, 0, 0, 3)),
    ((7,),),
    ((2, 2, 2), (0, 1, 0), (2, 2, 2)),
    tuple(tuple((i * j) % 10 for j in range(12)) for i in range(9)),
]

#: What an operation gets before, so that its first argument is of its kind; and what follows.
Call = Tuple[str, Tuple[Any, ...]]
ARGUMENTS: List[Tuple[List[Call], List[Call]]] = [
    (
        [],
        [("replace", (3, 7)), ("switch", (0, 3)), ("crop", (dsl.ORIGIN, dsl.UNITY)), ("upscale", (2,)), ("hupscale", (3,))]
        + [("vupscale", (dsl.TWO,)), ("downscale", (2,)), ("hsplit", (2,)), ("vsplit", (3,)), ("colorcount", (0,))]
        + [("ofcolor", (5,)), ("objects", (True, False, True)), ("hconcat", (((1,), (2,)),)), ("vconcat", (((1, 2),),))]
        + [("cellwise", (((1, 2), (0, 4)), 9)), ("fill", (8, frozenset({(0, 0), (5, 5)}))), ("identity", ())]
        + [("paint", (frozenset({(4, (0, 0))}),)), ("underfill", (6, frozenset({(1, 1)}))), ("asobject", ())]
        + [("underpaint", (frozenset({(4, (1, 1))}),)), ("cover", (frozenset({(3, (0, 0))}),)), ("asindices", ())]
        + [("move", (frozenset({(3, (0, 0))}), (1, 1))), ("occurrences", (frozenset({(3, (0, 0))}),))]
        + [("rot90", ()), ("rot180", ()), ("rot270", ()), ("hmirror", ()), ("vmirror", ()), ("dmirror", ()), ("cmirror", ())]
        + [("trim", ()), ("tophalf", ()), ("bottomhalf", ()), ("lefthalf", ()), ("righthalf", ()), ("compress", ())]
        + [("mostcolor", ()), ("leastcolor", ()), ("numcolors", ()), ("palette", ()), ("partition", ()), ("fgpartition", ())]
        + [("frontiers", ()), ("height", ()), ("width", ()), ("shape", ()), ("portrait", ()), ("square", ()), ("first", ())]
        + [("last", ()), ("size", ()), ("merge", ()), ("dedupe", ()), ("mostcommon", ()), ("leastcommon", ()), ("repeat", (2,))]
        + [("index", ((0, 0),)), ("equality", (((7,),),)), ("combine", (((1, 1),),)), ("insert", (frozenset(),)), ("astuple", (1,))]
        + [("order", (dsl.first,)), ("sfilter", (dsl.compose(dsl.positive, dsl.first),)), ("extract", (dsl.first,))]
        + [("initset", ()), ("other", (1,)), ("pair", ((1, 2),))]
        + [("argmax", (dsl.first,)), ("argmin", (dsl.last,)), ("valmax", (dsl.first,)), ("valmin", (dsl.last,))]
        + [("remove", ((1, 2),)), ("mfilter", (dsl.first,)), ("branch", (1, 2)), ("both", (True,)), ("either", (False,))]
        + [("flip", ())],
    ),
    (
        [("mostcolor", ())],
        [("add", (2,)), ("subtract", ((1, 2),)), ("multiply", (3,)), ("divide", (2,)), ("invert", ()), ("even", ()), ("double", ())]
        + [("halve", ()), ("increment", ()), ("decrement", ()), ("crement", ()), ("sign", ()), ("positive", ()), ("toivec", ())]
        + [("tojvec", ()), ("greater", (2,)), ("contained", ((1, 2, 7),)), ("interval", (9, 2)), ("canvas", ((2, 3),)), ("recolor", (frozenset({(0, 0)}),))],
    ),
    ([("palette", ())], [("maximum", ()), ("minimum", ()), ("totuple", ()), ("product", ((1, 2),))]),
    ([("palette", ())], [("intersection", (frozenset({0, 3}),)), ("difference", (frozenset({0}),))]),
    (
        [("objects", (False, True, True))],
        [("colorfilter", (5,)), ("sizefilter", (1,)), ("merge", ()), ("argmax", (dsl.size,))],
    ),
    (
        [("objects", (True, True, True)), ("argmax", (dsl.size,))],
        [("color", ()), ("normalize", ()), ("toindices", ()), ("shift", ((1, 1),)), ("ulcorner", ()), ("urcorner", ())]
        + [("llcorner", ()), ("lrcorner", ()), ("corners", ()), ("center", ()), ("centerofmass", ()), ("uppermost", ())]
        + [("lowermost", ()), ("leftmost", ()), ("rightmost", ()), ("vline", ()), ("hline", ()), ("backdrop", ()), ("delta", ())]
        + [("inbox", ()), ("outbox", ()), ("box", ()), ("hperiod", ()), ("vperiod", ()), ("bordering", (((1, 2), (3, 4)),))]
        + [(name, (frozenset({(3, (9, 9))}),)) for name in ("hmatching", "vmatching", "manhattan", "adjacent", "position", "gravitate")]
        + [("subgrid", (MIXED[5],)), ("toobject", (MIXED[5],))],
    ),
    (
        [("shape", ())],
        [("dneighbors", ()), ("ineighbors", ()), ("neighbors", ()), ("connect", ((0, 0),)), ("shoot", ((1, 1),))]
        + [("vfrontier", ()), ("hfrontier", ())],
    ),
    # Where the first argument is a function, one is put there for every grid.
    (
        [("branch", (dsl.add, 0))],
        [("rbind", (3,)), ("lbind", (3,)), ("fork", (dsl.first, dsl.last)), ("papply", ((1, 2), (3, 4)))]
        + [("prapply", ((1, 2), frozenset({3})))],
    ),
    ([("branch", (dsl.flip, 0))], [("chain", (dsl.flip, dsl.even)), ("power", (2,)), ("compose", (dsl.even,)), ("matcher", (True,))]),
    ([("branch", (dsl.vmirror, 0))], [("apply", ((MIXED[0], MIXED[1]),)), ("mapply", ((MIXED[0], MIXED[1]),))]),
    ([("branch", (dsl.astuple, 0))], [("mpapply", ((1, 2), (3, 4)))]),
    ([("branch", ((dsl.double, dsl.even), 0))], [("rapply", (3,))]),
]
CASES = [(before, call) for before, calls in ARGUMENTS for call in calls]


def one_by_one(grid: Any, calls: List[Call]) -> Any:
    """The value that eager calls give, or the class that they raise."""
    value = grid
    try:
        for name, args in calls:
            value = getattr(dsl, name)(value, *args)
    except Exception as error:
        return type(error)
    return value


def same(found: Any, wanted: Any) -> bool:
    """Equal in every respect that shows, the order of sets among them; functions by their names."""
    return repr(found) == repr(wanted) if not isinstance(wanted, type) else type(found) is wanted


def test_every_operation_is_a_case() -> None:
    operations = {name for name, value in vars(dsl).items() if isinstance(value, mb.Function)}
    assert {name for _, (name, _) in CASES} == operations
    assert operations <= set(dir(mb.GridBatch([])))
    assert not operations & set(vars(mb.GridBatch))


@pytest.mark.parametrize("before,call", CASES, ids=lambda part: part[0] if isinstance(part, tuple) else "")
def test_operations(before: List[Call], call: Call) -> None:
    calls = before + [call]
    batch = mb.GridBatch(MIXED)
    for name, args in calls:
        batch = getattr(batch, name)(*args)
    found, wanted = batch.values(errors="keep"), [one_by_one(grid, calls) for grid in MIXED]
    assert all(map(same, found, wanted)), (found, wanted)


def test_most_cases_give_values() -> None:
    """Operations that are given nonsense only raise, and would compare nothing."""
    values = [sum(not isinstance(one_by_one(g, before + [call]), type) for g in MIXED) for before, call in CASES]
    empty = [call[0] for (_, call), count in zip(CASES, values) if count == 0]
    assert not empty


def test_other_batches() -> None:
    """An argument may be another batch: each grid gets its own."""
    batch = mb.GridBatch(MIXED)
    others = [dsl.replace(dsl.vmirror(grid), 0, 6) for grid in MIXED]
    made, given = batch.vmirror().replace(0, 6), mb.GridBatch(others)
    for other in (made, given):
        for name, rest in (("hconcat", ()), ("vconcat", ()), ("cellwise", (7,)), ("equality", ())):
            wanted = [getattr(dsl, name)(dsl.rot180(g), o, *rest) for g, o in zip(MIXED, others)]
            assert getattr(batch.rot180(), name)(other, *rest).values() == wanted
    twice = batch.hconcat(made).vconcat(b=given.hconcat(batch))
    assert twice.values() == [dsl.vconcat(dsl.hconcat(g, o), dsl.hconcat(o, g)) for g, o in zip(MIXED, others)]
    assert repr(batch.hconcat(made)) == "<GridBatch of 6 grids: hconcat(J)>"
    with pytest.raises(ValueError, match="hconcat was given a batch of 1 grid for one of 6"):
        batch.hconcat(mb.GridBatch([[[1]]]))
    with pytest.raises(TypeError, match=r"grid 0 of the batch, hconcat\(J\)"):
        batch.hconcat(batch.mostcolor()).values()


def test_patches_of_other_batches() -> None:
    """What comes out of a batch is an argument whatever it is: patches, objects, colours."""
    batch = mb.GridBatch(MIXED)
    zeros, most = batch.ofcolor(0), batch.mostcolor()
    drawn = [dsl.asobject(dsl.vmirror(grid)) for grid in MIXED]
    for name in ("fill", "underfill"):
        wanted = [getattr(dsl, name)(dsl.rot90(g), 3, dsl.ofcolor(g, 0)) for g in MIXED]
        assert getattr(batch.rot90(), name)(3, zeros).values() == wanted
    for name in ("paint", "underpaint"):
        assert getattr(batch, name)(batch.vmirror().asobject()).values() == [
            getattr(dsl, name)(g, obj) for g, obj in zip(MIXED, drawn)
        ]
    assert batch.cover(zeros).values() == [dsl.cover(g, dsl.ofcolor(g, 0)) for g in MIXED]
    assert batch.replace(most, 7).values() == [dsl.replace(g, dsl.mostcolor(g), 7) for g in MIXED]
    patch = frozenset({(0, 0), (1, 1), (40, 2)})
    assert batch.fill(3, patch).values() == [dsl.fill(g, 3, patch) for g in MIXED]
    assert repr(batch.fill(3, zeros)) == "<GridBatch of 6 grids: fill(3, J)>"
    with pytest.raises(ValueError, match=r"grid \d of the batch, ofcolor\(11\) \| uppermost"):
        batch.fill(batch.ofcolor(11).uppermost(), zeros)


def test_what_may_be_given() -> None:
    cells = numpy.arange(24).reshape(4, 2, 3) % 10
    wanted = [tuple(map(tuple, grid)) for grid in numpy.rot90(cells, -1, (1, 2)).tolist()]
    for kind in ("uint8", "int8", "int32", "int64"):
        assert mb.GridBatch(cells.astype(kind)).rot90().values() == wanted
    for given in (cells.tolist(), list(cells), [mb.Grid(g) for g in cells], (mb.Grid(g).to_tuple() for g in cells)):
        batch = mb.GridBatch(given)
        assert len(batch) == 4 and batch.rot90().values() == wanted
    # Not row by row in memory.
    assert mb.GridBatch(cells.transpose(0, 2, 1)).dmirror().values() == mb.GridBatch(cells).values()


def test_numpy_arrays() -> None:
    cells = numpy.arange(24).reshape(4, 2, 3) % 10
    turned = mb.GridBatch(cells).rot90().vmirror().replace(3, 7).numpy()
    wanted = numpy.rot90(cells, -1, (1, 2))[:, :, ::-1]
    assert turned.dtype == numpy.int8 and numpy.array_equal(turned, numpy.where(wanted == 3, 7, wanted))
    turned[0, 0, 0] = 5
    mixed = mb.GridBatch(MIXED).vmirror().numpy()
    assert isinstance(mixed, list) and [a.shape for a in mixed] == [mb.Grid(g).shape for g in MIXED]
    assert all(numpy.array_equal(a, numpy.array(g)[:, ::-1]) for a, g in zip(mixed, MIXED))
    counts, tall = mb.GridBatch(MIXED).colorcount(0).numpy(), mb.GridBatch(MIXED).portrait().numpy()
    assert counts.dtype == numpy.int64 and counts.tolist() == [dsl.colorcount(g, 0) for g in MIXED]
    assert tall.dtype == bool and tall.tolist() == [dsl.portrait(g) for g in MIXED]
    assert mb.GridBatch([]).rot90().numpy().shape == (0, 0, 0) and mb.GridBatch([]).palette().values() == []


def test_grids_and_iteration() -> None:
    batch = mb.GridBatch(MIXED).hmirror()
    assert batch.grids() == list(batch) == [mb.Grid(dsl.hmirror(g)) for g in MIXED]
    assert repr(batch) == "<GridBatch of 6 grids: hmirror>" and repr(mb.GridBatch([[[1]]])) == "<GridBatch of 1 grid>"


def test_batches_do_not_change() -> None:
    batch = mb.GridBatch([[[1, 2]]])
    once = batch.rot90()
    twice = once.rot90()
    assert (batch.values(), once.values(), twice.values()) == ([((1, 2),)], [((1,), (2,))], [((2, 1),)])


def test_grids_that_raise() -> None:
    batch = mb.GridBatch([[[1, 1, 2]], [[3, 0, 0]], [[0, 0]]]).objects(True, False, True).argmax(dsl.size).color()
    kept = batch.values(errors="keep")
    assert kept[:2] == [2, 3]
    assert isinstance(kept[2], ValueError) and str(kept[2]).startswith("grid 2 of the batch, objects(True, False, True) |")
    for ask in (batch.numpy, batch.values):
        with pytest.raises(ValueError, match="grid 2 of the batch"):
            ask()
    with pytest.raises(ZeroDivisionError, match=r"grid 0 of the batch, rot90 \| hsplit\(0\)"):
        mb.GridBatch(MIXED).rot90().hsplit(0).numpy()
    with pytest.raises(ValueError, match="errors is 'raise' or 'keep', not \"no\""):
        batch.values(errors="no")
    with pytest.raises(mb.LimitError, match="grid 0 of the batch, .*int") as limit:
        mb.GridBatch([[[9]]]).mostcolor().multiply(2**62).values()
    assert limit.value.limit == "int"


BAD: List[Tuple[Callable[[], Any], type, str]] = [
    (lambda: mb.GridBatch([]).rot9, AttributeError, "no operation \"rot9\". Did you mean `rot90`?"),
    (lambda: mb.GridBatch([]).replace(3), TypeError, r"replace\(replacee, replacer\) was called with 1 argument"),
    (lambda: mb.GridBatch([]).replace(3, replacee=3), TypeError, "called without replacer"),
    (lambda: mb.GridBatch([]).replace(3, [7]), TypeError, "not list; give a tuple"),
    (lambda: mb.GridBatch([]).sfilter(lambda row: True), TypeError, "a function of Python's, which a batch cannot call"),
    (lambda: mb.GridBatch(5), TypeError, "int holds no grids"),
    (lambda: mb.GridBatch([[1, 2]]), TypeError, "grid 0: row 1 is int"),
    (lambda: mb.GridBatch([[[1]], [[1, 2], [3]]]), ValueError, "grid 1: row 2 is 1 wide"),
    (lambda: mb.GridBatch([[[1]], [[10]]]), ValueError, "grid 1: row 1, column 1: 10 is no colour"),
    (lambda: mb.GridBatch(numpy.zeros((2, 2, 2))), TypeError, "an array of float64 is no grid"),
    (lambda: mb.GridBatch([], backend="gpu"), ValueError, "there are 'auto', 'cpu' and 'cuda'"),
    (lambda: mb.GridBatch([], min_batch=-1), ValueError, "min_batch=-1"),
    (lambda: mb.GridBatch(MIXED).palette().numpy(), TypeError, "grid 0 is no grid but of type frozenset"),
    (lambda: mb.GridBatch(MIXED).mostcolor().grids(), TypeError, "grid 0 is no grid but of type int"),
]


@pytest.mark.parametrize("mistake,kind,words", BAD)
def test_mistakes(mistake: Callable[[], Any], kind: type, words: str) -> None:
    with pytest.raises(kind, match=words.replace("?", r"\?")):
        mistake()


def test_operations_tell_about_themselves() -> None:
    method = mb.GridBatch([]).replace
    assert method.__name__ == "replace" and str(inspect.signature(method)) == "(replacee, replacer)"
    assert "replace" in method.__doc__ and repr(method) == "<operation replace of a GridBatch>"
    assert mb.GridBatch([[[3]]]).replace(replacer=7, replacee=3).values() == [((7,),)]
    assert not hasattr(mb.GridBatch([]), "__array_interface__")


def test_backends_agree() -> None:
    grids = MIXED * 50
    results = [mb.GridBatch(grids, **how).objects(True, True, False).values() for how in ({}, {"backend": "cpu"}, {"min_batch": 1})]
    assert repr(results[0]) == repr(results[1]) == repr(results[2])


def info(found: Any) -> mb.ObjectInfo:
    """What a table tells of an object, from its cells."""
    rows, columns = [i for _, (i, _) in found], [j for _, (_, j) in found]
    colours = tuple(sorted({colour for colour, _ in found}))
    return mb.ObjectInfo(colours, len(found), min(rows), min(columns), max(rows), max(columns))


@pytest.mark.parametrize(
    "make",
    [
        lambda batch: batch.objects(True, False, True),
        lambda batch: batch.rot90().objects(False, True, False),
        lambda batch: batch.objects(True, True, True).colorfilter(5).sizefilter(3),
        lambda batch: batch.partition(),
        lambda batch: batch.vmirror().fgpartition(),
        lambda batch: batch.frontiers(),
    ],
)
def test_object_tables(make: Callable[[Any], Any]) -> None:
    batch = make(mb.GridBatch(MIXED * 3))
    tables = batch.object_tables()
    # In the order in which Python walks the sets.
    assert tables == [[info(found) for found in objects] for objects in batch.values()]
    assert all(type(entry) is mb.ObjectInfo for table in tables for entry in table)
    assert make(mb.GridBatch(MIXED * 3, min_batch=1)).object_tables() == tables


def test_object_tables_of_other_results() -> None:
    batch = mb.GridBatch([((3, 3, 0, 0, 0),), ((1,),)])
    assert batch.objects(True, False, True).object_tables()[0][0].shape == (1, 2)
    with pytest.raises(TypeError, match="grid 0 is no set of objects but of type int"):
        batch.mostcolor().object_tables()
    kept = batch.mostcolor().object_tables(errors="keep")
    assert [type(error) for error in kept] == [TypeError, TypeError]
    with pytest.raises(ValueError, match="errors is"):
        batch.objects(True, False, True).object_tables(errors="no")
    asked = batch.objects(True, False, True)
    asked.object_tables()
    assert asked.report()["grids"] == 2


def test_a_damaged_file_of_measurements_is_warned_of(tmp_path: Any) -> None:
    damaged = tmp_path / "devices.json"
    damaged.write_text("{")
    code = "import megabatt as mb; print(mb.GridBatch([[[1, 2]]]).rot90().values())"
    environment = {**os.environ, "MEGABATT_DEVICES": str(damaged)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == "[((1,), (2,))]\n"
    assert "devices.json cannot be read" in ran.stderr and "megabatt tune" in ran.stderr


def test_devices() -> None:
    found = mb.devices()
    assert set(found) == {"gpus", "error"} and all(gpu["usable"] or gpu["why_not"] for gpu in found["gpus"])
    cells = numpy.arange(600).reshape(100, 2, 3) % 10
    if any(gpu["usable"] for gpu in found["gpus"]):
        batch = mb.GridBatch(cells, backend="cuda").rot90()
        assert numpy.array_equal(batch.numpy(), numpy.rot90(cells, -1, (1, 2)))
        report = batch.report()
        assert (report["path"], report["on_devices"]) == ("cuda", 100)
    else:
        with pytest.raises(RuntimeError, match="no GPU can be used"):
            mb.GridBatch(cells, backend="cuda")
        report = mb.GridBatch(cells).rot90().report()
        assert (report["path"], report["grids"], report["on_devices"]) == ("cpu", 100, 0)


def test_other_threads_go_on() -> None:
    grids = [MIXED[5]] * 4_000
    batch, counted, over = mb.GridBatch(grids).objects(True, True, False), [0], threading.Event()

    def count() -> None:
        while not over.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    start = counted[0]
    batch.report()
    during = counted[0] - start
    over.set()
    thread.join()
    # A thread that waits for the GIL counts once or twice.
    assert during > 5


INTERRUPTED = """
import os, signal, threading, time
import megabatt as mb
signal.signal(signal.SIGINT, signal.default_int_handler)
slow = mb.GridBatch([mb.Grid([[0] * 30] * 30)] * 40_000).asindices().product(tuple(range(40))).size()
sent = []
def send():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.5, send).start()
try:
    slow.values()
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
assert mb.GridBatch([[[1, 2]]]).rot90().values() == [((1,), (2,))]
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signals to itself")
def test_interrupts_are_heard() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1.0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_forks_run_too() -> None:
    wanted = mb.GridBatch(MIXED * 100).rot90().values()
    child = os.fork()
    if child == 0:
        import signal

        signal.alarm(60)
        os._exit(0 if mb.GridBatch(MIXED * 100).rot90().values() == wanted else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_only_numpy_needs_numpy() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import megabatt as mb
batch = mb.GridBatch([[[1, 2]]]).rot90()
print(batch.values())
try:
    batch.numpy()
except ImportError as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert said.stdout == "[((1,), (2,))]\nnumpy() needs NumPy: pip install numpy; grids() and values() do without\n", said.stderr
