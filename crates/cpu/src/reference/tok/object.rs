//! Objects of a grid.

use super::cell::{cell, set_of, unpack3};
use super::safe;
use crate::Machine;
use crate::reference::colour::{dims, in_range};
use crate::reference::container::count_up_to;
use crate::reference::object::sizefilter;
use crate::reference::one_cell;
use crate::reference::patch::{dneighbors, empty_set, neighbors};
use megabatt_core::py::{self, get, number, unpack2};
use megabatt_core::{Fail, Result, Set, SetBuilder, TokOp, Value};

const ONE: Value = Value::Int(1);

pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        (TokOp::asobject, [a]) => asobject(m, a),
        (TokOp::colorfilter, [a, b]) => colorfilter(a, b),
        (TokOp::colorfilter_t, [a, b]) => colorfilter_t(a, b),
        (TokOp::fgpartition, [a]) => fgpartition(m, a),
        (TokOp::o_g, [a, b]) => coded(m, TokOp::objects, a, b),
        (TokOp::o_g_t | TokOp::o_g_tuple, [a, b]) => coded(m, TokOp::objects_t, a, b),
        (TokOp::objects, [a, b, c, d]) => objects(m, a, [b, c, d]),
        (TokOp::objects_t | TokOp::objects_g, [a, b, c, d]) => objects_t(m, a, [b, c, d]),
        (TokOp::occurrences, [a, b]) => occurrences(m, a, b),
        (TokOp::partition, [a]) => partition(m, a),
        (TokOp::sizefilter, [a, b]) => sizefilter(a, b),
        (TokOp::sizefilter_t, [a, b]) => sizefilter_t(a, b),
        (TokOp::toobject, [a, b]) => toobject(m, a, b),
        _ => unreachable!("{} was called with {} arguments", op.name(), args.len()),
    }
}

fn asobject(m: &mut Machine, grid: &Value) -> Result<Value> {
    if py::truthy(&safe(m, TokOp::is_no_grid, &[grid])?) {
        return Ok(empty_set());
    }
    cells_where(grid, |_| true)
}

/// The grid's cells whose colour passes, row by row.
fn cells_where(grid: &Value, passes: impl Fn(&Value) -> bool) -> Result<Value> {
    let mut cells = SetBuilder::new();
    for (i, row) in py::iter(grid)?.enumerate() {
        for (j, value) in py::iter(&row)?.enumerate() {
            if passes(&value) {
                cells.add(cell(i.into(), j.into(), value)?);
            }
        }
    }
    Ok(Value::set(cells.finish()?))
}

fn colorfilter(objs: &Value, color: &Value) -> Result<Value> {
    let mut kept = SetBuilder::new();
    for obj in py::iter(objs)? {
        let first = py::iter(&obj)?.next().ok_or(Fail::STOP.out_of_generator())?;
        if get(&first, 2)? == *color {
            kept.add(obj);
        }
    }
    Ok(Value::set(kept.finish()?))
}

fn colorfilter_t(objs: &Value, color: &Value) -> Result<Value> {
    let mut kept = Vec::new();
    for obj in py::iter(objs)? {
        if get(&get(&obj, 0)?, 2)? == *color {
            kept.push(obj);
        }
    }
    Value::tuple(kept)
}

fn sizefilter_t(container: &Value, n: &Value) -> Result<Value> {
    let mut kept = Vec::new();
    for item in py::iter(container)? {
        if Value::from(py::len(&item)?) == *n {
            kept.push(item);
        }
    }
    Value::tuple(kept)
}

/// One object per colour, in the order of the colours.
fn by_colour(m: &mut Machine, grid: &Value, colours: &Value) -> Result<Value> {
    m.meter.charge(grid.weight().saturating_mul(py::len(colours)? as u64))?;
    set_of(py::iter(colours)?.map(|colour| cells_where(grid, |value| *value == colour)))
}

fn partition(m: &mut Machine, grid: &Value) -> Result<Value> {
    let colours = safe(m, TokOp::palette_t, &[grid])?;
    by_colour(m, grid, &colours)
}

fn fgpartition(m: &mut Machine, grid: &Value) -> Result<Value> {
    let colours = safe(m, TokOp::palette_t, &[grid])?;
    let background = Value::set(Set::single(safe(m, TokOp::mostcolor_t, &[grid])?)?);
    let colours = number::sub(&colours, &background)?;
    by_colour(m, grid, &colours)
}

/// Objects by a code: 4 for one colour, plus 2 for diagonals, plus 1 without background. Other codes give None.
fn coded(m: &mut Machine, search: TokOp, grid: &Value, code: &Value) -> Result<Value> {
    let Some(code) = (0..8i64).find(|n| Value::Int(*n) == *code) else { return Ok(Value::None) };
    let flag = |bit: i64| Value::Bool(code & bit != 0);
    safe(m, search, &[grid, &flag(4), &flag(2), &flag(1)])
}

