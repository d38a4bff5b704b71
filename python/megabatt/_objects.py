"""Objects as tables have them."""

from typing import NamedTuple, Tuple


class ObjectInfo(NamedTuple):
    """What a table tells of an object.

    >>> from megabatt import ObjectInfo
    >>> ObjectInfo((3,), 2, 0, 0, 0, 1).shape
    (1, 2)
    """

    #: Its colours, each once, in ascending order.
    colours: Tuple[int, ...]
    #: How many cells it has.
    cells: int
    top: int
    left: int
    bottom: int
    right: int

    @property
    def shape(self) -> Tuple[int, int]:
        """Height and width of its box."""
        return self.bottom - self.top + 1, self.right - self.left + 1
