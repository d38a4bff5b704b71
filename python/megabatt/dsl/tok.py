"""tokpidjin's dialect of the DSL: cells are (i, j, c), and an operation that fails gives a default.

>>> from megabatt.dsl.tok import divide
>>> divide(7, 2), divide(7, 0)
(3, ())
"""

from .._native import names as _names

_known = dict(_names("tok"))
globals().update(_known)
__all__ = list(_known)
