//! Sets of places `(i, j)` and of cells `(i, j, c)`.

use super::{is_empty_tuple, safe};
use crate::Machine;
use crate::reference::patch::{self as arc, empty_set, filled, map_to_set, outline};
use megabatt_core::py::{self, get, number, unpack2};
use megabatt_core::{Fail, Result, Set, TokOp, Value};

const ONE: Value = Value::Int(1);

pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        (TokOp::ascell, [ij, c]) => cell(get(ij, 0)?, get(ij, 1)?, (*c).clone()),
        (TokOp::astriple, [i, j, c]) => cell((*i).clone(), (*j).clone(), (*c).clone()),
        (TokOp::toij, [c]) => Value::pair(get(c, 0)?, get(c, 1)?),
        (TokOp::celltuple, [a, b]) => celltuple(a, b),
        (TokOp::asindices, [grid]) => arc::asindices(m, grid),
        (TokOp::toindices, [patch]) => toindices(patch),
        (TokOp::toindices_i, [indices]) => Ok((*indices).clone()),
        (TokOp::toindices_o, [obj]) => toindices_o(obj),
        (TokOp::shift, [patch, directions]) => shift(patch, directions),
        (TokOp::normalize, [patch]) => normalize(m, patch, TokOp::uppermost, TokOp::leftmost),
        (TokOp::normalize_i, [indices]) => normalize(m, indices, TokOp::uppermost_i, TokOp::leftmost_i),
        (TokOp::normalize_o, [obj]) => normalize(m, obj, TokOp::uppermost_o, TokOp::leftmost_o),
        (TokOp::normalize_t, [piece]) => Ok((*piece).clone()),
        (TokOp::dneighbors, [loc]) => {
            if is_place(loc) {
                arc::dneighbors(loc)
            } else {
                Ok(empty_set())
            }
        }
        (TokOp::ineighbors, [loc]) => {
            if is_place(loc) {
                arc::ineighbors(loc)
            } else {
                Ok(empty_set())
            }
        }
        (TokOp::neighbors, [loc]) => neighbors(m, loc),
        (TokOp::backdrop, [patch]) => backdrop(m, patch),
        (TokOp::delta, [patch]) => delta(m, patch),
        (TokOp::inbox, [patch]) => moved_box(m, patch, number::add, number::sub),
        (TokOp::outbox, [patch]) => moved_box(m, patch, number::sub, number::add),
        (TokOp::r#box, [patch]) => r#box(m, patch),
        _ => unreachable!("{} was called with {} arguments", op.name(), args.len()),
    }
}

/// The tuple `(i, j, c)`.
pub fn cell(i: Value, j: Value, c: Value) -> Result<Value> {
    Value::tuple(vec![i, j, c])
}

/// `i, j, c = value`.
pub fn unpack3(value: &Value) -> Result<(Value, Value, Value)> {
    let mut items = py::iter(value)?;
    match (items.next(), items.next(), items.next(), items.next()) {
        (Some(i), Some(j), Some(c), None) => Ok((i, j, c)),
        _ => Err(Fail::VALUE),
    }
}

/// Whether the first item of a container has three parts: its items are taken for cells then. Raises if there is none.
pub fn begins_with_a_cell(patch: &Value) -> Result<bool> {
    let first = py::iter(patch)?.next().ok_or(Fail::STOP)?;
    Ok(py::len(&first)? == 3)
}

/// `not hasattr(value, '__len__') or len(value) == 0`: what is no container has nothing in it.
pub fn has_nothing(value: &Value) -> bool {
    py::len(value).unwrap_or(0) == 0
}

fn celltuple(a: &Value, b: &Value) -> Result<Value> {
    let mut cells = Vec::new();
    for (place, colour) in py::iter(a)?.zip(py::iter(b)?) {
        let (i, j) = unpack2(&place)?;
        cells.push(cell(i, j, colour)?);
    }
    Value::tuple(cells)
}

fn place_of(item: &Value) -> Result<Value> {
    let (i, j, _) = unpack3(item)?;
    Value::pair(i, j)
}

