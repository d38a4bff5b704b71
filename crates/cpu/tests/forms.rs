//! Operations on values of every form. Two equal values may have come about in quite different ways, and be kept in as many: a set as a
//! product, as copies of a patch or as a part of a picture, a tuple as sets one after the other, a grid as a plan. An operation has to give
//! for each of them what it gives for the plain one, and refuse what the reference refuses.
//!
//! So calls of all operations are made up of these, of what they are meant for and of what they are not, and run on both engines.

use megabatt_core::mask::Bounds;
use megabatt_core::{Dialect, Grid, Op, Set, Type, Value, grid, json};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::generate::Rng;
use megabatt_exec::{Cancel, Limits, Outcome, Row, RowResult};

/// Calls that are made up, and how many are in one text.
const CALLS: usize = 40_000;
const AT_ONCE: usize = 500;

/// Of so many calls one is made with whatever there is, and of so many one is part of another call.
const ANYTHING: usize = 8;
const INSIDE: usize = 4;

type Forms = &'static [&'static str];

const GRIDS: Forms = &[
    "I",
    "rot90(I)",
    "dmirror(I)",
    "hconcat(I, I)",
    "crop(I, ORIGIN, (3, 2))",
    "fill(I, THREE, ofcolor(I, leastcolor(I)))",
];

/// Tuples of rows that are grids, nearly grids, or something else.
const ROWS: Forms = &[
    "((1, 2), (3, 4))",
    "((1, 2), (3, 4), (5, 6))",
    "((1,),)",
    "((0, 10), (300, 4))",
    "((1, 2, 3), (4, 5))",
    "((1, T), (0, 2))",
    "totuple(ofcolor(I, leastcolor(I)))",
];

/// Large ones.
const PLANNED: Forms = &[
    "canvas(ZERO, (120, 100))",
    "upscale(I, 30)",
    "vconcat(canvas(TWO, (90, 95)), canvas(ONE, (20, 95)))",
    "paint(canvas(ZERO, (120, 100)), asobject(I))",
    "crop(upscale(I, 30), ORIGIN, (5, 5))",
    "fill(canvas(ONE, (100, 100)), TWO, asindices(I))",
];

const PLACES: Forms = &[
    "asindices(I)",
    "ofcolor(I, leastcolor(I))",
    "ofcolor(I, mostcolor(I))",
    "toindices(asobject(I))",
    "neighbors(ORIGIN)",
    "connect(ORIGIN, (ZERO, FIVE))",
    "shoot(UNITY, (1, -1))",
    "box(asindices(I))",
    "outbox(ofcolor(I, leastcolor(I)))",
    "delta(ofcolor(I, leastcolor(I)))",
    "initset((2, 3))",
    "insert((50, -3), ofcolor(I, leastcolor(I)))",
    "difference(asindices(I), ofcolor(I, leastcolor(I)))",
    "shift(ofcolor(I, leastcolor(I)), (-2, 3))",
    "mapply(neighbors, ofcolor(I, leastcolor(I)))",
    "mapply(lbind(shift, ofcolor(I, leastcolor(I))), asindices(I))",
    "mapply(lbind(shift, ofcolor(I, leastcolor(I))), neighbors(ORIGIN))",
    "merge(prapply(connect, ofcolor(I, leastcolor(I)), ofcolor(I, leastcolor(I))))",
    "toindices(last(objects(I, T, F, T)))",
    "mapply(toindices, objects(I, T, F, T))",
    "hfrontier(UNITY)",
    "sfilter(asindices(I), compose(even, first))",
];

const CELLS: Forms = &[
    "asobject(I)",
    "sfilter(asobject(I), compose(flip, matcher(first, ZERO)))",
    "shift(vmirror(sfilter(asobject(I), compose(flip, matcher(first, ZERO)))), UNITY)",
    "sfilter(asobject(I), matcher(first, ZERO))",
    "first(objects(I, T, F, T))",
    "argmax(objects(I, T, F, T), size)",
    "normalize(last(objects(I, T, F, T)))",
    "merge(objects(I, T, F, T))",
    "merge(objects(I, F, T, F))",
    "shift(merge(objects(I, T, F, T)), (1, 2))",
    "merge(frontiers(I))",
    "merge(partition(I))",
    "recolor(FOUR, ofcolor(I, leastcolor(I)))",
    "recolor(TWO, mapply(neighbors, ofcolor(I, leastcolor(I))))",
    "toobject(ofcolor(I, leastcolor(I)), I)",
    "mapply(lbind(shift, asobject(I)), neighbors(ORIGIN))",
    "mapply(lbind(recolor, ONE), objects(I, T, F, T))",
    "combine(asobject(I), shift(asobject(I), UNITY))",
    "upscale(first(objects(I, T, F, T)), TWO)",
    "insert((3, (1, 1)), asobject(I))",
    "initset((3, (1, 1)))",
];

