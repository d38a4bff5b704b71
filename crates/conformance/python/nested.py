#!/usr/bin/env python3
"""Makes up programs of one expression: calls whose arguments are calls, three deep, with values that their signatures ask for.

    python3 nested.py --packages DIR --out DIR --count N --seed TEXT --dialect rearc|arc

leaves `programs.py` and `data.json` in the output folder. Programs that people write use a few combinations of operations, and calls with
plain arguments none; here what one operation gives goes into any other that takes its kind, and now and then into one that does not.
"""

import argparse
import inspect
import pathlib
import random
import typing

import dialects
import tasks

# What may be given where a kind is asked for, beside the kind itself. Kinds are named as the DSL's signatures write them.
GRID, INT, BOOL, PAIR, TUPLE = "tuple[tuple[int]]", "int", "bool", "tuple[int, int]", "tuple"
SET, CONTAINER, FUNCTION, ANY = "FrozenSet", "Container", "Callable", "Any"
INDICES, OBJECT = "FrozenSet[tuple[int, int]]", "FrozenSet[tuple[int, tuple[int, int]]]"
OBJECTS, INTS = f"FrozenSet[{OBJECT}]", "FrozenSet[int]"
WIDER = {
    CONTAINER: [CONTAINER, SET, TUPLE, INDICES, OBJECT, OBJECTS, INTS, GRID],
    "Container[Container]": [OBJECTS, SET, TUPLE, GRID],
    SET: [SET, INDICES, OBJECT, OBJECTS, INTS],
    TUPLE: [TUPLE, GRID],
    "tuple[tuple]": [TUPLE, GRID],
}
PLAIN = {
    INT: ["ZERO", "ONE", "TWO", "THREE", "FIVE", "NEG_ONE", "TEN", "T", "F"],
    PAIR: ["ORIGIN", "UNITY", "DOWN", "RIGHT", "NEG_UNITY", "TWO_BY_TWO", "(2, -1)"],
    GRID: ["I"],
    INDICES: ["asindices(I)", "initset(ORIGIN)", "neighbors(UNITY)"],
    OBJECT: ["asobject(I)"],
    TUPLE: ["(ONE, TWO)", "(ORIGIN, UNITY)", "(I, I)"],
}
DEPTH = 3
LONGEST = 1_500
# Grids of more cells make sets of sets that take Python long.
MOST_CELLS = 60


def kinds(annotation: typing.Any) -> list[str]:
    """The kinds that an annotation allows."""
    if typing.get_origin(annotation) is typing.Union:
        return [kind for part in typing.get_args(annotation) for kind in kinds(part)]
    text = annotation.__name__ if isinstance(annotation, type) and not typing.get_args(annotation) else str(annotation)
    return [text.replace("typing.", "")]


class Calls:
    """Makes calls of the operations of a dialect."""

    def __init__(self, rng: random.Random, dsl: typing.Any) -> None:
        self.rng = rng
        self.params: dict[str, list[list[str]]] = {}
        self.giving: dict[str, list[str]] = {}
        for name, function in dialects.operations(dsl).items():
            signature = inspect.signature(function)
            self.params[name] = [kinds(param.annotation) for param in signature.parameters.values()]
            for kind in kinds(signature.return_annotation):
                self.giving.setdefault(kind, []).append(name)
        self.of_one = [name for name, params in self.params.items() if len(params) == 1 and params[0] != [FUNCTION]]
        self.of_two = [name for name, params in self.params.items() if len(params) == 2]

    def any_call(self, depth: int) -> str:
        return self.call(self.rng.choice(list(self.params)), depth)

    def call(self, name: str, depth: int) -> str:
        arguments = [self.value(self.rng.choice(allowed), depth - 1) for allowed in self.params[name]]
        return f"{name}({', '.join(arguments)})"

    def value(self, kind: str, depth: int) -> str:
        if kind == FUNCTION:
            return self.function(min(depth, 2))
        if depth > 0 and self.rng.random() < 0.05:
            kind = self.rng.choice(list(self.giving))
        if depth <= 0 or self.rng.random() < 0.15:
            return self.plain(kind)
        wider = list(self.giving) if kind == ANY else WIDER.get(kind, [kind, BOOL] if kind == INT else [kind])
        names = [name for one in wider for name in self.giving.get(one, [])]
        return self.call(self.rng.choice(names), depth) if names else self.plain(kind)

    def plain(self, kind: str) -> str:
        if kind == FUNCTION:
            return self.rng.choice(self.of_one)
        choice = {BOOL: PLAIN[INT], "tuple[tuple]": PLAIN[TUPLE]}.get(kind) or PLAIN.get(kind)
        return self.rng.choice(choice or [text for texts in PLAIN.values() for text in texts])

    def function(self, depth: int) -> str:
        share = self.rng.random() if depth > 0 else 0.0
        if share < 0.40:
            return self.rng.choice(self.of_one)
        inner = [self.function(depth - 1) for _ in range(3)]
        two, value = self.rng.choice(self.of_two), self.value(self.rng.choice(list(PLAIN)), depth - 1)
        if share < 0.55:
            return f"compose({inner[0]}, {inner[1]})"
        if share < 0.70:
            return f"lbind({two}, {value})"
        if share < 0.85:
            return f"rbind({two}, {value})"
        if share < 0.93:
            return f"fork({two}, {inner[0]}, {inner[1]})"
        if share < 0.97:
            return f"matcher({inner[0]}, {self.plain(INT)})"
        return f"chain({', '.join(inner)})"


def small(pairs: list[dict]) -> bool:
    return all(len(pair["input"]) * len(pair["input"][0]) <= MOST_CELLS for pair in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--dialect", choices=dialects.DIALECTS, default="rearc")
    options = parser.parse_args()

    rng = random.Random(f"nested {options.seed} {options.dialect}")
    calls = Calls(rng, dialects.load(str(options.packages), options.dialect))
    data = tasks.load(options.packages / "arc.json")
    chosen = rng.sample([id for id, task in data.items() if small(task["train"][:1] + task["test"][:1])], 2)
    options.out.mkdir(parents=True, exist_ok=True)
    tasks.save({id: {"train": data[id]["train"][:1], "test": data[id]["test"][:1]} for id in chosen}, options.out / "data.json")
    with open(options.out / "programs.py", "w", encoding="utf-8") as out:
        made = 0
        while made < options.count:
            text = calls.any_call(DEPTH)
            if len(text) <= LONGEST:
                out.write(f"def nested_{made:05}(I):\n    return {text}\n\n\n")
                made += 1


if __name__ == "__main__":
    main()
