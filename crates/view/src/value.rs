//! Any value: as a picture where there is one, else as text.

use crate::block::{Block, Line};
use crate::canvas::Canvas;
use crate::many::{grids_in, patches_in};
use crate::patch::Patch;
use crate::style::Style;
use megabatt_core::{Grid, Value, func, py};

/// Text longer than this is cut even where everything is asked for.
const LONGEST_TEXT: usize = 20_000;

impl Canvas {
    /// Any value. Patches and objects are drawn on `on`, the grid they probably came from, if they lie on it.
    pub fn value(&self, value: &Value, on: Option<&Grid>) -> Block {
        let mut block = Block::new();
        block.append(self.wrapped(&self.summary(value), Style::default()));
        block.append(self.drawing(value, on));
        block
    }

    /// A value in a line: what it is, and what it is worth if that is short. [`Canvas::drawing`] shows the rest.
    pub fn summary(&self, value: &Value) -> String {
        if let Some(grid) = as_grid(value) {
            let kind = format!("grid {}x{}", grid.height(), grid.width());
            // Two columns may be meant as a grid or as a tuple of places.
            return if grid.width() == 2 { format!("{kind} or {}", self.text(value)) } else { kind };
        }
        if let Some(patch) = Patch::from_value(value, self.layout) {
            let kind = if patch.cells().iter().any(|c| c.2.is_some()) { "object" } else { "indices" };
            return format!("{kind}: {}", patch.describe());
        }
        let n = py::len(value).unwrap_or(0);
        let container = if matches!(value, Value::Set(_)) { "set" } else { "tuple" };
        match (patches_in(value, self.layout), grids_in(value)) {
            (Some(_), _) => format!("{container} of {n} {}", if n == 1 { "patch" } else { "patches" }),
            (_, Some(_)) => format!("{container} of {n} {}", if n == 1 { "grid" } else { "grids" }),
            _ if n > self.items && !self.more.is_empty() => format!("{} ({})", self.text(value), self.more),
            _ => self.text(value),
        }
    }

    /// The picture of a value that has one; empty for what [`Canvas::summary`] tells in full.
    pub fn drawing(&self, value: &Value, on: Option<&Grid>) -> Block {
        if let Some(grid) = as_grid(value) {
            return self.grid(&grid);
        }
        if let Some(patch) = Patch::from_value(value, self.layout) {
            let mut block = Block::new();
            if on.is_some_and(|grid| !patch.fits(grid)) {
                let text = format!("not on the grid; its box starts at {:?}:", patch.origin());
                block.append(self.wrapped(&text, Style::faint()));
            }
            if patch.overlaps_itself() {
                block.append(self.wrapped("several cells at one place; the last is shown:", Style::faint()));
            }
            match self.patch(&patch, on) {
                Some(picture) => block.append(picture),
                None => block.append(self.wrapped(&self.text(value), Style::default())),
            }
            return block;
        }
        if let Some(patches) = patches_in(value, self.layout) {
            return self.patches(&patches, on);
        }
        grids_in(value).map(|grids| self.grids(&grids)).unwrap_or_default()
    }

    /// A value as Python writes it, sets in iteration order, functions by their expression; at most [`Canvas::items`]
    /// items of a container.
    pub fn text(&self, value: &Value) -> String {
        let mut out = String::new();
        self.write(value, &mut out);
        if out.chars().count() > LONGEST_TEXT {
            out = out.chars().take(LONGEST_TEXT).collect();
            out.push_str(self.dots());
        }
        out
    }

    fn write(&self, value: &Value, out: &mut String) {
        if out.len() > 2 * LONGEST_TEXT {
            return;
        }
        match value {
            Value::Set(set) if set.is_empty() => out.push_str("frozenset()"),
            Value::Set(set) => {
                out.push('{');
                self.write_items(set.in_some_order(), set.len(), out);
                out.push('}');
            }
            Value::Op(_) | Value::Tok(_) | Value::Func(_) => {
                let text = func::describe(value);
                out.push_str(&if self.mode == crate::ColourMode::Plain { text.replace('…', "...") } else { text });
            }
            tuple if tuple.is_tuple() => {
                let n = py::len(tuple).unwrap_or(0);
                out.push('(');
                self.write_items(py::iter(tuple).into_iter().flatten(), n, out);
                out.push_str(if n == 1 { ",)" } else { ")" });
            }
            scalar => out.push_str(&py::repr(scalar)),
        }
    }

    fn write_items(&self, items: impl Iterator<Item = Value>, n: usize, out: &mut String) {
        for (i, item) in items.take(self.items).enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            self.write(&item, out);
        }
        if n > self.items {
            out.push_str(&format!(", {} {} more", self.dots(), n - self.items));
        }
    }

    /// Text in lines that fit, broken at blanks where there are any.
    pub fn wrapped(&self, text: &str, style: Style) -> Block {
        self.wrapped_line(Line::of(text, style))
    }

    /// A line as several that fit, broken at blanks where there are any.
    pub fn wrapped_line(&self, line: Line) -> Block {
        if line.width() <= self.width {
            return [line].into_iter().filter(|line| line.width() > 0).collect();
        }
        let mut block = Block::new();
        let mut current = Line::new();
        for (text, style) in line.parts() {
            for word in text.split_inclusive(' ') {
                if current.width() > 0 && current.width() + Line::of(word.trim_end(), style).width() > self.width {
                    block.push(std::mem::take(&mut current));
                }
                for c in word.chars() {
                    if current.width() >= self.width {
                        block.push(std::mem::take(&mut current));
                    }
                    // The blank at which a line was broken.
                    if c == ' ' && current.width() == 0 && !block.is_empty() {
                        continue;
                    }
                    current.push(c, style);
                }
            }
        }
        if current.width() > 0 {
            block.push(current);
        }
        block
    }
}

/// More rows than grids of ARC have.
const HIGH: usize = 30;

/// The grid that a value is, in whatever form. Pairs that are no colours, or many of them, are places and no grid.
pub(crate) fn as_grid(value: &Value) -> Option<Grid> {
    let grid = match value {
        Value::Grid(grid) => (**grid).clone(),
        Value::Tuple(_) => Grid::from_value(value)?,
        _ => return None,
    };
    let are_places =
        grid.width() == 2 && (grid.height() > HIGH || grid.cells().iter().any(|cell| !(0..10).contains(cell)));
    (!are_places).then_some(grid)
}
