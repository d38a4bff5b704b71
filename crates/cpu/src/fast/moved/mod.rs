//! One patch at many places: what `mapply(lbind(shift, patch), places)` is made of.
//!
//! Stamping a pattern all over a grid makes a set for each place, most of whose cells others have too. Here the patch is rows of bits,
//! one for each of its rows and colours; a copy of it is these rows moved, and all copies together are the rows of a
//! larger box. The order of the union is that of the copies, and of each copy that brings more than one new item.

mod bits;
mod field;
mod hashes;
mod order;

use super::Patch;
use super::bounds;
use super::patch::moved_by;
use bits::{Bits, Rows};
use field::Field;
use megabatt_core::ablation::{Idea, is_off};
use megabatt_core::set::{Batches, ListCells, Unlisted};
use megabatt_core::{Arc, CellLayout, Result, Set, Value};
use order::{InOrder, Union, copies_in_order};
use std::rc::Rc;

/// Places further away than this are left to others: nothing here leaves 32 bits then.
const FAR: i32 = 1 << 28;

/// Fewer cells are listed as quickly as it is written down how to.
const FEWEST_UNLISTED: usize = 256;

/// A patch, and by how much it is moved for each item.
#[derive(Clone)]
pub struct Moved {
    patch: Arc<Set>,
    by: Rc<[(i32, i32)]>,
    /// Whether each result is made by one `shift` of the patch. Otherwise only its items are known and not their order.
    is_shift: bool,
}

fn is_near(n: i32) -> bool {
    -FAR < n && n < FAR
}

impl Moved {
    /// `shift(patch, by)` for each; None if it is no patch, or if it gets far away.
    pub fn new(patch: &Arc<Set>, by: &[(i32, i32)]) -> Option<Moved> {
        let b = bounds::of(Patch::of_set(patch)?);
        let near = !is_off(Idea::Moved) && [b.top, b.left, b.bottom, b.right].into_iter().all(is_near);
        (near && by.iter().all(|&(i, j)| is_near(i) && is_near(j))).then(|| Moved {
            patch: patch.clone(),
            by: by.into(),
            is_shift: true,
        })
    }

    /// The copies that are the items of a set, by position in its content.
    pub fn in_set(set: &Set) -> Option<Moved> {
        let (patch, by) = set.copies()?.moved()?;
        Moved::new(patch, &by.collect::<Vec<_>>())
    }

    /// The set of all copies, as `apply` over the source makes it. None if two may be equal.
    pub fn as_set(&self, source: &Arc<Set>) -> Option<Result<Set>> {
        // What they are moved by are items of a set, so no two of them are the same.
        let are_distinct = source.pairs() == Some(&self.by[..]);
        let mover = |patch: &Arc<Set>, by| moved_by(patch, by).unwrap_or_else(Set::empty);
        (self.is_shift && are_distinct).then(|| Set::mapped_to_copies(source, &self.patch, &self.by, mover))
    }

    pub fn len(&self) -> usize {
        self.by.len()
    }

    pub fn patch(&self) -> &Arc<Set> {
        &self.patch
    }

    pub fn by(&self) -> &[(i32, i32)] {
        &self.by
    }

    pub fn is_shift(&self) -> bool {
        self.is_shift
    }

    /// The same with another patch, of whose copies the order is not known.
    pub fn with_items_of(&self, patch: Arc<Set>) -> Moved {
        Moved { patch, by: self.by.clone(), is_shift: false }
    }

    /// What each copy weighs.
    pub fn weight(&self) -> u64 {
        self.patch.weight()
    }

    /// The copies as sets, if their order is known.
    pub fn into_values(self) -> Option<Vec<Value>> {
        let copy = |&by: &(i32, i32)| moved_by(&self.patch, by).map(Value::set);
        if self.is_shift { self.by.iter().map(copy).collect() } else { None }
    }

