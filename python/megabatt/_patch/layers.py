"""Functions that do something else for a while: nested, and from several threads.

What is replaced is the code of a function, not a name that stands for it. So every reference does the same, whichever module, list or
dict holds it, and a module that is imported meanwhile takes nothing along that would have to be put back.

Each function that is patched has a pile: the code it had at first, and that of the patches on it, the newest on top. A patch that ends
takes its own away, wherever in the pile it is. A function that somebody else gave another code meanwhile is left to them.
"""

import inspect
import threading
import types
from typing import Any, Callable, Dict, List, Tuple

#: Ways to take arguments, and to go on later, that code which calls something else does not have.
_NOT_PLAIN = (
    inspect.CO_VARARGS
    | inspect.CO_VARKEYWORDS
    | inspect.CO_GENERATOR
    | inspect.CO_COROUTINE
    | inspect.CO_ITERABLE_COROUTINE
    | inspect.CO_ASYNC_GENERATOR
)
#: Stands in the code where the function that is called will be.
_MARK = "what megabatt calls instead"


class _Pile:
    def __init__(self, function: types.FunctionType) -> None:
        self.function = function
        self.original = function.__code__
        self.layers: List[Tuple[object, types.CodeType]] = []

    def top(self) -> types.CodeType:
        return self.codes()[-1]

    def codes(self) -> Tuple[types.CodeType, ...]:
        return (self.original, *(layer for _, layer in self.layers))


_lock = threading.RLock()
_piles: Dict[int, _Pile] = {}
#: Of each function with a pile the code it had at first, and then those of the patches on it. `Bindings` looks here whether another
#: code is ours. What a function has is in here at any time, so that threads which do not take the lock never see it as foreign.
patched: Dict[types.FunctionType, Tuple[types.CodeType, ...]] = {}


def code(function: types.FunctionType) -> types.CodeType:
    """The code of a function without any patch."""
    with _lock:
        pile = _piles.get(id(function))
        found = function.__code__
        return pile.original if pile is not None and found is pile.top() else found


def unpatched(function: types.FunctionType) -> types.FunctionType:
    """A function that does what another one does without any patch."""
    made = types.FunctionType(
        code(function), function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    return made


def can_be_replaced(function: Any) -> bool:
    """Whether it takes plain arguments and nothing from functions around it, so that other code can stand in its place."""
    if not isinstance(function, types.FunctionType) or function.__closure__ or function.__defaults__:
        return False
    found = code(function)
    return not (found.co_kwonlyargcount or found.co_posonlyargcount or found.co_freevars or found.co_flags & _NOT_PLAIN)


def put(owner: object, function: types.FunctionType, instead: Callable[..., Any]) -> None:
    """Lets a function call another one with its arguments until `take_away(owner)`."""
    with _lock:
        pile = _piles.get(id(function))
        if pile is None or function.__code__ is not pile.top():
            pile = _piles[id(function)] = _Pile(function)
        layer = _calling(instead, pile.original)
        pile.layers.append((owner, layer))
        patched[function] = pile.codes()
        function.__code__ = layer


def take_away(owner: object) -> None:
    """Ends all that an owner put, also if it was interrupted: then the last layer is in its pile, but not yet the function's code."""
    with _lock:
        for pile in list(_piles.values()):
            before = pile.top()
            pile.layers = [layer for layer in pile.layers if layer[0] is not owner]
            if pile.function.__code__ is before:
                pile.function.__code__ = pile.top()
            if pile.layers:
                patched[pile.function] = pile.codes()
            else:
                patched.pop(pile.function, None)
                del _piles[id(pile.function)]


def _calling(instead: Callable[..., Any], original: types.CodeType) -> types.CodeType:
    """Code with the parameters, the name and the place of another one, as `rbind`, `inspect` and tracebacks ask for them. The
    function that it calls is one of its constants, because it has the names of its module and none of ours."""
    params = original.co_varnames[: original.co_argcount]
    local = "instead"
    while local in params:
        local += "_"
    given = ", ".join(params)
    space: Dict[str, Any] = {}
    exec(f"def calling({given}): {local} = {_MARK!r}; return {local}({given})", space)
    made: types.CodeType = space["calling"].__code__
    constants = tuple(instead if constant == _MARK else constant for constant in made.co_consts)
    named: Dict[str, Any] = {"co_qualname": original.co_qualname} if hasattr(original, "co_qualname") else {}
    return made.replace(
        co_consts=constants,
        co_name=original.co_name,
        co_filename=original.co_filename,
        co_firstlineno=original.co_firstlineno,
        **named,
    )
