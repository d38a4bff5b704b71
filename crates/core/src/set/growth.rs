//! Replaying the growth of a table where items come in batches.
//!
//! A union is walked set by set. Which items a set brings that were not there is quickly known, in which order it brings them takes the
//! order of that set. Mostly that does not show: where no item of a batch finds a slot taken by another one of the same batch, all
//! of them get the slots they would get in any order. So a batch is put in as it comes, and only if two of its items meet, or
//! if the table grows between them, it is taken out again and its order is asked.
//!
//! Who wants to know the slots of a few items needs only part of that: as soon as the table has its final size, only those are put in
//! that these items may meet, and when all of them are there, the rest need not come ([`few`]).

use super::Set;
use super::content::Content;
use super::first::size_of_grown;
use super::order::{EMPTY, LINEAR_PROBES, PERTURB_SHIFT, SMALLEST, Table, grown_size, insert_clean};
use super::packed::pack;
use super::scratch::Scratch;

/// Adds the items of the set it is called with, known by their positions in its content.
pub type Batches = Box<dyn Fn(&Set, &mut Growth<'_>) + Send + Sync>;

/// A table that grows.
pub struct Growth<'a> {
    scratch: &'a mut Scratch,
    used: usize,
    /// For each item the batch it came with, counted from one; 0 for those that are not there yet.
    came_with: Vec<u32>,
    batches: u32,
    /// The slots that the batch on its way has taken.
    taken: Vec<u32>,
    ordered: Vec<u32>,
    /// None: all items are wanted.
    few: Option<Few>,
}

/// What is wanted of a table, if not all of it.
struct Few {
    /// Whether an item is to be in the table of the final size.
    wanted: Vec<bool>,
    size: usize,
    /// The wanted items that have not come yet, once the table has its final size.
    awaited: Option<Vec<u32>>,
}

impl Few {
    fn await_those_left(&mut self, has: impl Fn(u32) -> bool) {
        let wanted = (0u32..).zip(&self.wanted).filter(|&(_, &wanted)| wanted);
        self.awaited = Some(wanted.map(|(item, _)| item).filter(|&item| !has(item)).collect());
    }
}

/// The table after all batches are added.
pub(super) fn table(set: &Set, content: &Content, batches: &Batches) -> Table {
    Scratch::with(|scratch| {
        content.hashes(None, &mut scratch.hashes, &mut scratch.room);
        let n = scratch.hashes.len();
        let mut growth = Growth::new(scratch, None);
        batches(set, &mut growth);
        debug_assert_eq!(growth.used, n, "all items came");
        scratch.table(n, |item| item)
    })
}

/// Leaves in `scratch`, where the hashes of all items are, the slots of the final table in which the wanted ones are, whose way to them
/// none of the others crosses.
pub(super) fn few(set: &Set, batches: &Batches, wanted: Vec<bool>, scratch: &mut Scratch) {
    let mut few = Few { wanted, size: size_of_grown(scratch.hashes.len()), awaited: None };
    if few.size == SMALLEST {
        few.await_those_left(|_| false);
    }
    batches(set, &mut Growth::new(scratch, Some(few)));
}

