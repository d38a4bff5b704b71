//! Replaying the growth of a large table.
//!
//! The products that programs filter have hundreds of thousands of items, and their tables do not fit into the processor's caches. Two
//! things take the time then: whether a slot is free is a guess that fails every other time, and the hash of an item that moves to a
//! larger table is somewhere in a long list. So a bit for each slot says whether it is taken: the bits of all slots that an item may
//! take are one word, and which one is the first free one is no guess. And a slot has half of the hash beside the number of its item, which
//! is all that an item needs unless it jumps.

use super::begun::SLOTS;
use super::collisions;
use super::order::{EMPTY, LINEAR_PROBES, PERTURB_SHIFT, USUAL_ROUNDS, grown_size};
use super::packed::pack;
use super::scratch::Scratch;
use crate::interrupt;
use std::ops::Range;

/// Tables of fewer slots are quick as they are.
pub(super) const FEWEST_SLOTS: usize = 1 << 16;

/// The lower half of an item's hash, and its number.
type Entry = u64;

fn entry(hash: u64, item: usize) -> Entry {
    hash << 32 | item as u64
}

fn item(entry: Entry) -> u32 {
    entry as u32
}

/// What a large table needs beside the slots with numbers, which are those of the last one.
#[derive(Default)]
pub(super) struct Large {
    taken: Vec<u64>,
    /// Those in slots that are not taken mean nothing.
    slots: Vec<Entry>,
    in_order: Vec<Entry>,
}

impl Large {
    /// Finds slots in an empty table for the items of a smaller one, and then for new ones.
    #[inline(always)]
    fn fill(&mut self, size: usize, hashes: &[u64], new: Range<usize>, mut put: impl FnMut(usize, Entry)) {
        self.taken.clear();
        self.taken.resize(size / 64, 0);
        let taken = &mut self.taken[..];
        for &entry in &self.in_order {
            put(take_slot(taken, entry, hashes), entry);
        }
        for number in new {
            interrupt::step(number);
            let entry = entry(hashes[number], number);
            put(take_slot(taken, entry, hashes), entry);
        }
    }

