//! Sets walked in another order than CPython's, to find out which values depend on that order.
//!
//! While [`with`] runs something on the reference, the result of every operation has its sets walked by rank instead,
//! and among equally frequent items the last one counts instead of the first. The rank follows from the items' hashes,
//! so equal sets are walked alike however they came about. [`Walk::Up`] and [`Walk::Down`] are each other's reverse: of
//! any two items, one of the two walks has them the other way round than CPython.

use megabatt_core::{Result, Set, Value, py};
use std::cell::Cell;

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    Up,
    Down,
}

thread_local! {
    static WALK: Cell<Option<Walk>> = const { Cell::new(None) };
}

/// Back to CPython's order, whatever happens.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        WALK.set(None);
    }
}

/// Runs something with sets walked this way.
pub fn with<R>(walk: Walk, run: impl FnOnce() -> R) -> R {
    WALK.set(Some(walk));
    let _restore = Restore;
    run()
}

/// The order asked for; none is CPython's.
pub fn asked() -> Option<Walk> {
    WALK.get()
}

impl Walk {
    /// The value with its sets in this order.
    pub fn reordered(self, value: &Value) -> Result<Value> {
        match value {
            Value::Set(set) if set.pairs().is_some() || set.coloured().is_some() => Ok(Value::set(self.ranked(set))),
            Value::Set(set) => {
                let items = set.values().map(|item| self.reordered(&item)).collect::<Result<Vec<_>>>()?;
                Ok(Value::set(self.ranked(&Set::from_items(items)?)))
            }
            Value::Tuple(_) if has_set(value) => {
                Value::tuple(py::iter(value)?.map(|item| self.reordered(&item)).collect::<Result<Vec<_>>>()?)
            }
            other => Ok(other.clone()),
        }
    }

    fn ranked(self, set: &Set) -> Set {
        // An odd factor mixes the bits and keeps hashes apart.
        let rank = |hash: u64| hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
        set.reordered(rank, self == Walk::Down)
    }
}

fn has_set(value: &Value) -> bool {
    match value {
        Value::Set(_) => true,
        Value::Tuple(items) => items.slice().iter().any(has_set),
        _ => false,
    }
}
