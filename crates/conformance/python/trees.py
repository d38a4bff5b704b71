"""Arguments as expression trees, which Python and Rust build in the same way.

| JSON | value |
| --- | --- |
| `5`, `true`, `null` | int, bool, None |
| `{"float": "nan"}` | a float of its own; `inf` and `-inf` likewise |
| `{"t": [...]}` | a tuple |
| `{"g": [[...], ...]}` | a tuple of tuples of ints; Rust makes it in its compact form |
| `{"s": [...]}` | a frozenset, grown by adding one by one in this order |
| `{"copy": x}` | a copy of the set x: another table, so maybe another order |
| `{"or": [x, y]}`, `"and"`, `"sub"`, `"xor"` | the set operators |
| `{"op": "name"}` | an operation as a value |
| `{"call": [f, x, ...]}` | what f gives |
| `{"same": k}` | the very object that argument k is |

Identity matters: `a & a` copies a table, `a & b` of equal sets walks one.
"""

import operator
from types import ModuleType
from typing import Any

Tree = Any
SIGNS = {"or": "|", "and": "&", "sub": "-", "xor": "^"}
SET_OPERATORS = {"or": operator.or_, "and": operator.and_, "sub": operator.sub, "xor": operator.xor}


def t(*items: Tree) -> Tree:
    return {"t": list(items)}


def s(*items: Tree) -> Tree:
    return {"s": list(items)}


def op(name: str) -> Tree:
    return {"op": name}


def call(function: Tree | str, *args: Tree) -> Tree:
    return {"call": [op(function) if isinstance(function, str) else function, *args]}


def same(argument: int) -> Tree:
    return {"same": argument}


def build(tree: Tree, dsl: ModuleType, arguments: list[Any]) -> Any:
    """The value of a tree; `arguments` are those already built."""
    if not isinstance(tree, dict):
        return tree
    ((kind, content),) = tree.items()
    if kind == "float":
        return float(content)
    if kind == "t":
        return tuple([build(item, dsl, arguments) for item in content])
    if kind == "g":
        return tuple([tuple(row) for row in content])
    if kind == "s":
        return frozenset([build(item, dsl, arguments) for item in content])
    if kind == "copy":
        return frozenset(set(build(content, dsl, arguments)))
    if kind in SET_OPERATORS:
        left, right = (build(item, dsl, arguments) for item in content)
        return SET_OPERATORS[kind](left, right)
    if kind == "op":
        return getattr(dsl, content)
    if kind == "same":
        return arguments[content]
    if kind == "call":
        function, *args = [build(item, dsl, arguments) for item in content]
        return function(*args)
    raise ValueError(f"no such tree: {kind}")


def build_all(trees: list[Tree], dsl: ModuleType) -> list[Any]:
    """The arguments of a call, built from left to right."""
    arguments: list[Any] = []
    for tree in trees:
        arguments.append(build(tree, dsl, arguments))
    return arguments


def expression(tree: Tree, arguments: str = "a") -> str:
    """The tree as Python source, for a reproduction people can run; argument k is called a0, a1, ..."""
    if not isinstance(tree, dict):
        return repr(tree)
    ((kind, content),) = tree.items()
    if kind == "float":
        return f'float("{content}")'
    if kind == "g":
        return repr(tuple(map(tuple, content)))
    if kind == "t":
        inside = ", ".join(expression(item, arguments) for item in content)
        return f"({inside},)" if len(content) == 1 else f"({inside})"
    if kind == "s":
        return f"frozenset([{', '.join(expression(item, arguments) for item in content)}])"
    if kind == "copy":
        return f"frozenset(set({expression(content, arguments)}))"
    if kind in SET_OPERATORS:
        return "(" + f" {SIGNS[kind]} ".join(expression(item, arguments) for item in content) + ")"
    if kind == "op":
        return content
    if kind == "same":
        return f"{arguments}{content}"
    function, *args = [expression(item, arguments) for item in content]
    return f"{function}({', '.join(args)})"
