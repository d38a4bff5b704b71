//! Functions over the items of a set or a tuple: filters, keys, and sets of what they give.

use super::container::paid_part;
use super::joined::merge_any;
use super::lambda::{self, Column};
use super::{coloured, equals};
use crate::Machine;
use crate::machine::Mark;
use crate::reference::function::total_weight;
use megabatt_core::{Arc, Grid, Numbered, Result, Set, Tuple, Value, py};

type Taken = Option<Result<Value>>;

/// What the function gives for each item, by position in the set's content; `before` is the state before the [`column`].
fn results(
    m: &mut Machine,
    set: &Arc<Set>,
    function: &Value,
    column: Option<Column>,
    before: Mark,
) -> Result<Vec<Value>> {
    if let Some(values) = column.and_then(Column::into_values) {
        return Ok(values);
    }
    m.rewind(before);
    called(m, set, function, Keep::Results)
}

/// [`results`] that are found all at once, and paid for. None, and nothing paid, if that cannot be.
fn column(m: &mut Machine, set: &Arc<Set>, function: &Value) -> Option<Column> {
    if m.careful {
        return None;
    }
    let before = m.mark();
    // With too little fuel, it may be the memory for the results that runs out first.
    if let Some(Ok(column)) = lambda::results(m, &Value::Set(set.clone()), function)
        && m.meter.keep(&mut 0, column.total_weight()).is_ok()
    {
        return Some(column);
    }
    m.rewind(before);
    None
}

/// [`results`], call by call.
///
/// If nothing fails, the order in which the items are asked does not show, and finding the order can wait. If
/// something fails, the first failure in CPython's order decides, so it is done again in that order, unless the very first item
/// failed and is the first one in that order, too.
fn called(m: &mut Machine, set: &Arc<Set>, function: &Value, keep: Keep) -> Result<Vec<Value>> {
    if m.careful {
        return called_in_order(m, set, function, keep);
    }
    let before = m.mark();
    let mut results = Vec::with_capacity(set.len());
    let Err(fail) = call_each(m, set.values(), function, keep, &mut results) else { return Ok(results) };
    if results.is_empty() && (set.len() == 1 || set.positions_in_order().next() == Some(0)) {
        return Err(fail);
    }
    m.rewind(before);
    // Carefully, or sets within sets would each be walked twice for every time the outer one is.
    m.careful = true;
    let results = called_in_order(m, set, function, keep);
    m.careful = false;
    results
}

/// [`called`] in CPython's order. Where nothing fails, each result goes to the position of its item: the set may be one
/// inside another, whose function fails later on and depends on it until then.
fn called_in_order(m: &mut Machine, set: &Arc<Set>, function: &Value, keep: Keep) -> Result<Vec<Value>> {
    let mut in_order = Vec::with_capacity(set.len());
    call_each(m, set.in_order(), function, keep, &mut in_order)?;
    let mut by_position = vec![Value::None; in_order.len()];
    for (n, result) in set.positions_in_order().zip(in_order) {
        by_position[n] = result;
    }
    Ok(by_position)
}

/// Whether what a function gives is kept until the operation ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Results,
    Nothing,
}

/// Adds what the function gives for each item, as far as nothing fails.
fn call_each(
    m: &mut Machine,
    items: impl Iterator<Item = Value>,
    function: &Value,
    keep: Keep,
    results: &mut Vec<Value>,
) -> Result<()> {
    let mut kept = 0;
    for item in items {
        let result = m.call1_in_generator(function, &item)?;
        if keep == Keep::Results {
            m.meter.keep(&mut kept, result.weight())?;
        }
        results.push(result);
    }
    Ok(())
}

/// The items for which the condition holds.
fn kept(m: &mut Machine, set: &Arc<Set>, condition: &Value) -> Result<Set> {
    if set.is_empty() {
        return Ok(Set::empty());
    }
    if let Some(part) = coloured::part(m, set, condition) {
        return part;
    }
    let taken: Vec<u32> = match lambda::results(m, &Value::Set(set.clone()), condition) {
        Some(holds) => holds?.truthy_positions(),
        None => {
            let results = called(m, set, condition, Keep::Nothing)?;
            (0..set.len() as u32).filter(|&n| py::truthy(&results[n as usize])).collect()
        }
    };
    paid_part(m, set, taken)
}

pub fn sfilter(m: &mut Machine, set: &Arc<Set>, condition: &Value) -> Taken {
    if set.order_depends_on_address() {
        return None;
    }
    if set.is_empty() {
        return Some(Ok(Value::set(Set::empty())));
    }
    Some(kept(m, set, condition).map(Value::set))
}

pub fn mfilter(m: &mut Machine, set: &Arc<Set>, condition: &Value) -> Taken {
    if set.order_depends_on_address() {
        return None;
    }
    Some(kept(m, set, condition).and_then(|kept| merge_any(m, &Value::set(kept))))
}

