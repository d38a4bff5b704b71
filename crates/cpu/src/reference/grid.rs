//! Grids as a whole.

use super::colour::{dims, in_range, mostcolor};
use super::container::count_up_to;
use super::line::uniform;
use super::patch::{empty_set, map_places, shift, toindices};
use super::shape::{columns, lrcorner, shape, ulcorner};
use crate::Machine;
use megabatt_core::py::{self, get, number, slice, slice_bound, unpack2};
use megabatt_core::value::bulk_of_grid;
use megabatt_core::{Fail, Result, SetBuilder, Value};

/// The tuple of what `f` gives for each row.
pub fn map_rows(rows: &Value, f: impl Fn(&Value) -> Result<Value>) -> Result<Value> {
    Value::tuple(py::iter(rows)?.map(|row| f(&row)).collect::<Result<_>>()?)
}

/// `tuple(zip(*rows))`.
pub fn transposed(rows: &Value) -> Result<Value> {
    Value::tuple(columns(rows)?.into_iter().map(Value::tuple).collect::<Result<_>>()?)
}

/// `value[start : start + extent]`.
fn window(value: &Value, start: &Value, extent: &Value) -> Result<Value> {
    let stop = number::add(start, extent)?;
    if !value.is_tuple() {
        return Err(Fail::TYPE);
    }
    slice(value, slice_bound(start)?, slice_bound(&stop)?)
}

pub fn crop(grid: &Value, start: &Value, dims: &Value) -> Result<Value> {
    let rows = window(grid, &get(start, 0)?, &get(dims, 0)?)?;
    map_rows(&rows, |row| window(row, &get(start, 1)?, &get(dims, 1)?))
}

pub fn subgrid(patch: &Value, grid: &Value) -> Result<Value> {
    let corner = ulcorner(patch)?;
    crop(grid, &corner, &shape(patch)?)
}

pub fn rot90(grid: &Value) -> Result<Value> {
    transposed(&py::reversed(grid)?)
}

pub fn rot180(grid: &Value) -> Result<Value> {
    map_rows(&py::reversed(grid)?, py::reversed)
}

pub fn rot270(grid: &Value) -> Result<Value> {
    py::reversed(&map_rows(&rot90(grid)?, py::reversed)?)
}

pub fn hmirror(piece: &Value) -> Result<Value> {
    if piece.is_tuple() {
        return py::reversed(piece);
    }
    let top = get(&ulcorner(piece)?, 0)?;
    let sum = number::add(&top, &get(&lrcorner(piece)?, 0)?)?;
    map_places(piece, |i, j| Value::pair(number::sub(&sum, &i)?, j))
}

pub fn vmirror(piece: &Value) -> Result<Value> {
    if piece.is_tuple() {
        return map_rows(piece, py::reversed);
    }
    let left = get(&ulcorner(piece)?, 1)?;
    let sum = number::add(&left, &get(&lrcorner(piece)?, 1)?)?;
    map_places(piece, |i, j| Value::pair(i, number::sub(&sum, &j)?))
}

pub fn dmirror(piece: &Value) -> Result<Value> {
    if piece.is_tuple() {
        return transposed(piece);
    }
    let (a, b) = unpack2(&ulcorner(piece)?)?;
    map_places(piece, |i, j| {
        let down = number::add(&number::sub(&j, &b)?, &a)?;
        Value::pair(down, number::add(&number::sub(&i, &a)?, &b)?)
    })
}

pub fn cmirror(piece: &Value) -> Result<Value> {
    if piece.is_tuple() {
        return transposed(&rot180(piece)?);
    }
    vmirror(&dmirror(&vmirror(piece)?)?)
}

/// `list(list(row) for row in grid)`.
fn as_lists(grid: &Value) -> Result<Vec<Vec<Value>>> {
    py::iter(grid)?.map(|row| Ok(py::iter(&row)?.collect())).collect()
}

fn as_tuples(rows: Vec<Vec<Value>>) -> Result<Value> {
    Value::tuple(rows.into_iter().map(Value::tuple).collect::<Result<_>>()?)
}

