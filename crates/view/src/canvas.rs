//! What can be drawn, and how much room there is.

use crate::block::Block;
use crate::picture::{Dot, Picture};
use crate::screen::{ColourMode, Screen};
use megabatt_core::CellLayout;
use megabatt_core::Grid;

/// How many columns a cell takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CellWidth {
    /// Two, or one where two do not fit.
    #[default]
    Auto,
    /// Two, or more if numbers need them.
    Wide,
    One,
}

/// Room to draw in. Its methods give [`Block`]s that are no wider than it.
#[derive(Clone, Debug)]
pub struct Canvas {
    pub mode: ColourMode,
    /// In columns.
    pub width: usize,
    /// The most rows of cells of one picture.
    pub rows: usize,
    /// The most items of a container that are drawn or written out.
    pub items: usize,
    pub cells: CellWidth,
    /// What to do to see what was left out, for the line that says so; empty if there is nothing to do.
    pub more: String,
    /// How objects' cells are written.
    pub layout: CellLayout,
}

impl Canvas {
    /// Room of this width, enough for every grid of ARC.
    pub fn new(mode: ColourMode, width: usize) -> Canvas {
        Canvas {
            mode,
            width: width.max(4),
            rows: 60,
            items: 12,
            cells: CellWidth::Auto,
            more: String::new(),
            layout: CellLayout::ColourFirst,
        }
    }

    pub fn on(screen: Screen) -> Canvas {
        Canvas::new(screen.mode, screen.width)
    }

    /// The same in another width.
    pub fn with_width(&self, width: usize) -> Canvas {
        Canvas { width: width.max(4), ..self.clone() }
    }

    /// The same with other cells.
    pub fn with_cells(&self, cells: CellWidth) -> Canvas {
        Canvas { cells, ..self.clone() }
    }

    /// A grid in its frame.
    pub fn grid(&self, grid: &Grid) -> Block {
        self.picture(&Picture::of_grid(grid, Dot::Cell))
    }

    /// A grid with some cells marked, as those that differ from what is expected are.
    pub fn grid_marked(&self, grid: &Grid, marked: impl Fn(usize, usize) -> bool) -> Block {
        let mut picture = Picture::of_grid(grid, Dot::Cell);
        picture.mark(marked);
        self.picture(&picture)
    }

    /// An arrow, where the terminal has one.
    pub fn arrow(&self) -> &'static str {
        if self.mode == ColourMode::Plain { "->" } else { "→" }
    }

    /// An arrow downwards.
    pub fn arrow_down(&self) -> &'static str {
        if self.mode == ColourMode::Plain { "v" } else { "↓" }
    }

    /// Three dots.
    pub fn dots(&self) -> &'static str {
        if self.mode == ColourMode::Plain { "..." } else { "…" }
    }
}
