#!/usr/bin/env python3
"""Programs whose calls nest deeply, on both sides of CPython's recursion limit.

    python3 depth_cases.py --out DIR

leaves `programs.py` and `data.json`. Each program nests one kind of call in itself until about so many frames are
open. CPython counts frames of Python functions, of generators and of built-in functions, and nested comparisons too,
so each kind has its own number of frames a level.
"""

import argparse
import pathlib

import tasks

import programs

FRAMES = [300, 600, 800, 860, 950, 1012, 1040, 1100, 1300]

# How one level is made from the function of the level below, g, and about how many frames it opens.
LEVELS = {
    "compose": ("compose(identity, {g})", 1),
    "chain": ("chain(identity, identity, {g})", 1),
    "fork": ("fork(both, {g}, identity)", 1),
    "matcher": ("matcher({g}, ZERO)", 1),
    "apply": ("lbind(apply, {g})", 3),
    "mapply": ("lbind(mapply, {g})", 4),
    "rapply": ("lbind(rapply, ({g},))", 3),
    "sfilter": ("rbind(sfilter, {g})", 3),
    "mfilter": ("rbind(mfilter, {g})", 4),
    "extract": ("rbind(extract, {g})", 4),
    "order": ("rbind(order, {g})", 3),
    "argmax": ("rbind(argmax, {g})", 3),
    "papply": ("lbind(papply, {g})", 3),
    "prapply": ("lbind(prapply, {g})", 3),
}
OF_TWO = ["papply", "prapply"]
# These are called with a tuple in a tuple in a tuple, one for each level.
NESTED = [*OF_TWO, "apply", "mapply", "sfilter", "mfilter", "extract", "order", "argmax"]


def nested_calls(kind: str, frames: int) -> str:
    level, each = LEVELS[kind]
    lines = ["g0 = both" if kind in OF_TWO else "g0 = identity", "v0 = (ZERO,)"]
    count = frames // each
    for n in range(count):
        lines.append(f"g{n + 1} = " + level.format(g=f"g{n}"))
        if kind in NESTED:
            lines.append(f"v{n + 1} = (v{n},)")
    value = f"v{count}" if kind in NESTED else "v0"
    values = f"{value}, {value}" if kind in OF_TWO else value
    return program(f"{kind}_{frames}", [*lines, f"x = g{count}({values})"], "equality(x, x)")


def nested_values(wrap: str, question: str, depth: int, name: str) -> str:
    """Two equal values nested this deep, and a question that compares, hashes or sorts them."""
    lines = ["a0 = I", "b0 = vconcat(tophalf(I), bottomhalf(I))", "b0 = branch(equality(a0, b0), b0, I)"]
    for n in range(depth):
        lines += [f"a{n + 1} = " + wrap.format(v=f"a{n}"), f"b{n + 1} = " + wrap.format(v=f"b{n}")]
    return program(f"{name}_{depth}", lines, question.format(a=f"a{depth}", b=f"b{depth}"))


def program(name: str, lines: list[str], result: str) -> str:
    return f"def solve_{name}(I):\n    " + "\n    ".join([*lines, f"return {result}"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    made = [nested_calls(kind, frames) for kind in LEVELS for frames in FRAMES]
    for depth in (100, 450, 850, 1010, 1200):
        made.append(nested_values("({v},)", "equality({a}, {b})", depth, "equal_tuples"))
        made.append(nested_values("({v},)", "size(insert({a}, initset({b})))", depth, "tuples_in_a_set"))
        made.append(nested_values("({v},)", "size(order(({a}, {b}), identity))", depth, "sorted_tuples"))
        made.append(nested_values("initset({v})", "equality({a}, {b})", depth, "equal_sets"))
    pair = {"input": [[1, 0, 2], [0, 0, 3]], "output": [[1]]}
    options.out.mkdir(parents=True, exist_ok=True)
    programs.save(made, options.out / "programs.py")
    tasks.save({"00000000": {"train": [pair], "test": [pair]}}, options.out / "data.json")


if __name__ == "__main__":
    main()
