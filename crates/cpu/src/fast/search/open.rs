//! Cells that belong to no object so far, and what is found from one of them by filling.

use super::Manner;
use megabatt_core::Grid;

/// A cell that is in an object already, of the background, or outside of the grid.
const TAKEN: i16 = i16::MIN;

/// Where the neighbours of a place are: the direct ones, then the diagonal ones.
const AROUND: [(i32, i32); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The cells of a grid with a margin of taken ones around them, so that nobody asks whether a neighbour is inside.
pub struct Open {
    cells: Vec<i16>,
    stride: usize,
    /// The object that is being filled.
    object: Vec<(i32, i32, i32)>,
}

impl Open {
    pub fn new(g: &Grid, background: Option<i8>) -> Open {
        let stride = g.width() + 2;
        let mut cells = vec![TAKEN; (g.height() + 2) * stride];
        let background = background.map_or(TAKEN, i16::from);
        for (i, row) in cells.chunks_exact_mut(stride).skip(1).take(g.height()).enumerate() {
            for (cell, &colour) in row[1..].iter_mut().zip(g.row(i)) {
                let colour = i16::from(colour);
                *cell = if colour == background { TAKEN } else { colour };
            }
        }
        Open { cells, stride, object: Vec::with_capacity(64) }
    }

    fn at(&self, i: i32, j: i32) -> usize {
        (i + 1) as usize * self.stride + (j + 1) as usize
    }

    pub fn is_taken(&self, i: i32, j: i32) -> bool {
        self.cells[self.at(i, j)] == TAKEN
    }

    /// Where a cell is, unless it is taken.
    #[inline]
    pub fn place_of(&self, at: u32) -> Option<(i32, i32)> {
        let (cell, stride) = (self.cells[at as usize], self.stride as u32);
        (cell != TAKEN).then(|| ((at / stride) as i32 - 1, (at % stride) as i32 - 1))
    }

    /// Takes all cells that join the object of the start, the start first.
    pub fn fill(&mut self, start: (i32, i32), manner: Manner) -> &[(i32, i32, i32)] {
        let colour = self.cells[self.at(start.0, start.1)];
        match (manner.univalued, manner.diagonal) {
            (true, false) => self.fill_with::<4>(start, |cell| cell == colour),
            (true, true) => self.fill_with::<8>(start, |cell| cell == colour),
            (false, false) => self.fill_with::<4>(start, |cell| cell != TAKEN),
            (false, true) => self.fill_with::<8>(start, |cell| cell != TAKEN),
        }
        &self.object
    }

    /// [`Open::fill`] with so many neighbours of each cell.
    #[inline]
    fn fill_with<const NEIGHBOURS: usize>(&mut self, start: (i32, i32), joins: impl Fn(i16) -> bool) {
        let around: [(isize, i32, i32); NEIGHBOURS] = std::array::from_fn(|n| {
            let (di, dj) = AROUND[n];
            (di as isize * self.stride as isize + dj as isize, di, dj)
        });
        let first = self.at(start.0, start.1);
        self.object.clear();
        self.object.push((std::mem::replace(&mut self.cells[first], TAKEN).into(), start.0, start.1));
        let mut next = 0;
        while let Some(&(_, i, j)) = self.object.get(next) {
            next += 1;
            let at = self.at(i, j);
            for (step, di, dj) in around {
                let cell = &mut self.cells[at.wrapping_add_signed(step)];
                if joins(*cell) {
                    self.object.push((std::mem::replace(cell, TAKEN).into(), i + di, j + dj));
                }
            }
        }
    }
}
