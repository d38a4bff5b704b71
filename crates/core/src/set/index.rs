//! Looking items up in a frozen set. Only *whether* an item is there matters, so this table is our own.

use super::Entry;
use crate::value::Value;

/// Up to this many items a scan over the hashes is quicker than a table.
pub(super) const SCAN: usize = 8;

const EMPTY: u32 = u32::MAX;

/// Open addressing with linear steps, at most half full.
#[derive(Debug)]
pub(super) struct Index {
    slots: Box<[u32]>,
}

impl Index {
    pub(super) fn new(entries: &[Entry]) -> Index {
        let mut slots = vec![EMPTY; (entries.len() * 2).next_power_of_two()].into_boxed_slice();
        let mask = slots.len() - 1;
        for (n, e) in entries.iter().enumerate() {
            let mut at = spread(e.hash) & mask;
            while slots[at] != EMPTY {
                at = (at + 1) & mask;
            }
            slots[at] = n as u32;
        }
        Index { slots }
    }

    pub(super) fn find(&self, entries: &[Entry], value: &Value, hash: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = spread(hash) & mask;
        while self.slots[at] != EMPTY {
            let e = &entries[self.slots[at] as usize];
            if e.hash == hash && e.value == *value {
                return true;
            }
            at = (at + 1) & mask;
        }
        false
    }
}

/// CPython's hashes of small ints are the ints themselves; the multiplication spreads them.
fn spread(hash: u64) -> usize {
    (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}
