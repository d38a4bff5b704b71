//! `mfilter` and `mapply` with functions that are made for each item.

use super::bill::Bill;
use super::coded::Weights;
use super::column::Column;
use super::gathered::sets_of;
use super::made::{FUNCTION, Made};
use super::outline::{CELL, Outlines, PLACE};
use crate::Machine;
use crate::fast::moved::Moved;
use crate::fast::union::{union_of_cells, union_of_places};
use megabatt_core::{Arc, Set, Value};

/// The frame of the operation that merges, around the generator's.
pub const INNER: u32 = 1;

/// `mfilter(sets, function)` for each function: how many items the sets have together for which it holds. None unless no two of the
/// sets share an item.
pub fn filtered(m: &mut Machine, sets: &Set, functions: &Made, bill: &mut Bill) -> Option<Outlines> {
    let (patches, item) = apart(sets)?;
    let begun = bill.begin(&[Weights::Same(sets.weight()), Weights::Same(FUNCTION)], INNER);
    let mut sizes = vec![0; functions.len()];
    for patch in patches {
        let (size, weight) = (u32::try_from(patch.len()).ok()?, patch.weight());
        let level = bill.level();
        let holds = functions.call_with(m, &Value::Set(patch), bill)?;
        bill.back_to(level);
        let chosen = holds.truthy_positions();
        // It is hashed as a part of those that are kept, and its items once more as they are merged.
        bill.charge_once(chosen.len() as u64 * (weight + weight - 1));
        for n in chosen {
            sizes[n as usize] = u32::checked_add(sizes[n as usize], size)?;
        }
    }
    let merged = Outlines::new(sizes, None, item);
    bill.end(begun, &merged.weights());
    Some(merged)
}

/// The items of a set of patches of one kind of which no two share an item, and what an item of theirs weighs.
fn apart(sets: &Set) -> Option<(Vec<Arc<Set>>, u64)> {
    if sets.order_depends_on_address() {
        return None;
    }
    let patches = sets_of(sets)?;
    let count: usize = patches.iter().map(|patch| patch.len()).sum();
    let (union, item) = if patches.iter().all(|patch| patch.pairs().is_some()) {
        (union_of_places(&patches).len(), PLACE)
    } else if patches.iter().all(|patch| patch.cells().is_some()) {
        (union_of_cells(&patches).0.len(), CELL)
    } else {
        return None;
    };
    (union == count).then_some((patches, item))
}

/// `mapply(function, places)` for each function, where each gives copies of one patch that are as far apart as those of the others:
/// copies of all of these together, of whose order nothing is known.
pub fn mapped(m: &mut Machine, places: &Set, functions: &Made, bill: &mut Bill) -> Option<Column> {
    let begun = bill.begin(&[Weights::Same(FUNCTION), Weights::Same(places.weight())], INNER);
    let (mut first, mut apart, mut weight) = (None::<Moved>, Vec::new(), 0);
    for &(i, j) in places.pairs()? {
        let level = bill.level();
        let Column::Moved(copies) = functions.call_with(m, &Value::Pair(i, j), bill)? else { return None };
        bill.back_to(level);
        weight += copies.weight();
        apart.push(first.as_ref().map_or(Some((0, 0)), |first| copies.distance_from(first))?);
        first.get_or_insert(copies);
    }
    let first = first?;
    let all = Arc::new(Moved::new(first.patch(), &apart)?.items()?);
    // All results are kept, and hashed in their set and once more as they are merged.
    bill.peak(weight);
    bill.charge(2 * weight);
    bill.end(begun, &Weights::Same(all.weight()));
    Some(Column::Moved(first.with_items_of(all)))
}
