//! The fast forms of tokpidjin's operations against the reference: outcome, fuel and memory, with and without enough of both.

use megabatt_core::{Dialect, Value, json};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::data::{Filter, load};
use megabatt_engine::run::Sample;
use megabatt_exec::{Cancel, Limits, Outcome, Row, RowResult};
use std::path::Path;

/// Functions over places that are never called one by one, and what differs ask.
const PROGRAMS: &str = "
def solve_fitting(S, I, C):
    x1 = f_ofcolor(I, ZERO)
    x2 = toindices(upscale_f(initset(ascell(ORIGIN, ZERO)), TWO))
    x3 = lbind(shift, x2)
    x4 = rbind(difference, x1)
    x5 = chain(size, x4, x3)
    x6 = matcher(x5, ZERO)
    x7 = lbind(add, NEG_UNITY)
    x8 = fork(both, x6, chain(flip, x6, x7))
    x9 = sfilter_f(x1, x8)
    x10 = sfilter(x1, compose(rbind(greater, TWO), x5))
    x11 = sfilter(asindices(I), compose(rbind(greater, ZERO), x6))
    x12 = apply(x5, x1)
    x13 = apply(fork(subtract, x5, compose(x5, x7)), x1)
    x14 = mapply(x3, x9)
    x15 = sfilter(x1, fork(either, x6, fork(equality, x5, compose(x5, increment))))
    x16 = mfilter_f(apply(initset, x1), x6)
    return astuple(astuple(astuple(x9, x10), astuple(x11, x12)), astuple(astuple(x13, x14), astuple(x15, x16)))

def solve_scalars(S, I, C):
    x1 = asindices(I)
    x2 = apply(compose(decrement, rbind(multiply, TWO)), x1)
    x3 = apply(fork(add, increment, identity), x1)
    x4 = sfilter(x1, matcher(lbind(subtract, TWO_BY_TWO), UNITY))
    x5 = sfilter(x1, compose(flip, matcher(identity, ORIGIN)))
    x6 = sfilter(x1, matcher(size, TWO))
    x7 = apply(lbind(greater, FIVE), x1)
    return astuple(astuple(x2, x3), astuple(astuple(x4, x5), astuple(x6, x7)))

def solve_by_themselves(S, I, C):
    x1 = apply(rbind(order, identity), I)
    x2 = order(p_g(I), identity)
    x3 = order(astuple(TWO, T), identity)
    x4 = order(I, identity)
    x5 = order(f_ofcolor(I, ZERO), identity)
    x6 = order(interval(FIVE, NEG_TWO, NEG_ONE), identity)
    x7 = order(astuple(I, ONE), identity)
    x8 = order(p_g(canvas(ZERO, ORIGIN)), identity)
    return astuple(astuple(astuple(x1, x2), astuple(x3, x4)), astuple(astuple(x5, x6), astuple(x7, x8)))

def solve_in_common(S, I, C):
    x1 = o_g(I, R5)
    x2 = get_nth_f(x1, F0)
    x3 = normalize(x2)
    x4 = apply(tojvec, interval(TWO, NEG_ONE, NEG_ONE))
    x5 = apply(lbind(shift, shift(x3, ulcorner(x2))), x4)
    x6 = compose(size, lbind(intersection, x2))
    x7 = apply(x6, x5)
    x8 = apply(compose(size_f, rbind(intersection, toindices(x2))), apply(toindices, x5))
    x9 = get_arg_rank(x5, x6, F0)
    x10 = apply(x6, order(x1, size))
    x11 = apply(compose(size, lbind(intersection, asobject(I))), order(x1, size))
    x12 = apply(compose(size, lbind(intersection, x1)), x5)
    x13 = apply(lbind(shift, toindices(x2)), x4)
    x14 = apply(lbind(shift, x2), astuple(UNITY, ONE))
    x15 = apply(fork(add, x6, x6), x5)
    x16 = get_nth_f(difference(sizefilter(x1, ONE), sizefilter(o_g(I, R4), ONE)), F0)
    x17 = get_nth_f(difference(sizefilter(o_g(I, R4), ONE), sizefilter(o_g(C, R4), ONE)), F0)
    x18 = astuple(astuple(x7, x8), astuple(x9, x10))
    x19 = astuple(astuple(x11, x12), astuple(x13, x14))
    return astuple(astuple(x18, x19), astuple(x15, astuple(x16, x17)))

