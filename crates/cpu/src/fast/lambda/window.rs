//! Parts of one grid that begin at each of many places.
//!
//! `sfilter(places, compose(condition, rbind(lbind(crop, I), (7, 7))))` tries every place as the corner of a pattern. The part stays where it
//! is in the grid, and what a condition mostly asks, which colours are at some of its places, is looked up there.

use super::area::{Area, Areas};
use super::coded::{Each, Weights};
use super::cut::Cuts;
use super::foreground::{COLOURS, Counts, Foregrounds, Others};
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
        self.cut_each(places, |_| true, |_| places.iter().copied())
    }

    /// `toobject` of the outline of a box with each.
    pub fn cut_outlines(&self, outlines: &Outlined) -> Cuts {
        // Most parts have the same shape, and their boxes are the same.
        let boxes = &outlines.boxes;
        let usual: Vec<(i32, i32)> = boxes.first().map(|b| outline(b).collect()).unwrap_or_default();
        self.cut_each(&usual, |n| boxes[n] == boxes[0], |n| outline(&boxes[n]))
    }

    /// `toobject` of places with each. Where they are the usual ones and all inside, each is as far from where the part begins as in any
    /// other part.
    fn cut_each<P: Iterator<Item = (i32, i32)>>(
        &self,
        usual: &[(i32, i32)],
        is_usual: impl Fn(usize) -> bool,
        places: impl Fn(usize) -> P,
    ) -> Cuts {
        let (stride, around) = (self.grid.width(), Bounds::of_places(usual.iter().copied()));
        let bits: Vec<u16> = self.grid.cells().iter().map(|&v| 1 << v).collect();
        let distances: Vec<usize> = match around.top.min(around.left) {
            0.. => usual.iter().map(|&(i, j)| i as usize * stride + j as usize).collect(),
            _ => Vec::new(),
        };
        let mut cuts = Cuts::with_capacity(self.len());
        for (n, part) in self.parts.iter().enumerate() {
            let (height, width) = (part.height(), part.width());
            let start = part.top as usize * stride + part.left as usize;
            let are_inside = i64::from(around.bottom) < height && i64::from(around.right) < width;
            if !distances.is_empty() && are_inside && is_usual(n) {
                let from_start = &bits[start..];
                let colours = distances.iter().fold(0, |colours, &distance| colours | from_start[distance]);
                cuts.push(distances.len() as u32, colours);
                continue;
            }
            let (mut size, mut colours) = (0, 0);
            for (i, j) in places(n) {
                if (0..height).contains(&i64::from(i)) && (0..width).contains(&i64::from(j)) {
                    size += 1;
                    colours |= bits[start + i as usize * stride + j as usize];
                }
            }
            cuts.push(size, colours);
        }
        cuts.weighed()
    }

    /// `fgpartition` of each, and what looking for the cells of each colour takes. None if the grid is too wide or has colours above nine.
    pub fn foregrounds(&self) -> Option<(Foregrounds, Weights)> {
        let counts = Counts::of(&self.grid)?;
        let mut others = Others::of(&self.grid)?;
        let (mut objects, mut searches) = (Vec::with_capacity(self.len()), Vec::with_capacity(self.len()));
        let (mut sizes, mut shapes) = (Vec::with_capacity(self.len()), Vec::with_capacity(self.len()));
        for part in self.parts.iter() {
            let counts = counts.within(part);
            let background = self.background(part, &counts);
            let colours = counts.iter().filter(|&&count| count > 0).count() as u64 - 1;
            let size = counts.iter().sum::<u32>() - counts[background as usize];
            objects.push(colours);
            sizes.push(size);
            shapes.push(if size > 0 { others.shape(background, part) } else { (0, 0) });
            searches.push(weight(part) * colours);
        }
        Some((Foregrounds::new(shapes, &objects, &sizes), Weights::each(searches)))
    }

    fn row(&self, i: usize, part: &Bounds) -> &[i8] {
        &self.grid.row(i)[part.left as usize..=part.right as usize]
    }

    /// `mostcolor` of a part.
    fn background(&self, part: &Bounds, counts: &[u32; COLOURS]) -> i8 {
        let most = counts.iter().copied().max().unwrap_or(0);
        let mut with_most = (0..COLOURS as i8).filter(|&v| counts[v as usize] == most);
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
