//! Parts of one grid that begin at each of many places.
//!
//! `sfilter(places, compose(condition, rbind(lbind(crop, I), (7, 7))))` tries every place as the corner of a pattern. The part stays where it
//! is in the grid, and what a condition mostly asks, which colours are at some of its places, is looked up there.

use super::area::{Area, Areas};
use super::coded::{Each, Weights};
use super::cut::Cuts;
use super::turned::Way;
use crate::fast::colour::most_common;
use megabatt_core::mask::Bounds;
use megabatt_core::{Arc, Grid};
use std::rc::Rc;

/// Parts of more cells than this are left to the ordinary way: large grids count by other rules.
const MOST_CELLS: i64 = 500;

/// A part of the grid for each item; none is empty.
#[derive(Clone)]
pub struct Windows {
    grid: Arc<Grid>,
    parts: Rc<[Bounds]>,
    weights: Each,
}

impl Windows {
    /// `crop(grid, start, (height, width))` for each start. None if a part is empty or begins outside, or if the grid has
    /// uncommon colours.
    pub fn of(grid: &Arc<Grid>, starts: &[(i32, i32)], (height, width): (i32, i32)) -> Option<Windows> {
        if height < 1 || width < 1 || i64::from(height) * i64::from(width) > MOST_CELLS {
            return None;
        }
        let last = |start: i32, side: i32| start.saturating_add(side - 1);
        let part = |&(i, j): &(i32, i32)| Bounds { top: i, left: j, bottom: last(i, height), right: last(j, width) };
        Windows::inside(grid, starts.iter().map(part))
    }

    /// `subgrid(area, grid)` for each area. None if one is no box or begins outside, or if the grid has uncommon colours.
    pub fn of_boxes(grid: &Arc<Grid>, areas: &Areas) -> Option<Windows> {
        let bounds = |area: &Area| if let Area::All(b) = area { Some(*b) } else { None };
        let boxes: Vec<Bounds> = areas.all().iter().map(bounds).collect::<Option<_>>()?;
        let is_small = |b: &Bounds| b.height() * b.width() <= MOST_CELLS;
        if boxes.iter().all(is_small) { Windows::inside(grid, boxes.into_iter()) } else { None }
    }

    /// What of each box is in the grid. None if one begins outside.
    fn inside(grid: &Arc<Grid>, boxes: impl Iterator<Item = Bounds>) -> Option<Windows> {
        if grid.is_planned() || !grid.cells().iter().all(|v| (0..16).contains(v)) {
            return None;
        }
        let (h, w) = (i32::try_from(grid.height()).ok()?, i32::try_from(grid.width()).ok()?);
        let part = |b: Bounds| {
            let is_inside = (0..h).contains(&b.top) && (0..w).contains(&b.left);
            is_inside.then(|| Bounds { bottom: b.bottom.min(h - 1), right: b.right.min(w - 1), ..b })
        };
        Some(Windows::new(grid.clone(), boxes.map(part).collect::<Option<_>>()?))
    }

    /// The cells of the grid that all are parts of.
    pub fn cells(&self) -> &[i8] {
        self.grid.cells()
    }

    /// Where the n-th part is among these cells.
    pub fn way(&self, n: usize) -> Way {
        let (part, stride) = (&self.parts[n], self.grid.width());
        let start = part.top as usize * stride + part.left as usize;
        Way::through(start, stride, part.height() as usize, part.width() as usize)
    }

    /// Whether each has as many rows as columns.
    pub fn are_square(&self) -> bool {
        self.parts.iter().all(|b| b.height() == b.width())
    }

    /// `shape` of each.
    pub fn shapes(&self) -> Vec<(i32, i32)> {
        self.parts.iter().map(|b| (b.height() as i32, b.width() as i32)).collect()
    }

    /// `colorcount` of each.
    pub fn colour_counts(&self, colour: i64) -> Vec<i64> {
        let Ok(colour) = i8::try_from(colour) else { return vec![0; self.len()] };
        let in_row = |row: &[i8]| row.iter().filter(|&&v| v == colour).count() as i64;
        let in_part = |b: &Bounds| (b.top as usize..=b.bottom as usize).map(|i| in_row(self.row(i, b))).sum();
        self.parts.iter().map(in_part).collect()
    }

