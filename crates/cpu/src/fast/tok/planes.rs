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
const TOGETHER: usize = 16;

/// Sixteen cells, a byte each, as bits. Every processor of the kind has an instruction that gathers the highest bit of each.
#[cfg(target_arch = "x86_64")]
mod sixteen {
    use std::arch::x86_64::{__m128i, _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set_epi64x, _mm_slli_epi16};

    #[inline]
    #[target_feature(enable = "sse2")]
    fn register([low, high]: [u64; 2]) -> __m128i {
        _mm_set_epi64x(high as i64, low as i64)
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn highest(bytes: __m128i) -> u64 {
        u64::from(_mm_movemask_epi8(bytes) as u16)
    }

    /// The four lowest bits of each.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn lowest_bits(cells: [u64; 2]) -> [u64; 4] {
        let bytes = register(cells);
        // Two bytes are moved together: what comes into the upper one from the lower one does not come as far as its highest bit.
        [
            highest(_mm_slli_epi16::<7>(bytes)),
            highest(_mm_slli_epi16::<6>(bytes)),
            highest(_mm_slli_epi16::<5>(bytes)),
            highest(_mm_slli_epi16::<4>(bytes)),
        ]
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn compared(a: [u64; 2], b: [u64; 2]) -> u64 {
        highest(_mm_cmpeq_epi8(register(a), register(b))) ^ 0xFFFF
    }

    /// The four lowest bits of each.
    #[inline]
    pub fn bits(cells: [u64; 2]) -> [u64; 4] {
        // SAFETY: every processor of this kind has SSE2.
        unsafe { lowest_bits(cells) }
    }

    /// Where two are not the same.
    #[inline]
    pub fn differing(a: [u64; 2], b: [u64; 2]) -> u64 {
        // SAFETY: every processor of this kind has SSE2.
        unsafe { compared(a, b) }
    }
}

#[cfg(not(target_arch = "x86_64"))]
use by_words as sixteen;

/// The same with words of eight.
#[cfg_attr(target_arch = "x86_64", cfg(test))]
mod by_words {
    use super::{gathered, not_zero};

    pub fn bits([low, high]: [u64; 2]) -> [u64; 4] {
        std::array::from_fn(|bit| gathered(low >> bit) | gathered(high >> bit) << 8)
    }

    pub fn differing(a: [u64; 2], b: [u64; 2]) -> u64 {
        not_zero(a[0] ^ b[0]) | not_zero(a[1] ^ b[1]) << 8
    }
}

/// A byte a cell as bits: the lowest bit of each of eight bytes.
#[cfg_attr(target_arch = "x86_64", cfg(test))]
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

/// The first sixteen cells in two words; where there are fewer, nothing for the rest.
#[inline]
fn words(cells: &[i8]) -> [u64; 2] {
    match cells.first_chunk::<TOGETHER>() {
        Some(cells) => {
            let (words, _) = cells.as_chunks::<8>();
            [words[0], words[1]].map(|word| u64::from_le_bytes(word.map(|cell| cell as u8)))
        }
        None => {
            let word = |cells: &[i8]| cells.iter().rev().fold(0, |word, &cell| word << 8 | u64::from(cell as u8));
            let (low, high) = cells.split_at(cells.len().min(8));
            [word(low), word(high)]
        }
    }
}

/// The bytes that are not 0, as bits.
#[cfg_attr(target_arch = "x86_64", cfg(test))]
#[inline]
fn not_zero(bytes: u64) -> u64 {
    const REST: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    gathered((((bytes & REST) + REST) | bytes) >> 7)
}

/// Where the first cells of two grids or of parts of them differ, so many of them as there are columns in common, up to 64.
#[inline]
pub fn differing(a: &[i8], b: &[i8], common: usize) -> u64 {
    let bits = |at: usize| sixteen::differing(words(&a[at..]), words(&b[at..])) << at;
    (0..common).step_by(TOGETHER).fold(0, |all, at| all | bits(at)) & columns(common)
}

/// What `item` makes of row and column of the bits that are set, row by row.
#[inline]
pub fn listed<T: Copy + Default>(rows: &[u64], item: impl Fn(usize, usize) -> T) -> Vec<T> {
    let mut items = Vec::with_capacity(rows.iter().map(|bits| bits.count_ones() as usize).sum());
    let mut of_row = [T::default(); 64];
    for (i, &bits) in rows.iter().enumerate() {
        let (start, end) = (bits.trailing_zeros() as usize % 64, 64 - bits.leading_zeros() as usize);
        if bits != 0 && bits >> start == columns(end - start) {
            // All side by side, as where one of two grids has no columns.
            items.extend((start..end).map(|j| item(i, j)));
            continue;
        }
        // Written down elsewhere first: in a list each of them would have to look whether there is room.
        let (mut rest, mut n) = (bits, 0);
        while rest != 0 {
            of_row[n % 64] = item(i, rest.trailing_zeros() as usize);
            rest &= rest - 1;
            n += 1;
        }
        items.extend_from_slice(&of_row[..n]);
    }
    items
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
                let bytes = words(&cells[at..]);
                all |= bytes[0] | bytes[1];
                row.iter_mut().zip(sixteen::bits(bytes)).for_each(|(plane, bits)| *plane |= bits << at);
            }
            rows.push(row);
        }
        const OTHERS: u64 = 0xF0F0_F0F0_F0F0_F0F0;
        (all & OTHERS == 0).then_some(Planes { rows, width })
    }

    /// For each row the cells that are objects by themselves.
    pub fn alone(&self, manner: Manner, background: Option<i8>) -> Vec<u64> {
        let all = columns(self.width);
        let background: Option<Row> =
            background.map(|colour| std::array::from_fn(|bit| u64::from(colour >> bit & 1 == 1).wrapping_neg()));
        let filled = |row: &Row| match &background {
            Some(background) => !same(row, background) & all,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_do_what_words_do() {
        let mut seed = 3u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 31
        };
        for _ in 0..10_000 {
            let (a, b) = ([random(), random()], [random(), random()]);
            assert_eq!(sixteen::bits(a), by_words::bits(a));
            // Some bytes of both are the same.
            let keep = [random(), random()].map(|word| (word & 0x0101_0101_0101_0101) * 0xFF);
            let b = std::array::from_fn(|n| a[n] & keep[n] | b[n] & !keep[n]);
            assert_eq!(sixteen::differing(a, b), by_words::differing(a, b));
        }
    }

    #[test]
    fn bits_are_listed_in_order() {
        let rows = [0b1010, 0, 1 << 63 | 1, 0b1100];
        assert_eq!(listed(&rows, |i, j| (i, j)), [(0, 1), (0, 3), (2, 0), (2, 63), (3, 2), (3, 3)]);
        assert!(listed(&[u64::MAX], |_, j| j).into_iter().eq(0..64));
    }
}
