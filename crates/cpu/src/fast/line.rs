//! Lines.

use super::listed_places;
use crate::Machine;
use megabatt_core::mask::Mask;
use megabatt_core::set::{Drawn, Ends};
use megabatt_core::{Op, Result, Set, Value};
use rustc_hash::{FxHashMap, FxHashSet};

type Taken = Option<Result<Value>>;

const FRONTIER: i32 = 30;

/// The ends of `hfrontier` or `vfrontier` through a place.
pub fn frontier(op: Op, i: i32, j: i32) -> [(i32, i32); 2] {
    let last = FRONTIER - 1;
    if op == Op::hfrontier { [(i, 0), (i, last)] } else { [(0, j), (last, j)] }
}

pub fn vfrontier(j: i32) -> Result<Value> {
    Ok(Value::set(Set::grown_pairs((0..FRONTIER).map(|i| (i, j)).collect())))
}

pub fn hfrontier(i: i32) -> Result<Value> {
    Ok(Value::set(Set::grown_pairs((0..FRONTIER).map(|j| (i, j)).collect())))
}

/// A straight line between two places.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    start: (i32, i32),
    end: (i32, i32),
}

impl Line {
    /// None if the places are in no line. The reference walks rows downwards, and columns to the right where the line is a row.
    #[inline]
    pub fn between(a: (i32, i32), b: (i32, i32)) -> Option<Line> {
        let (di, dj) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        let straight = di == 0 || dj == 0 || di == dj;
        straight.then(|| if a <= b { Line { start: a, end: b } } else { Line { start: b, end: a } })
    }

    pub fn len(self) -> u64 {
        u64::from(self.start.0.abs_diff(self.end.0).max(self.start.1.abs_diff(self.end.1))) + 1
    }

    /// What the set of its places weighs.
    fn weight(self) -> u64 {
        1 + 3 * self.len()
    }

    pub fn ends(self) -> [(i32, i32); 2] {
        [self.start, self.end]
    }

    /// Its places, from one end to the other.
    #[inline]
    pub fn places(self) -> impl Iterator<Item = (i32, i32)> {
        let step = |from: i32, to: i32| (i64::from(to) - i64::from(from)).signum();
        let (i, j) = (step(self.start.0, self.end.0), step(self.start.1, self.end.1));
        let at = |from: i32, k: u64, step: i64| (i64::from(from) + k as i64 * step) as i32;
        let place = move |k: u64| (at(self.start.0, k, i), at(self.start.1, k, j));
        (0..self.len()).map(place)
    }

    /// How many of its places are marked.
    pub fn count_in(self, mask: &Mask) -> u32 {
        let step = |from: i32, to: i32| if from < to { 1 } else { -i32::from(from > to) };
        let step = (step(self.start.0, self.end.0), step(self.start.1, self.end.1));
        mask.count_along(self.start, step, self.len())
    }

    pub fn set(self) -> Set {
        Set::grown_pairs(self.places().collect())
    }
}

/// Lines as sets of lines have them: what a line is follows from its ends, of which the first one is the smaller one.
pub const DRAWN: Drawn = Drawn {
    set: |[start, end]| Line { start, end }.set(),
    places: |[start, end], places| places.extend(Line { start, end }.places()),
    len: |[start, end]| Line { start, end }.len(),
};

pub fn connect(m: &mut Machine, a: (i32, i32), b: (i32, i32)) -> Taken {
    let line = Line::between(a, b);
    if let Err(e) = m.meter.reserve(line.map_or(1, Line::weight)) {
        return Some(Err(e));
    }
    Some(Ok(Value::set(line.map_or_else(Set::empty, Line::set))))
}

