"""For which operations a single call is worth the way to the engine and back.

Converting a grid or a set costs about as much as the cheaper operations take in Python. On the calls that re-arc's verifiers make,
these operations take less here from the given number of cells (or items) of the first argument on; all others are left alone.
"""

from typing import Any, Callable, Optional

from .._native import Function
from . import layers
from .stats import ACCELERATED, FAILED_OVER, LEFT_ALONE

#: The least size of the first argument.
LEAST = {
    "compress": 64,
    "fgpartition": 128,
    "gravitate": 4,
    "hperiod": 4,
    "objects": 16,
    "occurrences": 1,
    "upscale": 16,
    "vperiod": 4,
}

def size(value: Any) -> int:
    """How many cells a grid has, or items a set."""
    if type(value) is tuple and value and type(value[0]) is tuple:
        return len(value) * len(value[0])
    return len(value) if isinstance(value, (tuple, frozenset)) else 0


def instead(
    dialect: str,
    name: str,
    function: Any,
    native: Function,
    holds: Callable[[], bool],
    add: Callable[[str, int], None],
) -> Optional[Callable[..., Any]]:
    """What is called in the place of an operation; None if it is not worth it. `add` counts what became of calls."""
    if dialect == "tok" or name not in LEAST or not layers.can_be_replaced(function):
        return None
    original, attempt, least = layers.unpatched(function), native.attempt, LEAST[name]

    def called(first: Any, *others: Any) -> Any:
        if size(first) < least:
            add(name, LEFT_ALONE)
            return original(first, *others)
        if holds():
            try:
                answer = attempt(first, *others)
            except Exception:
                add(name, ACCELERATED)
                raise
            if answer is not NotImplemented:
                add(name, ACCELERATED)
                return answer
        add(name, FAILED_OVER)
        return original(first, *others)

    return called
