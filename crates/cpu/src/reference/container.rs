//! Tuples and sets of anything.

use super::number::{Range, range};
use crate::{Machine, walk};
use megabatt_core::py::{self, number, sort};
use megabatt_core::set::address;
use megabatt_core::value::bulk_of_grid;
use megabatt_core::{Arc, Fail, Grid, Plan, Result, Run, Set, SetBuilder, Value};
use std::cmp::Ordering;

const ZERO: Value = Value::Int(0);

pub fn identity(x: &Value) -> Result<Value> {
    Ok(x.clone())
}

/// `type(a)((*a, *b))`.
pub fn combine(m: &mut Machine, a: &Value, b: &Value) -> Result<Value> {
    if let (Value::Set(x), Value::Set(y)) = (a, b) {
        // Whatever order the two have, the result keeps the items that make it uncertain.
        return m.collect_like(a, x.in_some_order().chain(y.in_some_order()).collect());
    }
    if let (Value::Tuple(x), Value::Tuple(y)) = (a, b) {
        return Value::joined(x, y);
    }
    m.collect_like(a, py::iter(a)?.chain(py::iter(b)?).collect())
}

pub fn intersection(a: &Value, b: &Value) -> Result<Value> {
    number::bit_and(a, b)
}

pub fn difference(m: &mut Machine, a: &Value, b: &Value) -> Result<Value> {
    let items = py::iter(a)?;
    if items.size_hint().0 == 0 {
        return py::collect_like(a, Vec::new());
    }
    // Equal items hash alike, so a set of b tells the same as walking b for each item.
    let lookup;
    let other = match b {
        Value::Set(set) => &**set,
        _ => {
            lookup = Set::from_items(py::iter(b)?)?;
            &lookup
        }
    };
    m.collect_like(a, items.filter(|e| !other.contains(e)).collect())
}

/// Each item whose first place in the tuple is its own.
pub fn dedupe(tup: &Value) -> Result<Value> {
    let items = py::iter(tup)?;
    if !tup.is_tuple() && items.size_hint().0 > 0 {
        return Err(Fail::ATTRIBUTE);
    }
    let mut seen = SetBuilder::new();
    Value::tuple(items.filter(|e| seen.add(e.clone())).collect())
}

/// What the key function of `sorted`, `max` or `min` gives; None as the function means the item itself.
pub fn key(m: &mut Machine, compfunc: &Value, item: Value) -> Result<Value> {
    let level = m.meter.level();
    let key = if matches!(compfunc, Value::None) { item } else { m.call1(compfunc, &item)? };
    m.meter.back_to(level);
    m.meter.charge(key.weight())?;
    Ok(key)
}

/// `tuple(sorted(container, key=compfunc))`.
pub fn order(m: &mut Machine, container: &Value, compfunc: &Value) -> Result<Value> {
    Value::tuple(sorted(m, container, compfunc, false)?)
}

/// `sorted(container, key=compfunc, reverse=…)`. CPython turns the list round before and after it sorts, so that equal
/// items stay in the order they came.
pub fn sorted(m: &mut Machine, container: &Value, compfunc: &Value, reverse: bool) -> Result<Vec<Value>> {
    let mut items: Vec<Value> = py::iter(container)?.collect();
    let mut keys = Vec::with_capacity(items.len());
    let mut kept = 0;
    for item in &items {
        let key = key(m, compfunc, item.clone())?;
        m.meter.keep(&mut kept, key.weight())?;
        keys.push(key);
    }
    if reverse {
        keys.reverse();
        items.reverse();
    }
    let mut order = sort::sorted_order(&keys, &|| m.meter.look_at_the_clock())?;
    if reverse {
        order.reverse();
    }
    Ok(order.into_iter().map(|i| items[i as usize].clone()).collect())
}

pub fn repeat(m: &mut Machine, item: &Value, num: &Value) -> Result<Value> {
    let times = range(&ZERO, num, &Value::Int(1))?.len();
    m.meter.reserve(item.bulk_within().saturating_mul(times).saturating_add(1))?;
    Value::repeated(item, times as usize)
}

pub fn size(container: &Value) -> Result<Value> {
    Ok(py::len(container)?.into())
}

/// `type(containers)(e for c in containers for e in c)`.
pub fn merge(m: &mut Machine, containers: &Value) -> Result<Value> {
    if let Value::Tuple(inner) = containers
        && let Some(runs) = inner.runs()
        && runs.iter().all(|(grid, _)| grid.width() == runs[0].0.width())
    {
        let rows =
            runs.iter().fold(0u64, |sum, (grid, times)| sum.saturating_add(grid.height() as u64 * *times as u64));
        let weight = rows.saturating_mul(1 + runs[0].0.width() as u64).saturating_add(1);
        m.meter.reserve(bulk_of_grid(weight))?;
        return Ok(Value::grid(stacked_runs(runs)));
    }
    if let Value::Tuple(inner) = containers {
        let weight = inner.slice().iter().fold(1, |sum: u64, c| sum.saturating_add(c.weight() - 1));
        let makes_a_grid = common_width(inner.slice()).is_some();
        m.meter.reserve(if makes_a_grid { bulk_of_grid(weight) } else { weight })?;
        if makes_a_grid && let Some(grid) = stacked(inner.slice()) {
            return Ok(Value::grid(grid));
        }
    }
    let items = flattened(containers)?;
    m.collect_like(containers, items)
}

