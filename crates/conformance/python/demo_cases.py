#!/usr/bin/env python3
"""Whole tasks for programs that see the demo pairs, and what the differs of a file say in Python.

    python3 demo_cases.py --packages DIR --programs FILE.py --out DIR --tasks N --seed TEXT [--dialect D]

leaves `data.json`, and `scores.json` in the form of `megabatt run --pair all --scores`: for each program and task what
each differ gave, and what it gave for the inputs themselves.
"""

import argparse
import json
import pathlib
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import dialects
import guard
import tasks

import programs

CAP_SECONDS = 30


def judged(differ: Callable, sample: tasks.Sample, candidate: Any) -> tuple[int | None, str | None]:
    """The score of a candidate, or the name of the failure."""
    kind, value = guard.call(differ, [sample.demos, candidate, sample.output], CAP_SECONDS)
    if kind != "value":
        return None, value
    first = value[0] if isinstance(value, tuple) and value else value
    return (int(first), None) if isinstance(first, int) else (None, "not a score")


def said(differ: Callable, candidates: Iterable[tuple[tasks.Sample, list[Any]]]) -> dict[str, Any]:
    """What a differ says of one candidate for each sample; where there is none, nothing."""
    scores = [judged(differ, sample, found[0]) if found else (None, None) for sample, found in candidates]
    return {
        "samples": [score for score, _ in scores],
        "sum": sum(score for score, _ in scores if score is not None),
        "failures": dict(Counter(failure for _, failure in scores if failure)),
    }


def table(path: pathlib.Path, data: dict[str, Any], dsl: Any) -> list[dict[str, Any]]:
    """A row for each program and task."""
    rows = []
    differs = programs.differs(path, dsl)
    for task in data:
        samples = list(tasks.samples(data, [task]))
        before = {name: said(differ, ((s, [s.input]) for s in samples)) for name, differ in differs.items()}
        for program, function in programs.functions(path, dsl).items():
            outcomes = [guard.call(function, tasks.arguments(function, sample), CAP_SECONDS) for sample in samples]
            candidates = [(s, [value] if kind == "value" else []) for s, (kind, value) in zip(samples, outcomes)]
            about = {name: said(differ, candidates) for name, differ in differs.items()}
            for name, found in about.items():
                has_scores = any(score is not None for score in before[name]["samples"])
                found["no_program"] = before[name]["sum"] if has_scores else None
            rows.append({"program": program, "task": task, "differs": about})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--tasks", type=int, required=True)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--dialect", choices=dialects.DIALECTS, default="rearc")
    options = parser.parse_args()

    rng = random.Random(f"demo cases {options.seed}")
    everything = tasks.load(options.packages / "arc.json")
    data = {id: everything[id] for id in rng.sample(list(everything), options.tasks)}
    options.out.mkdir(parents=True, exist_ok=True)
    tasks.save(data, options.out / "data.json")
    rows = table(options.programs, data, dialects.load(str(options.packages), options.dialect))
    (options.out / "scores.json").write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
