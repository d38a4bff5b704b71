//! Sets of copies of one patch, as `apply(lbind(shift, patch), places)` makes them.
//!
//! No two copies are equal, and what is asked of them is mostly known from the patch and from how far each is moved. So a copy is these
//! two until somebody asks for it, and from then on one and the same object for the set and all of its parts.

use super::content::Content;
use super::known::KnownHash;
use super::{Recipe, Set};
use crate::error::Result;
use crate::hash;
use crate::value::checked_depth;
use once_cell::race::OnceBox;
use triomphe::Arc;

/// Makes a copy of a patch that is moved by so much.
pub type Mover = fn(&Arc<Set>, (i32, i32)) -> Set;

/// All copies that were ever in a set.
struct All {
    patch: Arc<Set>,
    by: Box<[(i32, i32)]>,
    mover: Mover,
    made: Box<[OnceBox<Arc<Set>>]>,
    hashes: Box<[KnownHash]>,
}

/// Room for what is worked out about one copy after the other.
#[derive(Default)]
pub(super) struct Room {
    places: Vec<(i32, i32)>,
    cells: Vec<(i32, i32, i32)>,
    hashes: Vec<u64>,
}

impl All {
    /// The hash of a copy that nobody wants to see: what a table of copies is made of. None if it takes the copy.
    fn hash(&self, (di, dj): (i32, i32), room: &mut Room) -> Option<u64> {
        if let Some(places) = self.patch.pairs() {
            room.places.clear();
            room.places.extend(places.iter().map(|&(i, j)| (i.wrapping_add(di), j.wrapping_add(dj))));
            hash::many::of_pairs(&room.places, &mut room.hashes);
        } else {
            room.cells.clear();
            room.cells.extend(self.patch.cells()?.iter().map(|&(c, i, j)| (c, i.wrapping_add(di), j.wrapping_add(dj))));
            hash::many::of_cells(&room.cells, &mut room.hashes);
        }
        Some(hash::of_frozenset(hash::many::xored(&room.hashes), room.hashes.len()))
    }
}

/// Some of the copies of a patch.
#[derive(Clone)]
pub struct Copies {
    all: Arc<All>,
    /// Which of them.
    codes: Box<[u32]>,
}

impl Copies {
    pub fn patch(&self) -> &Arc<Set> {
        &self.all.patch
    }

    /// By how much each is moved.
    pub fn by(&self) -> impl ExactSizeIterator<Item = (i32, i32)> + '_ {
        self.codes.iter().map(|&code| self.all.by[code as usize])
    }

    pub(super) fn len(&self) -> usize {
        self.codes.len()
    }

    /// The copies at these positions.
    pub(super) fn part(&self, positions: &[u32]) -> Copies {
        Copies { all: self.all.clone(), codes: positions.iter().map(|&n| self.codes[n as usize]).collect() }
    }

    /// The n-th copy.
    pub(super) fn get(&self, n: usize) -> &Arc<Set> {
        let (all, code) = (&self.all, self.codes[n] as usize);
        all.made[code].get_or_init(|| Box::new(Arc::new((all.mover)(&all.patch, all.by[code]))))
    }

    pub(super) fn hash(&self, n: usize) -> u64 {
        self.hash_in(n, &mut Room::default())
    }

    /// The hash of the n-th copy; `room` is to write in.
    pub(super) fn hash_in(&self, n: usize, room: &mut Room) -> u64 {
        let (all, code) = (&self.all, self.codes[n] as usize);
        all.hashes[code].get().unwrap_or_else(|| {
            let unseen = if all.made[code].get().is_none() { all.hash(all.by[code], room) } else { None };
            let hash = unseen.unwrap_or_else(|| self.get(n).hash());
            all.hashes[code].set(hash);
            hash
        })
    }

    /// The weight and the depth of a set of these copies.
    pub(super) fn measure(&self) -> Result<(u64, u32)> {
        let weight = self.all.patch.weight().saturating_mul(self.len() as u64).saturating_add(1);
        Ok((weight, checked_depth(self.all.patch.depth())?))
    }

    pub(super) fn settle(&self) {
        (0..self.len()).for_each(|n| self.get(n).settle());
    }
}

