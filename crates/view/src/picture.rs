//! Rectangles of cells in a frame: what grids, patches and maps of objects are drawn as.

use crate::block::{Block, Line};
use crate::canvas::{Canvas, CellWidth};
use crate::colour::{LINES, Rgb, WHITE};
use crate::screen::ColourMode;
use crate::style::Style;
use megabatt_core::Grid;

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dot {
    /// Nothing.
    Empty,
    /// A cell in full colour.
    Cell(i64),
    /// A cell that is only context.
    Behind(i64),
    /// A place without a colour.
    Place,
    /// A cell of the object with this number; None: a place without a colour.
    Numbered(usize, Option<i64>),
}

/// Cells to be drawn. Programs can make grids of millions of cells; of those only a corner is kept.
#[derive(Clone, Debug)]
pub struct Picture {
    height: usize,
    width: usize,
    /// How many columns are kept of each row.
    kept: usize,
    /// What is there, and whether it is marked, row by row.
    dots: Vec<(Dot, bool)>,
}

/// Rows and columns that are kept: more than any terminal shows.
const MOST_ROWS: usize = 300;
const MOST_COLUMNS: usize = 1_000;

impl Picture {
    pub fn empty(height: usize, width: usize) -> Picture {
        let kept = width.min(MOST_COLUMNS);
        Picture { height, width, kept, dots: vec![(Dot::Empty, false); height.min(MOST_ROWS) * kept] }
    }

    /// All cells of a grid, as `Dot::Cell` or `Dot::Behind`.
    pub fn of_grid(grid: &Grid, dot: fn(i64) -> Dot) -> Picture {
        let mut picture = Picture::empty(grid.height(), grid.width());
        for i in 0..grid.height().min(MOST_ROWS) {
            for (j, &cell) in grid.row(i).iter().enumerate().take(picture.kept) {
                picture.put(i, j, dot(cell.into()));
            }
        }
        picture
    }

    /// Puts something at a place; a place outside is left alone.
    pub fn put(&mut self, i: usize, j: usize, dot: Dot) {
        if j < self.kept
            && let Some(place) = self.dots.get_mut(i * self.kept + j)
        {
            place.0 = dot;
        }
    }

    /// Marks cells.
    pub fn mark(&mut self, marked: impl Fn(usize, usize) -> bool) {
        for (n, dot) in self.dots.iter_mut().enumerate() {
            dot.1 = marked(n / self.kept, n % self.kept);
        }
    }

    /// The longest text of a cell.
    fn digits(&self) -> usize {
        self.dots.iter().map(|(dot, _)| dot.text().len()).max().unwrap_or(1)
    }

    fn has_marks(&self) -> bool {
        self.dots.iter().any(|dot| dot.1)
    }
}

impl Dot {
    fn text(self) -> String {
        match self {
            Dot::Empty | Dot::Behind(_) => ".".to_string(),
            Dot::Cell(value) => value.to_string(),
            Dot::Place => "#".to_string(),
            Dot::Numbered(number, _) => number.to_string(),
        }
    }

    fn style(self) -> Style {
        match self {
            Dot::Empty => Style::faint(),
            Dot::Behind(value) => Style::on(Rgb::of_cell(value).unwrap_or(WHITE).faint()),
            Dot::Cell(value) | Dot::Numbered(_, Some(value)) => Style::on(Rgb::of_cell(value).unwrap_or(WHITE)),
            Dot::Place | Dot::Numbered(_, None) => Style::on(WHITE),
        }
    }
}

impl Canvas {
    /// Cells in a frame. What does not fit is cut off, and a line under the frame says so.
    pub fn picture(&self, picture: &Picture) -> Block {
        let cell = self.cell_width(picture);
        let columns = picture.kept.min(self.width.saturating_sub(self.frame(cell)) / cell);
        let rows = picture.height.min(self.rows).min(MOST_ROWS);
        let mut block = self.framed(picture, cell, rows, columns);
        if (rows, columns) != (picture.height, picture.width) {
            let text = format!("{rows}x{columns} of {}x{}", picture.height, picture.width);
            block.push(Line::of(cut(&text, self.width), Style::faint()));
        }
        block
    }

    /// How many columns a cell of the picture takes.
    pub(crate) fn cell_width(&self, picture: &Picture) -> usize {
        // Plain cells need a blank between numbers, a mark needs a column; coloured numbers can touch.
        let apart = usize::from(self.mode == ColourMode::Plain || picture.has_marks());
        let wide = (picture.digits() + apart).max(2);
        let fits = picture.width * wide + self.frame(wide) <= self.width;
        match self.cells {
            CellWidth::Wide => wide,
            CellWidth::One => 1,
            CellWidth::Auto if fits => wide,
            CellWidth::Auto => 1,
        }
    }

    /// What the frame takes from the width.
    fn frame(&self, cell: usize) -> usize {
        2 + self.spare(cell)
    }

    /// A plain cell has its blank on the left, so the last one needs another on the right.
    fn spare(&self, cell: usize) -> usize {
        usize::from(self.mode == ColourMode::Plain && cell > 1)
    }

    fn framed(&self, picture: &Picture, cell: usize, rows: usize, columns: usize) -> Block {
        let plain = self.mode == ColourMode::Plain;
        let [left_top, right_top, left_low, right_low, across, down] =
            if plain { ["+", "+", "+", "+", "-", "|"] } else { ["┌", "┐", "└", "┘", "─", "│"] };
        let spare = self.spare(cell);
        let lines = Style::ink(LINES);
        let edge = |a: &str, b: &str| Line::of(format!("{a}{}{b}", across.repeat(columns * cell + spare)), lines);
        let mut block = Block::new();
        block.push(edge(left_top, right_top));
        for i in 0..rows {
            let mut line = Line::of(down, lines);
            for j in 0..columns {
                let (dot, marked) = picture.dots[i * picture.kept + j];
                line.push(self.cell_text(dot, marked, cell), self.cell_style(dot, marked));
            }
            line.push(" ".repeat(spare), Style::default());
            line.push(down, lines);
            block.push(line);
        }
        block.push(edge(left_low, right_low));
        block
    }

    fn cell_text(&self, dot: Dot, marked: bool, cell: usize) -> String {
        let text = match dot {
            Dot::Behind(_) if self.mode != ColourMode::Plain => String::new(),
            _ => dot.text(),
        };
        match (cell, marked) {
            // The colour of the cell still tells its value; without colours the value must stay.
            (1, true) if self.mode != ColourMode::Plain => "!".to_string(),
            (1, _) if text.len() > 1 => "?".to_string(),
            (2.., true) => format!("{:>cell$}", format!("!{text}")),
            _ => format!("{text:>cell$}"),
        }
    }

    fn cell_style(&self, dot: Dot, marked: bool) -> Style {
        Style { bold: marked, ..dot.style() }
    }
}

/// The beginning of a text.
pub(crate) fn cut(text: &str, width: usize) -> String {
    text.chars().take(width).collect()
}
