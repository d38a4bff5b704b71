//! The items of a set of sets, and what was found out about them.
//!
//! Programs go through the same objects over and over: `sfilter(objs, chain(positive, size, compose(lbind(sfilter, objs), …)))` asks
//! each of them about all. What does not depend on who asks (weights, boxes, answers, which rows have a cell) is found out once and kept
//! until other sets are asked. The boxes answer most questions, and a function such as `fork(multiply, height, width)` has several.

use super::area::{Area, Areas};
use super::coded::{Each, Weights};
use super::column::Column;
use super::patches;
use crate::fast::bounds::{self, Bounds};
use crate::fast::{Patch, shape};
use megabatt_core::{Arc, Op, Set, Value};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Sets that weigh more than this are not kept.
const MOST_KEPT: u64 = 1 << 16;

/// A set, and what was gathered of it.
type Kept = Option<(Arc<Set>, Rc<Gathered>)>;

thread_local! {
    /// What was gathered last, and what was asked before that: a function that takes a part of a set and asks the part goes from one to
    /// the other. An address alone, since all libraries of a process share the place for such variables.
    static LAST: RefCell<Box<[Kept; 2]>> = RefCell::default();
}

/// Sets by position in the content of the one they are in.
pub struct Gathered {
    sets: Vec<Arc<Set>>,
    weights: Each,
    bounds: OnceCell<Option<Vec<Bounds>>>,
    /// What was asked already, and the answers.
    answers: RefCell<Vec<(Op, Column)>>,
    places: OnceCell<Option<Areas>>,
    boxes: OnceCell<Option<Areas>>,
    rows: OnceCell<Option<Vec<u128>>>,
    columns: OnceCell<Option<Vec<u128>>>,
}

impl Gathered {
    /// None if an item is no set.
    pub fn of(set: &Arc<Set>) -> Option<Rc<Gathered>> {
        let known = LAST.with_borrow_mut(|last| {
            let is_it = |kept: &Kept| matches!(kept, Some((of, _)) if Arc::ptr_eq(of, set));
            let at = last.iter().position(is_it)?;
            last[..=at].rotate_right(1);
            last[0].as_ref().map(|(_, gathered)| gathered.clone())
        });
        if known.is_some() {
            return known;
        }
        let gathered = Rc::new(Gathered::new(sets_of(set)?));
        if set.weight() <= MOST_KEPT {
            let kept = Some((set.clone(), gathered.clone()));
            let forgotten = LAST.with_borrow_mut(|last| {
                last.rotate_right(1);
                std::mem::replace(&mut last[0], kept)
            });
            drop(forgotten);
        }
        Some(gathered)
    }

    fn new(sets: Vec<Arc<Set>>) -> Gathered {
        let weights = Each::new(sets.iter().map(|set| set.weight()).collect());
        Gathered {
            sets,
            weights,
            bounds: OnceCell::new(),
            answers: RefCell::default(),
            places: OnceCell::new(),
            boxes: OnceCell::new(),
            rows: OnceCell::new(),
            columns: OnceCell::new(),
        }
    }

    pub fn sets(&self) -> &[Arc<Set>] {
        &self.sets
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    /// The box of each. None if one is empty or no patch.
    pub fn bounds(&self) -> Option<&[Bounds]> {
        let of = |set| Some(bounds::of(Patch::of_set(set)?));
        self.bounds.get_or_init(|| self.sets.iter().map(of).collect()).as_deref()
    }

    /// What each answers; None for questions that nobody answers, and if one of them has no answer.
    pub fn answers(&self, op: Op) -> Option<Column> {
        if !patches::is_question(op) {
            return None;
        }
        let known = self.answers.borrow().iter().find(|(asked, _)| *asked == op).and_then(|(_, column)| copied(column));
        if known.is_some() {
            return known;
        }
        let answers = patches::answers(op, self)?;
        self.answers.borrow_mut().push((op, copied(&answers)?));
        Some(answers)
    }

    /// `toindices` of each. None if one is empty, no patch, or if two of its cells share a place.
    pub fn places(&self) -> Option<&Areas> {
        let found = || {
            let places = self.sets.iter().zip(self.bounds()?).map(|(set, &bounds)| Area::within(set, bounds));
            Some(Areas::new(places.collect::<Option<_>>()?))
        };
        self.places.get_or_init(found).as_ref()
    }

    /// `backdrop` of each.
    pub fn boxes(&self) -> Option<&Areas> {
        let found =
            || Some(Areas::new(self.bounds()?.iter().map(|&bounds| Area::all_of(bounds)).collect::<Option<_>>()?));
        self.boxes.get_or_init(found).as_ref()
    }

    /// [`shape::lines_of`] each.
    pub fn lines(&self, op: Op) -> Option<&[u128]> {
        let lines = if op == Op::hmatching { &self.rows } else { &self.columns };
        let of = |set| shape::lines_of(op, Patch::of_set(set)?);
        lines.get_or_init(|| self.sets.iter().map(of).collect()).as_deref()
    }
}

/// The same column once more, if it is one of values that are known.
pub fn copied(column: &Column) -> Option<Column> {
    Some(match column {
        Column::Coded(coded) => Column::Coded(coded.clone()),
        Column::Ints(v) => Column::Ints(v.clone()),
        Column::Pairs(v) => Column::Pairs(v.clone()),
        Column::Bools(v) => Column::Bools(v.clone()),
        _ => return None,
    })
}

/// The items of a set of sets.
pub fn sets_of(set: &Set) -> Option<Vec<Arc<Set>>> {
    let as_set = |value: Value| if let Value::Set(set) = value { Some(set) } else { None };
    set.values().map(as_set).collect()
}
