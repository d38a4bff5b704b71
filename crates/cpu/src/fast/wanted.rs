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

/// What `item` makes of each place of a colour; `rows` are the rows of a grid, all of one width.
pub fn where_it_is<'a, T>(
    rows: impl Iterator<Item = &'a [i8]>,
    cells: usize,
    colour: i8,
    item: impl Fn((i32, i32)) -> T,
) -> Vec<T> {
    let write = |room: &mut [(i32, i32)]| {
        let mut found = 0;
        for (i, row) in rows.enumerate() {
            if row.len() <= 64 {
                // Mostly a row has few of them, or none.
                let mut bits = bits_where(row, colour);
                while bits != 0 {
                    room[found] = (i as i32, bits.trailing_zeros() as i32);
                    found += 1;
                    bits &= bits - 1;
                }
                continue;
            }
            for (j, &v) in row.iter().enumerate() {
                room[found] = (i as i32, j as i32);
                found += usize::from(v == colour);
            }
        }
        found
    };
    with_room(&PLACES, cells, write, |places| places.iter().map(|&place| item(place)).collect())
}

/// A bit for each of up to 64 values that is the wanted one, the first value's first; eight values at a time.
pub fn bits_where(values: &[i8], wanted: i8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    /// Moves the lowest bit of each byte next to that of the byte before, at the top.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let all = u64::from_ne_bytes([wanted as u8; 8]);
    let eight = |bytes: [u8; 8]| {
        let differs = u64::from_le_bytes(bytes) ^ all;
        let equal = !(((differs & LOW) + LOW) | differs | LOW) >> 7;
        equal.wrapping_mul(GATHER) >> 56
    };
    let mut bits = 0;
    let mut chunks = values.chunks_exact(8);
    let mut at = 0;
    for chunk in chunks.by_ref() {
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(chunk).for_each(|(byte, &value)| *byte = value as u8);
        bits |= eight(bytes) << at;
        at += 8;
    }
    let rest = chunks.remainder();
    if !rest.is_empty() {
        let mut bytes = [!wanted as u8; 8];
        bytes.iter_mut().zip(rest).for_each(|(byte, &value)| *byte = value as u8);
        bits |= eight(bytes) << at;
    }
    bits
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
}
