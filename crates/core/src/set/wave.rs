//! The sets of places that the DSL's search for objects takes from one wave to the next.
//!
//! ```text
//! neighborhood = set()
//! for cand in cands:
//!     …
//!     neighborhood |= {place for place in around(cand) if inside(place)}
//! cands = neighborhood - occupied
//! ```
//!
//! In which order an object's cells are found follows from the tables of these sets, of which there are several for each
//! cell. None of them outlives its wave, so [`Wave`] has one table for all: its slots hold the places themselves, and nothing is
//! allocated. [`super::SetBuilder`] is the plain way to the same order.

use super::collisions;
use super::order::{EMPTY, LINEAR_PROBES, PERTURB_SHIFT, SMALLEST, USUAL_ROUNDS, grown_size, insert_clean, size_above};
use super::packed::pack;
use crate::hash;

/// Places of grids of up to so many rows and columns have a number, those around them as well.
pub const MOST_ROWS: usize = 1 << 15;

/// A place as one number.
#[inline]
fn packed((i, j): (i32, i32)) -> u32 {
    ((i + 1) as u32 * (1 << 16)) | (j + 1) as u32
}

#[inline]
fn unpacked(place: u32) -> (i32, i32) {
    ((place >> 16) as i32 - 1, (place & 0xFFFF) as i32 - 1)
}

#[inline]
fn hash_of(place: u32) -> u64 {
    let (i, j) = unpacked(place);
    hash::of_pair(i, j)
}

/// The most neighbours a place has.
const MOST_AROUND: usize = 8;
/// The slots of a set of so many places.
const SLOTS_AROUND: usize = 32;

/// A set of at most eight distinct places.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    /// In slot order.
    places: [u32; MOST_AROUND],
    slots: [u8; MOST_AROUND],
    len: u8,
    mask: u8,
}

impl Around {
    /// `{place, …}`: distinct places added one by one. Copied by `frozenset(…)` it is the same if there are up to four.
    pub fn grown(places: impl Iterator<Item = (i32, i32)>) -> Around {
        let mut added = [0; MOST_AROUND];
        let mut len = 0;
        for (at, place) in added.iter_mut().zip(places) {
            *at = packed(place);
            len += 1;
        }
        let mut slots = [EMPTY; SLOTS_AROUND];
        let small = &mut slots[..SMALLEST];
        if len * 5 < (SMALLEST - 1) * 3 {
            added[..len].iter().for_each(|&place| _ = insert_clean(small, hash_of(place), place));
            return Around::of(small);
        }
        // With the fifth the table grows; what is in it goes over in slot order.
        const FULL: usize = 5;
        added[..FULL].iter().for_each(|&place| _ = insert_clean(small, hash_of(place), place));
        Around::of(small).moved_and(&added[FULL..len])
    }

    /// `a | b` of two sets of four.
    pub fn union(a: &Around, b: &Around) -> Around {
        a.moved_and(&b.places[..b.len as usize])
    }

    /// These places in a table of 32 slots, then others.
    fn moved_and(&self, others: &[u32]) -> Around {
        let mut slots = [EMPTY; SLOTS_AROUND];
        for &place in self.places[..self.len as usize].iter().chain(others) {
            insert_clean(&mut slots, hash_of(place), place);
        }
        Around::of(&slots)
    }

    fn of(table: &[u32]) -> Around {
        let mask = table.len() as u8 - 1;
        let mut around = Around { places: [0; MOST_AROUND], slots: [0; MOST_AROUND], len: 0, mask };
        for (slot, &place) in table.iter().enumerate().filter(|&(_, &place)| place != EMPTY) {
            around.places[around.len as usize] = place;
            around.slots[around.len as usize] = slot as u8;
            around.len += 1;
        }
        around
    }

    /// The places in slot order.
    pub fn in_order(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        self.places[..self.len as usize].iter().map(|&place| unpacked(place))
    }
}

