#!/usr/bin/env python3
"""Makes batt files with tokpidjin's generator and times one of them with tokpidjin itself.

    python3 time_batt.py --packages DIR --out DIR --solvers N --large N --tasks N [--reference CHECKOUT]

leaves `small/run/frozen.py`, `large/run/frozen.py` and `data.json` in the folder and prints one line of JSON. Counted is the
CPU time of the calls alone, with C = None and with C = the target, on all samples of the tasks drawn, one call after the other as
run_batt.py makes them. Nothing is kept from one call to the next, so their order does not matter.

A call that fails inside looks up its default in the type hints of the function, and these are worked out again each time: with
C = None that happens thousands of times, since cells are compared with those of None. tokpidjin means to remember them
(`_get_type_hints_cached`), so the calls are timed in that way, too.
"""

import argparse
import datetime
import functools
import json
import pathlib
import platform
import random
import sys
import time
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "crates" / "conformance" / "python"))
# pylint: disable=wrong-import-position -- the differential suite's own modules
import guard
import tasks as arc
import tok_batt
import tok_reference

# Which solvers are drawn decides how long a batt takes, so they are the same every time.
SEED = "bench tok"
# The two calls of a sample in their order, and whether they get the target.
TARGETS = {"none": False, "target": True}


def timed(function: Any, sample: arc.Sample, target: Any) -> tuple[float, int]:
    """CPU seconds of a call, and how many candidates were right in it."""
    start = time.process_time()
    candidates = function("", sample.demos, sample.input, target, "")[0]
    seconds = time.process_time() - start
    return seconds, sum(candidate[3] == sample.output for candidate in candidates)


def timed_calls(function: Any, chosen: dict[str, Any]) -> tuple[dict[str, float], int, int]:
    """CPU seconds of each of the two calls, how many candidates were right without the target, and how many samples there are."""
    seconds = dict.fromkeys(TARGETS, 0.0)
    right = calls = 0
    for sample in arc.samples(chosen):
        for name, with_target in TARGETS.items():
            took, matched = timed(function, sample, sample.output if with_target else None)
            seconds[name] += took
            right += 0 if with_target else matched
        calls += 1
    return seconds, right, calls


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", help="the checkout of tokpidjin")
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--solvers", type=int, required=True)
    parser.add_argument("--large", type=int, required=True)
    parser.add_argument("--tasks", type=int, required=True)
    options = parser.parse_args()
    folder = tok_reference.checkout(options.reference)
    train = arc.load(options.packages / "arc.json")
    small = tok_batt.generate(folder, tok_batt.lay_out(folder, options.out / "small", train), "frozen", options.solvers, SEED)
    large = tok_batt.generate(folder, tok_batt.lay_out(folder, options.out / "large", train), "frozen", options.large, SEED)
    drawn = sorted(random.Random("bench tok").sample(sorted(train), options.tasks))
    chosen = {task_id: train[task_id] for task_id in drawn}
    arc.save(chosen, options.out / "data.json")

    tok_reference.load(folder)
    sys.path.insert(0, str(folder))
    guard.as_at_top_level()
    function, names = tok_batt.load_batt(small)
    as_it_is, right, calls = timed_calls(function, chosen)
    import safe_dsl  # pylint: disable=import-outside-toplevel,import-error

    find, found = safe_dsl._get_type_hints_cached, []
    safe_dsl._get_type_hints_cached = lambda of: found.append(of) or find(of)
    failures = {}
    for name, with_target in TARGETS.items():
        found.clear()
        for sample in arc.samples(chosen):
            timed(function, sample, sample.output if with_target else None)
        failures[name] = len(found) / calls
    safe_dsl._get_type_hints_cached = functools.lru_cache(find)
    remembering, _, _ = timed_calls(function, chosen)
    about = {
        "samples": calls,
        "seconds_none": as_it_is["none"],
        "seconds_target": as_it_is["target"],
        "seconds_none_with_hints_remembered": remembering["none"],
        "seconds_target_with_hints_remembered": remembering["target"],
        "defaults_a_sample": failures,
        "right": right,
        "lines": len(names),
        "small": str(small),
        "large": str(large),
        "commit": tok_reference.commit(folder),
        "python": platform.python_version(),
        "date": datetime.date.today().isoformat(),
    }
    print(json.dumps(about))


if __name__ == "__main__":
    main()
