//! A fixed set that copies of a patch are held against.

use super::bits::{MOST_WORDS, Rows};
use megabatt_core::Set;
use megabatt_core::mask::Bounds;

/// Columns to the left and to the right of the box in which nothing is: a row of a copy may reach over its edge.
const MARGIN: i32 = 64;

/// A bit for each place of the set and each colour of the patch.
pub struct Field {
    bounds: Bounds,
    height: usize,
    /// Words of a row.
    width: usize,
    words: Vec<u64>,
}

impl Field {
    /// The items of the set that an item of a copy can be equal to; None if the box is too large.
    pub fn of(set: &Set, patch: &Rows) -> Option<Field> {
        let (pairs, cells) = (set.pairs().unwrap_or_default(), set.cells().unwrap_or_default());
        let bounds = Bounds::of_places(pairs.iter().copied().chain(cells.iter().map(|&(_, i, j)| (i, j))));
        let (height, width) = (bounds.height(), (bounds.width() + 2 * i64::from(MARGIN)) / 64 + 1);
        let planes = patch.colours.len().max(1);
        let words = height.checked_mul(width)?.checked_mul(planes as i64)?;
        if words > MOST_WORDS || words > 64 + 8 * set.len() as i64 * planes as i64 {
            return None;
        }
        let (height, width) = (height as usize, width as usize);
        let mut words = vec![0; words as usize];
        let mut mark = |plane: usize, i: i32, j: i32| {
            let column = (j - bounds.left + MARGIN) as usize;
            words[(plane * height + (i - bounds.top) as usize) * width + column / 64] |= 1 << (column % 64);
        };
        pairs.iter().for_each(|&(i, j)| mark(0, i, j));
        for &(colour, i, j) in cells {
            if let Some(plane) = patch.colours.iter().position(|&c| c == colour) {
                mark(plane, i, j);
            }
        }
        Some(Field { bounds, height, width, words })
    }

    /// How many items of each copy of the patch there are.
    pub fn common_of_all(&self, patch: &Rows, by: &[(i32, i32)]) -> Vec<u32> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor counts bits.
            return unsafe { self.counted(patch, by) };
        }
        self.common_of_each(patch, by)
    }

    /// The same where the processor has an instruction that counts bits; without it that takes a dozen of them.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt")]
    fn counted(&self, patch: &Rows, by: &[(i32, i32)]) -> Vec<u32> {
        self.common_of_each(patch, by)
    }

    #[inline(always)]
    fn common_of_each(&self, patch: &Rows, by: &[(i32, i32)]) -> Vec<u32> {
        by.iter().map(|&by| self.common(patch, by)).collect()
    }

    /// How many items of a copy of the patch there are.
    #[inline(always)]
    fn common(&self, patch: &Rows, (di, dj): (i32, i32)) -> u32 {
        let column = i64::from(patch.bounds.left) + i64::from(dj) - i64::from(self.bounds.left) + i64::from(MARGIN);
        if column < 0 || column >= self.bounds.width() + i64::from(MARGIN) {
            return 0;
        }
        let (word, shift) = (column as usize / 64, column as usize % 64);
        let mut common = 0;
        for row in &patch.rows {
            let i = i64::from(row.i) + i64::from(di) - i64::from(self.bounds.top);
            if (0..self.height as i64).contains(&i) {
                let start = (row.plane * self.height + i as usize) * self.width + word;
                // Two steps, since a shift by 64 is none.
                let there = self.words[start] >> shift | self.words[start + 1] << 1 << (63 - shift);
                common += (there & row.bits).count_ones();
            }
        }
        common
    }
}
