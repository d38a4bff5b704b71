//! `sfilter` with functions that are made for each item, over a container that is the same for all.
//!
//! `chain(size, lbind(sfilter, grids), compose(rbind(compose, palette), lbind(lbind, contained)))` makes a function of each colour and asks it
//! about every grid. What is asked for next is how many there are, so nobody makes the containers of those for which it holds.

use super::bill::Bill;
use super::coded::Weights;
use super::column::Column;
use super::made::{FUNCTION, Made};
use super::outline::Outlines;
use super::unmade::Unmade;
use crate::Machine;
use megabatt_core::value::bulk_of_tuple;
use megabatt_core::{Set, Value};

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

/// `sfilter(container, function)` for each function.
pub fn chosen(m: &mut Machine, container: &Value, functions: &Made, bill: &mut Bill) -> Option<Column> {
    match container {
        Value::Set(set) => of_set(m, set, functions, bill).map(Column::Outlines),
        Value::Tuple(items) if items.sets().is_none() => {
            of_grids(m, container.weight(), items.slice(), functions, bill)
                .map(|parts| Column::Unmade(Unmade::Parts(parts)))
        }
        _ => None,
    }
}

/// How many items of the set each holds for. None unless all items weigh the same.
fn of_set(m: &mut Machine, set: &Set, functions: &Made, bill: &mut Bill) -> Option<Outlines> {
    if set.order_depends_on_address() {
        return None;
    }
    let item_weight = set.values().next().map_or(1, |item| item.weight());
    let begun = bill.begin(&[Weights::Same(set.weight()), Weights::Same(FUNCTION)], 0);
    let mut sizes = vec![0; functions.len()];
    for item in set.values() {
        if !matches!(item, Value::Int(_) | Value::Pair(..) | Value::Cell(..)) || item.weight() != item_weight {
            return None;
        }
        for n in held_for(m, &item, functions, bill)? {
            sizes[n as usize] += 1;
        }
    }
    let chosen = Outlines::new(sizes, None, item_weight);
    bill.charge_items(&chosen.weights());
    bill.end(begun, &chosen.weights());
    Some(chosen)
}

/// Which grids of the tuple each holds for. A tuple of other things may have a form of its own.
fn of_grids(m: &mut Machine, weight: u64, grids: &[Value], functions: &Made, bill: &mut Bill) -> Option<Parts> {
    if grids.is_empty() || !grids.iter().all(Value::is_byte_grid) {
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

/// Asks all functions about a value: for which it is true.
fn held_for(m: &mut Machine, value: &Value, functions: &Made, bill: &mut Bill) -> Option<Vec<u32>> {
    let level = bill.level();
    let holds = functions.call_with(m, value, bill)?;
    bill.back_to(level);
    Some(holds.truthy_positions())
}
