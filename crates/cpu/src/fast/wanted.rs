//! Picking some of many. Which ones they are cannot be guessed, so there is no branch on it: each is written down, and the
//! next one over it unless it was wanted.

use std::cell::Cell;
use std::thread::LocalKey;

/// Room to write in, kept for the next time.
type Spare<T> = LocalKey<Cell<Vec<T>>>;

thread_local! {
    static POSITIONS: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
    static PLACES: Cell<Vec<(i32, i32)>> = const { Cell::new(Vec::new()) };
}

/// Runs with room for `n`, and gives what `result` makes of the part that was written.
fn with_room<T: Copy + Default, R>(
    spare: &'static Spare<T>,
    n: usize,
    write: impl FnOnce(&mut [T]) -> usize,
    result: impl FnOnce(&[T]) -> R,
) -> R {
    const MOST_KEPT: usize = 1 << 16;
    let mut room = spare.take();
    if room.len() < n {
        room.resize(n, T::default());
    }
    let written = write(&mut room[..n]);
    let result = result(&room[..written]);
    if room.len() <= MOST_KEPT {
        spare.set(room);
    }
    result
}

/// The numbers below `n` for which `holds` does.
pub fn positions_where(n: usize, holds: impl Fn(usize) -> bool) -> Vec<u32> {
    let write = |room: &mut [u32]| {
        let mut found = 0;
        for at in 0..n {
            room[found] = at as u32;
            found += usize::from(holds(at));
        }
        found
    };
    with_room(&POSITIONS, n, write, <[u32]>::to_vec)
}

/// What `item` makes of each place of a colour among the cells of a grid of this width.
pub fn where_it_is<T>(cells: &[i8], width: usize, colour: i8, item: impl Fn((i32, i32)) -> T) -> Vec<T> {
    let write = |room: &mut [(i32, i32)]| {
        let mut found = 0;
        if width <= 64 {
            for (i, mut bits) in row_bits_where(cells, width, colour).enumerate() {
                // Mostly a row has few of them, or none.
                while bits != 0 {
                    room[found] = (i as i32, bits.trailing_zeros() as i32);
                    found += 1;
                    bits &= bits - 1;
                }
            }
            return found;
        }
        for (i, row) in cells.chunks_exact(width).enumerate() {
            for (j, &v) in row.iter().enumerate() {
                room[found] = (i as i32, j as i32);
                found += usize::from(v == colour);
            }
        }
        found
    };
    with_room(&PLACES, cells.len(), write, |places| places.iter().map(|&place| item(place)).collect())
}

/// A bit for each of up to 64 values that is the wanted one, the first value's first; sixteen values at a time.
pub fn bits_where(values: &[i8], wanted: i8) -> u64 {
    let (blocks, rest) = values.as_chunks::<TOGETHER>();
    let mut bits = 0;
    for (n, block) in blocks.iter().enumerate() {
        bits |= equal_bits(block, wanted) << (n * TOGETHER);
    }
    if !rest.is_empty() {
        let mut last = [!wanted; TOGETHER];
        last[..rest.len()].copy_from_slice(rest);
        bits |= equal_bits(&last, wanted) << (blocks.len() * TOGETHER);
    }
    bits
}

/// [`bits_where`] of each row of a grid of up to 64 columns. What comes after a row is mostly the next one, and may be read with it.
pub fn row_bits_where<'a>(cells: &'a [i8], width: usize, wanted: i8) -> impl Iterator<Item = u64> + 'a {
    let blocks = width.div_ceil(TOGETHER);
    let inside = u64::MAX >> (64 - width.clamp(1, 64));
    (0..cells.len()).step_by(width.max(1)).map(move |start| {
        let (found, _) = match cells.get(start..start + blocks * TOGETHER) {
            Some(row) => row.as_chunks::<TOGETHER>(),
            None => return bits_where(&cells[start..start + width], wanted),
        };
        let bits = found.iter().rev().fold(0, |bits, block| bits << (TOGETHER % 64) | equal_bits(block, wanted));
        bits & inside
    })
}

/// Values that are compared together.
const TOGETHER: usize = 16;

/// A bit for each value that is the wanted one.
#[cfg(target_arch = "x86_64")]
#[inline]
fn equal_bits(values: &[i8; TOGETHER], wanted: i8) -> u64 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};
    // SAFETY: every processor of this kind has these instructions, and sixteen bytes are read that are there, at any address.
    let bits = unsafe {
        let values = _mm_loadu_si128(values.as_ptr().cast());
        _mm_movemask_epi8(_mm_cmpeq_epi8(values, _mm_set1_epi8(wanted)))
    };
    u64::from(bits as u16)
}

/// The same for other processors.
#[cfg(not(target_arch = "x86_64"))]
fn equal_bits(values: &[i8; TOGETHER], wanted: i8) -> u64 {
    values.iter().rev().fold(0, |bits, &value| bits << 1 | u64::from(value == wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_where_the_values_are() {
        let values: Vec<i8> = (0..64).map(|n| [0, 3, -1, 3, 127, -128, 3, 0, 2][n * n % 9]).collect();
        for length in 0..=64 {
            for wanted in [0, 3, -1, 127, -128, 2, 5] {
                let one_by_one = values[..length].iter().rev().fold(0, |bits, &v| bits << 1 | u64::from(v == wanted));
                assert_eq!(bits_where(&values[..length], wanted), one_by_one, "{wanted} among {length}");
            }
        }
    }

    #[test]
    fn bits_of_rows_are_those_of_each_row() {
        let cells: Vec<i8> = (0..640).map(|n| [0, 3, -1, 3, 127, -128, 3, 0, 2][n * n % 9]).collect();
        for width in 1..=64 {
            for height in 1..=10 {
                let cells = &cells[..width * height];
                for wanted in [3, -128, 5] {
                    let each: Vec<u64> = cells.chunks(width).map(|row| bits_where(row, wanted)).collect();
                    assert_eq!(row_bits_where(cells, width, wanted).collect::<Vec<_>>(), each, "{width} {height}");
                }
            }
        }
    }
}
