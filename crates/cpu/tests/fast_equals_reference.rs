//! The fast forms against the reference: every demo program on every demo sample gives the same outcome, uses the same
//! fuel and holds the same memory; and with too little fuel or memory both stop at the same limit.

use megabatt_core::{Dialect, Value, json};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::data::{Filter, load};
use megabatt_engine::run::Sample;
use megabatt_exec::{Cancel, Limits, Outcome, Row, RowResult};
use std::path::Path;

fn demo(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo").join(file)
}

fn words(result: &RowResult) -> String {
    match &result.outcome {
        Outcome::Value(value) => json::to_json(value),
        Outcome::Error(error) => error.name().to_string(),
        Outcome::Limit(limit) => format!("limit {}", limit.name()),
    }
}

fn rows() -> Vec<(String, Row)> {
    let mut programs = Vec::new();
    for file in ["programs.py", "failing.py"] {
        let text = std::fs::read_to_string(demo(file)).expect("the demo is part of the repository");
        programs.extend(megabatt_lang::parse(file, &text, Dialect::Arc).programs);
    }
    for (name, text, count) in [
        ("products.py", OVER_PRODUCTS, 26),
        ("merging.py", include_str!("programs/merging.py"), 16),
        ("choosing.py", include_str!("programs/choosing.py"), 21),
        ("again.py", include_str!("programs/again.py"), 8),
        ("shared.py", include_str!("programs/shared.py"), 14),
        ("made_for_each.py", include_str!("programs/made_for_each.py"), 13),
        ("colours.py", include_str!("programs/colours.py"), 6),
        ("pictures.py", include_str!("programs/pictures.py"), 4),
        ("stamps.py", include_str!("programs/stamps.py"), 7),
        ("rivals.py", include_str!("programs/rivals.py"), 7),
        ("rows_again.py", include_str!("programs/rows_again.py"), 4),
        ("rows.py", include_str!("programs/rows.py"), 10),
        ("regions.py", include_str!("programs/regions.py"), 6),
        ("same_value.py", include_str!("programs/same_value.py"), 8),
        ("strokes.py", include_str!("programs/strokes.py"), 8),
        ("asked.py", include_str!("programs/asked.py"), 10),
        ("united.py", include_str!("programs/united.py"), 7),
        ("chosen.py", include_str!("programs/chosen.py"), 10),
    ] {
        let file = megabatt_lang::parse(name, text, Dialect::Arc);
        assert_eq!(file.programs.len(), count, "{:?}", file.diagnostics);
        programs.extend(file.programs);
    }
    let tasks = load(&[demo("tasks")], &Filter::default()).tasks;
    assert!(programs.len() > 40 && tasks.len() > 24);
    let mut rows = Vec::new();
    for program in &programs {
        for task in &tasks {
            for sample in Sample::all(task) {
                let name = format!("{} on {} {:?}", program.name, task.id, sample);
                rows.push((name, Row { code: program.code.clone(), inputs: vec![sample.of(task).input.clone()] }));
            }
        }
    }
    rows
}

