//! CPython's hashes of ints, tuples and frozensets (64-bit builds, 3.8 to 3.13).
//!
//! They decide the order of sets, so they are part of the answer. All arithmetic is modulo 2^64.

pub mod many;

use crate::CellLayout;
use crate::value::Value;
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

const PRIME_1: u64 = 11_400_714_785_074_694_791;
const PRIME_2: u64 = 14_029_467_366_897_019_727;
const PRIME_5: u64 = 2_870_177_450_012_600_261;
const INT_MODULUS: u64 = (1 << 61) - 1;

/// `hash(None)`: fixed from CPython 3.12 on, an address before.
static NONE_HASH: AtomicI64 = AtomicI64::new(0xFCA8_6420);

/// Says what `hash(None)` is in the Python one compares with.
pub fn set_none_hash(hash: i64) {
    NONE_HASH.store(hash, Ordering::Relaxed);
    NONE_HASH_KNOWN.store(true, Ordering::Relaxed);
}

static NONE_HASH_KNOWN: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// Whether [`set_none_hash`] was called, so that sets with None have a known order.
pub fn none_hash_known() -> bool {
    NONE_HASH_KNOWN.load(Ordering::Relaxed)
}

/// The hash of an int. -1 stands for an error in C, so it becomes -2.
#[inline]
pub fn of_int(n: i64) -> u64 {
    let magnitude = n.unsigned_abs();
    let reduced = if magnitude < INT_MODULUS { magnitude } else { magnitude % INT_MODULUS } as i64;
    let signed = if n < 0 { -reduced } else { reduced };
    (if signed == -1 { -2 } else { signed }) as u64
}

/// The hash of a tuple, fed item by item.
#[derive(Clone, Copy, Debug)]
pub struct TupleHasher {
    acc: u64,
    len: u64,
}

impl TupleHasher {
    #[inline]
    #[allow(clippy::new_without_default, reason = "a hasher is made to be fed, never defaulted")]
    pub fn new() -> TupleHasher {
        TupleHasher { acc: PRIME_5, len: 0 }
    }

    #[inline]
    pub fn item(mut self, hash: u64) -> TupleHasher {
        self.acc = self.acc.wrapping_add(hash.wrapping_mul(PRIME_2)).rotate_left(31).wrapping_mul(PRIME_1);
        self.len += 1;
        self
    }

    #[inline]
    pub fn finish(self) -> u64 {
        finished(self.acc, self.len)
    }
}

#[inline]
const fn finished(acc: u64, len: u64) -> u64 {
    let hash = acc.wrapping_add(len ^ (PRIME_5 ^ 3_527_539));
    if hash == u64::MAX { 1_546_275_796 } else { hash }
}

/// A step of [`TupleHasher`], the item's hash multiplied already.
#[inline]
const fn step(acc: u64, multiplied: u64) -> u64 {
    acc.wrapping_add(multiplied).rotate_left(31).wrapping_mul(PRIME_1)
}

/// The ints for which the parts of a tuple's hash are kept: colours, and places in and around grids.
const LEAST_KNOWN: i32 = -96;
const KNOWN: usize = 256;

/// The hashes of the known ints, multiplied.
static MULTIPLIED: [u64; KNOWN] = {
    let mut table = [0; KNOWN];
    let mut n = 0;
    while n < KNOWN {
        table[n] = multiplied(LEAST_KNOWN + n as i32);
        n += 1;
    }
    table
};

/// The states after a known int as the first item.
static FIRST: [u64; KNOWN] = {
    let mut table = [0; KNOWN];
    let mut n = 0;
    while n < KNOWN {
        table[n] = step(PRIME_5, multiplied(LEAST_KNOWN + n as i32));
        n += 1;
    }
    table
};

const fn multiplied(n: i32) -> u64 {
    let hash = if n == -1 { -2 } else { n as i64 };
    (hash as u64).wrapping_mul(PRIME_2)
}

#[inline]
fn second(n: i32) -> u64 {
    match MULTIPLIED.get(n.wrapping_sub(LEAST_KNOWN) as usize) {
        Some(&multiplied) => multiplied,
        None => multiplied(n),
    }
}

