#!/usr/bin/env python3
"""Chains of set operations with the orders in which the running Python walks the results.

    python3 set_cases.py --out CASES.jsonl [--count N] [--seed TEXT]

A line is `{"kind", "steps": [...], "orders": [[...], ...]}`. Step k makes set k from earlier ones:

| step | Python |
| --- | --- |
| `["new", [x, ...]]` | `frozenset([x, ...])`, added one by one |
| `["copy", a]` | `frozenset(set(a))` |
| `["or", a, b]`, `and`, `sub`, `xor` | the operator; a and b may be the same set |
| `["grow", a, [x, ...]]` | copy a into a set, add each, freeze |
| `["discard", a, [x, ...], [y, ...]]` | copy a into a set, discard each x, add each y, freeze |
| `["minus", a, b, [y, ...]]` | `set(a) - set(b)`, add each y, freeze |
| `["update", a, [x, ...]]` | copy a into a set, `|=` a set grown by adding each x, freeze |

Items are trees, orders are values.
"""

import argparse
import pathlib
import random
from collections.abc import Callable
from typing import Any

from encode import dumps, encode
from reference import meta
from trees import SET_OPERATORS, Tree, build, s, t

SIZES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 18, 19, 20, 30, 40, 76, 77, 78, 100, 150, 306, 307, 308, 500]
LARGE = [1228, 1229, 1500, 2000]


def item_maker(kind: str, rng: random.Random) -> Callable[[], Tree]:
    """Makes items of one kind, from a range small enough that they meet again."""
    reach = rng.choice([3, 12, 33, 100, 2**33])
    makers: dict[str, Callable[[], Tree]] = {
        "int": lambda: rng.randint(-reach, reach),
        "bool and int": lambda: rng.choice([True, False, 0, 1, 2, -1, -2, rng.randint(-reach, reach)]),
        "pair": lambda: t(rng.randint(-3, reach), rng.randint(-3, reach)),
        "cell": lambda: t(rng.randint(-1, 10), t(rng.randint(0, reach), rng.randint(0, 30))),
        "object": lambda: s(
            *(t(rng.randint(0, 9), t(rng.randint(0, 9), rng.randint(0, 9))) for _ in range(rng.randint(0, 6)))
        ),
        "nested": lambda: s(
            *(s(*(rng.randint(0, 5) for _ in range(rng.randint(0, 3)))) for _ in range(rng.randint(0, 3)))
        ),
        "mixed": lambda: rng.choice(
            [rng.randint(-2, 9), t(rng.randint(0, 4)), t(rng.randint(0, 4), rng.randint(0, 4)), True, t(), s()]
        ),
        "multiples": lambda: rng.randint(0, 60) * rng.choice([8, 32, 128, 2**16]),
    }
    return makers[kind]


KINDS = ["int", "bool and int", "pair", "pair", "cell", "cell", "object", "nested", "mixed", "multiples"]


def chain(rng: random.Random, kind: str, sizes: list[int], length: int) -> dict[str, Any]:
    """One chain; the steps after the first two pick their sources at random, the latest more often."""
    make = item_maker(kind, rng)
    sets: list[frozenset] = []
    pool: list[Tree] = []
    steps: list[list[Any]] = []

    def items(count: int) -> list[Tree]:
        """Fresh items and known ones."""
        chosen = [rng.choice(pool) if pool and rng.random() < 0.4 else make() for _ in range(count)]
        pool.extend(chosen[:50])
        return chosen

    def values(trees: list[Tree]) -> list[Any]:
        return [build(tree, None, []) for tree in trees]  # type: ignore[arg-type]

    while len(steps) < length:
        a, b = (rng.choice([rng.randrange(len(sets)), len(sets) - 1]) if sets else 0 for _ in range(2))
        ways = ["new", "copy", "or", "and", "and", "sub", "sub", "xor", "grow", "discard", "minus", "update"]
        way = rng.choice(ways) if len(steps) > 1 else "new"
        if way == "new":
            trees = items(rng.choice(sizes))
            steps.append([way, trees])
            sets.append(frozenset(values(trees)))
        elif way == "copy":
            steps.append([way, a])
            sets.append(frozenset(set(sets[a])))
        elif way in SET_OPERATORS:
            steps.append([way, a, b])
            sets.append(SET_OPERATORS[way](sets[a], sets[b]))
        else:
            changed = set(sets[a])
            adds = items(rng.choice([0, 1, 3, 10, 40]))
            if way == "grow":
                steps.append([way, a, adds])
            elif way == "discard":
                gone = items(rng.choice([1, 3, 10, 60]))
                steps.append([way, a, gone, adds])
                for value in values(gone):
                    changed.discard(value)
            elif way == "minus":
                steps.append([way, a, b, adds])
                changed = changed - set(sets[b])
            else:
                steps.append([way, a, adds])
                grown = set()
                for value in values(adds):
                    grown.add(value)
                changed |= grown
            if way != "update":
                for value in values(adds):
                    changed.add(value)
            sets.append(frozenset(changed))
    return {"kind": kind, "steps": steps, "orders": [encode(tuple(each)) for each in sets]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    total = 0
    with options.out.open("w") as out:
        for number in range(options.count):
            rng = random.Random(f"sets {options.seed} {number}")
            large = number % 100 == 0
            case = chain(
                rng,
                rng.choice(KINDS),
                LARGE if large else rng.choice([SIZES[:12], SIZES[:18], SIZES]),
                5 if large else 9,
            )
            total += len(case["steps"])
            out.write(dumps(case) + "\n")
    about = meta(0.0, cases=options.count, sets=total)
    options.out.with_suffix(".meta.json").write_text(dumps(about))
    print(f"python {about['python']}: {options.count} chains, {total} sets")


if __name__ == "__main__":
    main()
