//! Sets of copies of one patch, as `apply(lbind(shift, patch), places)` makes them.
//!
//! No two copies are equal, and what is asked of them is mostly known from the patch and from how far each is moved. So a copy is these
//! two until somebody asks for it, and from then on one and the same object for the set and all of its parts.
//!
//! So are lines, of which `prapply(connect, places, places)` gives thousands: a line is its two ends.

use super::content::Content;
use super::known::KnownHash;
use super::{Recipe, Sequence, Set};
use crate::error::Result;
use crate::hash;
use crate::value::checked_depth;
use once_cell::race::OnceBox;
use triomphe::Arc;

/// Makes a copy of a patch that is moved by so much.
pub type Mover = fn(&Arc<Set>, (i32, i32)) -> Set;

type Place = (i32, i32);

/// The ends of a line; None is the set of nothing.
pub type Ends = Option<[Place; 2]>;

/// What lines are.
#[derive(Clone, Copy)]
pub struct Drawn {
    /// The set of the places between these ends.
    pub set: fn([Place; 2]) -> Set,
    /// Writes these places.
    pub places: fn([Place; 2], &mut Vec<Place>),
    /// How many they are.
    pub len: fn([Place; 2]) -> u64,
}

/// What is known of all sets, of which no two are equal.
enum What {
    Copies { patch: Arc<Set>, by: Box<[(i32, i32)]>, mover: Mover },
    Lines { ends: Box<[Ends]>, drawn: Drawn },
}

/// All copies, or lines, that were ever in a set.
struct All {
    what: What,
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
    /// All of them, so many.
    fn in_copies(what: What, n: usize) -> Copies {
        let made = (0..n).map(|_| OnceBox::new()).collect();
        let hashes = (0..n).map(|_| KnownHash::default()).collect();
        Copies { all: Arc::new(All { what, made, hashes }), codes: (0..n as u32).collect() }
    }

    /// The set with this number.
    fn make(&self, code: usize) -> Set {
        match &self.what {
            What::Copies { patch, by, mover } => mover(patch, by[code]),
            What::Lines { ends, drawn } => ends[code].map_or_else(Set::empty, drawn.set),
        }
    }

    /// The hash of a set that nobody wants to see: what a table of them is made of. None if it takes the set.
    fn hash(&self, code: usize, room: &mut Room) -> Option<u64> {
        match &self.what {
            What::Copies { patch, by, .. } => {
                let (di, dj) = by[code];
                if let Some(places) = patch.pairs() {
                    room.places.clear();
                    room.places.extend(places.iter().map(|&(i, j)| (i.wrapping_add(di), j.wrapping_add(dj))));
                    hash::many::of_pairs(&room.places, &mut room.hashes);
                } else {
                    let cells = patch.cells()?.iter();
                    room.cells.clear();
                    room.cells.extend(cells.map(|&(c, i, j)| (c, i.wrapping_add(di), j.wrapping_add(dj))));
                    hash::many::of_cells(&room.cells, &mut room.hashes);
                }
            }
            What::Lines { ends, drawn } => {
                room.places.clear();
                ends[code].into_iter().for_each(|ends| (drawn.places)(ends, &mut room.places));
                hash::many::of_pairs(&room.places, &mut room.hashes);
            }
        }
        Some(hash::of_frozenset(hash::many::xored(&room.hashes), room.hashes.len()))
    }

    fn weight(&self, code: usize) -> u64 {
        match &self.what {
            What::Copies { patch, .. } => patch.weight(),
            What::Lines { ends, drawn } => 1 + ends[code].map_or(0, |ends| 3 * (drawn.len)(ends)),
        }
    }

    fn depth(&self, code: usize) -> u32 {
        match &self.what {
            What::Copies { patch, .. } => patch.depth(),
            // Sets of places, and the set of nothing.
            What::Lines { ends, .. } => {
                if ends[code].is_some() {
                    2
                } else {
                    1
                }
            }
        }
    }
}

/// Some of the copies of a patch, or some lines.
#[derive(Clone)]
pub struct Copies {
    all: Arc<All>,
    /// Which of them.
    codes: Box<[u32]>,
}

impl Copies {
    /// The patch, and by how much each copy is moved. None if these are lines.
    pub fn moved(&self) -> Option<(&Arc<Set>, impl ExactSizeIterator<Item = (i32, i32)> + '_)> {
        match &self.all.what {
            What::Copies { patch, by, .. } => Some((patch, self.codes.iter().map(|&code| by[code as usize]))),
            What::Lines { .. } => None,
        }
    }