#[inline]
fn first(n: i32) -> u64 {
    match FIRST.get(n.wrapping_sub(LEAST_KNOWN) as usize) {
        Some(&acc) => acc,
        None => step(PRIME_5, multiplied(n)),
    }
}

/// The hash of `(a, b)`.
#[inline]
pub fn of_pair(a: i32, b: i32) -> u64 {
    finished(step(first(a), second(b)), 2)
}

/// The hash of `(c, (i, j))`.
#[inline]
pub fn of_cell(c: i32, i: i32, j: i32) -> u64 {
    finished(step(first(c), of_pair(i, j).wrapping_mul(PRIME_2)), 2)
}

/// The hash of `(a, b, c)`.
#[inline]
pub fn of_triple(a: i32, b: i32, c: i32) -> u64 {
    finished(step(step(first(a), second(b)), second(c)), 3)
}

/// The hash of a cell in two parts, one of its colour and one of its place, for whoever hashes many cells of few colours:
/// it is [`Parts::joined`] of their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    layout: CellLayout,
}

impl Parts {
    pub fn of(layout: CellLayout) -> Parts {
        Parts { layout }
    }

    pub fn colour(self, c: i32) -> u64 {
        match self.layout {
            CellLayout::ColourFirst => first(c),
            CellLayout::ColourLast => second(c),
        }
    }

    pub fn place(self, i: i32, j: i32) -> u64 {
        match self.layout {
            CellLayout::ColourFirst => of_pair(i, j).wrapping_mul(PRIME_2),
            CellLayout::ColourLast => step(first(i), second(j)),
        }
    }

    /// What is added in the end.
    pub fn end(self) -> u64 {
        let len = match self.layout {
            CellLayout::ColourFirst => 2,
            CellLayout::ColourLast => 3,
        };
        len ^ (PRIME_5 ^ 3_527_539)
    }

    pub fn joined(self, sum: u64) -> u64 {
        let hash = sum.rotate_left(31).wrapping_mul(PRIME_1).wrapping_add(self.end());
        if hash == u64::MAX { 1_546_275_796 } else { hash }
    }
}

/// What one item adds (by XOR) to the hash of a frozenset.
#[inline]
pub fn shuffled(item: u64) -> u64 {
    ((item ^ 89_869_747) ^ (item << 16)).wrapping_mul(3_644_798_167)
}

/// The hash of a frozenset of `len` items whose [`shuffled`] hashes XOR to `xored`.
#[inline]
pub fn of_frozenset(xored: u64, len: usize) -> u64 {
    let mut hash = xored ^ (len as u64 + 1).wrapping_mul(1_927_868_237);
    hash ^= (hash >> 11) ^ (hash >> 25);
    hash = hash.wrapping_mul(69_069).wrapping_add(907_133_923);
    if hash == u64::MAX { 590_923_713 } else { hash }
}

/// `hash(value)`. Functions get a stand-in: CPython hashes them by address.
pub fn of(value: &Value) -> u64 {
    match value {
        Value::None => NONE_HASH.load(Ordering::Relaxed) as u64,
        Value::Bool(b) => *b as u64,
        Value::Int(n) => of_int(*n),
        Value::Float(x) => of_float(*x),
        Value::Pair(a, b) => of_pair(*a, *b),
        Value::Cell(c, i, j) => of_cell(*c, *i, *j),
        Value::Triple(a, b, c) => of_triple(*a, *b, *c),
        Value::Tuple(t) => t.slice().iter().fold(TupleHasher::new(), |h, item| h.item(of(item))).finish(),
        Value::Grid(g) => {
            let rows = (0..g.height()).fold(TupleHasher::new(), |rows, i| {
                let row = g.row(i).iter().fold(TupleHasher::new(), |row, &v| row.item(of_int(v.into())));
                rows.item(row.finish())
            });
            rows.finish()
        }
        Value::Set(s) => s.hash(),
        Value::Op(op) => at_address(0x1000 + ((*op as u64) << 4)),
        Value::Tok(op) => at_address(0x8000 + ((*op as u64) << 4)),
        Value::Func(f) => at_address(f.stand_in()),
    }
}

