//! A growing set of numbered places: [`super::SetBuilder`] for the commonest kind of item, several times quicker.
//!
//! It replays CPython's table for unions of lines, of which outlines of boxes are made.

use super::order::{
    EMPTY, LINEAR_PROBES, PERTURB_SHIFT, SMALLEST, Table, give_back, grown_size, insert_clean, size_above, slot_table,
};
use super::packed::{pack, pack_with_slots};
use crate::hash;

/// A place and its number: equal places have equal numbers, others have others.
pub type Numbered = (u32, (i32, i32));

/// Places in a table from which nothing was removed.
pub struct Places {
    numbers: Vec<u32>,
    hashes: Vec<u64>,
    slots: Vec<u32>,
}

impl Drop for Places {
    fn drop(&mut self) {
        give_back(std::mem::take(&mut self.slots));
    }
}

impl Places {
    fn with_capacity(n: usize) -> Places {
        Places { numbers: Vec::with_capacity(n), hashes: Vec::with_capacity(n), slots: slot_table(SMALLEST) }
    }

    /// `{place, …}`: added one by one.
    pub fn grown(places: impl ExactSizeIterator<Item = Numbered>) -> Places {
        let mut set = Places::with_capacity(places.len());
        places.for_each(|(number, (i, j))| set.add(number, hash::of_pair(i, j)));
        set
    }

    #[inline]
    fn add(&mut self, number: u32, hash: u64) {
        let mask = self.slots.len() - 1;
        let mut perturb = hash;
        let mut at = hash as usize & mask;
        let slot = 'search: loop {
            let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
            for slot in at..=last {
                match self.slots[slot] {
                    EMPTY => break 'search slot,
                    n if self.numbers[n as usize] == number => return,
                    _ => {}
                }
            }
            perturb >>= PERTURB_SHIFT;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
        };
        self.slots[slot] = self.numbers.len() as u32;
        self.numbers.push(number);
        self.hashes.push(hash);
        if self.numbers.len() * 5 >= mask * 3 {
            self.resize_to(grown_size(self.numbers.len()));
        }
    }

    fn resize_to(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.slots, slot_table(size));
        let mut items = Vec::new();
        pack(&old, self.numbers.len(), &mut items);
        for n in items {
            insert_clean(&mut self.slots, self.hashes[n as usize], n);
        }
        give_back(old);
    }

    /// Which of the places are there, in slot order.
    fn in_order(&self) -> Vec<u32> {
        let mut items = Vec::new();
        pack(&self.slots, self.numbers.len(), &mut items);
        items
    }

    /// `self.update(other)`.
    fn merge(&mut self, other: &Places) {
        let n = other.numbers.len();
        if n == 0 {
            return;
        }
        if (self.numbers.len() + n) * 5 >= (self.slots.len() - 1) * 3 {
            self.resize_to(size_above((self.numbers.len() + n) * 2));
        }
        if !self.numbers.is_empty() {
            for n in other.in_order() {
                self.add(other.numbers[n as usize], other.hashes[n as usize]);
            }
        } else {
            self.numbers.extend_from_slice(&other.numbers);
            self.hashes.extend_from_slice(&other.hashes);
            if self.slots.len() == other.slots.len() {
                self.slots.copy_from_slice(&other.slots);
            } else {
                for n in other.in_order() {
                    insert_clean(&mut self.slots, other.hashes[n as usize], n);
                }
            }
        }
    }

    /// `self | other`.
    pub fn union(&self, other: &Places) -> Places {
        let mut result = Places::with_capacity(self.numbers.len() + other.numbers.len());
        result.merge(self);
        result.merge(other);
        result
    }

    /// `frozenset(self)`: a table as small as a fresh one of its length.
    pub fn copy(&self) -> Places {
        let mut result = Places::with_capacity(self.numbers.len());
        result.merge(self);
        result
    }

    /// This table, the places by their numbers.
    pub(super) fn table(self) -> Table {
        let n = self.numbers.len();
        let (mut slots, mut order) = (Vec::new(), Vec::new());
        pack_with_slots(&self.slots, n, &mut slots, &mut order);
        order.iter_mut().for_each(|n| *n = self.numbers[*n as usize]);
        Table::new(&slots, &order, self.slots.len() as u32 - 1)
    }
}
