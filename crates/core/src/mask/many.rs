//! The box of many places or cells, with the widest instructions the processor has for it.
//!
//! A box is four numbers, each the least or the greatest of a long list. Processors with AVX2 compare eight at a time.

use super::Bounds;
use std::mem::offset_of;

/// Fewer items than this are quicker one by one.
const FEW: usize = 16;

impl Bounds {
    /// The box of a list of places; of none, one with negative sides.
    #[inline]
    pub fn of_pairs(places: &[(i32, i32)]) -> Bounds {
        #[cfg(target_arch = "x86_64")]
        if places.len() >= FEW && is_x86_feature_detected!("avx2") {
            // SAFETY: the processor was asked.
            return unsafe { of_many_pairs(places) };
        }
        Bounds::of_places(places.iter().copied())
    }

    /// The box of a list of cells, whose places come last; of none, one with negative sides.
    #[inline]
    pub fn of_cells(cells: &[(i32, i32, i32)]) -> Bounds {
        #[cfg(target_arch = "x86_64")]
        if cells.len() >= FEW && is_x86_feature_detected!("avx2") {
            // SAFETY: the processor was asked.
            return unsafe { of_many_cells(cells) };
        }
        Bounds::of_places(cells.iter().map(|&(_, i, j)| (i, j)))
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn of_many_pairs(places: &[(i32, i32)]) -> Bounds {
    const { assert!(size_of::<(i32, i32)>() == 8) };
    // SAFETY: a place is two ints and nothing else.
    let numbers: &[i32] = unsafe { std::slice::from_raw_parts(places.as_ptr().cast(), 2 * places.len()) };
    let (blocks, rest) = numbers.as_chunks::<16>();
    let around = Bounds::of_places(places[places.len() - rest.len() / 2..].iter().copied());
    let [i, j] = const { [offset_of!((i32, i32), 0) / 4, offset_of!((i32, i32), 1) / 4] };
    widened::<16, 2>(around, blocks, i, j)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn of_many_cells(cells: &[(i32, i32, i32)]) -> Bounds {
    const { assert!(size_of::<(i32, i32, i32)>() == 12) };
    // SAFETY: a cell is three ints and nothing else.
    let numbers: &[i32] = unsafe { std::slice::from_raw_parts(cells.as_ptr().cast(), 3 * cells.len()) };
    let (blocks, rest) = numbers.as_chunks::<24>();
    let around = Bounds::of_places(cells[cells.len() - rest.len() / 3..].iter().map(|&(_, i, j)| (i, j)));
    let [i, j] = const { [offset_of!((i32, i32, i32), 1) / 4, offset_of!((i32, i32, i32), 2) / 4] };
    widened::<24, 3>(around, blocks, i, j)
}

/// The box with blocks of `N` numbers, of which every `EACH`-th is a row, from the one at `i` on, or a column, from the one at `j` on.
#[inline(always)]
fn widened<const N: usize, const EACH: usize>(mut around: Bounds, blocks: &[[i32; N]], i: usize, j: usize) -> Bounds {
    let (mut least, mut most) = ([i32::MAX; N], [i32::MIN; N]);
    for block in blocks {
        for n in 0..N {
            least[n] = least[n].min(block[n]);
            most[n] = most[n].max(block[n]);
        }
    }
    if !blocks.is_empty() {
        for n in (0..N).step_by(EACH) {
            around.take_in((least[n + i], least[n + j]));
            around.take_in((most[n + i], most[n + j]));
        }
    }
    around
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_those_found_one_by_one() {
        let numbers = |n: i32, k: i32| (n.wrapping_mul(2_654_435 + k) ^ n << 7) % 1_000 - 300;
        for len in (0..70).chain([200, 1_000]) {
            for far in [0, i32::MAX - 2_000, i32::MIN + 2_000] {
                let cells: Vec<(i32, i32, i32)> =
                    (1..=len).map(|n| (far, far + numbers(n, 1), numbers(n, 8) - 400)).collect();
                let places: Vec<(i32, i32)> = cells.iter().map(|&(_, i, j)| (i, j)).collect();
                let expected = Bounds::of_places(places.iter().copied());
                assert_eq!((Bounds::of_pairs(&places), Bounds::of_cells(&cells)), (expected, expected), "{len} {far}");
            }
        }
    }
}
