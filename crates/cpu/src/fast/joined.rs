//! The items of many sets in one: `merge`, `mapply` and `combine`.

use super::functional::{collected, set_of_results};
use super::lambda::Column;
use super::moved::Moved;
use super::shapes::Lines;
use super::union::{all_items, batches, known_extent, near_each_other, union_of_cells, union_of_places};
use crate::reference::function::{results, total_weight};
use crate::{Machine, reference};
use megabatt_core::set::Items;
use megabatt_core::{Arc, CellLayout, Result, Set, SetBuilder, Value, py};

type Taken = Option<Result<Value>>;

/// `mapply` over a set.
pub fn mapply(m: &mut Machine, function: &Value, set: &Arc<Set>) -> Taken {
    if set.order_depends_on_address() {
        return Some(mapply_in_some_order(m, function, set));
    }
    let of_column = |m: &mut Machine, column: &Column| {
        let union = column.union(set)?;
        Some(pay_to_merge(m, column.total_weight()).map(|()| union))
    };
    collected(m, function, set, of_column, |m, results| {
        pay_to_merge(m, total_weight(&results))?;
        let source = set.clone();
        if let Some(joined) = joined_results(&results, move |all| order_of_applied(source.positions_in_order(), all)) {
            return Ok(Value::set(joined));
        }
        let applied = Value::set(set_of_results(set, results)?);
        py::collect_like(&applied, reference::container::flattened(&applied)?)
    })
}

/// `mapply` over a set with functions in it, for which Python has no fixed order. The order that was taken is noted and decides what fails
/// first; what the patches are in one set is known without the order of each.
fn mapply_in_some_order(m: &mut Machine, function: &Value, set: &Arc<Set>) -> Result<Value> {
    let results = results(m, set.in_order(), |m, item| m.call1_in_generator(function, &item))?;
    let weight = total_weight(&results);
    m.meter.charge(weight)?;
    if let Some(joined) = joined_results(&results, |all| order_of_applied(0..all.len(), all)) {
        m.meter.reserve(weight)?;
        m.meter.charge(weight)?;
        return Ok(Value::set(joined));
    }
    let applied = Value::set(Set::from_items(results)?);
    m.meter.reserve(weight)?;
    m.meter.charge(weight)?;
    py::collect_like(&applied, reference::container::flattened(&applied)?)
}

/// The items of all results in one set, if they are patches of one kind; `order` as in [`joined`].
fn joined_results(results: &[Value], order: impl Fn(&[Arc<Set>]) -> Vec<usize> + Send + Sync + 'static) -> Option<Set> {
    let patch = |value: &Value| match value {
        Value::Set(set) => Some(set.clone()),
        _ => None,
    };
    let patches: Vec<Arc<Set>> = results.iter().map(patch).collect::<Option<_>>()?;
    if patches.iter().all(|patch| patch.is_empty()) {
        return Some(Set::empty());
    }
    joined(patches, order)
}

/// What `mapply` takes for results of this weight, beside the calls.
fn pay_to_merge(m: &mut Machine, weight: u64) -> Result<()> {
    m.meter.charge(weight)?;
    m.meter.reserve(weight)?;
    m.meter.charge(weight)
}

/// In which order the set of all results has them, as positions among the results; `came` are these as they came.
pub fn order_of_applied(came: impl Iterator<Item = usize>, results: &[Arc<Set>]) -> Vec<usize> {
    let mut applied = SetBuilder::new();
    let mut first_with_number = Vec::new();
    for n in came {
        if applied.number(Value::Set(results[n].clone())) == first_with_number.len() {
            first_with_number.push(n);
        }
    }
    applied.numbered().map(|(number, _)| first_with_number[number]).collect()
}

pub(super) fn merge_any(m: &mut Machine, containers: &Value) -> Result<Value> {
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
    if let Some(lines) = Lines::in_set(outer)
        && let Some(merged) = lines.merged(outer)
    {
        let weight = lines.weights().total - lines.len() as u64;
        return Some(m.meter.charge(weight).map(|()| Value::set(merged)));
    }
    let sources = outer.values().map(|v| match v {
        Value::Set(set) => Some(set),
        _ => None,
    });
    let sources: Vec<Arc<Set>> = sources.collect::<Option<_>>()?;
    let are_apart = outer.is_known_to_have_distinct_places();
    let outer = outer.clone();
    pay_and_join(m, sources, are_apart, move |_| outer.positions_in_order().collect())
}

/// `combine` of two patches of one kind.
pub fn combine(m: &mut Machine, a: &Arc<Set>, b: &Arc<Set>) -> Taken {
    pay_and_join(m, vec![a.clone(), b.clone()], false, |_| vec![0, 1])
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
    are_apart: bool,
    order: impl Fn(&[Arc<Set>]) -> Vec<usize> + Send + Sync + 'static,
) -> Taken {
    let weight: u64 = sources.iter().map(|s| s.weight() - 1).sum();
    let set = joined_sets(sources, are_apart, order)?;
    Some(m.meter.charge(weight).map(|()| Value::set(set)))
}

/// The items of all sets in one, added one by one: set after set in the given order, each in its own.
fn joined(sources: Vec<Arc<Set>>, order: impl Fn(&[Arc<Set>]) -> Vec<usize> + Send + Sync + 'static) -> Option<Set> {
    joined_sets(sources, false, order)
}

/// [`joined`] for sets of which it may be known that no two cells of all of them share a place.
fn joined_sets(
    sources: Vec<Arc<Set>>,
    are_apart: bool,
    order: impl Fn(&[Arc<Set>]) -> Vec<usize> + Send + Sync + 'static,
) -> Option<Set> {
    let mut items = sources.iter().filter(|s| !s.is_empty()).map(|s| s.items());
    let kind = items.next()?;
    if items.any(|other| other != kind) {
        return None;
    }
    let sources: std::sync::Arc<[Arc<Set>]> = sources.into();
    let set = match kind {
        Items::Pairs => {
            let batches = batches::<(i32, i32)>(sources.clone(), order);
            Set::pairs_in_batches(union_of_places(&sources), batches, sources.iter())
        }
        Items::Cells | Items::Triples => {
            let layout = if kind == Items::Cells { CellLayout::ColourFirst } else { CellLayout::ColourLast };
            let batches = batches::<(i32, i32, i32)>(sources.clone(), order);
            let (cells, distinct_places) = match are_apart {
                true => (all_items(&sources), Some(true)),
                false => union_of_cells(&sources),
            };
            let set = Set::cells_in_batches(layout, cells, batches, sources.iter());
            match distinct_places {
                Some(distinct) => set.with_places_known_as(distinct),
                None => set,
            }
        }
        _ => return None,
    };
    Some(match known_extent(&sources) {
        Some(around) => set.within(&around),
        None => set,
    })
}
