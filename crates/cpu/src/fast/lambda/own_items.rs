//! Functions that are made of each set and asked about its own items.
//!
//! `fork(sfilter, identity, compose(rbind(compose, first), compose(lbind(rbind, subtract), uppermost)))` makes a function of each line,
//! `compose(rbind(subtract, its uppermost row), first)`, and asks it about the places of that line. Lines are short, so that making a
//! function and its tree takes longer than asking. Here the items of all sets are one column, and what a function is bound to is
//! another one, with the value of its set for each item.
//!
//! ```text
//! items      (2, 1) (2, 2) (2, 3)   (5, 0) (6, 0)
//! of set      0      0      0        1      1
//! bound to    2      2      2        5      5
//! ```

use super::area::Areas;
use super::bill::{Bill, CALL};
use super::binary::Side;
use super::calls::bound;
use super::coded::{Coded, Weights};
use super::column::{Column, Flow, View};
use super::made::{FUNCTION, Made, Shape, next};
use super::regions::Regions;
use super::targets::Targets;
use super::tree::{Node, Opaque};
use super::unmade::Unmade;
use crate::Machine;
use megabatt_core::{Arc, Set, Value};

/// More items than this are left to the ordinary way, which looks at the clock in between.
const MOST_ITEMS: usize = 1 << 20;

/// `sfilter(set, function)` of each set with its own function. None if a set has no items, or if they are of several kinds.
pub fn filtered(m: &mut Machine, sets: &[Arc<Set>], functions: &Made, bill: &mut Bill) -> Option<Column> {
    let items = items_of(sets)?;
    let lengths: Vec<usize> = sets.iter().map(|set| set.len()).collect();
    let weights = Weights::each(sets.iter().map(|set| set.weight()).collect());
    parts(m, items, &lengths, weights, functions, bill, |holds| {
        let parts = Coded::each(parts_of(sets, holds)?);
        let weights = parts.weights();
        Some((Column::Coded(parts), weights))
    })
}

/// [`filtered`] for the places of patches. What is kept of them nobody makes a set of.
pub fn filtered_places(m: &mut Machine, areas: &Areas, functions: &Made, bill: &mut Bill) -> Option<Column> {
    let mut places = Vec::new();
    let mut lengths = Vec::with_capacity(areas.all().len());
    for area in areas.all() {
        let before = places.len();
        area.each_place(|place| places.push(place));
        lengths.push(places.len() - before);
    }
    let items = Column::Pairs(places.clone());
    parts(m, items, &lengths, areas.weights(), functions, bill, |holds| {
        let mut kept = holds.iter().copied().peekable();
        let mut end = 0;
        let its = lengths.iter().map(|&length| {
            end += length as u32;
            std::iter::from_fn(|| kept.next_if(|&at| at < end)).map(|at| places[at as usize]).collect::<Vec<_>>()
        });
        let parts = Regions::within(areas, its)?;
        let weights = parts.weights();
        Some((Column::unmade(Unmade::Regions(parts)), weights))
    })
}

/// What is kept of sets with these items, so many of each set one after the other: `made` gets the positions of the items that are kept.
fn parts(
    m: &mut Machine,
    items: Column,
    lengths: &[usize],
    weights: Weights,
    functions: &Made,
    bill: &mut Bill,
    made: impl FnOnce(&[u32]) -> Option<(Column, Weights)>,
) -> Option<Column> {
    let owners = owners(lengths)?;
    let begun = bill.begin(&[weights, Weights::Same(FUNCTION)], 0);
    let mut inner = Bill::new(owners.len());
    let holds = functions.shape().call_on_items(functions.of(), &owners, m, items.view(), &mut inner)?;
    let holds = Flow::Made(holds).into_column()?.truthy_positions();
    // Where one call holds more than another one, it would matter whose it is.
    let each = inner.same_for_all()?;
    bill.charge_weights(&Weights::each(lengths.iter().map(|&length| each.saturating_mul(length as u64)).collect()));
    bill.frames(inner.deepest);
    bill.peak(inner.most_memory);
    bill.ask(inner.asked);
    let (parts, weights) = made(&holds)?;
    bill.charge_items(&weights);
    bill.end(begun, &weights);
    Some(parts)
}

