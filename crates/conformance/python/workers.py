"""An ordered parallel map over forked processes.

The workers are forks of one process, so `hash(None)`, which is an address before Python 3.12, is the same in all of
them and can be told to megabatt.
"""

import multiprocessing
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import guard

_work: Callable[[Any], Any]


def parallel(work: Callable[[Any], Any], items: Iterable[Any], count: int, gigabytes: float) -> Iterator[Any]:
    """`work(item)` for each item, in order. `work` may be a closure: forks see it without pickling."""
    global _work  # pylint: disable=global-statement -- inherited by the forks
    _work = work
    context = multiprocessing.get_context("fork")
    with context.Pool(count, initializer=guard.limit_memory, initargs=(gigabytes,)) as pool:
        yield from pool.imap(_run, items, chunksize=1)


def _run(item: Any) -> Any:
    sys.setrecursionlimit(1000)
    return _work(item)
