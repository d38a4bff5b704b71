//! The items of a set of sets, and what was found out about them.
//!
//! Programs go through the same objects over and over: `sfilter(objs, chain(positive, size, compose(lbind(sfilter, objs), …)))` asks
//! each of them about all. What does not depend on who asks (weights, boxes, which rows have a cell) is found out once and kept
//! until another set is asked.

use super::area::{Area, Areas};
use super::coded::{Each, Weights};
use crate::fast::{Patch, shape};
use megabatt_core::{Arc, Op, Set, Value};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Sets that weigh more than this are not kept.
const MOST_KEPT: u64 = 1 << 16;

thread_local! {
    /// What was gathered last, and of which set.
    static LAST: RefCell<Option<(Arc<Set>, Rc<Gathered>)>> = const { RefCell::new(None) };
}

/// Sets by position in the content of the one they are in.
pub struct Gathered {
    sets: Vec<Arc<Set>>,
    weights: Each,
    places: OnceCell<Option<Areas>>,
    boxes: OnceCell<Option<Areas>>,
    rows: OnceCell<Option<Vec<u128>>>,
    columns: OnceCell<Option<Vec<u128>>>,
}

impl Gathered {
    /// None if an item is no set.
    pub fn of(set: &Arc<Set>) -> Option<Rc<Gathered>> {
        let known = LAST.with_borrow(|last| match last {
            Some((of, gathered)) if Arc::ptr_eq(of, set) => Some(gathered.clone()),
            _ => None,
        });
        if known.is_some() {
            return known;
        }
        let gathered = Rc::new(Gathered::new(sets_of(set)?));
        if set.weight() <= MOST_KEPT {
            LAST.set(Some((set.clone(), gathered.clone())));
        }
        Some(gathered)
    }

    fn new(sets: Vec<Arc<Set>>) -> Gathered {
        let weights = Each::new(sets.iter().map(|set| set.weight()).collect());
        let (places, boxes) = (OnceCell::new(), OnceCell::new());
        Gathered { sets, weights, places, boxes, rows: OnceCell::new(), columns: OnceCell::new() }
    }

    pub fn sets(&self) -> &[Arc<Set>] {
        &self.sets
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    /// `toindices` of each. None if one is empty, no patch, or if two of its cells share a place.
    pub fn places(&self) -> Option<&Areas> {
        self.places.get_or_init(|| Some(Areas::new(self.sets.iter().map(Area::of).collect::<Option<_>>()?))).as_ref()
    }

    /// `backdrop` of each.
    pub fn boxes(&self) -> Option<&Areas> {
        self.boxes.get_or_init(|| Some(Areas::new(self.sets.iter().map(Area::around).collect::<Option<_>>()?))).as_ref()
    }

    /// [`shape::lines_of`] each.
    pub fn lines(&self, op: Op) -> Option<&[u128]> {
        let lines = if op == Op::hmatching { &self.rows } else { &self.columns };
        let of = |set| shape::lines_of(op, Patch::of_set(set)?);
        lines.get_or_init(|| self.sets.iter().map(of).collect()).as_deref()
    }
}

/// The items of a set of sets.
pub fn sets_of(set: &Set) -> Option<Vec<Arc<Set>>> {
    let as_set = |value: Value| if let Value::Set(set) = value { Some(set) } else { None };
    set.values().map(as_set).collect()
}
