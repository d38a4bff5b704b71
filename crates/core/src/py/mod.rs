//! Python's rules below the level of an operation: lengths, iteration, indexing, truth, arithmetic, comparison.
//!
//! The reference form of every operation is written on these functions alone, so that an absurd argument raises
//! what it raises in Python by construction.

pub mod compare;
pub mod nesting;
pub mod number;
mod numeric_keys;
pub mod sort;
mod text;

pub use compare::{greater, less, max, min};
pub use text::{repr, repr_set};

use crate::error::{Fail, Result};
use crate::grid::Grid;
use crate::value::Value;

/// `len(value)`.
#[inline]
pub fn len(value: &Value) -> Result<usize> {
    match value {
        Value::Set(s) => Ok(s.len()),
        Value::Grid(g) => Ok(g.height()),
        Value::Tuple(t) => Ok(t.len()),
        Value::Pair(..) | Value::Cell(..) => Ok(2),
        Value::Triple(..) => Ok(3),
        _ => Err(Fail::TYPE),
    }
}

/// Item `i` of a tuple in any form; None if it is no tuple or too short.
#[inline]
pub fn item(value: &Value, i: usize) -> Option<Value> {
    match value {
        Value::Tuple(t) => t.slice().get(i).cloned(),
        Value::Grid(g) => (i < g.height()).then(|| g.row_value(i)),
        Value::Pair(a, b) => [*a, *b].get(i).map(|&n| Value::Int(n.into())),
        Value::Triple(a, b, c) => [*a, *b, *c].get(i).map(|&n| Value::Int(n.into())),
        Value::Cell(c, a, b) => match i {
            0 => Some(Value::Int((*c).into())),
            1 => Some(Value::Pair(*a, *b)),
            _ => None,
        },
        _ => None,
    }
}

/// `value[i]` for an int `i`: negative counts from the end.
#[inline]
pub fn get(value: &Value, i: i64) -> Result<Value> {
    if !value.is_tuple() {
        return Err(Fail::TYPE);
    }
    let n = len(value)? as i64;
    let at = if i < 0 { i + n } else { i };
    usize::try_from(at).ok().and_then(|at| item(value, at)).ok_or(Fail::INDEX)
}

/// `value[index]` for any index.
pub fn get_item(value: &Value, index: &Value) -> Result<Value> {
    match (value.is_tuple(), index.as_int()) {
        (true, Some(i)) => get(value, i),
        _ => Err(Fail::TYPE),
    }
}

/// A slice's bound after Python's clamping, for a sequence of `n` items.
fn clamp(i: i64, n: usize) -> usize {
    let n = n as i64;
    (if i < 0 { (i + n).max(0) } else { i.min(n) }) as usize
}

/// `value[start:stop]` of a tuple, with ints or None for the bounds.
pub fn slice(value: &Value, start: Option<i64>, stop: Option<i64>) -> Result<Value> {
    if !value.is_tuple() {
        return Err(Fail::TYPE);
    }
    let n = len(value)?;
    let (from, to) = (clamp(start.unwrap_or(0), n), stop.map_or(n, |s| clamp(s, n)));
    if from >= to {
        return Ok(Value::empty_tuple());
    }
    if let Value::Grid(g) = value {
        let cells = g.cells()[from * g.width()..to * g.width()].to_vec();
        return Ok(Value::grid(Grid::new(to - from, g.width(), cells)));
    }
    Value::tuple(iter(value)?.skip(from).take(to - from).collect())
}

/// The bound of a slice from a value: an int or nothing else.
pub fn slice_bound(value: &Value) -> Result<Option<i64>> {
    match value {
        Value::None => Ok(None),
        other => other.as_int().map(Some).ok_or(Fail::TYPE),
    }
}

/// `value[::-1]` of a tuple.
pub fn reversed(value: &Value) -> Result<Value> {
    match value {
        Value::Grid(g) => {
            let (h, w) = (g.height(), g.width());
            Ok(Value::grid(Grid::from_fn(h, w, |i, j| g.at(h - 1 - i, j))))
        }
        v if v.is_tuple() => {
            let mut items: Vec<Value> = iter(v)?.collect();
            items.reverse();
            Value::tuple(items)
        }
        _ => Err(Fail::TYPE),
    }
}

