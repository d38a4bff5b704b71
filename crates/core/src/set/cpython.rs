//! Tables that come from CPython itself, and go there.
//!
//! The order of a set follows from how it was made, and of a set that Python hands over nobody knows that. Its table says
//! all that a later operation can see: which slot each item has, how many slots there are, and whether items were removed.

use super::content::{Content, Keyed};
use super::order::Table;
use super::{LINEAR_PROBES, PERTURB_SHIFT, Set};
use crate::error::Result;
use crate::value::Value;

/// What CPython's table of a set looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// Number of slots minus one.
    pub mask: u32,
    /// Slots in use, those of removed items counted in.
    pub fill: u32,
}

/// An item and where it is.
#[derive(Clone, Debug)]
pub struct Slot {
    pub value: Value,
    pub hash: u64,
    pub slot: u32,
}

impl Set {
    /// A set with the table that CPython has for it: distinct items with their slots, ascending.
    ///
    /// # Panics
    /// If no table can look like this.
    pub fn from_table(items: Vec<(Value, u32)>, size: TableSize) -> Result<Set> {
        let slots: Vec<u32> = items.iter().map(|(_, slot)| *slot).collect();
        assert!(slots.is_sorted_by(|a, b| a < b), "slots come in their order");
        assert!(slots.last().is_none_or(|&last| last <= size.mask), "items lie inside of the table");
        assert!((size.mask as u64 + 1).is_power_of_two() && size.fill as usize >= items.len(), "a table of CPython's");
        let keyed = items.into_iter().map(|(value, _)| Keyed::new(value)).collect();
        Set::settled(Content::of(keyed), Table::in_order(slots, size.mask, size.fill))
    }

    /// The table that CPython has for this set.
    pub fn table_size(&self) -> TableSize {
        let table = self.table();
        TableSize { mask: table.mask, fill: table.fill }
    }

    /// The items slot by slot. Notes when their order is not fixed.
    pub fn slots(&self) -> impl ExactSizeIterator<Item = Slot> + '_ {
        self.note_order();
        let table = self.table();
        let order = table.order();
        (0..self.len()).zip(table.slots()).map(move |(n, &slot)| {
            let n = order.map_or(n, |order| order[n] as usize);
            Slot { value: self.content.get(n), hash: self.content.hash(n), slot }
        })
    }
}

/// The slots that CPython looks at for an item with this hash, the one it has last.
pub fn probes(hash: u64, mask: u32) -> impl Iterator<Item = u32> {
    let mask = mask as usize;
    let mut perturb = hash;
    let mut at = hash as usize & mask;
    let mut step = 0;
    std::iter::from_fn(move || {
        let length = if at + LINEAR_PROBES <= mask { LINEAR_PROBES } else { 0 };
        if step > length {
            perturb >>= PERTURB_SHIFT;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
            step = 0;
        }
        step += 1;
        Some((at + step - 1) as u32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arc;

    fn again(set: &Set) -> Set {
        let items = set.slots().map(|item| (item.value, item.slot)).collect();
        Set::from_table(items, set.table_size()).expect("it was a set before")
    }

    fn walked(set: &Set) -> Vec<Value> {
        set.in_order().collect()
    }

    /// Sets of several sizes that were made in several ways.
    fn sets() -> Vec<Arc<Set>> {
        let mut sets = Vec::new();
        for n in [0, 1, 4, 5, 18, 19, 60, 200] {
            let places = |from: i32| (0..n).map(|k| (from + k * 7 % 31, k)).collect::<Vec<_>>();
            let grown = Arc::new(Set::grown_pairs(places(0)));
            let copied = Arc::new(Set::copied_pairs(places(3)));
            let few = Arc::new(Set::grown_pairs(places(0).into_iter().take(n as usize / 8).collect()));
            let union = Set::union(&grown, &copied).expect("two sets have a union");
            let rest = Set::difference(&grown, &few).expect("two sets have a difference");
            sets.extend([grown, copied, Arc::new(union), Arc::new(rest)]);
        }
        sets
    }

    #[test]
    fn a_set_made_of_its_table_goes_on_as_the_first() {
        let all = sets();
        for set in &all {
            let same = Arc::new(again(set));
            assert_eq!((walked(set), set.table_size()), (walked(&same), same.table_size()));
            // A set and itself are another matter: Python looks whether it is the same object.
            for other in all.iter().filter(|other| !Arc::ptr_eq(other, set)) {
                let both = |a, b| Set::union(a, b).map(|s| walked(&s));
                assert_eq!(both(set, other), both(&same, other));
                assert_eq!(both(other, set), both(other, &same));
                assert_eq!(
                    Set::difference(set, other).map(|s| walked(&s)),
                    Set::difference(&same, other).map(|s| walked(&s))
                );
            }
        }
    }

    #[test]
    fn items_lie_on_their_way() {
        for set in sets() {
            for Slot { hash, slot, .. } in set.slots() {
                assert!(probes(hash, set.table_size().mask).take(200).any(|at| at == slot));
            }
        }
    }
}
