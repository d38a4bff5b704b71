"""The puzzles by theme, each a function that draws an input and works out its output."""

from puzzles import boxes, counting, lines, objects, scaling, symmetry
from puzzles.tools import TASKS, Again

__all__ = ["TASKS", "Again", "boxes", "counting", "lines", "objects", "scaling", "symmetry"]
