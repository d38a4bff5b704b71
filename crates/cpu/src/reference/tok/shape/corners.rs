//! Corners and centres.

use super::places_by;
use crate::Machine;
use crate::reference::patch::display;
use crate::reference::shape::columns;
use crate::reference::tok::safe;
use megabatt_core::py::{self, number, sort};
use megabatt_core::{Exception, Fail, Result, TokOp, Value};

const ZERO: Value = Value::Int(0);
const TWO: Value = Value::Int(2);

/// The least or the greatest of all first parts of the places, of all second parts, and so on.
pub fn of_box(m: &mut Machine, op: TokOp, patch: &Value, greatest: impl Fn(usize) -> Result<bool>) -> Result<Value> {
    let places = safe(m, places_by(op), &[patch])?;
    let mut parts = Vec::new();
    for (n, column) in columns(&places)?.into_iter().enumerate() {
        let values = column.iter().cloned().map(Ok);
        let at = if greatest(n)? { sort::first_max(values) } else { sort::first_min(values) }?;
        parts.push(at.map(|n| column[n].clone()).ok_or(Fail::VALUE)?);
    }
    Value::tuple(parts)
}

/// The mixed corners look up what to do in a dict with the keys 0 and 1.
pub fn mixed(greatest_at: usize) -> impl Fn(usize) -> Result<bool> {
    move |n| if n < 2 { Ok(n == greatest_at) } else { Err(Exception::KeyError.into()) }
}

/// A corner by its code; other codes mean the first.
pub fn corner(m: &mut Machine, patch: &Value, kind: &Value) -> Result<Value> {
    const CODES: [TokOp; 4] = [TokOp::ulcorner, TokOp::urcorner, TokOp::llcorner, TokOp::lrcorner];
    let chosen = CODES.iter().zip(0i64..).find(|&(_, code)| *kind == Value::Int(code));
    safe(m, chosen.map_or(TokOp::ulcorner, |(&op, _)| op), &[patch])
}

pub fn corners(m: &mut Machine, patch: &Value) -> Result<Value> {
    const ALL: [TokOp; 4] = [TokOp::ulcorner, TokOp::urcorner, TokOp::llcorner, TokOp::lrcorner];
    let all = ALL.iter().map(|&op| safe(m, op, &[patch])).collect::<Result<Vec<_>>>()?;
    Ok(Value::set(display(all)?))
}

/// The middle of the box; `()` for an empty patch, which has nan for its outermost row.
pub fn center(m: &mut Machine, patch: &Value) -> Result<Value> {
    let up = safe(m, TokOp::uppermost, &[patch])?;
    let left = safe(m, TokOp::leftmost, &[patch])?;
    let is_nan = |v: &Value| matches!(v, Value::Float(x) if x.is_nan());
    if is_nan(&up) || is_nan(&left) {
        return Ok(Value::empty_tuple());
    }
    let i = number::add(&up, &number::floor_div(&safe(m, TokOp::height_f, &[patch])?, &TWO)?)?;
    let j = number::add(&left, &number::floor_div(&safe(m, TokOp::width_f, &[patch])?, &TWO)?)?;
    Value::pair(i, j)
}

pub fn centerofmass(m: &mut Machine, patch: &Value) -> Result<Value> {
    let mut parts = Vec::new();
    for column in columns(&safe(m, TokOp::toindices, &[patch])?)? {
        let sum = column.iter().try_fold(ZERO, |sum, n| number::add(&sum, n))?;
        parts.push(number::floor_div(&sum, &py::len(patch)?.into())?);
    }
    Value::tuple(parts)
}