    /// The ends of each line. None if these are copies.
    pub fn ends(&self) -> Option<impl ExactSizeIterator<Item = Ends> + '_> {
        match &self.all.what {
            What::Lines { ends, .. } => Some(self.codes.iter().map(|&code| ends[code as usize])),
            What::Copies { .. } => None,
        }
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
        all.made[code].get_or_init(|| Box::new(Arc::new(all.make(code))))
    }

    pub(super) fn hash(&self, n: usize) -> u64 {
        self.hash_in(n, &mut Room::default())
    }

    /// The hash of the n-th copy; `room` is to write in.
    pub(super) fn hash_in(&self, n: usize, room: &mut Room) -> u64 {
        let (all, code) = (&self.all, self.codes[n] as usize);
        all.hashes[code].get().unwrap_or_else(|| {
            let unseen = if all.made[code].get().is_none() { all.hash(code, room) } else { None };
            let hash = unseen.unwrap_or_else(|| self.get(n).hash());
            all.hashes[code].set(hash);
            hash
        })
    }

    /// The weight and the depth of a set of these copies.
    pub(super) fn measure(&self) -> Result<(u64, u32)> {
        let codes = || self.codes.iter().map(|&code| code as usize);
        let weight = codes().fold(1u64, |sum, code| sum.saturating_add(self.all.weight(code)));
        let deepest = codes().map(|code| self.all.depth(code)).max().unwrap_or(0);
        Ok((weight, checked_depth(deepest)?))
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
        let copies = All::in_copies(What::Copies { patch: patch.clone(), by: by.into(), mover }, by.len());
        let recipe = Recipe::Mapped(source.clone());
        Ok(Set::measured(Content::Copies(Box::new(copies)), recipe)?.hanging_on([source]))
    }

    /// A set of lines, at least one, of which no two are equal. They were added one by one in this order, or in one that takes work to find,
    /// which hangs on that of another set then.
    pub fn of_lines(ends: Vec<Ends>, drawn: Drawn, came: Option<(&Arc<Set>, Sequence)>) -> Result<Set> {
        debug_assert!(!ends.is_empty());
        let n = ends.len();
        let content = Content::Copies(Box::new(All::in_copies(What::Lines { ends: ends.into(), drawn }, n)));
        match came {
            None => Set::measured(content, Recipe::Grown),
            Some((source, sequence)) => {
                Ok(Set::measured(content, Recipe::Deferred { sequence, copied: false })?.hanging_on([source]))
            }
        }
    }

    /// The items of a set that [`Set::mapped_to_copies`] or [`Set::of_lines`] made, or of a part of it.
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

    const DRAWN: Drawn = Drawn {
        set: |ends| {
            let mut places = Vec::new();
            (DRAWN.places)(ends, &mut places);
            Set::grown_pairs(places)
        },
        places: |[(i, j), (_, to)], places| places.extend((j..=to).map(|k| (i, k))),
        len: |[(_, j), (_, to)]| (to - j + 1) as u64,
    };

    #[test]
    fn lines_are_the_sets_of_their_places() {
        let ends: Vec<Ends> =
            (0..90).map(|n| (n != 7).then_some([(n % 13, n % 5), (n % 13, n / 13 + n % 5)])).collect();
        let plain: Vec<Arc<Set>> = ends.iter().map(|ends| Arc::new(ends.map_or_else(Set::empty, DRAWN.set))).collect();
        let [set, seen] = [(), ()].map(|()| Set::of_lines(ends.clone(), DRAWN, None).expect("not too deep"));
        let grown = Set::grown_sets(plain.clone(), false).expect("not too deep");
        seen.values().for_each(drop);
        for set in [&set, &seen] {
            assert_eq!((set.weight(), set.depth(), set.hash()), (grown.weight(), grown.depth(), grown.hash()));
            assert!(set.in_order().eq(grown.in_order()) && set.same_items(&grown) && grown.same_items(set));
            assert!(set.copies().is_some_and(|lines| lines.moved().is_none() && lines.ends().is_some()));
        }
        let (source, taken) = (Arc::new(set), (0..90).filter(|n| n % 7 < 3).collect::<Vec<u32>>());
        let part = Set::filtered(&source, taken.clone()).expect("not too deep");
        let expected = Set::filtered(&Arc::new(grown), taken).expect("not too deep");
        assert_eq!((part.weight(), part.hash()), (expected.weight(), expected.hash()));
        assert!(part.in_order().eq(expected.in_order()));
        assert!(part.values().all(|line| source.contains(&line)));
    }
}
