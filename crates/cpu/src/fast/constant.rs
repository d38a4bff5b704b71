//! Operations whose cost does not depend on their arguments, beside those that are answered [at once](super::at_once).

use super::{line, object, patch};
use crate::reference::function;
use megabatt_core::{Op, Result, Value, py};

pub fn call(op: Op, args: &[&Value]) -> Option<Result<Value>> {
    // A seventh of all calls make functions, and have no other form.
    match (op, args) {
        (Op::compose, [a, b]) => return Some(function::compose(a, b)),
        (Op::lbind, [a, b]) => return Some(function::lbind(a, b)),
        (Op::rbind, [a, b]) => return Some(function::rbind(a, b)),
        (Op::matcher, [a, b]) => return Some(function::matcher(a, b)),
        (Op::chain, [a, b, c]) => return Some(function::chain(a, b, c)),
        (Op::fork, [a, b, c]) => return Some(function::fork(a, b, c)),
        _ => {}
    }
    match *args {
        [a] => unary(op, a),
        [a, b] if matches!(op, Op::add | Op::subtract | Op::multiply) => super::number::arithmetic(op, a, b),
        _ => None,
    }
}

fn unary(op: Op, a: &Value) -> Option<Result<Value>> {
    let value = match (op, a) {
        (Op::first, Value::Set(s)) => s.first()?,
        (Op::first, _) => py::item(a, 0)?,
        (Op::last, _) if a.is_tuple() => py::get(a, -1).ok()?,
        (Op::color, _) => Value::Int(object::colour_of(a)?),
        (Op::dneighbors, Value::Pair(i, j)) => return patch::dneighbors(*i, *j),
        (Op::ineighbors, Value::Pair(i, j)) => return patch::ineighbors(*i, *j),
        (Op::neighbors, Value::Pair(i, j)) => return patch::neighbors(*i, *j),
        (Op::vfrontier, Value::Pair(_, j)) => return Some(line::vfrontier(*j)),
        (Op::hfrontier, Value::Pair(i, _)) => return Some(line::hfrontier(*i)),
        _ => return None,
    };
    Some(Ok(value))
}
