#!/usr/bin/env python3
"""Direct calls of every operation, with Python's outcomes.

    python3 op_cases.py --packages DIR --out CASES.jsonl [--dialect rearc|arc] [--each N] [--only NAME,NAME]

A line is a case: `{"op", "args": [tree, ...], "then": [tree, ...] or absent, "outcome", "value" or "error"}`; `then` is
what the resulting function was called with. A call that takes Python over half a second, much memory or gives a huge
value is left out and another one made instead.
"""

import argparse
import pathlib
import random
import time
from types import ModuleType
from typing import Any

import dialects
import guard
from arg_ops import Arguments, signatures
from encode import dumps
from reference import meta
from trees import build_all
from workers import parallel

CAP_SECONDS = 0.5
MOST_NODES = 20_000


def case(maker: Arguments, dsl: ModuleType) -> dict[str, Any] | None:
    """One case with its outcome; None where the arguments cannot even be built or Python takes too long."""
    args = maker.make()
    kind, values = guard.call(build_all, [args, dsl], CAP_SECONDS)
    if kind != "value":
        return None
    row = {"op": maker.name, "args": args}
    function = getattr(dsl, maker.name)
    outcome = guard.outcome(function, values, CAP_SECONDS, MOST_NODES)
    if maker.then is not None and callable(outcome.get("raw")):
        kind, more = guard.call(build_all, [maker.then, dsl], CAP_SECONDS)
        if kind != "value":
            return None
        row["then"] = maker.then
        outcome = guard.outcome(outcome["raw"], more, CAP_SECONDS, MOST_NODES)
    if outcome["outcome"] == "capped":
        return None
    outcome.pop("raw", None)
    return row | outcome


def cases(name: str, kinds: list[str], dsl: ModuleType, each: int, seed: str) -> tuple[list[str], int]:
    """Different cases for one operation, and how many were left out."""
    guard.as_at_top_level()
    maker = Arguments(random.Random(f"operations {seed} {name}"), name, kinds)
    lines: dict[str, None] = {}
    left_out = 0
    while len(lines) < each and left_out < 20 * each:
        row = case(maker, dsl)
        if row is None:
            left_out += 1
        else:
            before = len(lines)
            lines[dumps(row)] = None
            left_out += len(lines) == before
    return list(lines), left_out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--dialect", choices=dialects.DIALECTS, default="rearc")
    parser.add_argument("--each", type=int, default=320)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()

    kinds = signatures(dialects.load(options.packages, "rearc"))
    dsl = dialects.load(options.packages, options.dialect)
    names = options.only.split(",") if options.only else list(kinds)

    def work(name: str) -> tuple[list[str], int, float]:
        start = time.process_time()
        lines, left_out = cases(name, kinds[name], dsl, options.each, options.seed)
        return lines, left_out, time.process_time() - start

    total, all_left_out, seconds = 0, 0, 0.0
    with options.out.open("w") as out:
        for name, (lines, left_out, took) in zip(names, parallel(work, names, options.workers, gigabytes=2)):
            if len(lines) < options.each:
                print(f"{name}: only {len(lines)} different cases")
            total, all_left_out, seconds = total + len(lines), all_left_out + left_out, seconds + took
            out.writelines(line + "\n" for line in lines)
    about = meta(seconds, cases=total, left_out=all_left_out, operations=len(names))
    options.out.with_suffix(".meta.json").write_text(dumps(about))
    print(f"python {about['python']}: {total} cases of {len(names)} operations, {all_left_out} left out")


if __name__ == "__main__":
    main()
