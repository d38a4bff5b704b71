"""The functions of a module that was not read from one file: those of a notebook's cells, of a prompt, of a script.

Each function says where its code comes from, and Python's `linecache` has the text: notebooks put their cells there, and from 3.13 on so
does Python's own prompt. The texts of all functions together are then what a file would be.
"""

import __future__

import ast
import functools
import linecache
import operator
import types
from typing import Dict, List, Tuple

from . import layers
from .fingerprint import Defined, Source, defined

#: What an earlier cell asked of ``__future__`` holds for later ones.
_FUTURE = functools.reduce(operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))
NO_SOURCE = "its source is not known; write it into a file or into a cell of a notebook"


def source_of_cells(module: types.ModuleType) -> Tuple[Source, Dict[str, str]]:
    """The functions of a module, each from where it was written, and why others are not among them."""
    parts: List[str] = []
    codes: Dict[str, types.CodeType] = {}
    why: Dict[str, str] = {}
    for name, function in list(vars(module).items()):
        if not isinstance(function, types.FunctionType) or function.__module__ != module.__name__:
            continue
        code = layers.code(function)
        linecache.checkcache(code.co_filename)
        text = "".join(linecache.getlines(code.co_filename))
        found = _defined(text, code.co_filename, code.co_flags & _FUTURE).get(name)
        if not text:
            why[name] = NO_SOURCE
        elif found is None or found.code != code:
            why[name] = "it is not what its cell says"
        else:
            parts.append("\n".join(text.split("\n")[found.node.lineno - 1 : found.node.end_lineno]))
            codes[name] = found.code
    whole = "\n\n".join(parts) + "\n"
    nodes = (node for node in ast.parse(whole).body if isinstance(node, ast.FunctionDef))
    return Source(whole, {node.name: Defined(node, codes[node.name]) for node in nodes}), why


@functools.lru_cache(maxsize=1_000)
def _defined(text: str, name: str, flags: int) -> Dict[str, Defined]:
    return defined(text, name, flags)
