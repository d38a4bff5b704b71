//! What a value is, as far as a translation has to know.
//!
//! `check` asks which calls raise; a translation asks which values are the same in both dialects, and that takes other facts:
//! where a cell is, since it is written in two ways; whether a set is walked in the same order on both sides; whether a
//! patch lies on a grid; whether a place can have two colours. Everything here errs towards knowing less.

use std::fmt;
use std::sync::Arc;

/// A number for all grids of one shape, or for one grid; 0 if nothing is known.
pub type Mark = u32;

/// What is known of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    /// Too little to translate anything that uses it.
    Any,
    /// There is no such value: what an empty container holds.
    Nothing,
    None,
    Int,
    Bool,
    /// `(i, j)`; on all grids of that shape, if one is given.
    Place(Mark),
    /// The same, or `()`: the corner of a patch that may be empty.
    Corner(Mark),
    /// A coloured place: `(c, (i, j))` or `(i, j, c)`. On all grids of that shape, and with the colour that the grid has.
    Cell {
        on: Mark,
        of: Mark,
    },
    Grid(Grid),
    Set(Arc<Set>),
    /// Any number of items of one sort.
    Tuple(Arc<Ty>),
    /// Exactly these.
    Parts(Arc<[Ty]>),
}

/// Rows of ints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Grids with the same mark have the same shape.
    pub shape: Mark,
    /// Grids with the same mark are the same.
    pub id: Mark,
    /// All rows have the same length.
    pub even: bool,
}

/// A frozenset.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    pub item: Ty,
    /// It is walked in the same order in both dialects.
    pub ordered: bool,
    /// It has one item at most.
    pub single: bool,
    /// It has an item.
    pub filled: bool,
    /// Its cells have one colour.
    pub one_colour: bool,
    /// No two of its cells are at the same place.
    pub clear: bool,
}

impl Set {
    pub fn of(item: Ty) -> Set {
        let clear = matches!(item, Ty::Cell { of, .. } if of != 0);
        Set { item, ordered: false, single: false, filled: false, one_colour: false, clear }
    }

    pub fn ordered(item: Ty) -> Set {
        Set { ordered: true, ..Set::of(item) }
    }

    pub fn single(item: Ty) -> Set {
        Set { ordered: true, single: true, one_colour: true, clear: true, ..Set::of(item) }
    }

    pub fn ty(mut self) -> Ty {
        if !self.ordered && !self.single {
            self.item = self.item.unordered();
        }
        Ty::Set(Arc::new(self))
    }
}

impl Ty {
    pub fn place() -> Ty {
        Ty::Place(0)
    }

    pub fn tuple(item: Ty) -> Ty {
        Ty::Tuple(Arc::new(item))
    }

    /// A tuple of exactly these; two ints are a place.
    pub fn parts(parts: Vec<Ty>) -> Ty {
        match parts.as_slice() {
            [Ty::Int, Ty::Int] => Ty::place(),
            _ => Ty::Parts(parts.into()),
        }
    }

    /// What a container holds. None: it is none, or one that the dialects write differently.
    pub fn item(&self) -> Option<Ty> {
        match self {
            Ty::Place(_) | Ty::Corner(_) => Some(Ty::Int),
            Ty::Grid(_) => Some(Ty::tuple(Ty::Int)),
            Ty::Set(set) => Some(set.item.clone()),
            Ty::Tuple(item) => Some((**item).clone()),
            Ty::Parts(parts) => Some(parts.iter().fold(Ty::Nothing, |all, part| all.join(part))),
            _ => None,
        }
    }

    pub fn is_tuple(&self) -> bool {
        matches!(self, Ty::Place(_) | Ty::Corner(_) | Ty::Grid(_) | Ty::Tuple(_) | Ty::Parts(_))
    }

    /// Whether it is written the same way in both dialects, so that it has the same hash and compares the same.
    pub fn is_flat(&self) -> bool {
        match self {
            Ty::Nothing | Ty::None | Ty::Int | Ty::Bool | Ty::Place(_) | Ty::Corner(_) | Ty::Grid(_) => true,
            Ty::Any | Ty::Cell { .. } => false,
            Ty::Set(set) => set.item.is_flat(),
            Ty::Tuple(item) => item.is_flat(),
            Ty::Parts(parts) => parts.iter().all(Ty::is_flat),
        }
    }

    /// Whether any two such values are in an order, the same in both dialects.
    pub fn is_sortable(&self) -> bool {
        match self {
            Ty::Int | Ty::Bool | Ty::Place(_) | Ty::Corner(_) | Ty::Grid(_) => true,
            Ty::Tuple(item) => item.is_sortable(),
            Ty::Parts(parts) => parts.iter().all(Ty::is_sortable),
            _ => false,
        }
    }

