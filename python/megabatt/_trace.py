"""Tracing: a Python function is run once with symbols for its arguments, and the calls it makes are written down.

While a function is traced, every call of a name of ``megabatt.dsl`` is a line of the program, whether its arguments are
known or not: the program then does what Python would do, in the same order.
"""

import builtins
import dis
import inspect
import sys
import threading
from typing import Any, Callable, Dict, List, NoReturn, Optional, Tuple, Type

from ._native import Function, Grid, Traced, names, there_and_back, tracing

#: What a step works on: ``(slot,)``, or ``(None, constant)``.
Operand = Tuple[Any, ...]


class TraceError(TypeError):
    """A function does something that no program can do; the message says what to do instead."""

    #: The message without the place.
    what: Optional[str] = None


class _NoAttribute(TraceError, AttributeError):
    """For `hasattr`, which asks for an AttributeError. People see a TraceError."""


_NoAttribute.__name__ = _NoAttribute.__qualname__ = TraceError.__name__


class _Stack(threading.local):
    def __init__(self) -> None:
        self.traces: List["Trace"] = []


_stack = _Stack()


def _no_class(symbol: Any) -> NoReturn:
    """What isinstance() asks for."""
    raise _needs_value(symbol, "isinstance()", "Write one function for each kind of value.")


def _needs_value(symbol: Any, what: str, instead: str) -> TraceError:
    """The error for what no symbol can do."""
    other = _foreign_operation()
    if other is not None:
        instead = (
            f"{other} is an operation of another module; a traced function is written with those of megabatt: `from megabatt.dsl import *`."
        )
    trace: Trace = symbol._trace
    return trace.error(f"{what} needs a value, and {symbol!r} has none while the function is traced. {instead}")


def _foreign_operation() -> Optional[str]:
    """The innermost function under way that is called like an operation and is none of ours: somebody's own DSL is run on symbols."""
    known = {name for name, value in names("arc") if isinstance(value, Function)}
    frame = sys._getframe(2)
    for _ in range(20):
        module = str(frame.f_globals.get("__name__"))
        if frame.f_code.co_name in known and not module.startswith("megabatt."):
            return f"{module}.{frame.f_code.co_name}"
        if frame.f_back is None:
            break
        frame = frame.f_back
    return None


class Symbol:
    """A value that is known only when the program runs."""

    __slots__ = ("_slot", "_trace")

    def __init__(self, trace: "Trace", slot: int) -> None:
        self._trace = trace
        self._slot = slot

    def __call__(self, *args: Any, **keywords: Any) -> "Symbol":
        return current("a value").call(self, args, keywords)

    def __megabatt__(self) -> NoReturn:
        raise TraceError(
            f"a value of the traced function {self._trace.name} is used after its trace; return it from the function instead"
        )

    __class__ = property(_no_class)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        what = f"{self!r} has no attribute {name}: values of the DSL are ints, tuples, frozensets and functions."
        instead = f" Use {name}({self._trace.slot_text(self._slot)})." if name in dict(names("arc")) else ""
        raise self._trace.error(what + instead, _NoAttribute)

    def __repr__(self) -> str:
        return f"<{self._trace.slot_name(self._slot)} of {self._trace.called.split()[-1]}>"


def _refuse(name: str, what: str, instead: str) -> None:
    def method(self: Symbol, *_: Any) -> NoReturn:
        raise _needs_value(self, what, instead)

    method.__name__ = name
    setattr(Symbol, name, method)


for _name, _what, _instead in [
    ("__bool__", "`if`, `and`, `or` or `not`", "Use branch(condition, a, b), both(a, b), either(a, b) or flip(b)."),
    ("__len__", "len()", "Use size(container)."),
    ("__iter__", "a loop, or unpacking,", "Use apply(function, container), or first(x) and last(x)."),
    ("__getitem__", "indexing", "Use first(x), last(x), or index(grid, (i, j))."),
    ("__contains__", "`in`", "Use contained(value, container)."),
    ("__eq__", "==", "Use equality(a, b)."),
    ("__ne__", "!=", "Use flip(equality(a, b))."),
    ("__lt__", "<", "Use greater(b, a)."),
    ("__gt__", ">", "Use greater(a, b)."),
    ("__le__", "<=", "Use flip(greater(a, b))."),
    ("__ge__", ">=", "Use flip(greater(b, a))."),
    ("__hash__", "a set or a dict", "Use initset(value) and insert(value, set)."),
    ("__add__", "+", "Use add(a, b), or combine(a, b) for containers."),
    ("__radd__", "+", "Use add(a, b), or combine(a, b) for containers."),
    ("__sub__", "-", "Use subtract(a, b), or difference(a, b) for containers."),
    ("__rsub__", "-", "Use subtract(a, b), or difference(a, b) for containers."),
    ("__mul__", "*", "Use multiply(a, b), or repeat(item, n)."),
    ("__rmul__", "*", "Use multiply(a, b), or repeat(item, n)."),
    ("__floordiv__", "//", "Use divide(a, b)."),
    ("__rfloordiv__", "//", "Use divide(a, b)."),
    ("__mod__", "%", "Use even(n), or subtract and multiply and divide."),
    ("__neg__", "-", "Use invert(n)."),
    ("__and__", "&", "Use intersection(a, b)."),
    ("__rand__", "&", "Use intersection(a, b)."),
    ("__or__", "|", "Use combine(a, b)."),
    ("__ror__", "|", "Use combine(a, b)."),
    ("__index__", "range(), or indexing with it,", "Use interval(start, stop, step)."),
    ("__str__", "str() or print()", "Use repr() to see which value it is."),
    ("__format__", "a text", "Use repr() to see which value it is."),
    ("__float__", "float()", "The DSL has no fractions."),
    ("__int__", "int()", "Use branch(condition, 1, 0)."),
]:
    _refuse(_name, _what, _instead)


