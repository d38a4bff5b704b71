"""re-arc's dialect of the DSL, with the same names as ``megabatt.dsl``.

>>> from megabatt.dsl.rearc import argmax, size
>>> argmax((), size) is None
True
"""

from .._native import names as _names

_known = dict(_names("rearc"))
globals().update(_known)
__all__ = list(_known)
