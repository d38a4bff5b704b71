"""``mb.primitive``: a Python function as an operation."""

import functools
import threading
from typing import Any, Callable, Optional, Union

from ._native import Function, Traced
from ._trace import current, is_under_way, require_straight_line, trace


class Slow:
    """A function that is called in Python whenever the engine needs it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self.__code__ = getattr(function, "__code__", None)

    def __call__(self, *args: Any) -> Any:
        return self._function(*args)


class Primitive:
    """An operation made of a Python function. See :func:`primitive`."""

    __name__: str

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self.__code__ = getattr(function, "__code__", None)
        self._lock = threading.RLock()
        self._known = False
        self._traced: Optional[Traced] = None
        self._why: Optional[str] = None
        self._slow = Slow(function)

    def _find_out(self) -> Optional[Traced]:
        with self._lock:
            if not self._known:
                try:
                    require_straight_line(self._function)
                    self._traced = trace(self._function)
                except Exception as error:  # Whatever it does with symbols, Python does it with values.
                    self._why = str(error) or type(error).__name__
                self._known = True
        return self._traced

    @property
    def native(self) -> bool:
        """Whether it runs without Python."""
        return self._find_out() is not None

    @property
    def slow(self) -> bool:
        """Whether it is called in Python, one value at a time."""
        return not self.native

    @property
    def why_slow(self) -> Optional[str]:
        """What keeps it from being native."""
        self._find_out()
        return self._why

    def __call__(self, *args: Any) -> Any:
        if is_under_way():
            return current("a function").call(self, args, None)
        traced = self._find_out()
        return self._function(*args) if traced is None else traced.function(*args)

    def __megabatt__(self) -> Union[Function, Slow]:
        traced = self._find_out()
        return self._slow if traced is None else traced.function

    def __reduce__(self) -> Any:
        raise TypeError(f"an operation made of a Python function cannot be pickled; define {self.__name__} again on the other side")

    def __repr__(self) -> str:
        return f"<primitive {self.__name__}, {'native' if self.native else 'slow'}>"


def primitive(function: Callable[..., Any]) -> Primitive:
    """Makes an operation of a Python function: it can be called, given to operations, and used in :func:`megabatt.jit`.

    A straight-line function over ``megabatt.dsl`` is traced and runs natively. Any other is called in Python wherever the
    engine needs it, so what uses it runs on one core, with the GIL: good for trying something out.

    >>> import megabatt as mb
    >>> from megabatt.dsl import *
    >>> @mb.primitive
    ... def twice_and_one(n):
    ...     return increment(double(n))
    >>> @mb.primitive
    ... def digits(n):
    ...     return len(str(n))
    >>> twice_and_one, digits
    (<primitive twice_and_one, native>, <primitive digits, slow>)
    >>> apply(compose(twice_and_one, digits), (5, 500))
    (3, 7)
    """
    if not callable(function):
        raise TypeError(f"primitive takes a function, not {type(function).__name__}")
    return Primitive(function)