    fn new(grid: Arc<Grid>, parts: Vec<Bounds>) -> Windows {
        let weights = Each::new(parts.iter().map(weight).collect());
        Windows { grid, parts: parts.into(), weights }
    }

    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// What they weigh, which is their bulk as well.
    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    /// `trim` of each. None if nothing is left of one.
    pub fn trimmed(&self) -> Option<Windows> {
        let inner = |b: &Bounds| Bounds { top: b.top + 1, left: b.left + 1, bottom: b.bottom - 1, right: b.right - 1 };
        let parts: Vec<Bounds> = self.parts.iter().map(inner).collect();
        let is_left = parts.iter().all(|b| b.height() > 0 && b.width() > 0);
        is_left.then(|| Windows::new(self.grid.clone(), parts))
    }

    /// `asindices` of each.
    pub fn indices(&self) -> Areas {
        Areas::new(self.parts.iter().map(|b| Area::All(at_origin(b))).collect())
    }

    /// `toobject` of the same places with each.
    pub fn cut(&self, places: &[(i32, i32)]) -> Cuts {
        self.cut_each(|_| places.iter().copied())
    }

    /// `toobject` of the outline of a box with each.
    pub fn cut_outlines(&self, outlines: &Outlined) -> Cuts {
        self.cut_each(|n| outline(&outlines.boxes[n]))
    }

    fn cut_each<P: Iterator<Item = (i32, i32)>>(&self, places: impl Fn(usize) -> P) -> Cuts {
        let mut cuts = Cuts::with_capacity(self.len());
        for (n, part) in self.parts.iter().enumerate() {
            let (height, width) = (part.height(), part.width());
            let (mut size, mut colours) = (0, 0);
            for (i, j) in places(n) {
                if (0..height).contains(&i64::from(i)) && (0..width).contains(&i64::from(j)) {
                    size += 1;
                    colours |= 1 << self.grid.at((part.top + i) as usize, (part.left + j) as usize);
                }
            }
            cuts.push(size, colours);
        }
        cuts.weighed()
    }

    /// `fgpartition` of each, and what looking for the cells of each colour takes.
    pub fn foregrounds(&self) -> (Foregrounds, Weights) {
        let (mut weights, mut searches) = (Vec::with_capacity(self.len()), Vec::with_capacity(self.len()));
        let (mut sizes, mut shapes) = (Vec::with_capacity(self.len()), Vec::with_capacity(self.len()));
        for part in self.parts.iter() {
            let mut counts = [0u32; 16];
            let rows = || (part.top as usize..=part.bottom as usize).map(|i| self.row(i, part));
            rows().flatten().for_each(|&v| counts[v as usize & 15] += 1);
            let background = self.background(part, &counts);
            let mut around = Bounds::of_nothing();
            for (i, row) in rows().enumerate() {
                let others = |v: &i8| *v != background;
                if let (Some(first), Some(last)) = (row.iter().position(others), row.iter().rposition(others)) {
                    around.take_in((i as i32, first as i32));
                    around.take_in((i as i32, last as i32));
                }
            }
            let colours = counts.iter().filter(|&&count| count > 0).count() as u64 - 1;
            let size = counts.iter().sum::<u32>() - counts[background as usize];
            sizes.push(size);
            shapes.push(if size > 0 { (around.height() as i32, around.width() as i32) } else { (0, 0) });
            weights.push(1 + colours + 5 * u64::from(size));
            searches.push(weight(part) * colours);
        }
        let of_merged = Each::new(sizes.iter().map(|&size| 1 + 5 * u64::from(size)).collect());
        (Foregrounds { shapes, weights: Each::new(weights), of_merged }, Weights::each(searches))
    }

    fn row(&self, i: usize, part: &Bounds) -> &[i8] {
        &self.grid.row(i)[part.left as usize..=part.right as usize]
    }

