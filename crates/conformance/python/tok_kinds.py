"""What the parameters of each function ask for, in kinds of the pool."""

from tok_values import ITEMS

# What an annotation or a parameter of a function asks for: kinds of the pool, one of which is taken.
KINDS: dict[str, list[str]] = {
    "Grid": ["grid", "grid", "grid", "grid33"],
    "Object": ["object"],
    "Objects": ["objects"],
    "Indices": ["indices"],
    "Patch": ["indices", "object"],
    "IntegerSet": ["intset", "intset", "s int", "t int", "row"],
    "TTT_iii": ["ttobj"],
    "C_": ["colour"],
    "IJ": ["pair", "place", "wide pair"],
    "I_": ["int"],
    "J_": ["int"],
    "FL": ["rank"],
    "F_": ["rank", "colour"],
    "R4": ["code"],
    "R8": ["code"],
    "A4": ["code"],
    "A8": ["code"],
    "Integer": ["int", "number", "huge"],
    "Numerical": ["int", "pair", "number", "wide pair", "huge"],
    "Boolean": ["bool", "bool", "truth"],
    "Samples": ["samples"],
    "Cell": ["cell", "wide cell"],
    "Any": ["int", "pair", "cell", "indices", "object", "grid", "row"],
    "ContainerContainer": "objects,indicesset,rows,t grid,ttobj,t row,s row,s object,t object".split(","),
    "Container": [f"{form} {kind}" for form in "ts" for kind in ITEMS] + ["objects", "row", "grid"],
    "FrozenSet": [f"s {kind}" for kind in ITEMS] + ["objects", "intset", "object"],
    "Tuple": [f"t {kind}" for kind in ITEMS] + ["row", "grid", "ttobj"],
    "Tuples": ["rows", "ttobj", "t grid", "t row", "grid", "t pair", "objects"],
    "Sets": ["objects", "indicesset", "s object", "s indices", "t object", "t indices", "rows"],
    "Factor": ["factor"],
    "Dims": ["dims"],
    "Direction": ["direction", "direction", "pair"],
    "Place": ["place"],
    "Callable": [f"fn {kind}" for kind in ITEMS],
}
NARROWER = {
    **{f"{name}.factor": "Factor" for name in "hupscale vupscale upscale_t upscale_f downscale".split()},
    **{f"{name}.n": "Factor" for name in "hsplit vsplit sizefilter sizefilter_t".split()},
    **{f"{name}.piece": "Grid" for name in "height_t width_t normalize_t".split()},
    **{f"{name}.element": "Object" for name in "p_f palette_f".split()},
    "palette_t.element": "Grid",
    "colorfilter_t.color": "C_",
    "sizefilter.container": "Objects",
    "sizefilter_t.container": "TTT_iii",
    "flip.b": "Any",
    "both.a": "Any",
    "either.a": "Any",
    "canvas.dimensions": "Dims",
    "shoot.direction": "Direction",
    "power.n": "Factor",
    "interval.start": "I_",
    "interval.stop": "I_",
    "interval.step": "Factor",
    "cellwise.fallback": "C_",
    "is_no_grid.x": "Grid",
    "merge_t.containers": "Tuples",
    "merge_f.containers": "Sets",
}

# They give functions, which have no value to compare: what they give is called.
CLOSURES = ["chain", "compose", "fork", "lbind", "matcher", "power", "rbind"]
# Which `fit_` a function uses when it is not called like it, by its name without suffix.
FITTING: dict[str, str] = {
    **dict.fromkeys("order valmax valmin argmax argmin get_arg_rank get_val_rank".split(), "keyed"),
    **dict.fromkeys("mostcommon leastcommon get_common_rank".split(), "common"),
    **dict.fromkeys("get_nth get_color_rank get_rank".split(), "ranked"),
    **dict.fromkeys("combine difference difference_tuple intersection ".split(), "two"),
    **dict.fromkeys("hconcat vconcat cellwise".split(), "two_grids"),
    **dict.fromkeys(
        "paint underpaint fill underfill cover move occurrences subgrid toobject bordering".split(), "on_grid"
    ),
    **dict.fromkeys("colorcount colorfilter f_ofcolor replace switch".split(), "coloured"),
    **dict.fromkeys("adjacent hmatching vmatching gravitate position manhattan".split(), "matching"),
    **dict.fromkeys("c_iz c_zo c_iz_n c_zo_n".split(), "c_iz"),
    **dict.fromkeys(["rbind", "lbind"], "bind"),
    "extract": "sfilter",
    "mpapply": "papply",
    "remove": "contained",
    "insert": "contained",
    "chain": "compose",
}
