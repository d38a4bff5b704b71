//! What is known of a value without running the program.
//!
//! Everything here errs on one side: a [`Known`] admits every value that can really be there, and more. So "none of the
//! values it admits is a container" is a fact, and only facts become errors. The tests of this folder run every
//! operation on many values and hold the results against what is inferred.

use super::function::Func;
use super::kinds::Kinds;
use megabatt_core::{Closure, Value, py};
use std::sync::Arc;

/// Deeper than this nothing is known: cells of objects of sets of objects are four deep.
const DEEPEST: u8 = 6;
/// Longer tuples are known by what their items have in common.
const MOST_PARTS: usize = 4;
/// Closures of closures deeper than this are just functions.
const MOST_NESTING: u8 = 100;
/// Heavier constants are known by their kind and length only.
const HEAVIEST: u64 = 256;

/// What is known of the items, if the value is a tuple or a set.
#[derive(Clone, Debug)]
pub enum Items {
    Unknown,
    /// All items are like this one, and there are `least` to `most` of them.
    Each {
        item: Arc<Known>,
        least: usize,
        most: usize,
    },
    /// A tuple of exactly these.
    Parts(Arc<[Known]>),
}

/// What is known of a value.
#[derive(Clone, Debug)]
pub struct Known {
    pub kinds: Kinds,
    pub items: Items,
    /// Which function it is, if it is certainly one and it is known which.
    pub function: Option<Arc<Func>>,
    /// The value itself, if it stands in the text.
    pub value: Option<Value>,
    /// It is a picture: at least one row, at least one column, all rows the same length, each row a tuple.
    pub picture: bool,
    depth: u8,
    /// How deeply functions are nested in it: they are shared, and freeing them is recursive.
    nesting: u8,
}

impl Known {
    pub fn of(kinds: Kinds) -> Known {
        Known { kinds, items: Items::Unknown, function: None, value: None, picture: false, depth: 0, nesting: 0 }
    }

    /// Nothing at all is known.
    pub fn any() -> Known {
        Known::of(Kinds::ANY)
    }

    /// There is no such value: what an empty container holds, or what a call gives that always fails.
    pub fn nothing() -> Known {
        Known::of(Kinds::NOTHING)
    }

    pub fn int() -> Known {
        Known::of(Kinds::INT)
    }

    pub fn boolean() -> Known {
        Known::of(Kinds::BOOL)
    }

    /// Two ints.
    pub fn pair() -> Known {
        Known::parts(vec![Known::int(), Known::int()])
    }

    pub fn func(function: Func) -> Known {
        let nesting = function.inner().iter().map(|known| known.nesting).max().unwrap_or(0).saturating_add(1);
        if nesting > MOST_NESTING {
            return Known::of(Kinds::FUNC);
        }
        Known { nesting, function: Some(Arc::new(function)), ..Known::of(Kinds::FUNC) }
    }

