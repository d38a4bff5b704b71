//! Drawing on grids, and comparing them cell by cell.

use super::super::cell::unpack3;
use super::super::safe;
use crate::Machine;
use crate::reference::colour::dims;
use crate::reference::grid::{draw, flat};
use megabatt_core::py::{self, get};
use megabatt_core::{Result, TokOp, Value};

/// The cells of an object, colour first as [`draw`] takes them.
fn coloured(obj: &Value) -> Result<impl Iterator<Item = Result<(Value, Value, Value)>> + '_> {
    Ok(py::iter(obj)?.map(|cell| {
        let (i, j, c) = unpack3(&cell)?;
        Ok((c, i, j))
    }))
}

pub fn fill(m: &mut Machine, grid: &Value, color: &Value, patch: &Value) -> Result<Value> {
    let size = dims(grid)?;
    let places = safe(m, TokOp::toindices, &[patch])?;
    draw(grid, flat(color, &places)?, None, size)
}

pub fn paint(grid: &Value, obj: &Value) -> Result<Value> {
    draw(grid, coloured(obj)?, None, dims(grid)?)
}

pub fn underfill(m: &mut Machine, grid: &Value, color: &Value, patch: &Value) -> Result<Value> {
    let size = dims(grid)?;
    let background = safe(m, TokOp::mostcolor_t, &[grid])?;
    let places = safe(m, TokOp::toindices, &[patch])?;
    draw(grid, flat(color, &places)?, Some(background), size)
}

pub fn underpaint(m: &mut Machine, grid: &Value, obj: &Value) -> Result<Value> {
    let background = safe(m, TokOp::mostcolor_t, &[grid])?;
    draw(grid, coloured(obj)?, Some(background), dims(grid)?)
}

pub fn cover(m: &mut Machine, grid: &Value, patch: &Value) -> Result<Value> {
    let background = safe(m, TokOp::mostcolor_t, &[grid])?;
    let places = safe(m, TokOp::toindices, &[patch])?;
    safe(m, TokOp::fill, &[grid, &background, &places])
}

/// An offset that makes no sense leaves nothing to paint: the object is gone then.
pub fn r#move(m: &mut Machine, grid: &Value, obj: &Value, offset: &Value) -> Result<Value> {
    let covered = safe(m, TokOp::cover, &[grid, obj])?;
    let moved = safe(m, TokOp::shift, &[obj, offset])?;
    safe(m, TokOp::paint, &[&covered, &moved])
}

/// The second grid is read with `index`: outside of it is -inf, and where it is no grid at all, 0.
pub fn cellwise(m: &mut Machine, a: &Value, b: &Value, fallback: &Value) -> Result<Value> {
    let (h, w) = dims(a)?;
    let mut rows = Vec::new();
    for i in 0..h as i64 {
        let mut row = Vec::new();
        for j in 0..w as i64 {
            let value = get(&get(a, i)?, j)?;
            let other = safe(m, TokOp::index, &[b, &Value::int_pair(i, j)])?;
            row.push(if value == other { value } else { fallback.clone() });
        }
        rows.push(Value::tuple(row)?);
    }
    Value::tuple(rows)
}