    /// The items that there are, in the order of their slots.
    fn pack(&mut self) {
        self.in_order.clear();
        for (word, slots) in self.taken.iter().zip(self.slots.chunks(64)) {
            let mut rest = *word;
            while rest != 0 {
                self.in_order.push(slots[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
    }
}

/// The table that all items end in.
struct Last {
    size: usize,
    /// The items that were not in the one before.
    new: Range<usize>,
}

impl Scratch {
    /// [`Scratch::grow`] from a table on that is full with so many items, and whose next one is large.
    pub(super) fn grow_large(&mut self, used: usize) {
        let Last { size, new } = self.grow_until_last(used);
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        let slots = &mut self.slots[..];
        self.large.fill(size, &self.hashes, new, |slot, entry| slots[slot] = item(entry));
    }

    /// The first item of such a table that is wanted. Which items are in the slots after it nobody writes down, except for the first slots.
    pub(super) fn first_of_large(&mut self, used: usize, is_wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let Last { size, new } = self.grow_until_last(used);
        let (mut first, mut found) = (size, None);
        self.begins.clear();
        self.begins.resize(SLOTS, EMPTY);
        let begins = &mut self.begins[..];
        self.large.fill(size, &self.hashes, new, |slot, entry| {
            if let Some(begins) = begins.get_mut(slot) {
                *begins = item(entry);
            }
            if slot < first && is_wanted(item(entry) as usize) {
                (first, found) = (slot, Some(item(entry) as usize));
            }
        });
        found
    }

    /// Grows until the next table is the last one: then the items of the one before are there in order.
    fn grow_until_last(&mut self, mut used: usize) -> Last {
        let n = self.hashes.len();
        pack(&self.slots, used, &mut self.items);
        self.large.in_order.clear();
        self.large.in_order.extend(self.items.iter().map(|&item| entry(self.hashes[item as usize], item as usize)));
        loop {
            let size = grown_size(used);
            let full = ((size - 1) * 3).div_ceil(5);
            if n < full {
                return Last { size, new: used..n };
            }
            let mut slots = std::mem::take(&mut self.large.slots);
            if slots.len() < size {
                slots.resize(size, 0);
            }
            let put = &mut slots[..size];
            self.large.fill(size, &self.hashes, used..full, |slot, entry| put[slot] = entry);
            self.large.slots = slots;
            self.large.pack();
            used = full;
        }
    }
}

/// The slot of an item: the one its hash asks for or one of the next, mostly.
#[inline(always)]
fn take_slot(taken: &mut [u64], entry: Entry, hashes: &[u64]) -> usize {
    let mask = taken.len() * 64 - 1;
    let at = (entry >> 32) as usize & mask;
    let word = &mut taken[at / 64];
    // Those of the next word look as if they were taken.
    let further = (!*word >> (at % 64)).trailing_zeros() as usize;
    // Not `||`, which would be a guess again.
    if (further <= LINEAR_PROBES) & ((at + LINEAR_PROBES <= mask) | (further == 0)) {
        *word |= 1 << (at % 64 + further);
        return at + further;
    }
    take_far_slot(taken, hashes[item(entry) as usize])
}

/// The slot of an item, slot by slot.
#[cold]
#[inline(never)]
fn take_far_slot(taken: &mut [u64], hash: u64) -> usize {
    let mask = taken.len() * 64 - 1;
    let (mut at, mut perturb, mut rounds) = (hash as usize & mask, hash, 0);
    loop {
        let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
        for slot in at..=last {
            let (word, bit) = (&mut taken[slot / 64], 1 << (slot % 64));
            if *word & bit == 0 {
                *word |= bit;
                return slot;
            }
        }
        rounds += 1;
        if rounds > USUAL_ROUNDS {
            collisions::note();
        }
        perturb >>= PERTURB_SHIFT;
        at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::order::{SMALLEST, insert_clean};

    /// The table as it grows item by item.
    fn grown(hashes: &[u64]) -> Vec<u32> {
        let mut slots = vec![EMPTY; SMALLEST];
        for (number, &hash) in hashes.iter().enumerate() {
            insert_clean(&mut slots, hash, number as u32);
            if (number + 1) * 5 >= (slots.len() - 1) * 3 {
                let old = std::mem::replace(&mut slots, vec![EMPTY; grown_size(number + 1)]);
                for item in old.into_iter().filter(|&item| item != EMPTY) {
                    insert_clean(&mut slots, hashes[item as usize], item);
                }
            }
        }
        slots
    }

    /// Numbers that look random; each is another one.
    fn mixed(n: u64) -> u64 {
        let n = (n ^ n >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (n ^ n >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    #[test]
    fn large_tables_are_those_that_grow_item_by_item() {
        // The tables before the first large one, that one and the next one are full with so many.
        let full = [8_192, 32_768, 131_072, 262_144].map(|size: usize| ((size - 1) * 3).div_ceil(5));
        let counts = full.iter().flat_map(|&n| [n - 1, n, n + 1]).chain([25_000, 200_000]);
        for n in counts {
            let random: Vec<u64> = (0..n as u64).map(mixed).collect();
            // Many ask for few slots, so that they jump; also from the end of the table.
            let crowded: Vec<u64> = random.iter().map(|&hash| hash & !0xff0 | hash >> 12 & 0x10).collect();
            let at_the_end: Vec<u64> = random.iter().map(|&hash| hash | 0x3_fff0).collect();
            for hashes in [random, crowded, at_the_end] {
                let expected = grown(&hashes);
                Scratch::with(|scratch| {
                    scratch.hashes.clone_from(&hashes);
                    scratch.grow();
                    assert!(scratch.slots == expected, "{n} items");
                    for step in [1, 7, 1_000, n] {
                        let is_wanted = |item: usize| item % step == step / 2;
                        let items = expected.iter().filter(|&&item| item != EMPTY).map(|&item| item as usize);
                        assert_eq!(scratch.first_of(is_wanted), items.into_iter().find(|&item| is_wanted(item)));
                    }
                });
            }
        }
        collisions::reset();
    }
}