impl Growth<'_> {
    fn new(scratch: &mut Scratch, few: Option<Few>) -> Growth<'_> {
        scratch.empty_slots(SMALLEST);
        let came_with = vec![0; scratch.hashes.len()];
        Growth { scratch, used: 0, came_with, batches: 0, taken: Vec::new(), ordered: Vec::new(), few }
    }

    /// Whether all items are there that are wanted.
    #[inline]
    pub fn is_complete(&self) -> bool {
        match self.awaited() {
            Some(awaited) => awaited.is_empty(),
            None => self.used == self.came_with.len(),
        }
    }

    /// The only items that matter from now on, if that is not all of them. Others may come or not.
    #[inline]
    pub fn awaited(&self) -> Option<&[u32]> {
        self.few.as_ref()?.awaited.as_deref()
    }

    /// Whether the item came with an earlier batch.
    #[inline]
    pub fn has(&self, item: u32) -> bool {
        self.came_with[item as usize] != 0
    }

    /// The hash of an item.
    #[inline]
    pub fn hash(&self, item: u32) -> u64 {
        self.scratch.hashes[item as usize]
    }

    /// The hashes of all items.
    #[inline]
    pub fn hashes(&self) -> &[u64] {
        &self.scratch.hashes
    }

    /// Adds items that are not there yet, in an order that `order` writes if it matters.
    pub fn add(&mut self, items: &[u32], order: impl FnOnce(&Growth<'_>, &mut Vec<u32>)) {
        self.batches += 1;
        if self.awaited().is_some() {
            return self.add_awaited(items, order);
        }
        if items.len() > 1 && !self.can_add_in_any_order(items) {
            let mut ordered = std::mem::take(&mut self.ordered);
            ordered.clear();
            order(self, &mut ordered);
            debug_assert_eq!(ordered.len(), items.len());
            self.add_in_order(&ordered);
            self.ordered = ordered;
        } else if let [item] = items {
            self.add_in_order(&[*item]);
        }
    }

    /// Adds those of the items that are awaited.
    fn add_awaited(&mut self, items: &[u32], order: impl FnOnce(&Growth<'_>, &mut Vec<u32>)) {
        let is_awaited = |growth: &Growth<'_>, item: u32| growth.is_wanted(item) && !growth.has(item);
        let some: Vec<u32> = items.iter().copied().filter(|&item| is_awaited(self, item)).collect();
        if some.len() > 1 && !self.can_add_in_any_order(&some) {
            let mut ordered = Vec::new();
            order(self, &mut ordered);
            ordered.retain(|&item| is_awaited(self, item));
            debug_assert_eq!(ordered.len(), some.len());
            self.add_in_order(&ordered);
        } else if let [item] = some[..] {
            self.add_in_order(&[item]);
        }
        if !some.is_empty()
            && let Some(awaited) = self.few.as_mut().and_then(|few| few.awaited.as_mut())
        {
            awaited.retain(|&item| self.came_with[item as usize] == 0);
        }
    }

    /// Whether the item is to be in the table that there is now.
    #[inline]
    fn is_wanted(&self, item: u32) -> bool {
        self.few.as_ref().is_none_or(|few| few.awaited.is_none() || few.wanted[item as usize])
    }

    /// The number of items with which the table grows.
    fn full(&self) -> usize {
        ((self.scratch.slots.len() - 1) * 3).div_ceil(5)
    }

    fn add_in_order(&mut self, items: &[u32]) {
        for &item in items {
            if self.is_wanted(item) {
                insert_clean(&mut self.scratch.slots, self.scratch.hashes[item as usize], item);
            }
            self.came_with[item as usize] = self.batches;
            self.used += 1;
            if self.used == self.full() {
                self.grow();
            }
        }
    }

    fn grow(&mut self) {
        let size = grown_size(self.used);
        if let Some(few) = &mut self.few
            && size == few.size
        {
            few.await_those_left(|item| self.came_with[item as usize] != 0);
        }
        let few = self.few.as_ref().filter(|few| few.awaited.is_some());
        let Scratch { hashes, slots, outgrown, items, .. } = &mut *self.scratch;
        std::mem::swap(slots, outgrown);
        slots.clear();
        slots.resize(size, EMPTY);
        pack(outgrown, self.used, items);
        for &item in &*items {
            if few.is_none_or(|few| few.wanted[item as usize]) {
                insert_clean(slots, hashes[item as usize], item);
            }
        }
    }

    /// Adds the items if their order does not matter, and says whether that is so.
    fn can_add_in_any_order(&mut self, items: &[u32]) -> bool {
        let (n, full) = (items.len(), self.full());
        // Of so many, two meet.
        if self.used + n > full || n * n > 2 * self.scratch.slots.len() {
            return false;
        }
        self.taken.clear();
        let (slots, came_with, batch) = (&mut self.scratch.slots, &mut self.came_with, self.batches);
        for &item in items {
            let hash = self.scratch.hashes[item as usize];
            let Some(slot) = put_beside(slots, hash, item, |other| came_with[other as usize] == batch) else {
                self.taken.iter().for_each(|&slot| slots[slot as usize] = EMPTY);
                items.iter().for_each(|&item| came_with[item as usize] = 0);
                return false;
            };
            self.taken.push(slot);
            came_with[item as usize] = batch;
        }
        self.used += n;
        if self.used == full {
            self.grow();
        }
        true
    }
}

/// [`insert_clean`] unless a slot on the way is taken by a mate: then nothing is put in.
#[inline]
fn put_beside(slots: &mut [u32], hash: u64, item: u32, is_mate: impl Fn(u32) -> bool) -> Option<u32> {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    let mut perturb = hash;
    // Whoever goes further is slow anyway.
    const ROUNDS: usize = 8;
    for _ in 0..ROUNDS {
        let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
        for (n, slot) in slots[at..=last].iter_mut().enumerate() {
            if *slot == EMPTY {
                *slot = item;
                return Some((at + n) as u32);
            }
            if is_mate(*slot) {
                return None;
            }
        }
        perturb >>= PERTURB_SHIFT;
        at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Items in random batches, each in an order of its own that is told when it is asked: the table is that of adding them one by one.
    #[test]
    fn batches_are_as_items_one_by_one() {
        let mut seed = 1u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        thread_local! {
            static ASKED: Cell<usize> = const { Cell::new(0) };
        }
        let mut all_batches = 0;
        for round in 0..1_500 {
            let n = 1 + random(if round % 10 == 0 { 1_500 } else { 200 });
            let places: Vec<(i32, i32)> = (0..n).map(|k| (k as i32 % 37 - 5, k as i32 / 37)).collect();
            let mut sequence: Vec<u32> = (0..n as u32).collect();
            (1..n).for_each(|k| sequence.swap(k, random(k + 1)));
            let longest = 1 + random(40);
            let mut batches: Vec<Vec<u32>> = Vec::new();
            let mut rest = sequence.as_slice();
            while !rest.is_empty() {
                let (batch, others) = rest.split_at(rest.len().min(1 + random(longest)));
                batches.push(batch.to_vec());
                rest = others;
            }
            all_batches += batches.iter().filter(|batch| batch.len() > 1).count();
            let come: Batches = Box::new(move |_, growth| {
                for batch in &batches {
                    let mut unordered = batch.clone();
                    unordered.sort_unstable();
                    assert!(!unordered.iter().any(|&item| growth.has(item)));
                    growth.add(&unordered, |_, ordered| {
                        ASKED.set(ASKED.get() + 1);
                        ordered.extend_from_slice(batch);
                    });
                }
                assert!(growth.is_complete());
            });
            let ours = Set::pairs_in_batches(places.clone(), come, []);
            let plain = Set::deferred_pairs(places, false, Box::new(move |_| sequence.clone()), []);
            let entries = |set: &Set| (set.table().entries().collect::<Vec<_>>(), set.table().mask, set.table().fill);
            assert_eq!(entries(&ours), entries(&plain), "round {round}");
        }
        assert!(ASKED.get() > all_batches / 10 && ASKED.get() < all_batches / 2, "{} of {all_batches}", ASKED.get());
    }
}
