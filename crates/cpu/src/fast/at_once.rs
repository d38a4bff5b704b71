//! Calls that are answered in a few instructions: numbers, pairs, truth, shapes of grids.
//!
//! What such a call costs is the way to its code and back, so there is no more of it than one jump, and the result is written where
//! the caller wants it. That last part matters most: a value is written in parts, and a processor that is to move it before all of
//! them have left its store buffer waits for as long as the rest of the call takes. Nothing in here fails; what might, or is of
//! another kind, is left to the other forms.

use megabatt_core::py::number::floor_div_int;
use megabatt_core::{Op, Result, Value, py};

/// Whether the answer is in the place for it now.
#[inline(always)]
pub fn call(op: Op, args: &[&Value], result: &mut Result<Value>) -> bool {
    match *args {
        [a] => unary(op, a, result),
        [a, b] => binary(op, a, b, result),
        [condition, a, b] if op == Op::branch => put(result, if py::truthy(condition) { a.clone() } else { b.clone() }),
        _ => false,
    }
}

#[inline(always)]
fn put(result: &mut Result<Value>, value: Value) -> bool {
    *result = Ok(value);
    true
}

#[inline(always)]
fn put_some(result: &mut Result<Value>, value: Option<Value>) -> bool {
    match value {
        Some(value) => put(result, value),
        None => false,
    }
}

/// An operation on an int, or on both parts of a pair; None where it leaves 64 bits, or 32 in a pair.
#[inline(always)]
fn on_parts(n: &Value, result: &mut Result<Value>, f: impl Fn(i64) -> Option<i64>) -> bool {
    match *n {
        Value::Int(n) => put_some(result, f(n).map(Value::Int)),
        Value::Pair(a, b) => {
            let part = |n: i32| f(n.into()).and_then(|n| i32::try_from(n).ok());
            match (part(a), part(b)) {
                (Some(a), Some(b)) => put(result, Value::Pair(a, b)),
                _ => false,
            }
        }
        _ => false,
    }
}

#[inline(always)]
fn on_two(a: &Value, b: &Value, result: &mut Result<Value>, f: impl Fn(i64, i64) -> Option<i64>) -> bool {
    let part = |x: i64, y: i64| f(x, y).and_then(|n| i32::try_from(n).ok());
    let parts = match (a, b) {
        (&Value::Int(a), &Value::Int(b)) => return put_some(result, f(a, b).map(Value::Int)),
        (&Value::Pair(a, b), &Value::Pair(c, d)) => (part(a.into(), c.into()), part(b.into(), d.into())),
        (&Value::Int(a), &Value::Pair(c, d)) => (part(a, c.into()), part(a, d.into())),
        (&Value::Pair(a, b), &Value::Int(c)) => (part(a.into(), c), part(b.into(), c)),
        _ => return false,
    };
    match parts {
        (Some(i), Some(j)) => put(result, Value::Pair(i, j)),
        _ => false,
    }
}

#[inline(always)]
fn unary(op: Op, a: &Value, result: &mut Result<Value>) -> bool {
    match op {
        Op::invert => on_parts(a, result, i64::checked_neg),
        Op::double => on_parts(a, result, |n| n.checked_mul(2)),
        Op::halve => on_parts(a, result, |n| Some(n >> 1)),
        Op::increment => on_parts(a, result, |n| n.checked_add(1)),
        Op::decrement => on_parts(a, result, |n| n.checked_sub(1)),
        Op::crement => on_parts(a, result, |n| n.checked_add(n.signum())),
        Op::sign => on_parts(a, result, |n| Some(n.signum())),
        Op::even => match *a {
            Value::Int(n) => put(result, Value::Bool(n & 1 == 0)),
            _ => false,
        },
        Op::positive => match *a {
            Value::Int(n) => put(result, Value::Bool(n > 0)),
            _ => false,
        },
        Op::toivec => match *a {
            Value::Int(n) => put_some(result, i32::try_from(n).ok().map(|n| Value::Pair(n, 0))),
            _ => false,
        },
        Op::tojvec => match *a {
            Value::Int(n) => put_some(result, i32::try_from(n).ok().map(|n| Value::Pair(0, n))),
            _ => false,
        },
        Op::flip => put(result, Value::Bool(!py::truthy(a))),
        Op::identity => put(result, a.clone()),
        Op::size => match py::len(a) {
            Ok(n) => put(result, Value::Int(n as i64)),
            Err(_) => false,
        },
        Op::first => match a {
            Value::Tuple(items) => match items.slice().first() {
                Some(item) => put(result, item.clone()),
                None => false,
            },
            &Value::Pair(n, _) | &Value::Cell(n, ..) | &Value::Triple(n, ..) => put(result, Value::Int(n.into())),
            _ => false,
        },
        Op::last => match a {
            Value::Tuple(items) => match items.slice().last() {
                Some(item) => put(result, item.clone()),
                None => false,
            },
            &Value::Pair(_, n) | &Value::Triple(.., n) => put(result, Value::Int(n.into())),
            &Value::Cell(_, i, j) => put(result, Value::Pair(i, j)),
            _ => false,
        },
        Op::height | Op::width | Op::shape | Op::portrait | Op::square => of_grid(op, a, result),
        _ => false,
    }
}

