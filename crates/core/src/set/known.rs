//! An answer that is found out at most a few times and then kept, in one byte.

use std::sync::atomic::{AtomicU8, Ordering};

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
