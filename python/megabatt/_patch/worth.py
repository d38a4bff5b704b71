"""For which operations a single call is worth the way to the engine and back.

Converting a grid or a set costs about as much as the cheaper operations take in Python. On the calls that re-arc's verifiers make,
these operations take less here from the given number of cells (or items) of the first argument on; all others are left alone.
"""

import functools
import inspect
import types
from typing import Any, Callable, Dict, Mapping, Optional

from .._native import Function

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

_TEMPLATE = """\
def {name}({params}):
    if size({first}) < {least}:
        left_alone()
        return original({params})
    try:
        answer = attempt({params})
    except Exception:
        accelerated()
        raise
    if answer is NotImplemented:
        failed_over()
        return original({params})
    accelerated()
    return answer
"""


def size(value: Any) -> int:
    """How many cells a grid has, or items a set."""
    if type(value) is tuple and value and type(value[0]) is tuple:
        return len(value) * len(value[0])
    return len(value) if isinstance(value, (tuple, frozenset)) else 0


def wrapper(
    dialect: str, name: str, function: Any, native: Function, counted: Mapping[str, Callable[[], None]]
) -> Optional[Callable[..., Any]]:
    """What stands in the place of an operation; None if it is not worth it.

    It has the parameters of the original, because `rbind` and `lbind` count them.
    """
    if dialect == "tok" or name not in LEAST or not isinstance(function, types.FunctionType):
        return None
    params = list(inspect.signature(function).parameters)
    text = _TEMPLATE.format(name=name, params=", ".join(params), first=params[0], least=LEAST[name])
    space: Dict[str, Any] = {"size": size, "original": function, "attempt": native.attempt, **counted}
    exec(compile(text, f"<megabatt patch of {name}>", "exec"), space)
    made: Callable[..., Any] = functools.wraps(function)(space[name])
    return made