/// `prapply(connect, a, b)` of places: most of them are in no line with each other, and lines come twice where both are the same.
/// No line becomes a set before somebody wants to see it.
pub fn connect_all(m: &mut Machine, a: &Value, b: &Value) -> Taken {
    /// Nobody looks at the clock meanwhile.
    const MOST_PAIRS: usize = 1_000_000;
    /// What `connect` takes before it starts, and the frames of the generator and its own.
    const BEFORE: u64 = 10;
    const FRAMES: u32 = 2;
    let (from, to) = (places_in_order(a)?, places_in_order(b)?);
    let pairs = from.len().checked_mul(to.len()).filter(|&pairs| pairs <= MOST_PAIRS)?;
    // Between places of one set everything comes twice, for the second time where the other end has had its turn.
    let are_same = matches!(a, Value::Set(_)) && from == to;
    let (mut lines, mut known) = (Vec::new(), FxHashSet::default());
    // Where the set of nothing comes among the others; it weighs one.
    let (mut nothing, mut weight) = (None, 0);
    let aligned = Aligned::of(&from);
    let mut in_line = Vec::new();
    for (turn, &b) in to.iter().enumerate() {
        let first = if are_same { turn } else { 0 };
        // How often a line comes, or nothing.
        let times = |at: usize| if are_same && at != turn { 2 } else { 1 };
        aligned.with(b, first, &mut in_line);
        let apart = from.len() - first - in_line.len();
        weight += if are_same { 2 } else { 1 } * apart as u64;
        for (n, &at) in (first..).zip(&in_line) {
            if nothing.is_none() && n < at as usize {
                nothing = Some(lines.len());
            }
            let Some(line) = Line::between(from[at as usize], b) else { unreachable!("they are in line") };
            weight += times(at as usize) * line.weight();
            if are_same || known.insert(line) {
                lines.push(line);
            }
        }
        if nothing.is_none() && apart > 0 {
            nothing = Some(lines.len());
        }
    }
    let before = m.mark();
    // Each is paid for when it is made and when it is hashed, and all are kept.
    let fuel = BEFORE * pairs as u64 + 2 * weight;
    if !matches!(m.pay_at_once(FRAMES, fuel, weight), Some(Ok(()))) {
        m.rewind(before);
        return None;
    }
    let mut ends: Vec<Ends> = lines.into_iter().map(|line| Some(line.ends())).collect();
    if let Some(at) = nothing {
        ends.insert(at, None);
    }
    if ends.is_empty() {
        return Some(Ok(Value::set(Set::empty())));
    }
    Some(Set::of_lines(ends, DRAWN, None).map(Value::set))
}

/// Places by the lines that go through them: of many places only those in line with another one are looked at.
struct Aligned<'a> {
    places: &'a [(i32, i32)],
    /// By kind of line and its number, the positions of places, ascending; empty for few places.
    on_line: FxHashMap<(u8, i64), Vec<u32>>,
}

impl Aligned<'_> {
    fn of(places: &[(i32, i32)]) -> Aligned<'_> {
        /// Up to this many are looked through as quickly as those in line are brought together.
        const FEW: usize = 128;
        let mut on_line: FxHashMap<(u8, i64), Vec<u32>> = FxHashMap::default();
        if places.len() > FEW {
            for (n, &place) in (0u32..).zip(places) {
                lines_through(place).into_iter().for_each(|line| on_line.entry(line).or_default().push(n));
            }
        }
        Aligned { places, on_line }
    }

    /// The positions of the places from this one on that are in line with a place, ascending.
    fn with(&self, place: (i32, i32), first: usize, positions: &mut Vec<u32>) {
        positions.clear();
        if self.on_line.is_empty() {
            let in_line = |&(_, &other): &(u32, &(i32, i32))| Line::between(other, place).is_some();
            return positions.extend((first as u32..).zip(&self.places[first..]).filter(in_line).map(|(n, _)| n));
        }
        let lines = lines_through(place).into_iter().filter_map(|line| self.on_line.get(&line));
        lines.for_each(|its| positions.extend_from_slice(&its[its.partition_point(|&n| (n as usize) < first)..]));
        positions.sort_unstable();
        // The place itself is on all four.
        positions.dedup();
    }
}

/// The row, the column and the two diagonals of a place.
fn lines_through((i, j): (i32, i32)) -> [(u8, i64); 4] {
    let (i, j) = (i64::from(i), i64::from(j));
    [(0, i), (1, j), (2, i - j), (3, i + j)]
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
    connect(m, start, shot(start, direction)?)
}

/// Where a shot ends; None if it leaves 32 bits.
pub fn shot(start: (i32, i32), direction: (i32, i32)) -> Option<(i32, i32)> {
    const SHOT: i32 = 42;
    let end = |from: i32, by: i32| by.checked_mul(SHOT).and_then(|d| from.checked_add(d));
    Some((end(start.0, direction.0)?, end(start.1, direction.1)?))
}
