//! Python's values, as far as the DSL can make them.

mod measure;

use crate::ablation::{Idea, is_off};
use crate::dialect::CellLayout;
use crate::error::Result;
use crate::func::Function;
use crate::grid::{Grid, Plan};
use crate::ops::Op;
use crate::set::{Items, Mover, Set};
use crate::tok::TokOp;
use crate::tuple::Tuple;
use crate::walked::Walked;
use measure::SMALL_WEIGHT;
pub use measure::{MAX_DEPTH, bulk_of_grid, bulk_of_tuple};
pub(crate) use measure::{Measure, checked_depth};
use triomphe::Arc;

/// A Python value in 16 bytes.
///
/// Pairs, cells and grids are tuples too; they have compact forms because nearly all values of the DSL are made
/// of them. `(1, 2)` is always a [`Value::Pair`], `(1, 2, 3)` a [`Value::Triple`] and `(3, (1, 2))` a [`Value::Cell`] when their numbers are
/// plain ints that fit 32 bits, and a large grid always a [`Value::Grid`] ([`Value::tuple`] sees to that). A small grid
/// may also appear as a tuple of row tuples; the two are equal and hash the same.
#[repr(u32)]
pub enum Value {
    None,
    Bool(bool),
    Int(i64),
    /// `nan`, `inf` or `-inf`: some dialects give these instead of failing.
    Float(f64),
    /// The tuple `(a, b)` of two ints.
    Pair(i32, i32),
    /// The tuple `(a, (b, c))` of three ints: a colour at a place.
    Cell(i32, i32, i32),
    /// The tuple `(a, b, c)` of three ints: in tokpidjin a place and its colour.
    Triple(i32, i32, i32),
    Tuple(Tuple),
    Grid(Arc<Grid>),
    Set(Arc<Set>),
    /// An operation of the DSL as a value.
    Op(Op),
    /// An operation of tokpidjin's dialect as a value.
    Tok(TokOp),
    /// A closure, or a function of the program's file.
    Func(Arc<Function>),
}

/// Values are cloned all the time, so this does as little as can be: one more owner where there is an allocation, then the same
/// bits in one go. Variant by variant, a clone would be written in parts, and whoever moves it next would wait for all of them.
impl Clone for Value {
    #[inline]
    fn clone(&self) -> Value {
        match self {
            Value::Tuple(items) => std::mem::forget(items.clone()),
            Value::Grid(grid) => std::mem::forget(grid.clone()),
            Value::Set(set) => std::mem::forget(set.clone()),
            Value::Func(function) => std::mem::forget(function.clone()),
            Value::None
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Pair(..)
            | Value::Cell(..)
            | Value::Triple(..)
            | Value::Op(_)
            | Value::Tok(_) => {}
        }
        // SAFETY: the second owner of an allocation was counted above and forgotten there, so that it is this copy; the other
        // variants are plain data.
        unsafe { std::ptr::read(self) }
    }
}

impl Value {
    /// The empty tuple.
    pub fn empty_tuple() -> Value {
        Value::Tuple(Tuple::new(1, 1, 1, std::iter::empty()))
    }

    /// The tuple of these items, in its most compact form. Fails only if it nests too deeply.
    pub fn tuple(items: Vec<Value>) -> Result<Value> {
        match *items.as_slice() {
            [Value::Int(a), Value::Int(b)] => {
                if let (Ok(a), Ok(b)) = (i32::try_from(a), i32::try_from(b)) {
                    return Ok(Value::Pair(a, b));
                }
            }
            [Value::Int(c), Value::Pair(i, j)] => {
                if let Ok(c) = i32::try_from(c) {
                    return Ok(Value::Cell(c, i, j));
                }
            }
            [Value::Int(a), Value::Int(b), Value::Int(c)] => {
                if let (Ok(a), Ok(b), Ok(c)) = (i32::try_from(a), i32::try_from(b), i32::try_from(c)) {
                    return Ok(Value::Triple(a, b, c));
                }
            }
            _ => {}
        }
        let Measure { weight, depth, address_hash } = Measure::of_all(&items);
        let (weight, depth) = (weight.saturating_add(1), checked_depth(depth)?);
        let mut bulk = weight;
        if weight > SMALL_WEIGHT {
            if let Some(grid) = Grid::from_row_values(&items) {
                return Ok(Value::grid(grid));
            }
            bulk = items.iter().fold(1, |sum: u64, item| sum.saturating_add(item.bulk_within()));
        }
        Ok(Value::Tuple(Tuple::with_addresses(weight, bulk, depth, address_hash, items.into_iter())))
    }

