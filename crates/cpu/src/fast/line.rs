//! Lines.

use super::listed_places;
use crate::Machine;
use megabatt_core::{Arc, Result, Set, Value};
use rustc_hash::FxHashSet;

type Taken = Option<Result<Value>>;

const FRONTIER: i32 = 30;

pub fn vfrontier(j: i32) -> Result<Value> {
    Ok(Value::set(Set::grown_pairs((0..FRONTIER).map(|i| (i, j)).collect())))
}

pub fn hfrontier(i: i32) -> Result<Value> {
    Ok(Value::set(Set::grown_pairs((0..FRONTIER).map(|j| (i, j)).collect())))
}

/// A straight line between two places.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Line {
    start: (i32, i32),
    end: (i32, i32),
}

impl Line {
    /// None if the places are in no line. The reference walks rows downwards, and columns to the right where the line is a row.
    #[inline]
    fn between(a: (i32, i32), b: (i32, i32)) -> Option<Line> {
        let (di, dj) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        let straight = di == 0 || dj == 0 || di == dj;
        straight.then(|| if a <= b { Line { start: a, end: b } } else { Line { start: b, end: a } })
    }

    fn len(self) -> u64 {
        u64::from(self.start.0.abs_diff(self.end.0).max(self.start.1.abs_diff(self.end.1))) + 1
    }

    /// What the set of its places weighs.
    fn weight(self) -> u64 {
        1 + 3 * self.len()
    }

    fn set(self) -> Set {
        let step = |from: i32, to: i32| (i64::from(to) - i64::from(from)).signum();
        let (i, j) = (step(self.start.0, self.end.0), step(self.start.1, self.end.1));
        let at = |from: i32, k: u64, step: i64| (i64::from(from) + k as i64 * step) as i32;
        let place = |k: u64| (at(self.start.0, k, i), at(self.start.1, k, j));
        Set::grown_pairs((0..self.len()).map(place).collect())
    }
}

pub fn connect(m: &mut Machine, a: (i32, i32), b: (i32, i32)) -> Taken {
    let line = Line::between(a, b);
    if let Err(e) = m.meter.reserve(line.map_or(1, Line::weight)) {
        return Some(Err(e));
    }
    Some(Ok(Value::set(line.map_or_else(Set::empty, Line::set))))
}

/// `prapply(connect, a, b)` of places: most of them are in no line with each other, and lines come twice where both are the same.
/// Only distinct lines become sets.
pub fn connect_all(m: &mut Machine, a: &Value, b: &Value) -> Taken {
    /// Nobody looks at the clock meanwhile.
    const MOST_PAIRS: usize = 1_000_000;
    /// What `connect` takes before it starts, and the frames of the generator and its own.
    const BEFORE: u64 = 10;
    const FRAMES: u32 = 2;
    let (from, to) = (places_in_order(a)?, places_in_order(b)?);
    let pairs = from.len().checked_mul(to.len()).filter(|&pairs| pairs <= MOST_PAIRS)?;
    let (mut lines, mut known) = (Vec::new(), FxHashSet::default());
    // Where the set of nothing comes among the others; it weighs one.
    let (mut nothing, mut weight) = (None, 0);
    for &b in &to {
        for &a in &from {
            let Some(line) = Line::between(a, b) else {
                weight += 1;
                nothing.get_or_insert(lines.len());
                continue;
            };
            weight += line.weight();
            if known.insert(line) {
                lines.push(line);
            }
        }
    }
    let before = m.mark();
    // Each is paid for when it is made and when it is hashed, and all are kept.
    let fuel = BEFORE * pairs as u64 + 2 * weight;
    if !matches!(m.pay_at_once(FRAMES, fuel, weight), Some(Ok(()))) {
        m.rewind(before);
        return None;
    }
    let mut sets: Vec<Arc<Set>> = lines.into_iter().map(|line| Arc::new(line.set())).collect();
    if let Some(at) = nothing {
        sets.insert(at, Arc::new(Set::empty()));
    }
    Some(Set::grown_sets(sets, false).map(Value::set))
}

/// The places of a set in its order, or those of a tuple.
fn places_in_order(value: &Value) -> Option<Vec<(i32, i32)>> {
    match value {
        Value::Set(set) => {
            let places = set.pairs()?;
            Some(set.positions_in_order().map(|n| places[n]).collect())
        }
        Value::Tuple(items) if matches!(items.slice().first(), Some(Value::Pair(..))) => listed_places(value),
        _ => None,
    }
}

pub fn shoot(m: &mut Machine, start: (i32, i32), direction: (i32, i32)) -> Taken {
    const SHOT: i32 = 42;
    let end = |from: i32, by: i32| by.checked_mul(SHOT).and_then(|d| from.checked_add(d));
    connect(m, start, (end(start.0, direction.0)?, end(start.1, direction.1)?))
}
