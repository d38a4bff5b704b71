#!/usr/bin/env python3
"""Examples made by re-arc's generators, for programs that verify them.

    python3 generated_examples.py --packages DIR --out FILE.json --each N --seed TEXT

N examples of every task, of all difficulties, drawn with the seed; all but the last are train pairs. The generators come out of the
wheel that `packages.py` has fetched. One that finds nothing within its time, or a grid that is larger than ARC's, is asked again with
the next seed.
"""

import argparse
import importlib
import pathlib
import random
import sys
import tempfile
from collections.abc import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "crates" / "conformance" / "python"))
# pylint: disable=wrong-import-position -- the differential suite's own modules
import guard
import packages
import tasks

CAP = 5.0  # seconds for one example
ATTEMPTS = 100
LARGEST = 30  # rows or columns of a grid
PARTS = ("input", "output")


def generators(fetched: pathlib.Path, folder: pathlib.Path) -> dict[str, Callable]:
    """re-arc's generators by task, unpacked into the folder with the DSL that they use."""
    with packages.wheel(packages.REASONING_GYM, fetched / "wheels") as archive:
        archive.extractall(folder, [name for name in archive.namelist() if name.startswith(packages.PROGRAMS)])
    # Without the package around it, whose other parts need dozens of packages.
    sys.path.insert(0, str((folder / packages.PROGRAMS).parent))
    module = importlib.import_module("rearc_utils.generators")
    prefix = "generate_"
    return {name.removeprefix(prefix): make for name, make in vars(module).items() if name.startswith(prefix)}


def example(make: Callable, task: str, number: int, seed: str) -> dict:
    """One example: input and output."""
    for attempt in range(ATTEMPTS):
        kind, made = guard.call(make, [random.Random(f"{seed} {task} {number} {attempt}"), 0.0, 1.0], CAP)
        if kind == "value" and all(max(len(made[part]), len(made[part][0])) <= LARGEST for part in PARTS):
            return {part: [list(row) for row in made[part]] for part in PARTS}
    sys.exit(f"the generator of {task} gave no example in {ATTEMPTS} attempts; the last ended with {made}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--each", type=int, required=True)
    parser.add_argument("--seed", required=True)
    options = parser.parse_args()

    made = {}
    with tempfile.TemporaryDirectory() as folder:
        for task, make in sorted(generators(options.packages, pathlib.Path(folder)).items()):
            examples = [example(make, task, number, options.seed) for number in range(options.each)]
            made[task] = {"train": examples[:-1], "test": examples[-1:]}
    tasks.save(made, options.out)
    print(f"{options.each} examples of each of {len(made)} tasks")


if __name__ == "__main__":
    main()