    /// `mostcolor` of a part.
    fn background(&self, part: &Bounds, counts: &[u32; 16]) -> i8 {
        let most = counts.iter().copied().max().unwrap_or(0);
        let mut with_most = (0..16i8).filter(|&v| counts[v as usize] == most);
        if let (Some(only), None) = (with_most.next(), with_most.next()) {
            return only;
        }
        let rows = (part.top as usize..=part.bottom as usize).flat_map(|i| self.row(i, part)).copied();
        most_common(&Grid::new(part.height() as usize, part.width() as usize, rows.collect()))
    }
}

fn weight(part: &Bounds) -> u64 {
    1 + part.height() as u64 * (1 + part.width() as u64)
}

fn at_origin(b: &Bounds) -> Bounds {
    Bounds { top: 0, left: 0, bottom: b.bottom - b.top, right: b.right - b.left }
}

/// Boxes further away than this are left to the ordinary way: nothing here leaves 32 bits then.
const FAR: i32 = 1 << 28;

/// The places on the edge of a box, for each item.
pub struct Outlined {
    boxes: Vec<Bounds>,
    weights: Each,
}

impl Outlined {
    /// None if one of the areas is no box.
    pub fn of(areas: &Areas) -> Option<Outlined> {
        let bounds = |area: &Area| if let Area::All(b) = area { Some(*b) } else { None };
        let boxes: Vec<Bounds> = areas.all().iter().map(bounds).collect::<Option<_>>()?;
        Some(Outlined::new(boxes))
    }

    /// `outbox` of patches in these boxes. None if one is no box, or far away.
    pub fn around(areas: &Areas) -> Option<Outlined> {
        let is_near = |b: &Bounds| [b.top, b.left, b.bottom, b.right].into_iter().all(|n| -FAR < n && n < FAR);
        let wider = |area: &Area| match area {
            Area::All(b) if is_near(b) => {
                Some(Bounds { top: b.top - 1, left: b.left - 1, bottom: b.bottom + 1, right: b.right + 1 })
            }
            _ => None,
        };
        Some(Outlined::new(areas.all().iter().map(wider).collect::<Option<_>>()?))
    }

    fn new(boxes: Vec<Bounds>) -> Outlined {
        let weights = Each::new(boxes.iter().map(|b| 1 + 3 * outline_len(b)).collect());
        Outlined { boxes, weights }
    }

    /// `backdrop` of each. None if one has too many places.
    pub fn filled(&self) -> Option<Areas> {
        Some(Areas::new(self.boxes.iter().map(|&b| Area::all_of(b)).collect::<Option<_>>()?))
    }

    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// The box of each, and its edge.
    pub fn edges(&self) -> impl Iterator<Item = (Bounds, impl Iterator<Item = (i32, i32)>)> {
        self.boxes.iter().map(|b| (*b, outline(b)))
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }
}

/// How many places there are on the edge of a box.
fn outline_len(b: &Bounds) -> u64 {
    let (height, width) = (b.height() as u64, b.width() as u64);
    if height > 2 && width > 2 { 2 * (height + width) - 4 } else { height * width }
}

/// The places on the edge of a box.
fn outline(b: &Bounds) -> impl Iterator<Item = (i32, i32)> + use<> {
    let b = *b;
    (b.top..=b.bottom).flat_map(move |i| {
        let step = if i == b.top || i == b.bottom { 1 } else { (b.right - b.left).max(1) };
        (b.left..=b.right).step_by(step as usize).map(move |j| (i, j))
    })
}

/// The objects of all colours but the most common one, for each item.
pub struct Foregrounds {
    shapes: Vec<(i32, i32)>,
    weights: Each,
    of_merged: Each,
}

impl Foregrounds {
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    /// `merge` of each.
    pub fn merged(&self) -> Merged {
        Merged { shapes: self.shapes.clone(), weights: self.of_merged.clone() }
    }
}

/// All cells of these objects in one; of some there are none.
pub struct Merged {
    pub shapes: Vec<(i32, i32)>,
    weights: Each,
}

impl Merged {
    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }
}
