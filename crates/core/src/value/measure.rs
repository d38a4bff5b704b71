//! How much there is of a value, how deep it is, and whether its hash comes from an address.
//!
//! Whoever makes a container asks all its items for all three, and programs make containers all the time.

use super::Value;
use crate::error::{Limit, Result};

/// Containers nested deeper than this end a program with [`Limit::Depth`]: comparing, hashing or freeing them
/// walks the nesting, and the stack is finite. CPython goes on for longer and then crashes.
pub const MAX_DEPTH: u32 = 2_000;

/// Up to this weight, a grid counts as any other value.
pub(super) const SMALL_WEIGHT: u64 = 1_024;

/// So many cells of a grid count as one.
const GRID_SHARE: u64 = 8;

/// The [`Value::bulk`] of a grid of bytes of this weight.
pub fn bulk_of_grid(weight: u64) -> u64 {
    if weight <= SMALL_WEIGHT { weight } else { SMALL_WEIGHT + (weight - SMALL_WEIGHT) / GRID_SHARE }
}

/// The [`Value::bulk`] of a tuple of this weight that is no grid; its items add so much ([`Value::bulk_within`]) where it is large.
pub fn bulk_of_tuple(weight: u64, within: u64) -> u64 {
    if weight <= SMALL_WEIGHT { weight } else { within.saturating_add(1) }
}

/// One more than the deepest item, if that is still allowed.
pub(crate) fn checked_depth(of_items: u32) -> Result<u32> {
    if of_items >= MAX_DEPTH { Err(Limit::Depth.into()) } else { Ok(of_items + 1) }
}

/// What a container has to know of its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Measure {
    /// The sum of the weights.
    pub weight: u64,
    /// The depth of the deepest.
    pub depth: u32,
    /// Whether the hash of one comes from an address.
    pub address_hash: bool,
}

impl Measure {
    const NOTHING: Measure = Measure { weight: 0, depth: 0, address_hash: false };

    /// What all of them are together.
    #[inline]
    pub fn of_all<'a>(items: impl IntoIterator<Item = &'a Value>) -> Measure {
        items.into_iter().fold(Measure::NOTHING, |all, item| match item {
            // By far the most frequent, and their depth adds nothing.
            Value::Int(_) => Measure { weight: all.weight.saturating_add(1), ..all },
            item => all.and(item.measure()),
        })
    }

    #[inline]
    fn and(self, other: Measure) -> Measure {
        Measure {
            weight: self.weight.saturating_add(other.weight),
            depth: self.depth.max(other.depth),
            address_hash: self.address_hash | other.address_hash,
        }
    }
}

impl Value {
    /// How much there is of it: 1 for a scalar or a function; 1 + the weight of all items for a container, shared
    /// items counted each time. Fuel and memory are formulas over weights.
    #[inline]
    pub fn weight(&self) -> u64 {
        match self {
            Value::Pair(..) => 3,
            Value::Triple(..) => 4,
            Value::Cell(..) => 5,
            Value::Tuple(t) => t.weight(),
            Value::Grid(g) => g.weight(),
            Value::Set(s) => s.weight(),
            _ => 1,
        }
    }

    /// The weight, with large grids of bytes and the grids in large tuples counted at an eighth: they take a byte a
    /// cell where other values take sixteen, in memory and in time. Depends on the value alone, not on the form
    /// it has.
    #[inline]
    pub fn bulk(&self) -> u64 {
        match self {
            Value::Grid(g) => bulk_of_grid(g.weight()),
            Value::Tuple(t) => t.bulk(),
            _ => self.weight(),
        }
    }

    /// What it adds to the bulk of a large tuple it is in.
    pub fn bulk_within(&self) -> u64 {
        if self.is_byte_grid() { 1 + self.weight() / GRID_SHARE } else { self.bulk() }
    }

    /// Whether it is a grid, in whatever form: a rectangle of at least one cell whose cells are ints that fit a byte.
    pub fn is_byte_grid(&self) -> bool {
        match self {
            Value::Grid(_) => true,
            Value::Tuple(t) => t.is_byte_grid(),
            _ => false,
        }
    }

    /// How deeply containers nest: 0 for a scalar, 1 for a tuple of scalars.
    #[inline]
    pub fn depth(&self) -> u32 {
        match self {
            Value::Pair(..) | Value::Triple(..) => 1,
            Value::Cell(..) | Value::Grid(_) => 2,
            Value::Tuple(t) => t.depth(),
            Value::Set(s) => s.depth(),
            Value::Func(f) => f.depth(),
            _ => 0,
        }
    }

    /// Whether its hash comes from an address in CPython 3.11, so that the order of a set with it is not fixed.
    pub fn hashes_by_address(&self) -> bool {
        match self {
            Value::None | Value::Op(_) | Value::Tok(_) | Value::Func(_) => true,
            Value::Float(x) => x.is_nan(),
            Value::Tuple(t) => t.has_address_hash(),
            Value::Set(s) => s.has_address_hash(),
            _ => false,
        }
    }

    /// All of that in one look.
    #[inline]
    fn measure(&self) -> Measure {
        let (weight, depth, address_hash) = match self {
            Value::Bool(_) | Value::Int(_) => (1, 0, false),
            Value::Pair(..) => (3, 1, false),
            Value::Triple(..) => (4, 1, false),
            Value::Cell(..) => (5, 2, false),
            Value::Grid(grid) => (grid.weight(), 2, false),
            Value::Tuple(tuple) => (tuple.weight(), tuple.depth(), tuple.has_address_hash()),
            Value::Set(set) => (set.weight(), set.depth(), set.has_address_hash()),
            Value::None | Value::Float(_) | Value::Op(_) | Value::Tok(_) | Value::Func(_) => {
                (self.weight(), self.depth(), self.hashes_by_address())
            }
        };
        Measure { weight, depth, address_hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Op, Set};

    #[test]
    fn one_look_tells_what_three_questions_tell() {
        let grid = Value::grid(Grid::from_rows(&[[1, 2], [3, 4]]).expect("a rectangle"));
        let set = |value: Value| Value::set(Set::single(value).expect("not deep"));
        let tuple = |items: &[Value]| Value::tuple(items.to_vec()).expect("not deep");
        let mut values = vec![
            Value::None,
            Value::Bool(true),
            Value::Int(7),
            Value::Float(1.5),
            Value::Float(f64::NAN),
            Value::Pair(1, 2),
            Value::Triple(1, 2, 3),
            Value::Cell(1, 2, 3),
            Value::Op(Op::identity),
            grid,
        ];
        for n in 0..values.len() {
            let deeper = [set(values[n].clone()), tuple(&[values[n].clone(), Value::Bool(false)]), tuple(&values[..n])];
            values.extend(deeper);
        }
        for (n, value) in values.iter().enumerate() {
            let asked =
                Measure { weight: value.weight(), depth: value.depth(), address_hash: value.hashes_by_address() };
            assert_eq!(value.measure(), asked, "{value:?}");
            let all = Measure::of_all(&values[..=n]);
            let so_far = &values[..=n];
            assert_eq!(all.weight, so_far.iter().map(Value::weight).sum::<u64>());
            assert_eq!(all.depth, so_far.iter().map(Value::depth).max().unwrap_or(0));
            assert_eq!(all.address_hash, so_far.iter().any(Value::hashes_by_address));
        }
    }
}
