#!/usr/bin/env python3
"""Runs programs with the real DSL and writes the outcomes as `megabatt run --outcomes` does.

    python3 reference.py --packages DIR --programs FILE.py --data FILE.json --out OUT.jsonl
        [--dialect rearc|arc] [--pair own|all] [--workers N] [--cap SECONDS]

Beside OUT.jsonl it leaves OUT.meta.json: the Python it ran on, its `hash(None)`, the CPU seconds of the calls.
A call over the cap has the outcome `capped`.
"""

import argparse
import pathlib
import platform
import time
from typing import Any

import dialects
import guard
import tasks
from encode import dumps
from workers import parallel

import programs

CHUNK = 4  # tasks a worker takes at a time: some programs take minutes over all of them


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", required=True)
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--dialect", choices=dialects.DIALECTS, default="rearc")
    parser.add_argument("--pair", choices=("own", "all"), default="own")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--cap", type=float, default=60.0)
    return parser.parse_args()


def rows(program: str, function: Any, samples: list[tasks.Sample], cap: float) -> list[dict[str, Any]]:
    """The outcome lines of one program, and how long it took."""
    guard.as_at_top_level()
    lines = []
    for sample in samples:
        line: dict[str, Any] = {"program": program, "task": sample.task, "split": sample.split, "index": sample.index}
        start = time.process_time()
        line |= guard.outcome(function, tasks.arguments(function, sample), cap)
        line["seconds"] = round(time.process_time() - start, 6)
        line["match"] = line.pop("raw", None) == sample.output
        lines.append(line)
    return lines


def meta(seconds: float, **more: Any) -> dict[str, Any]:
    return {"python": platform.python_version(), "none_hash": hash(None), "cpu_seconds": round(seconds, 3), **more}


def main() -> None:
    options = arguments()
    dsl = dialects.load(options.packages, options.dialect)
    data = tasks.load(options.data)
    functions = programs.functions(options.programs, dsl)

    def work(unit: tuple[str, list[str]]) -> list[tuple[str, float, list[Any] | None]]:
        """Outcome lines as text, what each took, and which of them were capped."""
        name, ids = unit
        lines = rows(name, functions[name], list(tasks.samples(data, ids)), options.cap)
        keys = ("program", "task", "split", "index", "capped")
        return [
            (dumps(line), line["seconds"], [line[key] for key in keys] if "capped" in line else None) for line in lines
        ]

    everything = list(data)
    chunks = [everything[at : at + CHUNK] for at in range(0, len(everything), CHUNK)]
    units = [
        (name, ids) for name in functions for ids in ([[programs.task_of(name)]] if options.pair == "own" else chunks)
    ]

    seconds, calls, capped = 0.0, 0, []
    with options.out.open("w") as out:
        for lines in parallel(work, units, options.workers, gigabytes=3):
            for text, took, unfinished in lines:
                seconds += took
                calls += 1
                if unfinished:
                    capped.append(unfinished)
                out.write(text + "\n")
    about = meta(seconds, calls=calls, capped=capped)
    options.out.with_suffix(".meta.json").write_text(dumps(about))
    print(f"python {about['python']}: {calls} calls, {seconds:.1f} s CPU, {len(capped)} capped")


if __name__ == "__main__":
    main()
