//! Answers that are found out at most a few times and then kept, in as little space as they need.

use crate::mask::Bounds;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

/// Yes, no, or not known yet. Two threads may find out at the same time; they find the same.
#[derive(Default)]
pub(super) struct Known(AtomicU8);

const NO: u8 = 1;
const YES: u8 = 2;

impl Known {
    /// Whether it is known to be so.
    #[inline]
    pub(super) fn is(&self, answer: bool) -> bool {
        self.0.load(Ordering::Relaxed) == if answer { YES } else { NO }
    }

    #[inline]
    pub(super) fn set(&self, answer: bool) {
        self.0.store(if answer { YES } else { NO }, Ordering::Relaxed);
    }

    /// As much is known here as there.
    #[inline]
    pub(super) fn copy(&self, other: &Known) {
        self.0.store(other.0.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// The hash of a value, once it is known. In C, -1 stands for an error, so no hash is that.
pub(super) struct KnownHash(AtomicU64);

const UNKNOWN: u64 = u64::MAX;

impl Default for KnownHash {
    fn default() -> KnownHash {
        KnownHash(AtomicU64::new(UNKNOWN))
    }
}

impl Clone for KnownHash {
    fn clone(&self) -> KnownHash {
        KnownHash(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

impl KnownHash {
    #[inline]
    pub(super) fn get(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|&hash| hash != UNKNOWN)
    }

    #[inline]
    pub(super) fn set(&self, hash: u64) {
        self.0.store(hash, Ordering::Relaxed);
    }
}

/// The box around places, once it is known and if its four numbers fit a byte each, as those of nearly all do.
pub(super) struct KnownBox(AtomicU32);

/// A box that ends before it begins is nobody's.
const NO_BOX: [i8; 4] = [i8::MAX, i8::MAX, i8::MIN, i8::MIN];

impl Default for KnownBox {
    #[inline]
    fn default() -> KnownBox {
        KnownBox(AtomicU32::new(packed(NO_BOX)))
    }
}

const fn packed([top, left, bottom, right]: [i8; 4]) -> u32 {
    u32::from_le_bytes([top as u8, left as u8, bottom as u8, right as u8])
}

impl KnownBox {
    #[inline]
    pub(super) fn get(&self) -> Option<Bounds> {
        let known = self.0.load(Ordering::Relaxed);
        if known == packed(NO_BOX) {
            return None;
        }
        let [top, left, bottom, right] = known.to_le_bytes().map(|byte| i32::from(byte as i8));
        Some(Bounds { top, left, bottom, right })
    }

    #[inline]
    pub(super) fn set(&self, b: &Bounds) {
        let numbers = [b.top, b.left, b.bottom, b.right];
        // A byte's own numbers, moved to begin at zero, have no bit beyond it.
        if numbers.iter().fold(0, |all, n| all | n.wrapping_add(128) as u32) < 256 {
            self.0.store(packed(numbers.map(|n| n as i8)), Ordering::Relaxed);
        }
    }

    /// As much is known here as there.
    #[inline]
    pub(super) fn copy(&self, other: &KnownBox) {
        self.0.store(other.0.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_fit_are_kept() {
        let numbers = [i32::MIN, -129, -128, -1, 0, 7, 127, 128, 300, i32::MAX];
        for top in numbers {
            for right in numbers {
                for (left, bottom) in [(0, 0), (-3, 127), (-128, 128)] {
                    let b = Bounds { top, left: right.min(left), bottom: bottom.max(top), right };
                    let fits = [b.top, b.left, b.bottom, b.right].iter().all(|n| (-128..128).contains(n));
                    let known = KnownBox::default();
                    assert_eq!(known.get(), None);
                    known.set(&b);
                    assert_eq!(known.get(), fits.then_some(b));
                }
            }
        }
        let none = KnownBox::default();
        none.set(&Bounds::of_nothing());
        assert_eq!(none.get(), None);
    }
}
