//! Patches: sets of places, with or without colours.

use super::colour::dims;
use super::number::{Range, range};
use super::shape::{leftmost, lowermost, lrcorner, rightmost, ulcorner, uppermost};
use crate::Machine;
use megabatt_core::py::{self, get, number, unpack2};
use megabatt_core::{Arc, Fail, Result, Set, SetBuilder, Value};

const ONE: Value = Value::Int(1);

/// `isinstance(next(iter(patch))[1], tuple)` of a patch that is not empty.
pub fn is_object(patch: &Value) -> Result<bool> {
    let first = py::iter(patch)?.next().ok_or(Fail::STOP)?;
    Ok(get(&first, 1)?.is_tuple())
}

/// The frozenset of what `f` gives for each item.
pub fn map_to_set(patch: &Value, f: impl Fn(&Value) -> Result<Value>) -> Result<Value> {
    let mut result = SetBuilder::new();
    for item in py::iter(patch)? {
        result.add(f(&item)?);
    }
    Ok(Value::set(result.finish()?))
}

pub fn empty_set() -> Value {
    Value::set(Set::empty())
}

pub fn asindices(m: &mut Machine, grid: &Value) -> Result<Value> {
    let h = py::len(grid)?;
    if h == 0 {
        return Ok(empty_set());
    }
    let (_, w) = dims(grid)?;
    m.meter.reserve((h as u64).saturating_mul(w as u64).saturating_mul(3).saturating_add(1))?;
    rectangle(0, h as i64, 0, w as i64)
}

/// All `(i, j)` of a rectangle, row by row.
pub fn rectangle(top: i64, bottom: i64, left: i64, right: i64) -> Result<Value> {
    let mut places = SetBuilder::new();
    for i in Range::up(top, bottom).iter() {
        for j in Range::up(left, right).iter() {
            places.add(Value::int_pair(i, j));
        }
    }
    Ok(Value::set(places.finish()?))
}

pub fn toindices(patch: &Value) -> Result<Value> {
    if py::len(patch)? == 0 {
        return Ok(empty_set());
    }
    if is_object(patch)? { map_to_set(patch, |cell| Ok(unpack2(cell)?.1)) } else { Ok(patch.clone()) }
}

/// The patch with each place `(i, j)` replaced; colours stay.
pub fn map_places(patch: &Value, f: impl Fn(Value, Value) -> Result<Value>) -> Result<Value> {
    if is_object(patch)? {
        map_to_set(patch, |cell| {
            let (value, place) = unpack2(cell)?;
            let (i, j) = unpack2(&place)?;
            Value::pair(value, f(i, j)?)
        })
    } else {
        map_to_set(patch, |place| {
            let (i, j) = unpack2(place)?;
            f(i, j)
        })
    }
}

pub fn shift(patch: &Value, directions: &Value) -> Result<Value> {
    if py::len(patch)? == 0 {
        return Ok(patch.clone());
    }
    let (di, dj) = unpack2(directions)?;
    map_places(patch, |i, j| Value::pair(number::add(&i, &di)?, number::add(&j, &dj)?))
}

pub fn normalize(patch: &Value) -> Result<Value> {
    if py::len(patch)? == 0 {
        return Ok(patch.clone());
    }
    let up = number::neg(&uppermost(patch)?)?;
    let left = number::neg(&leftmost(patch)?)?;
    shift(patch, &Value::pair(up, left)?)
}

/// `frozenset({…})` of a display: the items go into a set, which is then copied.
pub fn display(items: impl IntoIterator<Item = Value>) -> Result<Set> {
    let mut set = SetBuilder::new();
    for item in items {
        set.add(item);
    }
    set.finish_copy()
}

/// `(loc[0] + di, loc[1] + dj)`, where no step means no addition.
fn beside(loc: &Value, di: i64, dj: i64) -> Result<Value> {
    let part = |at: i64, step: i64| match step {
        0 => get(loc, at),
        1 => number::add(&get(loc, at)?, &ONE),
        _ => number::sub(&get(loc, at)?, &ONE),
    };
    Value::pair(part(0, di)?, part(1, dj)?)
}

fn around(loc: &Value, steps: [(i64, i64); 4]) -> Result<Set> {
    let places = steps.into_iter().map(|(di, dj)| beside(loc, di, dj)).collect::<Result<Vec<_>>>()?;
    display(places)
}

