//! Sets of one place each, all of them moved in many ways.

use super::listed_places;
use super::union::near_each_other;
use crate::Machine;
use megabatt_core::set::Sequence;
use megabatt_core::{Arc, Result, Set, Value};
use rustc_hash::FxHashMap;

/// Nobody looks at the clock meanwhile.
const MOST_PAIRS: usize = 1_000_000;

/// What moving a set of one place takes before it starts: four, the set and the vector.
const BEFORE: u64 = 11;

/// What such a set weighs.
const SINGLE: u64 = 4;

/// The frames of the generator and of the operation in it.
const FRAMES: u32 = 2;

/// `prapply(shift, singles, vectors)` of sets of one place each. Most of the moved places come several times; only distinct ones become
/// sets, and in which order they came is found when somebody asks.
pub fn shift_all(m: &mut Machine, singles: &Arc<Set>, vectors: &Value) -> Option<Result<Value>> {
    if singles.order_depends_on_address() {
        return None;
    }
    let places: Vec<(i32, i32)> = singles.values().map(|item| only_place(&item)).collect::<Option<_>>()?;
    let vectors: Vec<(i32, i32)> = match vectors {
        Value::Set(set) => {
            let places = set.pairs()?;
            set.positions_in_order().map(|n| places[n]).collect()
        }
        _ => listed_vectors(vectors)?,
    };
    let pairs = places.len().checked_mul(vectors.len()).filter(|&pairs| 0 < pairs && pairs <= MOST_PAIRS)?;
    let all = all_moved(&places, &vectors)?;
    let mut mask = near_each_other(all.iter(), pairs)?;
    let distinct: Vec<(i32, i32)> = all.into_iter().filter(|&(i, j)| mask.insert(i, j)).collect();
    let before = m.mark();
    // Each is paid for when it is made and when it is hashed, and all are kept.
    let (calls, weight) = (pairs as u64, pairs as u64 * SINGLE);
    if !matches!(m.pay_at_once(FRAMES, BEFORE * calls + 2 * weight, weight), Some(Ok(()))) {
        m.rewind(before);
        return None;
    }
    let sets = distinct.iter().map(|&place| Arc::new(Set::grown_pairs(vec![place]))).collect();
    let source = singles.clone();
    let sequence: Sequence = Box::new(move |_| {
        let mut numbers: FxHashMap<(i32, i32), u32> = distinct.iter().copied().zip(0..).collect();
        let in_order = || source.positions_in_order().map(|n| places[n]);
        let moved = vectors.iter().flat_map(|&(di, dj)| in_order().map(move |(i, j)| (i + di, j + dj)));
        moved.filter_map(|place| numbers.remove(&place)).collect()
    });
    Some(Set::deferred_sets_of(singles, sets, sequence).map(Value::set))
}

/// The place of a set of one place.
fn only_place(value: &Value) -> Option<(i32, i32)> {
    match value {
        Value::Set(set) => match set.pairs()? {
            &[place] => Some(place),
            _ => None,
        },
        _ => None,
    }
}

/// The items of a tuple of vectors.
fn listed_vectors(value: &Value) -> Option<Vec<(i32, i32)>> {
    let is_list = match value {
        Value::Tuple(items) => matches!(items.slice().first(), Some(Value::Pair(..))),
        _ => true,
    };
    listed_places(value).filter(|_| is_list)
}

/// All places moved by all vectors; None if one leaves 32 bits.
fn all_moved(places: &[(i32, i32)], vectors: &[(i32, i32)]) -> Option<Vec<(i32, i32)>> {
    let mut all = Vec::with_capacity(places.len() * vectors.len());
    for &(di, dj) in vectors {
        for &(i, j) in places {
            all.push((i.checked_add(di)?, j.checked_add(dj)?));
        }
    }
    Some(all)
}
