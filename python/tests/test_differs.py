"""Differs next to the command line."""

import json
import pathlib
import pickle
from typing import Any

import megabatt as mb
import pytest

# One test output is not known on purpose.
pytestmark = pytest.mark.filterwarnings("ignore:(?s).*no solutions were found:megabatt.DataWarning")

PROGRAMS = """
def solve_0a000001(I):
    return hmirror(I)

def solve_0a000001_other(I):
    return vmirror(I)

def solve_0a000002(S, I, C):
    return last(first(S))

def fails(I):
    return first(())

def number(I):
    return size(I)
"""
#: One that works, one with details, one that gives no score, one that raises now and then, one that sees the demonstrations.
DIFFERS = """
def differ_cells(S, I, C):
    return size(intersection(asobject(I), asobject(C)))

def differ_same(S, I, C):
    return astuple(equality(I, C), palette(I))

def differ_grid(S, I, C):
    return C

def differ_second_row(S, I, C):
    return first(first(remove(first(I), I)))

def differ_demos(S, I, C):
    return branch(contained(I, apply(last, S)), size(S), ZERO)
"""
TASKS = {
    "0a000001": {
        "train": [{"input": [[1, 2], [3, 4]], "output": [[3, 4], [1, 2]]}],
        "test": [{"input": [[5], [6]], "output": [[6], [5]]}, {"input": [[7]]}],
    },
    "0a000002": {
        "train": [{"input": [[1]], "output": [[9]]}, {"input": [[2]], "output": [[9]]}],
        "test": [{"input": [[3]], "output": [[9]]}],
    },
}


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "solvers.py").write_text(PROGRAMS)
    (tmp_path / "differs.py").write_text(DIFFERS)
    (tmp_path / "tasks.json").write_text(json.dumps(TASKS))
    return tmp_path


@pytest.fixture
def programs(folder: pathlib.Path) -> mb.Programs:
    return mb.load([folder / "solvers.py", folder / "differs.py"])


@pytest.mark.parametrize("pair", ["own", "all"])
@pytest.mark.parametrize("options", [{}, {"threads": 1, "batch_size": 1}, {"timeout": 60.0}])
def test_scores_are_those_of_the_command_line(
    folder: pathlib.Path, programs: mb.Programs, megabatt: Any, pair: str, options: dict
) -> None:
    results = programs.run(folder / "tasks.json", pair, **options)
    asked = ("--data", "tasks.json", "--pair", pair, "--format", "json", "--scores", "scores.json", "--scores-all")
    told = megabatt(folder, "run", "solvers.py", "differs.py", *asked)
    assert [{"differ": name, **about} for name, about in results.differs.items()] == told["differs"]
    rows = json.loads((folder / "scores.json").read_text())
    assert len(rows) == (3 if pair == "own" else 10)
    for row in rows:
        assert results.differ_scores(row["program"], row["task"]) == row["differs"]
    for record in results:
        scores = results.differ_scores(record.program, record.task)
        at = record.index + (len(TASKS[record.task]["train"]) if record.split == "test" else 0)
        for name, score in record.differs.items():
            assert scores[name]["samples"][at] == score
        assert (record.differs == {}) == (record.kind != "value" or record.matches is None)
    frame = results.to_pandas()
    for name, about in results.differs.items():
        assert int(frame[name].sum()) == about["sum"] and int(frame[name].count()) == about["scores"]


def test_differs_are_programs_of_their_own(programs: mb.Programs) -> None:
    assert "differ_cells" not in programs and len(programs) == 5
    differs = programs.differs
    assert isinstance(differs, mb.Programs) and len(differs) == 5 and differs.names[0] == "differ_cells"
    assert differs["differ_cells"]((), ((1, 2),), ((1, 3),)) == 1
    assert "asobject" in differs["differ_cells"].source
    assert pickle.loads(pickle.dumps(differs)).names == differs.names


def test_differs_come_along(folder: pathlib.Path, programs: mb.Programs) -> None:
    tasks = folder / "tasks.json"
    whole = programs.run(tasks)
    for some in (programs[:1], mb.Programs.of([programs[0], programs[1]])[:1], pickle.loads(pickle.dumps(programs[:1]))):
        assert some.differs.names == programs.differs.names
        scores = some.run(tasks).differ_scores("solve_0a000001", "0a000001")
        assert scores == whole.differ_scores(programs[0], mb.tasks(tasks)[0])
    with pytest.raises(KeyError, match="no task"):
        whole.differ_scores("solve_0a000001", "0a00000f")
    with pytest.raises(KeyError, match="no program"):
        whole.differ_scores("nobody", "0a000001")


def test_without_differs(folder: pathlib.Path) -> None:
    results = mb.load(folder / "solvers.py").run(folder / "tasks.json")
    assert results.differs == {} and results.differ_scores("solve_0a000001", "0a000001") == {} and results[0].differs == {}
    with pytest.raises(mb.ProgramError, match="no program for them to score"):
        mb.load(folder / "differs.py")


def test_a_run_that_is_stopped_asks_nobody_about_inputs(folder: pathlib.Path) -> None:
    lines = ["    x2 = power(compose(increment, increment), 100)", "    x3 = apply(x2, interval(0, 1000000, 1))"]
    endless = "\n".join(["def solve_0a000001_endless(I):", *lines, *["    x3 = apply(x2, x3)"] * 20, "    return I\n"])
    slow = mb.load(text=PROGRAMS + endless + DIFFERS)
    results = slow.run(folder / "tasks.json", time_limit=0.5, fuel=10**13, memory=10**9, timeout=1_000)
    assert results.timed_out and results.differs["differ_cells"]["no_program"] is None
