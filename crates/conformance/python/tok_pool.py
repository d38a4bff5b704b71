"""A pool of values that argument lists are drawn from.

Cases name their arguments by number in the pool, which keeps the recorded file small. A tree of the pool may contain
`{"p": n}`, the tree that has number n. Nothing in the pool is a set that the DSL made: the order of a set depends on
how it was made, so sets are written down item by item and built anew on both sides.
"""

import json
from typing import Any

from trees import Tree


class Pool:
    """Trees by number; the numbers of each kind; the items of each container."""

    def __init__(self) -> None:
        self.trees: list[Tree] = []
        self.numbers: dict[str, int] = {}
        self.kinds: dict[str, list[int]] = {}
        self.items: dict[int, list[int]] = {}
        self.parts: dict[int, dict[str, list[int]]] = {}

    def add(self, kind: str, tree: Tree) -> int:
        """The number of a tree, which is in the pool once."""
        text = json.dumps(tree)
        number = self.numbers.setdefault(text, len(self.trees))
        if number == len(self.trees):
            self.trees.append(tree)
        of_kind = self.kinds.setdefault(kind, [])
        if number not in of_kind:
            of_kind.append(number)
        return number

    def container(self, kind: str, form: str, items: list[int]) -> int:
        """A tuple (`t`) or set (`s`) of values of the pool."""
        number = self.add(kind, {form: [self.short(item) for item in items]})
        self.items[number] = items
        return number

    def short(self, number: int) -> Tree:
        """The tree itself where it is no longer than a reference."""
        tree = self.trees[number]
        return {"p": number} if isinstance(tree, dict) and len(json.dumps(tree)) > 12 else tree

    def part(self, whole: int, kind: str, tree: Tree) -> int:
        """A value cut out of another one, remembered with it."""
        number = self.add(kind, tree)
        self.parts.setdefault(whole, {}).setdefault(kind, []).append(number)
        return number


def expand(tree: Tree, trees: list[Tree]) -> Tree:
    """The tree without references to the pool."""
    if isinstance(tree, list):
        return [expand(item, trees) for item in tree]
    if not isinstance(tree, dict):
        return tree
    ((kind, content),) = tree.items()
    if kind == "p":
        return expand(trees[content], trees)
    return tree if kind in ("g", "op", "float", "same") else {kind: expand(content, trees)}


def freeze(value: Any) -> Tree:
    """A value of the DSL written down; sets by their items in the order in which they stand."""
    if isinstance(value, tuple):
        return {"t": [freeze(item) for item in value]}
    if isinstance(value, frozenset):
        return {"s": [freeze(item) for item in value]}
    return value
