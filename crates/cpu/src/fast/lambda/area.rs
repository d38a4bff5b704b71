//! Sets of patches that are asked which of them meet a fixed one.
//!
//! `sfilter(objs, chain(positive, size, compose(lbind(intersection, places), toindices)))` makes two sets for each object
//! to learn whether the second has an item. Here the items are counted and no set is made.

use super::coded::{Each, Weights};
use megabatt_core::mask::Bounds;
use megabatt_core::{Arc, Set};
use std::rc::Rc;

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
    /// The places of a patch that is in this box; None if two of its cells share one.
    pub fn within(set: &Arc<Set>, bounds: Bounds) -> Option<Area> {
        let is_plain = set.pairs().is_some() || set.cells().is_some() && set.has_distinct_places();
        is_plain.then(|| Area::Of(set.clone(), bounds))
    }

    /// All places of a box; None if they are too many.
    pub fn all_of(bounds: Bounds) -> Option<Area> {
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

    /// The box of its places.
    pub fn bounds(&self) -> &Bounds {
        let (Area::Of(_, bounds) | Area::All(bounds)) = self;
        bounds
    }

    /// Calls `f` with each of its places.
    pub fn each_place(&self, mut f: impl FnMut((i32, i32))) {
        match self {
            Area::Of(set, _) => {
                set.pairs().unwrap_or_default().iter().for_each(|&place| f(place));
                set.cells().unwrap_or_default().iter().for_each(|&(_, i, j)| f((i, j)));
            }
            Area::All(b) => (b.top..=b.bottom).for_each(|i| (b.left..=b.right).for_each(|j| f((i, j)))),
        }
    }

    /// How many places it shares with a set of places, where not both are boxes.
    fn common(&self, with: &Fixed<'_>) -> Option<u32> {
        let b = self.bounds();
        let found = match self {
            _ if !b.meets(&with.bounds) => 0,
            Area::All(b) if b.has_all_of(&with.bounds) => with.places.len(),
            Area::All(b) => with.places.iter().filter(|&&place| b.has(place)).count(),
            Area::Of(set, b) if with.is_box && with.bounds.has_all_of(b) => set.len(),
            Area::Of(set, _) if with.is_box => count(set, |place| with.bounds.has(place)),
            Area::Of(set, _) => {
                let mask = with.set.mask()?;
                count(set, |(i, j)| mask.has(i, j))
            }
        };
        Some(found as u32)
    }
}

/// An area for each item.
#[derive(Clone)]
pub struct Areas {
    all: Rc<[Area]>,
    weights: Each,
}

impl Areas {
    pub fn new(areas: Vec<Area>) -> Areas {
        let weights = Each::new(areas.iter().map(Area::weight).collect());
        Areas { all: areas.into(), weights }
    }

    pub fn all(&self) -> &[Area] {
        &self.all
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    /// How many places each shares with a set of places.
    pub fn common(&self, fixed: &Set) -> Option<Vec<u32>> {
        let with = Fixed::of(fixed)?;
        let mut common = Vec::with_capacity(self.all.len());
        for area in &*self.all {
            common.push(match area {
                Area::All(b) if with.is_box => places_of_both(b, &with.bounds),
                area => area.common(&with)?,
            });
        }
        Some(common)
    }
}

/// How many places there are in two boxes at once, of which one is none of absurdly many. Whether they meet is no question here: of
/// many boxes nobody could guess it.
#[inline]
fn places_of_both(a: &Bounds, b: &Bounds) -> u32 {
    let both = a.common(b);
    (both.height().max(0) * both.width().max(0)) as u32
}

/// What areas are held against.
struct Fixed<'a> {
    set: &'a Set,
    places: &'a [(i32, i32)],
    bounds: Bounds,
    /// Whether all places of the box are in it.
    is_box: bool,
}

impl<'a> Fixed<'a> {
    fn of(set: &'a Set) -> Option<Fixed<'a>> {
        let places = set.pairs()?;
        let bounds = Bounds::of_pairs(places);
        let is_box = !places.is_empty() && bounds.height().checked_mul(bounds.width()) == Some(places.len() as i64);
        Some(Fixed { set, places, bounds, is_box })
    }
}

/// How many places of a patch are wanted.
fn count(set: &Set, is_wanted: impl Fn((i32, i32)) -> bool) -> usize {
    let pairs = set.pairs().unwrap_or_default().iter().filter(|&&place| is_wanted(place)).count();
    pairs + set.cells().unwrap_or_default().iter().filter(|&&(_, i, j)| is_wanted((i, j))).count()
}
