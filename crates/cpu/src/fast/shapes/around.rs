//! The neighbours of places.

use super::super::patch;
use super::order::add_all;
use super::{All, Shape, is_near};
use megabatt_core::mask::Bounds;
use megabatt_core::set::{Batches, Growth};
use megabatt_core::{Arc, Op, Result, Set, Value};
use std::rc::Rc;

/// Whether the operation gives neighbours of a place.
pub fn gives_neighbours(op: Op) -> bool {
    matches!(op, Op::dneighbors | Op::ineighbors | Op::neighbors)
}

/// The neighbours of one kind of a place for each item.
#[derive(Clone)]
pub struct Around {
    op: Op,
    places: Rc<[(i32, i32)]>,
}

impl Around {
    /// None if the operation gives something else, or if a place is far away.
    pub fn of(op: Op, places: &[(i32, i32)]) -> Option<Around> {
        let fits = gives_neighbours(op) && places.iter().all(|&place| is_near(place));
        fits.then(|| Around { op, places: places.into() })
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// What each weighs.
    pub fn weight(&self) -> u64 {
        1 + 3 * steps(self.op).len() as u64
    }

    /// The places whose neighbours these are.
    pub fn places(&self) -> &[(i32, i32)] {
        &self.places
    }

    /// How to get from a place to its neighbours.
    pub fn steps(&self) -> &'static [(i32, i32)] {
        steps(self.op)
    }

    /// How many neighbours each has in common with a set of places.
    pub fn common(&self, places: &Set) -> Option<Vec<u32>> {
        let (mask, steps) = (places.mask()?, self.steps());
        let count = |&(i, j): &(i32, i32)| steps.iter().map(|&(di, dj)| u32::from(mask.has(i + di, j + dj))).sum();
        Some(self.places.iter().map(count).collect())
    }

    fn each(&self) -> impl Iterator<Item = Neighbours> {
        self.places.iter().map(|&(i, j)| Neighbours { op: self.op, i, j })
    }

    /// The neighbours of each as sets.
    pub fn into_values(self) -> Vec<Value> {
        self.each().map(|neighbours| Value::set(neighbours.set())).collect()
    }

    /// The set of all sets of neighbours, as `apply` makes it; `source` is the set whose items gave them, by position in its content.
    pub fn as_set(&self, source: &Arc<Set>) -> Result<Set> {
        All::of(self.each().map(Some), source).into_set()
    }

    /// The neighbours of all in one set, as `mapply` makes it; `source` as in [`Around::as_set`]. None if it is better left to others.
    pub fn union(&self, source: &Arc<Set>) -> Option<Set> {
        let Some(items) = beside(self.op, &self.places) else {
            return All::of(self.each().map(Some), source).into_union();
        };
        let (op, places, walked) = (self.op, self.places.to_vec(), source.clone());
        let batches: Batches = Box::new(move |union, growth| {
            let shapes = places.iter().map(|&(i, j)| Some(Neighbours { op, i, j }));
            add_all(&All::of(shapes, &walked), union.pairs().unwrap_or_default(), growth);
        });
        Some(Set::pairs_in_batches(items, batches, [source]))
    }
}

/// The neighbours of all places, each once, found with a bit for each place of a row. None if there is none, or if the rows are too long
/// or mostly empty.
fn beside(op: Op, places: &[(i32, i32)]) -> Option<Vec<(i32, i32)>> {
    let around = Bounds::of_pairs(places);
    if places.is_empty() || around.height() > 4 * places.len() as i64 {
        return None;
    }
    // There is one more column on either side.
    match around.width() {
        ..=62 => Some(beside_in_narrow_rows(op, places, &around)),
        63..=126 => Some(beside_in_wide_rows(op, places, &around)),
        _ => None,
    }
}

/// A function that finds the neighbours with rows of so many bits.
macro_rules! beside_in_rows {
    ($name:ident, $bits:ty) => {
        fn $name(op: Op, places: &[(i32, i32)], around: &Bounds) -> Vec<(i32, i32)> {
            let height = around.height() as usize;
            let mut rows: Vec<$bits> = vec![0; height];
            for &(i, j) in places {
                rows[(i - around.top) as usize] |= 2 << (j - around.left);
            }
            let (straight, diagonal) = (op != Op::ineighbors, op != Op::dneighbors);
            let mut found: Vec<$bits> = vec![0; height + 2];
            for (n, &row) in rows.iter().enumerate() {
                let sideways = row << 1 | row >> 1;
                let above = if straight { row } else { 0 } | if diagonal { sideways } else { 0 };
                found[n] |= above;
                found[n + 1] |= if straight { sideways } else { 0 };
                found[n + 2] |= above;
            }
            let mut items = Vec::with_capacity(found.iter().map(|row| row.count_ones() as usize).sum());
            for (i, mut row) in (around.top - 1..).zip(found) {
                while row != 0 {
                    items.push((i, around.left - 1 + row.trailing_zeros() as i32));
                    row &= row - 1;
                }
            }
            items
        }
    };
}

beside_in_rows!(beside_in_narrow_rows, u64);
beside_in_rows!(beside_in_wide_rows, u128);

/// How to get from a place to its neighbours: the direct ones first.
const STEPS: [(i32, i32); 8] = {
    let ([a, b, c, d], [e, f, g, h]) = (patch::STRAIGHT, patch::DIAGONAL);
    [a, b, c, d, e, f, g, h]
};

fn steps(op: Op) -> &'static [(i32, i32)] {
    match op {
        Op::dneighbors => &STEPS[..4],
        Op::ineighbors => &STEPS[4..],
        _ => &STEPS,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Neighbours {
    op: Op,
    i: i32,
    j: i32,
}

impl Shape for Neighbours {
    type Item = (i32, i32);

    fn corners(self) -> [(i32, i32); 2] {
        [(self.i - 1, self.j - 1), (self.i + 1, self.j + 1)]
    }

    fn len(self) -> usize {
        steps(self.op).len()
    }

    fn items(self) -> impl Iterator<Item = (i32, i32)> {
        steps(self.op).iter().map(move |&(di, dj)| (self.i + di, self.j + dj))
    }

    fn set(self) -> Set {
        let places: Vec<(i32, i32)> = self.items().collect();
        match self.op {
            Op::neighbors => patch::united_neighbours(places),
            _ => Set::copied_pairs(places),
        }
    }

    fn order(self, _: &[u32], _: &Growth<'_>, order: &mut Vec<u32>) {
        order.clear();
        order.extend(self.set().positions_in_order().map(|n| n as u32));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn neighbours_are_found_with_bits_as_one_by_one() {
        let few = vec![(3, -7)];
        let many: Vec<(i32, i32)> = (0..50).map(|n| (n * 7 % 13 - 5, n * 11 % 61 + 4)).collect();
        let wide: Vec<(i32, i32)> =
            (0..90).map(|n| (n * 7 % 13 - 5, n * 11 % 126 - 4)).chain([(0, -4), (3, 121)]).collect();
        for places in [few, many, wide] {
            for op in [Op::dneighbors, Op::ineighbors, Op::neighbors] {
                let one_by_one = places.iter().flat_map(|&(i, j)| Neighbours { op, i, j }.items());
                let one_by_one: BTreeSet<(i32, i32)> = one_by_one.collect();
                let found = beside(op, &places).expect("they are close together");
                assert_eq!(found.len(), one_by_one.len());
                assert!(found.into_iter().eq(one_by_one));
            }
        }
        assert!(beside(Op::neighbors, &[(0, 0), (0, 126)]).is_none());
        assert!(beside(Op::neighbors, &[(0, 0), (90, 0)]).is_none());
    }
}
