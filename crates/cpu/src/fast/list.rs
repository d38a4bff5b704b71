//! Tuples of places as patches, as `mapply` over a tuple gives them.

use super::listed_places;
use super::patch;
use super::union::near_each_other;
use super::walked;
use megabatt_core::{Arc, CellLayout, Result, Set, Value};

type Taken = Option<Result<Value>>;

/// The places of a tuple, each where it comes first; None if they are cells, or too far apart.
fn distinct_places(list: &Value) -> Option<Vec<(i32, i32)>> {
    if matches!(list, Value::Tuple(items) if !matches!(items.slice().first(), Some(Value::Pair(..)))) {
        return None;
    }
    let mut places = listed_places(list).filter(|places| !places.is_empty())?;
    let mut mask = near_each_other(places.iter(), places.len())?;
    places.retain(|&(i, j)| mask.insert(i, j));
    Some(places)
}

pub fn recolor(value: i64, list: &Value) -> Taken {
    let value = i32::try_from(value).ok()?;
    if let Some(walked) = list.as_walked() {
        return match walked::recolor(value, walked) {
            Some(cells) => Some(Ok(Value::set(cells))),
            None => patch::recoloured(value, CellLayout::ColourFirst, &Arc::new(walked::indices(walked.sets())?)),
        };
    }
    let cells = distinct_places(list)?.into_iter().map(|(i, j)| (value, i, j)).collect();
    Some(Ok(Value::set(Set::grown_cells(CellLayout::ColourFirst, cells).with_distinct_places())))
}

pub fn shift(list: &Value, (di, dj): (i32, i32)) -> Taken {
    if let Some(walked) = list.as_walked() {
        return Some(Ok(Value::set(walked::shift(walked, (di, dj))?)));
    }
    let mut places = distinct_places(list)?;
    for (i, j) in &mut places {
        (*i, *j) = (i.checked_add(di)?, j.checked_add(dj)?);
    }
    Some(Ok(Value::set(Set::grown_pairs(places))))
}
