//! Operations that arc-dsl has not, or has otherwise.

use super::{LAYOUT, compare, odd, palette, rank};
use crate::fast::search::{self, Manner};
use crate::fast::{Patch, bounds, grid, object};
use megabatt_core::{Arc, Grid, Result, Set, TokOp, Value, py};

type Taken = Option<Result<Value>>;

/// Whether it is one of these operations.
pub const fn knows(op: TokOp) -> bool {
    use TokOp::{
        cellwise, color, colorfilter, combine_f, crop, get_color_rank_f, get_color_rank_t, get_nth_f, get_nth_t,
        height_t, hsplit, index, o_g, o_g_t, o_g_tuple, objects_g, objects_t, p_f, p_g, palette_f, palette_t,
        portrait_t, shape_t, square_t, subgrid, toindices_i, vsplit, width_t,
    };
    let of_grids = matches!(op, crop | objects_t | objects_g | cellwise | o_g | o_g_t | o_g_tuple | hsplit | vsplit);
    let of_shapes = matches!(op, height_t | width_t | shape_t | portrait_t | square_t | subgrid);
    let of_colours = matches!(op, palette_t | p_g | palette_f | p_f | color | colorfilter | get_color_rank_t);
    let of_items = matches!(op, toindices_i | index | get_color_rank_f | combine_f | get_nth_f | get_nth_t);
    of_grids || of_shapes || of_colours || of_items || draws(op)
}

pub fn call(op: TokOp, args: &[&Value]) -> Taken {
    match args {
        [a] => unary(op, a),
        [a @ Value::Grid(_), patch] if draws(op) && is_nothing(patch) => Some(Ok((*a).clone())),
        [a @ Value::Grid(_), _, patch] if draws(op) && is_nothing(patch) => Some(Ok((*a).clone())),
        [a, b] => binary(op, a, b),
        [Value::Grid(g), Value::Pair(i, j), Value::Pair(h, w)] if op == TokOp::crop => crop(g, (*i, *j), (*h, *w)),
        [Value::Grid(g), flags @ ..] if matches!(op, TokOp::objects_t | TokOp::objects_g) => {
            search::listed(g, Manner::of_flags(flags.try_into().ok()?)?)
        }
        [Value::Grid(a), b, Value::Int(fallback)] if op == TokOp::cellwise => compare::cellwise(a, b, *fallback),
        _ => None,
    }
}

/// Operations that draw what the last argument says.
const fn draws(op: TokOp) -> bool {
    use TokOp::{cover, fill, paint, underfill, underpaint};
    matches!(op, fill | underfill | paint | underpaint | cover)
}

/// An empty tuple or set.
fn is_nothing(patch: &Value) -> bool {
    match patch {
        Value::Tuple(items) => items.is_empty(),
        Value::Set(items) => items.is_empty(),
        _ => false,
    }
}

fn unary(op: TokOp, a: &Value) -> Taken {
    let value = match (op, a) {
        (TokOp::height_t, Value::Grid(g)) => g.height().into(),
        (TokOp::width_t, Value::Grid(g)) => g.width().into(),
        (TokOp::shape_t, Value::Grid(g)) => Value::int_pair(g.height() as i64, g.width() as i64),
        (TokOp::portrait_t, Value::Grid(g)) => Value::Bool(g.height() > g.width()),
        (TokOp::square_t, Value::Grid(g)) => Value::Bool(g.height() == g.width()),
        (TokOp::palette_t, Value::Grid(g)) => return Some(palette::of_grid(g)),
        (TokOp::p_g, Value::Grid(g)) => return Some(palette::of_grid_as_tuple(g)),
        (TokOp::palette_f | TokOp::p_f, Value::Set(set)) => return palette::of_object(set),
        (TokOp::toindices_i, _) => a.clone(),
        (TokOp::color, Value::Set(set)) => Value::Int(colour_of(set)?),
        _ => return None,
    };
    Some(Ok(value))
}

