"""Functions as arguments: operations and closures that suit a kind of item, and some that fail on it."""

from types import ModuleType

from tok_values import ITEMS, Values
from trees import Tree, call, op, s, t

PATCH = """
    size_f shape_f ulcorner urcorner llcorner lrcorner uppermost lowermost leftmost rightmost center centerofmass box
    backdrop delta inbox outbox corners toindices first_f last_f totuple identity initset hmirror_f vmirror_f
    dmirror_f cmirror_f square_f portrait_f size first last
""".split()
UNARY = {
    "int": """
        identity even double halve increment decrement crement sign positive invert toivec tojvec initset flip
    """.split(),
    "pair": """
        first last first_t last_t second identity invert double halve increment decrement crement sign neighbors
        dneighbors ineighbors vfrontier hfrontier initset size size_t maximum minimum dedupe
    """.split(),
    "cell": "toij first last second last_t identity initset size_t dedupe".split(),
    "indices": PATCH + "height_i width_i normalize_i hmirror_i vmirror_i dmirror_i hline_i vline_i ulcorner_i".split(),
    "object": PATCH
    + """
        color palette_f p_f p_o numcolors_f mostcolor_f leastcolor_f hperiod vperiod height_o width_o normalize_o
        hmirror_o vmirror_o dmirror_o cmirror_o hline_o vline_o toindices_o ulcorner_o lrcorner_o uppermost_o
    """.split(),
    "grid": """
        rot90 rot180 rot270 hmirror_t vmirror_t dmirror_t cmirror_t palette_t p_g numcolors_t mostcolor_t leastcolor_t
        height_t width_t shape_t asobject asindices compress trim tophalf bottomhalf lefthalf righthalf portrait_t
        square_t frontiers first_t size_t identity merge_t is_no_grid fgpartition partition
    """.split(),
    "row": """
        size_t dedupe mostcommon_t leastcommon_t first_t last_t second maximum minimum identity initset first last
    """.split(),
    "tobj": "size_t first_t last_t identity dedupe size first second totuple merge_t".split(),
}
CONDITIONS = {
    "int": ["even", "positive", "identity"],
    "pair": ["identity", "first", "last"],
    "cell": ["first", "last"],
    "row": ["identity", "first_t"],
    "tobj": ["first_t"],
    "indices": ["square_f", "portrait_f", "hline_i", "vline_i"],
    "object": ["square_f", "portrait_f", "hline_o", "vline_o", "color"],
    "grid": ["square_t", "portrait_t"],
}
MEASURES = {
    "int": ["identity", "double", "invert", "crement", "sign"],
    "pair": ["first", "last", "maximum", "minimum", "identity"],
    "cell": ["first", "second", "last"],
    "row": ["size_t", "maximum", "first_t", "mostcommon_t"],
    "tobj": ["size_t", "size"],
    "indices": ["size_f", "height_i", "width_i", "uppermost", "leftmost_i", "ulcorner", "rightmost"],
    "object": ["size_f", "height_o", "color", "numcolors_f", "mostcolor_f", "lowermost", "leftmost_o", "lrcorner"],
    "grid": ["height_t", "width_t", "numcolors_t", "mostcolor_t", "size_t", "shape_t"],
}
BINARY = {
    ("int", "int"): "add subtract multiply divide greater astuple equality both either repeat".split(),
    ("pair", "pair"): "add subtract multiply divide connect shoot astuple equality combine_t pair combine".split(),
    ("int", "pair"): "add subtract multiply astuple contained remove".split(),
    ("pair", "colour"): ["ascell", "add", "astuple", "divide"],
    ("colour", "indices"): ["recolor_i", "contained", "insert", "remove_f", "astuple"],
    ("colour", "object"): ["recolor_o", "insert"],
    ("indices", "pair"): ["shift", "astuple", "other_f"],
    ("object", "pair"): ["shift", "astuple"],
    ("indices", "indices"): """
        combine_f intersection difference manhattan hmatching vmatching adjacent position gravitate equality
    """.split(),
    ("object", "object"): "combine_f intersection difference manhattan adjacent position gravitate".split(),
    ("object", "grid"): ["subgrid", "toobject", "bordering"],
    ("grid", "object"): ["paint", "underpaint", "occurrences", "cover"],
    ("grid", "colour"): ["f_ofcolor", "colorcount_t", "upscale_t", "hupscale", "o_g", "mir_rot_t"],
    ("grid", "grid"): ["hconcat", "vconcat", "equality", "combine_t"],
    ("row", "row"): ["pair", "combine_t", "difference_tuple", "product"],
}
RIGHT = {
    "int": [("add", "int"), ("multiply", "pair"), ("greater", "int"), ("contained", "intset"), ("divide", "int")],
    "pair": [("add", "pair"), ("connect", "pair"), ("contained", "indices"), ("astuple", "int"), ("ascell", "colour")],
    "cell": [("contained", "object"), ("astuple", "int"), ("equality", "cell")],
    "indices": [("shift", "pair"), ("manhattan", "indices"), ("combine_f", "indices"), ("difference", "indices")],
    "object": [("shift", "pair"), ("colorcount_f", "colour"), ("intersection", "object"), ("get_color_rank_f", "rank")],
    "grid": [
        ("f_ofcolor", "colour"),
        ("index", "place"),
        ("paint", "object"),
        ("upscale_t", "factor"),
        ("o_g", "code"),
    ],
    "row": [("combine_t", "row"), ("get_nth_t", "rank"), ("get_common_rank_t", "rank"), ("difference_t", "row")],
    "tobj": [("combine_t", "tobj"), ("get_nth_t", "rank")],
}
LEFT = {
    "int": [("recolor_i", "colour"), ("add", "pair"), ("index", "grid"), ("subtract", "int")],
    "pair": [("shoot", "place"), ("index", "grid"), ("shift", "object"), ("crop", "grid")],
    "cell": [("contained", "cell"), ("insert", "cell")],
    "indices": [("recolor_i", "colour"), ("cover", "grid"), ("position", "indices")],
    "object": [("recolor_o", "colour"), ("paint", "grid"), ("occurrences", "grid"), ("difference", "object")],
    "grid": [("hconcat", "grid"), ("toobject", "indices"), ("subgrid", "object")],
    "row": [("apply_t", "fn int"), ("remove_t", "colour")],
    "tobj": [("apply_t", "fn cell")],
}