    /// The tuple of all items of sets of places, or of sets of cells: one set after the other, each in its order. None if they are others,
    /// or if there is none.
    pub fn walked(sets: Vec<Arc<Set>>) -> Option<Value> {
        if is_off(Idea::Order) { None } else { Walked::new(sets).map(Value::of_walked) }
    }

    /// The tuple of all items of copies of a patch, each moved by so much: one copy after the other, each in its order. All of that stays
    /// far from the ends of 32 bits. None if it is no patch.
    pub fn walked_copies(patch: &Arc<Set>, by: &[(i32, i32)], mover: Mover) -> Option<Value> {
        if is_off(Idea::Order) { None } else { Walked::copies(patch, by, mover).map(Value::of_walked) }
    }

    fn of_walked(walked: Walked) -> Value {
        let (len, is_large) = (walked.len, walked.weight > SMALL_WEIGHT);
        let walked = Arc::new(walked);
        match is_large && walked.are_places_of_bytes() {
            true => Value::grid(Grid::planned(len, 2, Plan::Walked(walked))),
            false => Value::Tuple(Tuple::walked(walked)),
        }
    }

    /// The sets whose items are the items of this tuple, one set after the other and each in its order, if that is how it came about
    /// ([`Value::walked`]).
    #[inline]
    pub fn walked_sets(&self) -> Option<&[Arc<Set>]> {
        self.as_walked().map(|walked| walked.sets())
    }

    /// [`Value::walked_sets`], which may not be made yet.
    #[inline]
    pub fn as_walked(&self) -> Option<&Arc<Walked>> {
        match self {
            Value::Tuple(tuple) => tuple.as_walked(),
            Value::Grid(grid) => grid.as_walked(),
            _ => None,
        }
    }

    /// The tuple of an item so many times.
    pub fn repeated(item: &Value, times: usize) -> Result<Value> {
        if times <= 3 || matches!(item, Value::Pair(..) | Value::Triple(..) | Value::Tuple(_)) {
            return Value::tuple(vec![item.clone(); times]);
        }
        let all = |of_one: u64| of_one.saturating_mul(times as u64).saturating_add(1);
        let (weight, depth) = (all(item.weight()), checked_depth(item.depth())?);
        let bulk = if weight > SMALL_WEIGHT { all(item.bulk_within()) } else { weight };
        if let Value::Grid(grid) = item
            && let Some(tuple) = Tuple::of_runs(weight, bulk, depth, vec![(grid.clone(), times)])
        {
            return Ok(Value::Tuple(tuple));
        }
        let items = std::iter::repeat_n(item.clone(), times);
        Ok(Value::Tuple(Tuple::with_addresses(weight, bulk, depth, item.hashes_by_address(), items)))
    }

    /// The tuple `(*a, *b)`. What the two know about themselves need not be found out again.
    pub fn joined(a: &Tuple, b: &Tuple) -> Result<Value> {
        let n = a.len() + b.len();
        let runs = Tuple::runs_of_both(a, b);
        let items = || a.slice().iter().chain(b.slice()).cloned();
        // What may have a more compact form is left to those who know about it.
        let may_be_rows =
            runs.is_none() && matches!(items().next(), Some(Value::Pair(..) | Value::Triple(..) | Value::Tuple(_)));
        if n <= 3 || may_be_rows {
            return Value::tuple(items().collect());
        }
        let parts = [a, b];
        let weight = parts.iter().fold(1u64, |sum, part| sum.saturating_add(part.weight() - 1));
        let depth = a.depth().max(b.depth());
        let bulk = match weight {
            0..=SMALL_WEIGHT => weight,
            _ => parts.iter().fold(1u64, |sum, part| match part.weight() {
                0..=SMALL_WEIGHT => part.slice().iter().fold(sum, |sum, item| sum.saturating_add(item.bulk_within())),
                _ => sum.saturating_add(part.bulk() - 1),
            }),
        };
        if let Some(tuple) = runs.and_then(|runs| Tuple::of_runs(weight, bulk, depth, runs)) {
            return Ok(Value::Tuple(tuple));
        }
        let items = Exactly { items: items(), left: n };
        let address_hash = parts.iter().any(|part| part.has_address_hash());
        Ok(Value::Tuple(Tuple::with_addresses(weight, bulk, depth, address_hash, items)))
    }

