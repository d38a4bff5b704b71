//! A mutable set that places its items as CPython's table does.

use super::Set;
use super::collisions;
use super::content::{Content, Keyed};
use super::order::{
    DUMMY, EMPTY, LINEAR_PROBES, PERTURB_SHIFT, SMALLEST, Table, USUAL_ROUNDS, give_back, grown_size, insert_clean,
    size_above, slot_table,
};
use crate::error::Result;
use crate::hash;
use crate::interrupt;
use crate::value::Value;

/// An item in its place.
#[derive(Clone, Debug)]
struct Entry {
    value: Value,
    hash: u64,
    slot: u32,
}

/// A set that grows. [`SetBuilder::finish`] freezes it without another copy, as `frozenset(generator)` does;
/// [`SetBuilder::finish_copy`] is `frozenset(a_set)`, whose table is a fresh one.
pub struct SetBuilder {
    /// Indices into `entries`, or [`EMPTY`], or [`DUMMY`].
    slots: Vec<u32>,
    /// Items in the order they came; a removed one leaves a hole.
    entries: Vec<Entry>,
    fill: usize,
    used: usize,
}

impl Default for SetBuilder {
    fn default() -> SetBuilder {
        SetBuilder::new()
    }
}

impl Drop for SetBuilder {
    fn drop(&mut self) {
        give_back(std::mem::take(&mut self.slots));
    }
}

impl SetBuilder {
    /// `set()`.
    pub fn new() -> SetBuilder {
        SetBuilder { slots: slot_table(SMALLEST), entries: Vec::new(), fill: 0, used: 0 }
    }

    /// `set()` with room for `n` entries in memory; the table grows as CPython's does all the same.
    pub fn with_capacity(n: usize) -> SetBuilder {
        SetBuilder { slots: slot_table(SMALLEST), entries: Vec::with_capacity(n), fill: 0, used: 0 }
    }

    pub fn len(&self) -> usize {
        self.used
    }

    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    fn mask(&self) -> usize {
        self.slots.len() - 1
    }

    /// `set.add(value)`: an equal item that is there already stays. Returns whether the value is new.
    #[inline]
    pub fn add(&mut self, value: Value) -> bool {
        let hash = hash::of(&value);
        self.add_hashed(value, hash)
    }

    #[inline]
    pub fn add_pair(&mut self, i: i32, j: i32) -> bool {
        self.add_hashed(Value::Pair(i, j), hash::of_pair(i, j))
    }

    #[inline]
    pub fn add_cell(&mut self, c: i32, i: i32, j: i32) -> bool {
        self.add_hashed(Value::Cell(c, i, j), hash::of_cell(c, i, j))
    }

    #[inline]
    pub(super) fn add_hashed(&mut self, value: Value, hash: u64) -> bool {
        let before = self.used;
        self.insert(value, hash);
        self.used > before
    }

    /// Adds the value if it is not there and says the how-manyth item to come it is.
    pub fn number(&mut self, value: Value) -> usize {
        let hash = hash::of(&value);
        self.insert(value, hash)
    }

