//! The cells of a grid as an object that nobody has written down yet.
//!
//! `paint(grid, shift(vmirror(sfilter(asobject(grid), …)), …))` goes over all cells of a grid six times to draw it over itself. What the
//! object is on its way is known from the grid, from the colour that was left out, and from how the grid was turned and moved; and
//! whoever paints it takes the cells from the grid. They are listed when somebody looks at them, row by row of the grid, so that the
//! n-th cell of an object that was turned or moved is the n-th one of the object before.

use super::cell_list::CellList;
use super::content::Content;
use super::{Recipe, Set};
use crate::dialect::CellLayout;
use crate::grid::Grid;
use crate::mask::Bounds;
use once_cell::race::OnceBox;
use triomphe::Arc;

/// A colour and a place.
pub(super) type Cell = (i32, i32, i32);

/// Which cells of a grid are in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    All,
    Only(i8),
    Not(i8),
}

impl Kept {
    #[inline]
    pub fn has(self, colour: i8) -> bool {
        match self {
            Kept::All => true,
            Kept::Only(wanted) => colour == wanted,
            Kept::Not(unwanted) => colour != unwanted,
        }
    }

    /// Those that are in both; None if that takes more words.
    fn and(self, other: Kept) -> Option<Kept> {
        match (self, other) {
            (Kept::All, kept) | (kept, Kept::All) => Some(kept),
            (Kept::Only(wanted), Kept::Not(not)) | (Kept::Not(not), Kept::Only(wanted)) if wanted != not => {
                Some(Kept::Only(wanted))
            }
            _ => (self == other).then_some(self),
        }
    }
}

/// How the cells of a grid were turned and moved: from `(i, j)`, or from `(j, i)` if they were mirrored at the diagonal, to
/// `(rows.0 * i + rows.1, columns.0 * j + columns.1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub transposed: bool,
    /// 1 or -1, and by how much they are moved.
    pub rows: (i32, i32),
    pub columns: (i32, i32),
}

impl Turn {
    pub const NONE: Turn = Turn { transposed: false, rows: (1, 0), columns: (1, 0) };

    /// Where a cell of the grid is.
    #[inline]
    pub fn place(self, i: i32, j: i32) -> (i32, i32) {
        let (i, j) = if self.transposed { (j, i) } else { (i, j) };
        (self.rows.0 * i + self.rows.1, self.columns.0 * j + self.columns.1)
    }

    /// Then moved by so much.
    pub fn moved(self, di: i32, dj: i32) -> Turn {
        Turn { rows: (self.rows.0, self.rows.1 + di), columns: (self.columns.0, self.columns.1 + dj), ..self }
    }

    /// Then the row `i` becomes `sum - i`.
    pub fn upside_down(self, sum: i32) -> Turn {
        Turn { rows: (-self.rows.0, sum - self.rows.1), ..self }
    }

    /// Then the column `j` becomes `sum - j`.
    pub fn left_to_right(self, sum: i32) -> Turn {
        Turn { columns: (-self.columns.0, sum - self.columns.1), ..self }
    }

    /// Then `(i, j)` becomes `(j, i)`.
    pub fn flipped(self) -> Turn {
        Turn { transposed: !self.transposed, rows: self.columns, columns: self.rows }
    }
}

/// Some of the cells of a grid, turned and moved. There is at least one, and no two are at one place.
pub struct Picture {
    grid: Arc<Grid>,
    kept: Kept,
    turn: Turn,
    len: u32,
    cells: OnceBox<Vec<Cell>>,
}

impl Picture {
    fn new(grid: Arc<Grid>, kept: Kept, turn: Turn, len: u32) -> Picture {
        Picture { grid, kept, turn, len, cells: OnceBox::new() }
    }

