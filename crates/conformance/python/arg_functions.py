"""Functions as arguments: operations and closures that suit a kind of item, and some that fail on it.

A kind names what the items of a container are: `int`, `pair`, `cell`, `indices`, `object`, `grid` or `row`.
"""

from collections.abc import Callable

from arg_values import Values
from trees import Tree, call, op, s, t

KINDS = ["int", "pair", "cell", "indices", "object", "grid", "row"]

PATCH = """
    size height width shape ulcorner urcorner llcorner lrcorner uppermost lowermost leftmost rightmost center
    centerofmass box backdrop delta inbox outbox corners normalize hmirror vmirror dmirror cmirror square portrait
    hline vline toindices first last totuple identity initset
""".split()
UNARY = {
    "int": """
        identity even double halve increment decrement crement sign positive invert toivec tojvec initset flip
    """.split(),
    "pair": """
        first last identity invert double halve increment decrement crement sign neighbors dneighbors ineighbors
        vfrontier hfrontier initset size maximum minimum dedupe totuple
    """.split(),
    "cell": ["first", "last", "identity", "initset", "size", "totuple"],
    "indices": PATCH,
    "object": PATCH + ["color", "palette", "numcolors", "mostcolor", "leastcolor", "hperiod", "vperiod"],
    "grid": """
        rot90 rot180 rot270 hmirror vmirror dmirror cmirror palette numcolors mostcolor leastcolor height width
        shape asobject asindices compress trim tophalf bottomhalf lefthalf righthalf portrait square frontiers first
        size identity merge
    """.split(),
    "row": "size dedupe mostcommon leastcommon first last maximum minimum totuple identity initset".split(),
}
BINARY = {
    ("int", "int"): "add subtract multiply divide greater astuple equality both either repeat interval".split(),
    ("pair", "pair"): "add subtract multiply divide connect shoot astuple equality combine pair difference".split(),
    ("int", "pair"): ["add", "subtract", "multiply", "canvas", "astuple", "contained", "insert", "remove"],
    ("int", "indices"): ["recolor", "contained", "insert", "remove", "astuple"],
    ("indices", "pair"): ["shift", "astuple", "other"],
    ("object", "pair"): ["shift", "astuple"],
    (
        "indices",
        "indices",
    ): "combine intersection difference manhattan hmatching vmatching adjacent position gravitate equality".split(),
    ("object", "grid"): ["subgrid", "toobject", "bordering"],
    ("grid", "object"): ["paint", "underpaint", "occurrences", "cover"],
    ("grid", "int"): ["ofcolor", "colorcount", "upscale", "downscale", "hsplit", "vsplit", "hupscale"],
    ("grid", "grid"): ["hconcat", "vconcat", "equality", "combine"],
}


