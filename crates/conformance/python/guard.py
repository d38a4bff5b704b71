"""Calls functions of the DSL as if from the top level of a script, with a cap on time and memory.

How deep a program may recurse depends on who calls it. The workers here are some frames deep themselves, so
`as_at_top_level` raises the recursion limit by just that much.
"""

import contextlib
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

from encode import MOST_NODES, TooBig, encode

# What a recursive function reaches when a script calls it directly: 1,000 frames, one of them the script's.
TOP_LEVEL_FRAMES = 999


class Capped(BaseException):
    """The call used up its time. No program can catch it."""


def limit_memory(gigabytes: float) -> None:
    """Makes a call that wants more end in a MemoryError instead of taking the machine with it."""
    most = int(gigabytes * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def headroom() -> int:
    """How many nested calls are left from here."""
    reached = 0

    def deeper() -> None:
        nonlocal reached
        reached += 1
        deeper()

    with contextlib.suppress(RecursionError):
        deeper()
    return reached


def as_at_top_level() -> None:
    """Called as deep as `outcome` will be: gives what `outcome` calls the frames that a script would have."""
    sys.setrecursionlimit(sys.getrecursionlimit() + TOP_LEVEL_FRAMES - headroom())


@contextlib.contextmanager
def cpu_cap(seconds: float) -> Iterator[None]:
    """Raises `Capped` inside once that much CPU time is used: wall time would depend on what else is running."""

    def stop(_signal: int, _frame: Any) -> None:
        raise Capped

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def call(function: Callable, args: list, cap: float) -> tuple[str, Any]:
    """`("value", v)`, `("error", class name)` or `("capped", reason)`."""
    try:
        with cpu_cap(cap):
            return "value", function(*args)
    except Capped:
        return "capped", "time"
    except MemoryError:
        return "capped", "memory"
    except Exception as e:  # pylint: disable=broad-except -- any exception is an outcome here
        return "error", type(e).__name__


def outcome(function: Callable, args: list, cap: float, most: int = MOST_NODES) -> dict[str, Any]:
    """The outcome of a call in the fields of an outcome line, and under `raw` the value itself."""
    kind, result = call(function, args, cap)
    if kind == "value":
        try:
            return {"outcome": kind, "value": encode(result, most), "raw": result}
        except (TooBig, MemoryError):
            kind, result = "capped", "size"
    return {"outcome": kind, kind: result}