/// Sets cells of a copy of the grid, those outside left out; with a background, only where the grid still has it.
pub fn draw(
    grid: &Value,
    cells: impl Iterator<Item = Result<(Value, Value, Value)>>,
    only_on: Option<Value>,
    size: (usize, usize),
) -> Result<Value> {
    let mut rows = as_lists(grid)?;
    for cell in cells {
        let (value, i, j) = cell?;
        if in_range(&i, size.0)? && in_range(&j, size.1)? {
            let (i, j) = (i.as_int().ok_or(Fail::TYPE)? as usize, j.as_int().ok_or(Fail::TYPE)? as usize);
            let place = rows[i].get_mut(j).ok_or(Fail::INDEX)?;
            if only_on.as_ref().is_none_or(|background| place == background) {
                *place = value;
            }
        }
    }
    as_tuples(rows)
}

/// The places of a patch, each with the same colour.
pub fn flat<'a>(
    value: &'a Value,
    places: &'a Value,
) -> Result<impl Iterator<Item = Result<(Value, Value, Value)>> + 'a> {
    Ok(py::iter(places)?.map(|place| {
        let (i, j) = unpack2(&place)?;
        Ok((value.clone(), i, j))
    }))
}

/// The cells of an object.
fn coloured(obj: &Value) -> Result<impl Iterator<Item = Result<(Value, Value, Value)>> + '_> {
    Ok(py::iter(obj)?.map(|cell| {
        let (value, place) = unpack2(&cell)?;
        let (i, j) = unpack2(&place)?;
        Ok((value, i, j))
    }))
}

pub fn fill(grid: &Value, value: &Value, patch: &Value) -> Result<Value> {
    let size = dims(grid)?;
    as_lists(grid)?;
    draw(grid, flat(value, &toindices(patch)?)?, None, size)
}

pub fn paint(grid: &Value, obj: &Value) -> Result<Value> {
    let size = dims(grid)?;
    as_lists(grid)?;
    draw(grid, coloured(obj)?, None, size)
}

pub fn underfill(grid: &Value, value: &Value, patch: &Value) -> Result<Value> {
    let size = dims(grid)?;
    let background = mostcolor(grid)?;
    as_lists(grid)?;
    draw(grid, flat(value, &toindices(patch)?)?, Some(background), size)
}

pub fn underpaint(grid: &Value, obj: &Value) -> Result<Value> {
    let size = dims(grid)?;
    let background = mostcolor(grid)?;
    as_lists(grid)?;
    draw(grid, coloured(obj)?, Some(background), size)
}

pub fn cover(grid: &Value, patch: &Value) -> Result<Value> {
    let background = mostcolor(grid)?;
    fill(grid, &background, &toindices(patch)?)
}

pub fn r#move(grid: &Value, obj: &Value, offset: &Value) -> Result<Value> {
    let covered = cover(grid, obj)?;
    paint(&covered, &shift(obj, offset)?)
}

/// The bulk of a result of this weight that is a grid of bytes or not.
fn bulk_if(bytes: bool, weight: u64) -> u64 {
    if bytes { bulk_of_grid(weight) } else { weight }
}

/// Each value of the rows `right` times, and each row `down` times; None for a factor leaves that direction alone.
///
/// A factor is looked at only where there is something to repeat, as in the DSL's loops over `range(factor)`.
pub fn scaled(m: &mut Machine, grid: &Value, down: Option<&Value>, right: Option<&Value>) -> Result<Value> {
    let times = |factor: Option<&Value>| factor.map_or(Ok(1), |f| count_up_to(f).map(|r| r.len()));
    let mut weight = 1u64;
    for row in py::iter(grid)? {
        let mut wide = 1u64;
        for value in py::iter(&row)? {
            wide = wide.saturating_add(value.weight().saturating_mul(times(right)?));
        }
        weight = weight.saturating_add(wide.saturating_mul(times(down)?));
    }
    m.meter.reserve(bulk_if(grid.is_byte_grid(), weight))?;
    let mut rows = Vec::new();
    for row in py::iter(grid)? {
        let mut wide = Vec::new();
        for value in py::iter(&row)? {
            wide.extend(std::iter::repeat_n(value, times(right)? as usize));
        }
        rows.extend(std::iter::repeat_n(Value::tuple(wide)?, times(down)? as usize));
    }
    Value::tuple(rows)
}

