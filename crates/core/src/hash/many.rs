//! The hashes of many places or cells at once, with the widest instructions the processor has for it.
//!
//! A hash is a few multiplications of 64 bits. Processors with AVX-512 do eight of them at a time; others have no such
//! instruction, and take what [`super`] has tables for one by one.

use super::{PRIME_2, PRIME_5, finished, multiplied, of_cell, of_frozenset, of_pair, of_triple, shuffled, step};

/// Fewer items than this are quicker one by one.
pub const FEW: usize = 16;

/// Writes the hashes of the places instead of what is in the list.
pub fn of_pairs(places: &[(i32, i32)], hashes: &mut Vec<u64>) {
    hashes.clear();
    #[cfg(target_arch = "x86_64")]
    if wide::suits(places.len()) {
        hashes.resize(places.len(), 0);
        // SAFETY: the processor was asked.
        return unsafe { wide::of_pairs(places, hashes) };
    }
    hashes.extend(places.iter().map(|&(i, j)| of_pair(i, j)));
}

/// Writes the hashes of the cells instead of what is in the list.
pub fn of_cells(cells: &[(i32, i32, i32)], hashes: &mut Vec<u64>) {
    hashes.clear();
    #[cfg(target_arch = "x86_64")]
    if wide::suits(cells.len()) {
        hashes.resize(cells.len(), 0);
        // SAFETY: the processor was asked.
        return unsafe { wide::of_cells(cells, hashes) };
    }
    hashes.extend(cells.iter().map(|&(c, i, j)| of_cell(c, i, j)));
}

/// The same for cells that are written place first; here they have their colour first, too.
pub fn of_triples(cells: &[(i32, i32, i32)], hashes: &mut Vec<u64>) {
    hashes.clear();
    #[cfg(target_arch = "x86_64")]
    if wide::suits(cells.len()) {
        hashes.resize(cells.len(), 0);
        // SAFETY: the processor was asked.
        return unsafe { wide::of_triples(cells, hashes) };
    }
    hashes.extend(cells.iter().map(|&(c, i, j)| of_triple(i, j, c)));
}

/// The same for sets of one such cell each.
pub fn of_singles(cells: &[(i32, i32, i32)], hashes: &mut Vec<u64>) {
    hashes.clear();
    #[cfg(target_arch = "x86_64")]
    if wide::suits(cells.len()) {
        hashes.resize(cells.len(), 0);
        // SAFETY: the processor was asked.
        return unsafe { wide::of_singles(cells, hashes) };
    }
    hashes.extend(cells.iter().map(|&(c, i, j)| of_frozenset(shuffled(of_triple(i, j, c)), 1)));
}

/// What each cell of a grid adds to the hash of a frozenset that has it, place first: its [`shuffled`] hash, row by row, instead of what
/// is in the list.
pub fn of_grid(cells: &[i8], width: usize, hashes: &mut Vec<u64>) {
    hashes.clear();
    hashes.resize(cells.len(), 0);
    for (i, (row, hashes)) in cells.chunks(width.max(1)).zip(hashes.chunks_mut(width.max(1))).enumerate() {
        #[cfg(target_arch = "x86_64")]
        if wide::suits(cells.len()) {
            // SAFETY: the processor was asked.
            unsafe { wide::of_row(i as i32, row, hashes) };
            continue;
        }
        for (j, (hash, &c)) in hashes.iter_mut().zip(row).enumerate() {
            *hash = shuffled(of_triple(i as i32, j as i32, c.into()));
        }
    }
}

/// What items with these hashes add to the hash of a frozenset: their [`shuffled`] hashes XORed.
pub fn xored(hashes: &[u64]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if wide::suits(hashes.len()) {
        // SAFETY: the processor was asked.
        return unsafe { wide::xored(hashes) };
    }
    hashes.iter().fold(0, |xored, &hash| xored ^ shuffled(hash))
}

/// [`of_pair`] without a table.
#[inline(always)]
fn pair(i: i32, j: i32) -> u64 {
    finished(step(step(PRIME_5, multiplied(i)), multiplied(j)), 2)
}

/// [`of_cell`] without a table.
#[inline(always)]
fn cell(c: i32, i: i32, j: i32) -> u64 {
    finished(step(step(PRIME_5, multiplied(c)), pair(i, j).wrapping_mul(PRIME_2)), 2)
}