/// The items of all sets, one set after the other. None if a set has none, or if they are of several kinds.
pub fn items_of(sets: &[Arc<Set>]) -> Option<Column> {
    let places = || sets.iter().map(|set| set.pairs().filter(|places| !places.is_empty()));
    if let Some(places) = places().collect::<Option<Vec<_>>>() {
        return Some(Column::Pairs(places.concat()));
    }
    let cells = || sets.iter().map(|set| set.cells().filter(|cells| !cells.is_empty()));
    Some(Column::Cells(cells().collect::<Option<Vec<_>>>()?.concat()))
}

/// For each item the number of its set.
fn owners(lengths: &[usize]) -> Option<Vec<u32>> {
    let count: usize = lengths.iter().sum();
    if count > MOST_ITEMS {
        return None;
    }
    let mut owners = Vec::with_capacity(count);
    (0..).zip(lengths).for_each(|(n, &length)| owners.extend(std::iter::repeat_n(n, length)));
    Some(owners)
}

/// Of each set the items that are kept: `kept` has their positions among all items, ascending.
fn parts_of(sets: &[Arc<Set>], mut kept: &[u32]) -> Option<Vec<Value>> {
    let mut parts = Vec::with_capacity(sets.len());
    let mut first = 0;
    for set in sets {
        let end = first + set.len() as u32;
        let (its, others) = kept.split_at(kept.partition_point(|&at| at < end));
        parts.push(Value::set(Set::filtered(set, its.iter().map(|&at| at - first).collect()).ok()?));
        (first, kept) = (end, others);
    }
    Some(parts)
}

/// What each item's function is bound to.
fn of_owners(of: &Column, owners: &[u32]) -> Option<Column> {
    fn gathered<T: Copy>(of: &[T], owners: &[u32]) -> Vec<T> {
        owners.iter().map(|&owner| of[owner as usize]).collect()
    }
    Some(match of {
        Column::Ints(ints) => Column::Ints(gathered(ints, owners)),
        Column::Pairs(places) => Column::Pairs(gathered(places, owners)),
        _ => return None,
    })
}

impl Shape {
    /// What the function of each item's owner gives for the item.
    fn call_on_items(
        &self,
        of: &Column,
        owners: &[u32],
        m: &mut Machine,
        x: View<'_>,
        bill: &mut Bill,
    ) -> Option<Column> {
        bill.charge(CALL);
        let level = bill.enter();
        let result = match self {
            Shape::Bound { function: Value::Op(op), first } => {
                let of = of_owners(of, owners)?;
                let (a, b) = if *first { (of.view(), x) } else { (x, of.view()) };
                bound(*op, Side::Each(a), Side::Each(b), bill)?
            }
            Shape::Outer(outer, inner) => {
                let y = inner.call_on_items(of, owners, m, x, bill)?;
                next(outer, m, y, bill)?
            }
            Shape::Inner(outer, inner) => {
                let inner = Node::of(inner, Opaque::Refused)?;
                let y = inner.call(m, x, bill)?;
                outer.call_on_items(of, owners, m, y.view(), bill)?
            }
            Shape::Between(h, g, f) => {
                let f = Node::of(f, Opaque::Refused)?;
                let y = f.call(m, x, bill)?;
                let z = g.call_on_items(of, owners, m, y.view(), bill)?;
                next(h, m, z, bill)?
            }
            Shape::Under(h, g, f) => {
                let y = f.call_on_items(of, owners, m, x, bill)?;
                let z = next(g, m, y, bill)?;
                next(h, m, z, bill)?
            }
            Shape::Fork(op, a, b) => {
                let y = a.shape().call_on_items(a.of(), owners, m, x, bill)?;
                let z = b.shape().call_on_items(b.of(), owners, m, x, bill)?;
                bound(*op, Side::Each(y.view()), Side::Each(z.view()), bill)?
            }
            Shape::Match(function, targets) => {
                let Targets::Ints(targets) = &**targets else { return None };
                let y = Node::of(function, Opaque::Refused)?.call(m, x, bill)?;
                let View::Ints(ints) = y.view() else { return None };
                // An int weighs one.
                bill.charge(1);
                Column::Bools(ints.iter().zip(owners).map(|(&n, &owner)| n == targets[owner as usize]).collect())
            }
            Shape::Bound { .. } => return None,
        };
        bill.leave(level, &result.view().weights());
        Some(result)
    }
}
