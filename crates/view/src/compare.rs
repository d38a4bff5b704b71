//! Expected against actual.

use crate::block::{Block, Line};
use crate::canvas::Canvas;
use crate::layout::beside;
use crate::picture::{Dot, Picture};
use crate::screen::ColourMode;
use crate::style::Style;
use megabatt_core::Grid;

/// How two grids differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Cells that both have, with different colours.
    pub differing: usize,
    /// Cells that both have.
    pub common: usize,
    pub same_shape: bool,
}

impl Comparison {
    pub fn of(expected: &Grid, actual: &Grid) -> Comparison {
        let (height, width) = (expected.height().min(actual.height()), expected.width().min(actual.width()));
        let differing = (0..height).map(|i| (0..width).filter(|&j| expected.at(i, j) != actual.at(i, j)).count()).sum();
        let same_shape = (expected.height(), expected.width()) == (actual.height(), actual.width());
        Comparison { differing, common: height * width, same_shape }
    }

    pub fn is_equal(&self) -> bool {
        self.same_shape && self.differing == 0
    }

    /// In words.
    pub fn describe(&self, expected: &Grid, actual: &Grid) -> String {
        let cells = |n: usize| if n == 1 { "1 cell".to_string() } else { format!("{n} cells") };
        if self.is_equal() {
            return "equal".to_string();
        }
        if self.same_shape {
            return format!("{} of {} differ", cells(self.differing), self.common);
        }
        let shape = |grid: &Grid| format!("{}x{}", grid.height(), grid.width());
        format!("the shape is {} where {} is expected", shape(actual), shape(expected))
    }
}

impl Canvas {
    /// Both grids, beside each other if they fit, with the cells of the actual one marked that differ from the
    /// expected one or lie outside of it.
    pub fn compared(&self, expected: &Grid, actual: &Grid) -> Block {
        let differs = |i: usize, j: usize| {
            i >= expected.height() || j >= expected.width() || expected.at(i, j) != actual.at(i, j)
        };
        let mut marked = Picture::of_grid(actual, Dot::Cell);
        marked.mark(differs);
        let heading =
            |text: &str, grid: &Grid| Line::of(format!("{text} {}x{}", grid.height(), grid.width()), Style::bold());
        let mut blocks = vec![
            self.grid(expected).under(heading("expected", expected)),
            self.picture(&marked).under(heading("actual", actual)),
        ];
        let no_room_for_marks = self.mode == ColourMode::Plain && self.cell_width(&marked) == 1;
        if no_room_for_marks && !Comparison::of(expected, actual).is_equal() {
            blocks.push(self.differences(actual, differs).under(Line::of("# differs", Style::bold())));
        }
        beside(blocks, 3, self.width)
    }

    /// Where cells differ, for a picture that has no room for marks.
    fn differences(&self, actual: &Grid, differs: impl Fn(usize, usize) -> bool) -> Block {
        let mut map = Picture::empty(actual.height(), actual.width());
        for i in 0..actual.height() {
            for j in (0..actual.width()).filter(|&j| differs(i, j)) {
                map.put(i, j, Dot::Place);
            }
        }
        self.picture(&map)
    }
}
