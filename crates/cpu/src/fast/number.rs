//! Sums, differences and products of numbers and pairs.

use megabatt_core::{Op, Result, Value};

pub fn arithmetic(op: Op, a: &Value, b: &Value) -> Option<Result<Value>> {
    let f = |x: i64, y: i64| match op {
        Op::add => x.checked_add(y),
        Op::subtract => x.checked_sub(y),
        _ => x.checked_mul(y),
    };
    let on = |x: i32, y: i32| f(x.into(), y.into());
    Some(Ok(match (a, b) {
        (Value::Int(x), Value::Int(y)) => Value::Int(f(*x, *y)?),
        (Value::Pair(a, b), Value::Pair(c, d)) => Value::int_pair(on(*a, *c)?, on(*b, *d)?),
        (Value::Int(x), Value::Pair(c, d)) => Value::int_pair(f(*x, (*c).into())?, f(*x, (*d).into())?),
        (Value::Pair(a, b), Value::Int(y)) => Value::int_pair(f((*a).into(), *y)?, f((*b).into(), *y)?),
        _ => return None,
    }))
}

/// `maximum` or `minimum` of ints.
pub fn extreme(container: &Value, greatest: bool) -> Option<Result<Value>> {
    let mut best: Option<i64> = None;
    let mut is_int = |item: &Value| {
        let Value::Int(n) = *item else { return false };
        best = Some(best.map_or(n, |best| if greatest { best.max(n) } else { best.min(n) }));
        true
    };
    let all = match container {
        Value::Tuple(items) => items.slice().iter().all(is_int),
        Value::Set(set) => set.pairs().is_none() && set.cells().is_none() && set.values().all(|item| is_int(&item)),
        _ => return None,
    };
    if all { best.map(|best| Ok(Value::Int(best))) } else { None }
}
