//! Sets that are made after others: of some of their items, or of other items in their order.

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

    /// [`Set::deferred_sets`] that hang on the order of another set.
    pub fn deferred_sets_of(source: &Arc<Set>, sets: Vec<Arc<Set>>, sequence: Sequence) -> Result<Set> {
        Ok(Set::deferred_sets(sets, false, sequence)?.hanging_on([source]))
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

    /// A set of other items that came as those of a set of cells did: one for each, by position in its content. They are distinct.
    pub fn with_other_items(source: &Arc<Set>, items: Vec<Value>) -> Result<Set> {
        debug_assert_eq!(source.len(), items.len());
        let copied = matches!(source.recipe, Recipe::GrownThenCopied | Recipe::Deferred { copied: true, .. });
        let walked = source.clone();
        let sequence = move |_: &Set| match &walked.recipe {
            Recipe::Deferred { sequence, .. } => sequence(&walked),
            recipe => {
                debug_assert!(matches!(recipe, Recipe::Grown | Recipe::GrownThenCopied));
                (0..walked.len() as u32).collect()
            }
        };
        let content = Content::of(items.into_iter().map(Keyed::new).collect());
        Set::measured(content, Recipe::Deferred { sequence: Box::new(sequence), copied })
    }
}
