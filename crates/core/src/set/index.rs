//! Looking items up in a frozen set. Only *whether* an item is there matters, so this table is our own.

use super::content::Content;
use super::{Set, collisions, singles};
use crate::mask::Mask;
use crate::value::Value;

/// Up to this many items a scan over the hashes is quicker than a table.
pub(super) const SCAN: usize = 8;

const EMPTY: u32 = u32::MAX;

/// So many steps without a free slot are a sign of colliding hashes.
const CROWD: usize = 64;

/// The way to look items up.
#[derive(Debug)]
pub(super) enum LookUp {
    /// A bit per place.
    Mask(Mask),
    Hashed(Index),
}

impl LookUp {
    pub(super) fn new(set: &Set) -> LookUp {
        match &set.content {
            Content::Pairs(places) => Mask::of(places, set.bounds()).map(LookUp::Mask),
            _ => None,
        }
        .unwrap_or_else(|| LookUp::Hashed(Index::new(&set.content)))
    }

    pub(super) fn mask(&self) -> Option<&Mask> {
        match self {
            LookUp::Mask(mask) => Some(mask),
            LookUp::Hashed(_) => None,
        }
    }

    /// Whether the value is there; its hash counts only in a list of various values.
    #[inline]
    pub(super) fn has(&self, content: &Content, value: &Value, hash: u64) -> bool {
        match (self, value) {
            (LookUp::Mask(mask), &Value::Pair(i, j)) => mask.has(i, j),
            (LookUp::Mask(_), _) => false,
            (LookUp::Hashed(index), _) => index.find(content, value, hash).is_some(),
        }
    }
}

/// Open addressing with linear steps, at most half full.
#[derive(Debug)]
pub(super) struct Index {
    slots: Box<[u32]>,
}

impl Index {
    fn new(content: &Content) -> Index {
        let mut slots = vec![EMPTY; (content.len() * 2).max(1).next_power_of_two()].into_boxed_slice();
        let mask = slots.len() - 1;
        for n in 0..content.len() {
            let mut at = spread(key(content, n)) & mask;
            let mut steps = 0;
            while slots[at] != EMPTY {
                at = (at + 1) & mask;
                steps += 1;
                if steps % CROWD == 0 {
                    collisions::note();
                }
            }
            slots[at] = n as u32;
        }
        Index { slots }
    }

    /// Where the value is; its hash counts only in a list of various values.
    fn find(&self, content: &Content, value: &Value, hash: u64) -> Option<usize> {
        match (content, value) {
            (Content::Pairs(items), &Value::Pair(i, j)) => self.at(pair_key(i, j), |n| items[n] == (i, j)),
            (Content::Cells(items), &Value::Cell(c, i, j)) => self.at(cell_key(c, i, j), |n| items[n] == (c, i, j)),
            (Content::Triples(items), &Value::Triple(i, j, c)) => self.at(cell_key(c, i, j), |n| items[n] == (c, i, j)),
            (Content::Values(items), _) => {
                self.at(hash, |n| items[n].hash() == hash && items[n].value.is_same_item(value))
            }
            (Content::Twos(twos), _) => self.at(hash, |n| twos.hash(n) == hash && twos.get(n) == *value),
            (Content::Copies(copies), Value::Set(set)) => {
                self.at(hash, |n| copies.hash(n) == hash && copies.get(n).same_items(set))
            }
            (Content::Singles(cells), Value::Set(set)) => {
                self.at(hash, |n| singles::hash(cells[n]) == hash && singles::is_same(cells[n], set))
            }
            _ => None,
        }
    }

    #[inline]
    fn at(&self, key: u64, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = spread(key) & mask;
        let mut steps = 0;
        while self.slots[at] != EMPTY {
            steps += 1;
            if steps % CROWD == 0 {
                collisions::note();
            }
            if is_it(self.slots[at] as usize) {
                return Some(self.slots[at] as usize);
            }
            at = (at + 1) & mask;
        }
        None
    }
}

#[inline]
fn pair_key(i: i32, j: i32) -> u64 {
    (i as u32 as u64) << 32 | j as u32 as u64
}

#[inline]
fn cell_key(c: i32, i: i32, j: i32) -> u64 {
    pair_key(i, j) ^ (c as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

fn key(content: &Content, n: usize) -> u64 {
    match content {
        Content::Pairs(items) => pair_key(items[n].0, items[n].1),
        Content::Cells(items) | Content::Triples(items) => cell_key(items[n].0, items[n].1, items[n].2),
        Content::Values(items) => items[n].hash(),
        Content::Twos(twos) => twos.hash(n),
        Content::Copies(copies) => copies.hash(n),
        Content::Singles(cells) => singles::hash(cells[n]),
    }
}

/// Keys are made of small numbers; the multiplication spreads them.
#[inline]
fn spread(key: u64) -> usize {
    let mixed = (key ^ (key >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 32) as usize
}
