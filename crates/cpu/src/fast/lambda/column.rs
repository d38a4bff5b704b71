//! Values of one kind, one for each item.

use super::along::Along;
use super::area::Areas;
use super::built::Built;
use super::chosen::Chosen;
use super::coded::{Coded, Weights};
use super::cut::weight_of_palette;
use super::drawing::Drawings;
use super::fits::Fits;
use super::function::{Bound, Distances};
use super::gathered::Gathered;
use super::kept::Kept;
use super::lists::Lists;
use super::made::Made;
use super::outline::Outlines;
use super::unmade::Unmade;
use super::zipped::Zipped;
use crate::fast::bounds::{Bounds, Mask};
use crate::fast::moved::Moved;
use crate::fast::shapes::{Around, Lines, Strokes};
use crate::fast::wanted::positions_where;
use megabatt_core::set::Twos;
use megabatt_core::{Arc, Result, Set, Value};

/// A value that fits into registers.
#[derive(Clone, Copy, PartialEq)]
pub enum Scalar {
    Bool(bool),
    Int(i64),
    Pair(i32, i32),
    Cell(i32, i32, i32),
    /// The set of one place.
    Single(i32, i32),
    /// A set of ints below 16, a bit for each.
    Palette(u16),
}

impl Scalar {
    pub fn of(value: &Value) -> Option<Scalar> {
        match *value {
            Value::Bool(b) => Some(Scalar::Bool(b)),
            Value::Int(n) => Some(Scalar::Int(n)),
            Value::Pair(i, j) => Some(Scalar::Pair(i, j)),
            Value::Cell(c, i, j) => Some(Scalar::Cell(c, i, j)),
            Value::Set(ref set) => match single(value) {
                Some((i, j)) => Some(Scalar::Single(i, j)),
                None => palette(set).map(Scalar::Palette),
            },
            _ => None,
        }
    }

    pub fn weight(self) -> u64 {
        match self {
            Scalar::Bool(_) | Scalar::Int(_) => 1,
            Scalar::Pair(..) => 3,
            Scalar::Cell(..) => 5,
            Scalar::Single(..) => 4,
            Scalar::Palette(bits) => weight_of_palette(bits),
        }
    }
}

/// The items of a set of ints below 16.
pub fn palette(set: &Set) -> Option<u16> {
    let bit = |value: Value| match value {
        Value::Int(n) if (0..16).contains(&n) => Some(1u16 << n),
        _ => None,
    };
    if set.len() > 16 {
        return None;
    }
    set.values().map(bit).try_fold(0, |bits, bit| Some(bits | bit?))
}

/// The place of a set of one place.
fn single(value: &Value) -> Option<(i32, i32)> {
    match value {
        Value::Set(set) if set.len() == 1 => set.pairs().map(|pairs| pairs[0]),
        _ => None,
    }
}

/// A place with a second one: `((i, j), (k, l))`.
pub type Two = [(i32, i32); 2];

/// The values of all items. Columns are handed on from one part of a function to the next, so what is large sits behind a pointer: a
/// column has to fit into a few registers.
pub enum Column {
    Bools(Vec<bool>),
    Ints(Vec<i64>),
    Pairs(Vec<(i32, i32)>),
    Cells(Vec<(i32, i32, i32)>),
    Twos(Vec<Two>),
    /// Sets of one place each.
    Singles(Vec<(i32, i32)>),
    /// Sets of places of which only this much is known.
    Outlines(Box<Outlines>),
    /// Sets of places that nobody has made.
    Areas(Box<Areas>),
    /// Grids that nobody has drawn.
    Drawings(Box<Drawings>),
    Unmade(Box<Unmade>),
    /// Values that are put together of others.
    Built(Box<Built>),
    /// Places in a grid.
    Fits(Box<Fits>),
    /// Copies of one patch.
    Moved(Moved),
    Lines(Lines),
    Along(Along),
    /// Sets put together of lines.
    Strokes(Box<Strokes>),
    Around(Around),
    Kept(Box<Kept>),
    Chosen(Box<Chosen>),
    /// Functions.
    Made(Box<Made>),
    Bound(Bound),
    Distances(Box<Distances>),
    /// Tuples of numbers.
    Lists(Box<Lists>),
    Coded(Coded),
}

