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

mod along;
mod apart;
mod area;
mod bill;
mod binary;
mod built;
mod calls;
mod chosen;
mod coded;
mod column;
mod copies;
mod cut;
mod drawing;
mod figure;
mod fits;
mod foreground;
mod function;
mod gathered;
mod intervals;
mod kept;
mod lists;
mod made;
mod mapped_sets;
mod matched;
mod merged;
mod outline;
mod own_items;
mod parts;
mod patches;
mod reach;
mod regions;
mod sides;
mod stamps;
mod targets;
mod tok;
mod tree;
mod turned;
mod unary;
mod unmade;
mod window;
mod zipped;

pub use coded::Each;
pub use column::{Column, sortable};

use crate::Machine;
use crate::fast::moved::Moved;
use crate::fast::shapes::Lines;
use bill::Bill;
use column::View;
use gathered::Gathered;
use lists::Lists;
use megabatt_core::ablation::{Idea, is_off};
use megabatt_core::{Fail, Result, Set, Value, py};
use tree::{Node, Opaque};
use zipped::Zipped;

/// Nobody looks at the clock while a column is worked out, so very long ones are left to the ordinary way.
const MOST_ITEMS: usize = 1_000_000;

/// With so many items or fewer, a function that has refused over and over is not tried each time; with more, what that takes is little beside the calls.
const FEW_ITEMS: usize = 64;

/// What the function gives for each item of a set of places, cells or tuples, or of a tuple of scalars; and what all
/// the calls would have charged.
fn call_each(m: &mut Machine, function: &Value, container: &Value) -> Option<(Column, Bill)> {
    if !matches!(container, Value::Set(_) | Value::Tuple(_) | Value::Grid(_)) || is_off(Idea::Columns) {
        return None;
    }
    let n = py::len(container).ok().filter(|&n| 0 < n && n <= MOST_ITEMS)?;
    let Value::Func(closure) = function else { return call_all(m, function, container, n) };
    if n <= FEW_ITEMS && !closure.may_be_asked_at_once() {
        return None;
    }
    let found = call_all(m, function, container, n);
    // That there are too few patches says nothing about others.
    if n >= patches::FEWEST {
        closure.note_asked_at_once(found.is_some());
    }
    found
}

/// [`call_each`] of so many items.
fn call_all(m: &mut Machine, function: &Value, container: &Value, n: usize) -> Option<(Column, Bill)> {
    let mut opaque = Opaque::Refused;
    let (listed, sets);
    let items = match container {
        Value::Set(set) => match (set.pairs(), set.cells()) {
            (Some(pairs), _) => View::Pairs(pairs),
            (_, Some(cells)) => View::Cells(cells),
            _ => match set.twos() {
                Some(twos) => {
                    if let Some(found) = apart::call_each(m, function, twos) {
                        return Some(found);
                    }
                    if let Some(found) = sides::call_each(m, function, twos) {
                        return Some(found);
                    }
                    opaque = Opaque::Allowed;
                    View::Tuples(twos)
                }
                None if let Some(found) = call_each_copy(m, function, set) => return Some(found),
                None if n >= patches::FEWEST
                    && patches::suits(function)
                    && let Some(found) = call_each_line(m, function, set) =>
                {
                    return Some(found);
                }
                None if n >= patches::FEWEST && patches::suits(function) && !patches::gives_sets(function) => {
                    sets = Gathered::of(set)?;
                    opaque = Opaque::Allowed;
                    View::Sets(&sets)
                }
                None => {
                    listed = ints_of(set, function)?;
                    listed.view()
                }
            },
        },
        // Nobody has listed its items.
        Value::Tuple(items) if items.as_numbered().is_some() => return call_each_tuple(m, function, container),
        _ => match Column::of_tuple(container) {
            Some(scalars) => {
                listed = scalars;
                listed.view()
            }
            None => return call_each_tuple(m, function, container),
        },
    };
    if tok::begins_with_tok(function) {
        return tok::call_each(m, function, items);
    }
    let node = Node::of(function, opaque)?;
    let mut bill = Bill::new(n);
    let results = node.call(m, items, &mut bill)?.into_column()?;
    debug_assert_eq!(results.len(), n);
    Some((results, bill))
}

