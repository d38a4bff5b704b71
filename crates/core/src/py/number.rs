//! Python's arithmetic operators on the DSL's values. Ints that leave i64 are a limit, never a wrap.

use crate::error::{Fail, Limit, Result};
use crate::set::Set;
use crate::value::Value;
use std::cell::Cell;

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

thread_local! {
    /// What tells the next nan from others.
    static NEXT_NAN: Cell<u64> = const { Cell::new(1) };
}

/// The nans that operators make carry this bit, so none of them is a dialect's own nan.
const MADE: u64 = 1 << 50;

/// A float that an operator made. In Python a new nan is another object than any nan before, and containers take it for
/// another item, so it gets bits of its own.
pub fn new_float(x: f64) -> Value {
    if !x.is_nan() {
        return Value::Float(x);
    }
    let number = NEXT_NAN.get();
    NEXT_NAN.set((number + 1) % MADE);
    Value::Float(f64::from_bits(f64::NAN.to_bits() | MADE | number))
}

/// `abs(a)`.
pub fn abs(a: &Value) -> Result<Value> {
    match a {
        Value::Float(x) => Ok(new_float(x.abs())),
        _ => int(a.as_int().ok_or(Fail::TYPE)?.checked_abs()),
    }
}

/// `a + b`: ints, or the concatenation of tuples.
pub fn add(a: &Value, b: &Value) -> Result<Value> {
    if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
        return int(x.checked_add(y));
    }
    if let Some((x, y)) = floats(a, b) {
        return Ok(new_float(x + y));
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
        return Ok(new_float(x - y));
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
        return Ok(new_float(x * y));
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
    if times == 1 || super::len(tuple)? == 0 {
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
        Some((x, y)) => Ok(new_float(divide_floats(x, y).0)),
        None => Err(Fail::TYPE),
    }
}

/// `x // y` and `x % y` for `y != 0`, in CPython's steps: infinity divided is nan, and -1 // inf is -1.
fn divide_floats(x: f64, y: f64) -> (f64, f64) {
    let rest = x % y;
    let quotient = (x - rest) / y;
    let (quotient, rest) = if rest == 0.0 {
        (quotient, 0f64.copysign(y))
    } else if (y < 0.0) != (rest < 0.0) {
        (quotient - 1.0, rest + y)
    } else {
        (quotient, rest)
    };
    // What was lost in the division may leave it a hair below a whole number.
    let down = quotient.floor();
    let whole = if quotient - down > 0.5 { down + 1.0 } else { down };
    (if quotient == 0.0 { 0f64.copysign(x / y) } else { whole }, rest)
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
        _ => match floats(a, b) {
            Some((_, 0.0)) => Err(Fail::ZERO_DIVISION),
            Some((x, y)) => Ok(new_float(divide_floats(x, y).1)),
            None => Err(Fail::TYPE),
        },
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
        Value::Float(x) => Ok(new_float(-x)),
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

    #[test]
    fn nothing_is_repeated_at_no_cost() {
        assert_eq!(mul(&Value::empty_tuple(), &Value::Int(i64::MAX)), Ok(Value::empty_tuple()));
        assert_eq!(mul(&Value::Pair(0, 0), &Value::Int(i64::MAX)), Err(Limit::Memory.into()));
    }

    #[test]
    fn a_nan_that_was_made_is_no_other_nan() {
        let own = Value::Float(f64::NAN);
        let [a, b] = [(); 2].map(|()| new_float(f64::NAN));
        assert!(a.is(&a) && own.is(&own));
        assert!(!a.is(&b) && !a.is(&own));
    }

    #[test]
    fn floats_are_divided_as_in_python() {
        const INF: f64 = f64::INFINITY;
        let cases = [
            (-1.0, INF, "(-1.0, inf)"),
            (1.0, INF, "(0.0, 1.0)"),
            (1.0, -INF, "(-1.0, -inf)"),
            (0.0, -INF, "(-0.0, -0.0)"),
            (-7.0, 2.0, "(-4.0, 1.0)"),
            (-7.0, -7.0, "(1.0, -0.0)"),
            (-0.0, 3.0, "(-0.0, 0.0)"),
            (INF, 2.0, "(NaN, NaN)"),
            (f64::NAN, 2.0, "(NaN, NaN)"),
        ];
        for (x, y, expected) in cases {
            assert_eq!(format!("{:?}", divide_floats(x, y)), expected, "{x} and {y}");
        }
    }
}
