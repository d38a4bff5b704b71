//! Intervals that nobody lists.
//!
//! `sfilter(rows, rbind(contained, interval(a, b, ONE)))`, with `a` and `b` of each item, asks of every row whether it is between two others. An
//! interval is two numbers, and whether it has a row is two comparisons.

use super::bill::{Bill, CALL};
use super::coded::{Each, Weights};
use super::column::{Column, View};
use super::unmade::Unmade;
use megabatt_core::Op;

/// Longer ones are left to the ordinary way: large tuples count by other rules.
const LONGEST: i64 = 30;

/// `interval(start, stop, ONE)` of each item.
#[derive(Clone)]
pub struct Intervals {
    ends: Vec<(i64, i64)>,
    weights: Each,
}

impl Intervals {
    /// None if one of them is long.
    pub fn of(starts: &[i64], stops: &[i64]) -> Option<Intervals> {
        let ends: Vec<_> = starts.iter().copied().zip(stops.iter().copied()).collect();
        let is_short = |&(start, stop): &(i64, i64)| stop.checked_sub(start).is_some_and(|len| len <= LONGEST);
        if !ends.iter().all(is_short) {
            return None;
        }
        let weights = Each::new(ends.iter().map(|&(start, stop)| 1 + (stop - start).max(0) as u64).collect());
        Some(Intervals { ends, weights })
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    /// Which of them have the number.
    pub fn which_have(&self, n: i64) -> Vec<bool> {
        self.ends.iter().map(|&(start, stop)| start <= n && n < stop).collect()
    }
}

/// `rbind(interval, ONE)` of two columns of ints.
pub fn between(starts: View<'_>, stops: View<'_>, bill: &mut Bill) -> Option<Column> {
    let (View::Ints(starts), View::Ints(stops)) = (starts, stops) else { return None };
    let intervals = Intervals::of(starts, stops)?;
    let weights = intervals.weights();
    bill.charge(CALL);
    let level = bill.enter();
    bill.op(Op::interval, &[Weights::Same(1), Weights::Same(1), Weights::Same(1)], &weights)?;
    bill.leave(level, &weights);
    Some(Column::unmade(Unmade::Intervals(intervals)))
}
