"""Programs from files and texts."""

from __future__ import annotations

import os
import types
import warnings
from typing import Iterable, Optional, Union

from ._native import ProgramError, Programs, parse_programs

Path = Union[str, "os.PathLike[str]"]


class ProgramWarning(UserWarning):
    """A function that could not be loaded, with its file, line and column; the others were."""


def load(
    path: Union[Path, Iterable[Path], None] = None,
    *,
    text: Optional[str] = None,
    dialect: str = "auto",
    name: str = "<text>",
) -> Programs:
    """The programs of a file, of several files or of all ``*.py`` files of a folder, or of a text.

    They are parsed, never executed. Functions ``differ_…(S, I, C)`` in them are differs, which score what the programs give. One
    of tokpidjin's generated batt files, alone or with the file of its calls, is a `Batt`.

    A function that cannot be loaded is a `ProgramWarning` that says where and why; if
    nothing can be loaded, that is a `ProgramError`. The dialect is ``arc``, ``rearc`` or ``tok``; ``auto`` is ``tok`` where
    names are used that only tokpidjin has, else ``arc``.

    >>> programs = load(text="def solve(I): return rot90(I)")
    >>> programs.names
    ['solve']
    """
    if (path is None) == (text is None):
        raise TypeError("load() takes a path or several, or text=")
    if isinstance(path, types.ModuleType):
        raise TypeError(f"load() reads files and takes no module; write mb.load({path.__name__}.__file__)")
    files = [(name, text.encode())] if text is not None else [_read(one) for one in _paths(path)]
    programs = parse_programs(files, dialect)
    for diagnostic in programs.diagnostics:
        warnings.warn(diagnostic, ProgramWarning, stacklevel=2)
    return programs


def _paths(path: Union[Path, Iterable[Path], None]) -> list[str]:
    """The files that are meant, in order."""
    given = [path] if isinstance(path, (str, os.PathLike)) else list(path or [])
    files: list[str] = []
    for one in [os.fspath(each) for each in given]:
        if os.path.isdir(one):
            found = sorted(file for file in os.listdir(one) if file.endswith(".py"))
            if not found:
                raise ProgramError(f"{one}: the folder has no .py file")
            files.extend(os.path.join(one, file) for file in found)
        else:
            files.append(one)
    if not files:
        raise ProgramError("no file of programs was given; mb.load('solvers.py')")
    return files


def _read(path: str) -> tuple[str, bytes]:
    with open(path, "rb") as file:
        return path, file.read()
