//! Truth and choice.

use crate::reference::logic as arc;
use megabatt_core::{Result, TokOp, Value, py};

pub fn call(op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        (TokOp::both, [a, b]) => arc::both(a, b),
        (TokOp::either, [a, b]) => arc::either(a, b),
        (TokOp::flip, [b]) => arc::flip(b),
        (TokOp::branch | TokOp::c_branch, [condition, a, b]) => arc::branch(condition, a, b),
        (TokOp::equality, [a, b]) => arc::equality(a, b),
        (TokOp::contained, [value, container]) => arc::contained(value, container),
        (TokOp::is_no_grid, [x]) => Ok(Value::Bool(!is_grid(x)?)),
        _ => unreachable!("{} was called with {} arguments", op.name(), args.len()),
    }
}

/// Whether it is a tuple of tuples of ints; neither rows nor cells are needed for that.
fn is_grid(x: &Value) -> Result<bool> {
    if !x.is_tuple() {
        return Ok(false);
    }
    for row in py::iter(x)? {
        if !row.is_tuple() || py::iter(&row)?.any(|cell| cell.as_int().is_none()) {
            return Ok(false);
        }
    }
    Ok(true)
}
