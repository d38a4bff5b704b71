#!/usr/bin/env python3
"""Tells whether a call came near a border where megabatt may answer with a limit.

    python3 probe.py --packages DIR [--dialect D] [--programs FILE.py --data FILE.json] < ROWS.jsonl

A row is an outcome line (program, task, split, index) or a case (op, args, then). For each, a line
`{"big": whether an int left 64 bits, "depth": how many frames were nested}` is printed.
"""

import argparse
import json
import pathlib
import sys
from types import ModuleType
from typing import Any, Callable

import dialects
import guard
import programs
import tasks
from encode import I64
from trees import build_all


class Probe:
    """A profile function: sees every call, and every value a function, lambda or generator gives."""

    def __init__(self) -> None:
        self.big, self.depth, self.deepest = False, 0, 0

    def __call__(self, frame: Any, event: str, value: Any) -> None:
        if event in ("call", "c_call"):
            self.depth += 1
            self.deepest = max(self.deepest, self.depth)
            return
        self.depth -= 1
        if event == "return":
            self.look(value, 3)
            for local in frame.f_locals.values():
                self.look(local, 3)

    def look(self, value: Any, levels: int) -> None:
        if isinstance(value, int):
            self.big = self.big or value not in I64
        elif levels and isinstance(value, (tuple, frozenset)) and len(value) <= 100:
            for item in value:
                self.look(item, levels - 1)

    def watch(self, function: Callable, args: list) -> Any:
        sys.setprofile(self)
        try:
            return guard.call(function, args, 120)[1]
        finally:
            sys.setprofile(None)


def probe(row: dict[str, Any], dsl: ModuleType, sources: dict[str, str], samples: dict[tuple, tasks.Sample]) -> Probe:
    watcher = Probe()
    if "op" in row:
        function = watcher.watch(getattr(dsl, row["op"]), build_all(row["args"], dsl))
        if "then" in row:
            watcher.watch(function, build_all(row["then"], dsl))
    else:
        program = programs.compiled(row["program"], sources[row["program"]], dsl)
        watcher.watch(program, [samples[row["task"], row["split"], row["index"]].input])
    return watcher


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", required=True)
    parser.add_argument("--dialect", choices=dialects.DIALECTS, default="rearc")
    parser.add_argument("--programs", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path)
    options = parser.parse_args()
    dsl = dialects.load(options.packages, options.dialect)
    sources = programs.sources(options.programs) if options.programs else {}
    data = tasks.load(options.data) if options.data else {}
    samples = {(sample.task, sample.split, sample.index): sample for sample in tasks.samples(data)}
    for line in sys.stdin:
        seen = probe(json.loads(line), dsl, sources, samples)
        print(json.dumps({"big": seen.big, "depth": seen.deepest}))


if __name__ == "__main__":
    main()
