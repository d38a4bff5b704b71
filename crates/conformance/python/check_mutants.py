#!/usr/bin/env python3
"""Mutated programs and three samples of each task, without outcomes: for tests that compare megabatt with itself.

    python3 check_mutants.py --packages DIR --out DIR --count N [--dialect rearc|arc] [--seed TEXT]

leaves `programs.py` and `data.json`.
"""

import random

import dialects
import tasks
from mutants import arguments, three_samples, verifiers
from mutator import Mutator, parse, render

import programs


def main() -> None:
    options = arguments(__doc__, seed="check").parse_args()
    dsl = dialects.load(str(options.packages), options.dialect)
    sources = verifiers(options.packages)
    mutants = []
    for number in range(options.count):
        original, source = sources[number % len(sources)]
        mutator = Mutator(random.Random(f"check {options.seed} {options.dialect} {number}"), dsl)
        mutants.append(render(f"mutant_{number:04}_{programs.task_of(original)}", mutator.mutate(parse(source))))
    options.out.mkdir(parents=True, exist_ok=True)
    programs.save(mutants, options.out / "programs.py")
    tasks.save(three_samples(tasks.load(options.packages / "arc.json"), options.seed), options.out / "data.json")
    print(f"{len(mutants)} mutants")


if __name__ == "__main__":
    main()
