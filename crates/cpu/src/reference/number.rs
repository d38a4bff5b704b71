//! Numbers and vectors.

use crate::Machine;
use megabatt_core::py::{self, number};
use megabatt_core::{Exception, Fail, Result, Value};

type Binary = fn(&Value, &Value) -> Result<Value>;

const ZERO: Value = Value::Int(0);
const ONE: Value = Value::Int(1);
const TWO: Value = Value::Int(2);

/// A binary operation on ints, pairs, or one of each: an int meets both parts of a pair.
fn on_numbers(a: &Value, b: &Value, f: Binary) -> Result<Value> {
    let int = |v: &Value| v.as_int().is_some();
    if int(a) && int(b) {
        return f(a, b);
    }
    if a.is_tuple() && b.is_tuple() {
        let first = f(&py::get(a, 0)?, &py::get(b, 0)?)?;
        return Value::pair(first, f(&py::get(a, 1)?, &py::get(b, 1)?)?);
    }
    if int(a) && b.is_tuple() {
        let first = f(a, &py::get(b, 0)?)?;
        return Value::pair(first, f(a, &py::get(b, 1)?)?);
    }
    let first = f(&py::get(a, 0)?, b)?;
    Value::pair(first, f(&py::get(a, 1)?, b)?)
}

/// An operation on an int, or on both parts of a pair.
fn on_parts(n: &Value, f: impl Fn(&Value) -> Result<Value>) -> Result<Value> {
    if n.as_int().is_some() {
        return f(n);
    }
    let first = f(&py::get(n, 0)?)?;
    Value::pair(first, f(&py::get(n, 1)?)?)
}

pub fn add(a: &Value, b: &Value) -> Result<Value> {
    on_numbers(a, b, number::add)
}

pub fn subtract(a: &Value, b: &Value) -> Result<Value> {
    on_numbers(a, b, number::sub)
}

pub fn multiply(a: &Value, b: &Value) -> Result<Value> {
    on_numbers(a, b, number::mul)
}

pub fn divide(a: &Value, b: &Value) -> Result<Value> {
    on_numbers(a, b, number::floor_div)
}

pub fn invert(n: &Value) -> Result<Value> {
    on_parts(n, number::neg)
}

pub fn even(n: &Value) -> Result<Value> {
    Ok(Value::Bool(number::modulo(n, &TWO)? == ZERO))
}

pub fn double(n: &Value) -> Result<Value> {
    on_parts(n, |x| number::mul(x, &TWO))
}

pub fn halve(n: &Value) -> Result<Value> {
    on_parts(n, |x| number::floor_div(x, &TWO))
}

pub fn increment(x: &Value) -> Result<Value> {
    on_parts(x, |x| number::add(x, &ONE))
}

pub fn decrement(x: &Value) -> Result<Value> {
    on_parts(x, |x| number::sub(x, &ONE))
}

pub fn crement(x: &Value) -> Result<Value> {
    on_parts(x, |x| {
        if *x == ZERO {
            Ok(ZERO)
        } else if py::greater(x, &ZERO)? {
            number::add(x, &ONE)
        } else {
            number::sub(x, &ONE)
        }
    })
}

pub fn sign(x: &Value) -> Result<Value> {
    on_parts(x, |x| if *x == ZERO { Ok(ZERO) } else { Ok(Value::Int(if py::greater(x, &ZERO)? { 1 } else { -1 })) })
}

pub fn positive(x: &Value) -> Result<Value> {
    Ok(Value::Bool(py::greater(x, &ZERO)?))
}

pub fn toivec(i: &Value) -> Result<Value> {
    Value::pair(i.clone(), ZERO)
}

pub fn tojvec(j: &Value) -> Result<Value> {
    Value::pair(ZERO, j.clone())
}

pub fn greater(a: &Value, b: &Value) -> Result<Value> {
    Ok(Value::Bool(py::greater(a, b)?))
}

pub fn maximum(container: &Value) -> Result<Value> {
    extreme(container, py::sort::first_max)
}

pub fn minimum(container: &Value) -> Result<Value> {
    extreme(container, py::sort::first_min)
}

type Pick<'a> = fn(std::iter::Map<py::Iter<'a>, fn(Value) -> Result<Value>>) -> Result<Option<usize>>;

fn extreme<'a>(container: &'a Value, pick: Pick<'a>) -> Result<Value> {
    let items = py::iter(container)?;
    let best = pick(items.clone().map(Ok as fn(Value) -> Result<Value>))?;
    Ok(best.and_then(|n| items.clone().nth(n)).unwrap_or(ZERO))
}

/// `range(start, stop, step)`: its length and its items as ints.
pub fn range(start: &Value, stop: &Value, step: &Value) -> Result<Range> {
    let int = |v: &Value| v.as_int().ok_or(Fail::TYPE);
    Range::new(int(start)?, int(stop)?, int(step)?)
}

/// A Python range.
#[derive(Clone, Copy)]
pub struct Range {
    start: i64,
    step: i64,
    len: u64,
}

impl Range {
    pub fn new(start: i64, stop: i64, step: i64) -> Result<Range> {
        let distance = match step {
            0 => return Err(Fail::VALUE),
            1.. => i128::from(stop) - i128::from(start),
            _ => i128::from(start) - i128::from(stop),
        };
        let stride = i128::from(step).abs();
        let len = if distance <= 0 { 0 } else { (distance + stride - 1) / stride };
        Ok(Range { start, step, len: u64::try_from(len).unwrap_or(u64::MAX) })
    }

    /// `range(start, stop)`.
    pub fn up(start: i64, stop: i64) -> Range {
        Range { start, step: 1, len: stop.saturating_sub(start).max(0) as u64 }
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn iter(self) -> impl Iterator<Item = i64> + Clone {
        (0..self.len).map(move |n| self.start + n as i64 * self.step)
    }
}

pub fn interval(m: &mut Machine, start: &Value, stop: &Value, step: &Value) -> Result<Value> {
    let range = range(start, stop, step)?;
    // `tuple` asks for the length first, and that is an index in C.
    if i64::try_from(range.len()).is_err() {
        return Err(Fail::Raise(Exception::OverflowError));
    }
    m.meter.reserve(range.len().saturating_add(1))?;
    Value::tuple(range.iter().map(Value::Int).collect())
}

pub fn astuple(a: &Value, b: &Value) -> Result<Value> {
    Value::pair(a.clone(), b.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use megabatt_core::{Dialect, Limit};
    use megabatt_exec::{Cancel, Limits};

    #[test]
    fn an_interval_longer_than_an_index_overflows() {
        let mut machine = Machine::new(Dialect::Arc, Engine::Reference, &Limits::default(), &Cancel::new());
        let mut down_to = |stop: i64| interval(&mut machine, &Value::Int(9), &Value::Int(stop), &Value::Int(-1)).err();
        assert_eq!(down_to(10 - i64::MAX), Some(Fail::Limit(Limit::Fuel)));
        assert_eq!(down_to(9 - i64::MAX), Some(Fail::Limit(Limit::Fuel)));
        assert_eq!(down_to(8 - i64::MAX), Some(Fail::Raise(Exception::OverflowError)));
    }
}
