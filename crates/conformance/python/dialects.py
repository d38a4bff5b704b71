"""The DSL that megabatt must agree with, in each dialect.

`rearc` is re-arc's `dsl.py` as it comes. `arc` is the same module with the five functions replaced in which Hodel's
arc-dsl differs. They are replaced in the module itself, because other functions of the DSL call them by name.
`tok` is tokpidjin's, from a checkout that `MEGABATT_TOKPIDJIN` names.
"""

import importlib
import inspect
import itertools
import sys
from types import FunctionType, ModuleType

import tok_reference

DIALECTS = ("rearc", "arc", "tok")
DIFFERENT = ("argmax", "argmin", "occurrences", "dedupe", "branch")


def load(packages: str, dialect: str) -> ModuleType:
    """The module, fresh, so that several dialects can live in one process."""
    if dialect == "tok":
        return tok_reference.names()
    sys.path.insert(0, packages)
    sys.modules.pop("rearc_utils.dsl", None)
    dsl = importlib.import_module("rearc_utils.dsl")
    sys.path.remove(packages)
    if dialect == "arc":
        override(dsl)
    return dsl


def operations(dsl: ModuleType) -> dict[str, FunctionType]:
    """The functions the module defines, by name, in its order."""
    return {
        name: f for name, f in vars(dsl).items() if inspect.isfunction(f) and f.__module__ in (dsl.__name__, __name__)
    }


def override(dsl: ModuleType) -> None:
    """Puts arc-dsl's behaviour in the place of re-arc's."""

    def argmax(container, compfunc):
        return max(container, key=compfunc)  # no default: ValueError if there is nothing

    def argmin(container, compfunc):
        return min(container, key=compfunc)

    def dedupe(tup):
        return tuple(item for place, item in enumerate(tup) if tup.index(item) == place)

    def branch(condition, a, b):
        return a if condition else b

    def occurrences(grid, obj):
        """Starts only where the object's box fits, so that an oversized one has none and an odd one may raise."""
        normed = dsl.normalize(obj)
        rows, columns = len(grid), len(grid[0])
        tall, wide = dsl.shape(obj)
        found = set()
        for start in itertools.product(range(rows - tall + 1), range(columns - wide + 1)):
            cells = dsl.shift(normed, start)
            if all(0 <= i < rows and 0 <= j < columns and grid[i][j] == colour for colour, (i, j) in cells):
                found.add(start)
        return frozenset(found)

    for function in (argmax, argmin, occurrences, dedupe, branch):
        setattr(dsl, function.__name__, function)
