//! A grid as bits: the four bits of a row's colours, each side by side in a word. Two rows are compared in a few instructions, and
//! so is a row with itself moved by a column.
//!
//! ```text
//! colours  3 0 1 1      1s  x . x x      same as the next one  . . x
//!                       2s  x . . .
//! ```

use crate::fast::search::Manner;
use megabatt_core::Grid;

/// The four bits of the colours of a row; the first column is the lowest bit.
type Row = [u64; 4];

/// A grid of up to 64 columns and of colours below 16.
pub struct Planes {
    rows: Vec<Row>,
    width: usize,
}

/// Cells that are read together.
const TOGETHER: usize = 8;

/// A byte a cell as bits: the lowest bit of each of eight bytes.
#[inline]
fn gathered(bytes: u64) -> u64 {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    /// Moves the lowest bit of byte n to bit n of the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    (bytes & LOWEST).wrapping_mul(GATHER) >> 56
}

/// Bits of the columns of a row that is so wide.
#[inline]
fn columns(width: usize) -> u64 {
    if width == 0 { 0 } else { u64::MAX >> (64 - width) }
}

/// The first eight cells in a word; where there are fewer, nothing for the rest.
#[inline]
fn word(cells: &[i8]) -> u64 {
    match cells.first_chunk::<TOGETHER>() {
        Some(eight) => u64::from_le_bytes(eight.map(|cell| cell as u8)),
        None => cells.iter().rev().fold(0, |word, &cell| word << 8 | u64::from(cell as u8)),
    }
}

/// The bytes that are not 0, as bits.
#[inline]
fn not_zero(bytes: u64) -> u64 {
    const REST: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    gathered((((bytes & REST) + REST) | bytes) >> 7)
}

/// Where the first cells of two grids or of parts of them differ, so many of them as there are columns in common, up to 64.
#[inline]
pub fn differing(a: &[i8], b: &[i8], common: usize) -> u64 {
    let bits = |at: usize| not_zero(word(&a[at..]) ^ word(&b[at..])) << at;
    (0..common).step_by(TOGETHER).fold(0, |all, at| all | bits(at)) & columns(common)
}

/// The positions of the bits that are set, ascending.
#[inline]
pub fn positions(bits: u64) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}

/// Where two rows have the same colour.
#[inline]
fn same(a: &Row, b: &Row) -> u64 {
    !((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]))
}

/// A row without its first column.
#[inline]
fn moved(row: &Row) -> Row {
    row.map(|bits| bits >> 1)
}

impl Planes {
    /// None if the grid is too wide, or has other colours.
    pub fn of(g: &Grid) -> Option<Planes> {
        let width = g.width();
        if width > 64 {
            return None;
        }
        let mut rows = Vec::with_capacity(g.height());
        let mut all = 0;
        for i in 0..g.height() {
            let mut row = Row::default();
            // Cells beyond the end of the row are of the next one: they come out as columns that are not there.
            let cells = &g.cells()[i * width..];
            for at in (0..width).step_by(TOGETHER) {
                let bytes = word(&cells[at..]);
                all |= bytes;
                for (bit, plane) in row.iter_mut().enumerate() {
                    *plane |= gathered(bytes >> bit) << at;
                }
            }
            rows.push(row);
        }
        const OTHERS: u64 = 0xF0F0_F0F0_F0F0_F0F0;
        (all & OTHERS == 0).then_some(Planes { rows, width })
    }

    /// For each row the cells that are objects by themselves.
    pub fn alone(&self, manner: Manner, background: Option<i8>) -> Vec<u64> {
        let all = columns(self.width);
        let filled = |row: &Row| match background {
            Some(colour) => {
                !same(row, &std::array::from_fn(|bit| u64::from(colour >> bit & 1 == 1).wrapping_neg())) & all
            }
            None => all,
        };
        let mut alone: Vec<u64> = self.rows.iter().map(filled).collect();
        match manner.univalued {
            true => self.leave_out_same(manner.diagonal, &mut alone),
            false => leave_out_neighbours(manner.diagonal, &mut alone),
        }
        alone
    }

    /// Leaves out cells that have a neighbour of their colour.
    fn leave_out_same(&self, diagonal: bool, alone: &mut [u64]) {
        let (all, but_last) = (columns(self.width), columns(self.width - 1));
        for (i, row) in self.rows.iter().enumerate() {
            let beside = same(row, &moved(row)) & but_last;
            alone[i] &= !(beside | beside << 1);
            let Some(below) = self.rows.get(i + 1) else { continue };
            let straight = same(row, below) & all;
            let (mut here, mut there) = (straight, straight);
            if diagonal {
                let right = same(row, &moved(below)) & but_last;
                let left = same(&moved(row), below) & but_last;
                here |= right | left << 1;
                there |= right << 1 | left;
            }
            alone[i] &= !here;
            alone[i + 1] &= !there;
        }
    }
}

/// Of cells in rows, leaves out those that have another one beside them.
fn leave_out_neighbours(diagonal: bool, rows: &mut [u64]) {
    let around = |row: u64| if diagonal { row | row << 1 | row >> 1 } else { row };
    let mut above = 0;
    for i in 0..rows.len() {
        let row = rows[i];
        let below = rows.get(i + 1).copied().unwrap_or(0);
        rows[i] &= !(row << 1 | row >> 1 | around(above) | around(below));
        above = row;
    }
}
