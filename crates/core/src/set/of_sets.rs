//! Sets of sets that are found without the others they were found among.

use super::content::{Content, Keyed};
use super::order::Recipe;
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
}
