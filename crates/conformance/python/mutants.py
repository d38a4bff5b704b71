#!/usr/bin/env python3
"""Mutated programs with Python's outcomes on three samples of their task each.

    python3 mutants.py --packages DIR --out DIR --count N [--dialect rearc|arc] [--seed TEXT]

leaves `programs.py`, `data.json` and `expected.jsonl`. A mutant over five seconds of CPU, much memory or with a huge
value is replaced by the next one of its stream; `expected.meta.json` tells how many were.
"""

import argparse
import pathlib
import random
from typing import Any

import dialects
import tasks
from encode import dumps
from mutator import Mutator, parse, render
from reference import meta, rows
from workers import parallel

import programs

CAP_SECONDS = 5.0


def three_samples(data: dict[str, Any], seed: str) -> dict[str, Any]:
    """Each task with two of its train pairs and one of its test pairs."""
    rng = random.Random(f"mutants' samples {seed}")
    return {
        id: {"train": rng.sample(task["train"], 2), "test": [rng.choice(task["test"])]} for id, task in data.items()
    }


def arguments(description: str | None, seed: str) -> argparse.ArgumentParser:
    """What every script that makes mutants is called with."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--dialect", choices=dialects.DIALECTS, default="rearc")
    parser.add_argument("--seed", default=seed)
    return parser


def verifiers(packages: pathlib.Path) -> list[tuple[str, str]]:
    """The programs that are mutated, by name."""
    return list(programs.sources(packages / "rearc_utils" / "verifiers.py").items())


def main() -> None:
    parser = arguments(__doc__, seed="1")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()

    dsl = dialects.load(str(options.packages), options.dialect)
    sources = verifiers(options.packages)
    data = three_samples(tasks.load(options.packages / "arc.json"), options.seed)

    def work(number: int) -> tuple[str, list[dict[str, Any]], int]:
        """The mutant of this number: its source, its outcomes, how many came before it in vain."""
        original, source = sources[number % len(sources)]
        task = programs.task_of(original)
        name = f"mutant_{number:04}_{task}"
        unchanged = render(name, parse(source))
        mutator = Mutator(random.Random(f"mutants {options.seed} {options.dialect} {number}"), dsl)
        replaced = 0
        while True:
            mutant = render(name, mutator.mutate(parse(source)))
            if mutant == unchanged:
                continue
            function = programs.compiled(name, mutant, dsl)
            lines = rows(name, function, list(tasks.samples(data, [task])), CAP_SECONDS)
            if all(line["outcome"] != "capped" for line in lines):
                return mutant, lines, replaced
            replaced += 1

    options.out.mkdir(parents=True, exist_ok=True)
    mutants, replaced, errors, calls, seconds = [], 0, 0, 0, 0.0
    with (options.out / "expected.jsonl").open("w") as out:
        for mutant, lines, in_vain in parallel(work, range(options.count), options.workers, gigabytes=2):
            mutants.append(mutant)
            replaced += in_vain
            for line in lines:
                calls += 1
                errors += line["outcome"] == "error"
                seconds += line["seconds"]
                out.write(dumps(line) + "\n")
    programs.save(mutants, options.out / "programs.py")
    tasks.save(data, options.out / "data.json")
    about = meta(seconds, programs=len(mutants), calls=calls, errors=errors, replaced=replaced)
    (options.out / "expected.meta.json").write_text(dumps(about))
    share = f"{100 * errors / calls:.1f} % raise"
    print(f"python {about['python']}: {len(mutants)} mutants, {calls} calls, {share}, {replaced} replaced")


if __name__ == "__main__":
    main()