/// [`call_each`] of the rows of a grid, or of the tuples in a tuple.
fn call_each_tuple(m: &mut Machine, function: &Value, container: &Value) -> Option<(Column, Bill)> {
    if tok::begins_with_tok(function) {
        return None;
    }
    let node = Node::of(function, Opaque::Refused)?;
    let (lists, zipped);
    let items = if let Value::Tuple(items) = container
        && zipped::suits(&node)
        && let Some(found) = Zipped::of(items)
    {
        zipped = found;
        View::Zipped(&zipped)
    } else if lists::suits(&node) {
        lists = Lists::of(container)?;
        View::Lists(&lists)
    } else {
        return None;
    };
    let mut bill = Bill::new(items.len());
    let results = node.call(m, items, &mut bill)?.into_column()?;
    Some((results, bill))
}

/// [`call_each`] of the copies of a patch that are in a set.
fn call_each_copy(m: &mut Machine, function: &Value, set: &Set) -> Option<(Column, Bill)> {
    let copies = Moved::in_set(set)?;
    let mut bill = Bill::new(copies.len());
    let results = Node::of(function, Opaque::Refused)?.call(m, View::Moved(&copies), &mut bill)?.into_column()?;
    Some((results, bill))
}

/// [`call_each`] of the lines that are in a set.
fn call_each_line(m: &mut Machine, function: &Value, set: &Set) -> Option<(Column, Bill)> {
    let lines = Lines::in_set(set)?;
    let mut bill = Bill::new(lines.len());
    let results = Node::of(function, Opaque::Refused)?.call(m, View::Lines(&lines), &mut bill)?.into_column()?;
    Some((results, bill))
}

/// The items of a set of ints, in the order of its content; None if there are others, or too few of them to be worth it.
fn ints_of(set: &Set, function: &Value) -> Option<Column> {
    const FEWEST: usize = 2;
    if set.len() < FEWEST || tok::begins_with_tok(function) {
        return None;
    }
    let int = |value: Value| if let Value::Int(n) = value { Some(n) } else { None };
    let mut ints = Vec::with_capacity(set.len());
    for value in set.values() {
        ints.push(int(value)?);
    }
    Some(Column::Ints(ints))
}

/// Pays for all calls, inside so many more frames, and for something more. None, and nothing paid, if a limit other than that of fuel
/// would have struck, or if calls ask for room that there may not be.
fn pay(m: &mut Machine, bill: &Bill, frames: u32, more: u64) -> Option<Result<()>> {
    let fuel = bill.fuel().saturating_add(more);
    let with_room = |n: u64| n.saturating_add(bill.asked);
    if bill.asked > 0 && !m.meter.has_room(with_room(fuel), with_room(bill.most_memory)) {
        return None;
    }
    m.pay_at_once(bill.deepest + frames, fuel, bill.most_memory)
}

/// What the function gives for each item inside a generator; for a set, by position in its content. Fails if the fuel
/// does not suffice.
pub fn results(m: &mut Machine, container: &Value, function: &Value) -> Option<Result<Column>> {
    let (results, bill) = call_each(m, function, container)?;
    let paid = pay(m, &bill, 1, 0)?;
    Some(paid.map(|()| results))
}

/// [`keys`] that are kept until all of them are there, as `sorted` does. None if they cannot be paid for.
pub fn kept_keys(m: &mut Machine, container: &Value, function: &Value) -> Option<Vec<i64>> {
    let (results, bill) = call_each(m, function, container)?;
    let weight = results.total_weight();
    let keys = results.into_sortable()?;
    pay(m, &bill, 0, weight)?.ok()?;
    m.meter.keep(&mut 0, weight).ok()?;
    Some(keys)
}

/// What the key function of `max` or `min` gives for each item, as ints that compare as the keys do; for a set, by
/// position in its content. Fails if the fuel does not suffice.
pub fn keys(m: &mut Machine, container: &Value, function: &Value) -> Option<Result<Vec<i64>>> {
    let (results, bill) = call_each(m, function, container)?;
    let weight = results.total_weight();
    let keys = results.into_sortable()?;
    let paid = pay(m, &bill, 0, weight)?;
    Some(paid.map(|()| keys))
}

/// The item of a whole product for which `function` gives the most, or the least, where it sees only how far the two places of a tuple are
/// apart. None, and nothing paid, if that is for [`keys`].
pub fn best_by_distance(m: &mut Machine, set: &Set, function: &Value, greatest: bool) -> Option<Result<Value>> {
    if is_off(Idea::Columns) || set.len() > MOST_ITEMS {
        return None;
    }
    let keyed = apart::Keyed::of(m, function, set.twos()?)?;
    let paid = pay(m, &keyed.bill, 0, keyed.weight)?;
    Some(paid.and_then(|()| keyed.best(set, greatest).and_then(|at| set.item(at)).ok_or(Fail::VALUE)))
}
