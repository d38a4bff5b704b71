//! Frozensets with the order CPython gives them.
//!
//! CPython keeps a set in a hash table and walks it slot by slot, so the order of a set follows from the hashes of
//! its items *and* from how the set was made: growing it item by item leaves another table than copying it does.
//! [`SetBuilder`] replays CPython's table ([`table`](self) rules: 3.10 to 3.13), [`Set`] is the frozen result: the
//! items in slot order, each with its hash and slot. A frozen set needs no table for walking; one for looking items
//! up is made on demand.
//!
//! ```
//! use megabatt_core::{Set, Value};
//! let set = Set::from_items([3, 1, 2].map(Value::Int)).unwrap();
//! assert_eq!(format!("{set:?}"), "frozenset({1, 2, 3})");
//! ```

mod builder;
mod index;
mod operations;

pub use builder::SetBuilder;

use crate::error::Result;
use crate::hash;
use crate::value::{Value, checked_depth};
use index::Index;
use std::sync::OnceLock;

/// An item of a set in its place.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub value: Value,
    pub hash: u64,
    pub slot: u32,
}

/// What all items of a set have in common; operations choose their fast way by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Items {
    /// There are none.
    Nothing,
    /// All are [`Value::Pair`].
    Pairs,
    /// All are [`Value::Cell`].
    Cells,
    /// Something else, or a mixture.
    Various,
}

/// A frozenset.
pub struct Set {
    entries: Box<[Entry]>,
    /// Number of slots minus one.
    mask: u32,
    /// Slots in use, items that were removed again counted in.
    fill: u32,
    items: Items,
    depth: u32,
    weight: u64,
    /// Whether an item's hash comes from an address.
    address_hash: bool,
    hash: OnceLock<u64>,
    index: OnceLock<Index>,
}

impl Set {
    /// The empty set.
    pub fn empty() -> Set {
        Set::freeze(Vec::new(), 7, 0).expect("an empty set nests no deeper than 1")
    }

    /// `frozenset(iterable)`: items are added one by one.
    pub fn from_items(items: impl IntoIterator<Item = Value>) -> Result<Set> {
        let mut builder = SetBuilder::new();
        for item in items {
            builder.add(item);
        }
        builder.finish()
    }

    /// A set from the entries of a table in slot order.
    pub(crate) fn freeze(entries: Vec<Entry>, mask: u32, fill: u32) -> Result<Set> {
        let items = match entries.first() {
            None => Items::Nothing,
            Some(Entry { value: Value::Pair(..), .. })
                if entries.iter().all(|e| matches!(e.value, Value::Pair(..))) =>
            {
                Items::Pairs
            }
            Some(Entry { value: Value::Cell(..), .. })
                if entries.iter().all(|e| matches!(e.value, Value::Cell(..))) =>
            {
                Items::Cells
            }
            Some(_) => Items::Various,
        };
        let (mut weight, mut depth, mut address_hash) = (1u64, 0, false);
        match items {
            Items::Nothing => {}
            Items::Pairs => (weight, depth) = (1 + 3 * entries.len() as u64, 1),
            Items::Cells => (weight, depth) = (1 + 5 * entries.len() as u64, 2),
            Items::Various => {
                for e in &entries {
                    weight = weight.saturating_add(e.value.weight());
                    depth = depth.max(e.value.depth());
                    address_hash |= e.value.hashes_by_address();
                }
            }
        }
        let depth = checked_depth(depth)?;
        Ok(Set {
            entries: entries.into_boxed_slice(),
            mask,
            fill,
            items,
            depth,
            weight,
            address_hash,
            hash: OnceLock::new(),
            index: OnceLock::new(),
        })
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    #[inline]
    pub fn items(&self) -> Items {
        self.items
    }

    #[inline]
    pub fn weight(&self) -> u64 {
        self.weight
    }

    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The items in CPython's order, for looking at *what* is in the set.
    #[inline]
    pub fn values(&self) -> Values<'_> {
        Values(self.entries.iter())
    }