def solve_colours(S, I, C):
    x1 = o_g(I, R3)
    x2 = apply(palette_f, x1)
    x3 = apply(rbind(get_color_rank_f, L1), x1)
    x4 = apply(rbind(get_color_rank_f, F2), x1)
    x5 = get_color_rank_t(I, L1)
    x6 = get_color_rank_t(I, F3)
    x7 = merge_f(x1)
    x8 = astuple(palette_f(x7), get_color_rank_f(x7, F1))
    x9 = astuple(p_g(I), palette_t(I))
    x10 = difference_tuple(p_g(I), interval(ZERO, THREE, ONE))
    x11 = difference_tuple(p_g(I), ORIGIN)
    x12 = astuple(get_nth_t(x10, F0), get_nth_t(x11, L1))
    x13 = astuple(size(x10), get_nth_f(x1, F0))
    return astuple(astuple(astuple(x2, x3), astuple(x4, x5)), astuple(astuple(x6, x8), astuple(x9, astuple(x12, x13))))

def solve_other_grids(S, I, C):
    x1 = replace(I, ZERO, NEG_ONE)
    x2 = fill(I, TEN, f_ofcolor(I, ZERO))
    x3 = fill(I, palette_t(canvas(ZERO, ORIGIN)), f_ofcolor(I, ZERO))
    x4 = fill(x3, ORIGIN, f_ofcolor(I, ONE))
    x5 = apply(fork(astuple, p_g, rbind(o_g, R5)), astuple(x1, x2))
    x6 = apply(fork(astuple, p_g, rbind(o_g, R5)), astuple(x3, x4))
    x7 = apply(fork(astuple, palette_t, rbind(o_g, R3)), astuple(x3, x4))
    x8 = apply(rbind(o_g, R0), astuple(x3, x4))
    x9 = astuple(cellwise(x3, I, NEG_ONE), cellwise(I, x3, NEG_ONE))
    x10 = astuple(f_ofcolor(x3, ZERO), f_ofcolor(x4, TWO))
    x11 = astuple(mostcolor_t(x3), get_color_rank_t(x4, F1))
    x12 = astuple(height_t(x3), width_t(x4))
    return astuple(astuple(astuple(x5, x6), astuple(x7, x8)), astuple(astuple(x9, x10), astuple(x11, x12)))

def solve_listed_objects(S, I, C):
    x1 = astuple(astuple(o_g_t(I, R0), o_g_t(I, R1)), astuple(o_g_t(I, R2), o_g_t(I, R3)))
    x2 = astuple(astuple(o_g_t(I, R4), o_g_t(I, R5)), astuple(o_g_t(I, R6), o_g_t(I, R7)))
    x3 = upscale_t(I, THREE)
    x4 = astuple(objects_t(x3, F, F, T), objects_g(x3, F, T, F))
    x5 = astuple(o_g(x3, R1), o_g(x3, R7))
    x6 = astuple(o_g_tuple(x3, R6), o_g_t(I, EIGHT))
    return astuple(astuple(x1, x2), astuple(x4, astuple(x5, x6)))

def solve_lists(S, I, C):
    x1 = o_g_t(I, R5)
    x2 = get_nth_t(x1, F0)
    x3 = get_nth_t(x1, L1)
    x4 = astuple(astuple(normalize(x2), center(x2)), astuple(shape_f(x3), ulcorner(x3)))
    x5 = astuple(astuple(toindices(x2), shift(x3, UP_RIGHT)), astuple(subgrid(x2, I), corner(x3, R3)))
    x6 = mapply(lbind(shift, normalize(x2)), interval(ZERO, THREE, ONE))
    x7 = pair(interval(NEG_TWO, FIVE, ONE), interval(FOUR, NEG_THREE, NEG_ONE))
    x8 = mapply(lbind(shift, normalize(x2)), x7)
    x9 = mapply(lbind(shift, toindices(x3)), x7)
    x10 = astuple(astuple(paint(I, x8), fill(I, THREE, x8)), astuple(underfill(I, FOUR, x9), cover(I, x8)))
    x11 = astuple(astuple(normalize(x8), toindices(x8)), astuple(uppermost(x9), rightmost(x8)))
    x12 = astuple(astuple(fill(I, TWO, x9), paint(I, x9)), astuple(underpaint(I, x8), x6))
    x13 = combine_t(x2, x2)
    x14 = astuple(astuple(normalize(x13), paint(I, x13)), astuple(toindices(x13), lowermost(x13)))
    x15 = astuple(astuple(ulcorner(I), leftmost(I)), astuple(subgrid(I, I), center(I)))
    x16 = crop(I, ORIGIN, astuple(THREE, TWO))
    x17 = crop(I, ORIGIN, THREE_BY_THREE)
    x18 = astuple(astuple(ulcorner(x16), fill(I, ONE, x16)), astuple(normalize(x17), paint(I, x17)))
    x19 = astuple(astuple(x4, x5), astuple(x8, x9))
    x20 = astuple(astuple(x10, x11), astuple(x12, x14))
    return astuple(x19, astuple(x20, astuple(x15, x18)))

