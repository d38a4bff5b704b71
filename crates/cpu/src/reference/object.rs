//! Objects: finding, sorting out, matching.

use super::colour::{dims, in_range, mostcolor, palette};
use super::one_cell;
use super::patch::{dneighbors, neighbors, normalize, rectangle, shift, toindices};
use super::shape::shape;
use crate::Machine;
use megabatt_core::py::{self, get, number, unpack2};
use megabatt_core::{Fail, Result, Set, SetBuilder, Value};

pub fn objects(
    m: &mut Machine,
    grid: &Value,
    univalued: &Value,
    diagonal: &Value,
    without_bg: &Value,
) -> Result<Value> {
    let without_bg = py::truthy(without_bg);
    if without_bg {
        mostcolor(grid)?;
    }
    let (h, w) = dims(grid)?;
    let places = (h as u64).saturating_mul(w as u64);
    if places > grid.weight() {
        // A ragged grid speaks of more places than it has.
        m.meter.reserve(places)?;
    }
    search(grid, py::truthy(univalued), py::truthy(diagonal), without_bg)
}

/// The search as the DSL writes it: the order in which cells join an object decides the object's own order, and the
/// order in which `asindices` is walked decides that of the objects.
fn search(grid: &Value, univalued: bool, diagonal: bool, without_bg: bool) -> Result<Value> {
    let background = if without_bg { mostcolor(grid)? } else { Value::None };
    let (h, w) = dims(grid)?;
    let around = if diagonal { neighbors } else { dneighbors };
    let mut found = SetBuilder::new();
    let mut occupied = SetBuilder::new();
    let all = rectangle(0, h as i64, 0, w as i64)?;
    for place in py::iter(&all)? {
        if occupied.contains(&place) {
            continue;
        }
        let colour = one_cell::at(grid, &place)?;
        if colour == background {
            continue;
        }
        let mut object = SetBuilder::new();
        object.add(Value::pair(colour.clone(), place.clone())?);
        let mut candidates = SetBuilder::new();
        candidates.add(place);
        while !candidates.is_empty() {
            let mut neighborhood = SetBuilder::new();
            for candidate in candidates.in_order() {
                let value = one_cell::at(grid, candidate)?;
                let belongs = if univalued { colour == value } else { value != background };
                if belongs {
                    object.add(Value::pair(value, candidate.clone())?);
                    occupied.add(candidate.clone());
                    let mut inside = SetBuilder::new();
                    for next in py::iter(&around(candidate)?)? {
                        let (i, j) = unpack2(&next)?;
                        if in_range(&i, h)? && in_range(&j, w)? {
                            inside.add(next);
                        }
                    }
                    neighborhood.merge_builder(&inside);
                }
            }
            candidates = neighborhood.minus(&occupied);
        }
        found.add(Value::set(object.finish_copy()?));
    }
    Ok(Value::set(found.finish_copy()?))
}

/// One object per colour, in the order of the colours.
fn by_colour(m: &mut Machine, grid: &Value, colours: &Value) -> Result<Value> {
    m.meter.charge(grid.weight().saturating_mul(py::len(colours)? as u64))?;
    let mut parts = Vec::new();
    for colour in py::iter(colours)? {
        let mut part = SetBuilder::new();
        for (i, row) in py::iter(grid)?.enumerate() {
            for (j, value) in py::iter(&row)?.enumerate() {
                if value == colour {
                    part.add(Value::pair(value, Value::int_pair(i as i64, j as i64))?);
                }
            }
        }
        parts.push(Value::set(part.finish()?));
    }
    Ok(Value::set(Set::from_items(parts)?))
}

pub fn partition(m: &mut Machine, grid: &Value) -> Result<Value> {
    let colours = palette(grid)?;
    by_colour(m, grid, &colours)
}

pub fn fgpartition(m: &mut Machine, grid: &Value) -> Result<Value> {
    let colours = palette(grid)?;
    let background = Value::set(Set::single(mostcolor(grid)?)?);
    let colours = number::sub(&colours, &background)?;
    by_colour(m, grid, &colours)
}

pub fn colorfilter(objs: &Value, value: &Value) -> Result<Value> {
    let mut kept = SetBuilder::new();
    for obj in py::iter(objs)? {
        let first = py::iter(&obj)?.next().ok_or(Fail::STOP.out_of_generator())?;
        if get(&first, 0)? == *value {
            kept.add(obj);
        }
    }
    Ok(Value::set(kept.finish()?))
}

pub fn sizefilter(container: &Value, n: &Value) -> Result<Value> {
    let mut kept = SetBuilder::new();
    for item in py::iter(container)? {
        if Value::from(py::len(&item)?) == *n {
            kept.add(item);
        }
    }
    Ok(Value::set(kept.finish()?))
}

pub fn toobject(patch: &Value, grid: &Value) -> Result<Value> {
    let (h, w) = dims(grid)?;
    let mut object = SetBuilder::new();
    for place in py::iter(&toindices(patch)?)? {
        let (i, j) = unpack2(&place)?;
        if in_range(&i, h)? && in_range(&j, w)? {
            let value = one_cell::of(grid, &i, &j)?;
            object.add(Value::pair(value, Value::pair(i, j)?)?);
        }
    }
    Ok(Value::set(object.finish()?))
}

pub fn asobject(grid: &Value) -> Result<Value> {
    let mut object = SetBuilder::new();
    for (i, row) in py::iter(grid)?.enumerate() {
        for (j, value) in py::iter(&row)?.enumerate() {
            object.add(Value::pair(value, Value::int_pair(i as i64, j as i64))?);
        }
    }
    Ok(Value::set(object.finish()?))
}

/// The starts that `occurrences` tries: every cell in `rearc`, those where the object's box fits in `arc`.
fn starts(m: &Machine, grid: &Value, obj: &Value) -> Result<(i64, i64)> {
    let (h, w) = dims(grid)?;
    if m.dialect.occurrences_tries_every_cell() {
        return Ok((h as i64, w as i64));
    }
    let (oh, ow) = unpack2(&shape(obj)?)?;
    let room = |n: usize, taken: &Value| {
        let left = number::sub(&n.into(), taken)?;
        number::add(&left, &Value::Int(1))?.as_int().ok_or(Fail::TYPE)
    };
    Ok((room(h, &oh)?, room(w, &ow)?))
}

pub fn occurrences(m: &mut Machine, grid: &Value, obj: &Value) -> Result<Value> {
    let normed = normalize(obj)?;
    let (h, w) = dims(grid)?;
    let (rows, columns) = starts(m, grid, obj)?;
    let mut found = SetBuilder::new();
    for i in 0..rows {
        for j in 0..columns {
            let moved = shift(&normed, &Value::int_pair(i, j))?;
            if occurs(grid, (h, w), &moved)? {
                found.add(Value::int_pair(i, j));
            }
        }
    }
    Ok(Value::set(found.finish_copy()?))
}

fn occurs(grid: &Value, (h, w): (usize, usize), obj: &Value) -> Result<bool> {
    for cell in py::iter(obj)? {
        let (value, place) = unpack2(&cell)?;
        let (a, b) = unpack2(&place)?;
        if !(in_range(&a, h)? && in_range(&b, w)?) || one_cell::of(grid, &a, &b)? != value {
            return Ok(false);
        }
    }
    Ok(true)
}
