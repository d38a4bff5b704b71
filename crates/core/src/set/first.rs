//! The first item of a set whose order nobody knows yet.
//!
//! Where no slot is far from the one an item's hash asks for, *which* slots of a table are in use does not depend on the order
//! in which the items came: whoever finds its slot taken goes to the next one. The first item is then the one whose hash asks for the
//! first of these slots, if only one does. That takes a look at all hashes, while the order may take a search through a grid, and
//! the orders of many other sets before.
//!
//! ```text
//! asked for   3 3 4 9             in use   . . . x x x . . . x     first: one of two
//!             2 4 4 9                      . . x . x x . . . x     first: the one that asks for 2
//! ```

use super::order::{LINEAR_PROBES, Recipe, SMALLEST, grown_size, size_above};
use super::packed::pack;
use super::scratch::Scratch;
use super::twos::Twos;
use super::{Set, begun, collisions};
use std::cell::Cell;

/// Larger sets are left to their order.
const MOST: usize = 4_096;

/// Fewer items than this are in order soon enough, if it is known how they came.
const FEWEST: usize = 2;

impl Set {
    /// The position of the first item in the content, if it does not depend on the order in which the items came.
    pub(super) fn first_whoever_came_first(&self) -> Option<usize> {
        let n = self.len();
        let copied = match &self.recipe {
            Recipe::GrownThenCopied | Recipe::Deferred { copied: true, .. } => true,
            Recipe::Mapped(_)
            | Recipe::Filtered(..)
            | Recipe::Deferred { copied: false, .. }
            | Recipe::InBatches(_) => false,
            Recipe::Settled | Recipe::Grown | Recipe::Twin(_) | Recipe::Inserted(_) | Recipe::Replayed(_) => {
                return None;
            }
        };
        if self.table.get().is_some() || self.address_hash || !(FEWEST..=MOST).contains(&n) {
            return None;
        }
        let size = if copied { size_of_copy(n) } else { size_of_grown(n) };
        Scratch::with(|scratch| {
            self.content.hashes(None, &mut scratch.hashes, &mut scratch.room);
            InUse::with(size, |table| table.first(&scratch.hashes))
        })
    }
}

impl Set {
    /// The position of the first item in CPython's order of those that are wanted, by position in the content.
    ///
    /// The order of a large product is not worth keeping for that: nobody asks for it twice, and its table takes longer to write down
    /// than to walk through.
    pub fn first_of(&self, is_wanted: impl Fn(usize) -> bool) -> Option<usize> {
        if !self.is_large_and_unordered() {
            let found = self.first_by_span(&is_wanted);
            return found.or_else(|| self.positions_in_order().find(|&n| is_wanted(n)));
        }
        let factors = self.twos().and_then(Twos::hashes_of_whole);
        if let Some(factors) = factors
            && let Some(found) = begun::first_of(factors, &is_wanted)
        {
            return Some(found);
        }
        Scratch::with(|scratch| {
            self.content.hashes(None, &mut scratch.hashes, &mut scratch.room);
            let jumps = collisions::count();
            let found = scratch.first_of(is_wanted);
            // What counts against the row has to count each time.
            if let Some(factors) = factors
                && collisions::count() == jumps
            {
                begun::keep(factors, &scratch.begins);
            }
            found
        })
    }

    /// [`Set::first_of`] where nobody knows the order yet and it takes work to find out, but where the first of the wanted items
    /// may be is before where the others may be.
    fn first_by_span(&self, is_wanted: impl Fn(usize) -> bool) -> Option<usize> {
        self.size_of_unknown_table().filter(|_| self.len() <= MOST)?;
        let wanted: Vec<u32> = (0..self.len()).filter(|&n| is_wanted(n)).map(|n| n as u32).collect();
        let spans = self.spans(&wanted)?;
        let (at, first) = spans.iter().enumerate().min_by_key(|(_, span)| span.0)?;
        let comes_later = |(n, span): (usize, &(u32, u32))| n == at || first.1 < span.0;
        spans.iter().enumerate().all(comes_later).then_some(wanted[at] as usize)
    }