/// A set of places that grows by sets of neighbours.
pub struct Wave {
    /// Places, or [`EMPTY`], which is beyond [`MOST_ROWS`].
    slots: Vec<u32>,
    used: usize,
    /// Room for places on their way from one table to another.
    items: Vec<u32>,
}

impl Default for Wave {
    fn default() -> Wave {
        Wave { slots: vec![EMPTY; SMALLEST], used: 0, items: Vec::new() }
    }
}

impl Wave {
    /// `set()`.
    pub fn clear(&mut self) {
        self.empty(SMALLEST);
        self.used = 0;
    }

    fn empty(&mut self, size: usize) {
        self.slots.clear();
        self.slots.resize(size, EMPTY);
    }

    fn mask(&self) -> usize {
        self.slots.len() - 1
    }

    /// Takes the places out, in slot order.
    fn take_items(&mut self) -> Vec<u32> {
        let mut items = std::mem::take(&mut self.items);
        pack(&self.slots, self.used, &mut items);
        items
    }

    /// Another table with these places, which come one by one.
    fn refill(&mut self, size: usize, items: &[u32]) {
        self.empty(size);
        items.iter().for_each(|&place| _ = insert_clean(&mut self.slots, hash_of(place), place));
    }

    fn resize_to(&mut self, size: usize) {
        if size == SMALLEST && self.slots.len() == SMALLEST {
            return;
        }
        let items = self.take_items();
        self.refill(size, &items);
        self.items = items;
    }

    /// `self |= around`.
    pub fn merge(&mut self, around: &Around) {
        let n = around.len as usize;
        if n == 0 {
            return;
        }
        if (self.used + n) * 5 >= self.mask() * 3 {
            self.resize_to(size_above((self.used + n) * 2));
        }
        let places = &around.places[..n];
        if self.used > 0 {
            places.iter().for_each(|&place| self.add(place));
            return;
        }
        self.used = n;
        if self.mask() == around.mask as usize {
            places.iter().zip(&around.slots).for_each(|(&place, &slot)| self.slots[slot as usize] = place);
        } else {
            places.iter().for_each(|&place| _ = insert_clean(&mut self.slots, hash_of(place), place));
        }
    }