class Trace:
    """The lines of one function, as they come."""

    def __init__(self, function: Callable[..., Any], params: List[str]) -> None:
        self.name = program_name(function)
        #: How messages call it.
        self.called = "lambda" if getattr(function, "__name__", "") == "<lambda>" else f"function {self.name}"
        self.params = params
        self.steps: List[Tuple[Any, ...]] = []
        self.dialect: Optional[str] = None
        #: Captured functions and sets that stand in a line already, by identity; the object is kept so that it stays itself.
        self._made: Dict[int, Tuple[Any, Operand]] = {}

    def slot_name(self, slot: int) -> str:
        return self.params[slot] if slot < len(self.params) else f"the result of call {slot - len(self.params) + 1}"

    def slot_text(self, slot: int) -> str:
        return self.params[slot] if slot < len(self.params) else "x"

    def where(self) -> str:
        return f"in the traced {self.called}"

    def error(self, what: str, kind: Type[TraceError] = TraceError) -> TraceError:
        """An error with the place where it happened."""
        made = kind(f"{self.where()}: {what}")
        made.what = what
        return made

    def _append(self, step: Tuple[Any, ...]) -> Symbol:
        self.steps.append(step)
        return Symbol(self, len(self.params) + len(self.steps) - 1)

    def call(self, function: Any, args: Tuple[Any, ...], keywords: Optional[Dict[str, Any]]) -> Symbol:
        operands = [self.operand(function), [self.operand(arg) for arg in args]]
        return self._append((*operands, [(name, self.operand(value)) for name, value in (keywords or {}).items()]))

    def operand(self, value: Any) -> Operand:
        if type(value) is Symbol:
            if value._trace is not self:
                raise self.error(
                    f"it uses {value!r} from outside, which a function of a program cannot. Give it as an "
                    f"argument, and fix it with rbind(function, value) or lbind(function, value)."
                )
            return (value._slot,)
        if isinstance(value, tuple):
            return self._tuple(value)
        if isinstance(value, frozenset):
            return self._once(value, self._set)
        if isinstance(value, Function):
            return self._function(value)
        if isinstance(value, Grid):
            return (None, value.to_tuple())
        if isinstance(value, (list, set, dict)):
            kind = "frozenset" if isinstance(value, set) else "tuple"
            raise self.error(f"a {type(value).__name__} is no value of the DSL; give a {kind}")
        if callable(value):
            return self._callable(value)
        try:
            return (None, there_and_back(value))
        except TypeError as error:
            raise self.error(str(error)) from None

    def _tuple(self, value: Tuple[Any, ...]) -> Operand:
        operands = [self.operand(item) for item in value]
        if all(len(operand) == 2 for operand in operands):
            return (None, tuple(operand[1] for operand in operands))
        return (self._append((None, operands))._slot,)

    def _once(self, value: Any, make: Callable[[Any], Operand]) -> Operand:
        if id(value) not in self._made:
            self._made[id(value)] = (value, make(value))
        return self._made[id(value)][1]

    def _set(self, value: "frozenset[Any]") -> Operand:
        """A set that was there before: a program makes it anew, so it has to come out with the same slots."""
        operation = dict(names(self.dialect or "arc"))
        initset, combine, difference = operation["initset"], operation["combine"], operation["difference"]
        items = tuple(value)
        depth = tracing(0)
        try:
            made = combine(initset(items[0]), items[1:]) if items else frozenset()
            same = list(made) == list(value) and made.__sizeof__() == value.__sizeof__()
        finally:
            tracing(depth)
        if not same:
            raise self.error(
                f"a frozenset from outside has an order that a program cannot give it. Make it inside of the "
                f"function with initset, insert and combine."
            )
        if not items:
            one = self.call(initset, (0,), None)
            return (self.call(difference, (one, one), None)._slot,)
        start = self.call(initset, (items[0],), None)
        return (self.call(combine, (start, items[1:]), None)._slot if items[1:] else start._slot,)

    def _function(self, value: Function) -> Operand:
        if self.dialect is None:
            self.dialect = value.dialect
        elif self.dialect != value.dialect:
            raise self.error(f"it uses names of two dialects, {self.dialect} and {value.dialect}")
        if value._parts() is None:
            return (None, value)
        return self._once(value, self._closure)

    def _closure(self, value: Function) -> Operand:
        """A closure that was there before: the calls that make it."""
        parts = value._parts()
        assert parts is not None
        maker, arguments = parts
        return (self.call(dict(names(value.dialect))[maker], tuple(arguments), None)._slot,)

    def _callable(self, value: Any) -> Operand:
        own = getattr(value, "__megabatt__", None)
        if own is not None and not isinstance(value, type):
            function = own()
            return self.operand(function) if isinstance(function, Function) else (None, value)
        return (None, self._once(value, lambda function: (None, self._inner(function)))[1])

    def _inner(self, function: Any) -> Function:
        try:
            require_straight_line(function)
            traced = trace(function, dialect=self.dialect)
        except TraceError as error:
            what = f"the Python function {_name_of(function)} cannot be traced ({error.what or error})"
            made = self.error(
                f"{what}. Make it of operations, or mark it with @megabatt.primitive to have it called in Python."
            )
            # What to do is said once, though functions may stand in functions.
            made.what = what
            raise made from None
        return traced.function