    fn insert(&mut self, value: Value, hash: u64) -> usize {
        let mask = self.mask();
        let mut perturb = hash;
        let mut at = hash as usize & mask;
        let mut reusable = None;
        let mut rounds = 0;
        let free = 'search: loop {
            let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
            for slot in at..=last {
                match self.slots[slot] {
                    EMPTY => break 'search slot,
                    DUMMY => reusable = Some(slot),
                    n => {
                        let entry = &self.entries[n as usize];
                        if entry.hash == hash && entry.value.is_same_item(&value) {
                            return n as usize;
                        }
                    }
                }
            }
            rounds += 1;
            if rounds > USUAL_ROUNDS {
                collisions::note();
            }
            perturb >>= PERTURB_SHIFT;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
        };
        let slot = reusable.unwrap_or(free);
        let number = self.entries.len();
        interrupt::step(number);
        self.slots[slot] = number as u32;
        self.entries.push(Entry { value, hash, slot: slot as u32 });
        self.used += 1;
        if reusable.is_none() {
            self.fill += 1;
            if self.fill * 5 >= mask * 3 {
                self.resize_to(grown_size(self.used));
            }
        }
        number
    }

    /// Where the value is, if it is there.
    fn find(&self, value: &Value, hash: u64) -> Option<usize> {
        let mask = self.mask();
        let mut perturb = hash;
        let mut at = hash as usize & mask;
        loop {
            let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
            for slot in at..=last {
                match self.slots[slot] {
                    EMPTY => return None,
                    DUMMY => {}
                    n => {
                        let entry = &self.entries[n as usize];
                        if entry.hash == hash && entry.value.is_same_item(value) {
                            return Some(slot);
                        }
                    }
                }
            }
            perturb >>= PERTURB_SHIFT;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
        }
    }

    pub fn contains(&self, value: &Value) -> bool {
        self.find(value, hash::of(value)).is_some()
    }

    pub fn contains_pair(&self, i: i32, j: i32) -> bool {
        self.find(&Value::Pair(i, j), hash::of_pair(i, j)).is_some()
    }

    /// `set.discard(value)`. Returns whether it was there.
    pub fn discard(&mut self, value: &Value) -> bool {
        self.discard_hashed(value, hash::of(value))
    }

    pub(super) fn discard_hashed(&mut self, value: &Value, hash: u64) -> bool {
        match self.find(value, hash) {
            Some(slot) => {
                self.slots[slot] = DUMMY;
                self.used -= 1;
                true
            }
            None => false,
        }
    }

    /// The items that are there now, in slot order.
    pub fn in_order(&self) -> impl Iterator<Item = &Value> {
        self.live().map(|e| &e.value)
    }

    /// The items in slot order, each with its [`SetBuilder::number`].
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &Value)> {
        self.slots.iter().filter(|&&n| n < DUMMY).map(|&n| (n as usize, &self.entries[n as usize].value))
    }

    /// `self - other` where `other` is known by its size and by what it has.
    pub fn minus_those(&self, other_len: usize, has: impl Fn(&Value) -> bool) -> SetBuilder {
        let mut result = SetBuilder::new();
        if self.used >> 2 > other_len {
            result.merge_builder(self);
            for e in self.live().filter(|e| has(&e.value)) {
                result.discard_hashed(&e.value, e.hash);
            }
            result.tidy();
        } else {
            for e in self.live().filter(|e| !has(&e.value)) {
                result.add_hashed(e.value.clone(), e.hash);
            }
        }
        result
    }

    /// `self - other` of two sets that are still growing.
    pub fn minus(&self, other: &SetBuilder) -> SetBuilder {
        self.minus_those(other.used, |value| other.contains(value))
    }

    fn live(&self) -> impl Iterator<Item = &Entry> {
        self.slots.iter().filter(|&&n| n < DUMMY).map(|&n| &self.entries[n as usize])
    }

    fn resize_to(&mut self, size: usize) {
        if size == SMALLEST && self.slots.len() == SMALLEST && self.fill == self.used {
            return;
        }
        let old = std::mem::replace(&mut self.slots, slot_table(size));
        for &n in old.iter().filter(|&&n| n < DUMMY) {
            let slot = insert_clean(&mut self.slots, self.entries[n as usize].hash, n);
            self.entries[n as usize].slot = slot;
        }
        give_back(old);
        self.fill = self.used;
    }

    /// Shrinks a table with many removed items, as CPython does after `difference_update`.
    pub(super) fn tidy(&mut self) {
        if self.fill - self.used > self.mask() / 4 {
            self.resize_to(grown_size(self.used));
        }
    }

    /// `set.update(other)` with a set: CPython makes room first and copies tables slot by slot where it can. Should the
    /// order of `other` depend on addresses, so does that of the result, and is noted when somebody looks at it.
    pub fn merge(&mut self, other: &Set) {
        let table = other.table();
        let entries = table.entries().map(|(n, slot)| (other.content.get(n), other.content.hash(n), slot));
        let clean = table.fill as usize == other.len();
        self.merge_entries(entries, other.len(), table.mask as usize, clean);
    }

    fn merge_entries(&mut self, entries: impl Iterator<Item = (Value, u64, u32)>, n: usize, mask: usize, clean: bool) {
        if n == 0 {
            return;
        }
        if (self.fill + n) * 5 >= self.mask() * 3 {
            self.resize_to(size_above((self.used + n) * 2));
        }
        if self.fill > 0 {
            for (value, hash, _) in entries {
                self.add_hashed(value, hash);
            }
            return;
        }
        self.entries.clear();
        self.entries.reserve(n);
        let slot_by_slot = self.mask() == mask && clean;
        for (n, (value, hash, slot)) in entries.enumerate() {
            let slot = if slot_by_slot {
                self.slots[slot as usize] = n as u32;
                slot
            } else {
                insert_clean(&mut self.slots, hash, n as u32)
            };
            self.entries.push(Entry { value, hash, slot });
        }
        self.fill = n;
        self.used = n;
    }

    /// `self |= other` with another set that is still growing.
    pub fn merge_builder(&mut self, other: &SetBuilder) {
        let entries = other.live().map(|e| (e.value.clone(), e.hash, e.slot));
        self.merge_entries(entries, other.used, other.mask(), other.fill == other.used);
    }

    /// The items by [`SetBuilder::number`], for a set whose order is found otherwise. Nothing may have been removed.
    pub(super) fn into_content(mut self) -> Content {
        let entries = std::mem::take(&mut self.entries);
        Content::of(entries.into_iter().map(|e| Keyed::with_hash(e.value, e.hash)).collect())
    }

    /// The frozen set with this very table.
    pub fn finish(mut self) -> Result<Set> {
        let (mask, fill) = (self.mask() as u32, self.fill as u32);
        let mut entries = std::mem::take(&mut self.entries);
        if self.used < entries.len() {
            let slots = &self.slots;
            let mut n = 0;
            entries.retain(|e| {
                n += 1;
                slots.get(e.slot as usize) == Some(&(n - 1))
            });
        }
        if entries.len() <= 16 {
            entries.sort_unstable_by_key(|e| e.slot);
        } else {
            entries = self.slots_in_order(entries);
        }
        let slots = entries.iter().map(|e| e.slot).collect();
        let keyed = entries.into_iter().map(|e| Keyed::with_hash(e.value, e.hash)).collect();
        Set::settled(Content::of(keyed), Table::in_order(slots, mask, fill))
    }

    /// The entries sorted by slot, by walking the table.
    fn slots_in_order(&mut self, entries: Vec<Entry>) -> Vec<Entry> {
        for (n, e) in entries.iter().enumerate() {
            self.slots[e.slot as usize] = n as u32;
        }
        self.slots.iter().filter(|&&n| n < DUMMY).map(|&n| entries[n as usize].clone()).collect()
    }

    /// `frozenset(a_set)`: a copy, whose table is as small as a fresh one of its length.
    pub fn finish_copy(self) -> Result<Set> {
        let mut copy = SetBuilder::new();
        copy.merge_builder(&self);
        copy.finish()
    }
}
