"""Fills the pool: numbers, grids, patches, objects, containers, samples, and values that belong nowhere.

Grids come from this project's own tasks (`demo/tasks`) and from the generator of the other suites.
"""

import json
import pathlib
import random
from collections.abc import Callable
from types import ModuleType

from arg_grids import Grids, Rows
from tok_pool import Pool, freeze
from trees import Tree, op, s, t

TASKS = pathlib.Path(__file__).resolve().parents[3] / "demo" / "tasks"
ITEMS = ["int", "pair", "cell", "indices", "object", "grid", "row", "tobj"]
HUGE = [2**31 - 1, -(2**31), 2**31, 2**40, 10**9, -(10**9), 2**61 - 1]
SIZES = [1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 18, 20]


class Values:
    """Makes the pool from a seeded stream."""

    def __init__(self, dsl: ModuleType, seed: str):
        self.rng = random.Random(f"tok values {seed}")
        self.dsl = dsl
        self.pool = Pool()
        self.makers = Grids(self.rng)
        self.numbers()
        self.grids()
        self.pieces()
        self.flat_sets()
        self.containers()
        self.samples()
        self.odd()

    def any_of(self, kind: str) -> int:
        return self.rng.choice(self.pool.kinds[kind])

    def numbers(self) -> None:
        add = self.pool.add
        for n in range(-3, 13):
            add("int", n)
        for n in [*range(-120, 181), 1000, -200]:
            add("number", n)
        for n in HUGE:
            add("huge", n)
        for n in range(10):
            add("colour", n)
            add("code", n)
        for n in range(-10, 10):
            add("rank", n)
        for n in (1, 1, 2, 2, 3, 4, 5):
            add("factor", n)
        for b in (True, False):
            add("bool", b)
            add("truth", b)
        for tree in (0, 1, 2, None, t(), s(), t(0), s(0)):
            add("truth", tree)
        for ij in [(0, 1), (1, 0), (-1, 0), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1), (0, 0)]:
            add("direction", t(*ij))
            add("pair", t(*ij))
        for i in range(10):
            for j in range(10):
                add("place", t(i, j))
                add("wide pair", t(self.rng.randint(-40, 40), self.rng.randint(-40, 40)))
                add("wide pair", t(self.rng.randint(-4, 30), self.rng.randint(-4, 30)))
                add("pair", t(self.rng.randint(-4, 12), self.rng.randint(-4, 12)))
                add("cell", t(self.rng.randint(-2, 9), self.rng.randint(-2, 9), self.rng.randrange(10)))
        for _ in range(220):
            add("wide cell", t(self.rng.randint(-5, 30), self.rng.randint(0, 29), self.rng.randrange(10)))
        for _ in range(24):
            add("dims", t(self.rng.randint(1, 6), self.rng.randint(1, 6)))

    def grid(self, rows: Rows, kind: str = "grid") -> int:
        """One in four as a tuple of tuples, which is not the compact form."""
        return self.pool.add(kind, {"g": rows} if self.rng.random() < 0.75 else t(*(t(*row) for row in rows)))

    def grids(self) -> None:
        own = [
            pair[side]
            for file in sorted(TASKS.glob("*.json"))
            for pair in json.loads(file.read_text())["train"]
            for side in ("input", "output")
        ]
        for rows in self.rng.sample([rows for rows in own if max(len(rows), len(rows[0])) <= 12], 45):
            self.grid(rows)
        for _ in range(75):
            self.grid(self.makers.rows())
        for h, w in [(30, 30), (1, 30), (30, 1), (20, 25), (17, 4)]:
            self.grid(self.makers.rows(h, w))
        for _ in range(25):  # few sizes, so that pairs of the same size are common
            self.grid(self.makers.rows(3, 3), "grid33")
            self.grid(self.makers.rows(2, 4), "grid24")
        for _ in range(60):
            self.pool.add("oddgrid", self.makers.edge())

    def pieces(self) -> None:
        """What the DSL finds in grids, written down anew: a patch and its grid fit together."""
        dsl, rng = self.dsl, self.rng
        for number in list(self.pool.kinds["grid"]):
            tree = self.pool.trees[number]
            rows = tree["g"] if "g" in tree else [row["t"] for row in tree["t"]]
            grid = tuple(map(tuple, rows))
            colour = rng.choice(sorted({cell for row in grid for cell in row}))
            if len(grid) * len(grid[0]) <= 150:
                self.pool.part(number, "indices", freeze(dsl.f_ofcolor(grid, colour)))
            objects = sorted(dsl.o_g(grid, rng.randrange(8)), key=lambda found: (len(found), sorted(found)))
            found = [o for o in objects if len(o) <= 60][:8]
            if found and len(self.pool.kinds.get("object", [])) < 200:
                numbers = [self.pool.part(number, "object", freeze(o)) for o in rng.sample(found, min(3, len(found)))]
                self.pool.part(number, "indices", freeze(dsl.toindices(found[-1])))
                self.pool.container("objects", "s", numbers)
            crop = dsl.crop(grid, (rng.randint(0, 1), rng.randint(0, 1)), (rng.randint(1, 3), rng.randint(1, 3)))
            if crop:
                self.pool.part(number, "object", freeze(dsl.asobject(crop)))
                self.pool.part(number, "grid33", {"g": [list(row) for row in crop]})

    def sets(self, kind: str, make: Callable[[], Tree], count: int) -> int:
        """A set made in one of the ways that leave different tables."""
        tree = s(*(make() for _ in range(count)))
        way = self.rng.randrange(10)
        if way == 0:
            tree = {"copy": tree}
        elif way == 1:
            more = s(*(make() for _ in range(self.rng.randint(0, 4))))
            tree = {self.rng.choice(["or", "or", "sub", "xor"]): [tree, more]}
        return self.pool.add(kind, tree)

    def flat_sets(self) -> None:
        rng = self.rng

        def place() -> Tree:
            return t(rng.randint(0, 9), rng.randint(0, 9))

        def cell() -> Tree:
            return t(rng.randint(0, 7), rng.randint(0, 7), rng.randrange(10))

        def near(i: int, j: int, colour: int) -> Callable[[], Tree]:
            return lambda: t(i + rng.randint(0, 3), j + rng.randint(0, 3), colour)

        for _ in range(30):
            y, x, (down, right) = rng.randint(0, 9), rng.randint(0, 9), rng.choice([(0, 1), (1, 0)])
            line = [(y + k * down, x + k * right) for k in range(rng.randint(1, 6))]
            rng.shuffle(line)
            self.pool.add("indices", s(*(t(*place) for place in line)))
            self.pool.add("object", s(*(t(*place, rng.randrange(3)) for place in line)))
        for _ in range(60):
            self.sets("indices", place, rng.choice(SIZES))
            self.sets("object", cell, rng.choice(SIZES))
            i, j, colour = rng.randint(-2, 8), rng.randint(-2, 8), rng.randrange(10)
            self.sets("object", near(i, j, colour), rng.choice(SIZES))
            self.sets("intset", lambda: rng.randint(-3, 12), rng.choice(SIZES))
            self.pool.add("row", t(*(rng.randrange(10) for _ in range(rng.choice(SIZES)))))
            self.pool.add("row", t(*(rng.randint(-2, 3) for _ in range(rng.choice(SIZES)))))
            self.pool.add("tobj", t(*(cell() for _ in range(rng.randint(1, 8)))))
        for length in range(2, 7):  # straight lines, squares, frames
            i, j, colour = rng.randint(0, 5), rng.randint(0, 5), rng.randrange(10)
            lines = [[(i, j + k) for k in range(length)], [(i + k, j) for k in range(length)]]
            square = [(i + k, j + n) for k in range(length) for n in range(length)]
            frame = [(y, x) for y, x in square if y in (i, i + length - 1) or x in (j, j + length - 1)]
            for places in [*lines, square, frame]:
                self.pool.add("indices", s(*(t(*place) for place in places)))
                self.pool.add("object", s(*(t(*place, colour) for place in places)))
                self.pool.add("object", s(*(t(y, x, (y * 2 + x) % 3) for y, x in places)))
            for _ in range(40):
                self.neighbours(square if rng.random() < 0.5 else rng.choice(lines))

    def neighbours(self, places: list[tuple[int, int]]) -> None:
        """A patch and another one that lies beside it, or a few cells off in the same rows or columns."""
        rng = self.rng
        tall, wide = (len({place[axis] for place in places}) for axis in (0, 1))
        gap, aside, back = rng.choice([0, 0, 0, 1, 3]), rng.randint(-1, 1), rng.choice([1, -1])
        off = (back * (tall + gap), aside) if rng.random() < 0.5 else (aside, back * (wide + gap))
        beside = [(y + off[0], x + off[1]) for y, x in places]

        def patch(cells: list[tuple[int, int]]) -> tuple[str, Tree]:
            if rng.random() < 0.5:
                return "indices", s(*(t(*place) for place in cells))
            return "object", s(*(t(*place, rng.randrange(10)) for place in cells))

        first = self.pool.add(*patch(places))
        kind, tree = patch(beside)
        self.pool.part(first, "beside", tree)
        self.pool.add(kind, tree)

    def containers(self) -> None:
        """Tuples and sets of items of one kind; big items come in small numbers."""
        rng = self.rng
        for kind in ITEMS:
            for _ in range(45):
                count = rng.choice(SIZES) if kind in ("int", "pair", "cell") else rng.randint(1, 5)
                if rng.random() < 0.04:
                    count = 0
                source = [self.any_of(kind) for _ in range(rng.randint(1, 20))]  # so that some come twice
                items = [rng.choice(source) for _ in range(count)]
                self.pool.container(f"t {kind}", "t", items)
                self.pool.container(f"s {kind}", "s", items)
        for _ in range(50):
            self.pool.container("ttobj", "t", [self.any_of("tobj") for _ in range(rng.randint(1, 5))])
            self.pool.container("objects", "s", [self.any_of("object") for _ in range(rng.randint(1, 6))])
            self.pool.container("indicesset", "s", [self.any_of("indices") for _ in range(rng.randint(1, 5))])
            self.pool.container("rows", rng.choice("ts"), [self.any_of("row") for _ in range(rng.randint(1, 5))])

    def samples(self) -> None:
        """Demo pairs: of a task, of grids at random, and of one mirrored or turned in the same way."""
        dsl, rng, pool = self.dsl, self.rng, self.pool
        for _ in range(220):
            way, turn = rng.randrange(3), rng.randrange(8)
            pairs = []
            for _ in range(rng.randint(1, 4)):
                rows = self.makers.rows(rng.randint(1, 5), rng.randint(1, 5))
                turned = [list(row) for row in dsl.mir_rot_t(tuple(map(tuple, rows)), turn)]
                other = turned if way == 0 else rows if rng.random() < 0.2 else self.makers.rows(3, 3)
                pairs.append(t({"g": rows}, {"g": other}))
            pool.add("samples", t(*pairs))
        for file in sorted(TASKS.glob("*.json")):
            pairs = [pair for pair in json.loads(file.read_text())["train"] if len(pair["input"]) <= 10]
            pool.add("samples", t(*(t({"g": pair["input"]}, {"g": pair["output"]}) for pair in pairs)))

    def odd(self) -> None:
        """What does not belong where it is put."""
        add, rng = self.pool.add, self.rng
        for tree in [None, t(), s(), t(t()), s(t()), s(s()), t(s()), t(None), True, False, 0, -1, 1, 7, -5, 100]:
            add("odd", tree)
        for name in ("nan", "inf", "-inf"):
            add("float", {"float": name})
            add("odd", {"float": name})
        for name in ("identity", "first", "add", "size", "crop", "objects", "toindices", "rbind", "p_g"):
            add("odd", op(name))
        for tree in [t(1), t(1, 2), t(1, 2, 3, 4), s(3), s(1, 2), t(1, t(2, 3)), t(None, None), t(op("first"), 1)]:
            add("odd", tree)
        for tree in [s(t(1, 2), t(1, 2, 3)), s(5, t(1, 2)), s(t(0, 0), t(1000, 5)), t(t(0, 1, 2), t(3, 4))]:
            add("odd", tree)
        here, there = t(2, 3), t(-4, 8)
        for tree in [s(), s(), t(), s(here), s(here, there), s(t(*here["t"], 1), t(*here["t"], 2)), s(t(1)), s(t())]:
            add("oddpatch", tree)
        for tree in [t(here, there), t(t(1, 1, 1), t(2, 2, 2)), s(t(1, t(2, 3))), s(t(True, False, 3)), s(here, 4)]:
            add("oddpatch", tree)
        for tree in [s(t(1, 2, None)), s(t(0, 1, t(2))), s(t(1, 2, 3), here), s(t(10**6, 0, 1)), s(t(1, 2, 3, 4))]:
            add("oddpatch", tree)
        for tree in [t(), t(3), t(1, 2, 3), t(None, 1), t(1, t(2)), s(4, 9), t(True, False), t(100, -7), t(1, True)]:
            add("oddpair", tree)
        for _ in range(30):
            add("mixed", {rng.choice("ts"): [self.pool.trees[self.any_of(kind)] for kind in rng.sample(ITEMS[:3], 2)]})
            add("mixed", self.deep(3))

    def deep(self, depth: int) -> Tree:
        """Containers in containers, with anything at the leaves."""
        if depth == 0:
            return self.rng.choice([0, 1, 2, 5, -1, True, False, None])
        items = [self.deep(self.rng.randrange(depth)) for _ in range(self.rng.randint(0, 4))]
        return {self.rng.choice("ts"): items}