def _name_of(function: Any) -> str:
    """Its name, without those of the functions around it."""
    return str(getattr(function, "__qualname__", function)).rpartition("<locals>.")[2]


def current(what: str) -> Trace:
    """The trace that is under way on this thread."""
    if not _stack.traces:
        raise TraceError(f"{what} of a traced function is used after its trace")
    return _stack.traces[-1]


def is_under_way() -> bool:
    """Whether a function is traced on this thread."""
    return bool(_stack.traces)


def record(function: Function, args: Tuple[Any, ...], keywords: Optional[Dict[str, Any]]) -> Symbol:
    """Writes a call of an operation down."""
    return current("an operation").call(function, args, keywords)


def program_name(function: Any) -> str:
    """What a function is called as a program."""
    name = getattr(function, "__name__", "traced")
    return name if name.isidentifier() else "function"


def _params(function: Any) -> List[str]:
    if getattr(function, "__code__", None) is None:
        raise TraceError(f"{_name_of(function)} has no Python code that could be traced")
    params = list(inspect.signature(function).parameters.values())
    for param in params:
        if param.kind in (param.VAR_POSITIONAL, param.VAR_KEYWORD, param.KEYWORD_ONLY) or param.default is not param.empty:
            raise TraceError(
                f"{_name_of(function)}: a program has plain parameters, no default values, no * and no **; {param} is not one"
            )
    return [param.name for param in params]


def require_straight_line(function: Any) -> None:
    """Raises TraceError where a function has several ways through it: a trace would only see one of them."""
    code = getattr(function, "__code__", None)
    jumps = {*dis.hasjrel, *dis.hasjabs}
    if code is None:
        raise TraceError(f"{_name_of(function)} has no Python code that could be traced")
    known = getattr(function, "__globals__", {})
    for name in code.co_names:
        if name not in known and hasattr(builtins, name):
            raise TraceError(f"{_name_of(function)} uses Python's {name}")
    if getattr(code, "co_exceptiontable", b"") or any(
        step.opcode in jumps or step.opname == "IS_OP" for step in dis.get_instructions(code)
    ):
        raise TraceError(f"{_name_of(function)} has a loop, a condition or a `try`, so it is not straight-line")


def trace(function: Callable[..., Any], dialect: Optional[str] = None) -> Traced:
    """The program that a function is. Raises TraceError, or whatever the function itself raises."""
    params = _params(function)
    made = Trace(function, params)
    made.dialect = dialect
    if len(_stack.traces) > 100:
        raise TraceError(f"{_name_of(function)} calls itself, which no program does; use power(function, n) to repeat a function")
    _stack.traces.append(made)
    tracing(len(_stack.traces))
    try:
        returned = function(*(Symbol(made, slot) for slot in range(len(params))))
        try:
            result = made.operand(returned)
        except TraceError as error:
            raise made.error(f"what it returns is no result of a program: {error.what or error}") from None
    finally:
        _stack.traces.pop()
        tracing(len(_stack.traces))
    return Traced(made.name, params, made.steps, result, made.dialect or "arc")