/// Questions about the sides of a grid.
#[inline(always)]
fn of_grid(op: Op, a: &Value, result: &mut Result<Value>) -> bool {
    let Value::Grid(grid) = a else { return false };
    let (height, width) = (grid.height(), grid.width());
    match op {
        Op::height => put(result, Value::Int(height as i64)),
        Op::width => put(result, Value::Int(width as i64)),
        Op::shape => match (i32::try_from(height), i32::try_from(width)) {
            (Ok(height), Ok(width)) => put(result, Value::Pair(height, width)),
            _ => false,
        },
        Op::portrait => put(result, Value::Bool(height > width)),
        _ => put(result, Value::Bool(height == width)),
    }
}

#[inline(always)]
fn binary(op: Op, a: &Value, b: &Value, result: &mut Result<Value>) -> bool {
    match op {
        Op::add => on_two(a, b, result, i64::checked_add),
        Op::subtract => on_two(a, b, result, i64::checked_sub),
        Op::multiply => on_two(a, b, result, i64::checked_mul),
        Op::divide => on_two(a, b, result, floor_div_int),
        Op::greater => match (a, b) {
            (&Value::Int(a), &Value::Int(b)) => put(result, Value::Bool(a > b)),
            _ => false,
        },
        Op::both => put(result, if py::truthy(a) { b.clone() } else { a.clone() }),
        Op::either => put(result, if py::truthy(a) { a.clone() } else { b.clone() }),
        Op::astuple => match (a, b) {
            (&Value::Int(a), &Value::Int(b)) => match (i32::try_from(a), i32::try_from(b)) {
                (Ok(a), Ok(b)) => put(result, Value::Pair(a, b)),
                _ => false,
            },
            _ => false,
        },
        Op::equality => match plainly_equal(a, b) {
            Some(equal) => put(result, Value::Bool(equal)),
            None => false,
        },
        Op::contained => match (a, b) {
            (&Value::Pair(i, j), Value::Set(set)) => match set.pairs() {
                Some(few) if few.len() <= FEW => put(result, Value::Bool(few.contains(&(i, j)))),
                _ => false,
            },
            _ => false,
        },
        Op::index => match (a, b) {
            (Value::Grid(grid), &Value::Pair(i, j)) => {
                put(result, grid.get(i, j).map_or(Value::None, |v| Value::Int(v.into())))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Up to this many places are looked through.
const FEW: usize = 16;

/// Whether two values are equal, as far as that shows at a glance.
#[inline(always)]
fn plainly_equal(a: &Value, b: &Value) -> Option<bool> {
    Some(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Pair(a, b), Value::Pair(c, d)) => a == c && b == d,
        (Value::Cell(a, b, c), Value::Cell(d, e, f)) => a == d && b == e && c == f,
        (Value::Grid(a), Value::Grid(b)) => a == b,
        (Value::Set(a), Value::Set(b)) if a.len() != b.len() => false,
        (Value::Set(_), Value::Int(_) | Value::Pair(..) | Value::Cell(..) | Value::Tuple(_) | Value::Grid(_))
        | (Value::Int(_) | Value::Pair(..) | Value::Cell(..) | Value::Tuple(_) | Value::Grid(_), Value::Set(_)) => {
            false
        }
        _ => return None,
    })
}
