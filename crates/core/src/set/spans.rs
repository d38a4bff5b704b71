//! Where in the table the items of a set may be, without knowing in which order they came.
//!
//! An item takes the first free slot from the one on that its hash asks for. Which slots are in use does not depend on the order in which the
//! items come, as long as nobody finds ten of them taken and jumps; neither does how many go from one slot on to the next because it
//! is taken. Where nobody does, a block of slots ends: whoever asks for a slot of a block gets one of it, no sooner than the one asked for.
//!
//! ```text
//! asked for   3 3 4 6 7 9             in use   . . . 3 4 5 6 7 . 9     blocks   3-5  6  7  9
//! ```
//!
//! Whoever might jump is counted at both ends: then too many go on to the next slot rather than too few, and every item is within its
//! span whatever happened. Of two items whose spans do not meet it is clear which one comes first. Painting a large union asks no more than that.

use super::Set;
use super::first::{size_of_copy, size_of_grown};
use super::order::{LINEAR_PROBES, PERTURB_SHIFT, Recipe};
use super::scratch::Scratch;

/// Fewer items are in order soon enough.
const FEWEST: usize = 2;

/// Larger tables are left to their order.
const LARGEST: usize = 1 << 20;

/// Bits after the last slot: room for those that in truth jump.
const MARGIN: usize = 128;

/// So often those who might jump are looked for; each time there may be more slots in use.
const ROUNDS: usize = 8;

/// The first and the last slot in which an item may be.
pub type Span = (u32, u32);

impl Set {
    /// For each of these positions in the content where in the table the item may be; the later an item's slot, the later it comes. None
    /// if that takes too long to find out, or longer than the order.
    pub fn spans(&self, positions: &[u32]) -> Option<Vec<Span>> {
        let size = self.size_of_unknown_table()?;
        Scratch::with(|scratch| {
            self.content.hashes(None, &mut scratch.hashes, &mut scratch.room);
            let table = Asked::of(&scratch.hashes, size)?;
            Some(positions.iter().map(|&n| table.span(n, scratch.hashes[n as usize])).collect())
        })
    }

    /// How many slots the table has, if it is not known yet and not quickly found either.
    pub(super) fn size_of_unknown_table(&self) -> Option<usize> {
        let copied = match &self.recipe {
            Recipe::Deferred { copied, .. } => *copied,
            Recipe::Mapped(_) | Recipe::Filtered(..) | Recipe::InBatches(_) => false,
            _ => return None,
        };
        let n = self.len();
        if self.table.get().is_some() || self.address_hash || n < FEWEST {
            return None;
        }
        let size = if copied { size_of_copy(n) } else { size_of_grown(n) };
        (size <= LARGEST).then_some(size)
    }
}

/// Of more items some are likely to be close to each other.
const FEW: usize = 8;

impl Set {
    /// In which order the set has the items at these positions, by their numbers among them: where that takes work to find out for all of
    /// them, and can be told for these few alone. None otherwise.
    pub(super) fn order_of_few(&self, positions: &[u32]) -> Option<Vec<u32>> {
        if !(FEWEST..=FEW).contains(&positions.len()) || !matches!(self.recipe, Recipe::Deferred { .. }) {
            return None;
        }
        let spans = self.spans(positions)?;
        let mut order: Vec<u32> = (0..positions.len() as u32).collect();
        order.sort_unstable_by_key(|&n| spans[n as usize]);
        let apart = |two: &[u32]| spans[two[0] as usize].1 < spans[two[1] as usize].0;
        order.windows(2).all(apart).then_some(order)
    }
}

/// The slots that are asked for.
pub(super) struct Asked {
    mask: usize,
    /// Which slots are in use if all that may ask for one do.
    in_use: Vec<u64>,
    /// From which slots somebody goes on to the next one then.
    passed: Vec<u64>,
    /// For those who might jump, item and how often, ascending.
    jumpers: Vec<(u32, u32)>,
}

/// Where an item looks first, then after its first jump, and so on.
pub(super) fn starts(hash: u64, mask: usize) -> impl Iterator<Item = usize> {
    let mut perturb = hash;
    std::iter::successors(Some(hash as usize & mask), move |at| {
        perturb >>= PERTURB_SHIFT;
        Some(at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask)
    })
}

