//! Tuples of numbers, one for each item: the rows of a grid.
//!
//! `sfilter(I, chain(positive, size, rbind(sfilter, compose(flip, matcher(identity, ZERO)))))` looks at each cell of each row. The numbers of
//! all rows are one long column here, and what is asked about a number is asked about all of them at once:
//!
//! ```text
//! rows       all numbers     not 0?              left of each    size    positive
//! (0, 3, 0)  0 3 0 | 0 0 0   no yes no | no …    (3,) | ()       1 | 0   yes | no
//! (0, 0, 0)
//! ```

use super::MOST_ITEMS;
use super::bill::Bill;
use super::coded::Weights;
use super::column::{Column, Scalar};
use super::tree::{Kind, Node, Opaque};
use crate::Machine;
use crate::fast::colour::most_frequent;
use megabatt_core::{Grid, Op, Value};

/// Tuples that weigh more are left to the ordinary way: large values count by other rules.
const MOST_WEIGHT: u64 = 1_000;

type Place = (i32, i32);

/// A tuple of ints, of truth or of pairs for each item.
pub struct Lists {
    /// The items of all, one tuple after the other: ints, bools or pairs.
    flat: Column,
    /// Where each ends in it.
    ends: Vec<u32>,
}

impl Lists {
    fn new(flat: Column, ends: Vec<u32>) -> Option<Lists> {
        matches!(flat, Column::Ints(_) | Column::Bools(_) | Column::Pairs(_)).then_some(Lists { flat, ends })
    }

    /// The rows of a grid, or the tuples of ints or of pairs that are in a tuple. None if they are others.
    pub fn of(container: &Value) -> Option<Lists> {
        match container {
            Value::Grid(grid) => Lists::of_grid(grid),
            Value::Tuple(tuple) if tuple.as_walked().is_none() => Lists::of_tuples(tuple.slice())?.if_light(),
            _ => None,
        }
    }

    /// The rows of a grid.
    pub fn of_grid(grid: &Grid) -> Option<Lists> {
        if grid.height() * grid.width() > MOST_ITEMS {
            return None;
        }
        let ints = grid.cells().iter().map(|&cell| cell.into()).collect();
        let ends = (1..=grid.height()).map(|rows| (rows * grid.width()) as u32).collect();
        Lists { flat: Column::Ints(ints), ends }.if_light()
    }

    /// These, if none of the tuples is large.
    fn if_light(self) -> Option<Lists> {
        let longest = self.each().map(|(from, to)| to - from).max()?;
        (self.item_weight() * (longest as u64) < MOST_WEIGHT).then_some(self)
    }

    fn of_tuples(tuples: &[Value]) -> Option<Lists> {
        let of_pairs = matches!(tuples.first()?, Value::Tuple(t) if matches!(t.slice().first(), Some(Value::Pair(..))));
        let (mut ints, mut pairs) = (Vec::new(), Vec::new());
        let mut ends = Vec::with_capacity(tuples.len());
        for tuple in tuples {
            match tuple {
                Value::Tuple(items) if items.as_walked().is_some() || items.runs().is_some() => return None,
                Value::Tuple(items) => {
                    for item in items.slice() {
                        match *item {
                            Value::Int(n) if !of_pairs => ints.push(n),
                            Value::Pair(i, j) if of_pairs => pairs.push((i, j)),
                            _ => return None,
                        }
                    }
                }
                &Value::Pair(i, j) if !of_pairs => ints.extend([i64::from(i), i64::from(j)]),
                &Value::Triple(a, b, c) if !of_pairs => ints.extend([a, b, c].map(i64::from)),
                _ => return None,
            }
            ends.push((ints.len() + pairs.len()) as u32);
        }
        let flat = if of_pairs { Column::Pairs(pairs) } else { Column::Ints(ints) };
        Some(Lists { flat, ends })
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where each begins and ends.
    fn each(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(from, &to)| (from as usize, to as usize))
    }

    fn item_weight(&self) -> u64 {
        if matches!(self.flat, Column::Pairs(_)) { 3 } else { 1 }
    }

    pub fn weights(&self) -> Weights {
        let item = self.item_weight();
        let weight = |(from, to): (usize, usize)| 1 + item * (to - from) as u64;
        let mut weights = self.each().map(weight);
        match weights.next() {
            Some(first) if weights.all(|weight| weight == first) => Weights::Same(first),
            _ => Weights::each(self.each().map(weight).collect()),
        }
    }

