//! Containers of patches or grids, numbered in iteration order.

use crate::block::{Block, Line};
use crate::canvas::Canvas;
use crate::layout::{beside, join};
use crate::patch::Patch;
use crate::picture::{Dot, Picture};
use crate::style::{Accent, Style};
use crate::value::as_grid;
use megabatt_core::{CellLayout, Grid, Value, py};
use std::collections::HashSet;

/// Maps show at most two digits a cell.
const MOST_ON_A_MAP: usize = 100;
/// Columns for the words under a small picture.
const NARROWEST_WORDS: usize = 16;

impl Canvas {
    /// Patches in iteration order, numbered from 0: on one map of the grid if they lie on it apart from each other,
    /// each in its box otherwise.
    pub fn patches(&self, patches: &[Patch], on: Option<&Grid>) -> Block {
        let mut block = match on.and_then(|grid| map(patches, grid)) {
            Some(map) => self.picture(&map),
            None => return self.numbered(patches, |canvas, patch| (patch.describe(), canvas.patch_in_box(patch))),
        };
        for (n, patch) in patches.iter().enumerate().take(self.items) {
            let number = Line::of(format!("#{n}"), Style::accent(Accent::Guide));
            let room = self.width.saturating_sub(number.width() + 1);
            let words = self.with_width(room).wrapped(&patch.describe(), Style::default());
            block.append(join(&[[number].into_iter().collect(), words], 1));
        }
        block.append(self.left_out(patches.len()));
        block
    }

    /// Grids in iteration order, numbered from 0.
    pub fn grids(&self, grids: &[Grid]) -> Block {
        self.numbered(grids, |canvas, grid| (format!("{}x{}", grid.height(), grid.width()), Some(canvas.grid(grid))))
    }

    fn numbered<T>(&self, items: &[T], draw: impl Fn(&Canvas, &T) -> (String, Option<Block>)) -> Block {
        let mut blocks = Vec::new();
        for (n, item) in items.iter().enumerate().take(self.items) {
            let (text, picture) = draw(self, item);
            let mut block = Block::new();
            block.push(Line::of(format!("#{n}"), Style::accent(Accent::Guide)));
            block.append(picture.unwrap_or_default());
            // Words below, so that the pictures of a row start on one line; they may be wider than small pictures.
            let room = block.width().max(NARROWEST_WORDS).min(self.width);
            block.append(self.with_width(room).wrapped(&text, Style::default()));
            blocks.push(block);
        }
        let mut block = beside(blocks, 2, self.width);
        block.append(self.left_out(items.len()));
        block
    }

    /// A line that says how many of `n` items are not shown, if any.
    pub(crate) fn left_out(&self, n: usize) -> Block {
        if n <= self.items {
            return Block::new();
        }
        let mut text = format!("{} {} more of {n}", self.dots(), n - self.items);
        if !self.more.is_empty() {
            text.push_str(&format!("; {}", self.more));
        }
        self.wrapped(&text, Style::faint())
    }
}

/// All patches on one picture of the grid; None if they do not lie on it or share a place.
fn map(patches: &[Patch], grid: &Grid) -> Option<Picture> {
    if patches.len() > MOST_ON_A_MAP || patches.iter().any(|patch| !patch.fits(grid)) {
        return None;
    }
    let mut taken = HashSet::new();
    if !patches.iter().flat_map(Patch::cells).all(|&(i, j, _)| taken.insert((i, j))) {
        return None;
    }
    let mut picture = Picture::of_grid(grid, Dot::Behind);
    for (n, patch) in patches.iter().enumerate() {
        patch.put(&mut picture, (0, 0), |colour| Dot::Numbered(n, colour));
    }
    Some(picture)
}

/// The patches of a container that holds nothing else.
pub(crate) fn patches_in(value: &Value, layout: CellLayout) -> Option<Vec<Patch>> {
    items_as(value, |item| Patch::from_value(item, layout))
}

/// The grids of a container that holds nothing else.
pub(crate) fn grids_in(value: &Value) -> Option<Vec<Grid>> {
    items_as(value, as_grid)
}

/// What all items of a container that is not empty are.
fn items_as<T>(value: &Value, as_item: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    let items = match value {
        Value::Set(set) => set.in_some_order().map(|item| as_item(&item)).collect::<Option<Vec<T>>>()?,
        Value::Tuple(_) => py::iter(value).ok()?.map(|item| as_item(&item)).collect::<Option<Vec<T>>>()?,
        _ => return None,
    };
    (!items.is_empty()).then_some(items)
}
