//! Sets of anything, and sets made of sets.

use super::equals;
use super::lambda::{self, Column};
use super::moved::Moved;
use super::union::{batches, near_each_other, union_of_cells, union_of_places};
use super::wanted::positions_where;
use crate::machine::Mark;
use crate::reference::function::total_weight;
use crate::{Machine, reference};
use megabatt_core::ablation::{Idea, is_off};
use megabatt_core::set::Items;
use megabatt_core::{Arc, CellLayout, Fail, Result, Set, SetBuilder, Value, py};

type Taken = Option<Result<Value>>;

/// Up to this many places are looked through; a mask of them would take longer to make.
const FEW: usize = 4;
/// The same for cells, of which a table would have to be made.
const FEW_CELLS: usize = 16;

/// The positions of the items of `a` that are in `b`, or that are not.
fn positions(a: &Arc<Set>, b: &Arc<Set>, wanted: bool) -> Vec<u32> {
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
fn paid_part(m: &mut Machine, set: &Arc<Set>, taken: Vec<u32>) -> Result<Set> {
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
/// something fails, the first failure in CPython's order decides, so it is done again in that order.
fn called(m: &mut Machine, set: &Arc<Set>, function: &Value, keep: Keep) -> Result<Vec<Value>> {
    if m.careful {
        return called_in_order(m, set, function, keep);
    }
    let before = m.mark();
    call_each(m, set.values(), function, keep).or_else(|_| {
        m.rewind(before);
        // Carefully, or sets within sets would each be walked twice for every time the outer one is.
        m.careful = true;
        let results = called_in_order(m, set, function, keep);
        m.careful = false;
        results
    })
}

/// [`called`] in CPython's order. Where nothing fails, each result goes to the position of its item: the set may be one
/// inside another, whose function fails later on and depends on it until then.
fn called_in_order(m: &mut Machine, set: &Arc<Set>, function: &Value, keep: Keep) -> Result<Vec<Value>> {
    let in_order = call_each(m, set.in_order(), function, keep)?;
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

fn call_each(
    m: &mut Machine,
    items: impl ExactSizeIterator<Item = Value>,
    function: &Value,
    keep: Keep,
) -> Result<Vec<Value>> {
    let mut results = Vec::with_capacity(items.len());
    let mut kept = 0;
    for item in items {
        let result = m.call1_in_generator(function, &item)?;
        if keep == Keep::Results {
            m.meter.keep(&mut kept, result.weight())?;
        }
        results.push(result);
    }
    Ok(results)
}

/// The items for which the condition holds.
fn kept(m: &mut Machine, set: &Arc<Set>, condition: &Value) -> Result<Set> {
    if set.is_empty() {
        return Ok(Set::empty());
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

/// `sfilter` of a tuple of scalars.
pub fn sfilter_tuple(m: &mut Machine, tuple: &Value, condition: &Value) -> Taken {
    let before = m.mark();
    let Some(Ok(holds)) = lambda::results(m, tuple, condition) else {
        m.rewind(before);
        return None;
    };
    let kept = holds.truthy_positions().into_iter().filter_map(|n| py::item(tuple, n as usize));
    Some(Value::tuple(kept.collect()))
}

/// `apply` to a tuple of scalars.
pub fn apply_tuple(m: &mut Machine, function: &Value, tuple: &Value) -> Taken {
    let before = m.mark();
    if let Some(Ok(results)) = lambda::results(m, tuple, function)
        && let Some(results) = results.into_values()
        && m.meter.keep(&mut 0, total_weight(&results)).is_ok()
    {
        return Some(Value::tuple(results));
    }
    m.rewind(before);
    None
}

/// `argmax` or `argmin` of places, cells or scalars whose keys are ints or pairs. The order of a set matters only for ties.
pub fn best(m: &mut Machine, container: &Value, compfunc: &Value, greatest: bool) -> Taken {
    let keys = match lambda::keys(m, container, compfunc)? {
        Ok(keys) => keys,
        Err(e) => return Some(Err(e)),
    };
    let best = if greatest { keys.iter().max() } else { keys.iter().min() };
    let best = *best?;
    let mut ties = (0..keys.len()).filter(|&n| keys[n] == best);
    let first = ties.next()?;
    let Value::Set(set) = container else { return py::item(container, first).map(Ok) };
    let at = if ties.next().is_none() { first } else { set.first_of(|n| keys[n] == best)? };
    set.item(at).map(Ok)
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

/// `apply` to a set.
pub fn apply(m: &mut Machine, function: &Value, set: &Arc<Set>) -> Taken {
    if set.order_depends_on_address() {
        return None;
    }
    if set.is_empty() {
        return Some(Ok(Value::set(Set::empty())));
    }
    let before = m.mark();
    let column = column(m, set, function);
    if let Some(column) = &column
        && let Some(all) = column.as_set(set)
    {
        return Some(m.meter.charge(column.total_weight()).and_then(|()| all.map(Value::set)));
    }
    Some(results(m, set, function, column, before).and_then(|results| {
        m.meter.charge(total_weight(&results))?;
        Ok(Value::set(set_of_results(set, results)?))
    }))
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
fn set_of_results(source: &Arc<Set>, results: Vec<Value>) -> Result<Set> {
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

/// `mapply` over a set.
pub fn mapply(m: &mut Machine, function: &Value, set: &Arc<Set>) -> Taken {
    if set.order_depends_on_address() {
        return None;
    }
    if set.is_empty() {
        return Some(Ok(Value::set(Set::empty())));
    }
    let before = m.mark();
    let column = column(m, set, function);
    if let Some(column) = &column
        && let Some(union) = column.union(set)
    {
        return Some(pay_to_merge(m, column.total_weight()).map(|()| Value::set(union)));
    }
    Some(results(m, set, function, column, before).and_then(|results| {
        pay_to_merge(m, total_weight(&results))?;
        let patches = results.iter().map(|v| match v {
            Value::Set(set) => Some(set.clone()),
            _ => None,
        });
        if let Some(patches) = patches.collect::<Option<Vec<_>>>() {
            if patches.iter().all(|patch| patch.is_empty()) {
                return Ok(Value::set(Set::empty()));
            }
            let source = set.clone();
            if let Some(joined) = joined(patches, move |all| order_of_applied(&source, all)) {
                return Ok(Value::set(joined));
            }
        }
        let applied = Value::set(set_of_results(set, results)?);
        py::collect_like(&applied, reference::container::flattened(&applied)?)
    }))
}

/// What `mapply` takes for results of this weight, beside the calls.
fn pay_to_merge(m: &mut Machine, weight: u64) -> Result<()> {
    m.meter.charge(weight)?;
    m.meter.reserve(weight)?;
    m.meter.charge(weight)
}

/// In which order the set of all results has them, as positions among the results.
pub fn order_of_applied(source: &Arc<Set>, results: &[Arc<Set>]) -> Vec<usize> {
    let mut applied = SetBuilder::new();
    let mut first_with_number = Vec::new();
    for n in source.positions_in_order() {
        if applied.number(Value::Set(results[n].clone())) == first_with_number.len() {
            first_with_number.push(n);
        }
    }
    applied.numbered().map(|(number, _)| first_with_number[number]).collect()
}

fn merge_any(m: &mut Machine, containers: &Value) -> Result<Value> {
    match containers {
        Value::Set(_) => merge(m, containers).unwrap_or_else(|| reference::container::merge(m, containers)),
        _ => reference::container::merge(m, containers),
    }
}

/// `merge` of a set of patches of one kind.
pub fn merge(m: &mut Machine, containers: &Value) -> Taken {
    let Value::Set(outer) = containers else { return None };
    if outer.order_depends_on_address() {
        return None;
    }
    if let Some(copies) = Moved::in_set(outer)
        && let Some(merged) = copies.merged(outer)
    {
        let weight = copies.len() as u64 * (copies.weight() - 1);
        return Some(m.meter.charge(weight).map(|()| Value::set(merged)));
    }
    let sources = outer.values().map(|v| match v {
        Value::Set(set) => Some(set),
        _ => None,
    });
    let sources: Vec<Arc<Set>> = sources.collect::<Option<_>>()?;
    let outer = outer.clone();
    pay_and_join(m, sources, move |_| outer.positions_in_order().collect())
}

/// `combine` of two patches of one kind.
pub fn combine(m: &mut Machine, a: &Arc<Set>, b: &Arc<Set>) -> Taken {
    pay_and_join(m, vec![a.clone(), b.clone()], |_| vec![0, 1])
}

/// `combine` of a set of places with a tuple of places.
pub fn combine_with_list(m: &mut Machine, set: &Arc<Set>, list: &Value) -> Taken {
    let own = set.pairs()?;
    if let Some(sets) = list.walked_sets() {
        let all: Vec<Arc<Set>> = std::iter::once(set).chain(sets).cloned().collect();
        let joined = joined(all, |all| (0..all.len()).collect())?;
        let listed: usize = sets.iter().map(|set| set.len()).sum();
        return Some(m.meter.charge(3 * (own.len() + listed) as u64).map(|()| Value::set(joined)));
    }
    let listed = match Column::of_tuple(list)? {
        Column::Pairs(listed) => listed,
        _ => return None,
    };
    let mut mask = near_each_other(own.iter().chain(&listed), own.len() + listed.len())?;
    if let Err(e) = m.meter.charge(3 * (own.len() + listed.len()) as u64) {
        return Some(Err(e));
    }
    let mut places = Vec::with_capacity(own.len() + listed.len());
    let all = set.positions_in_order().map(|n| own[n]).chain(listed);
    places.extend(all.filter(|&(i, j)| mask.insert(i, j)));
    Some(Ok(Value::set(Set::grown_pairs(places))))
}

fn pay_and_join(
    m: &mut Machine,
    sources: Vec<Arc<Set>>,
    order: impl Fn(&[Arc<Set>]) -> Vec<usize> + Send + Sync + 'static,
) -> Taken {
    let weight: u64 = sources.iter().map(|s| s.weight() - 1).sum();
    let set = joined(sources, order)?;
    Some(m.meter.charge(weight).map(|()| Value::set(set)))
}

/// The items of all sets in one, added one by one: set after set in the given order, each in its own.
fn joined(sources: Vec<Arc<Set>>, order: impl Fn(&[Arc<Set>]) -> Vec<usize> + Send + Sync + 'static) -> Option<Set> {
    let mut items = sources.iter().filter(|s| !s.is_empty()).map(|s| s.items());
    let kind = items.next()?;
    if items.any(|other| other != kind) {
        return None;
    }
    let sources: std::sync::Arc<[Arc<Set>]> = sources.into();
    match kind {
        Items::Pairs => {
            let batches = batches::<(i32, i32)>(sources.clone(), order);
            Some(Set::pairs_in_batches(union_of_places(&sources), batches, sources.iter()))
        }
        Items::Cells | Items::Triples => {
            let layout = if kind == Items::Cells { CellLayout::ColourFirst } else { CellLayout::ColourLast };
            let batches = batches::<(i32, i32, i32)>(sources.clone(), order);
            let (cells, distinct_places) = union_of_cells(&sources);
            let set = Set::cells_in_batches(layout, cells, batches, sources.iter());
            Some(match distinct_places {
                Some(distinct) => set.with_places_known_as(distinct),
                None => set,
            })
        }
        _ => None,
    }
}

/// The ints of a tuple or set in order, if they are small and distinct.
fn distinct_ints(value: &Value) -> Option<Vec<i32>> {
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