/// What a `for` loop over a value sees.
#[derive(Clone)]
pub enum Iter<'a> {
    Slice(std::slice::Iter<'a, Value>),
    Set(crate::set::InOrder<'a>),
    Few(std::array::IntoIter<Value, 2>),
    Three(std::array::IntoIter<i32, 3>),
    Rows(&'a Grid, usize),
}

impl Iterator for Iter<'_> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        match self {
            Iter::Slice(items) => items.next().cloned(),
            Iter::Set(items) => items.next(),
            Iter::Few(items) => items.next(),
            Iter::Three(items) => items.next().map(|n| Value::Int(n.into())),
            Iter::Rows(grid, at) => {
                *at += 1;
                (*at <= grid.height()).then(|| grid.row_value(*at - 1))
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = match self {
            Iter::Slice(items) => items.len(),
            Iter::Set(items) => items.len(),
            Iter::Few(items) => items.len(),
            Iter::Three(items) => items.len(),
            Iter::Rows(grid, at) => grid.height().saturating_sub(*at),
        };
        (n, Some(n))
    }
}

/// `iter(value)`: sets in CPython's order.
#[inline]
pub fn iter(value: &Value) -> Result<Iter<'_>> {
    Ok(match value {
        Value::Tuple(t) => Iter::Slice(t.slice().iter()),
        Value::Set(s) => Iter::Set(s.in_order()),
        Value::Grid(g) => Iter::Rows(g, 0),
        Value::Pair(a, b) => Iter::Few([Value::Int((*a).into()), Value::Int((*b).into())].into_iter()),
        Value::Triple(a, b, c) => Iter::Three([*a, *b, *c].into_iter()),
        Value::Cell(c, i, j) => Iter::Few([Value::Int((*c).into()), Value::Pair(*i, *j)].into_iter()),
        _ => return Err(Fail::TYPE),
    })
}

/// `a, b = value`: a TypeError if it cannot be walked, a ValueError if it has not two items.
#[inline]
pub fn unpack2(value: &Value) -> Result<(Value, Value)> {
    match value {
        Value::Pair(a, b) => return Ok((Value::Int((*a).into()), Value::Int((*b).into()))),
        Value::Cell(c, i, j) => return Ok((Value::Int((*c).into()), Value::Pair(*i, *j))),
        _ => {}
    }
    let mut items = iter(value)?;
    match (items.next(), items.next(), items.next()) {
        (Some(a), Some(b), None) => Ok((a, b)),
        _ => Err(Fail::VALUE),
    }
}

/// `bool(value)`.
pub fn truthy(value: &Value) -> bool {
    match value {
        Value::None => false,
        Value::Bool(b) => *b,
        Value::Int(n) => *n != 0,
        Value::Float(x) => *x != 0.0,
        Value::Tuple(t) => !t.is_empty(),
        Value::Set(s) => !s.is_empty(),
        _ => true,
    }
}

/// `value in container`.
pub fn contains(container: &Value, value: &Value) -> Result<bool> {
    match container {
        Value::Set(s) => Ok(s.contains(value)),
        Value::Tuple(t) => Ok(t.slice().iter().any(|item| item.is_same_item(value))),
        other => Ok(iter(other)?.any(|item| item.is_same_item(value))),
    }
}

/// `type(like)(items)`: a tuple or a set, whichever `like` is.
pub fn collect_like(like: &Value, mut items: Vec<Value>) -> Result<Value> {
    match like {
        // A single item needs no place among others, so its hash can wait.
        Value::Set(_) if items.len() == 1 => Ok(Value::set(crate::set::Set::single(items.remove(0))?)),
        Value::Set(_) => Ok(Value::set(crate::set::Set::from_items(items)?)),
        v if v.is_tuple() => Value::tuple(items),
        _ => Err(Fail::TYPE),
    }
}