def solve_sorted(S, I, C):
    x1 = apply(rbind(order, identity), I)
    x2 = apply(lbind(apply, rbind(get_rank, F0)), papply(pair, I, mir_rot_t(I, R2)))
    x3 = apply(lbind(apply, rbind(get_rank, L1)), papply(pair, I, mir_rot_t(I, R0)))
    x4 = order(asindices(I), compose(rbind(greater, TWO), size))
    x5 = order(asindices(I), lbind(subtract, TWO_BY_TWO))
    x6 = order(o_g(I, R5), size)
    x7 = order(pair(interval(ZERO, FIVE, ONE), interval(FIVE, ZERO, NEG_ONE)), rbind(get_rank, L1))
    x8 = astuple(order(interval(FIVE, ZERO, NEG_ONE), identity), order(I, size))
    x9 = astuple(order(asindices(I), identity), apply(lbind(add, ONE), interval(ZERO, FOUR, ONE)))
    x10 = apply_t(rbind(multiply, TWO), interval(ZERO, SIX, ONE))
    return astuple(astuple(astuple(x1, x2), astuple(x3, x4)), astuple(astuple(x5, x6), astuple(x7, astuple(x8, astuple(x9, x10)))))

def solve_rows(S, I, C):
    x1 = astuple(astuple(mir_rot_t(I, R0), mir_rot_t(I, R1)), astuple(mir_rot_t(I, R2), mir_rot_t(I, R3)))
    x2 = astuple(astuple(mir_rot_t(I, R4), mir_rot_t(I, R5)), astuple(mir_rot_t(I, R6), mir_rot_t(I, R7)))
    x3 = astuple(mir_rot_t(I, NEG_ONE), mir_rot_t(p_g(I), R2))
    x4 = astuple(astuple(upscale_t(I, ZERO), vupscale(I, NEG_ONE)), astuple(hupscale(I, ZERO), upscale_t(I, TWO)))
    x5 = papply(pair, I, lefthalf(I))
    x6 = papply(pair, tophalf(I), mir_rot_t(I, R2))
    x7 = papply(pair, crop(I, ORIGIN, TWO_BY_TWO), crop(I, ORIGIN, THREE_BY_THREE))
    x8 = papply(pair, crop(I, ORIGIN, UNITY), I)
    x9 = lbind(apply, rbind(get_rank, F1))
    x10 = lbind(apply_t, rbind(get_rank, NEG_TWO))
    x11 = astuple(astuple(apply(x9, x5), apply_t(x9, x6)), astuple(apply(x10, x7), apply_t(x10, x8)))
    x12 = astuple(apply(lbind(apply, rbind(get_rank, F2)), x5), apply(x9, astuple(get_nth_t(x5, F0), I)))
    x13 = astuple(apply(x9, I), apply(x9, astuple(ORIGIN, UNITY)))
    x14 = apply_t(rbind(order, identity), upscale_t(I, TWO))
    x15 = apply(rbind(order, identity), crop(I, ORIGIN, THREE_BY_THREE))
    x16 = apply(rbind(order, identity), astuple(get_nth_t(I, F0), p_g(I)))
    x17 = f_ofcolor(I, TEN)
    x18 = astuple(difference(f_ofcolor(I, ZERO), x17), intersection(f_ofcolor(I, ZERO), x17))
    x19 = astuple(difference(o_g(I, R5), x17), difference(x17, o_g(I, R5)))
    x20 = astuple(astuple(astuple(x1, x2), astuple(x3, x4)), astuple(astuple(x5, x6), astuple(x7, x8)))
    x21 = astuple(astuple(astuple(x11, x12), astuple(x13, x14)), astuple(astuple(x15, x16), astuple(x18, x19)))
    return astuple(x20, x21)