    /// The same picture, of which nothing is listed.
    pub(super) fn unlisted_copy(&self) -> Picture {
        Picture::new(self.grid.clone(), self.kept, self.turn, self.len)
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// The cells, listed once.
    #[inline]
    pub(super) fn cells(&self) -> &[Cell] {
        self.cells.get_or_init(|| Box::new(self.listed()))
    }

    #[inline]
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    #[inline]
    pub fn kept(&self) -> Kept {
        self.kept
    }

    #[inline]
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The box around the cells. Mostly the corners of the grid tell, so it is looked for from the sides.
    pub fn bounds(&self) -> Bounds {
        let (g, kept) = (&*self.grid, self.kept);
        let (height, width) = (g.height(), g.width());
        let has_row = |i: usize| g.row(i).iter().any(|&v| kept.has(v));
        let has_column = |j: usize| (0..height).any(|i| kept.has(g.row(i)[j]));
        let top = (0..height).find(|&i| has_row(i)).unwrap_or(0);
        let bottom = (top..height).rev().find(|&i| has_row(i)).unwrap_or(top);
        let left = (0..width).find(|&j| has_column(j)).unwrap_or(0);
        let right = (left..width).rev().find(|&j| has_column(j)).unwrap_or(left);
        let a = self.turn.place(top as i32, left as i32);
        let b = self.turn.place(bottom as i32, right as i32);
        Bounds { top: a.0.min(b.0), left: a.1.min(b.1), bottom: a.0.max(b.0), right: a.1.max(b.1) }
    }

    fn listed(&self) -> Vec<Cell> {
        let mut cells = Vec::with_capacity(self.len as usize);
        for i in 0..self.grid.height() {
            for (j, &colour) in self.grid.row(i).iter().enumerate() {
                if self.kept.has(colour) {
                    let (i, j) = self.turn.place(i as i32, j as i32);
                    cells.push((colour.into(), i, j));
                }
            }
        }
        cells
    }

    /// Which of the cells of this picture are in one of fewer cells, by their number.
    fn positions(&self, kept: Kept) -> Vec<u32> {
        let cells = self.grid.cells().iter().filter(|&&colour| self.kept.has(colour));
        (0u32..).zip(cells).filter(|&(_, &colour)| kept.has(colour)).map(|(n, _)| n).collect()
    }
}

/// How many cells of a grid are kept.
fn count(grid: &Grid, kept: Kept) -> usize {
    match kept {
        Kept::All => grid.cells().len(),
        Kept::Only(wanted) => grid.count(wanted),
        Kept::Not(unwanted) => grid.cells().len() - grid.count(unwanted),
    }
}

/// Fewer cells are listed as quickly as a picture is made.
const FEWEST: usize = 64;
/// Larger grids are left to others, so that all numbers stay small.
const LONGEST: usize = 1 << 15;

impl Set {
    /// `frozenset((value, (i, j)) …)` of all cells of a grid, added row by row.
    pub fn of_grid(grid: &Arc<Grid>, layout: CellLayout) -> Set {
        let (height, width) = (grid.height(), grid.width());
        let is_picture = (FEWEST..=LONGEST).contains(&(height * width)) && !grid.is_planned();
        let picture = Picture::new(grid.clone(), Kept::All, Turn::NONE, (height * width) as u32);
        let cells = match is_picture {
            true => CellList::of_picture(picture),
            false => picture.listed().into(),
        };
        Set::typed(Content::coloured(layout, cells), Recipe::Grown).with_distinct_places()
    }

    /// The picture that a set is, if it is one.
    #[inline]
    pub fn picture(&self) -> Option<&Picture> {
        match &self.content {
            Content::Cells(cells) | Content::Triples(cells) => cells.picture(),
            _ => None,
        }
    }

    /// `frozenset(f(cell) for cell in picture)` where f turns it or moves it.
    pub fn turned(picture: &Arc<Set>, turn: impl FnOnce(&Picture) -> Option<Turn>) -> Option<Set> {
        let seen = picture.picture()?;
        let turned = Picture::new(seen.grid.clone(), seen.kept, turn(seen)?, seen.len);
        let content = Content::coloured(picture.cell_layout(), CellList::of_picture(turned));
        Some(Set::typed(content, Recipe::Mapped(picture.clone())).hanging_on([picture]).with_distinct_places())
    }

