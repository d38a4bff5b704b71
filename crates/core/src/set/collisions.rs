//! A guard against sets whose items all collide.
//!
//! `hash(-1) == hash(-2)` in Python, so a few lines make thousands of distinct tuples with one hash, and a table of
//! them takes time by the square of their number, in CPython as here. Fuel does not see that, since it is a formula
//! over sizes; so a row may take only so many jumps beyond the usual ones, and is stopped when it has had them.

use std::cell::Cell;

/// Jumps beyond the usual ones that a row may take: a second or two, as each passes ten items that are compared.
const MOST: usize = 1_000_000;

thread_local! {
    static LEFT: Cell<usize> = const { Cell::new(MOST) };
}

/// What is thrown to stop the row; [`std::panic::catch_unwind`] around the row catches it.
#[derive(Debug)]
pub struct TooManyCollisions;

/// A new row starts.
#[inline]
pub fn reset() {
    LEFT.set(MOST);
}

/// Whether there was one since the row started.
#[inline]
pub fn any() -> bool {
    LEFT.get() < MOST
}

/// How many there were since the row started.
#[inline]
pub(super) fn count() -> usize {
    MOST - LEFT.get()
}

/// A look-up jumps more often than is usual.
#[cold]
pub(super) fn note() {
    match LEFT.get().checked_sub(1) {
        Some(left) => LEFT.set(left),
        None => std::panic::resume_unwind(Box::new(TooManyCollisions)),
    }
}
