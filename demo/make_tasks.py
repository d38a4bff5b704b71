#!/usr/bin/env python3
"""Write the demo tasks: `python3 make_tasks.py [folder]` (default: tasks/ beside this file).

Each puzzle is one function in puzzles/ that draws a random input grid and works out the output in plain
Python. No DSL module is imported anywhere, so a program of programs.py that agrees with these
files has been checked against an independent answer. Seeds are fixed (the task id), hence the
files come out the same every time.
"""

import json
import random
import sys
from pathlib import Path

from puzzles import TASKS, Again


def grid_text(grid):
    """One row per line, so that a diff shows rows."""
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in grid) + "\n]"


def pairs_text(pairs):
    return "[\n" + ",\n".join(f'{{"input":{grid_text(a)},"output":{grid_text(b)}}}' for a, b in pairs) + "\n]"


def draw_pairs(name, draw, count):
    """Draw `count` different pairs; a pair whose output equals its input teaches nothing."""
    rng, pairs = random.Random(name), []
    while len(pairs) < count:
        try:
            grid, out = draw(rng, len(pairs))
        except Again:
            continue
        if grid != out and all(grid != seen for seen, _ in pairs):
            pairs.append((grid, out))
    return pairs


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "tasks"
    folder.mkdir(parents=True, exist_ok=True)
    for name, _, draw, train, test in TASKS:
        pairs = draw_pairs(name, draw, train + test)
        text = f'{{"train":{pairs_text(pairs[:train])},\n"test":{pairs_text(pairs[train:])}}}\n'
        (folder / f"{name}.json").write_text(text)
    print(f"{len(TASKS)} tasks written to {folder}")


if __name__ == "__main__":
    main()