impl Asked {
    pub(super) fn of(hashes: &[u64], size: usize) -> Option<Asked> {
        let words = (size + MARGIN) / 64;
        let mut asked = Asked { mask: size - 1, in_use: vec![0; words], passed: vec![0; words], jumpers: Vec::new() };
        for &hash in hashes {
            asked.take(hash as usize & asked.mask)?;
        }
        let mut jumps: Vec<u32> = Vec::new();
        let most = 16 + hashes.len() / 8;
        for _ in 0..ROUNDS {
            // As it is now; who comes to it later is found in the next round.
            let long = asked.starts_of_long_ways();
            if jumps.is_empty() && long.iter().all(|&word| word == 0) {
                return Some(asked);
            }
            jumps.resize(hashes.len(), 0);
            let mut settled = true;
            for (jumped, &hash) in jumps.iter_mut().zip(hashes) {
                let at = hash as usize & asked.mask;
                if *jumped == 0 && long[at / 64] >> (at % 64) & 1 == 0 {
                    continue;
                }
                while starts(hash, asked.mask).nth(*jumped as usize).is_some_and(|at| asked.may_jump(at)) {
                    *jumped += 1;
                    asked.take(starts(hash, asked.mask).nth(*jumped as usize)?)?;
                    settled = false;
                    if *jumped as usize > ROUNDS {
                        return None;
                    }
                }
            }
            let all = (0u32..).zip(&jumps).filter(|&(_, &jumped)| jumped > 0).map(|(n, &jumped)| (n, jumped));
            asked.jumpers.clear();
            asked.jumpers.extend(all);
            if settled {
                return Some(asked);
            }
            if asked.jumpers.len() > most {
                return None;
            }
        }
        None
    }

    /// Takes the first free slot from this one on; None if there is none in the margin either.
    #[inline]
    fn take(&mut self, from: usize) -> Option<()> {
        let (word, bit) = (from / 64, 1 << (from % 64));
        // Mostly it is free.
        if self.in_use[word] & bit == 0 {
            self.in_use[word] |= bit;
            return Some(());
        }
        let at = first_without(&self.in_use, from)?;
        self.in_use[at / 64] |= 1 << (at % 64);
        for slot in from..at {
            self.passed[slot / 64] |= 1 << (slot % 64);
        }
        Some(())
    }

    /// The last slot of the block that this one is in.
    fn end(&self, at: usize) -> usize {
        first_without(&self.passed, at).unwrap_or(usize::MAX)
    }

    /// Whether somebody who looks here might find all slots taken that he looks at before he jumps.
    fn may_jump(&self, at: usize) -> bool {
        let reach = if at + LINEAR_PROBES <= self.mask { LINEAR_PROBES } else { 0 };
        self.end(at) > at + reach
    }

    /// The slots from which somebody [may jump](Asked::may_jump), as bits.
    fn starts_of_long_ways(&self) -> Vec<u64> {
        const { assert!(LINEAR_PROBES == 9, "to go on ten times is too often") };
        let next = self.passed[1..].iter().chain(&[0]);
        let of_word = |(&these, &next): (&u64, &u64)| {
            let all = u128::from(these) | u128::from(next) << 64;
            let two = all & all >> 1;
            let four = two & two >> 2;
            let eight = four & four >> 4;
            (eight & two >> 8) as u64
        };
        let mut long: Vec<u64> = self.passed.iter().zip(next).map(of_word).collect();
        // Near the end nobody looks at neighbours.
        for slot in (self.mask + 1).saturating_sub(LINEAR_PROBES)..=self.mask {
            long[slot / 64] |= self.passed[slot / 64] & 1 << (slot % 64);
        }
        long
    }

    /// Where the item may look first, and after each jump.
    fn starts(&self, n: u32, hash: u64) -> impl Iterator<Item = usize> {
        let jumps = self.jumpers.binary_search_by_key(&n, |&(n, _)| n).map_or(0, |at| self.jumpers[at].1);
        starts(hash, self.mask).take(jumps as usize + 1)
    }

    pub(super) fn span(&self, n: u32, hash: u64) -> Span {
        let (mut first, mut last) = (usize::MAX, 0);
        for at in self.starts(n, hash) {
            first = first.min(at);
            last = last.max(self.end(at));
        }
        (first as u32, last as u32)
    }

    /// Whether each item may have to do with where these are: it may be in a block with one of them, or with one of those, and so on.
    pub(super) fn concerned(&self, items: impl Iterator<Item = u32>, hashes: &[u64]) -> Vec<bool> {
        let mut blocks = vec![0; self.in_use.len()];
        for n in items {
            self.starts(n, hashes[n as usize]).for_each(|at| self.mark_block(at, &mut blocks));
        }
        let has = |blocks: &[u64], slot: usize| blocks[slot / 64] >> (slot % 64) & 1 == 1;
        // Who might jump is in several blocks.
        loop {
            let mut settled = true;
            for &(n, _) in &self.jumpers {
                let its = || self.starts(n, hashes[n as usize]);
                if its().any(|at| has(&blocks, at)) && !its().all(|at| has(&blocks, at)) {
                    its().for_each(|at| self.mark_block(at, &mut blocks));
                    settled = false;
                }
            }
            if settled {
                break;
            }
        }
        hashes.iter().map(|&hash| has(&blocks, hash as usize & self.mask)).collect()
    }

