//! Operations whose cost does not depend on their arguments, beside those that are answered [at once](super::at_once).

use super::{line, object, patch};
use megabatt_core::{Op, Result, Value, py};

pub fn call(op: Op, args: &[&Value]) -> Option<Result<Value>> {
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
