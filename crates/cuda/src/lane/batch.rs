//! A lane's batch while it is filled.

use super::Lane;
use crate::abi::Word;

/// A lane's batch while it is filled, row by row.
pub struct Batch<'a> {
    pub(super) lane: &'a mut Lane,
}

impl Batch<'_> {
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
        let lane = &mut *self.lane;
        let layout = lane.layout;
        let (row, start) = (lane.filled.rows, lane.filled.cells);
        assert!(row < layout.rows && start + cells.len() <= lane.room.cells, "a batch holds what it was opened for");
        assert!(cells.len() == height * width, "a grid has height times width cells");
        lane.filled.rows += 1;
        lane.filled.cells += cells.len();
        lane.host_in.words_mut(0, layout.rows)[row] = Word::of_shape(height, width).0;
        lane.host_in.words_mut(layout.offsets, layout.rows)[row] = start as u32;
        copy(&mut lane.host_in.bytes_mut()[layout.cells + start..], cells);
        lane.room_for_results(row, out_cells);
    }
}

fn copy(to: &mut [u8], cells: &[i8]) {
    // SAFETY: i8 and u8 have the same layout.
    let bytes = unsafe { std::slice::from_raw_parts(cells.as_ptr().cast::<u8>(), cells.len()) };
    to[..bytes.len()].copy_from_slice(bytes);
}
