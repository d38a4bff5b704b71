#!/usr/bin/env python3
"""Chooses programs and samples for cross pairs: programs run on grids they were not written for.

    python3 cross_pairs.py --packages DIR --out DIR (--programs N | --only NAME,NAME) --samples N --seed TEXT

leaves `programs.py` and `data.json` in the output folder. The samples are one train and one test pair from each of
N/2 tasks, so that they differ as much as possible and every task stays well-formed.
"""

import argparse
import pathlib
import random

import tasks

import programs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--programs", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--samples", type=int, required=True)
    parser.add_argument("--seed", required=True)
    options = parser.parse_args()

    rng = random.Random(f"cross pairs {options.seed}")
    sources = programs.sources(options.packages / "rearc_utils" / "verifiers.py")
    data = tasks.load(options.packages / "arc.json")
    names = options.only.split(",") if options.only else rng.sample(list(sources), options.programs)
    ids = rng.sample(list(data), options.samples // 2)
    chosen = {id: {split: [rng.choice(data[id][split])] for split in ("train", "test")} for id in ids}

    options.out.mkdir(parents=True, exist_ok=True)
    programs.save([sources[name] for name in names], options.out / "programs.py")
    tasks.save(chosen, options.out / "data.json")


if __name__ == "__main__":
    main()
