//! Functions over places and cells without a call per item.
//!
//! Filters such as `sfilter(asobject(I), compose(flip, matcher(first, ZERO)))` call four functions for each of
//! hundreds of cells. Where a closure is made of operations on ints, places and cells alone, it is turned into a small
//! [`tree`] once, and each of its operations runs over all items as a [`column`]. It charges what the calls would have
//! charged; whatever it cannot do, a failing call and a limit included, it leaves to the ordinary way.
//!
//! ```text
//! cells         first          == 0           flip
//! (0, (0, 0))    0              true           false
//! (3, (0, 1)) →  3          →   false      →   true
//! (0, (1, 0))    0              true           false
//! ```

mod binary;
mod column;
mod tree;
mod unary;

pub use column::{Column, positions_where};

use crate::Machine;
use column::View;
use megabatt_core::{Value, py};
use tree::{Bill, Node};

/// Nobody looks at the clock in here, so very long loops are left to the ordinary way.
const MOST_ITEMS: usize = 10_000;

/// What the function gives for each item of a set of places or cells, or of a tuple of scalars; what one call would
/// have charged; and how deep it went.
fn call_each(function: &Value, container: &Value) -> Option<(Column, Bill, u32)> {
    if !matches!(container, Value::Set(_) | Value::Tuple(_) | Value::Grid(_)) {
        return None;
    }
    let n = py::len(container).ok().filter(|&n| 0 < n && n <= MOST_ITEMS)?;
    let listed;
    let items = match container {
        Value::Set(set) => match (set.pairs(), set.cells()) {
            (Some(pairs), _) => View::Pairs(pairs),
            (_, Some(cells)) => View::Cells(cells),
            _ => return None,
        },
        _ => {
            listed = Column::of_tuple(container)?;
            listed.view()
        }
    };
    let node = Node::of(function)?;
    let mut bill = Bill::default();
    let results = node.call(items, &mut bill)?.into_column();
    debug_assert_eq!(results.len(), n);
    Some((results, bill, node.depth()))
}

/// What the function gives for each item inside a generator; for a set, by position in its content.
pub fn results(m: &mut Machine, container: &Value, function: &Value) -> Option<Column> {
    let (results, bill, depth) = call_each(function, container)?;
    m.pay_at_once(depth + 1, bill.fuel * results.len() as u64, bill.most_memory).then_some(results)
}

/// What the key function of `max` or `min` gives for each item, as ints that compare as the keys do; for a set, by
/// position in its content.
pub fn keys(m: &mut Machine, container: &Value, function: &Value) -> Option<Vec<i64>> {
    let (results, bill, depth) = call_each(function, container)?;
    let (fuel, n) = (bill.fuel + results.item_weight(), results.len() as u64);
    let keys = results.into_sortable()?;
    m.pay_at_once(depth, fuel * n, bill.most_memory).then_some(keys)
}
