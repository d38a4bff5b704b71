//! Quicker forms of operations for the arguments programs really pass.
//!
//! Each takes typed arguments (a rectangular grid of small ints, a set of places or cells) and leaves everything
//! else to the reference: absurd arguments, empty patches, numbers that leave 32 bits. What a set's order would be is
//! not worked out here but written down as a recipe ([`megabatt_core::set`]).

mod alike_rows;
mod at_once;
mod best;
mod bounds;
mod colour;
mod coloured;
mod constant;
mod container;
mod draw;
mod equals;
mod functional;
mod grid;
mod joined;
mod lambda;
mod line;
mod list;
mod marks;
mod moved;
mod number;
mod object;
mod occurrences;
mod patch;
mod picture;
mod powers;
mod rows;
mod search;
mod shape;
mod shapes;
mod single_places;
mod tok;
mod touching;
mod union;
mod walked;
mod wanted;

pub use at_once::call as call_at_once;
pub use colour::most_common;
pub use constant::call as call_constant;
pub use search::Manner;
pub use tok::{
    call as call_tok, call_small as call_small_tok, call_small_to as call_small_tok_to, compact, differing,
    is_small as is_small_tok, singles,
};

use crate::Machine;
use bounds::Bounds;
use megabatt_core::{Arc, CellLayout, Grid, Op, Result, Set, Value};

/// arc-dsl's cells.
const COLOUR_FIRST: CellLayout = CellLayout::ColourFirst;

/// The result, if there is a fast form for these arguments. A grid that is one of them may be a tuple of rows.
#[inline]
pub fn call(m: &mut Machine, op: Op, args: &[&Value], may_have_rows: bool) -> Option<Result<Value>> {
    if may_have_rows && let Some(args) = with_grids(op, args) {
        return typed_call(m, op, &args.iter().collect::<Vec<_>>(), COLOUR_FIRST);
    }
    typed_call(m, op, args, COLOUR_FIRST)
}

/// The arguments with tuples of rows turned into grids where the operation wants a grid and that is what they are.
fn with_grids(op: Op, args: &[&Value]) -> Option<Vec<Value>> {
    let is_candidate = |n: usize| matches!(args[n], Value::Tuple(_)) && op.info().params[n].ty.may_be_grid();
    if !(0..args.len()).any(is_candidate) {
        return None;
    }
    let as_grid = |n: usize| match Grid::from_value(args[n]) {
        Some(grid) if is_candidate(n) => Value::grid(grid),
        _ => args[n].clone(),
    };
    Some((0..args.len()).map(as_grid).collect())
}

fn typed_call(m: &mut Machine, op: Op, args: &[&Value], layout: CellLayout) -> Option<Result<Value>> {
    match args {
        [a] => unary(m, op, a, layout),
        [a, b] => binary(m, op, a, b, layout),
        [a, b, c] => ternary(m, op, a, b, c, layout),
        [Value::Grid(g), flags @ ..] if op == Op::objects => {
            search::objects(g, layout, Manner::of_flags(flags.try_into().ok()?)?)
        }
        [Value::Tuple(_), flags @ ..] if op == Op::objects => {
            search::objects_without_none(args[0], layout, Manner::of_flags(flags.try_into().ok()?)?)
        }
        _ => None,
    }
}

/// A set that is not empty and holds only places, or only cells.
#[derive(Clone, Copy)]
enum Patch<'a> {
    Pairs(&'a Arc<Set>, &'a [(i32, i32)]),
    Cells(&'a Arc<Set>, &'a [(i32, i32, i32)]),
}

