//! Copies of a few patches: `fork(shift, last, first)` over the tuples of a product of places and patches.
//!
//! Each patch has its own copies ([`Moved`]), and what they are asked is asked patch by patch.

use super::coded::{Coded, Weights};
use super::column::Column;
use super::copies::weight_of_item;
use super::outline::Outlines;
use super::unmade::Unmade;
use crate::fast::moved::Moved;
use megabatt_core::{Arc, Set, Value};

/// More patches are left to others.
const MOST_PATCHES: usize = 16;

/// By how much a patch is moved, and for which items.
type Items = (Vec<(i32, i32)>, Vec<u32>);

pub struct Stamps {
    patches: Coded,
    /// The copies of each patch, and which items they are for.
    groups: Vec<(Moved, Vec<u32>)>,
    /// What an item of a copy weighs.
    item: u64,
}

/// `shift` of the patch of each item by what it has to be moved by. None if one is no patch, or if they are of different kinds.
pub fn stamped(patches: &Coded, by: &[(i32, i32)]) -> Option<Column> {
    let sets: Vec<&Arc<Set>> = patches.values.iter().map(as_set).collect::<Option<_>>()?;
    let first = sets.first()?;
    if sets.len() > MOST_PATCHES || sets.iter().any(|set| set.items() != first.items()) {
        return None;
    }
    if sets.len() == 1 {
        return Some(Column::Moved(Moved::new(first, by)?));
    }
    let mut items: Vec<Items> = vec![Items::default(); sets.len()];
    for (n, (&code, &by)) in (0u32..).zip(patches.codes.iter().zip(by)) {
        let (moves, numbers) = &mut items[code as usize];
        moves.push(by);
        numbers.push(n);
    }
    let group = |(set, (by, numbers)): (&Arc<Set>, Items)| Some((Moved::new(set, &by)?, numbers));
    let groups = sets.iter().copied().zip(items).map(group).collect::<Option<_>>()?;
    Some(Column::unmade(Unmade::Stamps(Stamps { patches: patches.clone(), groups, item: weight_of_item(first) })))
}

fn as_set(value: &Value) -> Option<&Arc<Set>> {
    match value {
        Value::Set(set) => Some(set),
        _ => None,
    }
}

impl Stamps {
    /// A copy weighs what its patch does.
    pub fn weights(&self) -> Weights {
        self.patches.weights()
    }

    pub fn len(&self) -> usize {
        self.patches.codes.len()
    }

    /// What is known of the items that each copy has in common with a fixed set.
    pub fn overlaps(&self, fixed: &Set) -> Option<Outlines> {
        let mut sizes = vec![0; self.len()];
        for (copies, items) in &self.groups {
            for (&n, common) in items.iter().zip(copies.common(fixed)?) {
                sizes[n as usize] = common;
            }
        }
        Some(Outlines::new(sizes, None, self.item))
    }
}
