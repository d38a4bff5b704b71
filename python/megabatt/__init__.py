"""megabatt runs ARC programs with exactly Python's answers, hundreds of times faster.

>>> import megabatt as mb
>>> mb.Grid([[0, 1], [1, 0]]).shape
(2, 2)
"""

from ._native import DataError, Function, Grid, LimitError, ProgramError, __version__

__all__ = ["DataError", "Function", "Grid", "LimitError", "ProgramError", "__version__"]
