//! Sets of patches that are asked which of them meet a fixed one.
//!
//! `sfilter(objs, chain(positive, size, compose(lbind(intersection, places), toindices)))` makes two sets for each object
//! to learn whether the second has an item. Here the items are counted and no set is made.

use crate::fast::{Patch, bounds};
use megabatt_core::mask::Bounds;
use megabatt_core::{Arc, Set};

/// A box of more places is left to the ordinary way.
const MOST_PLACES: i64 = 1 << 20;

/// Places, as a set has them or all of a box.
#[derive(Clone)]
pub enum Area {
    /// A set and the box of its places.
    Of(Arc<Set>, Bounds),
    All(Bounds),
}

impl Area {
    /// The places of a patch; None if it is empty, no patch, or if two of its cells share one.
    pub fn of(set: &Arc<Set>) -> Option<Area> {
        let is_plain = set.pairs().is_some() || set.cells().is_some() && set.has_distinct_places();
        is_plain.then(|| Some(Area::Of(set.clone(), bounds::of(Patch::of_set(set)?))))?
    }

    /// All places of a patch's box.
    pub fn around(set: &Arc<Set>) -> Option<Area> {
        let bounds = bounds::of(Patch::of_set(set)?);
        let places = bounds.height().checked_mul(bounds.width())?;
        (places <= MOST_PLACES).then_some(Area::All(bounds))
    }

    /// What the set of its places weighs.
    pub fn weight(&self) -> u64 {
        1 + 3 * match self {
            Area::Of(set, _) => set.len() as u64,
            Area::All(bounds) => (bounds.height() * bounds.width()) as u64,
        }
    }

    /// How many places each shares with a set of places.
    pub fn all_common(areas: &[Area], fixed: &Set) -> Option<Vec<u32>> {
        let near = Bounds::of_places(fixed.pairs()?.iter().copied());
        areas.iter().map(|area| area.common(fixed, near)).collect()
    }

    /// How many places it shares with a set of places that has this box.
    fn common(&self, fixed: &Set, near: Bounds) -> Option<u32> {
        let count = match self {
            Area::Of(_, bounds) if !bounds.meets(&near) => 0,
            Area::Of(set, _) => {
                let mask = fixed.mask()?;
                let pairs = set.pairs().unwrap_or_default().iter().filter(|&&(i, j)| mask.has(i, j)).count();
                pairs + set.cells().unwrap_or_default().iter().filter(|&&(_, i, j)| mask.has(i, j)).count()
            }
            Area::All(b) => {
                let inside = |&&(i, j): &&(i32, i32)| b.top <= i && i <= b.bottom && b.left <= j && j <= b.right;
                fixed.pairs()?.iter().filter(inside).count()
            }
        };
        Some(count as u32)
    }
}