    /// The items in CPython's order, for results that depend on the order. Notes when that order is not fixed.
    #[inline]
    pub fn in_order(&self) -> Values<'_> {
        if self.order_depends_on_address() {
            address::note();
        }
        self.values()
    }

    /// The places of a set of [`Items::Pairs`], or those of the cells of [`Items::Cells`]; nothing else.
    #[inline]
    pub fn places(&self) -> impl ExactSizeIterator<Item = (i32, i32)> + Clone {
        self.entries.iter().map(|e| match e.value {
            Value::Pair(i, j) | Value::Cell(_, i, j) => (i, j),
            _ => unreachable!("only asked of sets of pairs or cells"),
        })
    }

    /// The cells of a set of [`Items::Cells`].
    #[inline]
    pub fn cells(&self) -> impl ExactSizeIterator<Item = (i32, i32, i32)> + Clone {
        self.entries.iter().map(|e| match e.value {
            Value::Cell(c, i, j) => (c, i, j),
            _ => unreachable!("only asked of sets of cells"),
        })
    }

    /// Whether the hash of an item comes from an address in CPython.
    pub fn has_address_hash(&self) -> bool {
        self.address_hash
    }

    /// Whether the order of the items could differ between two runs of Python.
    #[inline]
    pub fn order_depends_on_address(&self) -> bool {
        self.address_hash && self.entries.len() > 1 && self.address_hash_matters()
    }

    #[cold]
    fn address_hash_matters(&self) -> bool {
        !hash::none_hash_known() || self.values().any(address::is_function_inside)
    }

    /// `value in set`.
    pub fn contains(&self, value: &Value) -> bool {
        self.contains_hashed(value, hash::of(value))
    }

    #[inline]
    pub(crate) fn contains_hashed(&self, value: &Value, hash: u64) -> bool {
        if self.entries.len() <= index::SCAN {
            return self.entries.iter().any(|e| e.hash == hash && e.value == *value);
        }
        self.index.get_or_init(|| Index::new(&self.entries)).find(&self.entries, value, hash)
    }

    /// `hash(set)`.
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| {
            let xored = self.entries.iter().fold(0, |acc, e| acc ^ hash::shuffled(e.hash));
            hash::of_frozenset(xored, self.entries.len())
        })
    }

    /// `self == other`.
    pub fn same_items(&self, other: &Set) -> bool {
        self.len() == other.len() && self.hash() == other.hash() && self.is_subset(other)
    }

    /// `self <= other`.
    pub fn is_subset(&self, other: &Set) -> bool {
        self.len() <= other.len() && self.entries.iter().all(|e| other.contains_hashed(&e.value, e.hash))
    }
}

/// The items of a set, slot by slot.
#[derive(Clone)]
pub struct Values<'a>(std::slice::Iter<'a, Entry>);

impl<'a> Iterator for Values<'a> {
    type Item = &'a Value;

    #[inline]
    fn next(&mut self) -> Option<&'a Value> {
        self.0.next().map(|e| &e.value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Values<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|e| &e.value)
    }
}

impl ExactSizeIterator for Values<'_> {}

impl std::fmt::Debug for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::py::repr_set(self))
    }
}

/// Notes, per thread, that a result came to depend on the address of an object.
pub mod address {
    use super::Value;
    use std::cell::Cell;

    thread_local! {
        static SEEN: Cell<bool> = const { Cell::new(false) };
    }

    #[cold]
    pub(super) fn note() {
        SEEN.set(true);
    }

    /// Whether an address-dependent order was looked at since the last call.
    pub fn take() -> bool {
        SEEN.replace(false)
    }

    /// Whether a function (or a nan) is somewhere inside, hashed by its address in every CPython.
    pub(super) fn is_function_inside(value: &Value) -> bool {
        match value {
            Value::Op(_) | Value::Func(_) => true,
            Value::Float(x) => x.is_nan(),
            Value::Tuple(t) => t.slice.iter().any(is_function_inside),
            Value::Set(s) => s.address_hash && s.values().any(is_function_inside),
            _ => false,
        }
    }
}