/// [`of_triple`] of a cell, without a table.
#[inline(always)]
fn triple(c: i32, i: i32, j: i32) -> u64 {
    finished(step(step(step(PRIME_5, multiplied(i)), multiplied(j)), multiplied(c)), 3)
}

/// Loops that the compiler makes wide.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{FEW, cell, of_frozenset, pair, shuffled, triple};
    use crate::ablation::{Idea, is_off};

    /// Whether there are enough items, and such instructions.
    #[inline]
    pub fn suits(items: usize) -> bool {
        items >= FEW
            && !is_off(Idea::Hashes)
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
    pub fn of_pairs(places: &[(i32, i32)], hashes: &mut [u64]) {
        for (hash, &(i, j)) in hashes.iter_mut().zip(places) {
            *hash = pair(i, j);
        }
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
    pub fn of_cells(cells: &[(i32, i32, i32)], hashes: &mut [u64]) {
        for (hash, &(c, i, j)) in hashes.iter_mut().zip(cells) {
            *hash = cell(c, i, j);
        }
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
    pub fn of_triples(cells: &[(i32, i32, i32)], hashes: &mut [u64]) {
        for (hash, &(c, i, j)) in hashes.iter_mut().zip(cells) {
            *hash = triple(c, i, j);
        }
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
    pub fn of_singles(cells: &[(i32, i32, i32)], hashes: &mut [u64]) {
        for (hash, &(c, i, j)) in hashes.iter_mut().zip(cells) {
            *hash = of_frozenset(shuffled(triple(c, i, j)), 1);
        }
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
    pub fn of_row(i: i32, row: &[i8], hashes: &mut [u64]) {
        for (j, (hash, &c)) in (0..).zip(hashes.iter_mut().zip(row)) {
            *hash = shuffled(triple(c.into(), i, j));
        }
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
    pub fn xored(hashes: &[u64]) -> u64 {
        let mut xored = 0;
        for &hash in hashes {
            xored ^= shuffled(hash);
        }
        xored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_are_as_one_by_one() {
        let number =
            |n: usize| [-1, 0, 5, -2, 29, i32::MIN, 160, -97, i32::MAX, 1_000][n % 10].wrapping_add(n as i32 / 10);
        for n in [0, 1, 15, 16, 17, 100, 1_003] {
            let places: Vec<(i32, i32)> = (0..n).map(|k| (number(k), number(k / 3))).collect();
            let cells: Vec<(i32, i32, i32)> = (0..n).map(|k| (number(k / 7), number(k), number(k * 3))).collect();
            let mut hashes = vec![7; 2];
            of_pairs(&places, &mut hashes);
            assert!(hashes.iter().copied().eq(places.iter().map(|&(i, j)| of_pair(i, j))), "{n} places");
            assert!(places.iter().all(|&(i, j)| pair(i, j) == of_pair(i, j)));
            of_cells(&cells, &mut hashes);
            assert!(hashes.iter().copied().eq(cells.iter().map(|&(c, i, j)| of_cell(c, i, j))), "{n} cells");
            assert!(cells.iter().all(|&(c, i, j)| cell(c, i, j) == of_cell(c, i, j)));
            of_triples(&cells, &mut hashes);
            assert!(hashes.iter().copied().eq(cells.iter().map(|&(c, i, j)| of_triple(i, j, c))), "{n} cells");
            assert!(cells.iter().all(|&(c, i, j)| triple(c, i, j) == of_triple(i, j, c)));
            of_singles(&cells, &mut hashes);
            let single = |&(c, i, j): &(i32, i32, i32)| of_frozenset(shuffled(of_triple(i, j, c)), 1);
            assert!(hashes.iter().copied().eq(cells.iter().map(single)), "{n} objects");
            for width in [1, 3, 30] {
                let grid: Vec<i8> = (0..n).map(|k| number(k) as i8).collect();
                of_grid(&grid, width, &mut hashes);
                let added =
                    |(n, &c): (usize, &i8)| shuffled(of_triple((n / width) as i32, (n % width) as i32, c.into()));
                assert!(hashes.iter().copied().eq(grid.iter().enumerate().map(added)), "{n} cells of a grid");
            }
            assert_eq!(xored(&hashes), hashes.iter().fold(0, |xored, &hash| xored ^ shuffled(hash)));
        }
    }
}
