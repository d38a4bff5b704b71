//! Lines and frontiers.

use super::colour::dims;
use super::grid::dmirror;
use super::number::{Range, range};
use super::patch::{display, empty_set};
use crate::Machine;
use megabatt_core::py::{self, get, number, unpack2};
use megabatt_core::{Arc, Fail, Result, Set, SetBuilder, Value};

const ONE: Value = Value::Int(1);

fn set_of(places: impl Iterator<Item = Result<Value>>) -> Result<Value> {
    let mut set = SetBuilder::new();
    for place in places {
        set.add(place?);
    }
    Ok(Value::set(set.finish()?))
}

pub fn connect(m: &mut Machine, a: &Value, b: &Value) -> Result<Value> {
    let (ai, aj) = unpack2(a)?;
    let (bi, bj) = unpack2(b)?;
    let (si, ei) = (py::min(&ai, &bi)?, number::add(py::max(&ai, &bi)?, &ONE)?);
    let (sj, ej) = (py::min(&aj, &bj)?, number::add(py::max(&aj, &bj)?, &ONE)?);
    let line = |from: &Value, to: &Value| {
        let line = range(from, to, &ONE)?;
        m.meter.reserve(line.len().saturating_mul(3).saturating_add(1))?;
        Ok::<Range, Fail>(line)
    };
    if ai == bi {
        let columns = line(sj, &ej)?;
        return set_of(columns.iter().map(|j| Value::pair(ai.clone(), Value::Int(j))));
    }
    if aj == bj {
        let rows = line(si, &ei)?;
        return set_of(rows.iter().map(|i| Value::pair(Value::Int(i), aj.clone())));
    }
    let down = number::sub(&bi, &ai)?;
    if down == number::sub(&bj, &aj)? {
        let (rows, columns) = (line(si, &ei)?, line(sj, &ej)?);
        return set_of(rows.iter().zip(columns.iter()).map(|(i, j)| Ok(Value::int_pair(i, j))));
    }
    if down == number::sub(&aj, &bj)? {
        let rows = line(si, &ei)?;
        let columns = range(&number::sub(&ej, &ONE)?, &number::sub(sj, &ONE)?, &Value::Int(-1))?;
        return set_of(rows.iter().zip(columns.iter()).map(|(i, j)| Ok(Value::int_pair(i, j))));
    }
    Ok(empty_set())
}

/// How far `shoot` goes.
const SHOT: Value = Value::Int(42);

pub fn shoot(m: &mut Machine, start: &Value, direction: &Value) -> Result<Value> {
    let part = |at: i64| {
        let from = get(start, at)?;
        number::add(&from, &number::mul(&SHOT, &get(direction, at)?)?)
    };
    let end = Value::pair(part(0)?, part(1)?)?;
    connect(m, start, &end)
}

/// How long `vfrontier` and `hfrontier` are.
const FRONTIER: i64 = 30;

pub fn vfrontier(location: &Value) -> Result<Value> {
    let j = get(location, 1)?;
    set_of((0..FRONTIER).map(|i| Value::pair(Value::Int(i), j.clone())))
}

pub fn hfrontier(location: &Value) -> Result<Value> {
    let i = get(location, 0)?;
    set_of((0..FRONTIER).map(|j| Value::pair(i.clone(), Value::Int(j))))
}

/// The numbers of the rows (of anything that can be walked) that hold one distinct value.
pub fn uniform(rows: &Value) -> Result<Vec<usize>> {
    let mut found = Vec::new();
    for (n, row) in py::iter(rows)?.enumerate() {
        let mut distinct = SetBuilder::new();
        for value in py::iter(&row)? {
            distinct.add(value);
        }
        if distinct.len() == 1 {
            found.push(n);
        }
    }
    Ok(found)
}

pub fn frontiers(grid: &Value) -> Result<Value> {
    let (h, w) = dims(grid)?;
    let rows = uniform(grid)?;
    let columns = uniform(&dmirror(grid)?)?;
    let cell = |i: usize, j: usize| {
        let value = get(&get(grid, i as i64)?, j as i64)?;
        Value::pair(value, Value::int_pair(i as i64, j as i64))
    };
    let frontier = |cells: Vec<Value>| Ok::<_, Fail>(Value::set(display(cells)?));
    let mut horizontal = Vec::new();
    for i in rows {
        horizontal.push(frontier((0..w).map(|j| cell(i, j)).collect::<Result<_>>()?)?);
    }
    let horizontal = Arc::new(display(horizontal)?);
    let mut vertical = Vec::new();
    for j in columns {
        vertical.push(frontier((0..h).map(|i| cell(i, j)).collect::<Result<_>>()?)?);
    }
    let vertical = Arc::new(display(vertical)?);
    Ok(Value::set(Set::union(&horizontal, &vertical)?))
}
