//! Lines. Where there is no place to start from, there is no line.

use super::patch::cell;
use super::{is_empty_tuple, safe};
use crate::Machine;
use crate::reference::colour::dims;
use crate::reference::line as arc;
use crate::reference::patch::{display, empty_set};
use megabatt_core::py::get;
use megabatt_core::{Arc, Result, Set, TokOp, Value};

pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        (TokOp::connect, [a, b]) => connect(m, a, b),
        (TokOp::shoot, [start, direction]) => shoot(m, start, direction),
        (TokOp::hfrontier, [location]) if is_empty_tuple(location) => Ok(empty_set()),
        (TokOp::hfrontier, [location]) => arc::hfrontier(location),
        (TokOp::vfrontier, [location]) => arc::vfrontier(location),
        (TokOp::frontiers, [grid]) => frontiers(m, grid),
        _ => unreachable!("{} was called with {} arguments", op.name(), args.len()),
    }
}

fn connect(m: &mut Machine, a: &Value, b: &Value) -> Result<Value> {
    if is_empty_tuple(a) || is_empty_tuple(b) { Ok(empty_set()) } else { arc::connect(m, a, b) }
}

/// The line is drawn by a call of `connect`, whose default is that of `shoot`.
fn shoot(m: &mut Machine, start: &Value, direction: &Value) -> Result<Value> {
    let nothing = |v: &Value| is_empty_tuple(v) || *v == empty_set();
    if nothing(start) || nothing(direction) { Ok(empty_set()) } else { arc::shoot(m, start, direction) }
}

fn frontiers(m: &mut Machine, grid: &Value) -> Result<Value> {
    let (h, w) = dims(grid)?;
    let rows = arc::uniform(grid)?;
    let columns = arc::uniform(&safe(m, TokOp::dmirror_t, &[grid])?)?;
    let at = |i: usize, j: usize| {
        let value = get(&get(grid, i as i64)?, j as i64)?;
        cell(i.into(), j.into(), value)
    };
    let mut horizontal = Vec::new();
    for i in rows {
        let cells = (0..w).map(|j| at(i, j)).collect::<Result<Vec<_>>>()?;
        horizontal.push(Value::set(display(cells)?));
    }
    let mut vertical = Vec::new();
    for j in columns {
        let cells = (0..h).map(|i| at(i, j)).collect::<Result<Vec<_>>>()?;
        vertical.push(Value::set(display(cells)?));
    }
    let (horizontal, vertical) = (Arc::new(display(horizontal)?), Arc::new(display(vertical)?));
    Ok(Value::set(Set::union(&horizontal, &vertical)?))
}
