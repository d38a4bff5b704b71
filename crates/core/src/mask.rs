//! Boxes around places, and masks of the places in them.

mod many;

/// First and last row and column, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub top: i32,
    pub left: i32,
    pub bottom: i32,
    pub right: i32,
}

impl Bounds {
    /// The box of these places; of none, one with negative sides.
    #[inline]
    pub fn of_places(places: impl Iterator<Item = (i32, i32)>) -> Bounds {
        let mut b = Bounds::of_nothing();
        places.for_each(|place| b.take_in(place));
        b
    }

    /// A box with negative sides, to take places in.
    pub const fn of_nothing() -> Bounds {
        Bounds { top: i32::MAX, left: i32::MAX, bottom: i32::MIN, right: i32::MIN }
    }

    /// The box becomes as large as it must be to have the place.
    #[inline]
    pub fn take_in(&mut self, (i, j): (i32, i32)) {
        self.top = self.top.min(i);
        self.bottom = self.bottom.max(i);
        self.left = self.left.min(j);
        self.right = self.right.max(j);
    }

    /// Whether some place is in both boxes.
    pub fn meets(&self, other: &Bounds) -> bool {
        self.top <= other.bottom && other.top <= self.bottom && self.left <= other.right && other.left <= self.right
    }

    /// The box around both.
    pub fn with(&self, other: &Bounds) -> Bounds {
        Bounds {
            top: self.top.min(other.top),
            left: self.left.min(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.max(other.right),
        }
    }

    /// The box moved by so much; it stays far from the ends of 32 bits.
    pub fn moved(&self, (di, dj): (i32, i32)) -> Bounds {
        Bounds { top: self.top + di, left: self.left + dj, bottom: self.bottom + di, right: self.right + dj }
    }

    /// The places of both boxes, which meet.
    pub fn common(&self, other: &Bounds) -> Bounds {
        Bounds {
            top: self.top.max(other.top),
            left: self.left.max(other.left),
            bottom: self.bottom.min(other.bottom),
            right: self.right.min(other.right),
        }
    }

    #[inline]
    pub fn has(&self, (i, j): (i32, i32)) -> bool {
        self.top <= i && i <= self.bottom && self.left <= j && j <= self.right
    }

    /// Whether all places of the other box are in this one.
    pub fn has_all_of(&self, other: &Bounds) -> bool {
        self.has((other.top, other.left)) && self.has((other.bottom, other.right))
    }

    pub fn height(&self) -> i64 {
        i64::from(self.bottom) - i64::from(self.top) + 1
    }

    pub fn width(&self) -> i64 {
        i64::from(self.right) - i64::from(self.left) + 1
    }
}

/// A bit per place of a box, if the box is not absurdly large.
#[derive(Debug)]
pub struct Mask {
    bounds: Bounds,
    width: usize,
    bits: Vec<u64>,
}

/// Boxes of more places than this are left to hash tables.
const MOST_PLACES: i64 = 1 << 20;

/// Places are marked with a byte each first if there are no more of them in the box than this for each that is marked.
const PLACES_PER_BYTE: usize = 16;

/// A bit for each byte, all of which are 0 or 1.
#[inline]
fn packed(bytes: &[u8; 64]) -> u64 {
    // Moves the n-th byte, times 2^8n, to the bit 56 + n; no two of the products meet.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut word = 0;
    for (n, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        word |= (u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56) << (8 * n);
    }
    word
}

impl Mask {
    /// An empty mask over a box.
    pub fn over(bounds: Bounds) -> Option<Mask> {
        let (h, w) = (bounds.height(), bounds.width());
        if h <= 0 || w <= 0 || h.checked_mul(w).is_none_or(|n| n > MOST_PLACES) {
            return None;
        }
        Some(Mask { bounds, width: w as usize, bits: vec![0; ((h * w) as usize).div_ceil(64)] })
    }

    /// The places, around which the box is this one, if it is not too large.
    pub fn of(places: &[(i32, i32)], around: Bounds) -> Option<Mask> {
        let mut mask = Mask::over(around)?;
        if mask.bits.len() * 64 > PLACES_PER_BYTE * places.len() {
            for &(i, j) in places {
                mask.insert(i, j);
            }
            return Some(mask);
        }
        // Neighbours share a word of bits but no byte, so that a processor can mark one while it still marks the other.
        let mut marked = vec![0u8; mask.bits.len() * 64];
        for &(i, j) in places {
            marked[mask.at(i, j)] = 1;
        }
        for (word, bytes) in mask.bits.iter_mut().zip(marked.as_chunks::<64>().0) {
            *word = packed(bytes);
        }
        Some(mask)
    }