/// Tuples that are kept as sets, one after the other.
const WALKED: Forms = &[
    "mapply(lbind(shift, ofcolor(I, leastcolor(I))), (ORIGIN, UNITY))",
    "mapply(lbind(shift, asobject(I)), (ORIGIN, UNITY))",
    "mapply(lbind(shift, ofcolor(I, leastcolor(I))), apply(toivec, interval(ZERO, 40, ONE)))",
    "mapply(lbind(shift, asobject(I)), apply(tojvec, interval(ZERO, 9, ONE)))",
    "mapply(lbind(ofcolor, I), (ZERO, ONE, TWO))",
    "mapply(lbind(ofcolor, I), (ZERO, 11))",
    "merge(totuple(objects(I, T, F, T)))",
    "merge(apply(toindices, totuple(objects(I, T, F, T))))",
    "mapply(asobject, hsplit(I, TWO))",
    "mapply(asindices, (I, I))",
    "mapply(neighbors, totuple(ofcolor(I, leastcolor(I))))",
    "mapply(palette, (I, I))",
];

/// Sets of other things than places and cells.
const SETS: Forms = &[
    "objects(I, T, F, T)",
    "objects(I, F, T, T)",
    "objects(I, T, T, F)",
    "partition(I)",
    "fgpartition(I)",
    "frontiers(I)",
    "sizefilter(objects(I, T, F, T), ONE)",
    "colorfilter(objects(I, T, F, T), ONE)",
    "apply(toindices, objects(I, T, F, T))",
    "apply(box, objects(I, T, F, T))",
    "apply(rbind(subgrid, I), objects(I, T, F, T))",
    "apply(fork(astuple, color, size), objects(I, T, F, T))",
    "apply(lbind(shift, ofcolor(I, leastcolor(I))), asindices(I))",
    "apply(lbind(shift, ofcolor(I, leastcolor(I))), neighbors(ORIGIN))",
    "apply(lbind(shift, asobject(I)), neighbors(ORIGIN))",
    "apply(rbind(recolor, ofcolor(I, leastcolor(I))), palette(I))",
    "apply(rbind(shoot, UNITY), ofcolor(I, leastcolor(I)))",
    "apply(neighbors, ofcolor(I, leastcolor(I)))",
    "apply(initset, asobject(I))",
    "apply(initset, ofcolor(I, leastcolor(I)))",
    "apply(first, asobject(I))",
    "prapply(connect, ofcolor(I, leastcolor(I)), ofcolor(I, leastcolor(I)))",
    "product(ofcolor(I, leastcolor(I)), asindices(I))",
    "product((ONE, TWO), (ONE, THREE))",
    "product(objects(I, T, F, T), objects(I, T, F, T))",
    "sfilter(product(asindices(I), neighbors(ORIGIN)), fork(equality, compose(first, first), compose(first, last)))",
    "palette(I)",
    "initset(I)",
    "insert(I, initset(rot90(I)))",
    "initset(ofcolor(I, leastcolor(I)))",
    "initset(identity)",
    "insert(rot90, initset(hmirror))",
];

const TUPLES: Forms = &[
    "totuple(objects(I, T, F, T))",
    "totuple(asindices(I))",
    "totuple(asobject(I))",
    "totuple(palette(I))",
    "totuple(product(ofcolor(I, leastcolor(I)), (ONE, TWO)))",
    "totuple(apply(toindices, objects(I, T, F, T)))",
    "hsplit(I, TWO)",
    "vsplit(I, ONE)",
    "repeat(I, FIVE)",
    "repeat(I, 200)",
    "repeat(ORIGIN, 6)",
    "merge(repeat((1, 2), 4))",
    "interval(ZERO, NINE, ONE)",
    "interval(FIVE, -5, -2)",
    "apply(first, ofcolor(I, leastcolor(I)))",
    "apply(size, totuple(objects(I, T, F, T)))",
    "apply(asobject, hsplit(I, TWO))",
    "apply(palette, hsplit(I, TWO))",
    "apply(lbind(shift, ofcolor(I, leastcolor(I))), (ORIGIN, UNITY, ORIGIN))",
    "apply(lbind(colorcount, I), interval(ZERO, TEN, ONE))",
    "pair((1, 2, 3), (4, 5, 6))",
    "pair(interval(ZERO, 3, ONE), hsplit(I, THREE))",
    "pair(interval(ZERO, height(I), ONE), I)",
    "sfilter(pair(interval(ZERO, height(I), ONE), I), compose(positive, first))",
    "papply(shift, (ofcolor(I, leastcolor(I)), asobject(I)), (UNITY, ORIGIN))",
    "order(objects(I, T, F, T), size)",
    "order(asindices(I), identity)",
    "combine((1, 2), interval(ZERO, 3, ONE))",
    "(I, rot90(I))",
    "(rot90, hmirror)",
    "((1, 2), (1, 3))",
    "(5, (1, 2))",
    "(1,)",
    "()",
];

