//! Mirrors and turns of grids and patches.

use super::super::cell::{cell, has_colours, set_of, unpack3};
use super::super::safe;
use crate::Machine;
use crate::reference::grid::{map_rows, rot180, transposed};
use crate::reference::patch::empty_set;
use megabatt_core::py::{self, get, number, unpack2};
use megabatt_core::{Result, TokOp, Value};

/// The patch of cells with each place `(i, j)` replaced; colours stay.
fn map_cells(obj: &Value, f: impl Fn(Value, Value) -> Result<(Value, Value)>) -> Result<Value> {
    set_of(py::iter(obj)?.map(|item| {
        let (i, j, c) = unpack3(&item)?;
        let (i, j) = f(i, j)?;
        cell(i, j, c)
    }))
}

/// The set of places with each one replaced.
fn map_places(indices: &Value, f: impl Fn(Value, Value) -> Result<(Value, Value)>) -> Result<Value> {
    set_of(py::iter(indices)?.map(|place| {
        let (i, j) = unpack2(&place)?;
        let (i, j) = f(i, j)?;
        Value::pair(i, j)
    }))
}

/// Cells or places, whichever the patch's first item is.
fn map_patch(patch: &Value, f: impl Fn(Value, Value) -> Result<(Value, Value)>) -> Result<Value> {
    if has_colours(patch)? { map_cells(patch, f) } else { map_places(patch, f) }
}

/// The least and the greatest row (0) or column (1) of the patch, added.
fn bounds(m: &mut Machine, patch: &Value, part: i64) -> Result<Value> {
    let least = get(&safe(m, TokOp::ulcorner, &[patch])?, part)?;
    number::add(&least, &get(&safe(m, TokOp::lrcorner, &[patch])?, part)?)
}

fn upside_down(sum: Value) -> impl Fn(Value, Value) -> Result<(Value, Value)> {
    move |i, j| Ok((number::sub(&sum, &i)?, j))
}

fn left_to_right(sum: Value) -> impl Fn(Value, Value) -> Result<(Value, Value)> {
    move |i, j| Ok((i, number::sub(&sum, &j)?))
}

fn at_diagonal(corner: (Value, Value)) -> impl Fn(Value, Value) -> Result<(Value, Value)> {
    let (a, b) = corner;
    move |i, j| {
        let down = number::add(&number::sub(&j, &b)?, &a)?;
        Ok((down, number::add(&number::sub(&i, &a)?, &b)?))
    }
}

fn corner(m: &mut Machine, patch: &Value) -> Result<(Value, Value)> {
    unpack2(&safe(m, TokOp::ulcorner, &[patch])?)
}

pub fn hmirror_t(grid: &Value) -> Result<Value> {
    py::reversed(grid)
}

pub fn hmirror_f(m: &mut Machine, patch: &Value) -> Result<Value> {
    map_patch(patch, upside_down(bounds(m, patch, 0)?))
}

pub fn hmirror_i(m: &mut Machine, indices: &Value) -> Result<Value> {
    map_places(indices, upside_down(bounds(m, indices, 0)?))
}

pub fn hmirror_o(m: &mut Machine, obj: &Value) -> Result<Value> {
    map_cells(obj, upside_down(bounds(m, obj, 0)?))
}

pub fn vmirror_t(grid: &Value) -> Result<Value> {
    map_rows(grid, py::reversed)
}

pub fn vmirror_f(m: &mut Machine, patch: &Value) -> Result<Value> {
    if *patch == empty_set() {
        return Ok(patch.clone());
    }
    map_patch(patch, left_to_right(bounds(m, patch, 1)?))
}

pub fn vmirror_i(m: &mut Machine, indices: &Value) -> Result<Value> {
    map_places(indices, left_to_right(bounds(m, indices, 1)?))
}

pub fn vmirror_o(m: &mut Machine, obj: &Value) -> Result<Value> {
    map_cells(obj, left_to_right(bounds(m, obj, 1)?))
}

pub fn dmirror_t(grid: &Value) -> Result<Value> {
    transposed(grid)
}

pub fn dmirror_f(m: &mut Machine, patch: &Value) -> Result<Value> {
    map_patch(patch, at_diagonal(corner(m, patch)?))
}

pub fn dmirror_i(m: &mut Machine, indices: &Value) -> Result<Value> {
    map_places(indices, at_diagonal(corner(m, indices)?))
}

pub fn dmirror_o(m: &mut Machine, obj: &Value) -> Result<Value> {
    map_cells(obj, at_diagonal(corner(m, obj)?))
}

pub fn cmirror_t(grid: &Value) -> Result<Value> {
    transposed(&rot180(grid)?)
}

/// The variants for places and objects are this one too.
pub fn cmirror_f(m: &mut Machine, patch: &Value) -> Result<Value> {
    let turned = safe(m, TokOp::vmirror_f, &[patch])?;
    let turned = safe(m, TokOp::dmirror_f, &[&turned])?;
    safe(m, TokOp::vmirror_f, &[&turned])
}

/// The operation whose place in the list is the code, on the piece; the piece itself for other codes.
fn coded(m: &mut Machine, ops: &[TokOp], piece: &Value, code: &Value) -> Result<Value> {
    match ops.iter().enumerate().find(|(n, _)| Value::from(*n) == *code) {
        Some((_, op)) => safe(m, *op, &[piece]),
        None => Ok(piece.clone()),
    }
}

pub fn mir_rot_f(m: &mut Machine, patch: &Value, code: &Value) -> Result<Value> {
    coded(m, &[TokOp::hmirror_f, TokOp::dmirror_f, TokOp::vmirror_f, TokOp::cmirror_f], patch, code)
}

pub fn mir_rot_t(m: &mut Machine, grid: &Value, code: &Value) -> Result<Value> {
    let mirrors = [TokOp::hmirror_t, TokOp::dmirror_t, TokOp::vmirror_t, TokOp::cmirror_t];
    let turns = [TokOp::rot90, TokOp::rot180, TokOp::rot270];
    coded(m, &[&mirrors[..], &turns[..]].concat(), grid, code)
}

/// How many codes `a_mr` tries; the last one leaves the grid as it is.
const CODES: i64 = 8;

pub fn a_mr(m: &mut Machine, samples: &Value) -> Result<Value> {
    'codes: for code in (0..CODES).map(Value::Int) {
        for sample in py::iter(samples)? {
            let (input, output) = unpack2(&sample)?;
            if output != safe(m, TokOp::mir_rot_t, &[&input, &code])? {
                continue 'codes;
            }
        }
        return Ok(code);
    }
    Ok(Value::None)
}
