//! How a batch lies in a lane's buffers.

use crate::abi::{Address64, CELL_SLACK, RawBytes};
use crate::pipeline::Pipeline;

/// What a batch has room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    pub rows: usize,
    /// Results of each row.
    pub parts: usize,
    /// Cells of all grids.
    pub cells: usize,
    /// Cells of all second grids or patches.
    pub other_cells: usize,
    /// Bytes of all results.
    pub out_cells: usize,
    /// Whether rows bring a second grid or patch.
    pub others: bool,
}

impl Room {
    /// How many bytes go up for it.
    pub fn bytes(&self) -> usize {
        Layout::of(self).in_bytes
    }
}

/// Where the parts of a batch start, in bytes. Input: words, offsets, others' words and offsets, offsets of the results, cells,
/// others' cells. Output: words, cells.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Layout {
    pub rows: usize,
    pub results: usize,
    pub others: bool,
    pub offsets: usize,
    pub other_words: usize,
    pub other_offsets: usize,
    pub out_offsets: usize,
    pub cells: usize,
    pub other_cells: usize,
    pub in_bytes: usize,
    pub out_cells: usize,
    pub out_bytes: usize,
}

impl Layout {
    pub fn of(room: &Room) -> Layout {
        let results = room.rows * room.parts;
        let others = if room.others { room.rows } else { 0 };
        let offsets = 4 * room.rows;
        let other_words = offsets + 4 * room.rows;
        let other_offsets = other_words + 4 * others;
        let out_offsets = other_offsets + 4 * others;
        let cells = (out_offsets + 4 * (results + 1)).next_multiple_of(16);
        let other_cells = (cells + room.cells + CELL_SLACK).next_multiple_of(16);
        let in_bytes = if room.others { other_cells + room.other_cells + CELL_SLACK } else { other_cells };
        let out_cells = (4 * results).next_multiple_of(16);
        Layout {
            rows: room.rows,
            results,
            others: room.others,
            offsets,
            other_words,
            other_offsets,
            out_offsets,
            cells,
            other_cells,
            in_bytes: in_bytes.next_multiple_of(16),
            out_cells,
            out_bytes: (out_cells + room.out_cells).next_multiple_of(16),
        }
    }

    /// The grids, in an input that starts here.
    pub fn grids(&self, input: Address64) -> RawBytes {
        let at = |offset: usize| input + offset as u64;
        RawBytes { words: at(0), offsets: at(self.offsets), cells: at(self.cells) }
    }

    /// What a pipeline loads: the grids that rows began with, or their second grids or patches.
    pub fn loaded(&self, pipeline: &Pipeline, input: Address64) -> RawBytes {
        if pipeline.goes_back() { self.grids(input) } else { self.second(input) }
    }

    /// The second grids or patches.
    fn second(&self, input: Address64) -> RawBytes {
        let at = |offset: usize| if self.others { input + offset as u64 } else { 0 };
        RawBytes { words: at(self.other_words), offsets: at(self.other_offsets), cells: at(self.other_cells) }
    }
}
