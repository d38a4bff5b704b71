//! Boxes, distances, positions.
//!
//! Most operations come in three kinds: for any patch, for places alone (`_i`) and for cells alone (`_o`). They differ in how
//! they come by the places.

mod bounds;
mod corners;
mod extent;
mod period;
mod relation;

use crate::Machine;
use megabatt_core::{Result, TokOp, Value};

/// Rows or columns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Row,
    Column,
}

pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        (TokOp::col_row, [patch, kind]) => bounds::col_row(m, patch, kind),
        (TokOp::corner, [patch, kind]) => corners::corner(m, patch, kind),
        (TokOp::corners, [patch]) => corners::corners(m, patch),
        (TokOp::center, [patch]) => corners::center(m, patch),
        (TokOp::centerofmass, [patch]) => corners::centerofmass(m, patch),
        (TokOp::hmatching, [a, b]) => relation::matching(m, a, b, Part::Row),
        (TokOp::vmatching, [a, b]) => relation::matching(m, a, b, Part::Column),
        (TokOp::manhattan, [a, b]) => relation::manhattan(m, a, b),
        (TokOp::adjacent, [a, b]) => relation::adjacent(m, a, b),
        (TokOp::bordering, [patch, grid]) => relation::bordering(m, patch, grid),
        (TokOp::position, [a, b]) => relation::position(m, a, b),
        (TokOp::gravitate, [source, destination]) => relation::gravitate(m, source, destination),
        (TokOp::hperiod, [obj]) => period::period(m, obj, Part::Column),
        (TokOp::vperiod, [obj]) => period::period(m, obj, Part::Row),
        (_, [piece]) => of_one(m, op, piece),
        _ => unreachable!("{} was called with {} arguments", op.name(), args.len()),
    }
}

/// The operations that have typed variants.
fn of_one(m: &mut Machine, op: TokOp, piece: &Value) -> Result<Value> {
    match op {
        TokOp::uppermost | TokOp::uppermost_i | TokOp::uppermost_o => bounds::bound(m, op, piece, Part::Row, false),
        TokOp::lowermost | TokOp::lowermost_i | TokOp::lowermost_o => bounds::bound(m, op, piece, Part::Row, true),
        TokOp::leftmost | TokOp::leftmost_i | TokOp::leftmost_o => bounds::bound(m, op, piece, Part::Column, false),
        TokOp::rightmost | TokOp::rightmost_i | TokOp::rightmost_o => bounds::bound(m, op, piece, Part::Column, true),
        TokOp::ulcorner | TokOp::ulcorner_i | TokOp::ulcorner_o => corners::of_box(m, op, piece, |_| Ok(false)),
        TokOp::lrcorner | TokOp::lrcorner_i | TokOp::lrcorner_o => corners::of_box(m, op, piece, |_| Ok(true)),
        TokOp::urcorner | TokOp::urcorner_i | TokOp::urcorner_o => corners::of_box(m, op, piece, corners::mixed(1)),
        TokOp::llcorner | TokOp::llcorner_i | TokOp::llcorner_o => corners::of_box(m, op, piece, corners::mixed(0)),
        _ => extent::call(m, op, piece),
    }
}

/// The operation by which one of the operations above comes by the places of a patch.
fn places_by(op: TokOp) -> TokOp {
    match op.name().rsplit_once('_') {
        Some((_, "i")) => TokOp::toindices_i,
        Some((_, "o")) => TokOp::toindices_o,
        _ => TokOp::toindices,
    }
}
