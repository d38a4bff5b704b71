//! Tuples of a number and something else, as `pair` makes them of numbers and of rows, objects or grids.
//!
//! Programs number what they have, keep some of it by number and take the numbers away again:
//! `apply(last, sfilter(pair(interval(ZERO, size(I), ONE), I), compose(positive, first)))`.

use super::coded::{Coded, Weights};
use super::column::Column;
use super::tree::{Kind, Node};
use megabatt_core::{Op, Value};

/// A tuple `(number, something)` for each item.
pub struct Zipped<'a> {
    tuples: &'a [Value],
    numbers: Vec<i64>,
}

impl<'a> Zipped<'a> {
    /// The items of a tuple, if each is such a tuple.
    pub fn of(tuples: &'a [Value]) -> Option<Zipped<'a>> {
        let number = |value: &Value| match parts(value)? {
            [Value::Int(n), _] => Some(*n),
            _ => None,
        };
        Some(Zipped { tuples, numbers: tuples.iter().map(number).collect::<Option<_>>()? })
    }

    pub fn len(&self) -> usize {
        self.tuples.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::each(self.tuples.iter().map(Value::weight).collect())
    }

    /// An operation on each.
    pub fn unary(&self, op: Op) -> Option<Column> {
        let second = |tuple: &Value| parts(tuple).map(|[_, second]| second.clone());
        match op {
            Op::first => Some(Column::Ints(self.numbers.clone())),
            Op::last => Some(Column::Coded(Coded::each(self.tuples.iter().map(second).collect::<Option<_>>()?))),
            _ => None,
        }
    }
}

/// The two parts of a tuple that is no pair of numbers.
fn parts(value: &Value) -> Option<&[Value; 2]> {
    match value {
        Value::Tuple(items) if items.len() == 2 && items.as_walked().is_none() => items.slice().try_into().ok(),
        _ => None,
    }
}

/// Whether a function begins with one of the two parts.
pub fn suits(node: &Node<'_>) -> bool {
    match &node.kind {
        Kind::Unary(op) => matches!(op, Op::first | Op::last),
        Kind::Compose(nodes) => suits(&nodes[1]),
        Kind::Chain(nodes) => suits(&nodes[2]),
        Kind::Matcher(node, _) => suits(node),
        Kind::Fork(_, nodes) => nodes.iter().all(suits),
        _ => false,
    }
}