    /// The items of all copies in one tuple, one copy after the other, if the order of each is known.
    pub fn walked(&self) -> Option<Value> {
        let mover = |patch: &Arc<Set>, by| moved_by(patch, by).unwrap_or_else(Set::empty);
        if self.is_shift { Value::walked_copies(&self.patch, &self.by, mover) } else { None }
    }

    /// The items of all copies in one set, as `merge` of the set of all copies makes it; `source` is the set whose items gave the
    /// copies, by position in its content. None if they are too far apart for rows of bits.
    pub fn union(&self, source: &Arc<Set>) -> Option<Set> {
        self.joined(source, copies_in_order)
    }

    /// The items of all copies in one set, as `merge` makes it of the set that has them.
    pub fn merged(&self, outer: &Arc<Set>) -> Option<Set> {
        self.joined(outer, |_, by, outer| outer.positions_in_order().map(|n| by[n]).collect())
    }

    fn joined(&self, source: &Arc<Set>, in_order: InOrder) -> Option<Set> {
        if !self.is_shift {
            return None;
        }
        if let [by] = self.by[..] {
            return self.only_copy(by);
        }
        let rows = Arc::new(Rows::of(&self.patch)?);
        let count = self.patch.len() * self.by.len();
        if count >= FEWEST_UNLISTED && !rows.colours.is_empty() && self.are_side_by_side(&rows, source) {
            return Bits::have_room_for(&rows, &self.by).then(|| self.unlisted(count, &rows, source, in_order));
        }
        let all = Bits::of_all(&rows, &self.by)?;
        let (mut places, mut cells) = (Vec::new(), Vec::new());
        if rows.colours.is_empty() {
            places.reserve_exact(all.count());
            all.each(|_, i, j| places.push((i, j)));
        } else {
            cells = all.cells(&rows.colours, all.count());
        }
        let distinct = all.planes_are_apart();
        let (patch, by) = (self.patch.clone(), self.by.to_vec());
        let union = Union { patch, by, source: source.clone(), in_order, rows, all };
        let batches: Batches = Box::new(move |set, growth| union.add_all(set, growth));
        let sources = [source, &self.patch];
        if cells.is_empty() {
            return Some(Set::pairs_in_batches(places, batches, sources));
        }
        let set = Set::cells_in_batches(CellLayout::ColourFirst, cells, batches, sources);
        Some(set.with_places_known_as(distinct))
    }

    /// The items of the only copy as those of the union: its own, which come in its order.
    fn only_copy(&self, by: (i32, i32)) -> Option<Set> {
        let copy = Arc::new(moved_by(&self.patch, by)?);
        let union = match copy.pairs() {
            Some(places) => Set::mapped_to_pairs(&copy, places.to_vec()),
            None => Set::mapped_to_cells(&copy, copy.cell_layout(), copy.cells()?.to_vec()).with_places_as(&copy),
        };
        Some(union.within_bounds_of(&copy))
    }

    /// The cells of all copies, so many, in one set that is not listed before somebody looks.
    fn unlisted(&self, count: usize, rows: &Arc<Rows>, source: &Arc<Set>, in_order: InOrder) -> Set {
        let by: std::sync::Arc<[(i32, i32)]> = self.by[..].into();
        let all = {
            let (rows, by) = (rows.clone(), by.clone());
            move || Bits::of_all(&rows, &by).unwrap_or_else(|| unreachable!("there is room for them"))
        };
        let (in_list, colours) = (all.clone(), rows.colours.clone());
        let list: ListCells = Box::new(move || in_list().cells(&colours, count));
        let (patch, made_of, of_union) = (self.patch.clone(), source.clone(), rows.clone());
        let batches: Batches = Box::new(move |set, growth| {
            let (patch, source, rows) = (patch.clone(), made_of.clone(), of_union.clone());
            Union { patch, by: by.to_vec(), source, in_order, rows, all: all() }.add_all(set, growth)
        });
        let unlisted = Unlisted::new(count, rows.colours.clone().into(), list);
        let set = Set::unlisted_cells(unlisted, batches, [source, &self.patch]);
        set.with_places_known_as(self.patch.has_distinct_places())
    }

