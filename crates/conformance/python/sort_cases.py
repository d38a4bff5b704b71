#!/usr/bin/env python3
"""Sorting, and the largest and smallest of a container, by keys whose order is partial, tied or missing.

    python3 sort_cases.py --packages DIR --out CASES.jsonl [--count N] [--seed TEXT]

The cases have the form of `op_cases.py`: `order`, `argmax` and `argmin` of pairs `(key, number)` by `first`, which
tells what became of equal keys, and `maximum` and `minimum` of the keys. What CPython gives for sets, which compare
by inclusion, depends on the very comparisons its sort makes.
"""

import argparse
import pathlib
import random
from collections.abc import Callable
from typing import Any

import dialects
import guard
from encode import dumps
from reference import meta
from trees import Tree, build_all, op, s, t

LENGTHS = [0, 1, 2, 3, 4, 5, 8, 16, 31, 32, 33, 63, 64, 65, 66, 100, 127, 128, 129, 200, 300]


def small_set(rng: random.Random) -> Tree:
    return s(*(rng.randint(0, 4) for _ in range(rng.randint(0, 4))))


def key_maker(kind: str, rng: random.Random) -> Callable[[], Tree]:
    """Keys of a kind; with most of them some pairs cannot be ordered."""
    makers: dict[str, Callable[[], Tree]] = {
        "int": lambda: rng.randint(-50, 50),
        "few ints": lambda: rng.randint(0, 3),
        "bool and int": lambda: rng.choice([True, False, 0, 1, 2, -1]),
        "pair": lambda: t(rng.randint(0, 4), rng.randint(-2, 4)),
        "tuples": lambda: t(*(rng.randint(0, 2) for _ in range(rng.randint(0, 4)))),
        "sets": lambda: small_set(rng),
        "sets of pairs": lambda: s(*(t(rng.randint(0, 1), rng.randint(0, 1)) for _ in range(rng.randint(0, 4)))),
        "tuples of sets": lambda: t(rng.randint(0, 1), small_set(rng)),
        "sets of sets": lambda: s(*(small_set(rng) for _ in range(rng.randint(0, 2)))),
        "cells": lambda: t(rng.randint(0, 9), t(rng.randint(0, 3), rng.randint(0, 3))),
        "incomparable": lambda: rng.choice([1, 2, 3, t(1), s(1), None]),
        "nones": lambda: None,
        "rarely wrong": lambda: rng.randint(0, 9) if rng.random() < 0.97 else t(1, 2),
        "tuples, rarely wrong": lambda: t(
            rng.randint(0, 5), rng.randint(0, 3) if rng.random() < 0.9 else rng.choice([t(), s(1), None])
        ),
        "functions": lambda: op(rng.choice(["first", "last"])),
    }
    return makers[kind]


def arranged(keys: list[Tree], how: str, rng: random.Random) -> list[Tree]:
    """The keys as they are, or in runs, which the sort looks for and merges."""
    if how == "random" or not all(isinstance(key, int) for key in keys):
        return keys if how != "halves" else keys[::2] + keys[::2]
    if how == "ascending":
        return sorted(keys)
    if how == "descending":
        return sorted(keys, reverse=True)
    if how == "halves":
        return sorted(keys[::2]) + sorted(keys[1::2])
    if how == "saw":
        step = rng.randint(3, 40)
        return [
            key for at in range(0, len(keys), step) for key in sorted(keys[at : at + step], reverse=rng.random() < 0.3)
        ]
    changed = sorted(keys)  # nearly sorted
    for _ in range(rng.randint(1, 3)):
        i, j = rng.randrange(len(keys)), rng.randrange(len(keys))
        changed[i], changed[j] = changed[j], changed[i]
    return changed


COMPARABLE = ["int", "few ints", "bool and int", "pair", "tuples", "cells"]
PARTIAL = ["sets", "sets", "sets of pairs", "tuples of sets", "sets of sets"]
WRONG = ["incomparable", "nones", "rarely wrong", "tuples, rarely wrong", "functions"]
KINDS = COMPARABLE + PARTIAL + WRONG
ARRANGEMENTS = ["random", "random", "ascending", "descending", "halves", "saw", "nearly"]


def case(rng: random.Random) -> dict[str, Any]:
    kind = rng.choice(KINDS)
    length = rng.choice(LENGTHS)
    make = key_maker(kind, rng)
    keys = [make() for _ in range(length)]
    keys = arranged(keys, rng.choice(ARRANGEMENTS) if keys else "random", rng)
    name = rng.choice(["order", "order", "order", "argmax", "argmin", "maximum", "minimum", "valmax", "valmin"])
    if name in ("maximum", "minimum"):
        return {"op": name, "args": [t(*keys)]}
    if name == "order" and rng.random() < 0.2:  # the items are their own keys
        return {"op": name, "args": [t(*keys), op("identity")]}
    return {"op": name, "args": [t(*(t(key, number) for number, key in enumerate(keys))), op("first")]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    dsl = dialects.load(options.packages, "rearc")
    with options.out.open("w") as out:
        for number in range(options.count):
            row = case(random.Random(f"sorting {options.seed} {number}"))
            outcome = guard.outcome(getattr(dsl, row["op"]), build_all(row["args"], dsl), cap=10)
            outcome.pop("raw", None)
            out.write(dumps(row | outcome) + "\n")
    about = meta(0.0, cases=options.count)
    options.out.with_suffix(".meta.json").write_text(dumps(about))
    print(f"python {about['python']}: {options.count} cases")


if __name__ == "__main__":
    main()
