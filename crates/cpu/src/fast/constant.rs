//! Operations that take no time to speak of; for them the way to the code is what costs.

use super::{line, object, patch};
use megabatt_core::{Op, Result, Value, py};

#[inline(always)]
pub fn call(op: Op, args: &[&Value]) -> Option<Result<Value>> {
    match *args {
        [a] => unary(op, a),
        [Value::Grid(g), &Value::Pair(i, j)] if op == Op::index => {
            Some(Ok(g.get(i, j).map_or(Value::None, |v| Value::Int(v.into()))))
        }
        [&Value::Int(a), &Value::Int(b)] => match op {
            Op::greater => Some(Ok(Value::Bool(a > b))),
            Op::add => a.checked_add(b).map(|n| Ok(Value::Int(n))),
            Op::subtract => a.checked_sub(b).map(|n| Ok(Value::Int(n))),
            Op::multiply => a.checked_mul(b).map(|n| Ok(Value::Int(n))),
            _ => None,
        },
        [a, b] if matches!(op, Op::add | Op::subtract | Op::multiply) => super::number::arithmetic(op, a, b),
        _ => None,
    }
}

fn unary(op: Op, a: &Value) -> Option<Result<Value>> {
    let value = match (op, a) {
        (Op::identity, _) => a.clone(),
        (Op::flip, _) => Value::Bool(!py::truthy(a)),
        (Op::size, Value::Set(s)) => s.len().into(),
        (Op::first, Value::Set(s)) => s.first()?,
        (Op::first, _) => py::item(a, 0)?,
        (Op::last, Value::Tuple(t)) => t.slice.last()?.clone(),
        (Op::last, _) if a.is_tuple() => py::get(a, -1).ok()?,
        (Op::increment, Value::Int(n)) => Value::Int(n.checked_add(1)?),
        (Op::decrement, Value::Int(n)) => Value::Int(n.checked_sub(1)?),
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
