//! With which items large products begin.
//!
//! Programs look for the first tuple of a product of places that something holds for, and for most samples it holds for many of them, or for
//! none. What the product looks like depends on the size of a grid or of an object only, so the same few products come again, and how the
//! table of one of them begins follows from the hashes of its factors.

use super::order::EMPTY;
use std::cell::RefCell;

/// So many of a table's slots are looked at.
pub(super) const SLOTS: usize = 1 << 10;

/// So many products are kept; whichever comes next takes the place of the one that came first.
const MOST: usize = 128;

/// Products of larger factors are not kept.
const LARGEST: usize = 1 << 12;

/// The hashes of the items of both factors, in the order in which the product goes through them.
pub(super) type Factors<'a> = (&'a [u64], &'a [u64]);

/// How a product begins.
struct Begun {
    left: Box<[u64]>,
    /// None if it is the same.
    right: Option<Box<[u64]>>,
    items: Box<[u32]>,
}

impl Begun {
    fn is_of(&self, (left, right): Factors<'_>) -> bool {
        *self.left == *left && **self.right.as_ref().unwrap_or(&self.left) == *right
    }
}

#[derive(Default)]
struct Kept {
    all: Vec<Begun>,
    next: usize,
}

thread_local! {
    /// An address alone, since all libraries of a process share the place for such variables.
    static KEPT: RefCell<Box<Kept>> = RefCell::default();
}

/// The first item that is wanted, if it is known, and if it is among those with which the product begins.
pub(super) fn first_of(factors: Factors<'_>, is_wanted: impl Fn(usize) -> bool) -> Option<usize> {
    KEPT.with_borrow(|kept| {
        let begun = kept.all.iter().find(|begun| begun.is_of(factors))?;
        begun.items.iter().map(|&item| item as usize).find(|&item| is_wanted(item))
    })
}

/// Keeps what the first slots of a product's table have.
pub(super) fn keep((left, right): Factors<'_>, slots: &[u32]) {
    if left.len().max(right.len()) > LARGEST {
        return;
    }
    KEPT.with_borrow_mut(|kept| {
        if kept.all.iter().any(|begun| begun.is_of((left, right))) {
            return;
        }
        let items = slots.iter().copied().filter(|&item| item != EMPTY).collect();
        let begun = Begun { left: left.into(), right: (left != right).then(|| right.into()), items };
        if kept.all.len() < MOST {
            kept.all.push(begun);
        } else {
            kept.all[kept.next] = begun;
            kept.next = (kept.next + 1) % MOST;
        }
    });
}
