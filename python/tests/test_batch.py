"""Calls that run together."""

import megabatt as mb
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


def test_trouble() -> None:
    program = mb.load(text=TEXT)["a"]
    with pytest.raises(ValueError, match="row 2 is 1 wide"):
        with mb.batch() as batch:
            future = batch.call(program, [[1, 2], [3]])
    with pytest.raises(RuntimeError, match="given up"):
        future.result()
    with pytest.raises(KeyError):
        with mb.batch() as batch:
            future = batch.call(program, [[1]])
            raise KeyError
    with pytest.raises(RuntimeError, match="given up"):
        future.result()
    with mb.batch():
        pass