    /// Calls `f` with the positions of all items in CPython's order; that of a large product is not kept.
    pub(super) fn walk_once(&self, f: impl FnMut(usize)) {
        if !self.is_large_and_unordered() {
            return self.table().entries().map(|(n, _)| n).for_each(f);
        }
        Scratch::with(|scratch| {
            self.content.hashes(None, &mut scratch.hashes, &mut scratch.room);
            scratch.grow();
            pack(&scratch.slots, self.len(), &mut scratch.items);
            scratch.items.iter().map(|&item| item as usize).for_each(f);
        });
    }

    fn is_large_and_unordered(&self) -> bool {
        self.table.get().is_none() && self.len() > MOST && matches!(self.recipe, Recipe::Grown)
    }
}

/// The slots of a table to which so many items were added one by one.
pub(super) fn size_of_grown(n: usize) -> usize {
    let mut size = SMALLEST;
    loop {
        // The number of items with which the table grows.
        let full = ((size - 1) * 3).div_ceil(5);
        if n < full {
            return size;
        }
        size = grown_size(full);
    }
}

/// The slots of the copy of a table with so many items.
pub(super) fn size_of_copy(n: usize) -> usize {
    if n * 5 >= (SMALLEST - 1) * 3 { size_above(n * 2) } else { SMALLEST }
}

/// Which slots are in use, as bits; a bit more than there are slots stays free.
#[derive(Default)]
struct InUse {
    bits: Vec<u64>,
    size: usize,
}

impl InUse {
    /// Runs with an empty table.
    fn with<R>(size: usize, work: impl FnOnce(&mut InUse) -> R) -> R {
        thread_local! {
            static SPARE: Cell<Option<Box<InUse>>> = const { Cell::new(None) };
        }
        let mut table = SPARE.take().unwrap_or_default();
        table.size = size;
        table.bits.clear();
        table.bits.resize(size / 64 + 1, 0);
        let result = work(&mut table);
        SPARE.set(Some(table));
        result
    }

    fn has(&self, slot: usize) -> bool {
        self.bits[slot / 64] >> (slot % 64) & 1 == 1
    }

    /// The position of the item in the first slot in use, if it is clear which one that is.
    fn first(&mut self, hashes: &[u64]) -> Option<usize> {
        let mask = self.size - 1;
        let (mut first, mut at, mut several, mut n) = (usize::MAX, 0, false, 0);
        let mut far = false;
        for &hash in hashes {
            let asked = hash as usize & mask;
            if asked <= first {
                several = asked == first;
                (first, at) = (asked, n);
            }
            n += 1;
            let mut slot = asked;
            while slot <= mask && self.has(slot) {
                slot += 1;
            }
            // Near the end of a table nobody looks at neighbours, but jumps. How many find no place before it, and whether some do
            // not find theirs there, is the same in every order.
            far |= slot != asked && slot + LINEAR_PROBES > mask;
            self.bits[slot / 64] |= 1 << (slot % 64);
        }
        if several || far { None } else { self.has_no_jumps().then_some(at) }
    }

    /// Whether no order of the items makes one jump: slots in use that stand together are so few that each of them is within reach
    /// of the others.
    fn has_no_jumps(&self) -> bool {
        const { assert!(LINEAR_PROBES == 9, "eleven together are too many") };
        let next = self.bits[1..].iter().chain(&[0]);
        !self.bits.iter().zip(next).any(|(&these, &next)| {
            let all = u128::from(these) | u128::from(next) << 64;
            let two = all & all >> 1;
            let four = two & two >> 2;
            let eight = four & four >> 4;
            (eight & eight >> 3) as u64 != 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arc, CellLayout, Value};

    /// Random sets of cells, added in two orders.
    #[test]
    fn it_is_the_first_whatever_order_the_items_came_in() {
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % below) as i32
        };
        let mut told = 0;
        for round in 0..6_000 {
            let n = 2 + round % 70;
            let mut cells: Vec<(i32, i32, i32)> = (0..n).map(|_| (random(10), random(30), random(30))).collect();
            cells.sort_unstable();
            cells.dedup();
            if cells.len() < 2 {
                continue;
            }
            for copied in [false, true] {
                let turn = random(cells.len() as u64) as u32;
                let len = cells.len() as u32;
                for step in [1, len - 1] {
                    // All of them, from somewhere on, up or down.
                    let sequence = move |_: &Set| (0..len).map(|k| (turn + k * step) % len).collect();
                    let layout = CellLayout::ColourLast;
                    let set = Set::deferred_cells(layout, cells.clone(), copied, Box::new(sequence), []);
                    if let Some(first) = set.first_whoever_came_first() {
                        told += 1;
                        assert_eq!(set.positions_in_order().next(), Some(first), "{cells:?} {copied} {turn} {step}");
                    }
                }
            }
        }
        assert!(told > 10_000, "told only {told} times");
    }