pub fn hupscale(m: &mut Machine, grid: &Value, factor: &Value) -> Result<Value> {
    scaled(m, grid, None, Some(factor))
}

/// The rows may be anything here: they are repeated, not walked.
pub fn vupscale(m: &mut Machine, grid: &Value, factor: &Value) -> Result<Value> {
    let mut rows = Vec::new();
    let mut weight = 1u64;
    for row in py::iter(grid)? {
        weight = weight.saturating_add(row.weight().saturating_mul(count_up_to(factor)?.len()));
    }
    m.meter.reserve(bulk_if(grid.is_byte_grid(), weight))?;
    for row in py::iter(grid)? {
        rows.extend(std::iter::repeat_n(row, count_up_to(factor)?.len() as usize));
    }
    Value::tuple(rows)
}

pub fn upscale(m: &mut Machine, element: &Value, factor: &Value) -> Result<Value> {
    if element.is_tuple() {
        return scaled(m, element, Some(factor), Some(factor));
    }
    if py::len(element)? == 0 {
        return Ok(empty_set());
    }
    let (di, dj) = unpack2(&ulcorner(element)?)?;
    let back = Value::pair(number::neg(&di)?, number::neg(&dj)?)?;
    let mut cells = SetBuilder::new();
    let normed = shift(element, &back)?;
    let count = py::len(&normed)? as u64;
    for cell in py::iter(&normed)? {
        let (value, place) = unpack2(&cell)?;
        let (i, j) = unpack2(&place)?;
        let times = count_up_to(factor)?;
        let square = times.len().saturating_mul(times.len());
        m.meter.reserve(square.saturating_mul(count).saturating_mul(5).saturating_add(1))?;
        for io in times.iter() {
            for jo in times.iter() {
                let i = number::add(&number::mul(&i, factor)?, &Value::Int(io))?;
                let j = number::add(&number::mul(&j, factor)?, &Value::Int(jo))?;
                cells.add(Value::pair(value.clone(), Value::pair(i, j)?)?);
            }
        }
    }
    shift(&Value::set(cells.finish_copy()?), &Value::pair(di, dj)?)
}

/// Whether `n % factor == 0`.
fn divides(factor: &Value, n: usize) -> Result<bool> {
    Ok(number::modulo(&n.into(), factor)? == Value::Int(0))
}

pub fn downscale(grid: &Value, factor: &Value) -> Result<Value> {
    let (h, w) = dims(grid)?;
    let mut narrow = Vec::new();
    for i in 0..h {
        let mut row = Vec::new();
        for j in 0..w {
            if divides(factor, j)? {
                row.push(get(&get(grid, i as i64)?, j as i64)?);
            }
        }
        narrow.push(Value::tuple(row)?);
    }
    let mut rows = Vec::new();
    for (i, row) in narrow.into_iter().enumerate() {
        if divides(factor, i)? {
            rows.push(row);
        }
    }
    Value::tuple(rows)
}

pub fn hconcat(a: &Value, b: &Value) -> Result<Value> {
    let rows = py::iter(a)?.zip(py::iter(b)?);
    Value::tuple(rows.map(|(i, j)| number::add(&i, &j)).collect::<Result<_>>()?)
}

pub fn vconcat(a: &Value, b: &Value) -> Result<Value> {
    number::add(a, b)
}

/// `n` equal parts of a length, and whether a line is left out between them.
pub fn parts(length: usize, n: &Value) -> Result<(Value, bool)> {
    let length = Value::from(length);
    let part = number::floor_div(&length, n)?;
    Ok((part, number::modulo(&length, n)? != Value::Int(0)))
}

