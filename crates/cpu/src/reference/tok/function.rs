//! Functions that make or apply functions.

use super::safe;
use crate::Machine;
use crate::machine::PYTHON_FRAMES;
use crate::machine_tok::FRAMES;
use crate::reference::function as arc;
use megabatt_core::py::{self, number};
use megabatt_core::{Result, TokOp, Value};

pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        (TokOp::compose, [outer, inner]) => arc::compose(outer, inner),
        (TokOp::chain, [h, g, f]) => arc::chain(h, g, f),
        (TokOp::matcher, [function, target]) => arc::matcher(function, target),
        (TokOp::rbind, [function, fixed]) => arc::rbind(function, fixed),
        (TokOp::lbind, [function, fixed]) => arc::lbind(function, fixed),
        (TokOp::fork, [outer, a, b]) => arc::fork(outer, a, b),
        (TokOp::power, [function, n]) => power(m, function, n),
        (TokOp::apply | TokOp::apply_f, [function, container]) => arc::apply(m, function, container),
        (TokOp::apply_t, [function, container]) => apply_t(m, function, container),
        (TokOp::rapply | TokOp::rapply_f, [functions, value]) => arc::rapply(m, functions, value),
        (TokOp::rapply_t, [functions, value]) => rapply_t(m, functions, value),
        (TokOp::mapply, [function, container]) => merged(m, TokOp::apply, TokOp::merge, &[function, container]),
        (TokOp::mapply_t, [function, container]) => merged(m, TokOp::apply_t, TokOp::merge_t, &[function, container]),
        (TokOp::mapply_f, [function, container]) => merged(m, TokOp::apply_f, TokOp::merge_f, &[function, container]),
        (TokOp::papply, [function, a, b]) => arc::papply(m, function, a, b),
        (TokOp::mpapply, [function, a, b]) => merged(m, TokOp::papply, TokOp::merge_t, &[function, a, b]),
        (TokOp::prapply, [function, a, b]) => arc::prapply(m, function, a, b),
        _ => unreachable!("{} was called with {} arguments", op.name(), args.len()),
    }
}

/// What the function gives composed with itself. Each step down is a call of `power` through its wrapper.
fn power(m: &mut Machine, function: &Value, n: &Value) -> Result<Value> {
    if *n == Value::Int(1) {
        return Ok(function.clone());
    }
    number::sub(n, &Value::Int(1))?;
    let times = steps_to_one(n);
    let frames = times.saturating_sub(1).saturating_mul(FRAMES);
    let most = PYTHON_FRAMES.saturating_sub(m.depth);
    if frames > most {
        return composed(function, most / FRAMES, Value::empty_tuple());
    }
    m.enter_many(frames)?;
    let result = composed(function, times - 1, function.clone())?;
    m.leave_many(frames);
    Ok(result)
}

/// The function so many times around the innermost one. Where n never comes to 1, or too late, the recursion limit strikes
/// in the deepest call; there is no room left there to work out a default, and then it is `()`, which cannot be called.
fn composed(function: &Value, times: u32, innermost: Value) -> Result<Value> {
    (0..times).try_fold(innermost, |inner, _| arc::compose(function, &inner))
}

/// How often 1 can be taken from a number, itself counted, until it is 1: a whole float gets there as well.
fn steps_to_one(n: &Value) -> u32 {
    let whole = match *n {
        Value::Float(x) if x.fract() == 0.0 && x.abs() < f64::from(u32::MAX) => Some(x as i64),
        _ => n.as_int(),
    };
    whole.filter(|&n| n >= 1).and_then(|n| u32::try_from(n).ok()).unwrap_or(u32::MAX)
}

/// A tuple, whatever the container is.
fn apply_t(m: &mut Machine, function: &Value, container: &Value) -> Result<Value> {
    Value::tuple(arc::results(m, py::iter(container)?, |m, item| m.call1_in_generator(function, &item))?)
}

/// A tuple, whatever the container is.
fn rapply_t(m: &mut Machine, functions: &Value, value: &Value) -> Result<Value> {
    Value::tuple(arc::results(m, py::iter(functions)?, |m, function| m.call1_in_generator(&function, value))?)
}

/// Applied, then merged, each by a call that does not fail. Merging is paid for by what the function gave.
fn merged(m: &mut Machine, applying: TokOp, merging: TokOp, args: &[&Value]) -> Result<Value> {
    let applied = safe(m, applying, args)?;
    m.meter.reserve(applied.weight())?;
    m.meter.charge(applied.weight())?;
    safe(m, merging, &[&applied])
}
