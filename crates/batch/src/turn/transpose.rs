//! Rows and columns exchanged, eight by eight cells at a time.
//!
//! Cell by cell, every write goes to another place. Eight rows of eight bytes fit eight registers, where the exchange takes a few
//! shifts: first of quarters, then of pairs, then of single cells.

/// The side of a block.
const SIDE: usize = 8;
/// Grids up to this side are worked on in a buffer with whole blocks.
const LARGEST: usize = 64;

/// The cells of a grid of this shape with rows and columns exchanged.
pub fn transposed(cells: &[i8], height: usize, width: usize) -> Vec<i8> {
    if height == 1 || width == 1 {
        return cells.to_vec();
    }
    if height > LARGEST || width > LARGEST {
        return plain(cells, height, width);
    }
    let mut out = Vec::with_capacity(cells.len());
    // A strip of columns becomes a strip of rows.
    let mut strip = [[0i8; LARGEST]; SIDE];
    for left in (0..width).step_by(SIDE) {
        let columns = SIDE.min(width - left);
        for top in (0..height).step_by(SIDE) {
            let block: [u64; SIDE] = std::array::from_fn(|i| load(cells, (top + i) * width + left, columns));
            let block = exchanged(block);
            for (row, word) in strip.iter_mut().zip(block) {
                row[top..top + SIDE].copy_from_slice(&word.to_le_bytes().map(|byte| byte as i8));
            }
        }
        for row in &strip[..columns] {
            out.extend_from_slice(&row[..height]);
        }
    }
    out
}

/// Eight cells from a place on as a word, the first in the lowest byte; what lies past the grid is nothing.
#[inline]
fn load(cells: &[i8], at: usize, columns: usize) -> u64 {
    match cells.get(at..at + SIDE) {
        Some(eight) => u64::from_le_bytes(std::array::from_fn(|n| eight[n] as u8)),
        None => {
            let mut bytes = [0u8; SIDE];
            for (n, byte) in bytes.iter_mut().enumerate().take(columns) {
                *byte = cells.get(at + n).copied().unwrap_or(0) as u8;
            }
            u64::from_le_bytes(bytes)
        }
    }
}

/// Byte `j` of word `i` becomes byte `i` of word `j`.
#[inline]
fn exchanged(mut words: [u64; SIDE]) -> [u64; SIDE] {
    for (distance, mask) in [(4, 0x0000_0000_FFFF_FFFF), (2, 0x0000_FFFF_0000_FFFF), (1, 0x00FF_00FF_00FF_00FF)] {
        let shift = 8 * distance as u32;
        for i in (0..SIDE).filter(|i| i & distance == 0) {
            let moved = (words[i] >> shift ^ words[i + distance]) & mask;
            words[i] ^= moved << shift;
            words[i + distance] ^= moved;
        }
    }
    words
}

/// The plain form.
fn plain(cells: &[i8], height: usize, width: usize) -> Vec<i8> {
    let mut out = Vec::with_capacity(cells.len());
    for j in 0..width {
        out.extend((0..height).map(|i| cells[i * width + j]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_form_is_the_plain_one_for_every_shape() {
        for height in 1..=66 {
            for width in 1..=66 {
                let cells: Vec<i8> = (0..height * width).map(|n| (n * 37 + n / 7) as u8 as i8).collect();
                assert_eq!(transposed(&cells, height, width), plain(&cells, height, width), "{height} by {width}");
            }
        }
    }
}