impl std::fmt::Debug for Copies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries((0..self.len()).map(|n| self.get(n))).finish()
    }
}

impl Set {
    /// `frozenset(shift(patch, by) for item in source)`: the n-th of `by` is for the n-th item of the source's content. No two are
    /// the same, and neither the patch nor the source is empty.
    pub fn mapped_to_copies(source: &Arc<Set>, patch: &Arc<Set>, by: &[(i32, i32)], mover: Mover) -> Result<Set> {
        debug_assert!(source.len() == by.len() && !by.is_empty() && !patch.is_empty());
        let made = by.iter().map(|_| OnceBox::new()).collect();
        let hashes = by.iter().map(|_| KnownHash::default()).collect();
        let all = Arc::new(All { patch: patch.clone(), by: by.into(), mover, made, hashes });
        let copies = Copies { all, codes: (0..by.len() as u32).collect() };
        let recipe = Recipe::Mapped(source.clone());
        Ok(Set::measured(Content::Copies(Box::new(copies)), recipe)?.hanging_on([source]))
    }

    /// The items of a set that [`Set::mapped_to_copies`] made, or of a part of it.
    pub fn copies(&self) -> Option<&Copies> {
        match &self.content {
            Content::Copies(copies) => Some(copies),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    fn moved(patch: &Arc<Set>, (di, dj): (i32, i32)) -> Set {
        if let Some(cells) = patch.cells() {
            let cells = cells.iter().map(|&(c, i, j)| (c, i + di, j + dj)).collect();
            return Set::mapped_to_cells(patch, crate::CellLayout::ColourFirst, cells);
        }
        let places = patch.pairs().unwrap_or_default().iter().map(|&(i, j)| (i + di, j + dj));
        Set::mapped_to_pairs(patch, places.collect())
    }

    #[test]
    fn copies_are_as_if_they_were_made() {
        check(Set::grown_pairs(vec![(0, 0), (4, 1), (2, 7)]));
        let cells = (0..30).map(|n| (n % 4, n, 3 * n % 7)).collect();
        check(Set::grown_cells(crate::CellLayout::ColourFirst, cells));
    }

    fn check(patch: Set) {
        let patch = Arc::new(patch);
        let by: Vec<(i32, i32)> = (0..40).map(|n| (n * 5 % 17, n)).collect();
        let source = Arc::new(Set::grown_pairs(by.clone()));
        let copies = Set::mapped_to_copies(&source, &patch, &by, moved).expect("not too deep");
        let values: Vec<Value> = by.iter().map(|&by| Value::set(moved(&patch, by))).collect();
        let plain = Set::mapped_to_values(&source, &values).expect("they differ").expect("not too deep");
        let (ours, theirs): (Vec<usize>, Vec<usize>) =
            (copies.positions_in_order().collect(), plain.positions_in_order().collect());
        assert_eq!((ours, copies.hash()), (theirs, plain.hash()));
        let made =
            |set: &Set| set.copies().is_some_and(|copies| copies.all.made.iter().any(|made| made.get().is_some()));
        assert!(!made(&copies), "nobody has seen one");
        assert!(copies.in_order().eq(plain.in_order()) && made(&copies));
        assert_eq!((copies.weight(), copies.depth(), copies.hash()), (plain.weight(), plain.depth(), plain.hash()));
        assert!(
            values.iter().all(|value| copies.contains(value)) && !copies.contains(&Value::set(moved(&patch, (9, -9))))
        );
        assert!(copies.same_items(&plain));
        let (copies, plain) = (Arc::new(copies), Arc::new(plain));
        let part = |set: &Arc<Set>| Set::filtered(set, vec![3, 11, 12, 30]).expect("not too deep");
        let (some, others) = (part(&copies), part(&plain));
        assert!(some.in_order().eq(others.in_order()));
        assert_eq!(some.weight(), others.weight());
        // What is in both is one object.
        assert!(some.item(1).zip(copies.item(11)).is_some_and(|(a, b)| a.is(&b)));
        assert_eq!(Set::filtered(&copies, Vec::new()).map(|none| (none.len(), none.weight())), Ok((0, 1)));
    }
}
