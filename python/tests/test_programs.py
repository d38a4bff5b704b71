"""Programs from files and texts, called one by one."""

import pathlib
import pickle

import megabatt as mb
import pytest

TWO = "def solve_0a000001(I):\n    O = rot90(I)\n    return O\n\ndef other(I):\n    return first(first(I))\n"

PAIR = {"input": [[1]], "output": [[1]]}


def test_a_text() -> None:
    programs = mb.load(text=TWO)
    assert programs.names == ["solve_0a000001", "other"] and len(programs) == 2 and "other" in programs
    assert [program.name for program in programs] == programs.names
    program = programs["solve_0a000001"]
    assert program == programs[0] == programs[-2] and hash(program) == hash(programs[0])
    assert (program.task, program.line, program.file, program.dialect) == ("0a000001", 1, "<text>", "arc")
    assert program([[1, 2], [3, 4]]) == ((3, 1), (4, 2)) and program.__name__ == "solve_0a000001"
    assert repr(program) == "<Program solve_0a000001 (<text>:1)>" and "O = rot90(I)" in program.source
    assert repr(programs) == "<Programs: 2 of <text>, dialect arc>"
    outcome = program.run(((1, 2), (3, 4)))
    assert (outcome.kind, outcome.value, outcome.error) == ("value", ((3, 1), (4, 2)), None)
    assert outcome.fuel > 0 and outcome.memory > 0 and outcome.seconds > 0
    with pytest.raises(StopIteration):
        programs["other"](())
    failed = programs["other"].run(())
    assert (failed.kind, failed.value, failed.error, repr(failed)) == (
        "error",
        None,
        "StopIteration",
        "<Outcome error: StopIteration>",
    )


def test_files_and_folders(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.py").write_text("def solve(I): return I")
    (tmp_path / "b.py").write_text("def solve(I): return rot90(I)")
    programs = mb.load(tmp_path)
    assert programs.names == [f"{tmp_path / 'a.py'}::solve", f"{tmp_path / 'b.py'}::solve"]
    assert mb.load([tmp_path / "b.py"])[0]([[1, 2]]) == ((1,), (2,))
    with pytest.raises(FileNotFoundError):
        mb.load(tmp_path / "c.py")
    (tmp_path / "empty").mkdir()
    with pytest.raises(mb.ProgramError, match="no .py file"):
        mb.load(tmp_path / "empty")
    with pytest.raises(TypeError, match="a path or several"):
        mb.load()
    with pytest.raises(TypeError, match=r"mb.load\(pathlib.__file__\)"):
        mb.load(pathlib)  # type: ignore[arg-type]


def test_what_cannot_be_loaded() -> None:
    with pytest.raises(mb.ProgramError, match=r"mine.py:2:\d+: error: .*\n.*help: "):
        mb.load(text="def solve(I):\n    for x in I: pass\n", name="mine.py")
    with pytest.raises(mb.ProgramError, match="no program could be loaded"):
        mb.load(text="")
    with pytest.warns(mb.ProgramWarning, match=r"mine.py:4:\d+: error: .*frobnicate") as caught:
        programs = mb.load(text="def good(I): return I\n\ndef bad(I):\n    return frobnicate(I)\n", name="mine.py")
    assert programs.names == ["good"] and len(caught) == len(programs.diagnostics) == 1
    assert caught[0].filename == __file__


def test_dialects() -> None:
    assert mb.load(text="def f(I): return o_g(I, R5)").dialect == "tok"
    text = "def f(I): return argmax(difference(asindices(I), asindices(I)), size)"
    with pytest.raises(ValueError):
        mb.load(text=text)[0]([[1]])
    assert mb.load(text=text, dialect="rearc")[0]([[1]]) is None
    with pytest.raises(ValueError, match="there is no dialect .lisp"):
        mb.load(text=text, dialect="lisp")


def test_values_that_come_out() -> None:
    text = """
def f(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(add, ONE)
    return (x1, x2, T, None, astuple(x1, x1))
"""
    objects, function, true, none, (a, b) = mb.load(text=text)[0]([[0, 1], [0, 2]])
    assert objects == frozenset({frozenset({(1, (0, 1))}), frozenset({(2, (1, 1))})})
    assert function(4) == 5 and true is True and none is None and a is b and a is objects


def test_pickles() -> None:
    programs = mb.load(text=TWO)
    copy = pickle.loads(pickle.dumps(programs))
    assert copy.names == programs.names and copy.dialect == programs.dialect
    program = pickle.loads(pickle.dumps(programs["other"]))
    assert program.source == programs["other"].source and program([[5]]) == 5
    few = pickle.loads(pickle.dumps(programs[1:]))
    assert few.names == ["other"]
    with pytest.raises(TypeError, match="pickle to_pandas"):
        pickle.dumps(programs.run({"0a000001": {"train": [PAIR], "test": [PAIR]}}))


def test_deep_calls_do_not_overflow_the_stack() -> None:
    import threading

    lines = ["def f(I):", "    x0 = identity"]
    lines += [f"    x{n} = compose(identity, x{n - 1})" for n in range(1, 880)]
    program = mb.load(text="\n".join([*lines, "    return x879(I)", ""]))[0]
    assert program([[1]]) == ((1,),)
    function = mb.load(text="\n".join([*lines, "    return x879", ""]))[0]([[1]])
    results = []

    def work() -> None:
        results.append((program([[1]]), function(7)))

    old = threading.stack_size(256 << 10)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    threading.stack_size(old)
    assert results == [(((1,),), 7)]


def test_many_threads_at_once(programs: mb.Programs, tasks: mb.Tasks) -> None:
    from concurrent.futures import ThreadPoolExecutor

    alone = programs.run(tasks, threads=1).summary
    with ThreadPoolExecutor(4) as pool:
        for results in pool.map(lambda _: programs.run(tasks, threads=2), range(8)):
            assert results.summary["right"] == alone["right"]
