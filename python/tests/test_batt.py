"""Batt files next to the command line, and single calls next to Python itself."""

import pathlib
import pickle
from typing import Any, Callable, Dict, List

import megabatt as mb
import pytest
from megabatt.dsl import tok

# One test output is not known on purpose.
pytestmark = pytest.mark.filterwarnings("ignore:(?s).*no solutions were found:megabatt.DataWarning")

HEAD = """from dsl import *
from constants import *
from safe_dsl import _get_safe_default

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
"""
#: Two candidates, and a differ that takes a hundred for every colour of the target that is not there.
LINES = [
    "t1 = p_g(C)",
    "t2 = p_g(I)",
    "t3 = difference_tuple(t1, t2)",
    "t4 = size(t3)",
    "t5 = multiply(t4, HUNDRED)",
    "t6 = subtract(THOUSAND, t5)",
    "t7 = astuple(t6, t3)",
    "s.append((7, 'None', 'differ_missing', t7))",
    "t8 = mir_rot_t(I, R0)",
    "o.append((8, False, '0a000001', t8))",
    "t9 = p_g(t8)",
    "t10 = difference_tuple(t1, t9)",
    "t11 = astuple(size(t10), t10)",
    "t12 = identity(I)",
    "o.append((12, True, '0a000002', t12))",
    "s.append((7, '0a000002', 'differ_other', t7))",
]
TASKS = {
    "0a000001": {
        "train": [{"input": [[1, 1], [0, 3]], "output": [[0, 3], [1, 1]]}, {"input": [[2], [0]], "output": [[0], [2]]}],
        "test": [{"input": [[4, 0], [0, 0]], "output": [[0, 0], [4, 0]]}, {"input": [[5], [6]]}],
    },
    "0a000002": {"train": [{"input": [[7]], "output": [[7]]}], "test": [{"input": [[8, 9]], "output": [[8, 9]]}]},
}


def text(lines: List[str], *, tries: bool = True) -> str:
    def line(one: str) -> str:
        if ".append(" in one or not tries:
            return f"    {one}\n"
        name, _, call = one.partition(" = ")
        caught = "(TypeError, AttributeError, ValueError, IndexError, KeyError)"
        return f"    try:\n        {one}\n    except {caught}:\n        {name} = _get_safe_default({call.partition('(')[0]})\n"

    return HEAD + "".join(map(line, lines)) + "    return o, s\n"


def flat(lines: List[str]) -> List[str]:
    """Lines of a batt have no calls inside of calls."""
    return [one for one in lines if "size(t10)" not in one]


SOUND = text(flat(LINES))


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    import json

    (tmp_path / "batt.py").write_text(SOUND)
    (tmp_path / "tasks.json").write_text(json.dumps(TASKS))
    return tmp_path


def named(value: Any) -> Any:
    """A value as the command line writes it."""
    if isinstance(value, frozenset):
        return {"set": [named(item) for item in value]}
    return [named(item) for item in value] if isinstance(value, tuple) else value


def rows(results: mb.Results) -> Dict[Any, Any]:
    return {(r.program, r.task, r.split, r.index): (r.kind, named(r.value), r.error, r.matches) for r in results}


def same_as_on_the_command_line(folder: pathlib.Path, megabatt: Callable[..., Any], **options: Any) -> mb.BattResults:
    import json

    batt = mb.load(folder / "batt.py")
    assert isinstance(batt, mb.Batt)
    results = batt.run(folder / "tasks.json", **options)
    told = megabatt(folder, "run", "batt.py", "--data", "tasks.json", "--format", "json", "--outcomes", "out.jsonl")
    by_task = {task["task"]: task for task in told["tasks"]}
    assert results.o_score == {task: about["o_score"] for task, about in by_task.items()}
    assert results.d_score == {task: about["d_score"] for task, about in by_task.items()}
    assert results.gave_nothing == {task: about["gave_nothing"] for task, about in by_task.items() if about["gave_nothing"]}
    assert results.gave_nothing_first == told["totals"]["gave_nothing_first"]
    numbers = results.summary
    for ours, theirs in (("samples", "samples"), ("differ_score", "differ_score"), ("gave_nothing", "gave_nothing")):
        assert numbers[ours] == told["totals"][theirs]
    assert numbers["solved"] == told["totals"]["tasks_solved"] and numbers["limits_met"] == told["totals"]["limits"]
    lines = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    expected = {
        (one["program"], one["task"], one["split"], one["index"]): (one["outcome"], one.get("value"), one.get("error"), one["match"])
        for one in lines
    }
    assert {**rows(results), **rows(results.scores)} == expected and len(results) + len(results.scores) == len(lines)
    return results


