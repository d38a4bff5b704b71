//! A batch that came back.

use crate::abi::{Codes, Word};

/// What a batch took on the device, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    pub upload: f32,
    pub kernels: f32,
    pub download: f32,
}

/// A batch that came back. Results are numbered row by row, a row's parts side by side.
pub struct Finished<'a> {
    pub(super) words: &'a [u32],
    pub(super) offsets: &'a [u32],
    pub(super) cells: &'a [u8],
    pub(super) codes: Codes,
    /// What it took, if the lane is timed.
    pub times: Times,
}

impl Finished<'_> {
    /// How many results there are.
    pub fn rows(&self) -> usize {
        self.words.len()
    }

    /// The shape of a result (for masks and numbers: of the grid they are of), or why there is none.
    pub fn word(&self, result: usize) -> Word {
        Word(self.words[result])
    }

    /// The cells of a grid, row by row; none if there is no result.
    pub fn cells(&self, result: usize) -> &[i8] {
        let (word, start) = (self.word(result), self.offsets[result] as usize);
        let bytes = &self.cells[start..start + word.height() * word.width()];
        // SAFETY: i8 and u8 have the same layout, and every byte is an i8.
        unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) }
    }

    fn bits(&self, at: usize) -> u64 {
        self.cells[at..at + 8].iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
    }

    /// A number.
    pub fn number(&self, result: usize) -> i64 {
        self.bits(8 * result) as i64
    }

    /// Colours in the order in which CPython walks their set.
    pub fn palette(&self, result: usize) -> Vec<i8> {
        let bits = self.bits(8 * result);
        let code = |n: usize| (bits >> (4 * n) & 15) as u8;
        // After the last comes the first again.
        let count = (1..16).find(|&n| code(n) == code(0)).unwrap_or(16);
        (0..count).map(|n| self.codes.value(code(n))).collect()
    }

    /// Row `i` of a mask: a bit for each column.
    pub fn mask_row(&self, result: usize, side: usize, i: usize) -> u64 {
        let bytes = side / 8;
        let at = (result * side + i) * bytes;
        self.cells[at..at + bytes].iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
    }
}