    /// The tuple `(a, b)`.
    #[inline]
    pub fn pair(a: Value, b: Value) -> Result<Value> {
        if let (Value::Int(x), Value::Int(y)) = (&a, &b)
            && let (Ok(x), Ok(y)) = (i32::try_from(*x), i32::try_from(*y))
        {
            return Ok(Value::Pair(x, y));
        }
        let weight = a.weight().saturating_add(b.weight()).saturating_add(1);
        if weight > SMALL_WEIGHT || matches!((&a, &b), (Value::Int(_), Value::Pair(..))) {
            return Value::tuple(vec![a, b]);
        }
        let depth = checked_depth(a.depth().max(b.depth()))?;
        let address_hash = a.hashes_by_address() || b.hashes_by_address();
        Ok(Value::Tuple(Tuple::with_addresses(weight, weight, depth, address_hash, [a, b].into_iter())))
    }

    /// The tuple of these cells, colour first here, as tokpidjin writes them.
    pub fn triples(cells: &[(i32, i32, i32)]) -> Result<Value> {
        const WEIGHT: u64 = 4;
        let weight = 1 + WEIGHT * cells.len() as u64;
        let items = cells.iter().map(|&(c, i, j)| Value::Triple(i, j, c));
        match weight {
            2..=SMALL_WEIGHT => Ok(Value::Tuple(Tuple::new(weight, weight, 2, items))),
            // It may have a more compact form.
            _ => Value::tuple(items.collect()),
        }
    }

    /// The tuple `(a, b)` of two ints.
    #[inline]
    pub fn int_pair(a: i64, b: i64) -> Value {
        match (i32::try_from(a), i32::try_from(b)) {
            (Ok(a), Ok(b)) => Value::Pair(a, b),
            _ => Value::Tuple(Tuple::new(3, 3, 1, [Value::Int(a), Value::Int(b)].into_iter())),
        }
    }

    /// The tuple of these ints, in its most compact form.
    pub fn ints(ints: &[i64]) -> Value {
        if let [a, b] = *ints {
            return Value::int_pair(a, b);
        }
        if let [a, b, c] = *ints
            && let (Ok(a), Ok(b), Ok(c)) = (i32::try_from(a), i32::try_from(b), i32::try_from(c))
        {
            return Value::Triple(a, b, c);
        }
        // Ints alone are no grid, so they count for themselves however many there are.
        let weight = 1 + ints.len() as u64;
        Value::Tuple(Tuple::new(weight, weight, 1, ints.iter().map(|&n| Value::Int(n))))
    }

    /// The tuple of two pairs.
    pub fn pair_of_pairs(a: (i32, i32), b: (i32, i32)) -> Value {
        Value::Tuple(Tuple::new(7, 7, 2, [Value::Pair(a.0, a.1), Value::Pair(b.0, b.1)].into_iter()))
    }

    /// A cell, written this way.
    #[inline]
    pub fn cell(layout: CellLayout, colour: i32, i: i32, j: i32) -> Value {
        match layout {
            CellLayout::ColourFirst => Value::Cell(colour, i, j),
            CellLayout::ColourLast => Value::Triple(i, j, colour),
        }
    }

    /// Colour and place of a cell, whichever way it is written.
    #[inline]
    pub fn as_cell(&self) -> Option<(i32, i32, i32)> {
        match *self {
            Value::Cell(colour, i, j) | Value::Triple(i, j, colour) => Some((colour, i, j)),
            _ => None,
        }
    }

    #[inline]
    pub fn grid(grid: Grid) -> Value {
        Value::Grid(Arc::new(grid))
    }

    #[inline]
    pub fn set(set: Set) -> Value {
        Value::Set(Arc::new(set))
    }

    #[inline]
    pub fn func(function: Function) -> Value {
        Value::Func(Arc::new(function))
    }

    /// Whether it is a tuple in Python, in whatever form.
    #[inline]
    pub fn is_tuple(&self) -> bool {
        matches!(self, Value::Tuple(_) | Value::Grid(_) | Value::Pair(..) | Value::Cell(..) | Value::Triple(..))
    }

    /// `isinstance(self, int)`: bools are ints.
    #[inline]
    pub fn as_int(&self) -> Option<i64> {
        match *self {
            Value::Int(n) => Some(n),
            Value::Bool(b) => Some(b as i64),
            _ => None,
        }
    }