class Functions(Values):
    """Adds functions to the pool: kind `fn X` takes an X, `is X` tells them apart, `key X` measures them."""

    def __init__(self, dsl: ModuleType, seed: str):
        super().__init__(dsl, seed)
        for kind in ITEMS:
            for name in UNARY[kind]:
                self.pool.add(f"fn {kind}", op(name))
        for kind in ITEMS:
            self.closures(kind)
            self.tests(kind)
        for (left, right), names in BINARY.items():
            for name in names:
                self.pool.add(f"fn {left}, {right}", op(name))
        self.pool.add("fn grid, grid", call("rbind", op("cellwise"), 0))
        for tree in failing():
            self.pool.add("failing", tree)
        for kind in ITEMS:
            for _ in range(15):
                functions = [self.any_of(f"fn {kind}") for _ in range(self.rng.randint(0, 4))]
                self.pool.container(f"t fn {kind}", "t", functions)
                self.pool.container(f"s fn {kind}", "s", functions[:2])

    def some(self, kind: str) -> Tree:
        return self.pool.short(self.any_of(kind))

    def closures(self, kind: str) -> None:
        rng, add = self.rng, self.pool.add
        unary = UNARY[kind]
        for _ in range(6):
            outer = rng.choice("identity initset size even first flip increment rot90 toindices last double".split())
            add(f"fn {kind}", call("compose", op(outer), op(rng.choice(unary))))
            outer = rng.choice("astuple equality add combine greater multiply difference either".split())
            add(f"fn {kind}", call("fork", op(outer), op(rng.choice(unary)), op(rng.choice(unary))))
            name, fixed = rng.choice(RIGHT[kind])
            add(f"fn {kind}", call("rbind", op(name), self.some(fixed)))
            name, fixed = rng.choice(LEFT[kind])
            add(f"fn {kind}", call("lbind", op(name), self.some(fixed)))
        for _ in range(3):
            target = self.rng.choice(["int", "bool", "pair"])
            add(f"fn {kind}", call("matcher", op(rng.choice(unary)), self.some(target)))
            add(f"fn {kind}", call("chain", op("size"), op(rng.choice(["initset", "identity"])), op(rng.choice(unary))))
            add(f"fn {kind}", call("power", op(rng.choice(unary)), rng.randint(1, 3)))
            add(f"fn {kind}", call("compose", self.some(f"fn {kind}"), op("identity")))

    def tests(self, kind: str) -> None:
        rng, add = self.rng, self.pool.add
        for name in CONDITIONS[kind]:
            add(f"is {kind}", op(name))
            add(f"is {kind}", call("compose", op("flip"), op(name)))
        for name in MEASURES[kind]:
            add(f"key {kind}", op(name))
            add(f"key {kind}", call("compose", op("invert"), op(name)))
            for _ in range(2):
                bound = call(rng.choice(["rbind", "lbind"]), op("greater"), rng.randint(0, 6))
                add(f"is {kind}", call("compose", bound, op(name)))
                add(f"is {kind}", call("matcher", op(name), rng.randint(0, 5)))
        add(f"key {kind}", call("fork", op("astuple"), op(MEASURES[kind][0]), op(MEASURES[kind][1])))


def failing() -> list[Tree]:
    """What raises when called, or is no function; a wrapped function never raises."""
    return [
        call("rbind", op("extract"), call("matcher", op("identity"), 99)),
        call("compose", op("first"), call("lbind", op("sfilter"), s(1, 2))),
        call("rbind", op("divide"), 0),
        call("lbind", op("index"), t()),
        call("chain", op("first"), op("totuple"), op("toivec")),
        call("compose", op("color"), op("initset")),
        call("matcher", 5, 5),
        call("compose", 3, op("identity")),
        op("add"),
        op("crop"),
        5,
        None,
        t(),
    ]
