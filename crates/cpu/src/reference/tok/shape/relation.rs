//! How two patches lie to each other.

use super::{Part, bounds};
use crate::Machine;
use crate::reference::shape::{MOST_MOVES, direction, move_cost};
use crate::reference::tok::patch::has_nothing;
use crate::reference::tok::safe;
use megabatt_core::py::{self, get, number, unpack2};
use megabatt_core::{Fail, Result, Set, TokOp, Value};

const ZERO: Value = Value::Int(0);
const ONE: Value = Value::Int(1);

pub fn matching(m: &mut Machine, a: &Value, b: &Value, part: Part) -> Result<Value> {
    let mut parts = |patch: &Value| {
        let places = safe(m, TokOp::toindices, &[patch])?;
        Set::from_items(bounds::parts(&places, part)?.collect::<Result<Vec<_>>>()?)
    };
    let (a, b) = (parts(a)?, parts(b)?);
    Ok(Value::Bool(a.values().any(|v| b.contains(&v))))
}

fn absolute(v: Value) -> Result<Value> {
    match v {
        Value::Float(x) => Ok(Value::Float(x.abs())),
        _ if py::less(&v, &ZERO)? => number::neg(&v),
        _ => number::add(&v, &ZERO),
    }
}

/// The least number of steps from one to the other; infinite where there is nothing to walk from or to.
pub fn manhattan(m: &mut Machine, a: &Value, b: &Value) -> Result<Value> {
    if has_nothing(a) || has_nothing(b) {
        return Ok(Value::Float(f64::INFINITY));
    }
    let from = safe(m, TokOp::toindices, &[a])?;
    let to = safe(m, TokOp::toindices, &[b])?;
    let mut least: Option<Value> = None;
    for place in py::iter(&from)? {
        let (ai, aj) = unpack2(&place)?;
        for place in py::iter(&to)? {
            let (bi, bj) = unpack2(&place)?;
            let rows = absolute(number::sub(&ai, &bi)?)?;
            let steps = number::add(&rows, &absolute(number::sub(&aj, &bj)?)?)?;
            if match &least {
                None => true,
                Some(least) => py::less(&steps, least)?,
            } {
                least = Some(steps);
            }
        }
    }
    least.ok_or(Fail::VALUE)
}

pub fn adjacent(m: &mut Machine, a: &Value, b: &Value) -> Result<Value> {
    Ok(Value::Bool(safe(m, TokOp::manhattan, &[a, b])? == ONE))
}

pub fn bordering(m: &mut Machine, patch: &Value, grid: &Value) -> Result<Value> {
    let mut lies_at = |side: TokOp, at: i64| Ok::<bool, Fail>(safe(m, side, &[patch])? == Value::Int(at));
    Ok(Value::Bool(
        lies_at(TokOp::uppermost, 0)?
            || lies_at(TokOp::leftmost, 0)?
            || lies_at(TokOp::lowermost, py::len(grid)? as i64 - 1)?
            || lies_at(TokOp::rightmost, py::len(&get(grid, 0)?)? as i64 - 1)?,
    ))
}

pub fn position(m: &mut Machine, a: &Value, b: &Value) -> Result<Value> {
    let mut centre = |patch: &Value| {
        let places = safe(m, TokOp::toindices, &[patch])?;
        unpack2(&safe(m, TokOp::center, &[&places])?)
    };
    let (a, b) = (centre(a)?, centre(b)?);
    direction(a, b)
}

/// The vector by which the source moves until it touches the destination; the source itself if there is no destination.
pub fn gravitate(m: &mut Machine, source: &Value, destination: &Value) -> Result<Value> {
    if !py::truthy(destination) {
        return Ok(source.clone());
    }
    let (si, sj) = unpack2(&safe(m, TokOp::center, &[source])?)?;
    let (di, dj) = unpack2(&safe(m, TokOp::center, &[destination])?)?;
    let (mut i, mut j) = (0, 0);
    if py::truthy(&safe(m, TokOp::vmatching, &[source, destination])?) {
        i = if py::less(&si, &di)? { 1 } else { -1 };
    } else {
        j = if py::less(&sj, &dj)? { 1 } else { -1 };
    }
    let step = Value::int_pair(i, j);
    let cost = move_cost(source, destination);
    let mut moved = source.clone();
    let mut moves = 0;
    while !py::truthy(&safe(m, TokOp::adjacent, &[&moved, destination])?) && moves < MOST_MOVES {
        m.meter.charge(cost)?;
        moves += 1;
        moved = safe(m, TokOp::shift, &[&moved, &step])?;
    }
    Ok(Value::int_pair(moves * i, moves * j))
}