/// The width of the grids, if all are grids of one width, in whatever form.
fn common_width(grids: &[Value]) -> Option<usize> {
    let width = |grid: &Value| match grid {
        Value::Grid(grid) => Some(grid.width()),
        Value::Tuple(rows) if grid.is_byte_grid() => py::len(rows.slice().first()?).ok(),
        _ => None,
    };
    let first = width(grids.first()?)?;
    grids.iter().all(|grid| width(grid) == Some(first)).then_some(first)
}

/// Each grid so many times below itself, and all of that one below the other. All have the same width.
fn stacked_runs(runs: &[Run]) -> Grid {
    let repeated = |(grid, times): &Run| match times {
        1 => grid.clone(),
        _ => Arc::new(Grid::planned(grid.height() * times, grid.width(), Plan::Repeated(grid.clone()))),
    };
    let grids: Vec<Arc<Grid>> = runs.iter().map(repeated).collect();
    Grid::planned(grids.iter().map(|grid| grid.height()).sum(), runs[0].0.width(), Plan::Stacked(grids))
}

/// Grids of one width, one below the other: as rows, large ones would take far more space.
fn stacked(grids: &[Value]) -> Option<Grid> {
    let grid = |value: &Value| if let Value::Grid(grid) = value { Some(grid.clone()) } else { None };
    let grids: Vec<Arc<Grid>> = grids.iter().map(grid).collect::<Option<_>>()?;
    let (height, width) = (grids.iter().map(|grid| grid.height()).sum(), grids.first()?.width());
    Some(Grid::planned(height, width, Plan::Stacked(grids)))
}

pub fn flattened(containers: &Value) -> Result<Vec<Value>> {
    let mut items = Vec::new();
    for inner in py::iter(containers)? {
        match &inner {
            Value::Set(set) => set.extend_in_order(&mut items),
            Value::Tuple(tuple) => items.extend_from_slice(tuple.slice()),
            _ => items.extend(py::iter(&inner)?),
        }
    }
    Ok(items)
}

#[derive(Clone, Copy)]
pub enum Best {
    Max,
    Min,
}

/// The first item with the best key, as `max(container, key=…)` finds it.
pub fn best(m: &mut Machine, container: &Value, compfunc: &Value, which: Best) -> Result<Option<Value>> {
    let items = py::iter(container)?;
    let keys = items.clone().map(|item| key(m, compfunc, item));
    let at = match which {
        Best::Max => sort::first_max(keys),
        Best::Min => sort::first_min(keys),
    }?;
    Ok(at.and_then(|n| items.clone().nth(n)))
}

pub fn valmax(m: &mut Machine, container: &Value, compfunc: &Value) -> Result<Value> {
    let item = best(m, container, compfunc, Best::Max)?.unwrap_or(ZERO);
    m.call1(compfunc, &item)
}

pub fn valmin(m: &mut Machine, container: &Value, compfunc: &Value) -> Result<Value> {
    let item = best(m, container, compfunc, Best::Min)?.unwrap_or(ZERO);
    m.call1(compfunc, &item)
}

pub fn argmax(m: &mut Machine, container: &Value, compfunc: &Value) -> Result<Value> {
    let item = best(m, container, compfunc, Best::Max)?;
    or_nothing(m, item)
}

pub fn argmin(m: &mut Machine, container: &Value, compfunc: &Value) -> Result<Value> {
    let item = best(m, container, compfunc, Best::Min)?;
    or_nothing(m, item)
}

fn or_nothing(m: &Machine, item: Option<Value>) -> Result<Value> {
    match item {
        Some(item) => Ok(item),
        None if m.dialect.empty_argmax_is_none() => Ok(Value::None),
        None => Err(Fail::VALUE),
    }
}

/// `set(values)`, and how often each of its items occurs, by its [`SetBuilder::number`]. For callers that look at the order.
pub fn counted(values: impl Iterator<Item = Value>) -> (SetBuilder, Vec<usize>) {
    let mut distinct = SetBuilder::new();
    let mut counts: Vec<usize> = Vec::new();
    for value in values {
        let n = distinct.number(value);
        if n == counts.len() {
            counts.push(0);
        }
        counts[n] += 1;
    }
    if distinct.len() > 1 && distinct.in_order().any(address::is_uncertain) {
        address::note();
    }
    (distinct, counts)
}

