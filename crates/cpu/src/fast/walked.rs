//! Long tuples of places or of cells that are sets, one after the other ([`Value::walked`]), and what is made of them.

use super::lambda::{self, Column};
use super::moved::Moved;
use super::union::{Numbering, add_all, union_of_copies, union_of_places};
use crate::Machine;
use crate::reference::container::{self, flattened};
use crate::reference::function::{papply, results, total_weight};
use megabatt_core::mask::{Bounds, Mask};
use megabatt_core::set::{Batches, Sequence};
use megabatt_core::{Arc, CellLayout, Result, Set, Tuple, Value, Walked, py};

type Taken = Option<Result<Value>>;

/// The sets one after the other that these values are, if all are sets or such tuples, or have no items at all.
fn parts_of(values: &[Value]) -> Option<Vec<Arc<Set>>> {
    let mut parts = Vec::with_capacity(values.len());
    for value in values {
        match value {
            Value::Set(set) => parts.push(set.clone()),
            Value::Tuple(items) if items.is_empty() => {}
            _ => parts.extend_from_slice(value.walked_sets()?),
        }
    }
    Some(parts)
}

/// `merge` of a tuple of patches of one kind.
pub fn merge(m: &mut Machine, inner: &Tuple) -> Taken {
    if inner.runs().is_some() {
        return None;
    }
    let parts = parts_of(inner.slice())?;
    let merged = Value::walked(parts)?;
    Some(m.meter.reserve(merged.weight()).map(|()| merged))
}

/// `combine` of two such tuples, or of any with an empty one.
pub fn combine(a: &Tuple, b: &Tuple) -> Taken {
    if b.is_empty() {
        return Some(Ok(Value::Tuple(a.clone())));
    }
    if a.is_empty() {
        return Some(Ok(Value::Tuple(b.clone())));
    }
    let parts = a.sets()?.iter().chain(b.sets()?).cloned().collect();
    Value::walked(parts).map(Ok)
}

/// `mapply` over a tuple.
pub fn mapply(m: &mut Machine, function: &Value, tuple: &Value) -> Taken {
    let before = m.mark();
    let column = match lambda::results(m, tuple, function) {
        Some(Ok(Column::Moved(moved))) if let Some(merged) = merged_copies(m, &moved) => return Some(merged),
        Some(Ok(column)) => column.into_values().filter(|results| m.meter.keep(&mut 0, total_weight(results)).is_ok()),
        _ => None,
    };
    Some(match column {
        Some(results) => merged(m, tuple, results),
        None => {
            m.rewind(before);
            let items = match py::iter(tuple) {
                Ok(items) => items,
                Err(e) => return Some(Err(e)),
            };
            results(m, items, |m, item| m.call1_in_generator(function, &item))
                .and_then(|results| merged(m, tuple, results))
        }
    })
}

/// The items of copies that a function gave for the items of a tuple, one copy after the other. None if they have to be made, or if there
/// is no memory for them.
fn merged_copies(m: &mut Machine, moved: &Moved) -> Option<Result<Value>> {
    let merged = moved.walked()?;
    let weight = moved.weight().saturating_mul(moved.len() as u64);
    m.meter.keep(&mut 0, weight).ok()?;
    let paid = m.meter.charge(weight).and_then(|()| m.meter.reserve(weight)).and_then(|()| m.meter.charge(weight));
    Some(paid.map(|()| merged))
}

/// `merge(papply(function, a, b))`.
pub fn mpapply(m: &mut Machine, function: &Value, a: &Value, b: &Value) -> Taken {
    let merged = |m: &mut Machine, applied: Value| {
        m.meter.reserve(applied.weight())?;
        match &applied {
            Value::Tuple(items) => merge(m, items).unwrap_or_else(|| container::merge(m, &applied)),
            _ => container::merge(m, &applied),
        }
    };
    Some(papply(m, function, a, b).and_then(|applied| merged(m, applied)))
}