const INTS: Forms = &["0", "1", "2", "3", "-1", "5", "10", "100", "T", "F", "None", "mostcolor(I)", "height(I)"];

const PAIRS: Forms = &[
    "ORIGIN",
    "UNITY",
    "DOWN",
    "(2, 3)",
    "(-1, 1)",
    "(0, 7)",
    "(T, 1)",
    "(100, 100)",
    "shape(I)",
    "center(asindices(I))",
];

const FUNCTIONS: Forms = &[
    "size",
    "first",
    "last",
    "identity",
    "color",
    "toindices",
    "rot90",
    "vmirror",
    "normalize",
    "palette",
    "height",
    "shape",
    "asindices",
    "asobject",
    "ulcorner",
    "center",
    "neighbors",
    "box",
    "delta",
    "numcolors",
    "mostcolor",
    "merge",
    "totuple",
    "dedupe",
    "maximum",
    "initset",
    "flip",
    "even",
    "double",
    "lbind(shift, ofcolor(I, leastcolor(I)))",
    "rbind(shift, UNITY)",
    "rbind(shoot, UNITY)",
    "matcher(size, ONE)",
    "matcher(first, ZERO)",
    "compose(flip, matcher(first, ZERO))",
    "compose(size, toindices)",
    "compose(first, fork(rapply, compose(initset, lbind(rbind, contained)), identity))",
    "chain(first, rbind(rapply, I), initset)",
    "compose(even, first)",
    "chain(size, toindices, normalize)",
    "fork(multiply, first, last)",
    "fork(equality, first, last)",
    "fork(greater, first, last)",
    "fork(connect, first, last)",
    "fork(insert, first, last)",
    "fork(combine, identity, identity)",
    "fork(recolor, color, toindices)",
    "rbind(ofcolor, ONE)",
    "lbind(ofcolor, I)",
    "lbind(recolor, TWO)",
    "rbind(recolor, ofcolor(I, leastcolor(I)))",
    "lbind(contained, ONE)",
    "rbind(contained, ofcolor(I, leastcolor(I)))",
    "lbind(mapply, neighbors)",
    "rbind(toobject, I)",
    "rbind(subgrid, I)",
    "lbind(paint, I)",
    "lbind(fill, I, ONE)",
    "lbind(intersection, ofcolor(I, leastcolor(I)))",
    "rbind(difference, ofcolor(I, leastcolor(I)))",
    "lbind(manhattan, ofcolor(I, leastcolor(I)))",
    "lbind(adjacent, ofcolor(I, leastcolor(I)))",
    "lbind(occurrences, I)",
    "lbind(multiply, UNITY)",
    "lbind(astuple, ONE)",
    "lbind(lbind, shift)",
    "rbind(upscale, TWO)",
    "power(identity, TWO)",
];

/// Calls that look at what another one gives.
const LOOKS: Forms = &[
    "totuple(_)",
    "first(_)",
    "size(_)",
    "merge(_)",
    "toindices(_)",
    "palette(_)",
    "dedupe(_)",
    "normalize(_)",
    "shape(_)",
    "rot90(_)",
    "initset(_)",
    "backdrop(_)",
    "ulcorner(_)",
    "fill(I, FIVE, _)",
    "paint(I, _)",
    "recolor(SIX, _)",
    "shift(_, UNITY)",
    "subgrid(_, I)",
    "canvas(_, UNITY)",
    "equality(_, I)",
    "contained(ORIGIN, _)",
    "remove(ORIGIN, _)",
    "combine(_, asindices(I))",
    "intersection(_, asindices(I))",
    "difference(asindices(I), _)",
    "apply(size, _)",
    "mapply(toindices, _)",
    "order(_, identity)",
    "argmax(_, size)",
    "sfilter(_, compose(even, size))",
];

const ALL: &[Forms] = &[GRIDS, ROWS, PLANNED, PLACES, CELLS, WALKED, SETS, TUPLES, INTS, PAIRS, FUNCTIONS];