    /// What is known of a value that is one of the two. `Any`: the two have nothing in common.
    pub fn join(&self, other: &Ty) -> Ty {
        let both = |a: Mark, b: Mark| if a == b { a } else { 0 };
        match (self, other) {
            (a, b) if a == b => a.clone(),
            (Ty::Nothing, x) | (x, Ty::Nothing) => x.clone(),
            (Ty::Place(a), Ty::Place(b)) => Ty::Place(both(*a, *b)),
            (Ty::Place(a) | Ty::Corner(a), Ty::Place(b) | Ty::Corner(b)) => Ty::Corner(both(*a, *b)),
            (Ty::Cell { on: a, of: x }, Ty::Cell { on: b, of: y }) => Ty::Cell { on: both(*a, *b), of: both(*x, *y) },
            (Ty::Grid(a), Ty::Grid(b)) => {
                Ty::Grid(Grid { shape: both(a.shape, b.shape), id: both(a.id, b.id), even: a.even && b.even })
            }
            (Ty::Set(a), Ty::Set(b)) => match a.item.join(&b.item) {
                Ty::Any => Ty::Any,
                item => Set {
                    item,
                    ordered: a.ordered && b.ordered,
                    single: a.single && b.single,
                    filled: a.filled && b.filled,
                    one_colour: a.one_colour && b.one_colour,
                    clear: a.clear && b.clear,
                }
                .ty(),
            },
            (Ty::Parts(a), Ty::Parts(b)) if a.len() == b.len() => {
                let parts: Vec<Ty> = a.iter().zip(b.iter()).map(|(x, y)| x.join(y)).collect();
                if parts.contains(&Ty::Any) { Ty::Any } else { Ty::Parts(parts.into()) }
            }
            (a, b) if a.is_tuple() && b.is_tuple() => {
                let item = match (a.item(), b.item()) {
                    (Some(x), Some(y)) => x.join(&y),
                    _ => Ty::Any,
                };
                if item == Ty::Any { Ty::Any } else { Ty::tuple(item) }
            }
            _ => Ty::Any,
        }
    }

    /// The same without the marks from `first` on: they were given inside a function, and mean another grid each time it is
    /// called.
    pub fn without_marks(&self, first: Mark) -> Ty {
        let old = |mark: Mark| if mark < first { mark } else { 0 };
        match self {
            Ty::Place(on) => Ty::Place(old(*on)),
            Ty::Corner(on) => Ty::Corner(old(*on)),
            Ty::Cell { on, of } => Ty::Cell { on: old(*on), of: old(*of) },
            Ty::Grid(grid) => Ty::Grid(Grid { shape: old(grid.shape), id: old(grid.id), even: grid.even }),
            // What no two cells of this set share, they do not share whatever the grid.
            Ty::Set(set) => Set { item: set.item.without_marks(first), ..(**set).clone() }.ty(),
            Ty::Tuple(item) => Ty::tuple(item.without_marks(first)),
            Ty::Parts(parts) => Ty::Parts(parts.iter().map(|part| part.without_marks(first)).collect()),
            other => other.clone(),
        }
    }

    /// The same as an item of a set that is made in another order on the other side. Of two equal items the first one stays, and
    /// if they are sets, they may be walked in different orders.
    fn unordered(&self) -> Ty {
        match self {
            Ty::Set(set) if !set.single => Set { ordered: false, ..(**set).clone() }.ty(),
            Ty::Tuple(item) => Ty::tuple(item.unordered()),
            Ty::Parts(parts) => Ty::Parts(parts.iter().map(Ty::unordered).collect()),
            other => other.clone(),
        }
    }

    /// Whether it is not known what it is, or what is in it.
    pub fn is_vague(&self) -> bool {
        match self {
            Ty::Any => true,
            Ty::Set(set) => set.item.is_vague(),
            Ty::Tuple(item) => item.is_vague(),
            Ty::Parts(parts) => parts.iter().any(Ty::is_vague),
            _ => false,
        }
    }

    /// Where its places are, if it is a place, a cell, or a set of them.
    pub fn lies_on(&self) -> Mark {
        match self {
            Ty::Place(on) | Ty::Corner(on) | Ty::Cell { on, .. } => *on,
            Ty::Set(set) => set.item.lies_on(),
            _ => 0,
        }
    }
}

/// In words, for messages: `a set of cells`.
impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |item: &Ty| match item {
            Ty::Int => "ints".to_string(),
            Ty::Place(_) | Ty::Corner(_) => "places".to_string(),
            Ty::Cell { .. } => "cells".to_string(),
            Ty::Grid(_) => "grids".to_string(),
            Ty::Set(set) if matches!(set.item, Ty::Cell { .. }) => "objects".to_string(),
            Ty::Any | Ty::Nothing => "something".to_string(),
            other => format!("items that are each {other}"),
        };
        match self {
            Ty::Any | Ty::Nothing => f.write_str("something unknown"),
            Ty::None => f.write_str("None"),
            Ty::Int => f.write_str("an int"),
            Ty::Bool => f.write_str("a bool"),
            Ty::Place(_) => f.write_str("a place"),
            Ty::Corner(_) => f.write_str("a place, or () if there is none"),
            Ty::Cell { .. } => f.write_str("a cell"),
            Ty::Grid(_) => f.write_str("a grid"),
            Ty::Set(set) => write!(f, "a set of {}", many(&set.item)),
            Ty::Tuple(item) => write!(f, "a tuple of {}", many(item)),
            Ty::Parts(parts) => write!(f, "a tuple of {}", parts.len()),
        }
    }
}
