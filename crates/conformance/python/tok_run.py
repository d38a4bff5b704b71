"""Runs a case in the reference, and finds out whether what it gives depends on addresses.

Functions and nan hash by their addresses, so the order of a set with several of them is different from run to run.
To see what depends on it, a case runs again with stand-ins in their places, which hash at random.
"""

import hashlib
import json
import math
import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import guard
from encode import TooBig, dumps, encode, has_big_int
from trees import Tree, build_all

CAP_SECONDS = 0.5
MOST_NODES = 6_000
LONGEST = 40  # a longer text is kept as its hash
USUAL_RUNS = 4
MANY_RUNS = 100  # where a function or nan is in a container: even rare orders come up
_rng = random.Random("hashes")


class AnyFunction:
    """A function that hashes at random."""

    def __init__(self, function: Callable):
        self.function = function
        self.hash = _rng.getrandbits(60)

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return self.function(*args, **keywords)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.function, name)

    def __hash__(self) -> int:
        return self.hash


class AnyNan(float):
    """A nan that hashes at random."""

    def __init__(self, _value: float):
        super().__init__()
        self.hash = _rng.getrandbits(60)

    def __hash__(self) -> int:
        return self.hash


def standing_in(value: Any) -> Any:
    """The value with stand-ins inside its containers."""
    if isinstance(value, tuple):
        return tuple([stand_in(item) for item in value])
    if isinstance(value, frozenset):
        return frozenset([stand_in(item) for item in value])
    return value


def stand_in(item: Any) -> Any:
    if callable(item):
        return AnyFunction(item)
    return AnyNan(item) if item != item else standing_in(item)  # pylint: disable=comparison-with-itself -- nan


class Other(Exception):
    """The value is none that programs of the DSL can work with, a list or an iterator."""


def call(name: str, args: list[Tree], then: list[Tree] | None, dsl: ModuleType) -> tuple[str, Any]:
    """What a case gives: `("value", v)`, `("error", class name)` or `("capped", why)`."""
    kind, values = guard.call(build_all, [args, dsl], CAP_SECONDS)
    return run(name, values, None if then is None else build_all(then, dsl), dsl) if kind == "value" else ("capped", "")


def run(name: str, values: list[Any], then: list[Any] | None, dsl: ModuleType) -> tuple[str, Any]:
    kind, value = guard.call(getattr(dsl, name), values, CAP_SECONDS)
    return guard.call(value, then, CAP_SECONDS) if kind == "value" and then is not None else (kind, value)


def run_otherwise(name: str, args: list[Tree], then: list[Tree] | None, dsl: ModuleType) -> str:
    """The text of what a case gives with other hashes."""
    values = [standing_in(value) for value in build_all(args, dsl)]
    more = None if then is None else [standing_in(value) for value in build_all(then, dsl)]
    nan, math.nan = math.nan, AnyNan(math.nan)  # type: ignore[misc] -- the DSL reads it anew each time
    try:
        kind, value = run(name, values, more, dsl)
        return text(value) if kind == "value" else f'"{kind} {value}"'
    finally:
        math.nan = nan  # type: ignore[misc]


def text(value: Any) -> str:
    """The value as text in the form of an outcomes file."""
    encoded = encode(value, MOST_NODES)
    if has_big_int(encoded):
        raise TooBig
    found = dumps(encoded)
    if '"other"' in found:
        raise Other(found)
    return found


def without_order(encoded: Any) -> Any:
    """The encoded value with the items of sets sorted by their text."""
    if isinstance(encoded, list):
        return [without_order(item) for item in encoded]
    if isinstance(encoded, dict) and "set" in encoded:
        return {"set": sorted((without_order(item) for item in encoded["set"]), key=dumps)}
    return encoded


def unstable(value: Any) -> bool:
    """Whether an item hashes by its address."""
    if isinstance(value, (tuple, frozenset)):
        return any(map(unstable, value))
    return callable(value) or value != value  # pylint: disable=comparison-with-itself -- nan


def holds_unstable_set(value: Any) -> bool:
    """Whether there is a set in the value whose order depends on addresses."""
    if isinstance(value, frozenset) and len(value) > 1 and unstable(value):
        return True
    return isinstance(value, (tuple, frozenset)) and any(map(holds_unstable_set, value))


def holds_unstable(value: Any) -> bool:
    """Whether there is a function or nan in a container, from which a set could be made."""
    return isinstance(value, (tuple, frozenset)) and unstable(value)


def outcome(name: str, args: list[Tree], then: list[Tree] | None, dsl: ModuleType) -> dict | None:
    """The fields of a case's outcome; None where it takes too long or is too much to be written down."""
    kind, value = call(name, args, then, dsl)
    if kind == "capped":
        return None
    try:
        first = text(value) if kind == "value" else ""
        runs = MANY_RUNS if any(map(holds_unstable, [value, *build_all([*args, *(then or [])], dsl)])) else USUAL_RUNS
        others = [run_otherwise(name, args, then, dsl) for _ in range(runs)]
    except TooBig:
        return None
    if len(set(others)) == 1 and not holds_unstable_set(value):
        return kept(first) if kind == "value" else {"e": value}
    plain = {dumps(without_order(json.loads(found))) for found in [*others, *([first] if kind == "value" else [])]}
    return kept(plain.pop()) | {"varies": "order"} if len(plain) == 1 else {"varies": "value"}


def kept(found: str) -> dict:
    """A short value as it is, a long one as a hash."""
    if len(found) <= LONGEST:
        return {"v": json.loads(found)}
    return {"h": hashlib.sha256(found.encode()).hexdigest()[:12]}


def default(function: Callable) -> Any:
    """What a function gives when it fails: it fails without arguments."""
    return function()
