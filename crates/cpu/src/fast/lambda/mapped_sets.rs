//! `mapply` of one function over each of many sets.
//!
//! `sfilter(sets, chain(positive, size, lbind(mapply, compose(lbind(occurrences, I), …))))` goes through the items of every set, and most
//! sets have one or two: a tree for each takes longer than all that it is for. Here the items of all sets are one column, and of what
//! comes for a set only the size is found.

use super::bill::Bill;
use super::coded::Weights;
use super::column::View;
use super::merged::INNER;
use super::outline::{Outlines, PLACE};
use super::own_items::items_of;
use super::tree::{Node, Opaque};
use crate::Machine;
use megabatt_core::{Arc, Closure, Op, Set, Value};

/// More items than this are left to the ordinary way, which looks at the clock in between and has the places of one set at a time.
const MOST_ITEMS: usize = 1 << 14;

/// Whether the function ends with looking for something in one grid.
pub fn suits(function: &Value) -> bool {
    let Value::Func(f) = function else { return false };
    match &f.kind {
        Closure::Lbind { function: Value::Op(op), .. } => *op == Op::occurrences,
        Closure::Compose { outer: last, .. } | Closure::Chain { h: last, .. } => suits(last),
        _ => false,
    }
}

/// What is known of `mapply(function, set)` for each set. None if a set has no items.
pub fn merged(m: &mut Machine, sets: &[Arc<Set>], function: &Value, bill: &mut Bill) -> Option<Outlines> {
    if !suits(function) || sets.iter().map(|set| set.len()).sum::<usize>() > MOST_ITEMS {
        return None;
    }
    let items = items_of(sets)?;
    let weights = Weights::each(sets.iter().map(|set| set.weight()).collect());
    let begun = bill.begin(&[Weights::Same(function.weight()), weights], INNER);
    let mut inner = Bill::new(items.len());
    let found = Node::of(function, Opaque::Refused)?.call(m, items.view(), &mut inner)?;
    let View::Fits(fits) = found.view() else { return None };
    bill.calls_of_some(&inner, |_| true)?;
    let counts = || sets.iter().map(|set| set.len());
    // All results are kept, and hashed in their set and once more as they are merged.
    let results = Weights::each(fits.weights_together(counts()));
    bill.make(&results);
    bill.charge_weights(&results);
    let all = Outlines::new(fits.sizes_together(counts()), None, PLACE);
    bill.end(begun, &all.weights());
    Some(all)
}
