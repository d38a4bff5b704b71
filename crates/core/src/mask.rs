//! Boxes around places, and masks of the places in them.

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

impl Mask {
    /// An empty mask over a box.
    pub fn over(bounds: Bounds) -> Option<Mask> {
        let (h, w) = (bounds.height(), bounds.width());
        if h <= 0 || w <= 0 || h.checked_mul(w).is_none_or(|n| n > MOST_PLACES) {
            return None;
        }
        Some(Mask { bounds, width: w as usize, bits: vec![0; ((h * w) as usize).div_ceil(64)] })
    }

    /// The places, if their box is not too large.
    pub fn of(places: &[(i32, i32)]) -> Option<Mask> {
        let mut mask = Mask::over(Bounds::of_places(places.iter().copied()))?;
        for &(i, j) in places {
            mask.insert(i, j);
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
}