def solve_neighbours(S, I, C):
    x1 = f_ofcolor(I, ZERO)
    x2 = rbind(toobject, I)
    x3 = rbind(colorcount_f, ZERO)
    x4 = chain(x3, x2, dneighbors)
    x5 = chain(x3, x2, ineighbors)
    x6 = chain(rbind(colorcount_f, THREE), x2, neighbors)
    x7 = sfilter_f(x1, chain(chain(positive, decrement, x3), x2, dneighbors))
    x8 = sfilter(asindices(I), compose(positive, x6))
    x9 = astuple(apply(x4, asindices(I)), apply(x5, x1))
    x10 = astuple(order(x1, x4), order(asindices(I), x6))
    x11 = apply(fork(subtract, x4, x5), apply(rbind(subtract, TEN), x1))
    x12 = apply(chain(x3, rbind(toobject, p_g(I)), dneighbors), x1)
    x13 = astuple(apply(compose(x2, dneighbors), x1), apply(compose(size, neighbors), x1))
    x14 = astuple(apply(chain(size, x2, dneighbors), x1), apply(x4, astuple(ORIGIN, UNITY)))
    x15 = sfilter(interval(ZERO, FOUR, ONE), positive)
    return astuple(astuple(astuple(x7, x8), astuple(x9, x10)), astuple(astuple(x11, x12), astuple(x13, astuple(x14, x15))))
";

fn words(result: &RowResult) -> String {
    match &result.outcome {
        Outcome::Value(value) => json::to_json(value),
        Outcome::Error(error) => error.name().to_string(),
        Outcome::Limit(limit) => format!("limit {}", limit.name()),
    }
}

fn rows() -> Vec<(String, Row)> {
    let module = megabatt_lang::parse("programs.py", PROGRAMS, Dialect::Tok);
    assert_eq!(module.programs.len(), 11, "{:?}", module.diagnostics);
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/tasks");
    let tasks = load(&[demo], &Filter::default()).tasks;
    let mut rows = Vec::new();
    for program in &module.programs {
        for task in &tasks {
            for sample in Sample::all(task) {
                let name = format!("{} on {} {:?}", program.name, task.id, sample);
                let inputs = vec![task.demos(), sample.of(task).input.clone(), Value::None];
                rows.push((name, Row { code: program.code.clone(), inputs }));
            }
        }
    }
    rows
}

fn both(row: &Row, limits: &Limits) -> (RowResult, RowResult) {
    let run = |engine| Cpu { dialect: Dialect::Tok, engine }.run_row(row, limits, &Cancel::new());
    (run(Engine::Fast), run(Engine::Reference))
}

#[test]
fn outcomes_fuel_and_memory_are_the_same() {
    for (name, row) in rows() {
        let (fast, reference) = both(&row, &Limits::default());
        assert_eq!(words(&fast), words(&reference), "{name}");
        assert_eq!(fast.address_dependent, reference.address_dependent, "{name}");
        assert_eq!((fast.fuel, fast.memory), (reference.fuel, reference.memory), "fuel and memory of {name}");
    }
}

#[test]
fn limits_strike_at_the_same_place() {
    let mut struck = 0;
    for (n, (name, row)) in rows().iter().enumerate() {
        let (free, _) = both(row, &Limits::default());
        let part = 1 + n as u64 % 4;
        let less_fuel = Limits { fuel: free.fuel * part / 5, ..Limits::default() };
        let less_memory = Limits { memory: free.memory * part / 5, ..Limits::default() };
        for limits in [less_fuel, less_memory] {
            let (fast, reference) = both(row, &limits);
            assert_eq!(words(&fast), words(&reference), "{name} with {limits:?}");
            struck += matches!(fast.outcome, Outcome::Limit(_)) as usize;
        }
    }
    assert!(struck > 100, "limits struck only {struck} times");
}