    /// Whether printing it, sets in their order, could differ between two runs of Python.
    pub fn order_depends_on_address(&self) -> bool {
        match self {
            Value::Tuple(t) => t.may_have_others() && t.slice().iter().any(Value::order_depends_on_address),
            // Places and cells have no sets in them.
            Value::Set(s) => {
                s.order_depends_on_address()
                    || (s.items() == Items::Various && s.values().any(|v| v.order_depends_on_address()))
            }
            _ => false,
        }
    }

    /// Works out the order of all sets in it.
    pub fn settle(&self) {
        match self {
            Value::Tuple(t) => t.slice().iter().for_each(Value::settle),
            Value::Set(s) => s.settle(),
            _ => {}
        }
    }

    /// The name of its type in Python's messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::None => "NoneType",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Float(_) => "float",
            Value::Pair(..) | Value::Cell(..) | Value::Triple(..) | Value::Tuple(_) | Value::Grid(_) => "tuple",
            Value::Set(_) => "frozenset",
            Value::Op(_) | Value::Tok(_) | Value::Func(_) => "function",
        }
    }

    /// `a is b`, as far as it shows in the DSL: for containers and functions the same object. Dialects have one nan and hand
    /// it around, so nans are told apart by their bits.
    #[inline]
    pub fn is(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Pair(a, b), Value::Pair(c, d)) => a == c && b == d,
            (Value::Cell(a, b, c), Value::Cell(d, e, f)) | (Value::Triple(a, b, c), Value::Triple(d, e, f)) => {
                a == d && b == e && c == f
            }
            (Value::Tuple(a), Value::Tuple(b)) => a.address() == b.address(),
            (Value::Grid(a), Value::Grid(b)) => Arc::ptr_eq(a, b),
            (Value::Set(a), Value::Set(b)) => Arc::ptr_eq(a, b),
            (Value::Op(a), Value::Op(b)) => a == b,
            (Value::Tok(a), Value::Tok(b)) => a == b,
            (Value::Func(a), Value::Func(b)) => Arc::ptr_eq(a, b) || a.is_same_foreign(b),
            _ => false,
        }
    }

    /// Whether it is a function that may call something outside of the engine ([`crate::Foreign`]), or holds one.
    pub fn is_foreign(&self) -> bool {
        crate::foreign::is_inside(std::iter::once(self))
    }

    /// Whether a container takes the two for the same item: equal, or the very same nan, which equals nothing.
    #[inline]
    pub fn is_same_item(&self, other: &Value) -> bool {
        self == other || matches!((self, other), (Value::Float(a), Value::Float(b)) if a.to_bits() == b.to_bits())
    }
}

/// Items of which somebody knows how many there are.
struct Exactly<I> {
    items: I,
    left: usize,
}

impl<I: Iterator> Iterator for Exactly<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.left = self.left.saturating_sub(1);
        self.items.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<I: Iterator> ExactSizeIterator for Exactly<I> {}

/// Python's `==`, which never fails on the DSL's values. `True == 1` holds.
impl PartialEq for Value {
    #[inline]
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Pair(a, b), Value::Pair(c, d)) => a == c && b == d,
            (Value::Cell(a, b, c), Value::Cell(d, e, f)) | (Value::Triple(a, b, c), Value::Triple(d, e, f)) => {
                a == d && b == e && c == f
            }
            (Value::Grid(a), Value::Grid(b)) => Arc::ptr_eq(a, b) || a == b,
            (Value::Set(a), Value::Set(b)) => Arc::ptr_eq(a, b) || a.same_items(b),
            _ => crate::py::compare::equal_slowly(self, other),
        }
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Value {
        Value::Bool(b)
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Value {
        Value::Int(n)
    }
}

impl From<usize> for Value {
    fn from(n: usize) -> Value {
        Value::Int(n as i64)
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::py::repr(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::py;

    #[test]
    fn a_nan_equals_nothing_and_is_the_same_item_as_itself() -> Result<()> {
        let (nan, another) = (Value::Float(f64::NAN), Value::Float(f64::from_bits(f64::NAN.to_bits() + 1)));
        assert!(nan != nan.clone());
        let tuple = Value::tuple(vec![nan.clone()])?;
        assert_eq!((py::contains(&tuple, &nan), py::contains(&tuple, &another)), (Ok(true), Ok(false)));
        assert_eq!(tuple, Value::tuple(vec![nan.clone()])?);
        assert_eq!(Set::from_items([nan.clone(), nan, another])?.len(), 2);
        Ok(())
    }
}
