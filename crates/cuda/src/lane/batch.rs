//! A lane's batch while it is filled.

use super::Lane;
use crate::abi::Word;
use rayon::prelude::*;

/// A lane's batch while it is filled, row by row.
pub struct Batch<'a> {
    pub(super) lane: &'a mut Lane,
}

/// A grid and the room for each of its results.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub height: usize,
    pub width: usize,
    /// Row by row.
    pub cells: &'a [i8],
    pub out_cells: usize,
}

/// Below so many cells one thread copies them sooner than several.
const SHARED_CELLS: usize = 1 << 20;
/// Rows that a thread copies at a time.
const ROWS_AT_A_TIME: usize = 512;

impl Batch<'_> {
    /// Adds many grids at once; several threads copy their cells where that pays.
    ///
    /// # Panics
    /// If the batch was opened for less.
    pub fn push_all(&mut self, rows: &[Row<'_>]) {
        let total: usize = rows.iter().map(|row| row.cells.len()).sum();
        if total < SHARED_CELLS {
            return rows.iter().for_each(|row| self.push(row.height, row.width, row.cells, row.out_cells));
        }
        let (start, layout) = (self.lane.filled.cells, self.lane.layout);
        assert!(!layout.others, "this batch was opened for rows with a second grid");
        rows.iter().for_each(|row| self.push_shape(row.height, row.width, row.cells, row.out_cells));
        let mut room = &mut self.lane.host_in.bytes_mut()[layout.cells + start..layout.cells + start + total];
        let mut parts = Vec::with_capacity(rows.len() / ROWS_AT_A_TIME + 1);
        for rows in rows.chunks(ROWS_AT_A_TIME) {
            let (own, rest) = room.split_at_mut(rows.iter().map(|row| row.cells.len()).sum());
            parts.push((rows, own));
            room = rest;
        }
        parts.into_par_iter().for_each(|(rows, mut room)| {
            for row in rows {
                let (own, rest) = room.split_at_mut(row.cells.len());
                copy(own, row.cells);
                room = rest;
            }
        });
    }

    /// Adds a grid, row by row, and room for each of its results.
    ///
    /// # Panics
    /// If the batch was opened for less.
    pub fn push(&mut self, height: usize, width: usize, cells: &[i8], out_cells: usize) {
        assert!(!self.lane.layout.others, "this batch was opened for rows with a second grid");
        self.push_row(height, width, cells, out_cells);
    }

    /// Adds a grid with its second grid or patch, in which [`crate::abi::TRANSPARENT`] cells are none.
    ///
    /// # Panics
    /// If the batch was opened for less.
    pub fn push_with(&mut self, grid: (usize, usize, &[i8]), other: (usize, usize, &[i8]), out_cells: usize) {
        let lane = &mut *self.lane;
        let (row, start) = (lane.filled.rows, lane.filled.other_cells);
        assert!(lane.layout.others, "this batch was opened for rows without a second grid");
        assert!(
            row < lane.layout.rows && start + other.2.len() <= lane.room.other_cells,
            "a batch holds what it was opened for"
        );
        assert!(other.2.len() == other.0 * other.1, "a grid has height times width cells");
        lane.filled.other_cells += other.2.len();
        let layout = lane.layout;
        lane.host_in.words_mut(layout.other_words, layout.rows)[row] = Word::of_shape(other.0, other.1).0;
        lane.host_in.words_mut(layout.other_offsets, layout.rows)[row] = start as u32;
        copy(&mut lane.host_in.bytes_mut()[layout.other_cells + start..], other.2);
        self.push_row(grid.0, grid.1, grid.2, out_cells);
    }

    fn push_row(&mut self, height: usize, width: usize, cells: &[i8], out_cells: usize) {
        let start = self.lane.layout.cells + self.lane.filled.cells;
        self.push_shape(height, width, cells, out_cells);
        copy(&mut self.lane.host_in.bytes_mut()[start..], cells);
    }

    /// All of a row but its cells.
    fn push_shape(&mut self, height: usize, width: usize, cells: &[i8], out_cells: usize) {
        let lane = &mut *self.lane;
        let layout = lane.layout;
        let (row, start) = (lane.filled.rows, lane.filled.cells);
        assert!(row < layout.rows && start + cells.len() <= lane.room.cells, "a batch holds what it was opened for");
        assert!(cells.len() == height * width, "a grid has height times width cells");
        lane.filled.rows += 1;
        lane.filled.cells += cells.len();
        lane.host_in.words_mut(0, layout.rows)[row] = Word::of_shape(height, width).0;
        lane.host_in.words_mut(layout.offsets, layout.rows)[row] = start as u32;
        lane.room_for_results(row, out_cells);
    }
}

fn copy(to: &mut [u8], cells: &[i8]) {
    // SAFETY: i8 and u8 have the same layout.
    let bytes = unsafe { std::slice::from_raw_parts(cells.as_ptr().cast::<u8>(), cells.len()) };
    to[..bytes.len()].copy_from_slice(bytes);
}
