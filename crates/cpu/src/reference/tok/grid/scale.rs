//! Grids and objects made larger and smaller.

use super::super::cell::{cell, unpack3};
use super::super::safe;
use crate::Machine;
use crate::reference::colour::dims;
use crate::reference::container::count_up_to;
use crate::reference::grid::scaled;
use crate::reference::patch::empty_set;
use megabatt_core::py::{self, get, number, unpack2};
use megabatt_core::{Fail, Result, SetBuilder, TokOp, Value};

pub fn upscale_t(m: &mut Machine, grid: &Value, factor: &Value) -> Result<Value> {
    scaled(m, grid, Some(factor), Some(factor))
}

pub fn upscale_f(m: &mut Machine, obj: &Value, factor: &Value) -> Result<Value> {
    if py::len(obj)? == 0 {
        return Ok(empty_set());
    }
    let (di, dj) = unpack2(&safe(m, TokOp::ulcorner, &[obj])?)?;
    let back = Value::pair(number::neg(&di)?, number::neg(&dj)?)?;
    let normed = safe(m, TokOp::shift, &[obj, &back])?;
    let count = py::len(&normed)? as u64;
    let mut cells = SetBuilder::new();
    for item in py::iter(&normed)? {
        let (i, j, c) = unpack3(&item)?;
        let times = count_up_to(factor)?;
        let square = times.len().saturating_mul(times.len());
        m.meter.reserve(square.saturating_mul(count).saturating_mul(c.weight().saturating_add(3)).saturating_add(1))?;
        for io in times.iter() {
            for jo in times.iter() {
                let i = number::add(&number::mul(&i, factor)?, &Value::Int(io))?;
                let j = number::add(&number::mul(&j, factor)?, &Value::Int(jo))?;
                cells.add(cell(i, j, c.clone())?);
            }
        }
    }
    let larger = Value::set(cells.finish_copy()?);
    safe(m, TokOp::shift, &[&larger, &Value::pair(di, dj)?])
}

/// Whether `n % factor == 0`, for an infinite factor too.
fn divides(factor: &Value, n: usize) -> Result<bool> {
    match *factor {
        Value::Float(0.0) => Err(Fail::ZERO_DIVISION),
        Value::Float(factor) => Ok(n as f64 % factor == 0.0),
        _ => Ok(number::modulo(&n.into(), factor)? == Value::Int(0)),
    }
}

pub fn downscale(grid: &Value, factor: &Value) -> Result<Value> {
    let (h, w) = dims(grid)?;
    let mut rows = Vec::new();
    for i in 0..h {
        let mut row = Vec::new();
        for j in 0..w {
            if divides(factor, j)? {
                row.push(get(&get(grid, i as i64)?, j as i64)?);
            }
        }
        if divides(factor, i)? {
            rows.push(Value::tuple(row)?);
        }
    }
    Value::tuple(rows)
}
