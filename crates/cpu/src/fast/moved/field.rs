//! A fixed set that copies of a patch are held against.

use super::bits::{MOST_WORDS, Rows};
use super::is_near;
use megabatt_core::Set;
use megabatt_core::mask::Bounds;

/// Rows with nothing in them are no reason to refuse a field of so few words.
const FEW_WORDS: i64 = 1 << 12;

/// A bit for each place of the set and each colour of the patch. There is room around the set for a copy of the patch that meets it with
/// one place only: whoever looks where the patch is does not have to ask whether that is outside.
pub struct Field {
    /// By how much the patch can be moved so that its box meets that of the set.
    moves: Bounds,
    height: usize,
    /// Words of a row: one if all fits into it.
    width: usize,
    words: Vec<u64>,
}

/// A row of the patch.
struct Row {
    /// Where it is, seen from the word in which the box of the copy begins.
    start: usize,
    bits: u64,
}

impl Field {
    /// The items of the set that an item of a copy can be equal to; None if the box is too large.
    pub fn of(set: &Set, patch: &Rows) -> Option<Field> {
        let (pairs, cells) = (set.pairs().unwrap_or_default(), set.cells().unwrap_or_default());
        let own = set.bounds();
        let its = &patch.bounds;
        let edges = [own.top, own.left, own.bottom, own.right, its.top, its.left, its.bottom, its.right];
        if !edges.into_iter().all(is_near) {
            return None;
        }
        let moves = Bounds {
            top: own.top - its.bottom,
            left: own.left - its.right,
            bottom: own.bottom - its.top,
            right: own.right - its.left,
        };
        let (below, beside) = (its.height() - 1, its.width() - 1);
        let (height, columns) = (own.height() + 2 * below, own.width() + 2 * beside);
        let width = if columns <= 64 { 1 } else { (moves.width() - 1) / 64 + 2 };
        let planes = patch.colours.len().max(1);
        let words = height.checked_mul(width)?.checked_mul(planes as i64)?;
        if words > MOST_WORDS || words > FEW_WORDS + 8 * set.len() as i64 * planes as i64 {
            return None;
        }
        let (height, width) = (height as usize, width as usize);
        let mut words = vec![0; words as usize];
        let mut mark = |plane: usize, i: i32, j: i32| {
            let (row, column) = ((i - own.top) as usize + below as usize, (j - own.left) as usize + beside as usize);
            words[(plane * height + row) * width + column / 64] |= 1 << (column % 64);
        };
        pairs.iter().for_each(|&(i, j)| mark(0, i, j));
        for &(colour, i, j) in cells {
            if let Some(plane) = patch.colours.iter().position(|&c| c == colour) {
                mark(plane, i, j);
            }
        }
        Some(Field { moves, height, width, words })
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
        let start = |plane: usize, i: i32| (plane * self.height + (i - patch.bounds.top) as usize) * self.width;
        let rows: Vec<Row> =
            patch.rows.iter().map(|row| Row { start: start(row.plane, row.i), bits: row.bits }).collect();
        // Most copies are elsewhere: they are told apart by their moves.
        let mut counts = vec![0; by.len()];
        let all = counts.iter_mut().zip(by).filter(|(_, by)| self.moves.has(**by));
        // Loops and no chains of closures that `collect` goes through: those would be code of their own, for any processor.
        if self.width == 1 {
            for (count, &by) in all {
                *count = self.common_in_words(&rows, by);
            }
        } else {
            for (count, &by) in all {
                *count = self.common(&rows, by);
            }
        }
        counts
    }

    /// How many items of a copy of the patch there are, where a row is one word.
    #[inline(always)]
    fn common_in_words(&self, rows: &[Row], (di, dj): (i32, i32)) -> u32 {
        let (words, shift) = (&self.words[(di - self.moves.top) as usize..], dj - self.moves.left);
        let mut count = 0;
        for row in rows {
            count += (words[row.start] >> shift & row.bits).count_ones();
        }
        count
    }

    /// The same where it is more than one.
    #[inline(always)]
    fn common(&self, rows: &[Row], (di, dj): (i32, i32)) -> u32 {
        let column = (dj - self.moves.left) as usize;
        let (words, shift) = (&self.words[(di - self.moves.top) as usize * self.width + column / 64..], column % 64);
        // Two steps, since a shift by 64 is none.
        let there = |start: usize| words[start] >> shift | words[start + 1] << 1 << (63 - shift);
        let mut count = 0;
        for row in rows {
            count += (there(row.start) & row.bits).count_ones();
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::moved::Moved;
    use megabatt_core::{Arc, Value};

    /// Sets of one word a row and of more, copies that meet them with a corner, and copies that are elsewhere.
    #[test]
    fn items_are_counted_as_one_by_one() {
        let spread = |n: i32, height: i32, width: i32| (n * n * 7 % height - 3, n * 11 % width - 5);
        let cells = |count: i32, height: i32, width: i32| {
            let cell = |n: i32| (n % 3, spread(n, height, width).0, spread(n, height, width).1);
            Set::from_items((0..count).map(|n| Value::Cell(cell(n).0, cell(n).1, cell(n).2)))
        };
        let places = |count: i32, height: i32, width: i32| {
            let place = |n: i32| Value::Pair(spread(n, height, width).0, spread(n, height, width).1);
            Set::from_items((0..count).map(place))
        };
        let by: Vec<(i32, i32)> = (-60..60).flat_map(|i| (-100..100).map(move |j| (i, j))).collect();
        for (its, own) in [((12, 5, 7), (40, 9, 20)), ((30, 40, 60), (50, 8, 9)), ((4, 1, 3), (90, 20, 90))] {
            for of_cells in [true, false] {
                let make = |(count, height, width)| match of_cells {
                    true => cells(count, height, width).expect("cells are hashed"),
                    false => places(count, height, width).expect("places are hashed"),
                };
                let (patch, fixed) = (Arc::new(make(its)), make(own));
                let counted = Moved::new(&patch, &by).and_then(|moved| moved.common(&fixed)).expect("they are near");
                assert!(counted.iter().any(|&n| n > 1) && counted.contains(&0));
                for (&(di, dj), n) in by.iter().zip(counted) {
                    let moved = |item: &Value| match *item {
                        Value::Cell(c, i, j) => Value::Cell(c, i + di, j + dj),
                        Value::Pair(i, j) => Value::Pair(i + di, j + dj),
                        _ => unreachable!("a patch"),
                    };
                    let one_by_one = patch.values().filter(|item| fixed.contains(&moved(item))).count();
                    assert_eq!(n as usize, one_by_one, "moved by {di}, {dj}");
                }
            }
        }
    }
}