fn objects(m: &mut Machine, grid: &Value, flags: [&Value; 3]) -> Result<Value> {
    let mut found = SetBuilder::new();
    search(m, grid, flags, |first, joined| {
        let mut object = SetBuilder::new();
        for cell in std::iter::once(first).chain(joined) {
            object.add(cell);
        }
        found.add(Value::set(object.finish_copy()?));
        Ok(())
    })?;
    Ok(Value::set(found.finish_copy()?))
}

fn objects_t(m: &mut Machine, grid: &Value, flags: [&Value; 3]) -> Result<Value> {
    let mut found = Vec::new();
    search(m, grid, flags, |_, joined| {
        found.push(Value::tuple(joined)?);
        Ok(())
    })?;
    Value::tuple(found)
}

/// The search for connected parts. Each is handed on as the cell it was found at and the cells that joined it, in that
/// order: a colour that does not equal itself starts a part and never joins it.
fn search(
    m: &mut Machine,
    grid: &Value,
    [univalued, diagonal, without_bg]: [&Value; 3],
    mut part: impl FnMut(Value, Vec<Value>) -> Result<()>,
) -> Result<()> {
    if *grid == Value::empty_tuple() {
        return Ok(());
    }
    let background = match py::truthy(without_bg) {
        true => safe(m, TokOp::mostcolor_t, &[grid])?,
        false => Value::None,
    };
    let (univalued, around) = (py::truthy(univalued), if py::truthy(diagonal) { neighbors } else { dneighbors });
    let (h, w) = dims(grid)?;
    let places = (h as u64).saturating_mul(w as u64);
    if places > grid.weight() {
        // A ragged grid speaks of more places than it has.
        m.meter.reserve(places)?;
    }
    let mut occupied = SetBuilder::new();
    for place in py::iter(&safe(m, TokOp::asindices, &[grid])?)? {
        if occupied.contains(&place) {
            continue;
        }
        let colour = one_cell::at(grid, &place)?;
        if colour == background {
            continue;
        }
        let at = |place: &Value, value: Value| cell(get(place, 0)?, get(place, 1)?, value);
        let first = at(&place, colour.clone())?;
        let mut joined = Vec::new();
        let mut candidates = SetBuilder::new();
        candidates.add(place);
        while !candidates.is_empty() {
            let mut neighborhood = SetBuilder::new();
            for candidate in candidates.in_order() {
                let value = one_cell::at(grid, candidate)?;
                let belongs = if univalued { colour == value } else { value != background };
                if belongs {
                    joined.push(at(candidate, value)?);
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
        part(first, joined)?;
    }
    Ok(())
}

fn toobject(m: &mut Machine, patch: &Value, grid: &Value) -> Result<Value> {
    let (h, w) = dims(grid)?;
    let mut object = SetBuilder::new();
    for place in py::iter(&safe(m, TokOp::toindices, &[patch])?)? {
        let (i, j) = unpack2(&place)?;
        if in_range(&i, h)? && in_range(&j, w)? {
            let value = one_cell::of(grid, &i, &j)?;
            object.add(cell(i, j, value)?);
        }
    }
    Ok(Value::set(object.finish()?))
}

fn occurrences(m: &mut Machine, grid: &Value, obj: &Value) -> Result<Value> {
    let normed = safe(m, TokOp::normalize, &[obj])?;
    let (h, w) = dims(grid)?;
    let (oh, ow) = unpack2(&safe(m, TokOp::shape_f, &[obj])?)?;
    let room = |n: usize, taken: &Value| number::add(&number::sub(&n.into(), taken)?, &ONE);
    let (rows, columns) = (room(h, &oh)?, room(w, &ow)?);
    let mut found = SetBuilder::new();
    let rows = count_up_to(&rows)?;
    for i in rows.iter() {
        let columns = count_up_to(&columns)?;
        m.meter.reserve(rows.len().saturating_mul(columns.len()))?;
        for j in columns.iter() {
            let moved = safe(m, TokOp::shift, &[&normed, &Value::int_pair(i, j)])?;
            if occurs(grid, (h, w), &moved)? {
                found.add(Value::int_pair(i, j));
            }
        }
    }
    Ok(Value::set(found.finish_copy()?))
}

fn occurs(grid: &Value, (h, w): (usize, usize), obj: &Value) -> Result<bool> {
    for cell in py::iter(obj)? {
        let (a, b, value) = unpack3(&cell)?;
        if !(in_range(&a, h)? && in_range(&b, w)?) || one_cell::of(grid, &a, &b)? != value {
            return Ok(false);
        }
    }
    Ok(true)
}
