"""Values and outcomes as JSON, in the form `megabatt run --outcomes` writes them.

Sets are written in the order Python walks them. An int that does not fit 64 bits is `{"int": "…"}`: JSON readers
would round it. A float is `{"float": "…"}`, since JSON knows neither nan nor inf.
"""

import json
import sys
from typing import Any

MOST_NODES = 3_000_000


def fits(number: int) -> bool:
    """Whether the int is one of 64 bits."""
    return -(2**63) <= number < 2**63


class TooBig(Exception):
    """The value has too many parts to be written down."""


class Encoder:
    """Counts the parts of a value while writing it: shared parts can make a small value endless on paper."""

    def __init__(self, most: int = MOST_NODES):
        self.left = most

    def value(self, value: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise TooBig
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return value if fits(value) else {"int": str(value)}
        if isinstance(value, float):
            return {"float": repr(value)}
        if isinstance(value, tuple):
            return [self.value(item) for item in value]
        if isinstance(value, (set, frozenset)):
            return {"set": [self.value(item) for item in value]}
        if callable(value):
            return {"function": ""}
        return {"other": type(value).__name__}


def encode(value: Any, most: int = MOST_NODES) -> Any:
    """The JSON form of a value; the recursion limit does not apply to writing it down."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    try:
        return Encoder(most).value(value)
    finally:
        sys.setrecursionlimit(limit)


def dumps(row: Any) -> str:
    """Compact JSON, whatever the depth."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    try:
        return json.dumps(row, separators=(",", ":"))
    finally:
        sys.setrecursionlimit(limit)


def has_big_int(encoded: Any) -> bool:
    """Whether an encoded value has an int beyond 64 bits, which megabatt answers with a limit."""
    if isinstance(encoded, dict):
        return "int" in encoded or has_big_int(encoded.get("set"))
    return isinstance(encoded, list) and any(has_big_int(item) for item in encoded)