    #[test]
    fn the_first_of_many_is_that_of_their_order() {
        let places = |n: i32| (0..n).map(|k| Value::Pair(k / 7, k % 7)).collect::<Vec<_>>();
        let product = || Set::product(places(70), places(65)).expect("a product").expect("not too deep");
        // Where the first one is not among those with which it begins, the order is walked through again.
        for step in [1, 2, 97, 1_000, 10_000, 4_000, 3, 1] {
            let (set, twin) = (product(), product());
            let is_wanted = |n: usize| n % step == step / 2;
            assert_eq!(set.first_of(is_wanted), twin.positions_in_order().find(|&n| is_wanted(n)));
            assert!(set.table.get().is_none());
        }
    }

    #[test]
    fn how_large_products_begin_is_kept_for_each_pair_of_factors() {
        let places = |n: i32, by: i32| (0..n).map(|k| Value::Pair(k / 7, by + k % 7)).collect::<Vec<_>>();
        // Tables of the first two are replayed with a bit for each slot.
        let factors = [(200, 0, 210, 0), (200, 0, 210, 1), (80, 0, 80, 0), (80, 1, 80, 0), (80, 0, 81, 0)];
        for round in 0..3 {
            for (n, factor) in factors.iter().enumerate() {
                let &(left, by, right, other) = factor;
                let set = Set::product(places(left, by), places(right, other)).expect("a product").expect("not deep");
                let order: Vec<usize> = Set::product(places(left, by), places(right, other))
                    .expect("a product")
                    .expect("not deep")
                    .positions_in_order()
                    .collect();
                for from in [0, 1, 100 + n, 3_000] {
                    let mut is_wanted = vec![false; order.len()];
                    order[from..].iter().step_by(5).for_each(|&n| is_wanted[n] = true);
                    assert_eq!(
                        set.first_of(|n| is_wanted[n]),
                        Some(order[from]),
                        "{factor:?}, {from} in round {round}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_part_of_many_is_in_their_order_without_keeping_it() {
        let places = |n: i32| (0..n).map(|k| Value::Pair(k / 7, k % 7)).collect::<Vec<_>>();
        let product = || Arc::new(Set::product(places(70), places(65)).expect("a product").expect("not too deep"));
        let (unordered, ordered) = (product(), product());
        ordered.table();
        for step in [2, 97] {
            let taken: Vec<u32> = (0..70 * 65).filter(|n| n % step == 1).collect();
            let [part, expected] = [&unordered, &ordered].map(|set| Set::filtered(set, taken.clone()).expect("a part"));
            assert!(part.in_order().eq(expected.in_order()), "{step}");
            assert!(unordered.table.get().is_none());
        }
    }

    #[test]
    fn sizes_are_those_of_tables() {
        for n in 1..400 {
            let cells: Vec<_> = (0..n).map(|k| (1, k, k)).collect();
            let source = Arc::new(Set::grown_cells(CellLayout::ColourLast, cells.clone()));
            assert_eq!(source.table().mask as usize + 1, size_of_grown(n as usize), "{n} items");
            let copy = Set::copied_cells(CellLayout::ColourLast, cells);
            assert_eq!(copy.table().mask as usize + 1, size_of_copy(n as usize), "{n} items, copied");
        }
    }

    #[test]
    fn small_and_settled_sets_are_left_alone() {
        let set = Set::from_items([3, 1, 2].map(Value::Int)).expect("ints do not nest");
        assert_eq!(set.first_whoever_came_first(), None);
        assert_eq!(Set::empty().first_whoever_came_first(), None);
    }
}
