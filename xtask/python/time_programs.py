#!/usr/bin/env python3
"""Times programs with the real DSL, one after the other in one process.

    python3 time_programs.py --packages DIR --programs FILE.py --data FILE.json --pair own|all --cap SECONDS --kept OUT.py

prints one line of JSON. Counted is the CPU time of the calls alone: imports, reading and compiling are not part of it. It is read from the
thread's clock: while the cap's timer runs, Linux moves that of the process in steps of four milliseconds, and calls shorter than a step
added up to a quarter less than they took, or to a twelfth more.
A program with a call over the cap is left out whole; the others are written to OUT.py, for the next runs on both sides.

How long all programs take, those with such calls too, is known from below: a call that is cut took the cap at least. A program is
given up after `--cuts` of them, and its calls that did not run count as if they took no time.
"""

import argparse
import datetime
import gc
import json
import pathlib
import platform
import sys
import time
from typing import Any, Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "crates" / "conformance" / "python"))
# pylint: disable=wrong-import-position -- the differential suite's own modules
import dialects
import guard
import programs
import tasks


class Timed:
    """What the calls of one program took and gave."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.calls = self.right = self.errors = self.capped = 0

    def seconds_at_least(self, cap: float) -> float:
        return self.seconds + self.capped * cap

    def run(self, function: Callable, sample: tasks.Sample, cap: float) -> None:
        value: Any = None
        start = time.thread_time()
        try:
            with guard.cpu_cap(cap):
                start = time.thread_time()
                value = function(sample.input)
            self.seconds += time.thread_time() - start
        except (guard.Capped, MemoryError):
            self.capped += 1
            return
        except Exception:  # pylint: disable=broad-except -- any exception is an outcome
            self.seconds += time.thread_time() - start
            self.errors += 1
        self.calls += 1
        self.right += value == sample.output


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", required=True)
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--pair", choices=("own", "all"), required=True)
    parser.add_argument("--cap", type=float, required=True)
    parser.add_argument("--kept", type=pathlib.Path)
    parser.add_argument("--cuts", type=int, default=1)
    options = parser.parse_args()

    guard.limit_memory(8)
    dsl = dialects.load(options.packages, "rearc")
    data = tasks.load(options.data)
    sources = programs.sources(options.programs)
    gc.freeze()  # what stays need not be looked through after each program
    timed: dict[str, Timed] = {}
    left_out = not_run = 0
    for name, source in sources.items():
        function = programs.compiled(name, source, dsl)
        one = timed[name] = Timed()
        samples = list(tasks.samples(data, [programs.task_of(name)] if options.pair == "own" else None))
        for sample in samples:
            one.run(function, sample, options.cap)
            if one.capped == options.cuts:
                break
        if one.capped:
            left_out += len(samples)
            not_run += len(samples) - one.calls - one.capped
        gc.collect()
    kept = {name: one for name, one in timed.items() if not one.capped}
    if options.kept:
        programs.save([sources[name] for name in kept], options.kept)
    print(
        json.dumps(
            {
                "python": platform.python_version(),
                "date": datetime.date.today().isoformat(),
                "seconds": sum(one.seconds for one in kept.values()),
                "programs": len(kept),
                "calls": sum(one.calls for one in kept.values()),
                "right": sum(one.right for one in kept.values()),
                "errors": sum(one.errors for one in kept.values()),
                "capped_calls": sum(one.capped for one in timed.values()),
                "programs_left_out": len(timed) - len(kept),
                "calls_left_out": left_out,
                "calls_not_run": not_run,
                "seconds_of_all_at_least": sum(one.seconds_at_least(options.cap) for one in timed.values()),
            }
        )
    )


if __name__ == "__main__":
    main()