/// `sfilter` of a tuple of scalars, or of rows.
pub fn sfilter_tuple(m: &mut Machine, tuple: &Value, condition: &Value) -> Taken {
    let before = m.mark();
    let Some(Ok(holds)) = lambda::results(m, tuple, condition) else {
        m.rewind(before);
        return None;
    };
    let positions = holds.truthy_positions();
    // A tuple of pairs is more often a list of places than a grid.
    if let Value::Grid(grid) = tuple
        && grid.width() != 2
        && !positions.is_empty()
    {
        return Some(Ok(Value::grid(rows_of(grid, &positions))));
    }
    if let Value::Tuple(items) = tuple
        && let Some(Numbered { numbers, rows }) = items.as_numbered()
        && !positions.is_empty()
    {
        let numbers = positions.iter().map(|&n| numbers[n as usize]).collect();
        if let Some(kept) = Tuple::numbered(numbers, Arc::new(rows_of(rows, &positions))) {
            return Some(Ok(Value::Tuple(kept)));
        }
    }
    let mut kept = Vec::with_capacity(positions.len());
    match tuple {
        Value::Tuple(items) => {
            let items = items.slice();
            kept.extend(positions.iter().map(|&n| items[n as usize].clone()));
        }
        _ => kept.extend(positions.iter().filter_map(|&n| py::item(tuple, n as usize))),
    }
    Some(Value::tuple(kept))
}

/// The grid of some rows of a grid.
fn rows_of(grid: &Grid, rows: &[u32]) -> Grid {
    let mut cells = Vec::with_capacity(rows.len() * grid.width());
    rows.iter().for_each(|&i| cells.extend_from_slice(grid.row(i as usize)));
    Grid::new(rows.len(), grid.width(), cells)
}

/// `apply` to a tuple of scalars, or to rows.
pub fn apply_tuple(m: &mut Machine, function: &Value, tuple: &Value) -> Taken {
    let before = m.mark();
    if let Some(Ok(results)) = lambda::results(m, tuple, function) {
        let weight = results.total_weight();
        let all = match &results {
            Column::Lists(rows) if let Some(grid) = rows.as_grid() => Some(Ok(Value::grid(grid))),
            _ => results.into_values().map(Value::tuple),
        };
        if all.is_some() && m.meter.keep(&mut 0, weight).is_ok() {
            return all;
        }
    }
    m.rewind(before);
    None
}

/// `order` of places, cells or scalars whose keys are ints or pairs. The order of a set matters only for ties.
pub fn order(m: &mut Machine, container: &Value, compfunc: &Value) -> Taken {
    if matches!(container, Value::Set(set) if set.order_depends_on_address()) {
        return None;
    }
    let before = m.mark();
    let Some(keys) = lambda::kept_keys(m, container, compfunc) else {
        m.rewind(before);
        return None;
    };
    let mut positions: Vec<u32> = match container {
        Value::Set(set) if has_ties(&keys) => set.positions_in_order().map(|n| n as u32).collect(),
        _ => (0..keys.len() as u32).collect(),
    };
    positions.sort_by_key(|&n| keys[n as usize]);
    let items: Option<Vec<Value>> = match container {
        Value::Set(set) => {
            let items: Vec<Value> = set.values().collect();
            Some(positions.iter().map(|&n| items[n as usize].clone()).collect())
        }
        _ => positions.iter().map(|&n| py::item(container, n as usize)).collect(),
    };
    Some(Value::tuple(items?))
}

fn has_ties(keys: &[i64]) -> bool {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|two| two[0] == two[1])
}

/// A set of what the function gives for each item of a set: from the column, if there is one and that will do, else from the results.
pub(super) fn collected(
    m: &mut Machine,
    function: &Value,
    set: &Arc<Set>,
    of_column: impl FnOnce(&mut Machine, &Column) -> Option<Result<Set>>,
    of_results: impl FnOnce(&mut Machine, Vec<Value>) -> Result<Value>,
) -> Taken {
    if set.order_depends_on_address() {
        return None;
    }
    if set.is_empty() {
        return Some(Ok(Value::set(Set::empty())));
    }
    let before = m.mark();
    let column = column(m, set, function);
    if let Some(collected) = column.as_ref().and_then(|column| of_column(m, column)) {
        return Some(collected.map(Value::set));
    }
    Some(results(m, set, function, column, before).and_then(|results| of_results(m, results)))
}

/// `apply` to a set.
pub fn apply(m: &mut Machine, function: &Value, set: &Arc<Set>) -> Taken {
    let of_column = |m: &mut Machine, column: &Column| {
        let all = column.as_set(set)?;
        Some(m.meter.charge(column.total_weight()).and(all))
    };
    collected(m, function, set, of_column, |m, results| {
        m.meter.charge(total_weight(&results))?;
        Ok(Value::set(set_of_results(set, results)?))
    })
}

/// `rapply` of the only function of a set.
pub fn rapply(m: &mut Machine, functions: &Arc<Set>, value: &Value) -> Taken {
    if functions.len() != 1 || functions.order_depends_on_address() {
        return None;
    }
    let function = functions.item(0)?;
    Some(m.call1_in_generator(&function, value).and_then(|result| {
        m.meter.keep(&mut 0, result.weight())?;
        m.meter.charge(result.weight())?;
        Set::single(result).map(Value::set)
    }))
}

/// `frozenset(results)`, the results being by position in the source's content.
pub(super) fn set_of_results(source: &Arc<Set>, results: Vec<Value>) -> Result<Set> {
    let plain = |v: &Value| matches!(v, Value::Int(_) | Value::Pair(..) | Value::Cell(..) | Value::Triple(..));
    if results.iter().all(plain) {
        return Set::deferred_results(source, results, false);
    }
    if let [only] = results.as_slice() {
        return Set::single(only.clone());
    }
    Set::mapped_to_values(source, &results)
        .or_else(|| equals::set_of(source, &results))
        .unwrap_or_else(|| Set::from_items(source.positions_in_order().map(|n| results[n].clone())))
}