fn binary(op: TokOp, a: &Value, b: &Value) -> Taken {
    match (op, a, b) {
        (TokOp::o_g, Value::Grid(g), Value::Int(code)) => search::objects(g, LAYOUT, Manner::of_code(*code)?),
        (TokOp::o_g, Value::Tuple(_), Value::Int(code)) => odd::objects(a, Manner::of_code(*code)?),
        (TokOp::o_g_t | TokOp::o_g_tuple, Value::Grid(g), Value::Int(code)) => {
            search::listed(g, Manner::of_code(*code)?)
        }
        (TokOp::index, Value::Grid(g), Value::Pair(i, j)) => {
            Some(Ok(g.get(*i, *j).map_or(Value::Float(f64::NEG_INFINITY), |v| Value::Int(v.into()))))
        }
        (TokOp::subgrid, Value::Set(_), Value::Grid(g)) => {
            let b = bounds::of(Patch::of(a, LAYOUT)?);
            let (h, w) = (i32::try_from(b.height()).ok()?, i32::try_from(b.width()).ok()?);
            crop(g, (b.top, b.left), (h, w))
        }
        // Where the parts do not fill the grid, the last may lie outside, and is nothing.
        (TokOp::hsplit, Value::Grid(g), Value::Int(n)) if *n > 0 && g.width() as i64 % n == 0 => grid::hsplit(g, *n),
        (TokOp::vsplit, Value::Grid(g), Value::Int(n)) if *n > 0 && g.height() as i64 % n == 0 => grid::vsplit(g, *n),
        (TokOp::colorfilter, Value::Set(set), Value::Int(wanted)) => colorfilter(set, *wanted),
        (TokOp::get_color_rank_t, Value::Grid(g), Value::Int(rank)) => Some(Ok(rank::in_grid(g, *rank)?)),
        (TokOp::get_color_rank_f, Value::Set(set), Value::Int(rank)) => Some(Ok(rank::in_object(set, *rank)?)),
        (TokOp::combine_f, Value::Set(a), Value::Set(b)) if !Arc::ptr_eq(a, b) => {
            Some(Set::union(a, b).map(Value::set))
        }
        (TokOp::get_nth_f, Value::Set(set), Value::Int(rank)) => nth(set, *rank).map(Ok),
        (TokOp::get_nth_t, _, Value::Int(rank)) if a.is_tuple() => py::get(a, *rank).ok().map(Ok),
        _ => None,
    }
}

/// The colour of the first cell, which need not be looked for where all have one.
fn colour_of(set: &Set) -> Option<i64> {
    set.cells_in(LAYOUT)?;
    match set.one_colour() {
        Some(colour) => Some(colour.into()),
        None => set.first()?.as_cell().map(|(colour, ..)| colour.into()),
    }
}

fn colorfilter(objs: &Arc<Set>, wanted: i64) -> Taken {
    object::filter(objs, |obj| match obj {
        Value::Set(obj) => Some(colour_of(obj)? == wanted),
        _ => None,
    })
}

/// The part of a grid, if all of it is inside; nothing otherwise.
fn crop(g: &Arc<Grid>, (i, j): (i32, i32), (h, w): (i32, i32)) -> Taken {
    let fits = |start: i32, extent: i32, room: usize| {
        start >= 0 && (start as usize) < room && i64::from(start) + i64::from(extent) <= room as i64
    };
    if h <= 0 || w <= 0 {
        return None;
    }
    match fits(i, h, g.height()) && fits(j, w, g.width()) {
        true => grid::crop(g, (i, j), (h, w)),
        false => Some(Ok(Value::empty_tuple())),
    }
}

/// The item at a rank, negative ones counted from the end.
fn nth(set: &Set, rank: i64) -> Option<Value> {
    match rank {
        0 => set.first(),
        _ if rank > 0 => set.in_order().nth(usize::try_from(rank).ok()?),
        _ => set.in_order().rev().nth(usize::try_from(-(rank + 1)).ok()?),
    }
}
