//! `|`, `&`, `-` and `^` on frozensets, each walking its operands in CPython's way.

use super::{Set, SetBuilder};
use crate::error::Result;
use triomphe::Arc;

impl Set {
    /// A copy of the table, as `frozenset(a_set)` and the first half of `|` make it.
    pub(crate) fn copied(&self) -> SetBuilder {
        let mut copy = SetBuilder::new();
        copy.merge(self);
        copy
    }

    /// `frozenset(self)` where self is a `set` in Python: a fresh table.
    pub fn copy(&self) -> Result<Set> {
        self.copied().finish()
    }

    /// `a | b`, and `a.union(b)`.
    pub fn union(a: &Arc<Set>, b: &Arc<Set>) -> Result<Set> {
        let mut result = a.copied();
        if !Arc::ptr_eq(a, b) {
            result.merge(b);
        }
        result.finish()
    }

    /// `a & b`: the smaller one is walked, on equal size the right one; with itself it is a copy.
    pub fn intersection(a: &Arc<Set>, b: &Arc<Set>) -> Result<Set> {
        if Arc::ptr_eq(a, b) {
            return a.copied().finish();
        }
        let (walked, other) = if b.len() > a.len() { (a, b) } else { (b, a) };
        note_order(walked);
        let mut result = SetBuilder::new();
        for e in walked.entries.iter().filter(|e| other.contains_hashed(&e.value, e.hash)) {
            result.add_hashed(e.value.clone(), e.hash);
        }
        result.finish()
    }

    /// `a - b`: if b is small beside a, a is copied and the items of b are removed; else a is walked.
    pub fn difference(a: &Set, b: &Set) -> Result<Set> {
        if a.len() >> 2 > b.len() {
            let mut result = a.copied();
            for e in &b.entries {
                result.discard_hashed(&e.value, e.hash);
            }
            result.tidy();
            return result.finish();
        }
        note_order(a);
        let mut result = SetBuilder::new();
        for e in a.entries.iter().filter(|e| !b.contains_hashed(&e.value, e.hash)) {
            result.add_hashed(e.value.clone(), e.hash);
        }
        result.finish()
    }

    /// `a ^ b`: b is copied, then each item of a is removed from it or added to it.
    pub fn symmetric_difference(a: &Set, b: &Set) -> Result<Set> {
        let mut result = b.copied();
        note_order(a);
        for e in &a.entries {
            if !result.discard_hashed(&e.value, e.hash) {
                result.add_hashed(e.value.clone(), e.hash);
            }
        }
        result.finish()
    }
}

fn note_order(set: &Set) {
    if set.order_depends_on_address() {
        super::address::note();
    }
}
