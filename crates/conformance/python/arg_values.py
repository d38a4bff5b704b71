"""Values of every kind the DSL knows, as trees: numbers, pairs, patches, containers, and anything at all."""

import random
from collections.abc import Callable

from arg_grids import Grids
from trees import Tree, call, op, s, t

HUGE = [
    2**31 - 1,
    2**31,
    -(2**31),
    -(2**31) - 1,
    2**32,
    10**9,
    2**61 - 1,
    2**61,
    -(2**61),
    2**62,
    2**63 - 1,
    -(2**63),
    1 - 2**63,
]
INDEX_MAKERS = [
    "backdrop",
    "box",
    "inbox",
    "outbox",
    "delta",
    "corners",
    "toindices",
    "normalize",
    "hmirror",
    "dmirror",
]


class Values:
    """Makes values from a seeded stream."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.grids = Grids(rng)

    def pick(self, *makers: Callable[[], Tree]) -> Tree:
        return self.rng.choice(makers)()

    def colour(self) -> Tree:
        return self.rng.randrange(10) if self.rng.random() < 0.93 else self.rng.choice([True, False, -1, 10])

    def integer(self) -> Tree:
        return (
            self.rng.randint(-3, 12) if self.rng.random() < 0.93 else self.rng.choice([True, False, 30, 42, -40, 100])
        )

    def number(self) -> Tree:
        """An int where size costs nothing."""
        return self.integer() if self.rng.random() < 0.6 else self.rng.randint(-200, 200)

    def edge_integer(self) -> Tree:
        return self.rng.choice([0, 0, -1, -2, True, False, *HUGE])

    def boolean(self) -> Tree:
        return (
            self.rng.random() < 0.5
            if self.rng.random() < 0.85
            else self.rng.choice([0, 1, 2, t(), s(), None, t(0), s(0)])
        )

    def pair(self) -> Tree:
        if self.rng.random() < 0.2:
            return self.rng.choice(
                [t(0, 1), t(1, 0), t(-1, 0), t(0, -1), t(1, 1), t(-1, -1), t(-1, 1), t(1, -1), t(0, 0)]
            )
        return t(self.integer(), self.integer())

    def edge_pair(self) -> Tree:
        number = self.rng.randint(-2, 4)
        odd = self.rng.choice([None, t(1, 2), s(1), True, op("add"), t()])
        return self.rng.choice(
            [
                t(),
                t(number),
                t(number, 1, 2),
                t(self.edge_integer(), self.edge_integer()),
                t(number, odd),
                t(odd, number),
                s(number, 9),
            ]
        )

    def numerical(self) -> Tree:
        return self.pick(self.integer, self.pair)

    def edge_numerical(self) -> Tree:
        return self.pick(self.edge_integer, self.edge_pair)

    def place(self) -> Tree:
        return t(self.rng.randint(0, 9), self.rng.randint(0, 9))

    def cell(self) -> Tree:
        return t(self.colour(), self.place())

    def count(self) -> int:
        """Sizes around the borders at which CPython grows a table: 5, 19, 77."""
        return self.rng.choice([1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 18, 20] + [40, 76, 80] * (self.rng.random() < 0.15))

    def sets(self, make: Callable[[], Tree], count: int | None = None) -> Tree:
        """A set of what `make` gives, made in one of the ways that leave different tables."""
        tree = s(*(make() for _ in range(self.count() if count is None else count)))
        way = self.rng.randrange(10)
        if way == 0:
            return {"copy": tree}
        if way == 1:
            return {
                self.rng.choice(["or", "or", "sub", "xor"]): [tree, s(*(make() for _ in range(self.rng.randint(0, 4))))]
            }
        return tree

    def tuples(self, make: Callable[[], Tree], count: int | None = None) -> Tree:
        return t(*(make() for _ in range(self.count() if count is None else count)))

    def indices(self) -> Tree:
        way = self.rng.randrange(10)
        if way < 3:
            return self.sets(self.place)
        if way == 3:
            return self.sets(self.pair)
        if way == 4:
            return call("ofcolor", self.grids.valid(), self.colour())
        if way == 5:
            return call("asindices", self.grids.valid())
        if way == 6:
            return call("connect", self.place(), self.place())
        if way == 7:
            return call(
                self.rng.choice(["neighbors", "dneighbors", "ineighbors", "vfrontier", "hfrontier"]), self.place()
            )
        if way == 8:
            return call("shoot", self.place(), self.rng.choice([t(0, 1), t(1, 0), t(-1, -1), t(1, -1)]))
        return call(self.rng.choice(INDEX_MAKERS), self.sets(self.place))

    def object(self) -> Tree:
        way = self.rng.randrange(10)
        if way < 3:
            return self.sets(self.cell)
        if way < 5:
            return call("recolor", self.colour(), self.indices())
        if way == 5:
            return call("asobject", self.grids.valid())
        if way == 6:
            return call("shift", call("asobject", self.grids.valid()), self.pair())
        if way == 7:
            return call("toobject", self.indices(), self.grids.valid(10, 10))
        return call("first", self.objects())

    def patch(self) -> Tree:
        return self.pick(self.indices, self.object)

    def edge_patch(self) -> Tree:
        """Empty, far away, overlapping, mixed, or with parts that are not what they seem."""
        odd = self.rng.choice(
            [None, True, t(), t(1), t(1, 2, 3), s(), s(1, 2), op("first"), t(t(1, 2), 3), t(1, t(2)), t(None, None)]
        )
        far = t(self.edge_integer(), self.edge_integer())
        here, there = self.place(), self.place()
        return self.rng.choice(
            [
                s(),
                s(),
                t(),
                s(here),
                s(far),
                s(here, far),
                s(t(1, far)),
                s(odd),
                s(here, odd),
                s(self.cell(), odd),
                s(here, self.cell()),
            ]
            + [
                s(t(1, here), t(2, here), t(3, here), t(4, there), t(5, there)),
                t(here, there),
                t(self.cell(), self.cell()),
            ]
            + [
                s(t(True, here), t(2, t(False, True))),
                s(t(0, s(1, 2)), t(1, s(3, 4))),
                s(t(s(1), here)),
                s(s(1, 2), s(3, 4)),
            ]
            + [s(t(0, t(1, 2, 3))), s(t(0, t(1))), s(t(0, t(here, there))), s(t(0, 1, 2), t(3, 4, 5))]
        )

    def objects(self) -> Tree:
        flags = [self.rng.random() < 0.5 for _ in range(3)]
        grid = self.grids.valid(self.rng.randint(2, 10), self.rng.randint(2, 10))
        way = self.rng.randrange(10)
        if way < 6:
            return call("objects", grid, *flags)
        if way < 8:
            return call(self.rng.choice(["partition", "fgpartition", "frontiers"]), grid)
        return self.sets(lambda: self.sets(self.cell, self.rng.randint(1, 5)), self.rng.randint(1, 6))

    def element(self) -> Tree:
        return self.pick(self.grids.valid, self.object)

    def edge_element(self) -> Tree:
        return self.pick(self.grids.edge, self.edge_patch)

    def piece(self) -> Tree:
        return self.pick(self.grids.valid, self.patch)

    def integer_set(self) -> Tree:
        return self.sets(self.integer)

    def deep(self, depth: int) -> Tree:
        """Containers in containers, with anything at the leaves."""
        if depth == 0:
            return self.pick(self.integer, self.colour, self.boolean, lambda: None)
        items = [self.deep(self.rng.randrange(depth)) for _ in range(self.rng.randint(0, 4))]
        return {self.rng.choice("ts"): items}

    def anything(self) -> Tree:
        """A value of any kind, for a place where it does not belong."""
        return self.pick(
            lambda: None,
            self.integer,
            self.edge_integer,
            self.boolean,
            self.pair,
            self.edge_pair,
            self.cell,
            self.indices,
            self.object,
            self.objects,
            self.edge_patch,
            self.grids.valid,
            self.grids.edge,
            self.integer_set,
            lambda: self.deep(3),
            lambda: t(),
            lambda: s(),
            lambda: op(self.rng.choice(["first", "add", "size", "crop", "objects", "identity", "toindices"])),
            lambda: call("rbind", op("contained"), s(1, 2)),
            lambda: call("compose", op("first"), op("first")),
            lambda: t(op("first"), op("last")),
            lambda: self.sets(lambda: self.sets(self.integer, 3), 3),
        )
