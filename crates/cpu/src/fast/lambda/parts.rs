//! `sfilter` of one tuple of grids or of ints with functions that are made for each item.
//!
//! `chain(size, lbind(sfilter, grids), compose(rbind(compose, palette), lbind(lbind, contained)))` makes a function of each colour and asks it
//! about every grid; `chain(size, lbind(sfilter, colours), lbind(matcher, identity))` counts how often each colour comes. What is asked for
//! next is how many there are, so nobody makes the tuples of those for which it holds.

use super::bill::Bill;
use super::coded::Weights;
use super::column::Column;
use super::made::{FUNCTION, Made};
use super::matched;
use crate::Machine;
use megabatt_core::Value;
use megabatt_core::value::bulk_of_tuple;

/// Tuples with parts of a tuple, one for each item.
pub struct Parts {
    sizes: Vec<i64>,
    bulks: Vec<u64>,
}

impl Parts {
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// What each counts for when it is held. As an argument it would count by its weight, but nothing is asked of it that does.
    pub fn bulks(&self) -> Weights {
        Weights::each(self.bulks.clone())
    }

    pub fn sizes(&self) -> Column {
        Column::Ints(self.sizes.clone())
    }
}

/// `sfilter(tuple, function)` for each function, where the tuple has grids and what is like them, or ints. A tuple of other things may have a
/// form of its own.
pub fn parts(m: &mut Machine, tuple: &Value, functions: &Made, bill: &mut Bill) -> Option<Parts> {
    let Value::Tuple(items) = tuple else { return None };
    if items.as_walked().is_some() {
        return None;
    }
    let (weight, grids) = (tuple.weight(), items.slice());
    if matches!(grids, [Value::Int(_), ..]) {
        return ints(m, tuple, grids, functions, bill);
    }
    if grids.is_empty() || !grids.iter().all(is_part) {
        return None;
    }
    let begun = bill.begin(&[Weights::Same(weight), Weights::Same(FUNCTION)], 0);
    // How many there are, what they weigh, and what they add to the bulk of a large tuple.
    let mut totals = vec![(0i64, 1u64, 0u64); functions.len()];
    for grid in grids {
        let (weight, bulk) = (grid.weight(), grid.bulk_within());
        for n in held_for(m, grid, functions, bill)? {
            let (size, weights, bulks) = &mut totals[n as usize];
            *size += 1;
            *weights = weights.saturating_add(weight);
            *bulks = bulks.saturating_add(bulk);
        }
    }
    let bulks = totals.iter().map(|&(_, weight, within)| bulk_of_tuple(weight, within)).collect();
    let parts = Parts { sizes: totals.iter().map(|&(size, ..)| size).collect(), bulks };
    bill.end(begun, &parts.bulks());
    Some(parts)
}

/// The same of ints where each function compares what another one gives with a number.
fn ints(m: &mut Machine, tuple: &Value, items: &[Value], functions: &Made, bill: &mut Bill) -> Option<Parts> {
    if !items.iter().all(|item| matches!(item, Value::Int(_))) {
        return None;
    }
    let begun = bill.begin(&[Weights::Same(tuple.weight()), Weights::Same(FUNCTION)], 0);
    let sizes = matched::positions(m, tuple, functions, bill)?;
    let sizes: Vec<i64> = sizes.iter().map(|its| its.len() as i64).collect();
    let bulks = sizes.iter().map(|&size| bulk_of_tuple(1 + size as u64, size as u64)).collect();
    let parts = Parts { sizes, bulks };
    bill.end(begun, &parts.bulks());
    Some(parts)
}

/// Whether it is a grid, or what is left of one where it was cut beyond its end: nothing, or rows of nothing.
fn is_part(value: &Value) -> bool {
    let is_nothing = |row: &Value| matches!(row, Value::Tuple(cells) if cells.slice().is_empty());
    value.is_byte_grid() || matches!(value, Value::Tuple(rows) if rows.slice().iter().all(is_nothing))
}

/// Asks all functions about a value: for which it is true.
fn held_for(m: &mut Machine, value: &Value, functions: &Made, bill: &mut Bill) -> Option<Vec<u32>> {
    let level = bill.level();
    let holds = functions.call_with(m, value, bill)?;
    bill.back_to(level);
    Some(holds.truthy_positions())
}
