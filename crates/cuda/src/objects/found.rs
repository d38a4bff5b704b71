//! The objects of a batch, back on the host.

use super::abi::ObjectRecord;
use crate::abi::{Codes, Word};
use crate::device::HostBuffer;
use crate::lane::Times;

/// Where things lie in the output, in bytes: words, starts, counts, the total, objects, labels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub rows: usize,
    pub capacity: usize,
    pub labels_each: usize,
    pub starts: usize,
    pub counts: usize,
    pub total: usize,
    pub objects: usize,
    pub labels: usize,
    pub bytes: usize,
}

impl Layout {
    pub fn of(rows: usize, capacity: usize, labels_each: usize) -> Layout {
        let starts = 4 * rows;
        let counts = starts + 4 * rows;
        let total = (counts + 4 * rows).next_multiple_of(16);
        let objects = total + 16;
        let labels = (objects + capacity * size_of::<ObjectRecord>()).next_multiple_of(16);
        let bytes = (labels + 2 * rows * labels_each).next_multiple_of(16);
        Layout { rows, capacity, labels_each, starts, counts, total, objects, labels, bytes }
    }
}

/// The objects of a batch.
pub struct FoundObjects<'a> {
    pub(super) out: &'a HostBuffer,
    pub(super) layout: Layout,
    pub(super) total: usize,
    pub(super) codes: Codes,
    /// What it took, if the lane is timed.
    pub times: Times,
}

impl FoundObjects<'_> {
    pub fn rows(&self) -> usize {
        self.layout.rows
    }

    /// How many objects there are in all; more than there was room for if rows have the status `NoRoom`.
    pub fn total(&self) -> usize {
        self.total
    }

    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// The shape of a row's grid, or why there is no result.
    pub fn word(&self, row: usize) -> Word {
        Word(self.out.words(0, self.layout.rows)[row])
    }

    /// A row's objects in the order in which the DSL finds them, those included that filters took out.
    pub fn found(&self, row: usize) -> &[ObjectRecord] {
        let start = self.out.words(self.layout.starts, self.layout.rows)[row] as usize;
        let count = self.out.words(self.layout.counts, self.layout.rows)[row] as usize & 0xffff;
        if count == 0 {
            return &[];
        }
        assert!(start + count <= self.layout.capacity, "objects lie where there is room for them");
        let at = self.out.bytes()[self.layout.objects..].as_ptr().cast::<ObjectRecord>();
        // SAFETY: the place starts at a multiple of 16 of pinned memory, holds `capacity` records, and every pattern of bytes is one.
        unsafe { std::slice::from_raw_parts(at.add(start), count) }
    }

    /// A row's objects in the order in which CPython walks the set of them, each with its number among those found.
    pub fn in_order(&self, row: usize) -> Vec<(usize, ObjectRecord)> {
        let mut kept: Vec<_> =
            self.found(row).iter().copied().enumerate().filter(|(_, o)| o.walk != u16::MAX).collect();
        kept.sort_unstable_by_key(|(_, object)| object.walk);
        kept
    }

    /// For the cell at a place, the number of its object among those found; None if it belongs to none, or if nobody asked.
    pub fn label(&self, row: usize, i: usize, j: usize) -> Option<usize> {
        let side = self.layout.labels_each.isqrt();
        if i >= side || j >= side {
            return None;
        }
        let at = self.layout.labels + 2 * (row * self.layout.labels_each + i * side + j);
        let bytes = self.out.bytes();
        let number = u16::from_ne_bytes([bytes[at], bytes[at + 1]]);
        (number != u16::MAX).then_some(number.into())
    }
}
