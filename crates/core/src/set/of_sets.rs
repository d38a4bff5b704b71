//! Sets of sets that are found without the others they were found among.

use super::content::{Content, Keyed};
use super::order::{Recipe, SMALLEST, insert_clean, size_above};
use super::scratch::Scratch;
use super::{Sequence, Set};
use crate::error::Result;
use crate::value::Value;
use triomphe::Arc;

impl Set {
    /// A set of distinct sets with a way to find the order in which they came, should somebody ask; see
    /// [`Set::deferred_pairs`].
    pub fn deferred_sets(sets: Vec<Arc<Set>>, copied: bool, sequence: Sequence) -> Result<Set> {
        let keyed = sets.into_iter().map(|set| Keyed::new(Value::Set(set)));
        Set::measured(Content::of(keyed.collect()), Recipe::Deferred { sequence, copied })
    }

    /// `frozenset({…})` of distinct items, none of which need exist: in which order those with these hashes are if they were added
    /// one by one.
    pub fn order_of_copied(hashes: Vec<u64>) -> Vec<u32> {
        Scratch::with(|scratch| {
            scratch.hashes = hashes;
            scratch.grow();
            let n = scratch.hashes.len();
            let mut table = scratch.table(n, |item| item);
            let size = if n * 5 >= (SMALLEST - 1) * 3 { size_above(n * 2) } else { SMALLEST };
            if size - 1 != table.mask as usize {
                scratch.empty_slots(size);
                for (item, _) in table.entries() {
                    insert_clean(&mut scratch.slots, scratch.hashes[item], item as u32);
                }
                table = scratch.table(n, |item| item);
            }
            table.entries().map(|(item, _)| item as u32).collect()
        })
    }
}