    #[inline]
    fn at(&self, i: i32, j: i32) -> usize {
        (i - self.bounds.top) as usize * self.width + (j - self.bounds.left) as usize
    }

    /// Marks a place inside the box; whether it was not marked yet.
    #[inline]
    pub fn insert(&mut self, i: i32, j: i32) -> bool {
        let at = self.at(i, j);
        let (word, bit) = (&mut self.bits[at / 64], 1u64 << (at % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Whether a place, inside or outside the box, is marked.
    #[inline]
    pub fn has(&self, i: i32, j: i32) -> bool {
        let b = &self.bounds;
        if i < b.top || i > b.bottom || j < b.left || j > b.right {
            return false;
        }
        let at = self.at(i, j);
        self.bits[at / 64] >> (at % 64) & 1 == 1
    }

    /// How many are marked of so many places in a line: the first of them, and how much further down and to the right each other one is
    /// than the one before, which is by one at most.
    pub fn count_along(&self, (i, j): (i32, i32), (down, right): (i32, i32), len: u64) -> u32 {
        let b = &self.bounds;
        let rows = inside(i, down, b.top, b.bottom, len);
        let columns = inside(j, right, b.left, b.right, len);
        let (from, to) = (rows.0.max(columns.0), rows.1.min(columns.1));
        let step = i64::from(down) * self.width as i64 + i64::from(right);
        let (row, column) = (i64::from(i) - i64::from(b.top), i64::from(j) - i64::from(b.left));
        let first = row * self.width as i64 + column;
        let is_marked = |at: usize| (self.bits[at / 64] >> (at % 64) & 1) as u32;
        (from..to).map(|n| is_marked((first + n * step) as usize)).sum()
    }
}

/// Which of so many numbers are from one number to another, both included, if the first is `start` and each further one `step` more than the
/// one before.
fn inside(start: i32, step: i32, least: i32, most: i32, len: u64) -> (i64, i64) {
    let (start, least, most) = (i64::from(start), i64::from(least), i64::from(most));
    let (from, to) = match step {
        1 => (least - start, most - start + 1),
        -1 => (start - most, start - least + 1),
        _ if least <= start && start <= most => (0, i64::MAX),
        _ => (0, 0),
    };
    (from.max(0), to.min(len as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_a_line_are_counted_as_one_by_one() {
        let places: Vec<(i32, i32)> = (0..60).step_by(7).map(|n| (n / 8 - 3, n * 5 % 11 + 2)).collect();
        let mask = Mask::of(&places, Bounds::of_places(places.iter().copied())).expect("a small box");
        for start in [(-3, 2), (4, 9), (-9, 5), (0, 20), (2, -4), (i32::MIN, 3)] {
            for step in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1), (0, 0)] {
                for len in [1, 2, 5, 40] {
                    let place = |n: i32| (start.0.wrapping_add(n * step.0), start.1 + n * step.1);
                    let one_by_one = (0..len).map(place).filter(|&(i, j)| mask.has(i, j)).count();
                    assert_eq!(
                        mask.count_along(start, step, len as u64),
                        one_by_one as u32,
                        "{start:?} {step:?} {len}"
                    );
                }
            }
        }
    }

    #[test]
    fn places_marked_with_bytes_are_as_one_by_one() {
        for (height, width, step) in [(1, 1, 1), (9, 13, 2), (40, 31, 7), (3, 64, 1), (20, 20, 11), (30, 30, 40)] {
            let all = (0..height * width).step_by(step).map(|n| (n / width, n % width));
            let places: Vec<(i32, i32)> = all.map(|(i, j)| (i - 5, j + 900)).collect();
            let around = Bounds::of_places(places.iter().copied());
            let mut one_by_one = Mask::over(around).expect("a small box");
            places.iter().for_each(|&(i, j)| assert!(one_by_one.insert(i, j)));
            let mask = Mask::of(&places, around).expect("a small box");
            assert_eq!(mask.bits, one_by_one.bits, "{height} by {width}");
            assert!(places.iter().all(|&(i, j)| mask.has(i, j)));
        }
    }
}
