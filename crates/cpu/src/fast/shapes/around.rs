//! The neighbours of places.

use super::super::patch;
use super::{All, Shape, is_near};
use megabatt_core::set::Growth;
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
        All::of(self.each().map(Some), source).into_union()
    }
}

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
