//! What is in a set, what it hashes to, and which sets are equal or inside of others. None of that needs an order.

use super::Set;
use super::content::{Content, Items};
use super::index::{self, LookUp};
use super::scratch::Scratch;
use crate::hash;
use crate::mask::Mask;
use crate::value::Value;

impl Set {
    /// `value in set`.
    pub fn contains(&self, value: &Value) -> bool {
        match (&self.content, value) {
            (Content::Pairs(_), Value::Pair(..))
            | (Content::Cells(_), Value::Cell(..))
            | (Content::Triples(_), Value::Triple(..)) => self.look_up().has(&self.content, value, 0),
            (Content::Pairs(_) | Content::Cells(_) | Content::Triples(_), Value::Tuple(_)) => {
                self.values().any(|v| v == *value)
            }
            (Content::Values(_) | Content::Twos(_) | Content::Copies(_) | Content::Singles(_), _) => {
                self.contains_hashed(value, hash::of(value))
            }
            _ => false,
        }
    }

    pub(super) fn contains_hashed(&self, value: &Value, hash: u64) -> bool {
        match &self.content {
            Content::Values(items) if items.len() <= index::SCAN => {
                items.iter().any(|item| item.hash() == hash && item.value == *value)
            }
            Content::Values(_) | Content::Twos(_) | Content::Copies(_) | Content::Singles(_) => {
                self.look_up().has(&self.content, value, hash)
            }
            Content::Pairs(_) | Content::Cells(_) | Content::Triples(_) => self.contains(value),
        }
    }

    pub(super) fn look_up(&self) -> &LookUp {
        self.look_up.get_or_init(|| Box::new(LookUp::new(self)))
    }

    /// The places of a set of [`Items::Pairs`] as a mask, unless they are too far apart. Made once.
    pub fn mask(&self) -> Option<&Mask> {
        match self.items() {
            Items::Pairs => self.look_up().mask(),
            _ => None,
        }
    }

    /// [`Set::mask`] if it was made already.
    pub fn known_mask(&self) -> Option<&Mask> {
        match self.items() {
            Items::Pairs => self.look_up.get()?.mask(),
            _ => None,
        }
    }

    /// `hash(set)`.
    pub fn hash(&self) -> u64 {
        self.hash.get().unwrap_or_else(|| {
            let xored = self.xored_hashes();
            let hash = hash::of_frozenset(xored, self.len());
            self.hash.set(hash);
            hash
        })
    }

    fn xored_hashes(&self) -> u64 {
        if self.len() >= hash::many::FEW
            && matches!(self.content, Content::Pairs(_) | Content::Cells(_) | Content::Triples(_))
        {
            return Scratch::with(|scratch| self.content.xored_hashes(&mut scratch.room));
        }
        let mut xored = 0;
        self.content.each_hash(|hash| xored ^= hash::shuffled(hash));
        xored
    }

    /// `self == other`.
    pub fn same_items(&self, other: &Set) -> bool {
        self.len() == other.len()
            && (self.len() < 2 || self.may_equal(other))
            && crate::py::nesting::level(self.depth, || self.is_subset(other))
    }

    /// Whether sets of one size may be equal, found out quickly.
    fn may_equal(&self, other: &Set) -> bool {
        match (&self.content, &other.content) {
            // A sum over the items is quicker than their hashes, if those are not known.
            (Content::Pairs(a), Content::Pairs(b)) if self.hash.get().is_none() || other.hash.get().is_none() => {
                let sum = |places: &[(i32, i32)]| {
                    places.iter().fold(0u64, |sum, &(i, j)| {
                        let mixed =
                            (u64::from(i as u32) << 32 | u64::from(j as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                        sum.wrapping_add(mixed ^ mixed >> 32)
                    })
                };
                sum(a) == sum(b)
            }
            _ => self.hash() == other.hash(),
        }
    }

    /// `self <= other`.
    pub fn is_subset(&self, other: &Set) -> bool {
        if self.len() > other.len() {
            return false;
        }
        match (&self.content, &other.content) {
            (Content::Pairs(a), Content::Pairs(b)) if a == b => true,
            (Content::Cells(a), Content::Cells(b)) if a[..] == b[..] => true,
            (Content::Singles(a), Content::Singles(b)) if a == b => true,
            // Nobody wants their hashes.
            (Content::Pairs(_) | Content::Cells(_) | Content::Triples(_), _) => {
                self.values().all(|value| other.contains(&value))
            }
            _ => (0..self.len()).all(|n| other.contains_hashed(&self.content.get(n), self.content.hash(n))),
        }
    }
}
