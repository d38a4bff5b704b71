//! Answers that are found out at most a few times and then kept, in as little space as they need.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

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
