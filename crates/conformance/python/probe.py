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
from collections.abc import Callable
from types import ModuleType
from typing import Any

import dialects
import guard
import tasks
from encode import fits
from trees import Tree, build_all

import programs

# Profiling opens frames of its own and keeps CPython from saving some, so there must be room.
FRAMES = 3000


class Watched(int):
    """An int that tells when arithmetic with it leaves 64 bits, also inside an expression."""

    overflowed = False


def watched_operation(name: str) -> Callable:
    plain = getattr(int, name)

    def operation(self: int, *others: Any) -> Any:
        result = plain(self, *others)
        if isinstance(result, int) and not isinstance(result, bool):
            Watched.overflowed = Watched.overflowed or not fits(result)
            return Watched(result)
        return result

    return operation


for operation_name in ("add", "radd", "sub", "rsub", "mul", "rmul", "floordiv", "rfloordiv", "neg", "abs"):
    setattr(Watched, f"__{operation_name}__", watched_operation(f"__{operation_name}__"))


def watched(tree: Tree) -> Any:
    """The tree with its plain ints watched."""
    if isinstance(tree, dict):
        return {kind: content if kind in ("op", "same") else watched(content) for kind, content in tree.items()}
    if isinstance(tree, list):
        return [watched(item) for item in tree]
    return Watched(tree) if type(tree) is int else tree  # pylint: disable=unidiomatic-typecheck -- bools stay bools


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
            self.big = self.big or not fits(value)
        elif levels and isinstance(value, (tuple, frozenset)) and len(value) <= 100:
            for item in value:
                self.look(item, levels - 1)

    def watch(self, function: Callable, args: list) -> Any:
        def profiled() -> Any:
            sys.setprofile(self)
            try:
                return function(*args)
            finally:
                sys.setprofile(None)

        return guard.call(profiled, [], 120)[1]


def probe(
    row: dict[str, Any], dsl: ModuleType, functions: dict[str, Callable], samples: dict[tuple, tasks.Sample]
) -> Probe:
    watcher = Probe()
    if "op" in row:
        Watched.overflowed = False
        function = watcher.watch(getattr(dsl, row["op"]), build_all(watched(row["args"]), dsl))
        if "then" in row:
            watcher.watch(function, build_all(watched(row["then"]), dsl))
        watcher.big = watcher.big or Watched.overflowed
    else:
        function, sample = functions[row["program"]], samples[row["task"], row["split"], row["index"]]
        watcher.watch(function, tasks.arguments(function, sample))
    return watcher


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", required=True)
    parser.add_argument("--dialect", choices=dialects.DIALECTS, default="rearc")
    parser.add_argument("--programs", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path)
    options = parser.parse_args()
    dsl = dialects.load(options.packages, options.dialect)
    functions = programs.functions(options.programs, dsl) if options.programs else {}
    data = tasks.load(options.data) if options.data else {}
    samples = {(sample.task, sample.split, sample.index): sample for sample in tasks.samples(data)}
    sys.setrecursionlimit(FRAMES)
    for line in sys.stdin:
        seen = probe(json.loads(line), dsl, functions, samples)
        print(json.dumps({"big": seen.big, "depth": seen.deepest}))


if __name__ == "__main__":
    main()
