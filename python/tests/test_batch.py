"""Calls that run together."""

from typing import Any

import megabatt as mb
import megabatt.dsl as dsl
import pytest

TEXT = "def a(I): return rot90(I)\ndef b(I): return first(first(I))\ndef c(I): return hmirror(rot90(I))"


def test_calls_and_futures() -> None:
    programs = mb.load(text=TEXT)
    with mb.batch() as batch:
        turned = batch.call(programs["a"], [[1, 2]])
        again = batch.call(programs["a"], ((1, 2),))
        number = batch.call(programs["b"], [[1, 2]])
        failed = batch.call(programs["b"], ())
        assert len(batch) == 4 and not turned.done() and "waits" in repr(turned)
    assert turned.done() and turned.result() == again.result() == ((1,), (2,))
    assert number.result() == 1 and number.exception() is None
    assert isinstance(failed.exception(), StopIteration) and failed.outcome().error == "StopIteration"
    with pytest.raises(StopIteration):
        failed.result()


def test_traced_functions_are_programs() -> None:
    @mb.jit
    def turned(I: Any) -> Any:
        return dsl.vmirror(dsl.rot90(I))

    task = mb.tasks({"one": {"train": [{"input": [[1, 2]], "output": [[1]]}], "test": [{"input": [[3]], "output": [[3]]}]}})[0]
    program = mb.load(text=TEXT)["a"]
    with mb.batch() as batch:
        alone = batch.call(turned, [[1, 2]])
        asked = batch.run(turned, task)
        both = batch.run([turned, program], task)
    assert alone.result() == turned([[1, 2]]) == ((1,), (2,))
    assert list(both) == ["turned", "a"]
    assert [f.result() for f in asked["turned"]] == [f.result() for f in both["turned"]] == [((1,), (2,)), ((3,),)]
    assert turned.program is turned.program


def test_other_functions_are_said_to_be_none() -> None:
    with mb.batch() as batch:
        with pytest.raises(TypeError, match="@mb.jit"):
            batch.call(len, [[1]])  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="mb.load"):
            batch.run([len], None)  # type: ignore[list-item]
        assert len(batch) == 0


def test_asking_runs_the_batch() -> None:
    programs = mb.load(text=TEXT)
    with mb.batch(threads=1) as batch:
        first = batch.call(programs["b"], [[7]])
        assert first.result() == 7 and len(batch) == 0
        second = batch.call(programs["b"], [[8]])
    assert second.result() == 8


def test_programs_on_tasks(programs: mb.Programs, tasks: mb.Tasks) -> None:
    with mb.batch() as batch:
        futures = [(task, batch.run(programs, task)) for task in tasks[:3]]
    for task, by_name in futures:
        assert list(by_name) == programs.names
        for name in programs.names[::7]:
            for future, (given, _) in zip(by_name[name], task.samples):
                alone, together = programs[name].run(given), future.outcome()
                assert (alone.kind, alone.error, alone.value, alone.fuel) == (
                    together.kind,
                    together.error,
                    together.value,
                    together.fuel,
                )


def test_several_dialects() -> None:
    arc, tok = mb.load(text="def f(I): return rot90(I)"), mb.load(text="def f(I): return rot90(I)", dialect="tok")
    with mb.batch() as batch:
        both = [batch.call(p[0], [[1, 2]]) for p in (arc, tok, arc)]
    assert [future.result() for future in both] == [((1,), (2,))] * 3


def test_what_is_no_grid_raises_where_it_is_given() -> None:
    program = mb.load(text=TEXT)["a"]
    with mb.batch() as batch:
        first = batch.call(program, [[1, 2]])
        with pytest.raises(ValueError, match="row 2 is 1 wide"):
            batch.call(program, [[1, 2], [3]])
        with pytest.raises(TypeError, match="is no grid"):
            batch.call(program, None)
        rows = [[3, 4]]
        second = batch.call(program, rows)
        rows[0].append(5)
    assert (first.result(), second.result()) == (((1,), (2,)), ((3,), (4,)))


def test_calls_are_not_lost_when_a_run_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    program = mb.load(text=TEXT)["a"]

    def interrupted(calls: Any, **options: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr("megabatt._batch.run_calls", interrupted)
        with pytest.raises(KeyboardInterrupt), mb.batch() as batch:
            futures = [batch.call(program, [[n]]) for n in range(3)]
    assert len(batch) == 3 and [future.result() for future in futures] == [((n,),) for n in range(3)]


def test_trouble() -> None:
    program = mb.load(text=TEXT)["a"]
    with pytest.raises(KeyError):
        with mb.batch() as batch:
            future = batch.call(program, [[1]])
            raise KeyError
    with pytest.raises(RuntimeError, match="given up"):
        future.result()
    with mb.batch():
        pass
