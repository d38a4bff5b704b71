//! Patches as rows of bits.

use megabatt_core::Set;
use megabatt_core::mask::Bounds;

/// More colours than this are left to others.
const MOST_COLOURS: usize = 16;

/// A box of more words than this is left to others, or of more than there are items and [`WORDS_PER_ROW`] for each row of a copy.
pub const MOST_WORDS: i64 = 1 << 20;
const WORDS_PER_ROW: i64 = 2;

/// Fewer copies beside each other are marked one by one.
const FEWEST_BESIDE: usize = 4;

/// Some neighbouring places of one row and colour.
pub struct Row {
    pub plane: usize,
    pub i: i32,
    pub bits: u64,
}

/// A patch, row by row. Places have no colours and one plane.
pub struct Rows {
    pub bounds: Bounds,
    /// The colour of each plane.
    pub colours: Vec<i32>,
    pub rows: Vec<Row>,
    /// All rows of the box, plane by plane, those with nothing in them too.
    all: Vec<u64>,
    /// How many items there are.
    len: usize,
}

impl Rows {
    /// None if the patch is too wide or has too many colours.
    pub fn of(patch: &Set) -> Option<Rows> {
        let (pairs, cells) = (patch.pairs().unwrap_or_default(), patch.cells().unwrap_or_default());
        let bounds = patch.bounds();
        if bounds.width() > 64 || bounds.height() > MOST_WORDS {
            return None;
        }
        let mut colours: Vec<i32> = Vec::new();
        for &(colour, ..) in cells {
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        }
        if colours.len() > MOST_COLOURS {
            return None;
        }
        let height = bounds.height() as usize;
        let mut bits = vec![0u64; height * colours.len().max(1)];
        let mut mark = |plane: usize, i: i32, j: i32| {
            bits[plane * height + (i - bounds.top) as usize] |= 1 << (j - bounds.left);
        };
        pairs.iter().for_each(|&(i, j)| mark(0, i, j));
        for &(colour, i, j) in cells {
            mark(colours.iter().position(|&c| c == colour)?, i, j);
        }
        let row = |(n, &bits): (usize, &u64)| Row { plane: n / height, i: bounds.top + (n % height) as i32, bits };
        let rows = bits.iter().enumerate().filter(|&(_, &bits)| bits != 0).map(row).collect();
        Some(Rows { bounds, colours, rows, all: bits, len: patch.len() })
    }

    /// Whether the patch has an item of this plane at this place.
    pub fn has(&self, plane: usize, i: i32, j: i32) -> bool {
        let b = self.bounds;
        let is_inside = (b.top..=b.bottom).contains(&i) && (b.left..=b.right).contains(&j);
        is_inside && self.all[plane * b.height() as usize + (i - b.top) as usize] >> (j - b.left) & 1 == 1
    }

    /// The plane of a colour that the patch has.
    pub fn plane(&self, colour: i32) -> Option<usize> {
        self.colours.iter().position(|&c| c == colour)
    }
}

/// A bit for each place of a box and each colour.
#[derive(Clone)]
pub struct Bits {
    top: i32,
    left: i32,
    /// Words of a row: one more than the columns need, so that a row of 64 places fits anywhere.
    width: usize,
    height: usize,
    pub words: Vec<u64>,
}

impl Bits {
    /// Whether there is a box for all copies.
    pub fn have_room_for(rows: &Rows, by: &[(i32, i32)]) -> bool {
        Bits::size(rows, &Bounds::of_places(by.iter().copied()), by.len()).is_some()
    }

    /// Rows of the box for so many copies, words of a row and words in all; None if it would be too large for so few items.
    fn size(rows: &Rows, moves: &Bounds, copies: usize) -> Option<(usize, usize, usize)> {
        let (height, columns) = (rows.bounds.height() + moves.height() - 1, rows.bounds.width() + moves.width() - 1);
        let (width, planes) = (columns / 64 + 2, rows.colours.len().max(1) as i64);
        let words = height.checked_mul(width)?.checked_mul(planes)?;
        let words_of_copy = WORDS_PER_ROW * rows.rows.len() as i64 + rows.len as i64;
        if words > MOST_WORDS || words > words_of_copy * copies as i64 + 256 {
            return None;
        }
        Some((height as usize, width as usize, words as usize))
    }

    /// A box for all copies, nothing marked yet; None if it would be too large for so few items.
    fn around(rows: &Rows, by: &[(i32, i32)]) -> Option<Bits> {
        let moves = Bounds::of_places(by.iter().copied());
        let (height, width, words) = Bits::size(rows, &moves, by.len())?;
        Some(Bits {
            top: rows.bounds.top + moves.top,
            left: rows.bounds.left + moves.left,
            width,
            height,
            words: vec![0; words],
        })
    }

    pub fn of_all(rows: &Rows, by: &[(i32, i32)]) -> Option<Bits> {
        let mut all = Bits::around(rows, by)?;
        let mut from_top = by.to_vec();
        from_top.sort_unstable();
        // Programs move patches by all steps of a lattice: then the copies beside each other are the same row after row.
        let mut strip: Option<(&[(i32, i32)], Bits)> = None;
        for beside in from_top.chunk_by(|a, b| a.0 == b.0) {
            if beside.len() < FEWEST_BESIDE {
                beside.iter().for_each(|&by| all.mark(rows, by));
                continue;
            }
            let is_alike = |others: &[(i32, i32)]| others.iter().map(|by| by.1).eq(beside.iter().map(|by| by.1));
            let made = match &mut strip {
                Some((others, made)) if is_alike(others) => made,
                _ => {
                    let height = rows.bounds.height() as usize;
                    let words = vec![0; all.words.len() / all.height * height];
                    let mut made = Bits { top: rows.bounds.top, left: all.left, width: all.width, height, words };
                    beside.iter().for_each(|&(_, dj)| made.mark(rows, (0, dj)));
                    &mut strip.insert((beside, made)).1
                }
            };
            all.mark_strip(made, beside[0].0);
        }
        Some(all)
    }

