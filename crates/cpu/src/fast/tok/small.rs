//! Questions that are answered in a few instructions; for them the way to the answer is what costs, and half of a batt's lines
//! are of this kind. None of them fails, and none compares values that nest.
//!
//! What they give is written where the caller wants it: a value is written in parts, and whoever copies it right after waits until
//! all of them are there, which takes as long as the answer.

use super::route::Route;
use megabatt_core::{Set, TokOp, Value};

/// Whether there are such questions of the operation.
pub const fn knows(op: TokOp) -> bool {
    use TokOp::{
        add, astuple, both, difference_t, difference_tuple, flip, get_nth_f, get_nth_t, greater, height_t, multiply,
        pair, size, size_f, size_t, subtract, width_t,
    };
    matches!(
        op,
        size | size_t
            | size_f
            | height_t
            | width_t
            | flip
            | multiply
            | subtract
            | add
            | greater
            | both
            | astuple
            | get_nth_t
            | get_nth_f
            | pair
            | difference_tuple
            | difference_t
    )
}

/// The result, if the arguments are of the plainest kind.
#[inline]
pub fn call(op: TokOp, args: &[&Value]) -> Option<Value> {
    let mut result = Value::None;
    (Route::of(op).has(Route::SMALL) && call_to(op, args, &mut result)).then_some(result)
}

/// The result in the place of what was there. False, and nothing done, if the arguments are of another kind.
#[inline]
pub fn call_to(op: TokOp, args: &[&Value], result: &mut Value) -> bool {
    match *args {
        [a] => unary(op, a, result),
        [a, b] => binary(op, a, b, result),
        _ => false,
    }
}

#[inline]
fn unary(op: TokOp, a: &Value, result: &mut Value) -> bool {
    match (op, a) {
        (TokOp::size | TokOp::size_t | TokOp::size_f, _) => return put_int(result, size(a).map(|n| n as i64)),
        (TokOp::height_t, Value::Grid(g)) => *result = Value::Int(g.height() as i64),
        (TokOp::width_t, Value::Grid(g)) => *result = Value::Int(g.width() as i64),
        (TokOp::flip, Value::Bool(b)) => *result = Value::Bool(!b),
        _ => return false,
    }
    true
}

#[inline(never)]
fn binary(op: TokOp, a: &Value, b: &Value, result: &mut Value) -> bool {
    match (op, a, b) {
        (TokOp::multiply, Value::Int(a), Value::Int(b)) => return put_int(result, a.checked_mul(*b)),
        (TokOp::subtract, Value::Int(a), Value::Int(b)) => return put_int(result, a.checked_sub(*b)),
        (TokOp::add, Value::Int(a), Value::Int(b)) => return put_int(result, a.checked_add(*b)),
        (TokOp::greater, Value::Int(a), Value::Int(b)) => *result = Value::Bool(a > b),
        (TokOp::greater, Value::Bool(a), Value::Int(b)) => *result = Value::Bool(i64::from(*a) > *b),
        (TokOp::both, Value::Bool(a), Value::Bool(b)) => *result = Value::Bool(*a && *b),
        (TokOp::astuple, ..) => return put(result, Value::pair(a.clone(), b.clone()).ok()),
        (TokOp::get_nth_t, _, Value::Int(rank)) => return put(result, nth_of_tuple(a, *rank)),
        (TokOp::get_nth_f, Value::Set(set), Value::Int(0)) if set.len() <= 1 => {
            *result = set.first().unwrap_or_else(|| Value::set(Set::empty()));
        }
        (TokOp::pair, Value::Tuple(a), Value::Tuple(b)) => return put(result, side_by_side(a.slice(), b.slice())),
        (TokOp::difference_tuple | TokOp::difference_t, ..) => return put(result, difference(a, b)),
        _ => return false,
    }
    true
}

/// Writes an int, if there is one.
#[inline(always)]
fn put_int(result: &mut Value, n: Option<i64>) -> bool {
    match n {
        Some(n) => {
            *result = Value::Int(n);
            true
        }
        None => false,
    }
}

/// Writes a value, if there is one.
#[inline(always)]
fn put(result: &mut Value, value: Option<Value>) -> bool {
    match value {
        Some(value) => {
            *result = value;
            true
        }
        None => false,
    }
}

fn size(a: &Value) -> Option<usize> {
    Some(match a {
        Value::Set(set) => set.len(),
        Value::Tuple(items) => items.len(),
        Value::Grid(g) => g.height(),
        Value::Pair(..) | Value::Cell(..) => 2,
        Value::Triple(..) => 3,
        _ => return None,
    })
}

/// What is not there is nan.
fn nth_of_tuple(a: &Value, rank: i64) -> Option<Value> {
    let nothing = Value::Float(f64::NAN);
    let number = |n: &i32| Value::Int((*n).into());
    let at = |n: usize| if rank < 0 { rank.checked_add(n as i64) } else { Some(rank) };
    let item = |n: usize| usize::try_from(at(n)?).ok().filter(|&at| at < n);
    Some(match a {
        Value::Tuple(items) => item(items.len()).map_or(nothing, |at| items.slice()[at].clone()),
        Value::Pair(a, b) => item(2).map_or(nothing, |at| number([a, b][at])),
        Value::Triple(a, b, c) => item(3).map_or(nothing, |at| number([a, b, c][at])),
        _ => return None,
    })
}

/// Ints of two tuples in pairs.
fn side_by_side(a: &[Value], b: &[Value]) -> Option<Value> {
    let mut pairs = Vec::with_capacity(a.len().min(b.len()));
    for two in a.iter().zip(b) {
        let (Value::Int(a), Value::Int(b)) = two else { return None };
        pairs.push(Value::Pair(i32::try_from(*a).ok()?, i32::try_from(*b).ok()?));
    }
    Value::tuple(pairs).ok()
}

/// Tuples of more ints than this are left to the ordinary way.
const MOST: usize = 16;

/// A few ints.
struct Few {
    ints: [i64; MOST],
    len: usize,
}

impl Few {
    /// The items of a tuple of few ints.
    fn of(tuple: &Value) -> Option<Few> {
        let mut few = Few { ints: [0; MOST], len: 0 };
        match *tuple {
            Value::Tuple(ref items) if items.len() <= MOST => {
                for item in items.slice() {
                    let Value::Int(n) = item else { return None };
                    few.push(*n);
                }
            }
            Value::Pair(a, b) => [a, b].into_iter().for_each(|n| few.push(n.into())),
            Value::Triple(a, b, c) => [a, b, c].into_iter().for_each(|n| few.push(n.into())),
            _ => return None,
        }
        Some(few)
    }

    fn push(&mut self, n: i64) {
        self.ints[self.len] = n;
        self.len += 1;
    }

    fn all(&self) -> &[i64] {
        &self.ints[..self.len]
    }
}

/// The ints of one tuple that are not in the other.
fn difference(a: &Value, b: &Value) -> Option<Value> {
    let (mut a, b) = (Few::of(a)?, Few::of(b)?);
    let mut kept = 0;
    for n in 0..a.len {
        let int = a.ints[n];
        a.ints[kept] = int;
        kept += usize::from(!b.all().contains(&int));
    }
    Some(Value::ints(&a.ints[..kept]))
}
