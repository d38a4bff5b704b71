//! Patches: sets of places, or of coloured cells, drawn on their grid or in their box.

use crate::block::Block;
use crate::canvas::Canvas;
use crate::picture::{Dot, Picture};
use megabatt_core::{CellLayout, Grid, Set, Value};

/// A box larger than this is not drawn: places can lie anywhere a number can.
const LARGEST_BOX: i64 = 40_000;

/// A set of places (indices) or of cells (an object) that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// In iteration order; the colour is None for places.
    cells: Vec<(i32, i32, Option<i64>)>,
    top: i32,
    left: i32,
    bottom: i32,
    right: i32,
}

impl Patch {
    /// The patch that a value is; None if it is something else, or empty.
    pub fn from_value(value: &Value, layout: CellLayout) -> Option<Patch> {
        let Value::Set(set) = value else { return None };
        Patch::from_set(set, layout)
    }

    pub fn from_set(set: &Set, layout: CellLayout) -> Option<Patch> {
        if set.pairs().is_none() && set.cells_in(layout).is_none() {
            return None;
        }
        let cell = |value: Value| match value {
            Value::Pair(i, j) => Some((i, j, None)),
            other => other.as_cell().map(|(c, i, j)| (i, j, Some(i64::from(c)))),
        };
        let cells = set.in_some_order().map(cell).collect::<Option<Vec<_>>>()?;
        let range = |part: fn(&(i32, i32, Option<i64>)) -> i32| {
            Some((cells.iter().map(part).min()?, cells.iter().map(part).max()?))
        };
        let ((top, bottom), (left, right)) = (range(|c| c.0)?, range(|c| c.1)?);
        Some(Patch { cells, top, left, bottom, right })
    }

    /// Row, column and colour of each cell, in iteration order.
    pub fn cells(&self) -> &[(i32, i32, Option<i64>)] {
        &self.cells
    }

    /// The upper left corner of its box.
    pub fn origin(&self) -> (i32, i32) {
        (self.top, self.left)
    }

    /// Height and width of its box.
    pub fn shape(&self) -> (i64, i64) {
        (i64::from(self.bottom) - i64::from(self.top) + 1, i64::from(self.right) - i64::from(self.left) + 1)
    }

    /// Whether all of it lies on the grid.
    pub fn fits(&self, grid: &Grid) -> bool {
        self.top >= 0
            && self.left >= 0
            && i64::from(self.bottom) < grid.height() as i64
            && i64::from(self.right) < grid.width() as i64
    }

    /// Whether its box is small enough to be drawn.
    pub fn is_drawable(&self) -> bool {
        let (height, width) = self.shape();
        height.saturating_mul(width) <= LARGEST_BOX
    }

    /// Whether it has two cells at one place, of which a picture shows only the later one.
    pub fn overlaps_itself(&self) -> bool {
        let mut places: Vec<(i32, i32)> = self.cells.iter().map(|c| (c.0, c.1)).collect();
        places.sort_unstable();
        places.windows(2).any(|two| two[0] == two[1])
    }

    /// In words: `object of colour 3, 5 cells at (0, 2), 2x3`.
    pub fn describe(&self) -> String {
        let (height, width) = self.shape();
        let n = self.cells.len();
        let cells = |word: &str| if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") };
        let mut colours: Vec<i64> = self.cells.iter().filter_map(|c| c.2).collect();
        colours.sort_unstable();
        colours.dedup();
        let what = match colours.as_slice() {
            [] => cells("place"),
            [one] => format!("{} of colour {one}", cells("cell")),
            few if few.len() <= 10 => {
                let list: Vec<String> = few.iter().map(i64::to_string).collect();
                format!("{} of colours {}", cells("cell"), list.join(" "))
            }
            many => format!("{} of {} colours", cells("cell"), many.len()),
        };
        format!("{what}, {height}x{width} at ({}, {})", self.top, self.left)
    }

    /// Puts the cells into a picture whose upper left corner is `origin`.
    pub(crate) fn put(&self, picture: &mut Picture, origin: (i32, i32), dot: impl Fn(Option<i64>) -> Dot) {
        for &(i, j, colour) in &self.cells {
            let (i, j) = (i64::from(i) - i64::from(origin.0), i64::from(j) - i64::from(origin.1));
            if let (Ok(i), Ok(j)) = (usize::try_from(i), usize::try_from(j)) {
                picture.put(i, j, dot(colour));
            }
        }
    }
}

/// A cell of a patch by itself.
pub(crate) fn plain_dot(colour: Option<i64>) -> Dot {
    colour.map_or(Dot::Place, Dot::Cell)
}

impl Canvas {
    /// A patch on the grid it belongs to, if it lies on it, else in its box. None if the box is too large to draw.
    pub fn patch(&self, patch: &Patch, on: Option<&Grid>) -> Option<Block> {
        let Some(grid) = on.filter(|grid| patch.fits(grid)) else { return self.patch_in_box(patch) };
        let mut picture = Picture::of_grid(grid, Dot::Behind);
        patch.put(&mut picture, (0, 0), plain_dot);
        Some(self.picture(&picture))
    }

    /// A patch in its bounding box. None if the box is too large to draw.
    pub fn patch_in_box(&self, patch: &Patch) -> Option<Block> {
        if !patch.is_drawable() {
            return None;
        }
        let (height, width) = patch.shape();
        let mut picture = Picture::empty(height as usize, width as usize);
        patch.put(&mut picture, patch.origin(), plain_dot);
        Some(self.picture(&picture))
    }
}