fn toindices(patch: &Value) -> Result<Value> {
    if has_nothing(patch) {
        return Ok(empty_set());
    }
    let first = py::iter(patch)?.next().ok_or(Fail::STOP)?;
    match py::len(&first) {
        Ok(3) => map_to_set(patch, place_of),
        Ok(_) => Ok(patch.clone()),
        Err(_) => Ok(empty_set()),
    }
}

fn toindices_o(obj: &Value) -> Result<Value> {
    if has_nothing(obj) { Ok(empty_set()) } else { map_to_set(obj, place_of) }
}

fn shift(patch: &Value, directions: &Value) -> Result<Value> {
    if !py::truthy(patch) {
        return Ok(empty_set());
    }
    if is_empty_tuple(directions) {
        return Ok(patch.clone());
    }
    let (di, dj) = unpack2(directions)?;
    if begins_with_a_cell(patch)? {
        map_to_set(patch, |item| {
            let (i, j, c) = unpack3(item)?;
            cell(number::add(&i, &di)?, number::add(&j, &dj)?, c)
        })
    } else {
        map_to_set(patch, |item| {
            let (i, j) = unpack2(item)?;
            Value::pair(number::add(&i, &di)?, number::add(&j, &dj)?)
        })
    }
}

fn normalize(m: &mut Machine, patch: &Value, top_by: TokOp, left_by: TokOp) -> Result<Value> {
    if py::len(patch)? == 0 {
        return Ok(patch.clone());
    }
    let up = number::neg(&safe(m, top_by, &[patch])?)?;
    let left = number::neg(&safe(m, left_by, &[patch])?)?;
    safe(m, TokOp::shift, &[patch, &Value::pair(up, left)?])
}

/// Whether neighbours are looked for at all.
fn is_place(loc: &Value) -> bool {
    loc.is_tuple() && !is_empty_tuple(loc)
}

fn neighbors(m: &mut Machine, loc: &Value) -> Result<Value> {
    let straight = safe(m, TokOp::dneighbors, &[loc])?;
    match (straight, safe(m, TokOp::ineighbors, &[loc])?) {
        (Value::Set(straight), Value::Set(diagonal)) => Ok(Value::set(Set::union(&straight, &diagonal)?)),
        _ => Err(Fail::TYPE),
    }
}

/// Two opposite corners of the patch's box.
fn opposite_corners(m: &mut Machine, patch: &Value) -> Result<[(Value, Value); 2]> {
    let from = unpack2(&safe(m, TokOp::ulcorner, &[patch])?)?;
    Ok([from, unpack2(&safe(m, TokOp::lrcorner, &[patch])?)?])
}

fn backdrop(m: &mut Machine, patch: &Value) -> Result<Value> {
    if has_nothing(patch) {
        return Ok(empty_set());
    }
    let [from, to] = opposite_corners(m, patch)?;
    filled(m, from, to)
}

fn delta(m: &mut Machine, patch: &Value) -> Result<Value> {
    if has_nothing(patch) {
        return Ok(empty_set());
    }
    let backdrop = safe(m, TokOp::backdrop, &[patch])?;
    number::sub(&backdrop, &safe(m, TokOp::toindices, &[patch])?)
}

/// `patch in [frozenset(), ()]`.
fn is_empty_container(patch: &Value) -> bool {
    py::len(patch) == Ok(0)
}

type Step = fn(&Value, &Value) -> Result<Value>;

/// The outline of the patch's box with its upper left and its lower right corner moved by one. What has no corners
/// counts as lying at the origin, since that is what the failing inner calls give.
fn moved_box(m: &mut Machine, patch: &Value, upper_left: Step, lower_right: Step) -> Result<Value> {
    if is_empty_container(patch) {
        return Ok(empty_set());
    }
    let mut moved = |side: TokOp, step: Step| step(&safe(m, side, &[patch])?, &ONE);
    let a = (moved(TokOp::uppermost, upper_left)?, moved(TokOp::leftmost, upper_left)?);
    let b = (moved(TokOp::lowermost, lower_right)?, moved(TokOp::rightmost, lower_right)?);
    outline(m, a, b)
}

fn r#box(m: &mut Machine, patch: &Value) -> Result<Value> {
    if is_empty_container(patch) {
        return Ok(empty_set());
    }
    let [a, b] = opposite_corners(m, patch)?;
    outline(m, a, b)
}
