//! Tuples of a number and something else, as `pair` makes them of numbers and of rows, objects or grids.
//!
//! Programs number what they have, keep some of it by number and take the numbers away again:
//! `apply(last, sfilter(pair(interval(ZERO, size(I), ONE), I), compose(positive, first)))`.

use super::coded::{Coded, Weights};
use super::column::Column;
use super::lists::Lists;
use super::tree::{Kind, Node};
use megabatt_core::{Grid, Op, Tuple, Value};
use std::borrow::Cow;

/// A tuple `(number, something)` for each item.
pub struct Zipped<'a> {
    numbers: Cow<'a, [i64]>,
    tuples: Tuples<'a>,
}

/// The tuples themselves, or what they would be made of.
enum Tuples<'a> {
    Listed(&'a [Value]),
    /// With the rows of a grid.
    Rows(&'a Grid, u64),
}

impl<'a> Zipped<'a> {
    /// The items of a tuple, if each is such a tuple.
    pub fn of(tuple: &'a Tuple) -> Option<Zipped<'a>> {
        if let Some(numbered) = tuple.as_numbered() {
            let tuples = Tuples::Rows(&numbered.rows, numbered.weight_of_each());
            return Some(Zipped { numbers: Cow::Borrowed(&numbered.numbers), tuples });
        }
        let number = |value: &Value| match parts(value)? {
            [Value::Int(n), _] => Some(*n),
            _ => None,
        };
        let items = tuple.slice();
        Some(Zipped { numbers: items.iter().map(number).collect::<Option<_>>()?, tuples: Tuples::Listed(items) })
    }

    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn weights(&self) -> Weights {
        match self.tuples {
            Tuples::Listed(items) => Weights::each(items.iter().map(Value::weight).collect()),
            Tuples::Rows(_, weight) => Weights::Same(weight),
        }
    }

    /// An operation on each.
    pub fn unary(&self, op: Op) -> Option<Column> {
        let second = |tuple: &Value| parts(tuple).map(|[_, second]| second.clone());
        match (op, &self.tuples) {
            (Op::first, _) => Some(Column::Ints(self.numbers.to_vec())),
            (Op::last, Tuples::Listed(items)) => {
                Some(Column::Coded(Coded::each(items.iter().map(second).collect::<Option<_>>()?)))
            }
            (Op::last, Tuples::Rows(rows, _)) => Some(Column::Lists(Box::new(Lists::of_grid(rows)?))),
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