impl<'a> Patch<'a> {
    /// A patch where cells are written this way.
    fn of(value: &'a Value, layout: CellLayout) -> Option<Patch<'a>> {
        let Value::Set(set) = value else { return None };
        Patch::in_layout(set, layout)
    }

    /// One of arc-dsl's patches.
    fn of_set(set: &'a Arc<Set>) -> Option<Patch<'a>> {
        Patch::in_layout(set, COLOUR_FIRST)
    }

    /// A patch where cells are written this way.
    fn in_layout(set: &'a Arc<Set>, layout: CellLayout) -> Option<Patch<'a>> {
        match (set.pairs(), set.cells_in(layout)) {
            (Some(pairs), _) => Some(Patch::Pairs(set, pairs)),
            (_, Some(cells)) => Some(Patch::Cells(set, cells)),
            _ => None,
        }
    }

    fn len(self) -> usize {
        match self {
            Patch::Pairs(_, pairs) => pairs.len(),
            Patch::Cells(_, cells) => cells.len(),
        }
    }

    /// Calls `f` for each place, in no particular order.
    #[inline]
    fn each(self, mut f: impl FnMut(i32, i32)) {
        match self {
            Patch::Pairs(_, pairs) => pairs.iter().for_each(|&(i, j)| f(i, j)),
            Patch::Cells(_, cells) => cells.iter().for_each(|&(_, i, j)| f(i, j)),
        }
    }
}

/// The places of a tuple that holds only places, or only cells.
fn listed_places(value: &Value) -> Option<Vec<(i32, i32)>> {
    let items = match value {
        Value::Tuple(items) => items,
        // A long list of places near the origin is a grid of two columns.
        Value::Grid(g) if g.width() == 2 => {
            return Some(g.cells().chunks_exact(2).map(|row| (row[0].into(), row[1].into())).collect());
        }
        _ => return None,
    };
    let pairs = matches!(items.slice().first()?, Value::Pair(..));
    let place = |item: &Value| match *item {
        Value::Pair(i, j) if pairs => Some((i, j)),
        Value::Cell(_, i, j) if !pairs => Some((i, j)),
        _ => None,
    };
    items.slice().iter().map(place).collect()
}

/// Calls `f` for each place of a tuple that holds only places, or only cells; in no particular order.
fn each_listed(value: &Value, mut f: impl FnMut(i32, i32)) -> Option<()> {
    let Some(walked) = value.as_walked() else {
        listed_places(value)?.into_iter().for_each(|(i, j)| f(i, j));
        return Some(());
    };
    match walked.as_copies() {
        Some((patch, by)) => {
            let patch = Patch::of_set(patch)?;
            by.iter().for_each(|&(di, dj)| patch.each(|i, j| f(i + di, j + dj)));
        }
        None => walked.sets().iter().filter_map(Patch::of_set).for_each(|patch| patch.each(&mut f)),
    }
    Some(())
}

/// The box around the places of a tuple that holds only places, or only cells.
fn bounds_of_list(value: &Value) -> Option<Bounds> {
    let mut bounds = Bounds::of_nothing();
    each_listed(value, |i, j| bounds.take_in((i, j)))?;
    Some(bounds)
}

fn unary(m: &mut Machine, op: Op, a: &Value, layout: CellLayout) -> Option<Result<Value>> {
    match a {
        Value::Grid(g) => match op {
            Op::rot90 => Some(grid::rot90(g)),
            Op::rot180 => Some(grid::rot180(g)),
            Op::rot270 => Some(grid::rot270(g)),
            Op::hmirror => Some(grid::hmirror(g)),
            Op::vmirror => Some(grid::vmirror(g)),
            Op::dmirror => Some(grid::dmirror(g)),
            Op::cmirror => Some(grid::cmirror(g)),
            Op::trim => grid::trim(g),
            Op::tophalf => grid::tophalf(g),
            Op::bottomhalf => grid::bottomhalf(g),
            Op::lefthalf => grid::lefthalf(g),
            Op::righthalf => grid::righthalf(g),
            Op::compress => grid::compress(g),
            Op::mostcolor => Some(colour::mostcolor(g)),
            Op::leastcolor => Some(colour::leastcolor(g)),
            Op::palette => Some(colour::grid_palette(g)),
            Op::numcolors => Some(colour::grid_numcolors(g)),
            Op::asindices => Some(patch::asindices(g)),
            Op::asobject => Some(Ok(Value::set(Set::of_grid(g, layout)))),
            Op::partition => Some(object::partition(m, g, layout, false)),
            Op::fgpartition => Some(object::partition(m, g, layout, true)),
            Op::frontiers => object::frontiers(g, layout),
            Op::dedupe => alike_rows::dedupe(a),
            Op::mostcommon => alike_rows::common(a, false),
            Op::leastcommon => alike_rows::common(a, true),
            _ if g.width() == 2 => on_list(m, op, a),
            _ => None,
        },
        Value::Set(set) => match op {
            Op::merge => joined::merge(m, a),
            Op::totuple => container::totuple(a),
            Op::maximum | Op::minimum => number::extreme(a, op == Op::maximum),
            _ => match picture::turned(op, set) {
                Some(turned) => Some(Ok(Value::set(turned))),
                None => on_patch(m, op, Patch::of(a, layout)?),
            },
        },
        Value::Tuple(items) if op == Op::merge => walked::merge(m, items),
        Value::Tuple(_) => on_list(m, op, a),
        &Value::Pair(i, j) if op == Op::initset => Some(Ok(Value::set(Set::grown_pairs(vec![(i, j)])))),
        _ => None,
    }
}

/// Questions about a tuple of places or cells.
fn on_list(m: &mut Machine, op: Op, a: &Value) -> Option<Result<Value>> {
    match op {
        Op::maximum | Op::minimum => number::extreme(a, op == Op::maximum),
        Op::dedupe => alike_rows::dedupe(a),
        Op::mostcommon => alike_rows::common(a, false),
        Op::leastcommon => alike_rows::common(a, true),
        Op::toindices => Some(Ok(Value::Set(patch::indices_of_list(a)?))),
        Op::backdrop | Op::delta | Op::r#box | Op::inbox | Op::outbox => patch::of_list(m, op, a),
        Op::uppermost | Op::lowermost | Op::leftmost | Op::rightmost => shape::side_of_list(op, a),
        Op::ulcorner | Op::urcorner | Op::llcorner | Op::lrcorner => shape::corner_of_list(op, a),
        _ => None,
    }
}

fn on_patch(m: &mut Machine, op: Op, a: Patch<'_>) -> Option<Result<Value>> {
    match op {
        Op::toindices => Some(patch::toindices(a)),
        Op::normalize => patch::normalize(a),
        Op::hmirror => patch::hmirror(a),
        Op::vmirror => patch::vmirror(a),
        Op::dmirror => patch::dmirror(a),
        Op::cmirror => patch::cmirror(a),
        Op::corners => Some(shape::corners(a)),
        Op::centerofmass => shape::centerofmass(a),
        Op::backdrop => patch::backdrop(m, a),
        Op::delta => patch::delta(m, a),
        Op::r#box => patch::outline(m, a, 0),
        Op::inbox => patch::outline(m, a, -1),
        Op::outbox => patch::outline(m, a, 1),
        Op::palette | Op::numcolors | Op::mostcolor | Op::leastcolor => colour::of_object(op, a),
        Op::hperiod => shape::period(m, a, false),
        Op::vperiod => shape::period(m, a, true),
        _ => shape::of_patch(op, a),
    }
}

fn binary(m: &mut Machine, op: Op, a: &Value, b: &Value, layout: CellLayout) -> Option<Result<Value>> {
    match (op, a, b) {
        (Op::add | Op::subtract | Op::multiply, _, _) => number::arithmetic(op, a, b),
        (Op::hconcat, Value::Grid(a), Value::Grid(b)) => grid::hconcat(a, b),
        (Op::vconcat | Op::combine, Value::Grid(a), Value::Grid(b)) => grid::vconcat(a, b),
        (Op::hsplit, Value::Grid(g), Value::Int(n)) => grid::hsplit(g, *n),
        (Op::vsplit, Value::Grid(g), Value::Int(n)) => grid::vsplit(g, *n),
        (Op::upscale, Value::Grid(g), Value::Int(n)) => grid::upscale(m, g, *n, *n),
        (Op::hupscale, Value::Grid(g), Value::Int(n)) => grid::upscale(m, g, 1, *n),
        (Op::vupscale, Value::Grid(g), Value::Int(n)) => grid::upscale(m, g, *n, 1),
        (Op::downscale, Value::Grid(g), Value::Int(n)) => grid::downscale(g, *n),
        (Op::canvas, Value::Int(v), Value::Pair(h, w)) => grid::canvas(m, *v, *h, *w),
        (Op::colorcount, Value::Grid(g), Value::Int(v)) => Some(colour::colorcount(g, *v)),
        (Op::ofcolor, Value::Grid(g), Value::Int(v)) => Some(colour::ofcolor(g, *v)),
        (Op::recolor, Value::Int(v), Value::Set(_)) => patch::recolor(*v, layout, Patch::of(b, layout)?),
        (Op::shift, Value::Set(set), Value::Pair(di, dj)) => match picture::shifted(set, *di, *dj) {
            Some(shifted) => Some(Ok(Value::set(shifted))),
            None => patch::shift(Patch::of(a, layout)?, *di, *dj),
        },
        (Op::recolor, Value::Int(v), Value::Tuple(_) | Value::Grid(_)) if layout == COLOUR_FIRST => {
            list::recolor(*v, b)
        }
        (Op::shift, Value::Tuple(_) | Value::Grid(_), Value::Pair(di, dj)) if layout == COLOUR_FIRST => {
            list::shift(a, (*di, *dj))
        }
        (Op::toobject, Value::Set(_), Value::Grid(g)) => object::toobject(Patch::of(a, layout)?, layout, g),
        (Op::subgrid, Value::Set(_), Value::Grid(g)) => grid::subgrid(Patch::of(a, layout)?, g),
        (Op::paint | Op::underpaint | Op::cover, Value::Grid(_), Value::Set(s)) if s.is_empty() => Some(Ok(a.clone())),
        (Op::paint, Value::Grid(g), Value::Tuple(_)) => draw::paint_list(g, b),
        (Op::cover, Value::Grid(g), Value::Tuple(_)) => draw::fill_list(g, colour::most_common(g).into(), b, None),
        (Op::product, _, _) => container::product(m, a, b),
        (Op::paint, Value::Grid(g), Value::Set(s)) => draw::paint(g, s, layout, None),
        (Op::underpaint, Value::Grid(g), Value::Set(s)) => draw::paint(g, s, layout, Some(colour::most_common(g))),
        (Op::cover, Value::Grid(g), Value::Set(_)) => {
            draw::fill(g, colour::most_common(g).into(), Patch::of(b, layout)?, None)
        }
        (Op::occurrences, Value::Grid(g), Value::Set(s)) => occurrences::occurrences(g, s, s.cells_in(layout)?),
        (Op::connect, Value::Pair(ai, aj), Value::Pair(bi, bj)) => line::connect(m, (*ai, *aj), (*bi, *bj)),
        (Op::shoot, Value::Pair(i, j), Value::Pair(di, dj)) => line::shoot(m, (*i, *j), (*di, *dj)),
        (Op::bordering, Value::Set(_), Value::Grid(g)) => Some(shape::bordering(Patch::of(a, layout)?, g)),
        (Op::position, Value::Set(_), Value::Set(_)) => {
            Some(shape::position(Patch::of(a, layout)?, Patch::of(b, layout)?))
        }
        (Op::insert, _, Value::Set(s)) => container::insert(a, s),
        (Op::manhattan, Value::Set(_), Value::Set(_)) => {
            Some(shape::manhattan(Patch::of(a, layout)?, Patch::of(b, layout)?))
        }
        (Op::adjacent, Value::Set(_), Value::Set(_)) => {
            Some(touching::adjacent(Patch::of(a, layout)?, Patch::of(b, layout)?))
        }
        (Op::hmatching, Value::Set(_), Value::Set(_)) => {
            Some(shape::hmatching(Patch::of(a, layout)?, Patch::of(b, layout)?))
        }
        (Op::vmatching, Value::Set(_), Value::Set(_)) => {
            Some(shape::vmatching(Patch::of(a, layout)?, Patch::of(b, layout)?))
        }
        (Op::gravitate, Value::Set(_), Value::Set(_)) => {
            touching::gravitate(m, a, b, Patch::of(a, layout)?, Patch::of(b, layout)?)
        }
        (Op::difference, Value::Set(x), Value::Set(y)) => container::difference(m, x, y),
        (Op::intersection, Value::Set(x), Value::Set(y)) => container::intersection(x, y),
        (Op::combine, Value::Set(x), Value::Set(y)) => joined::combine(m, x, y),
        (Op::combine, Value::Tuple(x), Value::Tuple(y)) => walked::combine(x, y),
        (Op::combine, Value::Set(x), Value::Tuple(_) | Value::Grid(_)) => joined::combine_with_list(m, x, b),
        (Op::remove, _, Value::Set(s)) => container::remove(a, s),
        (Op::pair, Value::Tuple(x), Value::Tuple(y)) => container::pair(x.slice(), y.slice()),
        (Op::pair, Value::Tuple(_) | Value::Pair(..) | Value::Triple(..), Value::Grid(rows)) => {
            container::number_rows(a, rows)
        }
        (Op::other, Value::Set(s), _) => container::other(s, b),
        (Op::sfilter, Value::Tuple(_) | Value::Grid(_), _) => functional::sfilter_tuple(m, a, b),
        (Op::apply, _, Value::Tuple(_) | Value::Grid(_)) => functional::apply_tuple(m, a, b),
        (Op::order, _, _) => functional::order(m, a, b),
        (Op::argmax, _, _) => best::item(m, a, b, true),
        (Op::argmin, _, _) => best::item(m, a, b, false),
        (Op::valmax, _, _) => best::value(m, a, b, true),
        (Op::valmin, _, _) => best::value(m, a, b, false),
        (Op::sfilter, Value::Set(s), _) => functional::sfilter(m, s, b),
        (Op::colorfilter, Value::Set(s), Value::Int(v)) => object::colorfilter(s, *v),
        (Op::sizefilter, Value::Set(s), Value::Int(n)) => object::sizefilter(s, *n),
        (Op::mfilter, Value::Set(s), _) => functional::mfilter(m, s, b),
        (Op::mapply, _, Value::Set(s)) => joined::mapply(m, a, s),
        (Op::mapply, _, Value::Tuple(_) | Value::Grid(_) | Value::Pair(..) | Value::Triple(..)) => {
            walked::mapply(m, a, b)
        }
        (Op::apply, _, Value::Set(s)) => functional::apply(m, a, s),
        (Op::rapply, Value::Set(functions), _) => functional::rapply(m, functions, b),
        (Op::rapply, Value::Tuple(functions), _) => powers::rapply(m, functions.slice(), b),
        (Op::colorcount, Value::Set(s), Value::Int(v)) => colour::object_colorcount(s.cells_in(layout)?, *v),
        (Op::upscale, Value::Set(_), Value::Int(n)) => patch::upscale(m, Patch::of(a, layout)?, *n),
        _ => None,
    }
}

fn ternary(m: &mut Machine, op: Op, a: &Value, b: &Value, c: &Value, layout: CellLayout) -> Option<Result<Value>> {
    match (op, a, b, c) {
        (Op::mpapply, _, _, _) => walked::mpapply(m, a, b, c),
        (Op::papply, _, _, _) => rows::papply(m, a, b, c),
        (Op::prapply, Value::Op(Op::connect), _, _) => line::connect_all(m, b, c),
        (Op::prapply, Value::Op(Op::shift), Value::Set(singles), _) => single_places::shift_all(m, singles, c),
        (Op::fill | Op::underfill, Value::Grid(_), _, Value::Set(s)) if s.is_empty() => Some(Ok(a.clone())),
        (Op::fill, Value::Grid(g), Value::Int(v), Value::Tuple(_) | Value::Grid(_)) => draw::fill_list(g, *v, c, None),
        (Op::underfill, Value::Grid(g), Value::Int(v), Value::Tuple(_) | Value::Grid(_)) => {
            draw::fill_list(g, *v, c, Some(colour::most_common(g)))
        }
        (Op::fill, Value::Grid(g), Value::Int(v), Value::Set(_)) => draw::fill(g, *v, Patch::of(c, layout)?, None),
        (Op::underfill, Value::Grid(g), Value::Int(v), Value::Set(_)) => {
            draw::fill(g, *v, Patch::of(c, layout)?, Some(colour::most_common(g)))
        }
        (Op::r#move, Value::Grid(g), Value::Set(s), Value::Pair(di, dj)) => draw::shifted(g, s, layout, (*di, *dj)),
        (Op::crop, Value::Grid(g), Value::Pair(i, j), Value::Pair(h, w)) => grid::crop(g, (*i, *j), (*h, *w)),
        (Op::replace, Value::Grid(g), Value::Int(x), Value::Int(y)) => grid::replace(g, *x, *y),
        (Op::switch, Value::Grid(g), Value::Int(x), Value::Int(y)) => grid::switch(g, *x, *y),
        (Op::cellwise, Value::Grid(x), Value::Grid(y), Value::Int(fallback)) => grid::cellwise(x, y, *fallback),
        _ => None,
    }
}