/// What is given where a type is asked for, the likelier the more often it stands there.
fn meant_for(ty: Type) -> &'static [Forms] {
    match ty {
        Type::Grid => &[GRIDS, GRIDS, GRIDS, ROWS, PLANNED, TUPLES, WALKED],
        Type::Patch | Type::Element | Type::Piece => &[PLACES, CELLS, WALKED, GRIDS, PLACES, CELLS, SETS],
        Type::Object | Type::Cell => &[CELLS, CELLS, WALKED, PLACES],
        Type::Indices => &[PLACES, WALKED, CELLS],
        Type::Objects | Type::IndicesSet | Type::Containers | Type::TupleTuple => &[SETS, TUPLES, SETS, ROWS],
        Type::Pair => &[PAIRS, PAIRS, PAIRS, INTS],
        Type::Num => &[INTS, PAIRS],
        Type::Int | Type::Bool => &[INTS],
        Type::Func => &[FUNCTIONS],
        Type::Container | Type::Set | Type::Tuple | Type::IntSet => {
            &[SETS, TUPLES, WALKED, PLACES, CELLS, SETS, TUPLES, GRIDS, ROWS]
        }
        Type::Any => ALL,
    }
}

fn one_of<T: Copy>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.below(of.len())]
}

fn made_up(rng: &mut Rng) -> String {
    let op = one_of(rng, Op::ALL);
    let args: Vec<&str> = (op.info().params.iter())
        .map(|param| {
            let forms = if rng.below(ANYTHING) == 0 { ALL } else { meant_for(param.ty) };
            let forms = one_of(rng, forms);
            one_of(rng, forms)
        })
        .collect();
    let call = format!("{}({})", op.info().name, args.join(", "));
    if rng.below(INSIDE) == 0 { one_of(rng, LOOKS).replace('_', &call) } else { call }
}

fn inputs() -> [Grid; 3] {
    [
        grid!([1 0 2] [2 2 0] [0 0 0] [1 2 2]),
        grid!([0 0 3 0 0 0 1] [0 2 0 0 1 1 0] [0 0 0 3 0 0 0] [5 0 2 0 0 0 0]),
        grid!([0 1 1]),
    ]
}

fn words(result: &RowResult) -> String {
    match &result.outcome {
        Outcome::Value(value) => json::to_json(value),
        Outcome::Error(error) => error.name().to_string(),
        Outcome::Limit(limit) => format!("limit {}", limit.name()),
    }
}

/// The box that a set says to have around it is the one around its items, wherever in a value it is, and of its cells, or those of all its
/// sets, no two share a place if it says so.
fn assert_known_of(value: &Value, call: &str) {
    fn places(set: &Set) -> Vec<(i32, i32)> {
        match (set.pairs(), set.coloured()) {
            (Some(places), _) => places.to_vec(),
            (_, Some(cells)) => cells.iter().map(|&(_, i, j)| (i, j)).collect(),
            _ => Vec::new(),
        }
    }
    match value {
        Value::Set(set) => {
            let mut all = places(set);
            assert_eq!(set.bounds(), Bounds::of_places(all.iter().copied()), "{call}");
            for item in set.values() {
                assert_known_of(&item, call);
                if let Value::Set(part) = &item {
                    all.extend(places(part));
                }
            }
            if set.is_known_to_have_distinct_places() {
                let count = all.len();
                all.sort_unstable();
                all.dedup();
                assert_eq!(all.len(), count, "{call}");
            }
        }
        Value::Tuple(items) => items.slice().iter().for_each(|item| assert_known_of(item, call)),
        _ => {}
    }
}

#[test]
fn operations_take_values_of_every_form() {
    let mut rng = Rng::new(&["forms"]);
    let (mut values, mut errors) = (0, 0);
    for part in 0..CALLS / AT_ONCE {
        let calls: Vec<String> = (0..AT_ONCE).map(|_| made_up(&mut rng)).collect();
        let text: String =
            calls.iter().enumerate().map(|(n, call)| format!("def solve_{n}(I):\n    return {call}\n\n\n")).collect();
        let dialect = Dialect::OF_ARC_DSL[part % 2];
        let file = megabatt_lang::parse("forms.py", &text, dialect);
        assert_eq!(file.programs.len(), AT_ONCE, "{:?}", file.diagnostics);
        for (program, call) in file.programs.iter().zip(&calls) {
            for input in inputs() {
                let row = Row { code: program.code.clone(), inputs: vec![Value::grid(input)] };
                let run = |engine| Cpu { dialect, engine }.run_row(&row, &Limits::default(), &Cancel::new());
                let (fast, plain) = (run(Engine::Fast), run(Engine::Reference));
                let all = |result: &RowResult| (words(result), result.address_dependent, result.fuel, result.memory);
                assert_eq!(all(&fast), all(&plain), "{} in {}", call, dialect.name());
                if let Outcome::Value(value) = &fast.outcome {
                    assert_known_of(value, call);
                }
                match plain.outcome {
                    Outcome::Value(_) => values += 1,
                    _ => errors += 1,
                }
            }
        }
    }
    assert!(values > CALLS && errors > CALLS / 2, "{values} values and {errors} others");
}