    /// Marks the block of slots that this one is in.
    fn mark_block(&self, at: usize, blocks: &mut [u64]) {
        let is_passed = |slot: usize| self.passed[slot / 64] >> (slot % 64) & 1 == 1;
        let first = (0..at).rev().take_while(|&slot| is_passed(slot)).last().unwrap_or(at);
        (first..=self.end(at)).for_each(|slot| blocks[slot / 64] |= 1 << (slot % 64));
    }
}

/// The first slot from this one on whose bit is not set.
#[inline]
fn first_without(bits: &[u64], from: usize) -> Option<usize> {
    let mut word = from / 64;
    let mut free = !bits[word] & (u64::MAX << (from % 64));
    while free == 0 {
        word += 1;
        free = !*bits.get(word)?;
    }
    Some(word * 64 + free.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arc, CellLayout};

    /// How many items of random sets have spans and how many have none, and how many slots the spans have.
    struct Found {
        known: usize,
        unknown: usize,
        width: usize,
    }

    /// Looks at many random sets; `size` gives how many items one has at most, from the number of the round and a random number.
    fn looked_at(size: impl Fn(usize, &mut dyn FnMut(usize) -> usize) -> usize) -> Found {
        let mut seed = 3u64;
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let (mut known, mut unknown, mut width) = (0usize, 0usize, 0usize);
        for round in 0..3_000 {
            let n = size(round, &mut random);
            let mut cells: Vec<(i32, i32, i32)> =
                (0..n).map(|_| (random(10) as i32, random(60) as i32 - 10, random(60) as i32)).collect();
            cells.sort_unstable();
            cells.dedup();
            let mut sequence: Vec<u32> = (0..cells.len() as u32).collect();
            (1..sequence.len()).for_each(|k| sequence.swap(k, random(k + 1)));
            let copied = random(2) == 1;
            let came = sequence.clone();
            let set = Set::deferred_cells(CellLayout::ColourFirst, cells, copied, Box::new(move |_| came.clone()), []);
            let Some(spans) = set.spans(&(0..set.len() as u32).collect::<Vec<_>>()) else {
                unknown += set.len();
                continue;
            };
            for (n, slot) in set.table().entries() {
                let (first, last) = spans[n];
                assert!(first <= slot && slot <= last, "{slot} is not within {first} to {last}");
                known += 1;
                width += (last - first) as usize;
            }
        }
        Found { known, unknown, width }
    }

    #[test]
    fn items_are_within_their_spans_whatever_order_they_came_in() {
        let size = |round: usize, random: &mut dyn FnMut(usize) -> usize| {
            8 + random(if round.is_multiple_of(20) { 3_000 } else { 300 })
        };
        let Found { known, unknown, width } = looked_at(size);
        assert!(known > 3 * unknown, "{known} known and {unknown} unknown");
        assert!(width < 8 * known, "{width} slots for {known} items");
    }

    #[test]
    fn a_few_items_are_in_the_order_of_all() {
        let (mut told, mut all) = (0, 0);
        for round in 0..4_000u32 {
            let n = 3 + round % 40;
            let cells: Vec<(i32, i32, i32)> =
                (0..n as i32).map(|k| (k % 3, k * 7 % 11 + round as i32 % 19, k * (1 + round as i32 % 5))).collect();
            let set = || {
                let sequence = move |_: &Set| (0..n).map(|k| (k * 3 + round) % n).collect();
                // Each once, whatever the number.
                let sequence = move |set: &Set| -> Vec<u32> {
                    let mut seen = vec![false; n as usize];
                    let some: Vec<u32> = sequence(set);
                    let once = some.into_iter().chain(0..n);
                    once.filter(|&k| !std::mem::replace(&mut seen[k as usize], true)).collect()
                };
                let copied = round % 2 == 0;
                let cells = cells.clone();
                Arc::new(Set::deferred_cells(CellLayout::ColourLast, cells, copied, Box::new(sequence), []))
            };
            let (unknown, known) = (set(), set());
            known.table();
            let taken: Vec<u32> = (0..n).filter(|k| (k + round) % (n / 2) < 2).collect();
            all += 1;
            told += usize::from(unknown.order_of_few(&taken).is_some());
            let [part, expected] =
                [&unknown, &known].map(|set| Set::filtered(set, taken.clone()).expect("not too deep"));
            assert!(part.in_order().eq(expected.in_order()), "{part:?} {expected:?}");
        }
        assert!(told > all / 3 && told < all, "{told} of {all} told");
    }

    #[test]
    fn so_are_a_few_items() {
        let Found { known, unknown, width } = looked_at(|_, random| 2 + random(12));
        assert!(known > 3 * unknown, "{known} known and {unknown} unknown");
        assert!(width < 8 * known, "{width} slots for {known} items");
    }
}