const STRAIGHT: [(i64, i64); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
const DIAGONAL: [(i64, i64); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

pub fn dneighbors(loc: &Value) -> Result<Value> {
    Ok(Value::set(around(loc, STRAIGHT)?))
}

pub fn ineighbors(loc: &Value) -> Result<Value> {
    Ok(Value::set(around(loc, DIAGONAL)?))
}

pub fn neighbors(loc: &Value) -> Result<Value> {
    let straight = Arc::new(around(loc, STRAIGHT)?);
    let diagonal = Arc::new(around(loc, DIAGONAL)?);
    Ok(Value::set(Set::union(&straight, &diagonal)?))
}

pub fn backdrop(m: &mut Machine, patch: &Value) -> Result<Value> {
    if py::len(patch)? == 0 {
        return Ok(empty_set());
    }
    let from = unpack2(&ulcorner(&toindices(patch)?)?)?;
    filled(m, from, unpack2(&lrcorner(patch)?)?)
}

/// All places of the box between its upper left and its lower right corner.
pub fn filled(m: &mut Machine, (si, sj): (Value, Value), (ei, ej): (Value, Value)) -> Result<Value> {
    let rows = range(&si, &number::add(&ei, &ONE)?, &ONE)?;
    if rows.len() == 0 {
        return Ok(empty_set());
    }
    let columns = range(&sj, &number::add(&ej, &ONE)?, &ONE)?;
    m.meter.reserve(rows.len().saturating_mul(columns.len()).saturating_mul(3).saturating_add(1))?;
    let mut places = SetBuilder::new();
    for i in rows.iter() {
        for j in columns.iter() {
            places.add(Value::int_pair(i, j));
        }
    }
    Ok(Value::set(places.finish()?))
}

pub fn delta(m: &mut Machine, patch: &Value) -> Result<Value> {
    if py::len(patch)? == 0 {
        return Ok(empty_set());
    }
    let backdrop = backdrop(m, patch)?;
    number::sub(&backdrop, &toindices(patch)?)
}

/// The weight of the outline of a box with so many rows and columns.
pub fn outline_weight(rows: u64, columns: u64) -> u64 {
    let places = if rows < 2 || columns < 2 {
        rows.saturating_mul(columns)
    } else {
        rows.saturating_add(columns).saturating_mul(2) - 4
    };
    places.saturating_mul(3).saturating_add(1)
}

/// The outline of the box between two opposite corners, as the union of its four sides.
pub fn outline(m: &mut Machine, a: (Value, Value), b: (Value, Value)) -> Result<Value> {
    let (si, sj) = (py::min(&a.0, &b.0)?, py::min(&a.1, &b.1)?);
    let (ei, ej) = (py::max(&a.0, &b.0)?, py::max(&a.1, &b.1)?);
    let rows = range(si, &number::add(ei, &ONE)?, &ONE)?;
    let columns = range(sj, &number::add(ej, &ONE)?, &ONE)?;
    m.meter.reserve(outline_weight(rows.len(), columns.len()))?;
    let side = |line: Range, place: &dyn Fn(Value) -> Result<Value>| {
        let mut set = SetBuilder::new();
        for n in line.iter() {
            set.add(place(Value::Int(n))?);
        }
        Ok::<_, Fail>(Arc::new(set.finish()?))
    };
    let left = side(rows, &|i| Value::pair(i, sj.clone()))?;
    let right = side(rows, &|i| Value::pair(i, ej.clone()))?;
    let vlines = Arc::new(Set::union(&left, &right)?);
    let top = side(columns, &|j| Value::pair(si.clone(), j))?;
    let bottom = side(columns, &|j| Value::pair(ei.clone(), j))?;
    let hlines = Arc::new(Set::union(&top, &bottom)?);
    let both = Set::union(&vlines, &hlines)?;
    Ok(Value::set(both.copy()?))
}

/// The box of the patch with each side moved outwards by `step` (inwards if it is negative).
fn moved_box(m: &mut Machine, patch: &Value, step: i64) -> Result<Value> {
    let out = |v: Value, by: i64| if by < 0 { number::sub(&v, &ONE) } else { number::add(&v, &ONE) };
    let a = (out(uppermost(patch)?, -step)?, out(leftmost(patch)?, -step)?);
    let b = (out(lowermost(patch)?, step)?, out(rightmost(patch)?, step)?);
    outline(m, a, b)
}

pub fn inbox(m: &mut Machine, patch: &Value) -> Result<Value> {
    moved_box(m, patch, -1)
}

pub fn outbox(m: &mut Machine, patch: &Value) -> Result<Value> {
    moved_box(m, patch, 1)
}

pub fn r#box(m: &mut Machine, patch: &Value) -> Result<Value> {
    if py::len(patch)? == 0 {
        return Ok(patch.clone());
    }
    let a = unpack2(&ulcorner(patch)?)?;
    let b = unpack2(&lrcorner(patch)?)?;
    outline(m, a, b)
}
