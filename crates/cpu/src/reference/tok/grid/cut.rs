//! Parts of grids.

use super::super::safe;
use crate::Machine;
use crate::reference::colour::{dims, in_range};
use crate::reference::container::count_up_to;
use crate::reference::grid::{self as arc, parts, transposed, without};
use crate::reference::line::uniform;
use crate::reference::patch::empty_set;
use megabatt_core::py::{self, get, number};
use megabatt_core::{Result, TokOp, Value};

/// A box that is not wholly inside the grid gives nothing.
pub fn crop(grid: &Value, start: &Value, extents: &Value) -> Result<Value> {
    if *grid == Value::empty_tuple() {
        return Ok(Value::empty_tuple());
    }
    let (h, w) = dims(grid)?;
    let starts_inside = in_range(&get(start, 0)?, h)? && in_range(&get(start, 1)?, w)?;
    let ends_inside = |at: i64, length: usize| {
        let (end, length) = (number::add(&get(start, at)?, &get(extents, at)?)?, length.into());
        Ok::<bool, megabatt_core::Fail>(end == length || py::less(&end, &length)?)
    };
    if starts_inside && ends_inside(0, h)? && ends_inside(1, w)? {
        arc::crop(grid, start, extents)
    } else {
        Ok(Value::empty_tuple())
    }
}

pub fn subgrid(m: &mut Machine, patch: &Value, grid: &Value) -> Result<Value> {
    if *patch == empty_set() || *patch == Value::empty_tuple() {
        return Ok(Value::empty_tuple());
    }
    let corner = safe(m, TokOp::ulcorner, &[patch])?;
    let shape = safe(m, TokOp::shape_f, &[patch])?;
    safe(m, TokOp::crop, &[grid, &corner, &shape])
}

pub fn hsplit(m: &mut Machine, grid: &Value, n: &Value) -> Result<Value> {
    let (h, width) = dims(grid)?;
    let (w, offset) = parts(width, n)?;
    let extents = Value::pair(h.into(), w.clone())?;
    split(m, grid, n, &extents, |i| Value::pair(Value::Int(0), start(&w, i, offset)?))
}

pub fn vsplit(m: &mut Machine, grid: &Value, n: &Value) -> Result<Value> {
    let (height, w) = dims(grid)?;
    let (h, offset) = parts(height, n)?;
    let extents = Value::pair(h.clone(), w.into())?;
    split(m, grid, n, &extents, |i| Value::pair(start(&h, i, offset)?, Value::Int(0)))
}

/// Where part `i` starts: after those before it, and after as many single lines if the parts do not fill the length.
fn start(part: &Value, i: i64, offset: bool) -> Result<Value> {
    number::add(&number::mul(part, &Value::Int(i))?, &Value::Int(i * offset as i64))
}

/// The parts, each cut out with `crop`: one that is not wholly inside is empty.
fn split(
    m: &mut Machine,
    grid: &Value,
    n: &Value,
    extents: &Value,
    start: impl Fn(i64) -> Result<Value>,
) -> Result<Value> {
    let count = count_up_to(n)?;
    if count.len() > grid.weight() {
        m.meter.reserve(count.len())?;
    }
    let mut cut = Vec::new();
    for i in count.iter() {
        cut.push(safe(m, TokOp::crop, &[grid, &start(i)?, extents])?);
    }
    Value::tuple(cut)
}

/// Unlike arc-dsl's, it takes any rows: a set of them is turned as they come.
pub fn compress(grid: &Value) -> Result<Value> {
    let rows = uniform(grid)?;
    without(grid, &rows, &uniform(&transposed(grid)?)?)
}
