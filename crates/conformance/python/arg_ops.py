"""Argument lists for each operation: what its signature asks for, or, where arguments must fit together, what fits.

The signatures are read from the DSL itself. `valid` gives arguments that mostly work, `edge` the right kinds with odd
contents, `absurd` puts something else in the place of one or more arguments.
"""

import inspect
import random
from collections.abc import Callable
from types import ModuleType

from arg_functions import BINARY, KINDS, Functions
from dialects import operations
from trees import Tree, call, op, s, same, t


class Arguments(Functions):
    """Makes argument lists. `then`, where given, is what to call a resulting function with."""

    def __init__(self, rng: random.Random, name: str, kinds: list[str]):
        super().__init__(rng)
        self.name = name
        self.kinds = kinds
        self.then: list[Tree] | None = None

    def make(self) -> list[Tree]:
        """One argument list; about half are valid."""
        self.then = None
        fitting = getattr(self, f"fit_{FITTING.get(self.name, self.name)}", None)
        share = self.rng.random()
        args = fitting() if fitting and share < 0.85 else [self.valid(kind) for kind in self.kinds]
        if share >= 0.50:
            self.spoil(args, self.edge if share < 0.75 else self.absurd)
        return args

    def spoil(self, args: list[Tree], odd: Callable[[str], Tree]) -> None:
        """Puts something odd in the place of one argument, sometimes of more."""
        chosen = self.rng.randrange(len(args))
        for place, kind in enumerate(self.kinds):
            if place == chosen or self.rng.random() < 0.15:
                args[place] = odd(kind)

    def valid(self, kind: str) -> Tree:
        makers = {
            "Any": lambda: self.item(self.rng.choice(KINDS)),
            "Boolean": self.boolean,
            "Integer": self.number,
            "Colour": self.colour,
            "Numerical": self.numerical,
            "Integertuple": self.pair,
            "IntegerSet": self.integer_set,
            "Grid": self.grids.valid,
            "Object": self.object,
            "Objects": self.objects,
            "Patch": self.patch,
            "Element": self.element,
            "Piece": self.piece,
            "tuple": lambda: self.tuples(self.pick_item()),
            "FrozenSet": lambda: self.sets(self.pick_item()),
            "Container": lambda: self.container(self.rng.choice(KINDS)),
            "ContainerContainer": self.containers,
            "Callable": lambda: self.unary(self.rng.choice(KINDS)),
            "Factor": lambda: self.rng.choice([1, 1, 2, 2, 3, 4, True]),
        }
        return makers[kind]()

    def edge(self, kind: str) -> Tree:
        makers = {
            "Boolean": self.deep_or_none,
            "Integer": self.edge_integer,
            "Colour": self.edge_integer,
            "Numerical": self.edge_numerical,
            "Integertuple": self.edge_pair,
            "IntegerSet": self.mixed,
            "Grid": self.grids.edge,
            "Object": self.edge_patch,
            "Patch": self.edge_patch,
            "Element": self.edge_element,
            "Piece": self.edge_element,
            "Callable": self.failing,
            "Factor": lambda: self.rng.choice([0, -1, -3, 5, 10, False, 31]),
        }
        return makers.get(kind, self.mixed)()

    def absurd(self, _kind: str) -> Tree:
        return self.anything()

    def deep_or_none(self) -> Tree:
        return self.deep(2) if self.rng.random() < 0.8 else None

    def mixed(self) -> Tree:
        """A container of things that do not go together, or of nothing."""
        if self.rng.random() < 0.2:
            return self.rng.choice([t(), s(), t(t()), s(t()), s(s()), t(s())])
        make = self.sets if self.rng.random() < 0.5 else self.tuples
        kinds = self.rng.sample(KINDS[:3], 2)
        if self.rng.random() < 0.3:
            return make(lambda: self.deep(2), self.rng.randint(1, 5))
        return make(lambda: self.item(self.rng.choice(kinds)), self.rng.randint(1, 6))

    def pick_item(self) -> Callable[[], Tree]:
        kind = self.rng.choice(["int", "int", "pair", "cell", "row"])
        return lambda: self.item(kind)

    def containers(self) -> Tree:
        """A container of containers."""
        if self.rng.random() < 0.4:
            return self.objects()
        kind = self.rng.choice(["indices", "object", "grid", "row", "pair"])
        if kind != "pair" and self.rng.random() < 0.4:
            return self.tuples(lambda: self.container("int"), self.rng.randint(1, 5))
        return self.container(kind)

    def key_arguments(self) -> list[Tree]:
        kind = self.rng.choice(KINDS)
        return [self.container(kind), self.unary(kind)]

    fit_order = fit_valmax = fit_valmin = fit_argmax = fit_argmin = key_arguments

    def fit_sfilter(self) -> list[Tree]:
        kind = self.rng.choice(KINDS)
        return [self.container(kind), self.condition(kind)]

    def fit_mfilter(self) -> list[Tree]:
        kind = self.rng.choice(["indices", "object", "grid", "row", "pair"])
        return [self.container(kind), self.condition(kind)]

    def fit_apply(self) -> list[Tree]:
        return self.key_arguments()[::-1]

    def fit_mapply(self) -> list[Tree]:
        if self.rng.random() < 0.3:
            return self.key_arguments()[::-1]
        kind = self.rng.choice(["int", "pair", "indices", "object"])
        names = {"int": ["toivec", "initset"], "pair": ["neighbors", "vfrontier", "dneighbors", "initset"]}
        function = op(
            self.rng.choice(names.get(kind, ["box", "toindices", "outbox", "normalize", "identity", "hmirror"]))
        )
        return [function, self.container(kind)]

    def fit_rapply(self) -> list[Tree]:
        kind = self.rng.choice(KINDS)
        functions = [self.unary(kind) for _ in range(self.rng.randint(0, 4))]
        container = s(*functions[:1]) if self.rng.random() < 0.1 else t(*functions)
        return [container, self.item(kind)]

    def fit_papply(self) -> list[Tree]:
        kinds = self.rng.choice(list(BINARY))
        count = self.rng.randint(0, 6)
        left = self.tuples(lambda: self.item(kinds[0]), count)
        right = self.tuples(lambda: self.item(kinds[1]), max(0, count + self.rng.choice([0, 0, 0, 1, -1])))
        return [self.binary(kinds), left, right]

    def fit_prapply(self) -> list[Tree]:
        kinds = self.rng.choice(list(BINARY))
        small = kinds[0] in ("int", "pair") and kinds[1] in ("int", "pair")
        count = self.rng.randint(1, 8 if small else 3)
        left = self.rng.choice([self.sets, self.tuples])(lambda: self.item(kinds[0]), count)
        right = self.rng.choice([self.sets, self.tuples])(lambda: self.item(kinds[1]), count)
        return [self.binary(kinds), left, right]

    def with_item(self) -> tuple[Tree, Tree]:
        """A container, and a value that is likely in it."""
        kind = self.rng.choice(KINDS)
        container = self.container(kind)
        items = next(iter(container.values())) if isinstance(container, dict) and set(container) & {"t", "s"} else []
        value = self.rng.choice(items) if items and self.rng.random() < 0.7 else self.item(kind)
        return value, container

    def fit_contained(self) -> list[Tree]:
        return list(self.with_item())

    def fit_other(self) -> list[Tree]:
        return list(self.with_item())[::-1]

    def fit_combine(self) -> list[Tree]:
        """Two containers with items in common, or twice the same one."""
        kind = self.rng.choice(KINDS)
        left, right = self.container(kind), self.container(kind)
        way = self.rng.random()
        if way < 0.15:
            right = same(0)
        elif way < 0.25:
            right = {"copy": same(0)} if "t" not in left else call("identity", same(0))
        elif way < 0.6 and isinstance(left, dict) and set(left) & {"t", "s"}:
            ((form, items),) = left.items()
            more = [self.item(kind) for _ in range(self.rng.randint(0, 4))]
            right = {form: self.rng.sample(items, self.rng.randint(0, len(items))) + more}
        return [left, right]

    def fit_intersection(self) -> list[Tree]:
        """As for `combine`, but sets: it has no meaning for tuples."""
        return [tree if "t" not in tree else {"s": tree["t"]} for tree in self.fit_combine()]

    def fit_mostcommon(self) -> list[Tree]:
        """Only tuples can count."""
        return [self.tuples(self.pick_item()) if self.rng.random() < 0.8 else self.container(self.rng.choice(KINDS))]

    def fit_two_grids(self) -> list[Tree]:
        h, w = self.rng.randint(1, 6), self.rng.randint(1, 6)
        first, second = self.grids.valid(h, w), self.grids.valid(h, w)
        return [first, same(0) if self.rng.random() < 0.1 else second, self.colour()][: len(self.kinds)]

    def fit_on_grid(self) -> list[Tree]:
        """A grid and a patch or object of its own cells, with whatever stands between."""
        args: list[Tree] = [self.grids.valid()]
        for kind in self.kinds[1:]:
            args.append(
                self.part_of(0) if kind in ("Patch", "Object") and self.rng.random() < 0.7 else self.valid(kind)
            )
        return args

    def part_of(self, grid: int) -> Tree:
        """A piece cut out of the grid that is argument `grid`."""
        whole = call("asobject", same(grid))
        crop = call(
            "crop",
            same(grid),
            t(self.rng.randint(0, 3), self.rng.randint(0, 3)),
            t(self.rng.randint(1, 3), self.rng.randint(1, 3)),
        )
        flags = [self.rng.random() < 0.5 for _ in range(3)]
        return self.rng.choice(
            [
                call("asobject", crop),
                call("asobject", crop),
                call("shift", call("asobject", crop), self.pair()),
                call("first", call("objects", same(grid), *flags)),
                call("sfilter", whole, call("matcher", op("first"), self.rng.randrange(10))),
                call("recolor", self.colour(), call("ofcolor", same(grid), self.colour())),
                call("merge", call("objects", same(grid), *flags)),
            ]
        )

    def fit_compose(self) -> list[Tree]:
        """Functions, and something to call the result with: a closure itself has no value to compare."""
        kind = self.rng.choice(KINDS)
        self.then = [self.item(kind)]
        outer = [self.unary(self.rng.choice(KINDS)) for _ in self.kinds[1:]]
        return [*outer, self.unary(kind)]

    def fit_fork(self) -> list[Tree]:
        kind = self.rng.choice(KINDS)
        self.then = [self.item(kind)]
        outer = op(
            self.rng.choice(
                ["astuple", "equality", "add", "combine", "greater", "both", "either", "pair", "product", "branch"]
            )
        )
        return [outer, self.unary(kind), self.unary(kind)]

    def fit_matcher(self) -> list[Tree]:
        kind = self.rng.choice(KINDS)
        self.then = [self.item(kind)]
        return [self.unary(kind), self.pick(self.integer, self.boolean, self.pair, lambda: self.item(kind))]

    def fit_bind(self) -> list[Tree]:
        """Functions of one to four arguments, called with the right number of them, or with one off."""
        kinds = self.rng.choice(list(BINARY))
        function = self.binary(kinds)
        items = [self.item(kind) for kind in kinds]
        if self.rng.random() < 0.25:
            functions = [
                ("branch", [self.boolean(), 1, 2]),
                ("crop", [self.grids.valid(), t(0, 0), t(2, 2)]),
                ("flip", [True]),
            ]
            functions += [
                ("objects", [self.grids.valid(5, 5), True, False, True]),
                ("interval", [0, 9, 2]),
                ("height", [self.grids.valid()]),
            ]
            name, items = self.rng.choice(functions)
            function = op(name)
        fixed = items.pop() if self.name == "rbind" else items.pop(0)
        if self.rng.random() < 0.06:
            items.append(fixed)
        self.then = items
        return [function, fixed]

    def fit_power(self) -> list[Tree]:
        kind = self.rng.choice(["int", "pair", "grid", "indices"])
        self.then = [self.item(kind)]
        names = {
            "int": ["increment", "double", "crement"],
            "pair": ["invert", "increment"],
            "grid": ["rot90", "dmirror", "trim"],
        }
        function = op(self.rng.choice(names.get(kind, ["outbox", "inbox", "box", "identity"])))
        return [function, self.rng.choice([1, 1, 2, 2, 3, 4, 5, 7, True, 10, 62])]

    def fit_index(self) -> list[Tree]:
        grid = self.grids.valid()
        return [grid, t(self.rng.randint(-1, 6), self.rng.randint(-1, 6)), self.pair()][: len(self.kinds)]

    def fit_interval(self) -> list[Tree]:
        return [self.integer(), self.integer(), self.rng.choice([1, 1, 2, 3, -1, -2, 0])]