/// What a function gave for the items of a tuple, merged.
fn merged(m: &mut Machine, tuple: &Value, results: Vec<Value>) -> Result<Value> {
    let weight = total_weight(&results);
    m.meter.charge(weight)?;
    let merged = parts_of(&results).and_then(Value::walked);
    let applied = match merged {
        Some(_) => None,
        None => Some(py::collect_like(tuple, results)?),
    };
    m.meter.reserve(weight)?;
    m.meter.charge(weight)?;
    match (merged, applied) {
        (Some(merged), _) => Ok(merged),
        (_, Some(applied)) => py::collect_like(&applied, flattened(&applied)?),
        _ => unreachable!("one of the two was made"),
    }
}

/// How the places of the sets come, for a set that holds something else for each; `places` gives these.
fn batches_of(walked: &Arc<Walked>, places: impl Fn(&Set) -> Vec<(i32, i32)> + Send + Sync + 'static) -> Batches {
    let walked = walked.clone();
    Box::new(move |set, growth| {
        let sets = walked.sets();
        add_all(sets, (0..sets.len()).collect(), &places(set), growth);
    })
}

/// All places of such a tuple, each once; None if it is one of cells.
fn distinct_places(walked: &Walked) -> Option<Vec<(i32, i32)>> {
    match walked.as_copies() {
        Some((patch, by)) => Some(union_of_copies(patch.pairs()?, by)),
        None => {
            let sets = walked.sets();
            sets.iter().any(|set| set.pairs().is_some()).then(|| union_of_places(sets))
        }
    }
}

/// `toindices` of such a tuple of cells. None if they are far apart.
pub fn indices(sets: &[Arc<Set>]) -> Option<Set> {
    let cells = || sets.iter().flat_map(|set| set.cells().unwrap_or_default());
    cells().next()?;
    let places = || cells().map(|&(_, i, j)| (i, j));
    let mut mask = Mask::over(Bounds::of_places(places()))?;
    let distinct = places().filter(|&(i, j)| mask.insert(i, j)).collect();
    let walked = sets.to_vec();
    let sequence: Sequence = Box::new(move |set| came(&walked, set.pairs().unwrap_or_default()));
    Some(Set::deferred_pairs(distinct, false, sequence, sets))
}

/// In which order the places come as the cells of the sets are walked.
fn came(sets: &[Arc<Set>], places: &[(i32, i32)]) -> Vec<u32> {
    let numbers = Numbering::of(places);
    let number = |place: (i32, i32)| match &numbers {
        Numbering::ByPlace(numbers) => numbers.number(place, places),
        Numbering::Hashed(known) => known[&place],
    };
    let mut seen = vec![false; places.len()];
    let mut sequence = Vec::with_capacity(places.len());
    for set in sets {
        let cells = set.cells().unwrap_or_default();
        for (_, i, j) in set.positions_in_order().map(|n| cells[n]) {
            let number = number((i, j));
            if !std::mem::replace(&mut seen[number as usize], true) {
                sequence.push(number);
            }
        }
    }
    sequence
}

/// `recolor` of such a tuple of places.
pub fn recolor(value: i32, walked: &Arc<Walked>) -> Option<Set> {
    let cells = distinct_places(walked)?.into_iter().map(|(i, j)| (value, i, j)).collect();
    let places = |set: &Set| set.cells().unwrap_or_default().iter().map(|&(_, i, j)| (i, j)).collect();
    let (layout, batches) = (CellLayout::ColourFirst, batches_of(walked, places));
    Some(Set::cells_in_batches(layout, cells, batches, walked.sources()).with_distinct_places())
}

/// `shift` of such a tuple of places.
pub fn shift(walked: &Arc<Walked>, (di, dj): (i32, i32)) -> Option<Set> {
    let moved = |(i, j): (i32, i32)| Some((i.checked_add(di)?, j.checked_add(dj)?));
    let moved: Vec<(i32, i32)> = distinct_places(walked)?.into_iter().map(moved).collect::<Option<_>>()?;
    let places = move |set: &Set| set.pairs().unwrap_or_default().iter().map(|&(i, j)| (i - di, j - dj)).collect();
    Some(Set::pairs_in_batches(moved, batches_of(walked, places), walked.sources()))
}