    /// Marks a copy of the patch.
    fn mark(&mut self, rows: &Rows, by: (i32, i32)) {
        self.each_word(rows, by, |word, bits| *word |= bits);
    }

    /// Marks all that is in a box of the same width, moved down by so much.
    fn mark_strip(&mut self, strip: &Bits, down: i32) {
        let first = (strip.top + down - self.top) as usize * self.width;
        let planes = self.words.chunks_exact_mut(self.height * self.width);
        for (plane, marked) in planes.zip(strip.words.chunks_exact(strip.height * strip.width)) {
            plane[first..].iter_mut().zip(marked).for_each(|(word, bits)| *word |= bits);
        }
    }

    /// Calls `f` with each word that a copy of the patch has places in, and with the bits of these.
    #[inline]
    pub fn each_word(&mut self, rows: &Rows, by: (i32, i32), mut f: impl FnMut(&mut u64, u64)) {
        self.each_word_at(rows, by, |_, word, bits| f(word, bits));
    }

    /// [`Bits::each_word`] with the index of the word.
    #[inline]
    pub fn each_word_at(&mut self, rows: &Rows, (di, dj): (i32, i32), mut f: impl FnMut(usize, &mut u64, u64)) {
        let column = (rows.bounds.left + dj - self.left) as usize;
        let (word, shift) = (column / 64, column % 64);
        for row in &rows.rows {
            let start = (row.plane * self.height + (row.i + di - self.top) as usize) * self.width + word;
            let [low, high] = &mut self.words[start..start + 2] else { continue };
            f(start, low, row.bits << shift);
            // Two steps, since a shift by 64 is none.
            f(start + 1, high, row.bits >> 1 >> (63 - shift));
        }
    }

    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Calls `f` with plane and place of all items.
    pub fn each(&self, mut f: impl FnMut(usize, i32, i32)) {
        for (plane, rows) in self.words.chunks_exact(self.height * self.width).enumerate() {
            for (i, row) in (self.top..).zip(rows.chunks_exact(self.width)) {
                for (left, &word) in (self.left..).step_by(64).zip(row) {
                    let mut rest = word;
                    while rest != 0 {
                        f(plane, i, left + rest.trailing_zeros() as i32);
                        rest &= rest - 1;
                    }
                }
            }
        }
    }

    /// All cells, of which there are so many; the planes have these colours.
    pub fn cells(&self, colours: &[i32], count: usize) -> Vec<(i32, i32, i32)> {
        let mut cells = Vec::with_capacity(count);
        self.each(|plane, i, j| cells.push((colours[plane], i, j)));
        cells
    }

    /// Whether no place has two colours.
    pub fn planes_are_apart(&self) -> bool {
        let mut seen = vec![0; self.height * self.width];
        self.words.chunks_exact(seen.len()).all(|plane| {
            let apart = seen.iter().zip(plane).all(|(seen, word)| seen & word == 0);
            seen.iter_mut().zip(plane).for_each(|(seen, word)| *seen |= word);
            apart
        })
    }

    /// The index of a word and the bit in it.
    #[inline]
    pub fn at(&self, plane: usize, i: i32, j: i32) -> (usize, u32) {
        let column = (j - self.left) as usize;
        ((plane * self.height + (i - self.top) as usize) * self.width + column / 64, (column % 64) as u32)
    }

    /// Where the bit of an item is among all bits; for one that is outside of the box, where it would be if the box went on.
    pub fn entry(&self, plane: usize, i: i32, j: i32) -> usize {
        let row = (plane * self.height) as i64 + i64::from(i) - i64::from(self.top);
        (row * 64 * self.width as i64 + i64::from(j) - i64::from(self.left)) as usize
    }

    /// Words of a row.
    pub fn width(&self) -> usize {
        self.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::CellLayout;
    use std::collections::BTreeSet;

    /// Copies beside each other, alike from row to row or not, and single ones: the same bits as one by one.
    #[test]
    fn all_copies_are_those_marked_one_by_one() {
        let places = [(0, 0), (1, 3), (2, -4), (5, 50), (4, 7)];
        let cells = (0..).zip(places).map(|(n, (i, j))| (n % 3, i, j)).collect();
        let patches = [Set::grown_pairs(places.to_vec()), Set::grown_cells(CellLayout::ColourFirst, cells)];
        let lattice: Vec<(i32, i32)> = (-3..4).flat_map(|i| (-5..5).map(move |j| (2 * i, 13 * j))).collect();
        let ragged: Vec<(i32, i32)> =
            lattice.iter().copied().filter(|(i, j)| (i * 7 + j) % 4 != 1 || *i == 2).collect();
        let scattered: Vec<(i32, i32)> = (0..40).map(|n| (n * 7 % 23, n * 11 % 61 - 30)).collect();
        for patch in &patches {
            let rows = Rows::of(patch).expect("a small patch");
            for by in [&lattice, &ragged, &scattered] {
                let all = Bits::of_all(&rows, by).expect("they are near each other");
                let (mut found, mut expected) = (BTreeSet::new(), BTreeSet::new());
                all.each(|plane, i, j| _ = found.insert((plane, i, j)));
                for &(di, dj) in by {
                    let one = Bits::of_all(&rows, &[(di, dj)]).expect("one copy");
                    one.each(|plane, i, j| {
                        expected.insert((plane, i, j));
                        assert!(rows.has(plane, i - di, j - dj));
                    });
                }
                assert_eq!(found, expected);
                assert_eq!(all.count(), expected.len());
            }
        }
    }
}