/// Where functions lie, for the sake of an experiment: which of them come first in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addresses {
    pub seed: u64,
    /// The other way round than without it: of two functions in their first slots, the other one comes first.
    pub reversed: bool,
}

thread_local! {
    static ADDRESSES: Cell<Option<Addresses>> = const { Cell::new(None) };
}

/// Runs something with functions at other addresses. Sets with functions in them that were made before are of no use in it.
pub fn with_addresses<R>(addresses: Addresses, run: impl FnOnce() -> R) -> R {
    struct Restore(Option<Addresses>);
    impl Drop for Restore {
        fn drop(&mut self) {
            ADDRESSES.set(self.0);
        }
    }
    let _restore = Restore(ADDRESSES.replace(Some(addresses)));
    run()
}

fn at_address(stand_in: u64) -> u64 {
    match ADDRESSES.get() {
        None => stand_in,
        Some(Addresses { seed, reversed }) => {
            let mixed = (stand_in ^ seed).wrapping_mul(PRIME_1);
            let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(PRIME_2);
            let mixed = mixed ^ (mixed >> 32);
            if reversed { !mixed } else { mixed }
        }
    }
}

fn of_float(x: f64) -> u64 {
    if x.is_infinite() {
        (if x > 0.0 { 314_159 } else { -314_159i64 }) as u64
    } else if x.is_nan() {
        0x2000
    } else {
        of_int(x as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_can_lie_elsewhere() {
        let functions = [Value::Op(crate::Op::vmirror), Value::Op(crate::Op::hmirror), Value::Op(crate::Op::identity)];
        let hashes = || functions.each_ref().map(of);
        let usual = hashes();
        let there = Addresses { seed: 7, reversed: false };
        let elsewhere = with_addresses(there, hashes);
        assert_ne!(usual, elsewhere);
        assert_eq!(with_addresses(Addresses { reversed: true, ..there }, hashes), elsewhere.map(|hash| !hash));
        assert_eq!(usual, hashes());
    }

    #[test]
    fn hashes_are_cpythons() {
        assert_eq!(of_int(-1), (-2i64) as u64);
        assert_eq!(of_int(-2), (-2i64) as u64);
        assert_eq!(of_int(INT_MODULUS as i64), 0);
        assert_eq!(of(&Value::empty_tuple()), 5_740_354_900_026_072_187);
        assert_eq!(of_pair(0, 0), (-8_458_139_203_682_520_985i64) as u64);
        assert_eq!(of_cell(1, 2, 3), 7_267_574_591_690_527_098);
        for a in [i32::MIN, -1_000, LEAST_KNOWN - 1, LEAST_KNOWN, -2, -1, 0, 1, 159, 160, 1_000, i32::MAX] {
            for b in [i32::MIN, -97, -96, -1, 0, 7, 159, 160, i32::MAX] {
                let plainly = TupleHasher::new().item(of_int(a.into())).item(of_int(b.into())).finish();
                assert_eq!(of_pair(a, b), plainly, "({a}, {b})");
                let plainly = TupleHasher::new().item(of_int(b.into())).item(plainly).finish();
                assert_eq!(of_cell(b, a, b), plainly, "({b}, ({a}, {b}))");
                let ints = [b, a, a].map(|n| of_int(n.into()));
                let plainly = ints.into_iter().fold(TupleHasher::new(), TupleHasher::item).finish();
                assert_eq!(of_triple(b, a, a), plainly, "({b}, {a}, {a})");
            }
        }
        for (c, i, j) in [(0, 0, 0), (3, 1, 2), (-1, 63, 40), (9, -2, 300)] {
            let whole = |layout| {
                Parts::of(layout).joined(Parts::of(layout).colour(c).wrapping_add(Parts::of(layout).place(i, j)))
            };
            assert_eq!(whole(CellLayout::ColourFirst), of_cell(c, i, j));
            assert_eq!(whole(CellLayout::ColourLast), of_triple(i, j, c));
        }
        assert_eq!(of_frozenset(0, 0), 133_146_708_735_736);
    }
}
