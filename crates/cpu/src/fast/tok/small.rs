//! Questions that are answered in a few instructions; for them the way to the answer is what costs, and half of a batt's lines
//! are of this kind. None of them fails, and none compares values that nest.

use megabatt_core::{Set, TokOp, Value};

/// The result, if the arguments are of the plainest kind.
#[inline]
pub fn call(op: TokOp, args: &[&Value]) -> Option<Value> {
    match *args {
        [a] => unary(op, a),
        [a, b] => binary(op, a, b),
        _ => None,
    }
}

#[inline]
fn unary(op: TokOp, a: &Value) -> Option<Value> {
    Some(match (op, a) {
        (TokOp::size | TokOp::size_t | TokOp::size_f, _) => size(a)?.into(),
        (TokOp::height_t, Value::Grid(g)) => g.height().into(),
        (TokOp::width_t, Value::Grid(g)) => g.width().into(),
        (TokOp::flip, Value::Bool(b)) => Value::Bool(!b),
        _ => return None,
    })
}

#[inline]
fn binary(op: TokOp, a: &Value, b: &Value) -> Option<Value> {
    Some(match (op, a, b) {
        (TokOp::multiply, Value::Int(a), Value::Int(b)) => Value::Int(a.checked_mul(*b)?),
        (TokOp::subtract, Value::Int(a), Value::Int(b)) => Value::Int(a.checked_sub(*b)?),
        (TokOp::add, Value::Int(a), Value::Int(b)) => Value::Int(a.checked_add(*b)?),
        (TokOp::greater, Value::Int(a), Value::Int(b)) => Value::Bool(a > b),
        (TokOp::greater, Value::Bool(a), Value::Int(b)) => Value::Bool(i64::from(*a) > *b),
        (TokOp::both, Value::Bool(a), Value::Bool(b)) => Value::Bool(*a && *b),
        (TokOp::astuple, ..) => Value::pair(a.clone(), b.clone()).ok()?,
        (TokOp::get_nth_t, _, Value::Int(rank)) => nth_of_tuple(a, *rank)?,
        (TokOp::get_nth_f, Value::Set(set), Value::Int(0)) if set.len() <= 1 => {
            set.first().unwrap_or_else(|| Value::set(Set::empty()))
        }
        (TokOp::pair, Value::Tuple(a), Value::Tuple(b)) => side_by_side(a.slice(), b.slice())?,
        (TokOp::difference_tuple | TokOp::difference_t, ..) => difference(a, b)?,
        _ => return None,
    })
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
    let (a, b) = (Few::of(a)?, Few::of(b)?);
    let kept: Vec<Value> = a.all().iter().filter(|n| !b.all().contains(n)).map(|n| Value::Int(*n)).collect();
    Value::tuple(kept).ok()
}
