"""Files of programs: reading them as Python functions, and cutting single programs out of them."""

import ast
import pathlib
import re
from collections.abc import Callable
from types import ModuleType

TASK_ID = re.compile(r"[0-9a-f]{8}")
IMPORT = "from dsl import *\n"
HELPER = "helper"
DIFFER = "differ_"


def sources(path: pathlib.Path) -> dict[str, str]:
    """The source of each function of a file, by name, in order."""
    text = path.read_text()
    lines = text.splitlines()
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return {f.name: "\n".join(lines[f.lineno - 1 : f.end_lineno]) for f in functions}


def functions(path: pathlib.Path, dsl: ModuleType) -> dict[str, Callable]:
    """The programs of a file as Python functions. Functions called `helper…` or `differ_…` are no programs."""
    return {name: f for name, f in defined(path, dsl).items() if not name.startswith((HELPER, DIFFER))}


def differs(path: pathlib.Path, dsl: ModuleType) -> dict[str, Callable]:
    """The functions of a file that score what programs give."""
    return {name: f for name, f in defined(path, dsl).items() if name.startswith(DIFFER)}


def defined(path: pathlib.Path, dsl: ModuleType) -> dict[str, Callable]:
    """All functions of a file."""
    found = sources(path)
    names = dict(vars(dsl))
    for name, source in found.items():
        exec(compile(source, name, "exec"), names)  # pylint: disable=exec-used -- programs of the tests only
    return {name: names[name] for name in found}


def save(programs: list[str], path: pathlib.Path) -> None:
    """Writes programs as a file that Python and megabatt both read."""
    path.write_text(IMPORT + "".join(f"\n\n{source}\n" for source in programs))


def compiled(name: str, source: str, dsl: ModuleType) -> Callable:
    """The function a program defines, in a namespace with the names of the DSL."""
    names = dict(vars(dsl))
    exec(compile(source, name, "exec"), names)  # pylint: disable=exec-used -- programs of the tests only
    return names[name]


def task_of(name: str) -> str:
    """The task a program is named after."""
    found = TASK_ID.search(name)
    if found is None:
        raise ValueError(f"{name} names no task")
    return found.group()
