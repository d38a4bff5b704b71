"""Programs on tasks."""

import json
import pathlib
import subprocess
import sys

import megabatt as mb
import pytest

def slow(lines: int) -> str:
    """A program that takes a second or so for each thousand lines, and little memory."""
    text = ["def slow(I):", "    x0 = asindices(canvas(0, (20, 20)))", "    x1 = product(x0, x0)"]
    text += [f"    x{n} = sfilter(x1, matcher(first, astuple({n + 30}, size(I))))" for n in range(2, lines + 2)]
    return "\n".join([*text, "    return I", ""])


#: More than any test waits for.
LONG = {"fuel": 10**13, "memory": 10**9}

MANY = {"train": [{"input": [[n]], "output": [[n]]} for n in range(9)], "test": [{"input": [[0]], "output": [[0]]}]}


def test_the_demo_is_right(programs: mb.Programs, tasks: mb.Tasks) -> None:
    results = programs.run(tasks)
    numbers = results.summary
    assert (numbers["programs"], numbers["tasks"], numbers["runs"]) == (95, 41, 392)
    assert (numbers["values"], numbers["errors"], numbers["right"]) == (355, 37, 342)
    assert len(results) == 392 and not results.interrupted and not results.timed_out
    assert len(results.solved) == 41
    assert all(
        name.startswith("solve_" + task) and "_fails_" not in name for task, names in results.solved.items() for name in names
    )


@pytest.mark.parametrize("options", [{}, {"threads": 1}, {"batch_size": 1}, {"batch_size": 3}, {"timeout": 60.0}])
def test_all_on_all(programs: mb.Programs, tasks: mb.Tasks, options: dict) -> None:
    few = tasks[:4]
    together = programs.run(few, "all", **options)
    assert len(together) == len(programs) * few.samples
    for record in list(together)[:: 17]:
        program, pairs = programs[record.program], getattr(few[record.task], record.split)
        outcome = program.run(pairs[record.index][0])
        assert (record.kind, record.error, record.limit, record.value) == (
            outcome.kind,
            outcome.error,
            outcome.limit,
            outcome.value,
        )
        assert (record.fuel, record.memory) == (outcome.fuel, outcome.memory)
        if record.kind == "value":
            assert record.matches == (outcome.value == pairs[record.index][1].to_tuple())
            assert (record.cell_match == 1.0) == record.matches


def test_kept_values_and_values_worked_out_again(programs: mb.Programs, tasks: mb.Tasks) -> None:
    full, light = (programs.run(tasks, outcomes=outcomes) for outcomes in ("full", "light"))
    assert [record.value for record in full] == [record.value for record in light]


def test_records(programs: mb.Programs, tasks: mb.Tasks) -> None:
    results = programs.run(tasks)
    name = "solve_b1f0ca15_fails_indexerror"
    records = results.outcomes(name)
    assert [record.program for record in records] == [name] * 4 and records[0].error == "IndexError"
    assert [repr(r) for r in results.outcomes(programs[name])] == [repr(r) for r in records]
    assert repr(results[0]) == "<Record solve_ca5caded on ca5caded train:0: right>"
    assert results[-1].task == "c0a1e5ce" and results[-1].split == "test"
    with pytest.raises(IndexError):
        results[392]
    with pytest.raises(KeyError, match="no program .*x"):
        results.outcomes("x")


def test_frames(programs: mb.Programs, tasks: mb.Tasks) -> None:
    import pandas

    results = programs.run(tasks)
    frame = results.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 392
    assert int(frame["match"].sum()) == 342
    assert (frame["outcome"] != "value").sum() == 37
    for n in (0, 100, 391):
        row, record = frame.iloc[n], results[n]
        assert (row["program"], row["task"], row["split"], row["index"]) == (
            record.program,
            record.task,
            record.split,
            record.index,
        )
        assert (row["fuel"], row["seconds"], row["cell_match"]) == (record.fuel, record.seconds, record.cell_match)


