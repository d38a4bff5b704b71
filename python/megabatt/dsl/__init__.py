"""arc-dsl's names and constants, to be called with plain Python values.

>>> from megabatt.dsl import *
>>> objects(((0, 1), (1, 0)), T, F, T) == frozenset({frozenset({(1, (0, 1))}), frozenset({(1, (1, 0))})})
True
>>> apply(rbind(add, ONE), (1, 2, 3))
(2, 3, 4)
>>> apply(lambda x: x * x, (1, 2, 3))
(1, 4, 9)

Values and exceptions are those of arc-dsl, the order in which sets are walked included. Inside a function that
:func:`megabatt.jit` traces, the same names write a program. The other dialects are ``megabatt.dsl.rearc`` and
``megabatt.dsl.tok``.
"""

from .._native import names as _names

_known = dict(_names("arc"))
globals().update(_known)
__all__ = list(_known)