    pub fn parts(parts: Vec<Known>) -> Known {
        if parts.len() > MOST_PARTS {
            let n = parts.len();
            let item = parts.iter().fold(Known::nothing(), |all, part| all.join(part));
            return Known::container(Kinds::TUPLE, item, n, n);
        }
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0) + 1;
        let nesting = parts.iter().map(|part| part.nesting).max().unwrap_or(0);
        let items = if depth > DEEPEST { Items::Unknown } else { Items::Parts(parts.into()) };
        Known { items, depth: depth.min(DEEPEST), nesting, ..Known::of(Kinds::TUPLE) }
    }

    /// A container of so many items of one sort.
    pub fn container(kinds: Kinds, item: Known, least: usize, most: usize) -> Known {
        let (least, most) = if item.kinds.is_nothing() { (0, 0) } else { (least, most) };
        let depth = item.depth + 1;
        let item = if depth > DEEPEST { Known::of(item.kinds) } else { item };
        let nesting = item.nesting;
        let items = Items::Each { item: Arc::new(item), least, most };
        Known { items, depth: depth.min(DEEPEST), nesting, ..Known::of(kinds) }
    }

    pub fn set_of(item: Known, least: usize) -> Known {
        Known::container(Kinds::SET, item, least, usize::MAX)
    }

    pub fn tuple_of(item: Known, least: usize) -> Known {
        Known::container(Kinds::TUPLE, item, least, usize::MAX)
    }

    /// A picture with such cells.
    pub fn picture_of(cell: Known) -> Known {
        Known { picture: true, ..Known::tuple_of(Known::tuple_of(cell, 1), 1) }
    }

    /// What a task gives to a program.
    pub fn input_grid() -> Known {
        Known::picture_of(Known::int())
    }

    /// The demo pairs of a task.
    pub fn demos() -> Known {
        Known::tuple_of(Known::parts(vec![Known::input_grid(), Known::input_grid()]), 0)
    }

    pub fn of_value(value: &Value) -> Known {
        let known = match value {
            Value::None => Known::of(Kinds::NONE),
            Value::Bool(_) => Known::boolean(),
            Value::Int(_) => Known::int(),
            Value::Float(_) => Known::any(),
            Value::Op(op) => Known::func(Func::Op(*op)),
            // What it gives is not followed: nothing it is called with makes it raise.
            Value::Tok(_) => Known::of(Kinds::FUNC),
            Value::Func(function) => match &function.kind {
                Closure::User(code) => Known::func(Func::User(code.clone())),
                _ => Known::of(Kinds::FUNC),
            },
            container => {
                let kinds = if container.is_tuple() { Kinds::TUPLE } else { Kinds::SET };
                let count = py::len(container).unwrap_or(usize::MAX);
                if container.weight() > HEAVIEST {
                    Known::container(kinds, Known::any(), count, count)
                } else {
                    let items: Vec<Known> =
                        py::iter(container).into_iter().flatten().map(|v| Known::of_value(&v)).collect();
                    match container.is_tuple() && count > 0 {
                        true => Known::parts(items),
                        false => {
                            let item = items.iter().fold(Known::nothing(), |all, item| all.join(item));
                            Known::container(kinds, item, count, count)
                        }
                    }
                }
            }
        };
        Known { value: Some(value.clone()), ..known }
    }

    /// Whether it can be of one of these kinds.
    pub fn may(&self, kinds: Kinds) -> bool {
        self.kinds.meets(kinds)
    }

    /// Whether it is certainly of these kinds.
    pub fn is(&self, kinds: Kinds) -> bool {
        !self.kinds.is_nothing() && self.kinds.within(kinds)
    }

    /// The same, if only these kinds are possible.
    pub fn only(&self, kinds: Kinds) -> Known {
        let mut narrowed = self.clone();
        narrowed.kinds = self.kinds.and(kinds);
        if let (Items::Parts(_), false) = (&self.items, narrowed.kinds.meets(Kinds::TUPLE)) {
            narrowed.items = Items::Unknown;
        }
        narrowed
    }

    /// An item of it, whichever.
    pub fn item(&self) -> Known {
        match &self.items {
            Items::Unknown => Known::any(),
            Items::Each { item, .. } => (**item).clone(),
            Items::Parts(parts) => parts.iter().fold(Known::nothing(), |all, part| all.join(part)),
        }
    }

    /// The item at a place of a tuple.
    pub fn part(&self, at: usize) -> Known {
        match &self.items {
            Items::Parts(parts) if at < parts.len() => parts[at].clone(),
            _ => self.item(),
        }
    }

    /// How many items it has at least, if it is a container.
    pub fn least(&self) -> usize {
        match &self.items {
            Items::Unknown => 0,
            Items::Each { least, .. } => *least,
            Items::Parts(parts) => parts.len(),
        }
    }

    pub fn most(&self) -> usize {
        match &self.items {
            Items::Unknown => usize::MAX,
            Items::Each { most, .. } => *most,
            Items::Parts(parts) => parts.len(),
        }
    }

    /// The int or bool it is, if the text says so.
    pub fn number(&self) -> Option<i64> {
        self.value.as_ref().and_then(Value::as_int)
    }

    /// Whether no function can be in it, at any depth.
    pub fn holds_no_function(&self) -> bool {
        !self.may(Kinds::FUNC)
            && (!self.may(Kinds::CONTAINER)
                || match &self.items {
                    Items::Unknown => false,
                    Items::Each { item, .. } => item.holds_no_function(),
                    Items::Parts(parts) => parts.iter().all(Known::holds_no_function),
                })
    }

    /// What is known of a value that is one of the two.
    pub fn join(&self, other: &Known) -> Known {
        if self.kinds.is_nothing() {
            return other.clone();
        }
        if other.kinds.is_nothing() {
            return self.clone();
        }
        let kinds = self.kinds.or(other.kinds);
        let (a, b) = (self.may(Kinds::CONTAINER), other.may(Kinds::CONTAINER));
        let mut joined = Known::of(kinds);
        (joined.items, joined.depth) = match (a, b) {
            (true, true) => self.join_items(other, kinds),
            (true, false) => (self.items.clone(), self.depth),
            (false, true) => (other.items.clone(), other.depth),
            (false, false) => (Items::Unknown, 0),
        };
        joined.nesting = self.nesting.max(other.nesting);
        joined.picture = self.picture && other.picture;
        if let (Some(f), Some(g)) = (&self.function, &other.function)
            && Arc::ptr_eq(f, g)
        {
            joined.function = Some(f.clone());
        }
        joined
    }

    fn join_items(&self, other: &Known, kinds: Kinds) -> (Items, u8) {
        let depth = self.depth.max(other.depth);
        match (&self.items, &other.items) {
            (Items::Unknown, _) | (_, Items::Unknown) => (Items::Unknown, 0),
            (Items::Parts(a), Items::Parts(b)) if a.len() == b.len() && !kinds.meets(Kinds::SET) => {
                (Items::Parts(a.iter().zip(b.iter()).map(|(x, y)| x.join(y)).collect()), depth)
            }
            _ => {
                let item = Arc::new(self.item().join(&other.item()));
                let (least, most) = (self.least().min(other.least()), self.most().max(other.most()));
                (Items::Each { item, least, most }, depth)
            }
        }
    }
}