    #[inline]
    fn add(&mut self, place: u32) {
        let mask = self.mask();
        let hash = hash_of(place);
        let mut perturb = hash;
        let mut at = hash as usize & mask;
        let mut rounds = 0;
        let free = 'search: loop {
            let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
            for (n, &there) in self.slots[at..=last].iter().enumerate() {
                if there == EMPTY {
                    break 'search at + n;
                }
                if there == place {
                    return;
                }
            }
            rounds += 1;
            if rounds > USUAL_ROUNDS {
                collisions::note();
            }
            perturb >>= PERTURB_SHIFT;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
        };
        self.slots[free] = place;
        self.used += 1;
        if self.used * 5 >= mask * 3 {
            self.resize_to(grown_size(self.used));
        }
    }

    /// Writes the places of `self - occupied` in their order; the other set is known by its size and by what it has. The wave
    /// itself is over then.
    pub fn minus(&mut self, occupied: usize, has: impl Fn(i32, i32) -> bool, rest: &mut Vec<(i32, i32)>) {
        let is_left = |&place: &u32| {
            let (i, j) = unpacked(place);
            !has(i, j)
        };
        let mut items = self.take_items();
        if self.used >> 2 > occupied {
            // A copy from which the others are taken.
            let size = if items.len() * 5 >= (SMALLEST - 1) * 3 { size_above(items.len() * 2) } else { SMALLEST };
            if size != self.slots.len() {
                self.refill(size, &items);
                self.items = items;
                items = self.take_items();
            }
            items.retain(is_left);
            if self.used - items.len() > self.mask() / 4 {
                self.used = items.len();
                self.refill(grown_size(items.len()), &items);
                self.items = items;
                items = self.take_items();
            }
        } else {
            items.retain(is_left);
            self.grow(&items);
            self.items = items;
            items = self.take_items();
        }
        rest.clear();
        rest.extend(items.iter().map(|&place| unpacked(place)));
        self.items = items;
    }

    /// Distinct places, added one by one to an empty set.
    fn grow(&mut self, items: &[u32]) {
        self.empty(SMALLEST);
        self.used = 0;
        while self.used < items.len() {
            // The number of items with which the table grows.
            let full = (self.mask() * 3).div_ceil(5);
            let until = full.min(items.len());
            let added = items[self.used..until].iter();
            added.for_each(|&place| _ = insert_clean(&mut self.slots, hash_of(place), place));
            self.used = until;
            if until == full {
                self.resize_to(grown_size(until));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Set, SetBuilder, Value};

    /// What comes next, by the plain way.
    fn plain(neighborhoods: &[Vec<(i32, i32)>], occupied: usize, has: impl Fn(i32, i32) -> bool) -> Vec<(i32, i32)> {
        let mut all = SetBuilder::new();
        for places in neighborhoods {
            let mut around = SetBuilder::new();
            places.iter().for_each(|&(i, j)| _ = around.add_pair(i, j));
            all.merge_builder(&around);
        }
        let is = |value: &Value| matches!(*value, Value::Pair(i, j) if has(i, j));
        let rest = all.minus_those(occupied, is);
        rest.in_order().map(|value| if let Value::Pair(i, j) = *value { (i, j) } else { unreachable!() }).collect()
    }

    /// Numbers that look random.
    fn numbers() -> impl Iterator<Item = u64> {
        let mut state = 7u64;
        std::iter::from_fn(move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Some(state >> 33)
        })
    }

    #[test]
    fn waves_go_on_as_sets_do() {
        let mut random = numbers();
        let mut next = |below: u64| random.next().map_or(0, |n| n % below);
        let (mut wave, mut rest) = (Wave::default(), Vec::new());
        let mut copied = 0;
        for _ in 0..4_000 {
            let extent = 2 + next(30);
            let mut neighborhoods = Vec::new();
            for _ in 0..next(25) {
                let mut places: Vec<(i32, i32)> = Vec::new();
                for _ in 0..next(9) {
                    let place = (next(extent) as i32, next(extent) as i32);
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
                neighborhoods.push(places);
            }
            let (modulus, occupied) = (1 + next(4) as i32, next(40) as usize);
            let has = |i: i32, j: i32| (i * 31 + j * 7) % (modulus + 1) == 0;
            wave.clear();
            neighborhoods.iter().for_each(|places| wave.merge(&Around::grown(places.iter().copied())));
            copied += usize::from(wave.used >> 2 > occupied);
            wave.minus(occupied, has, &mut rest);
            assert_eq!(rest, plain(&neighborhoods, occupied, has), "{neighborhoods:?}");
        }
        assert!(copied > 500, "both ways of taking a difference are tried");
    }

    #[test]
    fn neighbours_are_the_sets_of_the_dsl() {
        for (i, j) in (0..40).flat_map(|i| (0..40).map(move |j| (i, j))) {
            let direct = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)];
            let diagonal = [(i - 1, j - 1), (i - 1, j + 1), (i + 1, j - 1), (i + 1, j + 1)];
            let sets = [direct, diagonal].map(|places| crate::Arc::new(Set::copied_pairs(places.to_vec())));
            let ours = [direct, diagonal].map(|places| Around::grown(places.into_iter()));
            let walked = |set: &Set| set.in_order().collect::<Vec<_>>();
            let listed = |around: &Around| around.in_order().map(|(i, j)| Value::Pair(i, j)).collect::<Vec<_>>();
            assert_eq!(listed(&ours[0]), walked(&sets[0]));
            let union = Set::union(&sets[0], &sets[1]).expect("two sets of places");
            assert_eq!(listed(&Around::union(&ours[0], &ours[1])), walked(&union));
        }
    }
}