/// Columns of what sits behind a pointer.
impl Column {
    pub fn areas(values: Areas) -> Column {
        Column::Areas(Box::new(values))
    }

    pub fn outlines(values: Outlines) -> Column {
        Column::Outlines(Box::new(values))
    }

    pub fn drawings(values: Drawings) -> Column {
        Column::Drawings(Box::new(values))
    }

    pub fn unmade(values: Unmade) -> Column {
        Column::Unmade(Box::new(values))
    }

    pub fn built(values: Built) -> Column {
        Column::Built(Box::new(values))
    }

    pub fn kept(values: Kept) -> Column {
        Column::Kept(Box::new(values))
    }

    pub fn chosen(values: Chosen) -> Column {
        Column::Chosen(Box::new(values))
    }

    pub fn fits(values: Fits) -> Column {
        Column::Fits(Box::new(values))
    }

    pub fn distances(values: Distances) -> Column {
        Column::Distances(Box::new(values))
    }

    pub fn strokes(values: Strokes) -> Column {
        Column::Strokes(Box::new(values))
    }

    pub fn made(values: Made) -> Column {
        Column::Made(Box::new(values))
    }
}

const _: () = assert!(size_of::<Column>() <= 48);

/// A column of somebody else.
#[derive(Clone, Copy)]
pub enum View<'a> {
    Bools(&'a [bool]),
    Ints(&'a [i64]),
    Pairs(&'a [(i32, i32)]),
    Cells(&'a [(i32, i32, i32)]),
    Twos(&'a [Two]),
    Singles(&'a [(i32, i32)]),
    Outlines(&'a Outlines),
    Areas(&'a Areas),
    Drawings(&'a Drawings),
    Unmade(&'a Unmade),
    Built(&'a Built),
    Fits(&'a Fits),
    Moved(&'a Moved),
    Lines(&'a Lines),
    Along(&'a Along),
    Strokes(&'a Strokes),
    Around(&'a Around),
    Kept(&'a Kept),
    Chosen(&'a Chosen),
    Made(&'a Made),
    Sets(&'a Gathered),
    Bound(&'a Bound),
    Distances(&'a Distances),
    Lists(&'a Lists),
    /// Tuples of a number and something else.
    Zipped(&'a Zipped<'a>),
    Coded(&'a Coded),
    /// The tuples of a product.
    Tuples(&'a Twos),
}

/// A column that was made, or one that went through as it was.
pub enum Flow<'a> {
    Made(Column),
    Lent(View<'a>),
}

impl<'a> Flow<'a> {
    pub fn view(&self) -> View<'_> {
        match self {
            Flow::Made(column) => column.view(),
            Flow::Lent(view) => *view,
        }
    }

    /// Places one by one.
    pub fn decoded(self) -> Flow<'a> {
        match self.view() {
            View::Coded(coded) => coded.places().map(|places| Flow::Made(Column::Pairs(places))),
            _ => None,
        }
        .unwrap_or(self)
    }

    /// The column, if its values are all known.
    pub fn into_column(self) -> Option<Column> {
        Some(match self {
            Flow::Made(
                Column::Outlines(_)
                | Column::Areas(_)
                | Column::Drawings(_)
                | Column::Unmade(_)
                | Column::Kept(_)
                | Column::Made(_)
                | Column::Bound(_)
                | Column::Distances(_),
            ) => return None,
            Flow::Made(Column::Moved(moved)) if !moved.is_shift() => return None,
            Flow::Lent(
                View::Outlines(_)
                | View::Areas(_)
                | View::Drawings(_)
                | View::Unmade(_)
                | View::Built(_)
                | View::Fits(_)
                | View::Moved(_)
                | View::Lines(_)
                | View::Along(_)
                | View::Strokes(_)
                | View::Around(_)
                | View::Kept(_)
                | View::Chosen(_)
                | View::Made(_)
                | View::Sets(_)
                | View::Bound(_)
                | View::Distances(_)
                | View::Lists(_)
                | View::Zipped(_)
                | View::Tuples(_),
            ) => return None,
            Flow::Made(column) => column,
            Flow::Lent(View::Bools(v)) => Column::Bools(v.to_vec()),
            Flow::Lent(View::Ints(v)) => Column::Ints(v.to_vec()),
            Flow::Lent(View::Pairs(v)) => Column::Pairs(v.to_vec()),
            Flow::Lent(View::Cells(v)) => Column::Cells(v.to_vec()),
            Flow::Lent(View::Twos(v)) => Column::Twos(v.to_vec()),
            Flow::Lent(View::Singles(v)) => Column::Singles(v.to_vec()),
            Flow::Lent(View::Coded(coded)) => Column::Coded(coded.clone()),
        })
    }
}

impl View<'_> {
    pub fn weights(self) -> Weights {
        Weights::Same(match self {
            View::Bools(_) | View::Ints(_) | View::Bound(_) | View::Made(_) => 1,
            View::Distances(distances) => 1 + distances.width() as u64,
            View::Pairs(_) => 3,
            View::Cells(_) => 5,
            View::Twos(_) => 7,
            View::Singles(_) => 4,
            View::Moved(moved) => moved.weight(),
            View::Around(around) => around.weight(),
            View::Lines(lines) => return Weights::Each(lines.weights().clone()),
            View::Along(along) => return along.weights(),
            View::Strokes(strokes) => return Weights::each(strokes.weights()),
            View::Outlines(outlines) => return outlines.weights(),
            View::Drawings(drawings) => return drawings.bulks(),
            View::Unmade(unmade) => return unmade.weights(),
            View::Built(built) => return built.weights(),
            View::Fits(fits) => return fits.weights(),
            View::Kept(kept) => return kept.outlines.weights(),
            View::Chosen(chosen) => return chosen.weights(),
            View::Areas(areas) => return areas.weights(),
            View::Sets(sets) => return sets.weights(),
            View::Lists(lists) => return lists.weights(),
            View::Zipped(zipped) => return zipped.weights(),
            View::Coded(coded) => return coded.weights(),
            View::Tuples(twos) => {
                let weights = |values: &[Value]| values.iter().map(Value::weight).collect::<Vec<_>>();
                let (left, right) = (weights(twos.left().values()), weights(twos.right().values()));
                let weight = |&(l, r): &(u32, u32)| 1 + left[l as usize] + right[r as usize];
                return Weights::each(twos.codes().iter().map(weight).collect());
            }
        })
    }

    /// The n-th of them, if it is a place, a cell or a tuple of a product.
    pub fn item(self, n: usize) -> Option<Value> {
        match self {
            View::Pairs(v) => v.get(n).map(|&(i, j)| Value::Pair(i, j)),
            View::Cells(v) => v.get(n).map(|&(c, i, j)| Value::Cell(c, i, j)),
            View::Tuples(twos) => (n < twos.len()).then(|| twos.get(n)),
            _ => None,
        }
    }

    pub fn len(self) -> usize {
        match self {
            View::Bools(v) => v.len(),
            View::Ints(v) => v.len(),
            View::Pairs(v) => v.len(),
            View::Cells(v) => v.len(),
            View::Twos(v) => v.len(),
            View::Singles(v) => v.len(),
            View::Outlines(v) => v.len(),
            View::Areas(areas) => areas.all().len(),
            View::Drawings(v) => v.len(),
            View::Unmade(v) => v.len(),
            View::Built(v) => v.len(),
            View::Fits(v) => v.len(),
            View::Moved(moved) => moved.len(),
            View::Lines(lines) => lines.len(),
            View::Along(along) => along.len(),
            View::Strokes(strokes) => strokes.len(),
            View::Around(around) => around.len(),
            View::Kept(kept) => kept.outlines.len(),
            View::Chosen(chosen) => chosen.len(),
            View::Made(made) => made.len(),
            View::Sets(sets) => sets.sets().len(),
            View::Bound(functions) => functions.places.len(),
            View::Distances(distances) => distances.len(),
            View::Lists(lists) => lists.len(),
            View::Zipped(zipped) => zipped.len(),
            View::Coded(coded) => coded.codes.len(),
            View::Tuples(twos) => twos.len(),
        }
    }
}

/// All items as one kind, or None if one is of another kind.
fn all<T>(items: &[Value], of: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    let mut column = Vec::with_capacity(items.len());
    for item in items {
        column.push(of(item)?);
    }
    Some(column)
}

impl Column {
    /// The items of a tuple, if they are scalars of one kind.
    pub fn of_tuple(tuple: &Value) -> Option<Column> {
        let items = match tuple {
            Value::Tuple(items) => items.slice(),
            // A long list of places near the origin is a grid of two columns.
            Value::Grid(g) if g.width() == 2 => {
                let rows = g.cells().chunks_exact(2).map(|row| (row[0].into(), row[1].into()));
                return Some(Column::Pairs(rows.collect()));
            }
            _ => return None,
        };
        Some(match items.first()? {
            Value::Int(_) => Column::Ints(all(items, |v| if let Value::Int(n) = *v { Some(n) } else { None })?),
            Value::Pair(..) => {
                Column::Pairs(all(items, |v| if let Value::Pair(i, j) = *v { Some((i, j)) } else { None })?)
            }
            Value::Cell(..) => {
                Column::Cells(all(items, |v| if let Value::Cell(c, i, j) = *v { Some((c, i, j)) } else { None })?)
            }
            Value::Bool(_) => Column::Bools(all(items, |v| if let Value::Bool(b) = *v { Some(b) } else { None })?),
            Value::Set(_) => Column::Singles(all(items, single)?),
            _ => return None,
        })
    }

    pub fn view(&self) -> View<'_> {
        match self {
            Column::Bools(v) => View::Bools(v),
            Column::Ints(v) => View::Ints(v),
            Column::Pairs(v) => View::Pairs(v),
            Column::Cells(v) => View::Cells(v),
            Column::Twos(v) => View::Twos(v),
            Column::Singles(v) => View::Singles(v),
            Column::Outlines(v) => View::Outlines(v),
            Column::Areas(v) => View::Areas(v),
            Column::Drawings(v) => View::Drawings(v),
            Column::Unmade(v) => View::Unmade(v),
            Column::Built(v) => View::Built(v),
            Column::Fits(v) => View::Fits(v),
            Column::Moved(moved) => View::Moved(moved),
            Column::Lines(lines) => View::Lines(lines),
            Column::Along(along) => View::Along(along),
            Column::Strokes(strokes) => View::Strokes(strokes),
            Column::Around(around) => View::Around(around),
            Column::Kept(kept) => View::Kept(kept),
            Column::Chosen(chosen) => View::Chosen(chosen),
            Column::Made(made) => View::Made(made),
            Column::Bound(functions) => View::Bound(functions),
            Column::Distances(distances) => View::Distances(distances),
            Column::Lists(lists) => View::Lists(lists),
            Column::Coded(coded) => View::Coded(coded),
        }
    }

    pub fn len(&self) -> usize {
        self.view().len()
    }

    /// What all values weigh together.
    pub fn total_weight(&self) -> u64 {
        self.view().weights().total(self.len())
    }

    /// The values, if they are known.
    pub fn into_values(self) -> Option<Vec<Value>> {
        Some(match self {
            Column::Bools(v) => v.into_iter().map(Value::Bool).collect(),
            Column::Ints(v) => v.into_iter().map(Value::Int).collect(),
            Column::Pairs(v) => v.into_iter().map(|(i, j)| Value::Pair(i, j)).collect(),
            Column::Cells(v) => v.into_iter().map(|(c, i, j)| Value::Cell(c, i, j)).collect(),
            Column::Twos(v) => v.into_iter().map(|[a, b]| Value::pair_of_pairs(a, b)).collect(),
            Column::Singles(v) => v.into_iter().map(|place| Value::set(Set::grown_pairs(vec![place]))).collect(),
            Column::Moved(moved) => return moved.into_values(),
            Column::Lines(lines) => lines.into_values(),
            Column::Along(along) => return along.into_values(),
            Column::Strokes(strokes) => strokes.into_values(),
            Column::Around(around) => around.into_values(),
            Column::Built(built) => return built.into_values(),
            Column::Fits(fits) => fits.into_values(),
            Column::Outlines(_) | Column::Areas(_) | Column::Drawings(_) => return None,
            Column::Unmade(_) | Column::Kept(_) | Column::Made(_) => return None,
            Column::Bound(_) | Column::Distances(_) => return None,
            Column::Chosen(chosen) => return chosen.values(),
            Column::Lists(lists) => return lists.into_values(),
            Column::Coded(coded) if coded.is_of_each() => coded.values.to_vec(),
            // Python makes an object for each, and whether two sets are one object shows in `a & a`.
            Column::Coded(_) => return None,
        })
    }

    /// The items of all values in one set, as `mapply` over the source makes it, without a set for each. None if they have to be
    /// made.
    pub fn union(&self, source: &Arc<Set>) -> Option<Set> {
        match self {
            Column::Moved(moved) => moved.union(source),
            Column::Lines(lines) => lines.union(source),
            Column::Strokes(strokes) => strokes.union(source),
            Column::Around(around) => around.union(source),
            Column::Built(built) => built.union(source),
            Column::Fits(fits) => Some(fits.union(source)),
            _ => None,
        }
    }

    /// The set of all values, as `apply` over the source makes it, without a set for each. None if they have to be made.
    pub fn as_set(&self, source: &Arc<Set>) -> Option<Result<Set>> {
        match self {
            Column::Lines(lines) => Some(lines.as_set(source)),
            Column::Moved(moved) => moved.as_set(source),
            Column::Around(around) => Some(around.as_set(source)),
            Column::Pairs(places) => set_of_places(places, source).map(Ok),
            _ => None,
        }
    }

    /// The positions of the values that are true in Python's eyes.
    pub fn truthy_positions(&self) -> Vec<u32> {
        match self {
            Column::Bools(v) => positions_where(v.len(), |n| v[n]),
            Column::Ints(v) => positions_where(v.len(), |n| v[n] != 0),
            Column::Outlines(v) => positions_where(v.len(), |n| v.sizes[n] > 0),
            Column::Kept(v) => positions_where(v.outlines.len(), |n| v.outlines.sizes[n] > 0),
            Column::Lines(v) => positions_where(v.len(), |n| !v.is_empty_at(n)),
            Column::Chosen(v) => positions_where(v.len(), |n| !v.is_empty_at(n)),
            Column::Along(v) => positions_where(v.len(), |n| !v.is_empty_at(n)),
            Column::Strokes(v) => positions_where(v.len(), |n| v.sizes()[n] > 0),
            Column::Lists(v) => positions_where(v.len(), |n| !v.is_empty_at(n)),
            Column::Coded(coded) => {
                let truthy: Vec<bool> = coded.values.iter().map(megabatt_core::py::truthy).collect();
                positions_where(coded.codes.len(), |n| truthy[coded.codes[n] as usize])
            }
            _ => (0..self.len() as u32).collect(),
        }
    }

    /// Ints that compare as the values do.
    pub fn into_sortable(self) -> Option<Vec<i64>> {
        match self {
            Column::Ints(v) => Some(v),
            Column::Bools(v) => Some(v.into_iter().map(i64::from).collect()),
            Column::Pairs(v) => Some(v.into_iter().map(sortable).collect()),
            _ => None,
        }
    }
}

/// A pair as an int: ints made this way compare as the pairs do.
pub fn sortable((i, j): (i32, i32)) -> i64 {
    // The sign is flipped into unsigned order for the second half only; the first keeps its own.
    i64::from(i) << 32 | i64::from(j as u32 ^ 0x8000_0000)
}

/// The set of places that came for the items of the source, if no two of them are the same: then nobody needs their hashes.
fn set_of_places(places: &[(i32, i32)], source: &Arc<Set>) -> Option<Set> {
    let mut mask = Mask::over(Bounds::of_places(places.iter().copied()))?;
    let distinct = places.iter().all(|&(i, j)| mask.insert(i, j));
    distinct.then(|| Set::mapped_to_pairs(source, places.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_sort_as_python_sorts_them() {
        let pairs = vec![(-2, 5), (-2, -5), (0, -1), (0, 0), (3, i32::MIN), (3, i32::MAX), (-2, 0)];
        let keys = Column::Pairs(pairs.clone()).into_sortable().expect("pairs have an order");
        for (n, a) in pairs.iter().enumerate() {
            for (m, b) in pairs.iter().enumerate() {
                assert_eq!(a.cmp(b), keys[n].cmp(&keys[m]), "{a:?} against {b:?}");
            }
        }
    }
}
