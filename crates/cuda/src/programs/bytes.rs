//! Numbers and rows in memory that a device reads and writes.

use super::abi::{RawResult, RawRow};

/// Places one after the other, each at a multiple of 16.
pub(super) struct Layout {
    pub bytes: usize,
}

impl Layout {
    pub fn place(&mut self, bytes: usize) -> usize {
        let at = self.bytes.next_multiple_of(16);
        self.bytes = at + bytes;
        at
    }
}

/// Numbers as a device reads them.
pub(super) trait Bytes {
    fn bytes(&self) -> Vec<u8>;
}

impl Bytes for u32 {
    fn bytes(&self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }
}

impl Bytes for u64 {
    fn bytes(&self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }
}

pub(super) fn bytes_of<T: Bytes>(items: &[T]) -> Vec<u8> {
    items.iter().flat_map(Bytes::bytes).collect()
}

pub(super) fn copy(to: &mut [u8], at: usize, words: &[u64]) {
    for (to, word) in to[at..].chunks_exact_mut(8).zip(words) {
        to.copy_from_slice(&word.to_le_bytes());
    }
}

pub(super) fn copy_rows(to: &mut [u8], at: usize, rows: &[RawRow]) {
    for (to, row) in to[at..].chunks_exact_mut(8).zip(rows) {
        to[..4].copy_from_slice(&row.program.to_le_bytes());
        to[4..].copy_from_slice(&row.sample.to_le_bytes());
    }
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte))
}

pub(super) fn result_at(bytes: &[u8], at: usize) -> RawResult {
    let word = |n: usize| u64_at(bytes, at + 8 * n);
    RawResult {
        fail: word(0) as u32,
        reason: (word(0) >> 32) as u32,
        value: word(1),
        more: word(2),
        fuel: word(3),
        memory: word(4),
        ticks: word(5),
    }
}
