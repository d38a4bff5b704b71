//! Sets of places or cells that a few numbers say all about: what `mapply(fork(recolor, first, compose(rbind(shoot, UNITY), last)), cells)`
//! or `mapply(dneighbors, places)` is made of.
//!
//! Programs shoot a line from every cell of a grid, connect every cell with every other one, or take the neighbours of all of them, and
//! merge what they get. The items of all shapes in one set are found by walking along each, without a set for it. Which shape
//! comes first, and what its own order is, is found when somebody asks for the order of the union.

mod around;
mod crossing;
mod joined;
mod lines;
mod order;
mod strokes;

pub use around::Around;
pub use lines::Lines;
pub use strokes::Strokes;

use super::equals::came_first;
use super::union::{Located, are_near, union_of_listed_cells, union_of_listed_places};
use megabatt_core::mask::Bounds;
use megabatt_core::set::{Batches, Growth, Sequence};
use megabatt_core::{Arc, CellLayout, Result, Set};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Places further away than this are left to others: nothing here leaves 32 bits then.
const FAR: i32 = 1 << 28;

fn is_near((i, j): (i32, i32)) -> bool {
    [i, j].into_iter().all(|n| -FAR < n && n < FAR)
}

/// A shape. Two are equal if their sets are.
trait Shape: Copy + Eq + Hash + Send + Sync + 'static {
    type Item: Kept;

    /// Two corners of a box around it.
    fn corners(self) -> [(i32, i32); 2];

    fn len(self) -> usize;

    /// Its items, one after the other.
    fn items(self) -> impl Iterator<Item = Self::Item>;

    /// The same items in fewer shapes, where that is soon found, and whether no two of these share one.
    fn joined(shapes: Vec<Self>) -> (Vec<Self>, bool) {
        (shapes, false)
    }

    /// The set of its items, in this order in its content.
    fn set(self) -> Set;

    /// A set of distinct shapes; None is the set of nothing. See [`Set::deferred_sets_of`].
    fn sets(shapes: Vec<Option<Self>>, source: &Arc<Set>, sequence: Sequence) -> Result<Set> {
        let set = |shape: Option<Self>| Arc::new(shape.map_or_else(Set::empty, Self::set));
        Set::deferred_sets_of(source, shapes.into_iter().map(set).collect(), sequence)
    }

    /// Writes the order of its set: positions among [`Shape::items`], of which these are the numbers in a union.
    fn order(self, items: &[u32], growth: &Growth<'_>, order: &mut Vec<u32>);
}

/// A place or a cell.
trait Kept: Located {
    /// So many items in this box, each once; and whether no two share a place, if that is known.
    fn union(all: impl Iterator<Item = Self>, bounds: Bounds, count: usize) -> Option<(Vec<Self>, Option<bool>)>;

    fn in_batches(items: Vec<Self>, batches: Batches, source: &Arc<Set>) -> Set;
}

impl Kept for (i32, i32) {
    fn union(all: impl Iterator<Item = Self>, bounds: Bounds, count: usize) -> Option<(Vec<Self>, Option<bool>)> {
        Some((union_of_listed_places(all, bounds, count)?, None))
    }

    fn in_batches(items: Vec<Self>, batches: Batches, source: &Arc<Set>) -> Set {
        Set::pairs_in_batches(items, batches, [source])
    }
}

impl Kept for (i32, i32, i32) {
    fn union(all: impl Iterator<Item = Self>, bounds: Bounds, count: usize) -> Option<(Vec<Self>, Option<bool>)> {
        union_of_listed_cells(all, bounds, count).map(|(cells, apart)| (cells, Some(apart)))
    }

    fn in_batches(items: Vec<Self>, batches: Batches, source: &Arc<Set>) -> Set {
        Set::cells_in_batches(CellLayout::ColourFirst, items, batches, [source])
    }
}

/// A shape for each item of a set, by position in its content; None is the set of nothing.
struct All<S> {
    shapes: Vec<Option<S>>,
    source: Arc<Set>,
    /// Whether they are not what a function gave for the items, but the items themselves.
    of_set: bool,
}

impl<S: Shape> All<S> {
    fn of(shapes: impl Iterator<Item = Option<S>>, source: &Arc<Set>) -> All<S> {
        All { shapes: shapes.collect(), source: source.clone(), of_set: false }
    }

    /// The set of all, as `apply` makes it.
    fn into_set(self) -> Result<Set> {
        let distinct = Distinct::of(&self);
        let Distinct { shapes, numbers } = distinct;
        let (count, source) = (shapes.len(), self.source.clone());
        let sequence: Sequence = Box::new(move |_| came_first(&self.source, &numbers, count));
        S::sets(shapes, &source, sequence)
    }

    /// The items of all in one set, as `merge` of the set of all makes it. None if they are too far apart.
    fn into_union(self) -> Option<Set> {
        let (mut bounds, mut count) = (Bounds::of_nothing(), 0);
        for shape in self.shapes.iter().flatten() {
            shape.corners().into_iter().for_each(|corner| bounds.take_in(corner));
            count += shape.len();
        }
        if count == 0 {
            return Some(Set::empty());
        }
        let (shapes, are_apart) = S::joined(self.shapes.iter().flatten().copied().collect());
        let all = shapes.iter().flat_map(|shape| shape.items());
        let (items, apart) = match are_apart {
            true => (all.collect(), Some(true)),
            false if are_near(bounds, count) => S::Item::union(all, bounds, count)?,
            false => return None,
        };
        let source = self.source.clone();
        let batches: Batches = Box::new(move |union, growth| order::add_all(&self, S::Item::of(union), growth));
        let set = S::Item::in_batches(items, batches, &source);
        Some(match apart {
            Some(apart) => set.with_places_known_as(apart),
            None => set,
        })
    }
}

/// The shapes that are distinct.
struct Distinct<S> {
    shapes: Vec<Option<S>>,
    /// For each item of the source the number of its shape.
    numbers: Vec<u32>,
}

impl<S: Shape> Distinct<S> {
    fn of(all: &All<S>) -> Distinct<S> {
        let (mut known, mut shapes) = (FxHashMap::default(), Vec::new());
        let number = |shape: &Option<S>| {
            *known.entry(*shape).or_insert_with(|| {
                shapes.push(*shape);
                shapes.len() as u32 - 1
            })
        };
        let numbers = all.shapes.iter().map(number).collect();
        Distinct { shapes, numbers }
    }
}
