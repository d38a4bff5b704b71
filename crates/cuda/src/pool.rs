//! Memory that is kept for the next one who asks: allocating and freeing on a device stops everything that runs there.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Free blocks by size. Sizes are rounded up so that blocks fit again.
#[derive(Debug, Default)]
pub struct Pool {
    free: Mutex<BTreeMap<usize, Vec<u64>>>,
}

impl Pool {
    /// What a block for so many bytes has: an eighth more than asked for at most, 512 bytes at least.
    pub fn rounded(bytes: usize) -> usize {
        let bytes = bytes.max(512);
        let step = (bytes.next_power_of_two() / 16).max(256);
        bytes.div_ceil(step) * step
    }

    /// A kept block of this rounded size.
    pub fn take(&self, rounded: usize) -> Option<u64> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&rounded)?.pop()
    }

    pub fn keep(&self, rounded: usize, block: u64) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).entry(rounded).or_default().push(block);
    }

    /// Everything that is kept, to be given back.
    pub fn drain(&self) -> Vec<u64> {
        let free = std::mem::take(&mut *self.free.lock().unwrap_or_else(PoisonError::into_inner));
        free.into_values().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_comes_back_for_the_same_size() {
        let pool = Pool::default();
        let size = Pool::rounded(100_000);
        assert!((100_000..112_500).contains(&size));
        assert_eq!(Pool::rounded(size), size);
        assert_eq!(pool.take(size), None);
        pool.keep(size, 7);
        assert_eq!(pool.take(Pool::rounded(size - 10)), Some(7));
        pool.keep(size, 8);
        pool.keep(512, 9);
        assert_eq!(pool.drain(), [9, 8]);
    }
}