/// Programs whose functions run over many items at once: over products of objects and of places.
const OVER_PRODUCTS: &str = "
def solve_overlaps(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = toindices(first(x2))
    x4 = toindices(last(x2))
    x5 = product(interval(NEG_ONE, FOUR, ONE), interval(ZERO, FOUR, ONE))
    x6 = product(x5, x5)
    x7 = compose(lbind(shift, x3), first)
    x8 = compose(lbind(shift, x4), last)
    x9 = matcher(compose(size, fork(intersection, x7, x8)), ZERO)
    x10 = compose(fork(equality, size, fork(multiply, height, width)), fork(combine, x7, x8))
    x11 = argmax(x6, fork(both, x9, x10))
    x12 = sfilter(x6, x9)
    x13 = sfilter(x12, fork(equality, first, last))
    x14 = argmin(x12, compose(size, fork(combine, x7, x8)))
    x15 = order(x13, compose(first, first))
    return (x11, x14, x15, size(x12), x12)

def solve_far_apart(I):
    x1 = product(interval(NEG_ONE, FOUR, ONE), interval(ZERO, FOUR, ONE))
    x2 = product(x1, asindices(canvas(ZERO, astuple(TWO, FIVE))))
    x3 = fork(manhattan, compose(initset, first), compose(initset, last))
    x4 = fork(subtract, first, last)
    x5 = product(product(interval(ZERO, NINE, ONE), interval(ZERO, EIGHT, ONE)), asindices(I))
    x6 = lbind(shift, ofcolor(I, leastcolor(I)))
    x7 = compose(size, fork(intersection, compose(x6, first), compose(x6, last)))
    return (argmin(x2, x3), argmax(x2, x3), argmax(x2, x4), argmin(x2, x4), argmax(x5, x7), argmin(x5, x7), argmin(x5, x3))

def solve_same_colour(I):
    x1 = apply(initset, asobject(I))
    x2 = product(x1, x1)
    x3 = sfilter(x2, fork(equality, compose(color, first), compose(color, last)))
    x4 = sfilter(x3, fork(either, fork(equality, compose(leftmost, first), compose(leftmost, last)), fork(greater, compose(uppermost, first), compose(uppermost, last))))
    x5 = mapply(fork(recolor, compose(color, first), fork(connect, compose(center, first), compose(center, last))), x4)
    x6 = apply(compose(size, first), x4)
    x7 = mfilter(x4, compose(vline, first))
    return (paint(I, x5), x6, size(x3), x7)

def solve_stamped(I):
    x1 = sfilter(asobject(I), compose(flip, matcher(first, ZERO)))
    x2 = product(interval(NEG_TWO, TWO, ONE), interval(NEG_ONE, TWO, ONE))
    x3 = lbind(shift, x1)
    x4 = mapply(x3, x2)
    x5 = mapply(compose(x3, lbind(multiply, shape(I))), x2)
    x6 = mapply(lbind(shift, toindices(x1)), x2)
    x7 = mapply(chain(x3, rbind(multiply, ZERO_BY_TWO), invert), x2)
    x8 = apply(x3, x2)
    x9 = mapply(lbind(shift, asobject(I)), x2)
    x10 = mapply(lbind(shift, x1), apply(rbind(multiply, TEN), x2))
    return (x4, paint(I, x4), x5, paint(I, x5), x6, x7, x8, x9, toindices(x9), x10, apply(x3, totuple(x2)))

def solve_stamps_asked(I):
    x1 = sfilter(asobject(I), compose(flip, matcher(first, ZERO)))
    x2 = product(interval(NEG_TWO, TWO, ONE), interval(NEG_ONE, TWO, ONE))
    x3 = lbind(shift, x1)
    x4 = lbind(shift, toindices(x1))
    x5 = ofcolor(I, ZERO)
    x6 = sfilter(x2, fork(equality, chain(size, lbind(intersection, x1), x3), chain(size, rbind(intersection, x5), x4)))
    x7 = argmax(x2, fork(subtract, chain(size, rbind(intersection, x5), compose(toindices, x3)), compose(lbind(manhattan, initset(UNITY)), chain(initset, center, x3))))
    x8 = apply(chain(size, rbind(difference, x5), x4), x2)
    x9 = apply(chain(size, lbind(difference, x5), x4), x2)
    x10 = sfilter(x2, chain(flip, rbind(difference, x1), x3))
    x11 = apply(chain(size, rbind(difference, x5), x3), x2)
    x12 = apply(fork(astuple, compose(uppermost, x3), compose(rightmost, x4)), x2)
    x13 = argmin(x2, fork(add, compose(lrcorner, x3), compose(shape, x3)))
    x14 = sfilter(x2, fork(both, compose(square, x3), compose(flip, compose(vline, x4))))
    x15 = apply(compose(color, x3), x2)
    x16 = sfilter(x2, compose(lbind(intersection, x1), x4))
    return (x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, apply(compose(toindices, x3), x2))

def solve_lines(I):
    x1 = ofcolor(I, ZERO)
    x2 = sfilter(x1, compose(even, first))
    x3 = prapply(connect, x1, x2)
    x4 = prapply(connect, x2, totuple(x1))
    x5 = prapply(connect, (ORIGIN, ZERO_BY_TWO, ORIGIN), (UNITY, TWO_BY_ZERO, (NEG_TWO, FOUR)))
    x6 = prapply(connect, x1, (ORIGIN, UNITY, multiply(TEN, (TEN, TEN))))
    x7 = sfilter(x3, compose(flip, hline))
    return (x3, x4, x5, x6, x7, merge(x3), merge(x5), recolor(TWO, merge(x4)))

def solve_functions_for_each(I):
    x1 = objects(I, T, F, T)
    x2 = toindices(first(x1))
    x3 = product(interval(NEG_TWO, FIVE, ONE), interval(NEG_ONE, FOUR, ONE))
    x4 = apply(lbind(shift, recolor(THREE, x2)), x3)
    x5 = lbind(mfilter, x1)
    x6 = rbind(lbind(chain, compose(positive, size)), toindices)
    x7 = chain(x5, x6, lbind(rbind, intersection))
    x8 = sfilter(x4, fork(equality, chain(size, x7, toindices), rbind(colorcount, THREE)))
    x9 = sfilter(x3, matcher(chain(size, x7, lbind(shift, x2)), ZERO))
    x10 = argmax(x3, chain(size, x7, lbind(shift, x2)))
    x11 = rbind(lbind(chain, size), backdrop)
    x12 = sfilter(x3, chain(size, chain(x5, x11, lbind(lbind, intersection)), lbind(shift, x2)))
    x13 = sfilter(x3, compose(chain(lbind(mfilter, apply(toindices, x1)), rbind(compose, identity), lbind(rbind, intersection)), lbind(shift, x2)))
    x14 = sfilter(x3, chain(size, chain(lbind(mfilter, x4), x6, lbind(rbind, intersection)), lbind(shift, x2)))
    return (x8, x9, x10, x12, x13, x14)

def solve_stamps_of_stamps(I):
    x1 = toindices(first(objects(I, T, F, T)))
    x2 = ofcolor(I, ZERO)
    x3 = mapply(neighbors, x2)
    x4 = remove(DOWN, dneighbors(ORIGIN))
    x5 = lbind(shift, x1)
    x6 = chain(rbind(mapply, x4), lbind(compose, x5), lbind(lbind, add))
    x7 = compose(rbind(sfilter, chain(lbind(greater, THREE), decrement, first)), x6)
    x8 = fork(difference, x7, x5)
    x9 = sfilter(x3, matcher(chain(size, rbind(intersection, x2), x8), ZERO))
    x10 = argmax(x3, chain(size, rbind(intersection, x2), x6))
    x11 = apply(compose(size, x7), x3)
    x12 = sfilter(x3, compose(flip, x7))
    x13 = apply(compose(size, chain(rbind(mapply, x4), rbind(compose, decrement), chain(lbind(compose, x5), lbind(rbind, subtract), double))), x3)
    x14 = sfilter(x3, fork(both, matcher(chain(size, rbind(intersection, x2), x5), ONE), matcher(chain(size, rbind(difference, x2), x5), ZERO)))
    x15 = sfilter(x3, chain(size, lbind(intersection, x2), fork(difference, compose(rbind(sfilter, rbind(contained, x2)), x5), x5)))
    x16 = apply(x6, x4)
    x17 = sfilter(x3, compose(rbind(sfilter, compose(flip, rbind(contained, x2))), lbind(shift, first(objects(I, F, T, T)))))
    return (x9, x10, x11, x12, x13, x14, x15, x16, x17)

def solve_lists_of_places(I):
    x1 = interval(NEG_TWO, FIVE, ONE)
    x2 = mapply(lbind(shift, ofcolor(I, ZERO)), pair(x1, x1))
    x3 = recolor(THREE, x2)
    x4 = shift(x2, (THREE, NEG_TWO))
    x5 = mapply(rbind(shoot, UNITY), totuple(ofcolor(I, ONE)))
    x6 = mapply(rbind(shoot, (NEG_ONE, TWO)), ofcolor(I, ONE))
    return (x3, x4, paint(I, x3), recolor(TWO, x5), shift(x5, DOWN), x6, recolor(ONE, x1), shift(x3, UNITY))

def solve_mixed(I):
    x1 = objects(I, F, T, T)
    x2 = product(x1, palette(I))
    x3 = sfilter(x2, fork(contained, last, compose(palette, first)))
    x4 = apply(fork(recolor, last, first), x3)
    x5 = argmax(x2, fork(multiply, compose(size, first), last))
    x6 = extract(x2, compose(hline, first))
    x7 = product(x1, x1)
    x8 = sfilter(x7, fork(either, fork(hmatching, first, last), fork(vmatching, first, last)))
    return (x4, x5, x6, valmax(x2, compose(height, first)), contained(x5, x2), equality(x3, x2), x8)

def solve_symmetric(I):
    x1 = mapply(toindices, fgpartition(I))
    x2 = shift(normalize(mapply(toindices, fgpartition(rot90(I)))), ulcorner(x1))
    x3 = shift(backdrop(outbox(x2)), invert(center(x2)))
    x4 = compose(lbind(combine, x1), lbind(shift, x2))
    x5 = compose(rbind(combine, x1), lbind(shift, x2))
    x6 = fork(paint, chain(lbind(canvas, ZERO), shape, x4), chain(lbind(recolor, ONE), normalize, x5))
    x7 = sfilter(x3, fork(equality, compose(normalize, x4), chain(rbind(ofcolor, ONE), rot90, x6)))
    x8 = sfilter(x3, fork(equality, chain(rbind(ofcolor, ONE), compose(cmirror, hmirror), x6), compose(normalize, x5)))
    x9 = sfilter(x3, fork(equality, chain(rbind(ofcolor, ONE), dmirror, x6), chain(rbind(ofcolor, ONE), compose(rot180, vmirror), x6)))
    x10 = apply(fork(add, compose(ulcorner, x4), compose(shape, x5)), x3)
    x11 = apply(fork(add, chain(urcorner, normalize, x4), chain(llcorner, toindices, compose(lbind(recolor, TWO), x5))), x3)
    x12 = argmax(x3, chain(maximum, lrcorner, x5))
    x13 = apply(fork(multiply, compose(uppermost, x4), fork(add, compose(leftmost, x5), fork(subtract, compose(lowermost, x4), compose(rightmost, x4)))), x3)
    x14 = sfilter(x3, fork(equality, x4, x5))
    return (x7, x8, x9, x10, x11, x12, x13, x14, sfilter(x3, fork(equality, chain(rot270, vmirror, x6), x6)))

def solve_between(I):
    x1 = objects(I, T, F, T)
    x2 = product(x1, x1)
    x3 = chain(palette, rbind(toobject, I), compose(delta, merge))
    x4 = initset(mostcolor(I))
    x5 = sfilter(x2, matcher(x3, x4))
    x6 = sfilter(x2, chain(positive, size, compose(lbind(remove, mostcolor(I)), x3)))
    x7 = product(apply(rbind(shift, astuple(NEG_TWO, THREE)), x1), objects(I, F, T, F))
    x8 = sfilter(x7, matcher(x3, palette(I)))
    x9 = argmax(x7, compose(size, x3))
    x10 = sfilter(x7, compose(flip, matcher(x3, difference(x4, x4))))
    return (x5, x6, x8, x9, x10, apply(x3, x5))

def solve_windows(I):
    x1 = product(interval(ZERO, height(I), ONE), interval(ZERO, width(I), ONE))
    x2 = rbind(lbind(crop, I), astuple(FOUR, THREE))
    x3 = fork(toobject, compose(box, asindices), identity)
    x4 = sfilter(x1, matcher(chain(palette, x3, x2), initset(ZERO)))
    x5 = sfilter(x1, chain(positive, size, compose(lbind(remove, ZERO), chain(palette, lbind(toobject, backdrop(initset(UNITY))), x2))))
    x6 = sfilter(x1, matcher(compose(minimum, chain(shape, merge, compose(fgpartition, x2))), TWO))
    x7 = product(interval(ONE, subtract(height(I), TWO), ONE), interval(ONE, subtract(width(I), TWO), ONE))
    x8 = rbind(lbind(crop, I), astuple(THREE, FIVE))
    x9 = compose(palette, lbind(toobject, asindices(canvas(ZERO, TWO_BY_TWO))))
    x10 = sfilter(x7, fork(both, matcher(chain(x9, trim, compose(x8, decrement)), initset(ONE)), compose(size, compose(x9, x8))))
    x11 = argmax(x7, compose(size, chain(palette, x3, compose(trim, compose(x8, decrement)))))
    x12 = argmin(x7, chain(maximum, shape, compose(merge, compose(fgpartition, x8))))
    return (x4, x5, x6, x10, x11, x12, sfilter(x1, chain(positive, size, chain(palette, x3, compose(x2, decrement)))))

def solve_nones(I):
    x1 = index(I, toivec(height(I)))
    x2 = hconcat(I, canvas(x1, shape(I)))
    x3 = hconcat(I, canvas(x1, astuple(height(I), ONE)))
    x4 = vconcat(x2, vmirror(x2))
    return (objects(x2, F, T, T), objects(x2, T, F, T), objects(x3, T, T, T), objects(x4, F, F, T), objects(x4, T, T, T), objects(x3, T, T, F))

def solve_among_objects(I):
    x1 = objects(I, T, F, F)
    x3 = chain(size, lbind(sfilter, x1), chain(lbind(compose, compose(positive, size)), rbind(compose, backdrop), chain(lbind(lbind, intersection), backdrop, outbox)))
    x4 = sfilter(x1, compose(positive, x3))
    x5 = chain(size, lbind(sfilter, x1), chain(lbind(compose, compose(positive, size)), rbind(compose, toindices), chain(lbind(lbind, intersection), backdrop, outbox)))
    x6 = apply(x5, x1)
    x7 = chain(size, lbind(sfilter, x1), fork(lbind(fork, either), lbind(lbind, hmatching), lbind(rbind, vmatching)))
    x8 = sfilter(x1, matcher(x7, TWO))
    x9 = chain(size, lbind(sfilter, x1), chain(lbind(compose, compose(positive, size)), rbind(compose, toindices), chain(lbind(lbind, intersection), outbox, identity)))
    return (x4, x6, x8, apply(x9, x1), apply(x3, x1), apply(x7, x1))

def solve_occurrences(I):
    x1 = objects(I, T, F, F)
    x2 = mapply(compose(lbind(occurrences, I), normalize), x1)
    x3 = apply(lbind(occurrences, upscale(I, TWO)), x1)
    x4 = occurrences(hconcat(hupscale(I, NINE), I), first(x1))
    x5 = initset(I)
    return (x2, x3, x4, occurrences(I, asobject(I)), contained(I, x5), insert(I, x5), combine(x5, x5), equality(x5, initset(I)))

def solve_nearest(I):
    x1 = apply(center, totuple(objects(I, T, F, T)))
    x2 = apply(initset, x1)
    x3 = chain(rbind(apply, x2), lbind(rbind, manhattan), initset)
    x4 = sfilter(asindices(I), fork(greater, compose(maximum, x3), compose(double, compose(minimum, x3))))
    x5 = argmax(asindices(I), compose(minimum, x3))
    x6 = apply(compose(maximum, x3), asindices(I))
    return (x4, x5, x6, apply(x3, x4))

def solve_meeting(I):
    x1 = objects(I, T, F, F)
    x2 = ofcolor(I, ONE)
    x3 = sfilter(x1, chain(positive, size, compose(lbind(intersection, x2), toindices)))
    x4 = sfilter(x1, chain(positive, size, compose(rbind(intersection, x2), backdrop)))
    x5 = mfilter(x1, compose(matcher(size, TWO), compose(lbind(intersection, x2), toindices)))
    x6 = argmax(x1, chain(size, lbind(intersection, x2), backdrop))
    x7 = apply(chain(size, rbind(intersection, x2), toindices), x1)
    x8 = apply(toindices, x1)
    x9 = sfilter(x8, compose(size, lbind(intersection, x2)))
    x10 = apply(compose(lbind(intersection, x2), backdrop), x1)
    x11 = merge(totuple(x1))
    return (x3, x4, x5, x6, x7, x9, x10, delta(x11), toindices(x11), delta(totuple(x5)))

def solve_many_objects(I):
    x1 = objects(I, T, F, F)
    x2 = argmax(x1, size)
    x3 = sfilter(x1, fork(both, fork(greater, height, width), matcher(color, ONE)))
    x4 = sfilter(x1, fork(either, lbind(hmatching, x2), rbind(vmatching, x2)))
    x5 = apply(fork(add, ulcorner, shape), x1)
    x6 = argmin(x1, fork(multiply, height, compose(invert, width)))
    x7 = mfilter(x1, compose(flip, square))
    x8 = apply(fork(astuple, color, center), x1)
    x9 = sfilter(x1, chain(even, first, llcorner))
    x10 = apply(fork(subtract, lowermost, rightmost), insert(x2, x1))
    return (x2, x3, x4, x5, x6, x7, x8, x9, x10, argmax(x1, hline), apply(portrait, x1))

def solve_failing_after_filter(I):
    x1 = objects(I, T, F, F)
    x2 = chain(first, rbind(sfilter, chain(even, first, invert)), toindices)
    x3 = fork(shoot, compose(first, delta), x2)
    return apply(x3, x1)

def solve_failing_after_apply(I):
    x1 = objects(I, F, F, T)
    x2 = compose(last, rbind(sfilter, matcher(compose(size, dneighbors), FOUR)))
    x3 = fork(connect, compose(first, delta), compose(x2, toindices))
    return mapply(x3, x1)

def solve_failing_sfilter(I):
    x1 = objects(I, T, F, F)
    x3 = rbind(sfilter, chain(even, first, compose(first, rbind(shoot, UNITY))))
    x4 = chain(rbind(shoot, UNITY), first, compose(x3, toindices))
    return sfilter(x1, fork(combine, x4, compose(initset, compose(first, delta))))

def solve_failing_order(I):
    x1 = objects(I, T, F, F)
    x2 = rbind(sfilter, chain(even, first, compose(first, rbind(shoot, UNITY))))
    x3 = fork(connect, chain(first, x2, toindices), compose(first, delta))
    return order(apply(x3, x1), size)

def solve_failing_argmax(I):
    x1 = objects(I, T, F, F)
    x3 = rbind(sfilter, chain(even, first, compose(first, rbind(shoot, UNITY))))
    x4 = fork(connect, chain(first, x3, toindices), compose(first, delta))
    return argmax(x1, compose(size, x4))

def solve_failing(I):
    x1 = objects(I, F, T, T)
    x2 = product(insert(intersection(asindices(I), shift(asindices(I), multiply(TEN, TEN))), x1), x1)
    return sfilter(x2, compose(color, first))

def solve_sorted(I):
    x1 = asindices(I)
    x2 = order(x1, last)
    x3 = order(asobject(I), first)
    x4 = order(objects(I, T, F, T), size)
    x5 = order(objects(I, T, T, F), ulcorner)
    x6 = apply(rbind(order, identity), I)
    x7 = order(x2, rbind(multiply, NEG_ONE))
    x8 = order(x1, chain(even, first, decrement))
    x9 = order(interval(NINE, ZERO, NEG_ONE), identity)
    x10 = order(objects(upscale(I, TWO), F, T, T), totuple)
    return astuple(astuple(astuple(x2, x3), astuple(x4, x5)), astuple(astuple(x6, x7), astuple(astuple(x8, x9), x10)))
";

fn both(dialect: Dialect, row: &Row, limits: &Limits) -> (RowResult, RowResult) {
    let run = |engine| Cpu { dialect, engine }.run_row(row, limits, &Cancel::new());
    (run(Engine::Fast), run(Engine::Reference))
}

#[test]
fn outcomes_fuel_and_memory_are_the_same() {
    let rows = rows();
    for (n, (name, row)) in rows.iter().enumerate() {
        let dialect = Dialect::OF_ARC_DSL[n % 2];
        let (fast, reference) = both(dialect, row, &Limits::default());
        assert_eq!(words(&fast), words(&reference), "{name}");
        assert_eq!(fast.address_dependent, reference.address_dependent, "{name}");
        assert_eq!((fast.fuel, fast.memory), (reference.fuel, reference.memory), "fuel and memory of {name}");
    }
    println!("{} rows compared", rows.len());
}

#[test]
fn limits_strike_at_the_same_place() {
    let mut struck = 0;
    for (n, (name, row)) in rows().iter().enumerate().step_by(3) {
        let (free, _) = both(Dialect::Arc, row, &Limits::default());
        let part = 1 + n as u64 % 4;
        let less_fuel = Limits { fuel: free.fuel * part / 5, ..Limits::default() };
        let less_memory = Limits { memory: free.memory * part / 5, ..Limits::default() };
        for limits in [less_fuel, less_memory] {
            let (fast, reference) = both(Dialect::Arc, row, &limits);
            assert_eq!(words(&fast), words(&reference), "{name} with {limits:?}");
            struck += matches!(fast.outcome, Outcome::Limit(_)) as usize;
        }
    }
    assert!(struck > 1_000, "limits struck only {struck} times");
}

/// A function of a few lines that is a tree of 2^40 calls: fuel ends it, whichever way it is called.
#[test]
fn functions_inside_themselves_end_by_fuel() {
    let doubled: String = (1..40).map(|n| format!("    x{} = compose(x{n}, x{n})\n", n + 1)).collect();
    for items in ["interval(0, 10, 1)", "asindices(I)", "product(initset(asobject(I)), initset(asobject(I)))"] {
        let text =
            format!("def solve(I):\n    x1 = compose(identity, identity)\n{doubled}    return apply(x40, {items})\n");
        let code = megabatt_lang::parse("doubled.py", &text, Dialect::Arc).programs[0].code.clone();
        let row = Row { code, inputs: vec![Value::grid(megabatt_core::grid!([1 2] [3 4]))] };
        let limits = Limits { fuel: 1_000_000, ..Limits::default() };
        let (fast, reference) = both(Dialect::Arc, &row, &limits);
        assert_eq!(words(&fast), words(&reference), "{items}");
        assert!(matches!(fast.outcome, Outcome::Limit(_)), "{items}: {:?}", fast.outcome);
    }
}
