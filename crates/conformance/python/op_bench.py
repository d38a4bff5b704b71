#!/usr/bin/env python3
"""Direct calls of every operation on ARC's grids, with the time that Python takes for each.

    python3 op_bench.py --packages DIR --out CALLS.jsonl [--each N] [--seed S]

A line is a call that gives a value: `{"op", "args": [tree, ...], "then": [tree, ...] or absent, "ns"}`; `then` is what the resulting
function is called with, and timed. The arguments are those of `op_cases.py` that fit, with grids out of the first training
tasks wherever a grid of any size will do. The same seed makes the same calls.
"""

import argparse
import pathlib
import random
import time
from collections.abc import Callable
from typing import Any

import dialects
import guard
import tasks
from arg_ops import Arguments, signatures
from encode import dumps
from reference import meta
from trees import Tree, build_all, call, op

CAP_SECONDS = 0.5
# A call is repeated until it took this long, and the quickest of some such rounds counts.
ROUND_SECONDS = 0.0005
ROUNDS = 5
# Grids: the first inputs of so many tasks.
TASKS = 60


class OnRealGrids(Arguments):
    """Arguments that fit, with ARC's grids in them."""

    def __init__(self, rng: random.Random, name: str, kinds: list[str], grids: list[Tree]):
        super().__init__(rng, name, kinds)
        made = self.grids.valid

        def valid(h: int | None = None, w: int | None = None) -> Tree:
            return self.rng.choice(grids) if h is None and w is None else made(h, w)

        self.grids.valid = valid

    def objects(self) -> Tree:
        return call("objects", self.grids.valid(), *(self.rng.random() < 0.5 for _ in range(2)), True)

    def object(self) -> Tree:
        return call("argmax", self.objects(), op("size"))

    def patch(self) -> Tree:
        return call("toindices", self.object()) if self.rng.random() < 0.5 else self.object()

    def spoil(self, _args: list[Tree], _odd: Callable[[str], Tree]) -> None:
        """Nothing odd here."""


def seconds(function: Callable, args: list[Any]) -> float:
    """The least time of one call."""
    best, calls = float("inf"), 1
    rounds = 0
    while rounds < ROUNDS:
        start = time.perf_counter()
        for _ in range(calls):
            function(*args)
        took = time.perf_counter() - start
        if took < ROUND_SECONDS:
            calls = max(calls * 2, int(calls * ROUND_SECONDS / max(took, 1e-9)))
            continue
        best = min(best, took / calls)
        rounds += 1
    return best


def timed(maker: OnRealGrids, dsl: Any) -> dict[str, Any] | None:
    """One call with its time; None if it gives no value, or too late."""
    args = maker.make()
    kind, values = guard.call(build_all, [args, dsl], CAP_SECONDS)
    function = getattr(dsl, maker.name)
    if kind != "value" or guard.call(function, values, CAP_SECONDS)[0] != "value":
        return None
    row = {"op": maker.name, "args": args}
    if maker.then is not None:
        kind, then = guard.call(build_all, [maker.then, dsl], CAP_SECONDS)
        function = function(*values)
        if kind != "value" or not callable(function) or guard.call(function, then, CAP_SECONDS)[0] != "value":
            return None
        row["then"], values = maker.then, then
    return row | {"ns": round(seconds(function, values) * 1e9, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--each", type=int, default=12)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()

    dsl = dialects.load(str(options.packages), "rearc")
    kinds = signatures(dsl)
    all_tasks = tasks.load(options.packages / "arc.json")
    grids = [{"g": all_tasks[task]["train"][0]["input"]} for task in list(all_tasks)[:TASKS]]
    start, lines = time.process_time(), 0
    with options.out.open("w") as out:
        for name, of_name in kinds.items():
            maker = OnRealGrids(random.Random(f"bench {options.seed} {name}"), name, of_name, grids)
            tries, found = 0, 0
            while found < options.each and tries < 40 * options.each:
                tries += 1
                if row := timed(maker, dsl):
                    out.write(dumps(row) + "\n")
                    found += 1
            lines += found
            if not found:
                print(f"{name}: no call gives a value")
    about = meta(time.process_time() - start, calls=lines, date=time.strftime("%Y-%m-%d"))
    options.out.with_suffix(".meta.json").write_text(dumps(about))
    print(f"python {about['python']}: {lines} calls of {len(kinds)} operations")


if __name__ == "__main__":
    main()
