//! Replaying the growth of a table without allocating for it.

use super::begun::SLOTS;
use super::large::{FEWEST_SLOTS, Large};
use super::order::{EMPTY, SMALLEST, Table, grown_size, insert_clean};
use super::packed::{pack, pack_with_slots};
use crate::interrupt;
use std::cell::Cell;

/// What working a table out needs and nobody keeps, so that it is allocated once.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) hashes: Vec<u64>,
    pub(super) room: Vec<u64>,
    pub(super) slots: Vec<u32>,
    pub(super) outgrown: Vec<u32>,
    places: Vec<u32>,
    pub(super) items: Vec<u32>,
    /// The first slots of the table in which somebody looked for the first of some items.
    pub(super) begins: Vec<u32>,
    pub(super) large: Large,
}

impl Scratch {
    /// Runs with the thread's own one.
    pub(super) fn with<R>(work: impl FnOnce(&mut Scratch) -> R) -> R {
        thread_local! {
            static SPARE: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
        }
        const LARGEST_KEPT: usize = 1 << 18;
        let mut scratch = SPARE.take().unwrap_or_default();
        let result = work(&mut scratch);
        if scratch.slots.capacity().max(scratch.outgrown.capacity()) <= LARGEST_KEPT {
            SPARE.set(Some(scratch));
        }
        result
    }

    pub(super) fn empty_slots(&mut self, size: usize) {
        self.slots.clear();
        self.slots.resize(size, EMPTY);
    }

    /// Adds the items whose hashes there are, one by one.
    pub(super) fn grow(&mut self) {
        if let Some(used) = self.grow_until_large() {
            self.grow_large(used);
        }
    }

    /// The first item that is wanted, in the order of the slots that the items whose hashes there are get.
    pub(super) fn first_of(&mut self, is_wanted: impl Fn(usize) -> bool) -> Option<usize> {
        if let Some(used) = self.grow_until_large() {
            return self.first_of_large(used, is_wanted);
        }
        self.begins.clear();
        self.begins.extend_from_slice(&self.slots[..SLOTS.min(self.slots.len())]);
        let items = self.slots.iter().filter(|&&item| item != EMPTY);
        items.map(|&item| item as usize).find(|&n| is_wanted(n))
    }

    /// Adds the items until all are there, or until so many are there that the table has to become a large one.
    fn grow_until_large(&mut self) -> Option<usize> {
        self.empty_slots(SMALLEST);
        let n = self.hashes.len();
        let mut used = 0;
        while used < n {
            // The number of items with which the table grows.
            let full = ((self.slots.len() - 1) * 3).div_ceil(5);
            for item in used..full.min(n) {
                interrupt::step(item);
                insert_clean(&mut self.slots, self.hashes[item], item as u32);
            }
            used = full.min(n);
            if used == full {
                if grown_size(used) >= FEWEST_SLOTS {
                    return Some(used);
                }
                std::mem::swap(&mut self.slots, &mut self.outgrown);
                self.empty_slots(grown_size(used));
                pack(&self.outgrown, used, &mut self.items);
                for &item in &self.items {
                    insert_clean(&mut self.slots, self.hashes[item as usize], item);
                }
            }
        }
        None
    }

    /// The numbers of the items that are there now, in slot order.
    fn order(&self, used: usize, order: &mut Vec<u32>) {
        pack(&self.slots, used, order);
    }

    /// The table that is there now, `position` giving the item's position in the content.
    pub(super) fn table(&mut self, used: usize, position: impl Fn(u32) -> u32) -> Table {
        pack_with_slots(&self.slots, used, &mut self.places, &mut self.items);
        self.items.iter_mut().for_each(|item| *item = position(*item));
        Table::new(&self.places, &self.items, self.slots.len() as u32 - 1)
    }
}

/// In which order CPython has distinct items that were added to a set one by one: writes their numbers. `hashes` come in the order
/// in which the items did.
pub fn order_of_grown(hashes: impl Iterator<Item = u64>, order: &mut Vec<u32>) {
    Scratch::with(|scratch| {
        scratch.hashes.clear();
        scratch.hashes.extend(hashes);
        scratch.grow();
        scratch.order(scratch.hashes.len(), order);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Set, Value, hash};

    #[test]
    fn the_order_is_that_of_the_set() {
        for n in [0, 1, 4, 5, 19, 20, 76, 77, 500] {
            let places: Vec<(i32, i32)> = (0..n).map(|n| (n * 7 % 41 - 3, n / 2)).collect();
            let mut order = vec![7; 3];
            order_of_grown(places.iter().map(|&(i, j)| hash::of_pair(i, j)), &mut order);
            let ours = order.iter().map(|&n| Value::Pair(places[n as usize].0, places[n as usize].1));
            let set = Set::grown_pairs(places.clone());
            assert!(ours.eq(set.in_order()), "{n} places");
        }
    }
}