@pytest.mark.parametrize("options", [{}, {"outcomes": "full"}, {"threads": 1, "batch_size": 1}])
def test_results_are_those_of_the_command_line(folder: pathlib.Path, megabatt: Any, options: Dict[str, Any]) -> None:
    results = same_as_on_the_command_line(folder, megabatt, **options)
    assert results.solved == {"0a000001": ["solve_0a000001_t8"], "0a000002": ["solve_0a000001_t8", "solve_0a000002_t12"]}
    assert results.o_score["0a000001"] == {"0a000001": 3000, "0a000002": 0}
    # Four calls with C = None, three with a target; of the input itself every score counts 1000.
    assert results.d_score["0a000001"]["None"]["differ_missing"] == {"last_t": 7, "score": 7000}
    assert [r.value for r in results.scores.outcomes("differ_missing_None_t7_with_target")][:1] == [(1000, ())]
    assert [r.matches for r in results.outcomes("solve_0a000001_t8")] == [True, True, True, None, True, True]
    assert "BattResults: 2 programs" in repr(results) and len(results.to_pandas()) == len(results) == 12
    assert not results.interrupted and results.summary["planned_samples"] == 6


def test_a_batt_that_ends(folder: pathlib.Path, megabatt: Any) -> None:
    # A grid is no function. Outside of a `try` that ends the batt; in the second file only where there is a target.
    ends = SOUND.replace("    return o, s\n", "    t20 = t12(I)\n    return o, s\n")
    (folder / "batt.py").write_text(ends)
    results = same_as_on_the_command_line(folder, megabatt)
    assert results.solved == {} and results.gave_nothing["0a000002"] == {"TypeError": 2}
    assert results.gave_nothing_first["text"] == "t20 = t12(I)" and not results.gave_nothing_first["with_target"]
    (folder / "batt.py").write_text(ends.replace("t20 = t12(I)", "t20 = branch(C, I, identity)\n    t21 = t20(I)"))
    results = same_as_on_the_command_line(folder, megabatt)
    assert len(results.solved) == 2 and results.gave_nothing_first["with_target"]


#: Busy for longer than any test waits, were it not for its fuel.
ENDLESS = [
    "t1 = compose(increment, increment)",
    "t2 = power(t1, 100)",
    "t3 = interval(0, 1000000, 1)",
    *(f"t{n} = apply(t2, t{n - 1})" for n in range(4, 7)),
    "t7 = combine(I, t6)",
    "o.append((7, False, 'x', t7))",
]


def test_limits(folder: pathlib.Path) -> None:
    results = mb.load(folder / "batt.py").run(folder / "tasks.json", fuel=1)
    assert {record.limit for record in results} == {"fuel"} and results.summary["limits_met"]["limit fuel"] > 0
    (folder / "batt.py").write_text(text(ENDLESS))
    results = mb.load(folder / "batt.py").run(folder / "tasks.json", time_limit=0.3, fuel=10**13, memory=10**9)
    assert results.timed_out and results.summary["samples"] == 0 == len(results) and results.summary["planned_samples"] == 6


def test_candidates_are_programs(folder: pathlib.Path) -> None:
    batt = mb.load(folder / "batt.py")
    assert batt.names == ["solve_0a000001_t8", "solve_0a000002_t12"] and len(batt) == 2 and batt.dialect == "tok"
    assert (batt.lines, batt.scores, batt.solvers) == (11, 2, ["0a000001", "0a000002"])
    assert repr(batt) == f"<Batt {folder / 'batt.py'}: 11 lines, 2 candidates, 2 scores>"
    program = batt["solve_0a000001_t8"]
    assert program.source == "def solve_0a000001_t8(S, I, C):\n    O = mir_rot_t(I, ZERO)\n    return O\n"
    assert program((), ((1,), (2,)), None) == ((2,), (1,))
    assert mb.Programs.of(list(batt)).run(folder / "tasks.json", "all").solved["0a000001"] == ["solve_0a000001_t8"]
    copy = pickle.loads(pickle.dumps(batt))
    assert isinstance(copy, mb.Batt) and copy.names == batt.names
    assert pickle.loads(pickle.dumps(program)).source == program.source


