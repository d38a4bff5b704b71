//! `|`, `&`, `-` and `^` on frozensets, each walking its operands in CPython's way.

use super::{Set, SetBuilder};
use crate::error::Result;
use triomphe::Arc;

impl Set {
    /// A copy of the table, as `frozenset(a_set)` and the first half of `|` make it.
    fn copied(&self) -> SetBuilder {
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
            return a.copy();
        }
        let (walked, other) = if b.len() > a.len() { (a, b) } else { (b, a) };
        walked.grown_from(|set, n| other.contains_hashed(&set.content.get(n), set.content.hash(n)))
    }

    /// `a - b`: if b is small beside a, a is copied and the items of b are removed; else a is walked.
    pub fn difference(a: &Set, b: &Set) -> Result<Set> {
        if a.len() >> 2 > b.len() {
            let mut result = a.copied();
            for n in 0..b.len() {
                result.discard_hashed(&b.content.get(n), b.content.hash(n));
            }
            result.tidy();
            let result = result.finish()?;
            if a.order_depends_on_address() && !result.order_depends_on_address() {
                super::address::note();
            }
            return Ok(result);
        }
        a.grown_from(|set, n| !b.contains_hashed(&set.content.get(n), set.content.hash(n)))
    }

    /// The items that `keep` wants, added one by one in this set's order.
    fn grown_from(&self, keep: impl Fn(&Set, usize) -> bool) -> Result<Set> {
        self.note_order();
        let mut result = SetBuilder::new();
        for (n, _) in self.table().entries().filter(|&(n, _)| keep(self, n)) {
            result.add_hashed(self.content.get(n), self.content.hash(n));
        }
        result.finish()
    }

    /// `a ^ b`: b is copied, then each item of a is removed from it or added to it.
    pub fn symmetric_difference(a: &Set, b: &Set) -> Result<Set> {
        let mut result = b.copied();
        a.note_order();
        for (n, _) in a.table().entries() {
            let (value, hash) = (a.content.get(n), a.content.hash(n));
            if !result.discard_hashed(&value, hash) {
                result.add_hashed(value, hash);
            }
        }
        result.finish()
    }

    pub(super) fn note_order(&self) {
        if self.order_depends_on_address() {
            super::address::note();
        }
    }
}
