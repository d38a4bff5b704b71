"""Runs a case in the reference, and finds out whether what it gives depends on addresses.

Functions and nan hash by their addresses, so the order of a set with several of them is different from run to run. The
DSL is loaded several times, which puts its functions at other addresses; what differs between the loads depends on them.
"""

import hashlib
import json
import pathlib
import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import guard
import tok_reference
from encode import TooBig, dumps, encode, has_big_int
from trees import Tree, build_all

CAP_SECONDS = 0.5
MOST_NODES = 6_000
LONGEST = 40  # a longer text is kept as its hash
LOADS = 12
USUAL_LOADS = 3
_kept: list[Any] = []


class Other(Exception):
    """The value is none that programs of the DSL can work with, a list or an iterator."""


def at_several_addresses(folder: pathlib.Path) -> list[ModuleType]:
    """The DSL, loaded several times with something else in between."""
    rng = random.Random("addresses")
    modules = []
    for _ in range(LOADS):
        _kept.append([(lambda: 0, float(k), object()) for k in range(rng.randrange(3_000))])
        modules.append(tok_reference.load(folder))
    return modules


def call(name: str, args: list[Tree], then: list[Tree] | None, dsl: ModuleType) -> tuple[str, Any]:
    """What a case gives: `("value", v)`, `("error", class name)` or `("capped", why)`."""
    kind, values = guard.call(build_all, [args, dsl], CAP_SECONDS)
    if kind != "value":
        return "capped", values
    kind, value = guard.call(getattr(dsl, name), values, CAP_SECONDS)
    if kind == "value" and then is not None:
        _kept[-1].append(float(len(_kept[-1])))
        more = build_all(then, dsl)
        kind, value = guard.call(value, more, CAP_SECONDS)
    return kind, value


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


def outcome(name: str, args: list[Tree], then: list[Tree] | None, modules: list[ModuleType]) -> dict | None:
    """The fields of a case's outcome; None where it takes too long or is too much to be written down."""
    kind, value = call(name, args, then, modules[0])
    if kind == "capped":
        return None
    if kind == "error":
        return {"e": value}
    try:
        first = text(value)
        loads = USUAL_LOADS
        set_in_result = holds_unstable_set(value)
        if set_in_result or holds_unstable_set(tuple(build_all(args, modules[0]))):
            loads = LOADS
        texts = [first] + [text(call(name, args, then, dsl)[1]) for dsl in modules[1:loads]]
    except TooBig:
        return None
    if len(set(texts)) == 1 and not set_in_result:
        return kept(first)
    plain = {dumps(without_order(json.loads(found))) for found in texts}
    return kept(plain.pop()) | {"varies": "order"} if len(plain) == 1 else {"varies": "value"}


def kept(found: str) -> dict:
    """A short value as it is, a long one as a hash."""
    if len(found) <= LONGEST:
        return {"v": json.loads(found)}
    return {"h": hashlib.sha256(found.encode()).hexdigest()[:12]}


def default(function: Callable) -> Any:
    """What a function gives when it fails: it fails without arguments."""
    return function()