def test_programs_without_a_task(tasks: mb.Tasks) -> None:
    two = mb.load(text="def solve_ca5caded(I): return I\ndef mine(I): return I")
    assert two.run(tasks).unpaired == ["mine"]
    with pytest.raises(ValueError, match='pair="all"'):
        mb.load(text="def mine(I): return I").run(tasks)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"pair": "some"}, "there are 'own' and 'all'"),
        ({"backend": "abacus"}, "there are 'auto', 'cpu' and 'cuda'"),
        ({"backend": "cuda"}, 'add pair="all"'),
        ({"outcomes": "none"}, "'auto', 'full' and 'light'"),
        ({"threads": -1}, "1 or more"),
        ({"timeout": 0}, "more than 0"),
        ({"time_limit": -1.0}, "more than 0"),
    ],
)
def test_options_that_are_none(programs: mb.Programs, tasks: mb.Tasks, options: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        programs.run(tasks, **options)


def test_batteries_on_gpus(programs: mb.Programs, tasks: mb.Tasks) -> None:
    expected = programs.run(tasks, "all", backend="cpu", outcomes="full")
    assert expected.gpu is None
    auto = programs.run(tasks, "all", outcomes="full")
    assert auto.gpu is not None and auto.gpu["failures"] == [], "a short run never looks for a GPU"
    if not any(gpu["usable"] for gpu in mb.devices()["gpus"]):
        with pytest.raises(RuntimeError, match="no GPU can be used"):
            programs.run(tasks, "all", backend="cuda")
        return
    found = programs.run(tasks, "all", backend="cuda", outcomes="full")
    assert found.gpu is not None and found.gpu["rows"] > 0 and found.gpu["failures"] == []
    by_row = [sorted((r.program, r.task, r.split, r.index, r.kind, repr(r.value), r.fuel) for r in run) for run in (expected, found)]
    assert by_row[0] == by_row[1]


def test_limits(programs: mb.Programs, tasks: mb.Tasks) -> None:
    results = programs.run(tasks, fuel=1)
    assert results.summary["limits"] == 392 and results[0].limit == "fuel"
    program = mb.load(text=slow(3))[0]
    assert program.run([[1]], fuel=10_000).limit == "fuel"
    assert program.run([[1]], memory=1_000).limit == "memory"
    with pytest.raises(mb.LimitError, match="give more with memory="):
        program.run([[1]], memory=1_000).result()
    assert program.run([[1]], fuel=10**9).kind == "value"


def test_a_run_can_be_stopped_by_its_time() -> None:
    programs = mb.load(text="def quick(I): return I\n" + slow(10_000))
    results = programs.run(MANY, "all", time_limit=0.5, timeout=1_000, **LONG)
    assert results.timed_out and not results.interrupted and 10 <= len(results) < results.summary["planned"]


INTERRUPTED = """
import json, os, signal, sys, threading, time
import megabatt as mb
signal.signal(signal.SIGINT, signal.default_int_handler)
programs, tasks, options = mb.load(sys.argv[1]), mb.tasks(json.loads(sys.argv[2])), json.loads(sys.argv[3])
sent = []
def stop():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.7, stop).start()
if sys.argv[4] == "call":
    try:
        programs["slow"].run([[1]], **options)
    except KeyboardInterrupt:
        print(json.dumps([time.monotonic() - sent[0], 1, 2, True]))
else:
    alone = {"timeout": 1000} if sys.argv[4] == "rows" else {}
    results = programs.run(tasks, "all", **options, **alone)
    print(json.dumps([time.monotonic() - sent[0], len(results), results.summary["planned"], results.interrupted]))
"""


@pytest.mark.parametrize("way", ["battery", "rows", "call"])
def test_interrupting_keeps_what_is_done(tmp_path: pathlib.Path, way: str) -> None:
    file = tmp_path / "programs.py"
    file.write_text("def quick(I): return I\n" + slow(10_000))
    command = [sys.executable, "-c", INTERRUPTED, str(file), json.dumps(MANY), json.dumps(LONG), way]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    waited, rows, planned, interrupted = json.loads(done.stdout)
    assert interrupted and 0 < rows < planned
    assert waited < 1.0


def test_the_bar_begins_with_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    from megabatt._progress import Bar

    pytest.importorskip("tqdm")
    monkeypatch.setattr("megabatt._progress.PATIENCE", 0)
    bar = Bar(True, 100)
    bar.update_to(40)
    assert bar.bar is not None and (bar.bar.initial, bar.bar.n) == (40, 40)
    bar.close(100)
    assert bar.bar.n == 100


def test_an_exception_of_the_bar_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bar:
        def __init__(self, wanted: bool, total: int) -> None: ...
        def update_to(self, done: int) -> None:
            raise ArithmeticError("broken")

        def close(self, done: int) -> None: ...

    monkeypatch.setattr("megabatt._progress.Bar", Bar)
    with pytest.raises(ArithmeticError, match="broken"):
        mb.load(text=slow(10_000)).run(MANY, "all", timeout=1_000, **LONG)


def test_programs_of_demonstrations() -> None:
    program = mb.load(text="def solve(S, I, C):\n    return last(first(S))")[0]
    assert program(((((1,),), ((2,),)),), ((3,),), None) == ((2,),)
    task = {"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[3]], "output": [[2]]}]}
    assert mb.Programs.of([program]).run(mb.tasks(task), "all").solved == {"tasks": ["solve"]}
    with pytest.raises(TypeError, match=r"solve\(S, I, C\) was called with 1 arguments"):
        program([[1]])
