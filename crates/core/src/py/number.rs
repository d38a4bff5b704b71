//! Python's arithmetic operators on the DSL's values. Ints that leave i64 are a limit, never a wrap.

use crate::error::{Fail, Limit, Result};
use crate::set::Set;
use crate::value::Value;

fn int(n: Option<i64>) -> Result<Value> {
    n.map(Value::Int).ok_or(Fail::Limit(Limit::Int))
}

fn as_float(v: &Value) -> Option<f64> {
    match v {
        Value::Float(x) => Some(*x),
        other => other.as_int().map(|n| n as f64),
    }
}

/// Both as floats, if at least one is one and the other a number.
fn floats(a: &Value, b: &Value) -> Option<(f64, f64)> {
    if matches!(a, Value::Float(_)) || matches!(b, Value::Float(_)) { as_float(a).zip(as_float(b)) } else { None }
}

/// `a + b`: ints, or the concatenation of tuples.
pub fn add(a: &Value, b: &Value) -> Result<Value> {
    if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
        return int(x.checked_add(y));
    }
    if let Some((x, y)) = floats(a, b) {
        return Ok(Value::Float(x + y));
    }
    if a.is_tuple() && b.is_tuple() {
        return concat(a, b);
    }
    Err(Fail::TYPE)
}

/// The concatenation of two tuples; an empty one gives back the other, as in CPython.
pub fn concat(a: &Value, b: &Value) -> Result<Value> {
    if super::len(b)? == 0 {
        return Ok(a.clone());
    }
    if super::len(a)? == 0 {
        return Ok(b.clone());
    }
    if let (Value::Grid(x), Value::Grid(y)) = (a, b)
        && x.width() == y.width()
    {
        let cells = [x.cells(), y.cells()].concat();
        return Ok(Value::grid(crate::grid::Grid::new(x.height() + y.height(), x.width(), cells)));
    }
    Value::tuple(super::iter(a)?.chain(super::iter(b)?).collect())
}

/// `a - b`: ints, or the difference of sets.
pub fn sub(a: &Value, b: &Value) -> Result<Value> {
    if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
        return int(x.checked_sub(y));
    }
    if let Some((x, y)) = floats(a, b) {
        return Ok(Value::Float(x - y));
    }
    match (a, b) {
        (Value::Set(x), Value::Set(y)) => Ok(Value::set(Set::difference(x, y)?)),
        _ => Err(Fail::TYPE),
    }
}

/// `a * b`: ints, or a tuple repeated.
pub fn mul(a: &Value, b: &Value) -> Result<Value> {
    if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
        return int(x.checked_mul(y));
    }
    if let Some((x, y)) = floats(a, b) {
        return Ok(Value::Float(x * y));
    }
    match (a.is_tuple(), b.as_int(), b.is_tuple(), a.as_int()) {
        (true, Some(n), ..) => repeated(a, n),
        (_, _, true, Some(n)) => repeated(b, n),
        _ => Err(Fail::TYPE),
    }
}

/// A repeated tuple heavier than this is refused here, before it is made.
const HEAVIEST_REPEAT: u64 = 1 << 26;

fn repeated(tuple: &Value, times: i64) -> Result<Value> {
    if times <= 0 {
        return Ok(Value::empty_tuple());
    }
    if times == 1 {
        return Ok(tuple.clone());
    }
    if tuple.weight().saturating_mul(times as u64) > HEAVIEST_REPEAT {
        return Err(Limit::Memory.into());
    }
    let items: Vec<Value> = super::iter(tuple)?.collect();
    let n = items.len() * times as usize;
    Value::tuple(items.into_iter().cycle().take(n).collect())
}

/// `a // b`, rounded down.
pub fn floor_div(a: &Value, b: &Value) -> Result<Value> {
    if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
        if y == 0 {
            return Err(Fail::ZERO_DIVISION);
        }
        return int(floor_div_int(x, y));
    }
    match floats(a, b) {
        Some((_, 0.0)) => Err(Fail::ZERO_DIVISION),
        Some((x, y)) => Ok(Value::Float((x / y).floor())),
        None => Err(Fail::TYPE),
    }
}

/// `x // y` for `y != 0`; None if it leaves i64.
pub fn floor_div_int(x: i64, y: i64) -> Option<i64> {
    let quotient = x.checked_div(y)?;
    Some(if x % y != 0 && (x < 0) != (y < 0) { quotient - 1 } else { quotient })
}

/// `a % b`: the sign of the result is that of `b`.
pub fn modulo(a: &Value, b: &Value) -> Result<Value> {
    match (a.as_int(), b.as_int()) {
        (Some(_), Some(0)) => Err(Fail::ZERO_DIVISION),
        (Some(x), Some(y)) => Ok(Value::Int(modulo_int(x, y))),
        _ => Err(Fail::TYPE),
    }
}

/// `x % y` for `y != 0`.
pub fn modulo_int(x: i64, y: i64) -> i64 {
    let rest = x.wrapping_rem(y);
    if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }
}

/// `-a`.
pub fn neg(a: &Value) -> Result<Value> {
    match a {
        Value::Float(x) => Ok(Value::Float(-x)),
        _ => int(a.as_int().ok_or(Fail::TYPE)?.checked_neg()),
    }
}

/// `a & b`: bools stay bools, ints bit by bit, sets their intersection.
pub fn bit_and(a: &Value, b: &Value) -> Result<Value> {
    match (a, b) {
        (Value::Bool(x), Value::Bool(y)) => Ok(Value::Bool(x & y)),
        (Value::Set(x), Value::Set(y)) => Ok(Value::set(Set::intersection(x, y)?)),
        _ => match (a.as_int(), b.as_int()) {
            (Some(x), Some(y)) => Ok(Value::Int(x & y)),
            _ => Err(Fail::TYPE),
        },
    }
}

/// `a | b`: bools stay bools, ints bit by bit, sets their union.
pub fn bit_or(a: &Value, b: &Value) -> Result<Value> {
    match (a, b) {
        (Value::Bool(x), Value::Bool(y)) => Ok(Value::Bool(x | y)),
        (Value::Set(x), Value::Set(y)) => Ok(Value::set(Set::union(x, y)?)),
        _ => match (a.as_int(), b.as_int()) {
            (Some(x), Some(y)) => Ok(Value::Int(x | y)),
            _ => Err(Fail::TYPE),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_modulo_follows_the_divisor() {
        for (x, y, quotient, rest) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (6, 3, 2, 0)] {
            assert_eq!(floor_div_int(x, y), Some(quotient));
            assert_eq!(modulo_int(x, y), rest);
        }
        assert_eq!(floor_div_int(i64::MIN, -1), None);
    }
}
