//! A mutable set that places its items as CPython's table does.

use super::{Entry, Set};
use crate::error::Result;
use crate::hash;
use crate::value::Value;
use std::cell::RefCell;

/// After a collision CPython looks at this many neighbouring slots before it jumps.
const LINEAR_PROBES: usize = 9;
const PERTURB_SHIFT: u32 = 5;
const SMALLEST: usize = 8;

const EMPTY: u32 = u32::MAX;
/// A slot whose item was removed.
const DUMMY: u32 = u32::MAX - 1;

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

thread_local! {
    /// Slot tables waiting for their next use: most sets are short-lived and of similar size.
    static SPARE: RefCell<Vec<Vec<u32>>> = const { RefCell::new(Vec::new()) };
}

fn slot_table(size: usize) -> Vec<u32> {
    let mut table = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
    table.clear();
    table.resize(size, EMPTY);
    table
}

fn give_back(table: Vec<u32>) {
    const KEPT: usize = 8;
    const LARGEST_KEPT: usize = 1 << 16;
    if table.capacity() <= LARGEST_KEPT {
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < KEPT {
                spare.push(table);
            }
        });
    }
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
    pub(crate) fn add_hashed(&mut self, value: Value, hash: u64) -> bool {
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
        let free = 'search: loop {
            let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
            for slot in at..=last {
                match self.slots[slot] {
                    EMPTY => break 'search slot,
                    DUMMY => reusable = Some(slot),
                    n => {
                        let entry = &self.entries[n as usize];
                        if entry.hash == hash && entry.value == value {
                            return n as usize;
                        }
                    }
                }
            }
            perturb >>= PERTURB_SHIFT;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
        };
        let slot = reusable.unwrap_or(free);
        let number = self.entries.len();
        self.slots[slot] = number as u32;
        self.entries.push(Entry { value, hash, slot: slot as u32 });
        self.used += 1;
        if reusable.is_none() {
            self.fill += 1;
            if self.fill * 5 >= mask * 3 {
                self.resize(if self.used > 50_000 { self.used * 2 } else { self.used * 4 });
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
                        if entry.hash == hash && entry.value == *value {
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

    pub(crate) fn discard_hashed(&mut self, value: &Value, hash: u64) -> bool {
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

    /// `self - other` of two sets that are still growing.
    pub fn minus(&self, other: &SetBuilder) -> SetBuilder {
        let mut result = SetBuilder::new();
        if self.used >> 2 > other.used {
            result.merge_builder(self);
            for e in other.live() {
                result.discard_hashed(&e.value, e.hash);
            }
            result.tidy();
        } else {
            for e in self.live().filter(|e| other.find(&e.value, e.hash).is_none()) {
                result.add_hashed(e.value.clone(), e.hash);
            }
        }
        result
    }

    pub(crate) fn live(&self) -> impl Iterator<Item = &Entry> {
        self.slots.iter().filter(|&&n| n < DUMMY).map(|&n| &self.entries[n as usize])
    }

    fn resize(&mut self, at_least: usize) {
        let mut size = SMALLEST;
        while size <= at_least {
            size <<= 1;
        }
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
    pub(crate) fn tidy(&mut self) {
        if self.fill - self.used > self.mask() / 4 {
            self.resize(if self.used > 50_000 { self.used * 2 } else { self.used * 4 });
        }
    }

    /// `set.update(other)` with a set: CPython makes room first and copies tables slot by slot where it can.
    pub fn merge(&mut self, other: &Set) {
        let clean = other.fill as usize == other.len();
        self.merge_entries(&other.entries, other.mask as usize, clean);
    }

    fn merge_entries(&mut self, entries: &[Entry], mask: usize, clean: bool) {
        if entries.is_empty() {
            return;
        }
        if (self.fill + entries.len()) * 5 >= self.mask() * 3 {
            self.resize((self.used + entries.len()) * 2);
        }
        if self.fill > 0 {
            for e in entries {
                self.add_hashed(e.value.clone(), e.hash);
            }
            return;
        }
        self.entries.clear();
        self.entries.reserve(entries.len());
        for (n, e) in entries.iter().enumerate() {
            let slot = if self.mask() == mask && clean {
                self.slots[e.slot as usize] = n as u32;
                e.slot
            } else {
                insert_clean(&mut self.slots, e.hash, n as u32)
            };
            self.entries.push(Entry { slot, ..e.clone() });
        }
        self.fill = entries.len();
        self.used = entries.len();
    }

    /// `self |= other` with another set that is still growing.
    pub fn merge_builder(&mut self, other: &SetBuilder) {
        let entries: Vec<Entry> = other.live().cloned().collect();
        self.merge_entries(&entries, other.mask(), other.fill == other.used);
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
        Set::freeze(entries, mask, fill)
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

/// Puts an entry into a table that has neither an equal item nor removed ones.
#[inline]
fn insert_clean(slots: &mut [u32], hash: u64, entry: u32) -> u32 {
    let mask = slots.len() - 1;
    let mut perturb = hash;
    let mut at = hash as usize & mask;
    loop {
        let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
        for (slot, free) in slots.iter_mut().enumerate().take(last + 1).skip(at) {
            if *free == EMPTY {
                *free = entry;
                return slot as u32;
            }
        }
        perturb >>= PERTURB_SHIFT;
        at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
    }
}
