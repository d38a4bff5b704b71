//! Places for the results of a batch, filled by several threads in any order.

use crate::row::Row;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Places for results. Moving rows into their order at the end would take as long as making some of them.
pub struct Places {
    /// Has room for all rows, and none as far as it knows.
    rows: Vec<Row>,
    start: *mut Row,
    filled: AtomicUsize,
}

// SAFETY: the pointer is to memory of the vector, and threads write to different places of it; rows may be made in one thread
// and used in another.
unsafe impl Sync for Places where Row: Send {}
// SAFETY: as above; the vector goes with the pointer.
unsafe impl Send for Places where Row: Send {}

impl Places {
    pub fn new(count: usize) -> Places {
        let mut rows = Vec::with_capacity(count);
        let start = rows.as_mut_ptr();
        Places { rows, start, filled: AtomicUsize::new(0) }
    }

    /// Puts rows to their places.
    ///
    /// # Safety
    /// No place is filled twice.
    ///
    /// # Panics
    /// If a number is beyond the places.
    pub unsafe fn put(&self, rows: impl Iterator<Item = (usize, Row)>) {
        let mut count = 0;
        for (n, row) in rows {
            assert!(n < self.rows.capacity(), "a row has a place");
            // SAFETY: the place is inside the vector's room, and the caller says that nobody else writes to it.
            unsafe { self.start.add(n).write(row) };
            count += 1;
        }
        self.filled.fetch_add(count, Ordering::Release);
    }

    /// All rows.
    ///
    /// # Panics
    /// If not so many places were filled.
    pub fn into_rows(mut self, count: usize) -> Vec<Row> {
        assert!(
            self.filled.load(Ordering::Acquire) == count && count <= self.rows.capacity(),
            "every row has its result"
        );
        // SAFETY: that many different places below the capacity were filled, and all below the count are: each number comes
        // from a batch of so many rows.
        unsafe { self.rows.set_len(count) };
        self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::Value;

    #[test]
    fn rows_come_out_in_the_order_of_their_places() {
        let places = Places::new(4);
        let number = |n: usize| (n, Row::Value(Value::Int(n as i64)));
        std::thread::scope(|scope| {
            // SAFETY: the two threads fill different places, each once.
            scope.spawn(|| unsafe { places.put([3, 0].into_iter().map(number)) });
            // SAFETY: as above.
            scope.spawn(|| unsafe { places.put([2, 1].into_iter().map(number)) });
        });
        let numbers: Vec<_> = places.into_rows(4).iter().map(Row::number).collect();
        assert_eq!(numbers, [Some(0), Some(1), Some(2), Some(3)]);
    }
}
