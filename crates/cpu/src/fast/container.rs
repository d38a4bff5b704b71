//! Sets as sets: what is in one of them and in another, and all pairs of their items.

use super::wanted::positions_where;
use crate::Machine;
use megabatt_core::ablation::{Idea, is_off};
use megabatt_core::{Arc, Fail, Grid, Result, Set, Tuple, Value, py};

type Taken = Option<Result<Value>>;

/// Up to this many places are looked through; a mask of them would take longer to make.
const FEW: usize = 4;
/// The same for cells, of which a table would have to be made.
const FEW_CELLS: usize = 16;

/// The positions of the items of `a` that are in `b`, or that are not.
fn positions(a: &Arc<Set>, b: &Arc<Set>, wanted: bool) -> Vec<u32> {
    if b.is_empty() {
        return if wanted { Vec::new() } else { (0..a.len() as u32).collect() };
    }
    if let (Some(pairs), Some(few)) = (a.pairs(), b.pairs().filter(|few| few.len() <= FEW)) {
        return positions_where(pairs.len(), |n| few.contains(&pairs[n]) == wanted);
    }
    if let (Some(cells), Some(few)) = (a.coloured(), b.coloured().filter(|few| few.len() <= FEW_CELLS))
        && a.items() == b.items()
    {
        return positions_where(cells.len(), |n| few.contains(&cells[n]) == wanted);
    }
    match (a.pairs(), b.mask()) {
        (Some(pairs), Some(mask)) => positions_where(pairs.len(), |n| mask.has(pairs[n].0, pairs[n].1) == wanted),
        _ => a.positions_in(b, wanted),
    }
}

/// The items at these positions, paid for.
pub(super) fn paid_part(m: &mut Machine, set: &Arc<Set>, taken: Vec<u32>) -> Result<Set> {
    let part = Set::filtered(set, taken)?;
    m.meter.charge(part.weight() - 1)?;
    Ok(part)
}

pub fn difference(m: &mut Machine, a: &Arc<Set>, b: &Arc<Set>) -> Taken {
    if a.order_depends_on_address() {
        return None;
    }
    let taken = positions(a, b, false);
    Some(paid_part(m, a, taken).map(Value::set))
}

/// `a - b` of two sets.
pub fn set_difference(a: &Arc<Set>, b: &Arc<Set>) -> Result<Set> {
    if a.len() >> 2 > b.len() || a.order_depends_on_address() {
        Set::difference(a, b)
    } else {
        Set::filtered(a, positions(a, b, false))
    }
}

pub fn intersection(a: &Arc<Set>, b: &Arc<Set>) -> Taken {
    let (walked, other) = if b.len() > a.len() { (a, b) } else { (b, a) };
    if Arc::ptr_eq(a, b) || walked.order_depends_on_address() {
        return None;
    }
    Some(Set::filtered(walked, positions(walked, other, true)).map(Value::set))
}

fn without(value: &Value, set: &Arc<Set>) -> Result<Set> {
    Set::filtered(set, set.positions_of_others(value))
}

/// `tuple(set)`.
pub fn totuple(value: &Value) -> Taken {
    let Value::Set(set) = value else { return None };
    let mut items = Vec::with_capacity(set.len());
    set.extend_in_order(&mut items);
    Some(Value::tuple(items))
}

/// `set.union(frozenset({value}))`.
pub fn insert(value: &Value, set: &Arc<Set>) -> Taken {
    if set.has_address_hash() || value.hashes_by_address() {
        return None;
    }
    Some(Set::inserted(set, value).map(Value::set))
}

pub fn remove(value: &Value, set: &Arc<Set>) -> Taken {
    if set.order_depends_on_address() {
        return None;
    }
    Some(without(value, set).map(Value::set))
}

pub fn other(set: &Arc<Set>, value: &Value) -> Taken {
    if set.order_depends_on_address() {
        return None;
    }
    Some(without(value, set).and_then(|rest| rest.first().ok_or(Fail::STOP)))
}

/// The ints of a tuple or set in order, if they are small and distinct.
fn distinct_ints(value: &Value) -> Option<Vec<i32>> {
    // Whether somebody walked a set in an order that depends on addresses is noted, so nobody does who does not have to.
    if matches!(value, Value::Set(set) if set.order_depends_on_address()) {
        return None;
    }
    let ints: Vec<i32> = py::iter(value)
        .ok()?
        .map(|v| match v {
            Value::Int(n) => i32::try_from(n).ok(),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let mut sorted = ints.clone();
    sorted.sort_unstable();
    sorted.dedup();
    (sorted.len() == ints.len()).then_some(ints)
}

/// All pairs of ints, columns outside and rows inside; or all pairs of the items of two sets.
pub fn product(m: &mut Machine, a: &Value, b: &Value) -> Taken {
    if let (Value::Set(rows), Value::Set(columns)) = (a, b)
        && !rows.order_depends_on_address()
        && !columns.order_depends_on_address()
        && let Some(first) = rows.values().next()
        && !matches!(first, Value::Int(_))
        && !is_off(Idea::Products)
    {
        if let Err(e) = m.meter.reserve(rows.len() as u64 * columns.len() as u64) {
            return Some(Err(e));
        }
        return Set::product(rows.in_order().collect(), columns.in_order().collect()).map(|set| set.map(Value::set));
    }
    let (rows, columns) = (distinct_ints(a)?, distinct_ints(b)?);
    if let Err(e) = m.meter.reserve(rows.len() as u64 * columns.len() as u64) {
        return Some(Err(e));
    }
    let places = columns.iter().flat_map(|&j| rows.iter().map(move |&i| (i, j)));
    Some(Ok(Value::set(Set::grown_pairs(places.collect()))))
}

/// `pair` of two tuples of small ints, as the rows of grids are.
pub fn pair(a: &[Value], b: &[Value]) -> Taken {
    let mut pairs = Vec::with_capacity(a.len().min(b.len()));
    for two in a.iter().zip(b) {
        let (Value::Int(x), Value::Int(y)) = two else { return None };
        pairs.push(Value::Pair(i32::try_from(*x).ok()?, i32::try_from(*y).ok()?));
    }
    Some(Value::tuple(pairs))
}

/// `pair` of ints and the rows of a grid, of which there are no more.
pub fn number_rows(numbers: &Value, rows: &Arc<Grid>) -> Taken {
    if rows.is_planned() {
        return None;
    }
    let number = |value: Value| if let Value::Int(n) = value { Some(n) } else { None };
    let numbers: Box<[i64]> = py::iter(numbers).ok()?.take(rows.height()).map(number).collect::<Option<_>>()?;
    Tuple::numbered(numbers, rows.clone()).map(|tuple| Ok(Value::Tuple(tuple)))
}