pub fn hsplit(m: &mut Machine, grid: &Value, n: &Value) -> Result<Value> {
    let (h, width) = dims(grid)?;
    let (w, offset) = parts(width, n)?;
    split(m, grid, n, |start| (Value::Int(0), start), Value::pair(h.into(), w.clone())?, &w, offset)
}

pub fn vsplit(m: &mut Machine, grid: &Value, n: &Value) -> Result<Value> {
    let (h, offset) = parts(py::len(grid)?, n)?;
    let (_, w) = dims(grid)?;
    split(m, grid, n, |start| (start, Value::Int(0)), Value::pair(h.clone(), w.into())?, &h, offset)
}

fn split(
    m: &mut Machine,
    grid: &Value,
    n: &Value,
    place: impl Fn(Value) -> (Value, Value),
    dims: Value,
    part: &Value,
    offset: bool,
) -> Result<Value> {
    let count = count_up_to(n)?;
    if count.len() > grid.weight() {
        m.meter.reserve(count.len())?;
    }
    let mut cut = Vec::new();
    for i in count.iter() {
        let before = number::mul(part, &Value::Int(i))?;
        let (row, column) = place(number::add(&before, &Value::Int(i * offset as i64))?);
        cut.push(crop(grid, &Value::pair(row, column)?, &dims)?);
    }
    Value::tuple(cut)
}

pub fn cellwise(a: &Value, b: &Value, fallback: &Value) -> Result<Value> {
    let (h, w) = dims(a)?;
    let mut rows = Vec::new();
    for i in 0..h as i64 {
        let mut row = Vec::new();
        for j in 0..w as i64 {
            let value = get(&get(a, i)?, j)?;
            row.push(if value == get(&get(b, i)?, j)? { value } else { fallback.clone() });
        }
        rows.push(Value::tuple(row)?);
    }
    Value::tuple(rows)
}

pub fn canvas(m: &mut Machine, value: &Value, dimensions: &Value) -> Result<Value> {
    let rows = count_up_to(&get(dimensions, 0)?)?.len();
    if rows == 0 {
        return Ok(Value::empty_tuple());
    }
    let columns = count_up_to(&get(dimensions, 1)?)?.len();
    let weight = columns.saturating_mul(value.weight()).saturating_add(1).saturating_mul(rows).saturating_add(1);
    let bytes = columns > 0 && matches!(value, Value::Int(n) if i8::try_from(*n).is_ok());
    m.meter.reserve(bulk_if(bytes, weight))?;
    let row = Value::tuple(vec![value.clone(); columns as usize])?;
    Value::tuple(vec![row; rows as usize])
}

pub fn trim(grid: &Value) -> Result<Value> {
    map_rows(&slice(grid, Some(1), Some(-1))?, |row| slice(row, Some(1), Some(-1)))
}

pub fn tophalf(grid: &Value) -> Result<Value> {
    let n = py::len(grid)?;
    slice(grid, None, Some(n as i64 / 2))
}

pub fn bottomhalf(grid: &Value) -> Result<Value> {
    let n = py::len(grid)?;
    slice(grid, Some((n / 2 + n % 2) as i64), None)
}

pub fn lefthalf(grid: &Value) -> Result<Value> {
    rot270(&tophalf(&rot90(grid)?)?)
}

pub fn righthalf(grid: &Value) -> Result<Value> {
    rot270(&bottomhalf(&rot90(grid)?)?)
}

pub fn compress(grid: &Value) -> Result<Value> {
    let rows = uniform(grid)?;
    without(grid, &rows, &uniform(&dmirror(grid)?)?)
}

/// The grid without these rows and columns, both in ascending order.
pub fn without(grid: &Value, rows: &[usize], columns: &[usize]) -> Result<Value> {
    let mut kept = Vec::new();
    for (i, row) in py::iter(grid)?.enumerate() {
        if rows.binary_search(&i).is_err() {
            let items = py::iter(&row)?.enumerate().filter(|(j, _)| columns.binary_search(j).is_err());
            kept.push(Value::tuple(items.map(|(_, v)| v).collect())?);
        }
    }
    Value::tuple(kept)
}