# Which `fit_` an operation uses when it is not called like it.
FITTING = {
    "extract": "sfilter",
    "mpapply": "papply",
    "product": "combine",
    "difference": "combine",
    "equality": "combine",
    "leastcommon": "mostcommon",
    "remove": "contained",
    "insert": "contained",
    "chain": "compose",
    "rbind": "bind",
    "lbind": "bind",
    "hconcat": "two_grids",
    "vconcat": "two_grids",
    "cellwise": "two_grids",
    "occurrences": "on_grid",
    "paint": "on_grid",
    "underpaint": "on_grid",
    "fill": "on_grid",
    "underfill": "on_grid",
    "cover": "on_grid",
    "move": "on_grid",
    "crop": "index",
}

# Parameters that mean something narrower than their annotation.
KIND_OF = {
    **{f"{name}.factor": "Factor" for name in ("hupscale", "vupscale", "upscale", "downscale")},
    **{f"{name}.n": "Factor" for name in ("hsplit", "vsplit")},
    **{
        f"{name}.value": "Colour"
        for name in ("ofcolor", "colorcount", "colorfilter", "fill", "underfill", "recolor", "canvas")
    },
    **{f"replace.{name}": "Colour" for name in ("replacee", "replacer")},
    **{f"switch.{name}": "Colour" for name in "ab"},
}


WORDS = """
    Any Boolean Integer Numerical Integertuple IntegerSet Grid Object Objects Patch Element Piece Container
    ContainerContainer FrozenSet Callable
""".split()


def signatures(dsl: ModuleType) -> dict[str, list[str]]:
    """The kind of each parameter of each operation. The DSL's words are aliases, known by what they stand for."""
    words = {str(getattr(dsl, word)): word for word in WORDS} | {str(tuple): "tuple"}
    kinds = {}
    for name, operation in operations(dsl).items():
        parameters = inspect.signature(operation).parameters.values()
        kinds[name] = [KIND_OF.get(f"{name}.{p.name}") or words[str(p.annotation)] for p in parameters]
    return kinds
