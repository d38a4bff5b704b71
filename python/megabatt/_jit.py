"""``mb.jit``: a Python function over ``megabatt.dsl`` becomes a program."""

import functools
import inspect
import threading
from typing import Any, Callable, Iterable, Optional

from ._native import Function, Traced
from ._trace import TraceError, current, is_under_way, program_name, trace


class Jit:
    """A function that was, or will be, traced into a program. See :func:`jit`."""

    __name__: str

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._traced: Optional[Traced] = None
        self._program: Any = None
        self._lock = threading.RLock()
        self._busy = False

    @property
    def traced(self) -> Traced:
        """The program; made on first use."""
        if self._traced is None:
            with self._lock:
                if self._busy:
                    raise TraceError(
                        f"{self.__name__} calls itself, which no program does; use power(function, n) to repeat a function"
                    )
                self._busy = True
                try:
                    self._traced = self._traced or trace(self._function)
                finally:
                    self._busy = False
        return self._traced

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if keywords:
            bound = inspect.signature(self._function).bind(*args, **keywords)
            args = bound.args
        if is_under_way():
            return current("a function").call(self, args, None)
        return self.traced(*args)

    def map(self, grids: Iterable[Any], *, errors: str = "raise", threads: int = 0, numpy: bool = False) -> Any:
        """What the function gives for each grid, on all cores: of a list, or a NumPy array of shape (N, height, width).

        Where a grid makes it raise, that exception is raised as a loop would raise it; with ``errors="keep"`` it stands in
        the place of the result.

        The results are a list of the values that the DSL gives. Making tuples of grids takes longer than many a program does, so with
        ``numpy=True`` grids are arrays of int8: a single one of shape (N, height, width) if all results are grids of one shape, else
        a list with an array for each grid.
        """
        if errors not in ("raise", "keep"):
            raise ValueError(f"errors is 'raise' or 'keep', not {errors!r}")
        return self.traced.map(grids, keep=errors == "keep", threads=threads, numpy=numpy)

    @property
    def source(self) -> str:
        """The text of the program, as ``mb.load(text=...)`` and the command line take it."""
        return self.traced.source

    @property
    def program(self) -> Any:
        """The function as a program of ``mb.load``."""
        from . import load

        if self._program is None:
            params = list(inspect.signature(self._function).parameters)
            if len(params) != 1 and params != ["S", "I", "C"]:
                raise TypeError(
                    f"{self.__name__}({', '.join(params)}) is no program, so it cannot be shown or be part of a batch: a program takes "
                    f"one grid, or S, I and C. Fix the other arguments, as in mb.jit(lambda I: {self.__name__}(I, …))"
                )
            self._program = load(text=self.source, dialect=self.traced.dialect)[program_name(self._function)]
        return self._program

    def show(self, *args: Any) -> Any:
        """Every line of the program on a grid, drawn."""
        return self.program.show(*args)

    def __megabatt__(self) -> Function:
        return self.traced.function

    def __repr__(self) -> str:
        return f"<jit {self.__name__}{inspect.signature(self._function)}>"

    def _repr_html_(self) -> str:
        from html import escape

        try:
            text = self.source
        except Exception as error:  # A notebook shows what it is all the same; who uses it is told.
            text = f"{type(error).__name__}: {error}"
        return f"<div><b>{escape(repr(self))}</b><pre>{escape(text)}</pre></div>"

    def __reduce__(self) -> Any:
        raise TypeError(f"a traced function cannot be pickled; send {self.__name__}.source and load it there with mb.load(text=…)")


def jit(function: Callable[..., Any]) -> Jit:
    """Makes a program of a Python function that is written with the names of ``megabatt.dsl``.

    The function is run once, with symbols for its arguments, when it is used for the first time; each call of an operation is a
    line of the program. Loops over known values and calls of other functions are fine: they are done while tracing. What would
    need the value of a symbol (``if``, ``len``, a loop over it) is a :class:`TraceError` that says what to use instead.

    >>> import megabatt as mb
    >>> from megabatt.dsl import *
    >>> @mb.jit
    ... def turned(I):
    ...     return vmirror(hmirror(I))
    >>> turned([[1, 2], [3, 4]])
    ((4, 3), (2, 1))
    >>> turned.map([[[1, 2]], [[3], [4]]])
    [((2, 1),), ((4,), (3,))]
    >>> print(turned.source)
    def turned(I):
        x1 = hmirror(I)
        O = vmirror(x1)
        return O
    <BLANKLINE>
    """
    if not callable(function):
        raise TypeError(f"jit takes a function, not {type(function).__name__}")
    return Jit(function)