def test_the_file_of_calls(folder: pathlib.Path) -> None:
    calls = folder / "batt_call.py"
    calls.write_text("t_call = {8: 'mir_rot_t, I, R1', 12: 'identity, I'}\n")
    with pytest.warns(mb.ProgramWarning, match=r"t1 \(nothing there, p_g\(C\) here\)"):
        batt = mb.load([folder / "batt.py", calls])
    assert "mir_rot_t(I, ONE)" in batt["solve_0a000001_t8"].source
    calls.write_text("t_call = {12: 'identity, I'}\n")
    with pytest.warns(mb.ProgramWarning, match="has no call t8; the candidate is put together from the batt file instead"):
        batt = mb.load([folder / "batt.py", calls])
    assert "mir_rot_t(I, ZERO)" in batt["solve_0a000001_t8"].source and len(batt) == 2


def test_what_cannot_be_loaded(folder: pathlib.Path) -> None:
    (folder / "other.py").write_text("def solve(I): return I\n")
    with pytest.raises(mb.ProgramError, match="comes alone, or with the file of its calls"):
        mb.load(folder)
    with pytest.raises(mb.ProgramError, match="nothing called `rot99`"):
        mb.load(text=SOUND.replace("mir_rot_t", "rot99"))
    with pytest.raises(mb.ProgramError, match="appends nothing"):
        mb.load(text=HEAD + "    return o, s\n")
    with pytest.raises(ValueError, match="written in 'tok'"):
        mb.load(text=SOUND, dialect="arc")
    with pytest.raises(TypeError):
        mb.load(folder / "batt.py").run(folder / "tasks.json", pair="all")


def executed(source: str) -> Callable[..., Any]:
    """The function itself, as Python runs it, on `megabatt.dsl.tok`."""
    space = {name: getattr(tok, name) for name in tok.__all__}
    body = "\n".join(line for line in source.splitlines() if " import " not in line)
    exec(compile(body, "batt.py", "exec"), {**space, "_get_safe_default": lambda function: ()}, space)
    return space["batt"]


@pytest.mark.parametrize("target", [None, ((0, 3), (1, 1))])
def test_single_calls(target: Any) -> None:
    pairs = tuple((tuple(map(tuple, p["input"])), tuple(map(tuple, p["output"]))) for p in TASKS["0a000001"]["train"])
    batt = mb.load(text=SOUND)
    found = batt("0a000001", pairs, pairs[0][0], target, "log")
    assert found == executed(SOUND)("0a000001", pairs, pairs[0][0], target, "log")
    o, s = found
    assert o[0] == (8, False, "0a000001", ((0, 3), (1, 1))) and [one[:3] for one in s] == [
        (7, "None", "differ_missing"),
        (7, "0a000002", "differ_other"),
    ]
    assert batt(task_id="0a000001", S=pairs, I=mb.Grid(pairs[0][0]), C=target) == found


def test_single_calls_raise_what_the_first_line_raises() -> None:
    chain = ["t1 = identity(identity)", *(f"t{n} = compose(identity, t{n - 1})" for n in range(2, 1_101))]
    deep, no_function = ["t2000 = t1100(I)"], ["t2001 = identity(I)", "t2002 = t2001(I)"]
    candidate = ["o.append((2002, False, 'x', t2002))"]
    for lines, expected in ((deep + no_function, RecursionError), (no_function + deep, TypeError)):
        source = text([*chain, *lines, *candidate], tries=False)
        for function in (mb.load(text=source), executed(source)):
            with pytest.raises(expected):
                function("x", (), ((1,),), None, None)


def test_arguments_of_single_calls() -> None:
    batt = mb.load(text=SOUND)
    with pytest.raises(TypeError, match="functions of Python's"):
        batt("x", (lambda: 1,), ((1,),), None)
    with pytest.raises(TypeError, match="give a tuple"):
        batt("x", (), [[1]], None)
