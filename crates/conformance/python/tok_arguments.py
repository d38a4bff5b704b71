"""Argument lists for each function: by its parameters' annotations or, where arguments must fit together, what fits."""

import inspect
import random
from types import FunctionType

from tok_functions import BINARY, Functions
from tok_kinds import CLOSURES, FITTING, KINDS, NARROWER
from tok_pool import expand
from tok_values import ITEMS
from trees import Tree, same, t

MOST_VALUES = 6_000  # from here on no more containers are made to fit

class Arguments:
    """Makes argument lists for one function. `then` is what to call a resulting function with."""

    def __init__(self, values: Functions, name: str, function: FunctionType, seed: str):
        self.rng = random.Random(f"tok arguments {seed} {name}")
        self.values, self.pool = values, values.pool
        self.name = name
        self.base = name.removesuffix("_t").removesuffix("_f")
        self.forms = "t" if name.endswith("_t") else "s" if name.endswith("_f") else "ts"
        parameters = inspect.signature(function).parameters.values()
        self.kinds = [NARROWER.get(f"{name}.{p.name}") or self.word(p) for p in parameters]
        self.then: list[int | Tree] | None = None

    @staticmethod
    def word(parameter: inspect.Parameter) -> str:
        """The DSL's annotations are strings; three parameters have none."""
        if isinstance(parameter.annotation, str):
            return parameter.annotation
        return "Any" if parameter.name == "x" else "Callable"

    def make(self) -> list[int | Tree]:
        """One argument list: four in five well typed, one in five with something odd in it."""
        self.then = None
        fitting = getattr(self, f"fit_{FITTING.get(self.base, self.base)}", None)
        args: list[int | Tree] = fitting() if fitting and self.rng.random() < 0.9 else self.typed()
        chance = self.rng.random()
        if chance < 0.17:
            self.spoil(args, chance < 0.1)
        elif chance < 0.19:
            args = args[:-1] if self.rng.random() < 0.5 else [*args, self.any_of("odd")]
        return args

    def typed(self) -> list[int | Tree]:
        if self.name in CLOSURES:
            self.then = [self.of_kind("Any") for _ in range(self.rng.choice([1, 1, 1, 2, 3]))]
        return [self.of_kind(kind) for kind in self.kinds]

    def of_kind(self, kind: str) -> int:
        return self.any_of(self.rng.choice(KINDS[kind]))

    def any_of(self, kind: str) -> int:
        return self.rng.choice(self.pool.kinds[kind])

    def spoil(self, args: list[int | Tree], near: bool) -> None:
        """Puts something in the place of an argument, sometimes of two: an odd value of its kind, or anything."""
        odd = {"Grid": "oddgrid", "Patch": "oddpatch", "Object": "oddpatch", "Indices": "oddpatch", "IJ": "oddpair"}
        odd |= {"Callable": "failing", "Numerical": "oddpair"}
        chosen = self.rng.randrange(len(args))
        for place, kind in enumerate(self.kinds[: len(args)]):
            if place == chosen or self.rng.random() < 0.1:
                kinds = [odd.get(kind, "mixed")] if near else ["odd", "mixed", "grid", "pair", "object", "int", "float"]
                args[place] = self.any_of(self.rng.choice(kinds))

    def container(self, kind: str) -> int:
        """A container of such items, in the form the function is for."""
        form = self.rng.choice(self.forms) if self.rng.random() < 0.95 else self.rng.choice("ts")
        if kind == "object" and form == "s" and self.rng.random() < 0.5:
            return self.any_of("objects")
        return self.any_of(f"{form} {kind}")

    def item_kind(self) -> str:
        return self.rng.choice(ITEMS)

    def fit_keyed(self) -> list[int | Tree]:
        """A container, a function that measures its items and, for some, a rank."""
        kind = self.item_kind()
        key = self.any_of(f"key {kind}" if self.rng.random() < 0.75 else f"fn {kind}")
        rank = self.rng.choice([0, 0, -1, -1, 1, 2, -2, None])
        rank = self.any_of("rank") if rank is None else self.pool.add("rank", rank)
        return [self.container(kind), key, rank][: len(self.kinds)]

    def fit_get_nth_by_key(self) -> list[int | Tree]:
        container, key, rank = self.fit_keyed()
        return [container, rank] if self.rng.random() < 0.4 else [container, rank, key]

    def fit_sfilter(self) -> list[int | Tree]:
        kind = self.item_kind()
        return [self.container(kind), self.any_of(f"is {kind}" if self.rng.random() < 0.9 else f"fn {kind}")]

    def fit_mfilter(self) -> list[int | Tree]:
        kind = self.rng.choice(["indices", "object", "grid", "row", "pair", "tobj"])
        return [self.container(kind), self.any_of(f"is {kind}")]

    def fit_apply(self) -> list[int | Tree]:
        kind = self.item_kind()
        return [self.any_of(f"fn {kind}"), self.container(kind)]

    def fit_mapply(self) -> list[int | Tree]:
        kind = self.rng.choice(["pair", "indices", "object", "grid", "row", "tobj", "int"])
        names = {"int": "toivec tojvec initset", "pair": "neighbors vfrontier dneighbors identity increment"}
        names |= {"grid": "p_g palette_t asobject identity rot90 partition tophalf", "row": "dedupe identity initset"}
        names |= {"tobj": "identity dedupe"}
        good = names.get(kind, "box toindices outbox identity hmirror_f delta corners totuple").split()
        function = self.pool.add(f"fn {kind}", {"op": self.rng.choice(good)})
        return [function if self.rng.random() < 0.8 else self.any_of(f"fn {kind}"), self.container(kind)]

    def fit_rapply(self) -> list[int | Tree]:
        kind = self.item_kind()
        return [self.any_of(f"{self.rng.choice(self.forms)} fn {kind}"), self.any_of(kind)]

    def binary(self) -> tuple[str, str, int]:
        left, right = self.rng.choice(list(BINARY))
        return left, right, self.any_of(f"fn {left}, {right}")

    def many(self, kind: str, form: str) -> int:
        """A container of few items of any kind."""
        if f"{form} {kind}" in self.pool.kinds:
            small = [n for n in self.pool.kinds[f"{form} {kind}"] if len(self.pool.items[n]) <= 8]
            return self.rng.choice(small)
        return self.pool.container(f"{form} {kind}", form, [self.any_of(kind) for _ in range(self.rng.randint(1, 4))])

    def fit_papply(self) -> list[int | Tree]:
        left, right, function = self.binary()
        return [function, self.many(left, "t"), self.many(right, "t")]

    def fit_prapply(self) -> list[int | Tree]:
        left, right, function = self.binary()
        return [function, self.many(left, self.rng.choice("ts")), self.many(right, self.rng.choice("ts"))]

    def fit_contained(self) -> list[int | Tree]:
        """A value that is likely in the container."""
        kind = self.item_kind()
        container = self.any_of(f"{self.rng.choice(self.forms)} {kind}")
        items = self.pool.items[container]
        value = self.rng.choice(items) if items and self.rng.random() < 0.75 else self.any_of(kind)
        return [value, container]

    def fit_other(self) -> list[int | Tree]:
        return self.fit_contained()[::-1]

    def fit_common(self) -> list[int | Tree]:
        """A container with things that come several times, and for some a rank."""
        kind = self.rng.choice(["int", "int", "pair", "cell", "row", "grid"])
        container = self.any_of("row") if "t" in self.forms and self.rng.random() < 0.4 else self.container(kind)
        rank = self.pool.add("rank", self.rng.choice([0, -1, 0, -1, 1, -2, 2, 5]))
        return [container, rank][: len(self.kinds)]

    def fit_ranked(self) -> list[int | Tree]:
        """A rank that is mostly there."""
        return [self.of_kind(self.kinds[0]), self.pool.add("rank", self.rng.choice([0, 0, 1, -1, -1, -2, 2, 3, -4, 7]))]

    def fit_two(self) -> list[int | Tree]:
        """Two containers of the same kind, or twice the very same one."""
        kind = self.item_kind()
        form = self.rng.choice("s" if self.kinds[0] == "FrozenSet" else "t" if self.kinds[0] == "Tuple" else "ts")
        left = self.any_of(f"{form} {kind}")
        if self.rng.random() < 0.12:
            return [left, same(0)]
        items = self.pool.items[left]
        some = self.rng.sample(items, self.rng.randint(0, len(items)))
        more = [self.any_of(kind) for _ in range(self.rng.randint(0, 3))]
        if self.rng.random() < 0.3 or len(self.pool.trees) > MOST_VALUES:
            return [left, self.any_of(f"{form} {kind}")]
        return [left, self.pool.container(f"{form} {kind}", form, some + more)]

    def fit_two_grids(self) -> list[int | Tree]:
        kind = self.rng.choice(["grid33", "grid24"])
        second = same(0) if self.rng.random() < 0.05 else self.any_of(kind)
        return [self.any_of(kind), second, self.any_of("colour")][: len(self.kinds)]

    def fit_on_grid(self) -> list[int | Tree]:
        """A grid and a patch that was cut out of it, with whatever else the function takes."""
        grid = self.rng.choice([n for n in self.pool.kinds["grid"] if n in self.pool.parts])
        parts = self.pool.parts[grid]
        args: list[int | Tree] = []
        for kind in self.kinds:
            fitting = [n for word in KINDS[kind] for n in parts.get(word, [])] if kind in ("Patch", "Object") else []
            cut = fitting and self.rng.random() < 0.8
            args.append(grid if kind == "Grid" else self.rng.choice(fitting) if cut else self.of_kind(kind))
        return args

    def fit_coloured(self) -> list[int | Tree]:
        """Colours that the first argument has, mostly."""
        whole = self.of_kind(self.kinds[0])
        colours = sorted(colours_of(expand({"p": whole}, self.pool.trees)))
        more = [
            self.pool.add("colour", self.rng.choice(colours))
            if colours and self.rng.random() < 0.7
            else self.any_of("colour")
            for _ in self.kinds[1:]
        ]
        return [whole, *more]

    def fit_sizefilter(self) -> list[int | Tree]:
        container = self.of_kind(self.kinds[0])
        item = expand({"p": self.rng.choice(self.pool.items[container])}, self.pool.trees)
        size = len(next(iter(item.values()))) if isinstance(item, dict) else 1
        return [container, self.pool.add("int", size) if self.rng.random() < 0.75 else self.any_of("factor")]

    def fit_equality(self) -> list[int | Tree]:
        """Equal values made in other ways, nearly equal ones, and others."""
        left, right = self.fit_two() if self.rng.random() < 0.6 else (self.of_kind("Any"), self.of_kind("Any"))
        tree = expand({"p": left}, self.pool.trees)
        if self.rng.random() < 0.5 and isinstance(tree, dict):
            right = {"copy": same(0)} if "t" not in tree and "g" not in tree else left
        return [left, right]

    def fit_connect(self) -> list[int | Tree]:
        """Two places in a row, a column or a diagonal."""
        i, j, steps = self.rng.randint(-2, 9), self.rng.randint(-2, 9), self.rng.randint(-6, 8)
        down, right = self.rng.choice([(0, 1), (1, 0), (1, 1), (1, -1)])
        there = t(i + down * steps, j + right * steps)
        return [self.pool.add("pair", t(i, j)), self.pool.add("pair", there)]

    def fit_crop(self) -> list[int | Tree]:
        start = self.pool.add("place", t(self.rng.randint(0, 2), self.rng.randint(0, 2)))
        return [self.any_of("grid"), start, self.any_of("dims")]

    def fit_interval(self) -> list[int | Tree]:
        numbers = sorted([self.rng.randint(-5, 20), self.rng.randint(-5, 20)])
        step = self.rng.choice([1, 1, 2, 3, -1, -2, 0])
        return [self.pool.add("number", n) for n in (*(numbers if step > 0 else numbers[::-1]), step)]

    def fit_index(self) -> list[int | Tree]:
        args = [self.any_of("grid"), self.any_of(self.rng.choice(["place", "pair", "direction"])), self.any_of("dims")]
        return args[: len(self.kinds)]

    def fit_celltuple(self) -> list[int | Tree]:
        return [self.many("pair", "t"), self.any_of("row")]

    def fit_pair(self) -> list[int | Tree]:
        kind = self.rng.choice(["int", "pair", "row", "grid"])
        return [self.many(kind, "t"), self.many(self.rng.choice(["int", kind]), "t")]

    def fit_product(self) -> list[int | Tree]:
        return [self.many(self.item_kind(), self.rng.choice("ts")), self.many(self.item_kind(), self.rng.choice("ts"))]

    def fit_repeat(self) -> list[int | Tree]:
        return [self.of_kind("Any"), self.any_of("colour")]

    def fit_c_iz(self) -> list[int | Tree]:
        function = self.pool.add("fn grid", {"op": self.rng.choice(["p_g", "p_g", "p_g", "palette_t", "identity"])})
        names = ["first", "last", "first_t", "second", "size_t", "maximum", "mostcommon_t", "identity", "get_nth_t"]
        return [self.any_of("samples"), function, self.pool.add("fn row", {"op": self.rng.choice(names)})][
            : len(self.kinds)
        ]

    def fit_matching(self) -> list[int | Tree]:
        """Two patches of one grid, so that they are near each other."""
        if self.rng.random() < 0.5:
            patch = self.rng.choice([n for n, parts in self.pool.parts.items() if "beside" in parts])
            return [patch, self.rng.choice(self.pool.parts[patch]["beside"])]
        grid = self.rng.choice([n for n in self.pool.kinds["grid"] if n in self.pool.parts])
        parts = [n for kind in ("object", "indices") for n in self.pool.parts[grid].get(kind, [])]
        return [self.rng.choice(parts), same(0) if self.rng.random() < 0.05 else self.rng.choice(parts)]

    def fit_compose(self) -> list[int | Tree]:
        """Functions of what the ones before give, and something to call the result with."""
        kind = self.item_kind()
        self.then = [self.any_of(kind)]
        outer = [self.any_of(f"fn {self.item_kind()}") for _ in self.kinds[1:]]
        return [*outer, self.any_of(f"fn {kind}")]

    def fit_fork(self) -> list[int | Tree]:
        kind = self.item_kind()
        self.then = [self.any_of(kind)]
        names = "astuple equality add combine greater both either product subtract combine_f pair".split()
        outer = self.pool.add("fn two", {"op": self.rng.choice(names)})
        return [outer, self.any_of(f"fn {kind}"), self.any_of(f"fn {kind}")]

    def fit_matcher(self) -> list[int | Tree]:
        kind = self.item_kind()
        self.then = [self.any_of(kind)]
        return [self.any_of(f"fn {kind}"), self.any_of(self.rng.choice(["int", "bool", "pair", kind]))]

    def fit_power(self) -> list[int | Tree]:
        kind = self.rng.choice(["int", "pair", "grid", "indices"])
        self.then = [self.any_of(kind)]
        names = {"int": "increment double crement", "pair": "invert increment", "grid": "rot90 dmirror_t trim"}
        name = self.rng.choice(names.get(kind, "outbox inbox box identity").split())
        return [self.pool.add(f"fn {kind}", {"op": name}), self.pool.add("factor", self.rng.randint(0, 7))]

    def fit_bind(self) -> list[int | Tree]:
        """Functions of one to four arguments, called with the right number of them, or with one off."""
        left, right, function = self.binary()
        items = [self.any_of(left), self.any_of(right)]
        if self.rng.random() < 0.35:
            more = {
                "branch": ["bool", "int", "pair"],
                "crop": ["grid", "place", "dims"],
                "flip": ["bool"],
                "objects": ["grid33", "bool", "bool", "bool"],
                "interval": ["int", "int", "factor"],
                "height_t": ["grid"],
                "fill": ["grid", "colour", "indices"],
                "objects_t": ["grid24", "bool", "bool", "bool"],
                "get_arg_rank": ["objects", "key object", "rank"],
                "astriple": ["int", "int", "colour"],
                "get_nth_by_key_t": ["t int", "rank", "key int"],
            }
            name = self.rng.choice(list(more))
            function, items = self.pool.add("fn more", {"op": name}), [self.any_of(kind) for kind in more[name]]
        fixed = items.pop(-1 if self.name == "rbind" else 0)
        if self.rng.random() < 0.06:
            items.append(fixed)
        self.then = items or [self.any_of("int")]
        return [function, fixed]


def colours_of(tree: Tree) -> set[int]:
    """The cells of a grid, or the colours of the cells inside a tree."""
    if not isinstance(tree, dict):
        return set()
    ((kind, content),) = tree.items()
    if kind == "g":
        return {cell for row in content for cell in row}
    if not isinstance(content, list):
        return colours_of(content)
    if kind == "t" and len(content) == 3 and all(type(item) is int for item in content):
        return {content[2]}
    return set().union(*map(colours_of, content)) if content else set()