class Functions(Values):
    """Adds functions to values."""

    def item(self, kind: str) -> Tree:
        makers: dict[str, Callable[[], Tree]] = {
            "int": self.integer,
            "pair": self.pair,
            "cell": self.cell,
            "indices": self.indices,
            "object": self.object,
            "grid": lambda: self.grids.valid(self.rng.randint(1, 5), self.rng.randint(1, 5)),
            "row": lambda: self.tuples(self.colour, self.rng.randint(1, 8)),
        }
        return makers[kind]()

    def container(self, kind: str) -> Tree:
        """A set or a tuple of such items; big items come in small numbers."""
        if kind == "object" and self.rng.random() < 0.6:
            return self.objects()
        small = kind in ("int", "pair", "cell")
        count = self.count() if small else self.rng.randint(1, 5)
        if self.rng.random() < 0.06:
            count = 0
        make = self.sets if self.rng.random() < 0.55 else self.tuples
        return make(lambda: self.item(kind), count)

    def unary(self, kind: str) -> Tree:
        """A function of one item of this kind; one in twelve raises on it."""
        way = self.rng.randrange(12)
        if way < 6:
            return op(self.rng.choice(UNARY[kind]))
        if way == 6:
            return self.failing()
        if way == 7:
            return call("matcher", op(self.rng.choice(UNARY[kind])), self.pick(self.integer, self.boolean, self.pair))
        if way == 8:
            outer = self.rng.choice(
                ["identity", "initset", "size", "even", "first", "flip", "increment", "rot90", "toindices"]
            )
            return call("compose", op(outer), op(self.rng.choice(UNARY[kind])))
        if way == 9:
            outer = self.rng.choice(
                ["astuple", "equality", "add", "greater", "combine", "both", "multiply", "difference"]
            )
            return call("fork", op(outer), op(self.rng.choice(UNARY[kind])), op(self.rng.choice(UNARY[kind])))
        return self.bound(kind)

    def bound(self, kind: str) -> Tree:
        """A function of two with one argument fixed."""
        fixed = {
            "int": [
                ("add", self.numerical),
                ("multiply", self.numerical),
                ("greater", self.integer),
                ("contained", self.integer_set),
            ],
            "pair": [
                ("add", self.numerical),
                ("connect", self.pair),
                ("contained", self.indices),
                ("astuple", self.integer),
            ],
            "cell": [("contained", self.object), ("astuple", self.integer), ("equality", self.cell)],
            "indices": [
                ("shift", self.pair),
                ("manhattan", self.indices),
                ("combine", self.indices),
                ("difference", self.indices),
            ],
            "object": [
                ("shift", self.pair),
                ("colorcount", self.colour),
                ("intersection", self.object),
                ("sizefilter", self.integer),
            ],
            "grid": [("ofcolor", self.colour), ("index", self.place), ("paint", self.object), ("upscale", lambda: 2)],
            "row": [
                ("combine", lambda: t(1, 2)),
                ("sfilter", lambda: op("even")),
                ("remove", self.colour),
                ("contained", self.integer_set),
            ],
        }
        name, make = self.rng.choice(fixed[kind])
        return call(self.rng.choice(["rbind", "rbind", "lbind"]), op(name), make())

    def failing(self) -> Tree:
        """A function that raises, some of them StopIteration, which turns into RuntimeError inside a generator."""
        return self.rng.choice(
            [
                call("rbind", op("extract"), call("matcher", op("identity"), 99)),
                call("compose", op("first"), call("lbind", op("sfilter"), s(1, 2))),
                call("compose", op("first"), call("rbind", op("remove"), t())),
                call("rbind", op("divide"), 0),
                call("lbind", op("index"), t()),
                call("compose", op("color"), op("initset")),
                call("chain", op("first"), op("totuple"), op("toivec")),
                op("add"),
                op("crop"),
                op("first"),
                5,
                None,
                t(),
            ]
        )

    def condition(self, kind: str) -> Tree:
        """A function that tells items apart."""
        tests = {
            "int": ["even", "positive", "identity"],
            "pair": ["identity"],
            "cell": ["first"],
            "row": ["identity", "first"],
            "indices": ["square", "portrait", "hline", "vline"],
            "object": ["square", "portrait", "hline", "color"],
            "grid": ["square", "portrait"],
        }
        way = self.rng.randrange(6)
        if way == 0:
            return op(self.rng.choice(tests[kind]))
        if way == 1:
            return call("compose", op("flip"), op(self.rng.choice(tests[kind])))
        measure = {"int": "identity", "pair": "first", "cell": "first", "row": "size", "grid": "height"}.get(
            kind, "size"
        )
        if way <= 3:
            bind = call(self.rng.choice(["rbind", "lbind"]), op("greater"), self.rng.randint(0, 6))
            return call("compose", bind, op(measure))
        if way == 4:
            return call("matcher", op(measure), self.rng.randint(0, 5))
        return self.unary(kind)

    def binary(self, kinds: tuple[str, str]) -> Tree:
        """A function of two items of these kinds."""
        if self.rng.random() < 0.08:
            return self.failing()
        if kinds == ("grid", "grid") and self.rng.random() < 0.3:
            return call("rbind", op("cellwise"), self.colour())
        if kinds == ("int", "int") and self.rng.random() < 0.2:
            return call(
                self.rng.choice(["rbind", "lbind"]), op(self.rng.choice(["interval", "branch"])), self.integer()
            )
        return op(self.rng.choice(BINARY[kinds]))