/// Of the distinct values in the order of `set(values)`, the first with the most (or the fewest) occurrences.
pub fn most_frequent(values: impl Iterator<Item = Value>, fewest: bool) -> Result<Value> {
    let (distinct, counts) = counted(values);
    let mut best: Option<(usize, &Value)> = None;
    let last_of_equals = walk::asked().is_some();
    for (n, value) in distinct.numbered() {
        let better = best.is_none_or(|(count, _)| match counts[n].cmp(&count) {
            Ordering::Equal => last_of_equals,
            order => (order == Ordering::Less) == fewest,
        });
        if better {
            best = Some((counts[n], value));
        }
    }
    best.map(|(_, value)| value.clone()).ok_or(Fail::VALUE)
}

fn common(container: &Value, fewest: bool) -> Result<Value> {
    let items = py::iter(container)?;
    if !container.is_tuple() {
        return Err(Fail::ATTRIBUTE);
    }
    most_frequent(items, fewest)
}

pub fn mostcommon(container: &Value) -> Result<Value> {
    common(container, false)
}

pub fn leastcommon(container: &Value) -> Result<Value> {
    common(container, true)
}

pub fn initset(value: &Value) -> Result<Value> {
    Ok(Value::set(Set::single(value.clone())?))
}

pub fn sfilter(m: &mut Machine, container: &Value, condition: &Value) -> Result<Value> {
    let kept = passing(m, container, condition)?;
    m.collect_like(container, kept)
}

/// The items for which the condition holds.
pub fn passing(m: &mut Machine, container: &Value, condition: &Value) -> Result<Vec<Value>> {
    let mut kept = Vec::new();
    for item in py::iter(container)? {
        let holds = m.call1_in_generator(condition, &item)?;
        if py::truthy(&holds) {
            kept.push(item);
        }
    }
    Ok(kept)
}

pub fn mfilter(m: &mut Machine, container: &Value, function: &Value) -> Result<Value> {
    let kept = sfilter(m, container, function)?;
    merge(m, &kept)
}

pub fn extract(m: &mut Machine, container: &Value, condition: &Value) -> Result<Value> {
    for item in py::iter(container)? {
        if py::truthy(&m.call1_in_generator(condition, &item)?) {
            return Ok(item);
        }
    }
    Err(Fail::STOP)
}

pub fn totuple(container: &Value) -> Result<Value> {
    if container.is_tuple() { Ok(container.clone()) } else { Value::tuple(py::iter(container)?.collect()) }
}

pub fn first(container: &Value) -> Result<Value> {
    py::iter(container)?.next().ok_or(Fail::STOP)
}

/// `max(enumerate(container))[1]`: the numbers decide, so it is the last one.
pub fn last(container: &Value) -> Result<Value> {
    match container {
        Value::Set(set) => set.in_order().next_back(),
        _ => py::iter(container)?.last(),
    }
    .ok_or(Fail::VALUE)
}

/// `container.union(frozenset({value}))`.
pub fn insert(value: &Value, container: &Value) -> Result<Value> {
    let Value::Set(set) = container else { return Err(Fail::ATTRIBUTE) };
    let single = megabatt_core::Arc::new(Set::single(value.clone())?);
    Ok(Value::set(Set::union(set, &single)?))
}

pub fn remove(value: &Value, container: &Value) -> Result<Value> {
    py::collect_like(container, py::iter(container)?.filter(|e| e != value).collect())
}

pub fn other(container: &Value, value: &Value) -> Result<Value> {
    first(&remove(value, container)?)
}

/// `frozenset((i, j) for j in b for i in a)`.
pub fn product(m: &mut Machine, a: &Value, b: &Value) -> Result<Value> {
    let outer = py::iter(b)?;
    let mut pairs = SetBuilder::new();
    if outer.size_hint().0 > 0 {
        let inner = py::iter(a)?;
        m.meter.reserve(outer.size_hint().0 as u64 * inner.size_hint().0 as u64)?;
        for j in outer {
            for i in inner.clone() {
                pairs.add(Value::pair(i, j.clone())?);
            }
        }
    }
    Ok(Value::set(pairs.finish()?))
}

/// `tuple(zip(a, b))`.
pub fn pair(a: &Value, b: &Value) -> Result<Value> {
    let both = py::iter(a)?.zip(py::iter(b)?);
    let mut pairs = Vec::with_capacity(both.size_hint().0);
    for (x, y) in both {
        pairs.push(Value::pair(x, y)?);
    }
    Value::tuple(pairs)
}

/// The ints `0..n` as Python's `range(n)` gives them, for callers that loop over a parameter.
pub fn count_up_to(n: &Value) -> Result<Range> {
    range(&ZERO, n, &Value::Int(1))
}
