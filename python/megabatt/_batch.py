"""Calls that are collected and run together."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Iterable, Optional, Union

from ._jit import Jit
from ._native import Input, Outcome, Program, Programs, run_calls


def _program(given: Any) -> Program:
    if isinstance(given, Program):
        return given
    if isinstance(given, Jit):
        program: Program = given.program
        return program
    raise TypeError(f"a batch calls programs, not {given!r}; take one of mb.load(…), or write @mb.jit before the function")


class Future:
    """What a call will have given once its batch has run."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._outcome: Optional[Outcome] = None

    def done(self) -> bool:
        """Whether the batch has run."""
        return self._outcome is not None

    def outcome(self) -> Outcome:
        """The outcome; runs the batch if it has not run."""
        if self._outcome is None:
            self._batch.flush()
        if self._outcome is None:
            raise RuntimeError("the batch of this call was given up, so the call did not run")
        return self._outcome

    def result(self) -> Any:
        """The value, or the exception that Python raises; runs the batch if it has not run."""
        return self.outcome().result()

    def exception(self) -> Optional[BaseException]:
        """The exception that `result` raises, or None."""
        try:
            self.result()
        except Exception as error:
            return error
        return None

    def __repr__(self) -> str:
        return f"<Future: {self._outcome!r}>" if self.done() else "<Future: waits for its batch>"


class Batch:
    """Calls of any programs on any grids; see `batch`."""

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._calls: list[tuple[Program, Input]] = []
        self._futures: list[Future] = []

    def call(self, program: Union[Program, Jit], grid: Any) -> Future:
        """Asks for ``program(grid)``; the program may be a function of ``@mb.jit``. What is no grid raises here."""
        future, known = Future(self), _program(program)
        self._calls.append((known, Input(known, grid)))
        self._futures.append(future)
        return future

    def run(
        self, programs: Union[Programs, Program, Jit, Iterable[Union[Program, Jit]]], task: Any
    ) -> dict[str, list[Future]]:
        """Asks for programs on all inputs of a task, demonstrations first: for each program's name its futures."""
        each = map(_program, [programs] if isinstance(programs, (Program, Jit)) else programs)
        return {program.name: [self.call(program, pair[0]) for pair in task.samples] for program in each}

    def flush(self) -> None:
        """Runs what was asked for until now. If it is interrupted, calls without an outcome are still asked for."""
        calls, futures = self._calls, self._futures
        self._calls, self._futures = [], []
        groups: dict[str, list[int]] = {}
        for n, (program, _) in enumerate(calls):
            groups.setdefault(program.dialect, []).append(n)
        try:
            for group in groups.values():
                for n, outcome in zip(group, run_calls([calls[n] for n in group], **self._options)):
                    futures[n]._outcome = outcome
        except BaseException:
            left = [n for n, future in enumerate(futures) if not future.done()]
            self._calls[:0] = [calls[n] for n in left]
            self._futures[:0] = [futures[n] for n in left]
            raise

    def __len__(self) -> int:
        return len(self._calls)

    def __enter__(self) -> Batch:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if kind is None:
            self.flush()
        else:
            self._calls, self._futures = [], []


def batch(
    *, threads: int = 0, fuel: Optional[int] = None, memory: Optional[int] = None, timeout: Optional[float] = None
) -> Batch:
    """Collects calls of many programs on many grids; at the end of the block they run as one batch.

    The same program on the same grid runs once, and where all programs meet all grids, lines that they share run once.

    >>> import megabatt as mb
    >>> programs = mb.load(text="def a(I): return rot90(I)\\ndef b(I): return first(first(I))")
    >>> with mb.batch() as b:
    ...     turned = b.call(programs["a"], [[1, 2]])
    ...     failed = b.call(programs["b"], ())
    >>> turned.result()
    ((1,), (2,))
    >>> failed.exception()
    StopIteration()
    """
    return Batch(threads=threads, fuel=fuel, memory=memory, timeout=timeout)