    pub fn is_empty_at(&self, n: usize) -> bool {
        self.ends[n] == if n == 0 { 0 } else { self.ends[n - 1] }
    }

    /// An operation on each.
    pub fn unary(&self, op: Op) -> Option<Column> {
        match op {
            Op::size => return Some(Column::Ints(self.each().map(|(from, to)| (to - from) as i64).collect())),
            Op::flip => return Some(Column::Bools((0..self.len()).map(|n| self.is_empty_at(n)).collect())),
            _ => {}
        }
        match &self.flat {
            Column::Ints(flat) => {
                let of_each = |f: fn(&[i64]) -> Option<i64>| self.of_each(flat, f).map(Column::Ints);
                match op {
                    Op::first => of_each(|ints| ints.first().copied()),
                    Op::last => of_each(|ints| ints.last().copied()),
                    Op::maximum => of_each(|ints| Some(ints.iter().copied().max().unwrap_or(0))),
                    Op::minimum => of_each(|ints| Some(ints.iter().copied().min().unwrap_or(0))),
                    Op::mostcommon => of_each(|ints| most_frequent(ints, false)),
                    Op::leastcommon => of_each(|ints| most_frequent(ints, true)),
                    Op::dedupe => self.where_it_holds(&self.are_new(flat)),
                    _ => None,
                }
            }
            Column::Pairs(flat) => {
                let of_each = |f: fn(&[Place]) -> Option<Place>| self.of_each(flat, f).map(Column::Pairs);
                match op {
                    Op::first => of_each(|pairs| pairs.first().copied()),
                    Op::last => of_each(|pairs| pairs.last().copied()),
                    Op::maximum => of_each(|pairs| pairs.iter().copied().max()),
                    Op::minimum => of_each(|pairs| pairs.iter().copied().min()),
                    Op::dedupe => self.where_it_holds(&self.are_new(flat)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What `f` makes of the items of each; None if it fails for one of them.
    fn of_each<T>(&self, flat: &[T], f: fn(&[T]) -> Option<T>) -> Option<Vec<T>> {
        self.each().map(|(from, to)| f(&flat[from..to])).collect()
    }

    /// Of all items, whether no equal one comes before it in its tuple.
    fn are_new<T: PartialEq>(&self, flat: &[T]) -> Vec<bool> {
        self.each().flat_map(|(from, to)| (from..to).map(move |n| !flat[from..n].contains(&flat[n]))).collect()
    }

    /// The items of each tuple for which it holds.
    fn where_it_holds(&self, holds: &[bool]) -> Option<Column> {
        fn kept<T: Copy>(items: &[T], holds: &[bool]) -> Vec<T> {
            items.iter().zip(holds).filter(|&(_, &holds)| holds).map(|(&item, _)| item).collect()
        }
        let flat = match &self.flat {
            Column::Ints(flat) => Column::Ints(kept(flat, holds)),
            Column::Bools(flat) => Column::Bools(kept(flat, holds)),
            Column::Pairs(flat) => Column::Pairs(kept(flat, holds)),
            _ => return None,
        };
        let mut left = 0;
        let mut ends = Vec::with_capacity(self.len());
        for (from, to) in self.each() {
            left += holds[from..to].iter().map(|&holds| u32::from(holds)).sum::<u32>();
            ends.push(left);
        }
        Some(Column::Lists(Box::new(Lists::new(flat, ends)?)))
    }

    /// `combine` of each with another one: the items of one and then those of the other. None unless all are ints, or all are bools, or if
    /// one is too large.
    pub fn with(&self, others: &Lists, bill: &mut Bill) -> Option<Column> {
        fn joined<T: Copy>(some: &Lists, these: &[T], others: &Lists, those: &[T]) -> Vec<T> {
            let mut flat = Vec::with_capacity(these.len() + those.len());
            for ((from, to), (start, end)) in some.each().zip(others.each()) {
                flat.extend_from_slice(&these[from..to]);
                flat.extend_from_slice(&those[start..end]);
            }
            flat
        }
        let flat = match (&self.flat, &others.flat) {
            (Column::Ints(these), Column::Ints(those)) => Column::Ints(joined(self, these, others, those)),
            (Column::Bools(these), Column::Bools(those)) => Column::Bools(joined(self, these, others, those)),
            // A long tuple of pairs may be a grid, which takes room as rows.
            _ => return None,
        };
        let both = Lists::new(flat, self.ends.iter().zip(&others.ends).map(|(a, b)| a + b).collect())?;
        let longest = both.each().map(|(from, to)| to - from).max()?;
        if both.item_weight() * longest as u64 >= MOST_WEIGHT {
            return None;
        }
        bill.op(Op::combine, &[self.weights(), others.weights()], &both.weights())?;
        Some(Column::Lists(Box::new(both)))
    }

    /// `value in tuple` for each.
    pub fn contain(&self, value: Scalar) -> Option<Vec<bool>> {
        Some(match (&self.flat, value) {
            (Column::Ints(flat), Scalar::Int(n)) => self.each().map(|(from, to)| flat[from..to].contains(&n)).collect(),
            (Column::Pairs(flat), Scalar::Pair(i, j)) => {
                self.each().map(|(from, to)| flat[from..to].contains(&(i, j))).collect()
            }
            _ => return None,
        })
    }

    /// What the function gives for each item of each tuple, inside of an operation that is under way.
    fn called(&self, m: &mut Machine, function: &Value, bill: &mut Bill) -> Option<Column> {
        let mut inner = Bill::new(self.flat.len());
        let node = Node::of(function, Opaque::Allowed)?;
        let results = node.call(m, self.flat.view(), &mut inner)?.into_column()?;
        bill.calls_of_some(&inner, |n| !self.is_empty_at(n))?;
        Some(results)
    }

    /// `sfilter(tuple, condition)` for each.
    pub fn filtered(&self, m: &mut Machine, condition: &Value, bill: &mut Bill) -> Option<Column> {
        let begun = bill.begin(&[self.weights(), Weights::Same(condition.weight())], 0);
        let mut holds = vec![false; self.flat.len()];
        if !holds.is_empty() {
            for n in self.called(m, condition, bill)?.truthy_positions() {
                holds[n as usize] = true;
            }
        }
        let result = self.where_it_holds(&holds)?;
        bill.end(begun, &result.view().weights());
        Some(result)
    }

    /// `apply(function, tuple)` for each.
    pub fn mapped(&self, m: &mut Machine, function: &Value, bill: &mut Bill) -> Option<Column> {
        if self.flat.len() == 0 {
            return None;
        }
        let begun = bill.begin(&[Weights::Same(function.weight()), self.weights()], 0);
        let lists = Lists::new(self.called(m, function, bill)?, self.ends.clone())?;
        let result = Column::Lists(Box::new(lists));
        let weights = result.view().weights();
        // Results are kept until all are there; by then they weigh one less than the tuple does.
        bill.end(begun, &weights);
        Some(result)
    }

    /// The grid of which these are the rows, if they are.
    pub fn as_grid(&self) -> Option<Grid> {
        let Column::Ints(flat) = &self.flat else { return None };
        let width = *self.ends.first()? as usize;
        // A tuple of pairs is more often a list of places than a grid.
        if width == 0 || width == 2 || self.each().any(|(from, to)| to - from != width) {
            return None;
        }
        let cells = flat.iter().map(|&n| i8::try_from(n).ok()).collect::<Option<_>>()?;
        Some(Grid::new(self.len(), width, cells))
    }

    /// The tuples.
    pub fn into_values(self) -> Option<Vec<Value>> {
        let Lists { flat, ends } = self;
        let mut items = flat.into_values()?.into_iter();
        let mut from = 0;
        let mut tuples = Vec::with_capacity(ends.len());
        for to in ends {
            tuples.push(Value::tuple(items.by_ref().take((to - from) as usize).collect()).ok()?);
            from = to;
        }
        Some(tuples)
    }
}

/// Whether a function begins with something that can be asked about tuples.
pub fn suits(node: &Node<'_>) -> bool {
    match &node.kind {
        Kind::Unary(op) => matches!(
            op,
            Op::size
                | Op::flip
                | Op::first
                | Op::last
                | Op::maximum
                | Op::minimum
                | Op::mostcommon
                | Op::leastcommon
                | Op::dedupe
        ),
        Kind::LeftBound(op, _) => *op == Op::contained,
        Kind::Kept(_) | Kind::Applied(_) => true,
        Kind::Compose(nodes) => suits(&nodes[1]),
        Kind::Chain(nodes) => suits(&nodes[2]),
        Kind::Matcher(node, _) => suits(node),
        Kind::Fork(_, nodes) => nodes.iter().all(suits),
        _ => false,
    }
}
