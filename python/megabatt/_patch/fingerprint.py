"""What tells a function of a known DSL from one that somebody changed: a hash of what its source says.

Comments, layout, annotations and docstrings do not count; names of parameters do, since calls may use them.
"""

import ast
import functools
import hashlib
import inspect
import json
import pathlib
import types
import weakref
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

#: Fields that differ between versions of Python or that do not change what a function does.
_IGNORED = {"annotation", "returns", "type_comment", "type_params", "kind", "ctx", "decorator_list"}


class Defined:
    """A function of a source file."""

    def __init__(self, node: ast.FunctionDef, code: types.CodeType) -> None:
        self.node = node
        self.code = code

    @functools.cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.node)


class Source(NamedTuple):
    """The text of a module, and the functions at the top of it."""

    text: str
    functions: Dict[str, Defined]


def fingerprint(node: ast.FunctionDef) -> str:
    """The hash of a function's source; the same in every version of Python."""
    body = node.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and isinstance(body[0].value.value, str):
        body = body[1:]
    parts: List[str] = []
    _write(node.args, parts)
    for statement in body:
        _write(statement, parts)
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:16]


def _write(value: Any, parts: List[str]) -> None:
    if isinstance(value, ast.AST):
        parts.append(f"{type(value).__name__}(")
        for name, field in ast.iter_fields(value):
            if name not in _IGNORED and field is not None and field != []:
                parts.append(f"{name}=")
                _write(field, parts)
        parts.append(")")
    elif isinstance(value, list):
        parts.append("[")
        for item in value:
            _write(item, parts)
        parts.append("]")
    else:
        parts.append(f"{value!r};")


_sources: "weakref.WeakKeyDictionary[types.ModuleType, Source]" = weakref.WeakKeyDictionary()


def source_of(module: types.ModuleType) -> Optional[Source]:
    """The source of a module, if there is one. It is taken apart once."""
    try:
        text = inspect.getsource(module)
    except (OSError, TypeError):
        return None
    source = _sources.get(module)
    if source is None or source.text != text:
        source = _sources[module] = Source(text, defined(text, getattr(module, "__file__", None) or "<source>"))
    return source


def defined(text: str, file: str, flags: int = 0) -> Dict[str, Defined]:
    """The functions at the top of a source file; of two with one name the later one, as in Python. `flags` are those of
    ``__future__`` that the text itself does not ask for."""
    try:
        tree = ast.parse(text)
        whole = compile(tree, file, "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        return {}
    codes = {(code.co_name, code.co_firstlineno): code for code in _codes(whole)}
    functions: Dict[str, Defined] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            code = codes.get((node.name, first))
            if code is not None:
                functions[node.name] = Defined(node, code)
    return functions


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    return (constant for constant in code.co_consts if isinstance(constant, types.CodeType))


def global_names(code: types.CodeType) -> Iterator[str]:
    """Names that a function may look up outside of itself, those of functions inside of it included."""
    yield from code.co_names
    for inner in _codes(code):
        yield from global_names(inner)


@functools.lru_cache(maxsize=None)
def known() -> Dict[str, Dict[str, str]]:
    """The fingerprints of each dialect's functions, and of tokpidjin's wrapper around them."""
    text = (pathlib.Path(__file__).parent / "fingerprints.json").read_text()
    facts: Dict[str, Dict[str, str]] = json.loads(text)
    return facts


def record(paths: List[Tuple[str, str]]) -> Dict[str, Dict[str, str]]:
    """The fingerprints of source files, given as (dialect, path): what ``fingerprints.json`` is made of, and compared with."""
    facts: Dict[str, Dict[str, str]] = {}
    for dialect, path in paths:
        tree = ast.parse(pathlib.Path(path).read_text())
        functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
        facts.setdefault(dialect, {}).update({node.name: fingerprint(node) for node in functions})
    return facts
