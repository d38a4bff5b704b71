//! `==`, `<` and `>`. Sets compare by inclusion, so the order is partial.

use crate::error::{Fail, Result};
use crate::value::Value;
use std::cmp::Ordering;

/// Python's `==` where the two are not of the same compact form.
pub fn equal_slowly(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::None, Value::None) => true,
        (Value::Op(x), Value::Op(y)) => x == y,
        (Value::Tok(x), Value::Tok(y)) => x == y,
        (Value::Func(_), Value::Func(_)) => a.is(b),
        (Value::Float(x), _) => number(b).is_some_and(|y| *x == y),
        (_, Value::Float(y)) => number(a).is_some_and(|x| x == *y),
        (Value::Bool(_) | Value::Int(_), Value::Bool(_) | Value::Int(_)) => a.as_int() == b.as_int(),
        _ if a.is_tuple() && b.is_tuple() => equal_tuples(a, b),
        _ => false,
    }
}

fn number(v: &Value) -> Option<f64> {
    match v {
        Value::Float(x) => Some(*x),
        other => other.as_int().map(|n| n as f64),
    }
}

fn equal_tuples(a: &Value, b: &Value) -> bool {
    if a.is(b) {
        return true;
    }
    if super::len(a) != super::len(b) {
        return false;
    }
    super::nesting::level(a.depth(), || match (super::iter(a), super::iter(b)) {
        (Ok(mut x), Ok(y)) => x.by_ref().zip(y).all(|(x, y)| x.is(&y) || x == y),
        _ => false,
    })
}

/// `a < b`.
pub fn less(a: &Value, b: &Value) -> Result<bool> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Ok(x < y),
        (Value::Pair(..), Value::Pair(..))
        | (Value::Cell(..), Value::Cell(..))
        | (Value::Triple(..), Value::Triple(..)) => Ok(compact_order(a, b) == Ordering::Less),
        (Value::Set(x), Value::Set(y)) => Ok(x.len() < y.len() && x.is_subset(y)),
        _ => compare_slowly(a, b, less, |x, y| x < y),
    }
}

/// `a > b`.
pub fn greater(a: &Value, b: &Value) -> Result<bool> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Ok(x > y),
        (Value::Pair(..), Value::Pair(..))
        | (Value::Cell(..), Value::Cell(..))
        | (Value::Triple(..), Value::Triple(..)) => Ok(compact_order(a, b) == Ordering::Greater),
        (Value::Set(x), Value::Set(y)) => Ok(x.len() > y.len() && y.is_subset(x)),
        _ => compare_slowly(a, b, greater, |x, y| x > y),
    }
}

/// `min(a, b)`: the first unless the second is less.
pub fn min<'a>(a: &'a Value, b: &'a Value) -> Result<&'a Value> {
    Ok(if less(b, a)? { b } else { a })
}

/// `max(a, b)`: the first unless the second is greater.
pub fn max<'a>(a: &'a Value, b: &'a Value) -> Result<&'a Value> {
    Ok(if greater(b, a)? { b } else { a })
}

fn compact_order(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Pair(a, b), Value::Pair(c, d)) => (a, b).cmp(&(c, d)),
        (Value::Cell(a, b, c), Value::Cell(d, e, f)) | (Value::Triple(a, b, c), Value::Triple(d, e, f)) => {
            (a, b, c).cmp(&(d, e, f))
        }
        _ => unreachable!("called for two of the same compact form"),
    }
}

/// Tuples compare by their first items that differ, else by length; what cannot be compared is a TypeError.
fn compare_slowly(
    a: &Value,
    b: &Value,
    items: fn(&Value, &Value) -> Result<bool>,
    holds: fn(f64, f64) -> bool,
) -> Result<bool> {
    if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
        return items(&Value::Int(x), &Value::Int(y));
    }
    if let (Some(x), Some(y)) = (number(a), number(b)) {
        return Ok(holds(x, y));
    }
    if !(a.is_tuple() && b.is_tuple()) {
        return Err(Fail::TYPE);
    }
    for (x, y) in super::iter(a)?.zip(super::iter(b)?) {
        if !(x.is(&y) || x == y) {
            return items(&x, &y);
        }
    }
    Ok(holds(super::len(a)? as f64, super::len(b)? as f64))
}