    /// `frozenset(cell for cell in picture if …)` where the condition asks for its colour; None if it is no picture or would be none.
    pub fn picture_of_some(picture: &Arc<Set>, kept: Kept) -> Option<Set> {
        let seen = picture.picture()?;
        let kept = seen.kept.and(kept)?;
        let len = match kept == seen.kept {
            true => seen.len,
            false => count(&seen.grid, kept) as u32,
        };
        if len == 0 {
            return Some(Set::empty());
        }
        let some = Picture::new(seen.grid.clone(), kept, seen.turn, len);
        let content = Content::coloured(picture.cell_layout(), CellList::of_picture(some));
        let source = picture.clone();
        let sequence = move |_: &Set| {
            let taken = source.picture().map_or_else(Vec::new, |seen| seen.positions(kept));
            super::order::sequence_of_some(&source, &taken)
        };
        let recipe = Recipe::Deferred { sequence: Box::new(sequence), copied: false };
        Some(Set::typed(content, recipe).hanging_on([picture]).with_distinct_places())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Arc<Grid> {
        Arc::new(Grid::from_fn(9, 11, |i, j| ((i * 7 + j * j * 3) % 5) as i8))
    }

    /// The same cells as a list, with the recipe that goes with it.
    fn plain(picture: &Set, source: Option<(&Arc<Set>, Option<Vec<u32>>)>) -> Set {
        let cells = picture.cells().expect("cells").to_vec();
        match source {
            None => Set::grown_cells(CellLayout::ColourFirst, cells),
            Some((source, None)) => Set::mapped_to_cells(source, CellLayout::ColourFirst, cells),
            Some((source, Some(taken))) => Set::filtered(source, taken).expect("not too deep"),
        }
    }

    fn same(picture: &Set, plain: &Set) {
        assert!(picture.in_order().eq(plain.in_order()));
        let known = |set: &Set| (set.len(), set.weight(), set.depth(), set.hash(), set.has_distinct_places());
        assert_eq!(known(picture), known(plain));
    }

    #[test]
    fn pictures_are_as_if_they_were_listed() {
        let grid = grid();
        let all = Arc::new(Set::of_grid(&grid, CellLayout::ColourFirst));
        let listed = Arc::new(plain(&all, None));
        assert!(all.picture().is_some() && listed.picture().is_none());
        same(&all, &listed);
        for kept in [Kept::Only(3), Kept::Not(3), Kept::Not(9), Kept::All] {
            let some = Arc::new(Set::picture_of_some(&all, kept).expect("a picture"));
            let taken: Vec<u32> = (0..99).filter(|&n| kept.has(grid.cells()[n as usize])).collect();
            let listed = Arc::new(plain(&some, Some((&listed, Some(taken)))));
            same(&some, &listed);
            let turns: [fn(&Picture) -> Option<Turn>; 4] = [
                |p| Some(p.turn().moved(3, -40)),
                |p| Some(p.turn().upside_down(p.bounds().top + p.bounds().bottom)),
                |p| Some(p.turn().left_to_right(p.bounds().left + p.bounds().right)),
                |p| Some(p.turn().flipped()),
            ];
            let (mut seen, mut plainly) = (some, listed);
            for n in [0, 3, 1, 2, 3, 0, 2] {
                let before = seen.cells().expect("cells").to_vec();
                let box_of = |cells: &[Cell]| Bounds::of_places(cells.iter().map(|&(_, i, j)| (i, j)));
                let b = box_of(&before);
                let turned = Arc::new(Set::turned(&seen, turns[n]).expect("a picture"));
                let expected: Vec<Cell> = before
                    .iter()
                    .map(|&(c, i, j)| match n {
                        0 => (c, i + 3, j - 40),
                        1 => (c, b.top + b.bottom - i, j),
                        2 => (c, i, b.left + b.right - j),
                        _ => (c, j, i),
                    })
                    .collect();
                assert_eq!(turned.cells(), Some(&expected[..]));
                assert_eq!(turned.picture().map(Picture::bounds), Some(box_of(&expected)));
                plainly = Arc::new(plain(&turned, Some((&plainly, None))));
                same(&turned, &plainly);
                seen = turned;
            }
            // Some of what was turned.
            let fewer = Set::picture_of_some(&seen, Kept::Only(1));
            assert_eq!(fewer.is_none(), kept == Kept::Only(3));
            if let Some(fewer) = fewer {
                let cells = seen.cells().expect("cells");
                let taken = (0..seen.len() as u32).filter(|&n| cells[n as usize].0 == 1).collect();
                same(&fewer, &Set::filtered(&plainly, taken).expect("not too deep"));
            }
        }
        assert!(Set::picture_of_some(&all, Kept::Only(9)).is_some_and(|none| none.is_empty()));
    }
}
