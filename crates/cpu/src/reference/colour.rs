//! Colours.

use super::container::most_frequent;
use super::patch::toindices;
use megabatt_core::py::{self, get, unpack2};
use megabatt_core::{Fail, Result, Set, SetBuilder, Value};

/// All colours of a grid row by row, or of an object cell by cell.
fn colours(element: &Value) -> Result<Vec<Value>> {
    let mut values = Vec::new();
    if element.is_tuple() {
        for row in py::iter(element)? {
            values.extend(py::iter(&row)?);
        }
    } else {
        for cell in py::iter(element)? {
            values.push(unpack2(&cell)?.0);
        }
    }
    Ok(values)
}

pub fn mostcolor(element: &Value) -> Result<Value> {
    most_frequent(colours(element)?.into_iter(), false)
}

pub fn leastcolor(element: &Value) -> Result<Value> {
    most_frequent(colours(element)?.into_iter(), true)
}

pub fn colorcount(element: &Value, value: &Value) -> Result<Value> {
    let mut count = 0usize;
    if element.is_tuple() {
        for row in py::iter(element)? {
            if !row.is_tuple() {
                return Err(Fail::ATTRIBUTE);
            }
            count += py::iter(&row)?.filter(|v| v == value).count();
        }
    } else {
        for cell in py::iter(element)? {
            count += (unpack2(&cell)?.0 == *value) as usize;
        }
    }
    Ok(count.into())
}

/// `frozenset({v for …})`: a set that grows, then its copy.
pub fn palette(element: &Value) -> Result<Value> {
    let mut colours_seen = SetBuilder::new();
    for value in colours(element)? {
        colours_seen.add(value);
    }
    Ok(Value::set(colours_seen.finish_copy()?))
}

pub fn numcolors(element: &Value) -> Result<Value> {
    Ok(py::len(&palette(element)?)?.into())
}

pub fn color(obj: &Value) -> Result<Value> {
    get(&py::iter(obj)?.next().ok_or(Fail::STOP)?, 0)
}

pub fn recolor(value: &Value, patch: &Value) -> Result<Value> {
    let cells = toindices(patch)?;
    let cells = py::iter(&cells)?.map(|index| Value::pair(value.clone(), index)).collect::<Result<Vec<_>>>()?;
    Ok(Value::set(Set::from_items(cells)?))
}

pub fn ofcolor(grid: &Value, value: &Value) -> Result<Value> {
    let mut found = SetBuilder::new();
    for (i, row) in py::iter(grid)?.enumerate() {
        for (j, v) in py::iter(&row)?.enumerate() {
            if v == *value {
                found.add(Value::int_pair(i as i64, j as i64));
            }
        }
    }
    Ok(Value::set(found.finish()?))
}

/// The grid with each value replaced by what `f` gives for it.
pub fn each_cell(grid: &Value, f: impl Fn(Value) -> Value) -> Result<Value> {
    let mut rows = Vec::new();
    for row in py::iter(grid)? {
        rows.push(Value::tuple(py::iter(&row)?.map(&f).collect())?);
    }
    Value::tuple(rows)
}

pub fn replace(grid: &Value, replacee: &Value, replacer: &Value) -> Result<Value> {
    each_cell(grid, |v| if v == *replacee { replacer.clone() } else { v })
}

/// Looks each colour up in `{a: b, b: a}`; if the two are equal, the second entry has won.
pub fn switch(grid: &Value, a: &Value, b: &Value) -> Result<Value> {
    each_cell(grid, |v| {
        if v == *a {
            if a == b { a.clone() } else { b.clone() }
        } else if v == *b {
            a.clone()
        } else {
            v
        }
    })
}

/// Whether `0 <= i < n`; what is no number raises a TypeError.
pub fn in_range(i: &Value, n: usize) -> Result<bool> {
    let zero = Value::Int(0);
    Ok((*i == zero || py::less(&zero, i)?) && py::less(i, &n.into())?)
}

/// `len(grid), len(grid[0])`.
pub fn dims(grid: &Value) -> Result<(usize, usize)> {
    let h = py::len(grid)?;
    Ok((h, py::len(&get(grid, 0)?)?))
}

pub fn index(grid: &Value, loc: &Value) -> Result<Value> {
    let (i, j) = unpack2(loc)?;
    let (h, w) = dims(grid)?;
    if !(in_range(&i, h)? && in_range(&j, w)?) {
        return Ok(Value::None);
    }
    let row = py::get_item(grid, &get(loc, 0)?)?;
    py::get_item(&row, &get(loc, 1)?)
}
