//! Heights, widths, and what follows from them.

use crate::Machine;
use crate::reference::tok::safe;
use megabatt_core::py::{self, get, number};
use megabatt_core::{Result, TokOp, Value};

const ZERO: Value = Value::Int(0);
const ONE: Value = Value::Int(1);

pub fn call(m: &mut Machine, op: TokOp, piece: &Value) -> Result<Value> {
    match op {
        TokOp::height_t => Ok(py::len(piece)?.into()),
        TokOp::height_f => distance(m, piece, TokOp::uppermost, TokOp::lowermost),
        TokOp::height_i => distance(m, piece, TokOp::uppermost_i, TokOp::lowermost_i),
        TokOp::height_o => distance(m, piece, TokOp::uppermost_o, TokOp::lowermost_o),
        TokOp::width_t if py::truthy(piece) => Ok(py::len(&get(piece, 0)?)?.into()),
        TokOp::width_t => Ok(ZERO),
        TokOp::width_f => distance(m, piece, TokOp::leftmost, TokOp::rightmost),
        TokOp::width_i => distance(m, piece, TokOp::leftmost_i, TokOp::rightmost_i),
        TokOp::width_o => distance(m, piece, TokOp::leftmost_o, TokOp::rightmost_o),
        TokOp::shape_t => shape(m, piece, TokOp::height_t, TokOp::width_t),
        TokOp::shape_f => shape(m, piece, TokOp::height_f, TokOp::width_f),
        TokOp::portrait_t => portrait(m, piece, TokOp::height_t, TokOp::width_t),
        TokOp::portrait_f => portrait(m, piece, TokOp::height_f, TokOp::width_f),
        TokOp::square_t => Ok(Value::Bool(py::len(piece)? == py::len(&get(piece, 0)?)?)),
        TokOp::square_f => square(m, piece),
        TokOp::hline_i => line(m, piece, TokOp::width_i, TokOp::height_i),
        TokOp::hline_o => line(m, piece, TokOp::width_o, TokOp::height_o),
        TokOp::vline_i => line(m, piece, TokOp::height_i, TokOp::width_i),
        TokOp::vline_o => line(m, piece, TokOp::height_o, TokOp::width_o),
        _ => unreachable!("{} is no operation on the extent of a piece", op.name()),
    }
}

/// From the least to the greatest row or column, both included.
fn distance(m: &mut Machine, piece: &Value, least: TokOp, greatest: TokOp) -> Result<Value> {
    if py::len(piece)? == 0 {
        return Ok(ZERO);
    }
    let to = safe(m, greatest, &[piece])?;
    number::add(&number::sub(&to, &safe(m, least, &[piece])?)?, &ONE)
}

fn shape(m: &mut Machine, piece: &Value, height: TokOp, width: TokOp) -> Result<Value> {
    let h = safe(m, height, &[piece])?;
    Value::pair(h, safe(m, width, &[piece])?)
}

fn portrait(m: &mut Machine, piece: &Value, height: TokOp, width: TokOp) -> Result<Value> {
    let h = safe(m, height, &[piece])?;
    Ok(Value::Bool(py::greater(&h, &safe(m, width, &[piece])?)?))
}

fn square(m: &mut Machine, patch: &Value) -> Result<Value> {
    let h = safe(m, TokOp::height_f, &[patch])?;
    let w = safe(m, TokOp::width_f, &[patch])?;
    let full = number::mul(&h, &w)? == py::len(patch)?.into();
    Ok(Value::Bool(full && h == w))
}

/// Whether the patch is as long as it has places, and one wide.
fn line(m: &mut Machine, patch: &Value, along: TokOp, across: TokOp) -> Result<Value> {
    let full = safe(m, along, &[patch])? == py::len(patch)?.into();
    Ok(Value::Bool(full && safe(m, across, &[patch])? == ONE))
}