    /// Whether the boxes around all copies lie like tiles, so that no two copies share a place.
    fn are_side_by_side(&self, rows: &Rows, source: &Arc<Set>) -> bool {
        let (height, width) = (rows.bounds.height() as i32, rows.bounds.width() as i32);
        let Some(&(i, j)) = self.by.first() else { return false };
        let is_tile = |by: &(i32, i32)| (by.0 - i) % height == 0 && (by.1 - j) % width == 0;
        self.by.iter().all(is_tile) && self.are_distinct(source)
    }

    /// Whether no two copies are moved by the same, as far as that is easy to see.
    fn are_distinct(&self, source: &Arc<Set>) -> bool {
        // Items of a set differ, and so do the copies in one.
        source.pairs() == Some(&self.by[..])
            || source.copies().and_then(|copies| copies.moved()).is_some_and(|(_, by)| by.eq(self.by.iter().copied()))
    }

    /// The items of all copies, in a set whose order nobody looks at. None if they are too far apart for rows of bits.
    pub fn items(&self) -> Option<Set> {
        let rows = Rows::of(&self.patch)?;
        let all = Bits::of_all(&rows, &self.by)?;
        if rows.colours.is_empty() {
            let mut places = Vec::with_capacity(all.count());
            all.each(|_, i, j| places.push((i, j)));
            return Some(Set::grown_pairs(places));
        }
        Some(Set::grown_cells(CellLayout::ColourFirst, all.cells(&rows.colours, all.count())))
    }

    /// By how much these copies are moved from others of the same patch, if all are by the same.
    pub fn distance_from(&self, others: &Moved) -> Option<(i32, i32)> {
        if Arc::ptr_eq(&self.patch, &others.patch) { self.distance(others) } else { None }
    }

    fn distance(&self, others: &Moved) -> Option<(i32, i32)> {
        let mut distances = self.by.iter().zip(others.by.iter()).map(|(a, b)| (a.0 - b.0, a.1 - b.1));
        let first = distances.next()?;
        distances.all(|distance| distance == first).then_some(first)
    }

    /// The patch, moved as these copies are from those of another patch, if all are by the same.
    pub fn patch_seen_from(&self, others: &Moved) -> Option<Set> {
        moved_by(&self.patch, self.distance(others)?)
    }

    /// How many items of each copy are in a set of places or cells. None if one of the two is too large for rows of bits.
    pub fn common(&self, fixed: &Set) -> Option<Vec<u32>> {
        if fixed.is_empty() || self.patch.items() != fixed.items() {
            // Places and cells are never equal, and what is neither is equal to neither.
            return Some(vec![0; self.by.len()]);
        }
        let rows = Rows::of(&self.patch)?;
        let field = Field::of(fixed, &rows)?;
        Some(field.common_of_all(&rows, &self.by))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiles of 20 by 20 cells, which are not listed; some lie on each other if those who moved them say the same.
    #[test]
    fn tiles_that_lie_on_each_other_are_counted_once() {
        let cells = (0..400).map(|n| (n % 3, n / 20, n % 20)).collect();
        let patch = Arc::new(Set::grown_cells(CellLayout::ColourFirst, cells));
        let tiles: Vec<(i32, i32)> = (0..12).map(|n| (20 * (n / 4), 20 * (n % 4))).collect();
        let again: Vec<(i32, i32)> = tiles.iter().map(|&(i, j)| (i, j / 2 / 20 * 20)).collect();
        let source = Arc::new(Set::grown_pairs(tiles.clone()));
        for (by, copies, is_listed) in [(&tiles, 12, false), (&again, 6, true)] {
            let union = Moved::new(&patch, by).and_then(|moved| moved.union(&source)).expect("they are near");
            assert_eq!(union.unlisted_colours().is_none(), is_listed);
            assert_eq!(union.len(), 400 * copies);
            let mut places: Vec<(i32, i32)> = union.cells().unwrap_or_default().iter().map(|c| (c.1, c.2)).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), 400 * copies);
        }
    }
}
