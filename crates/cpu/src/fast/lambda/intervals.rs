//! Intervals that nobody lists, and filters with functions that are made for each item.
//!
//! `sfilter(rows, rbind(contained, interval(a, b, ONE)))`, with `a` and `b` of each item, asks of every row whether it is between two others. An
//! interval is two numbers, and whether it has a row is two comparisons.

use super::bill::{Bill, CALL};
use super::coded::Weights;
use super::column::{Column, View};
use super::made::{FUNCTION, Made};
use super::outline::Outlines;
use super::unmade::Unmade;
use crate::Machine;
use megabatt_core::{Op, Set, Value};

/// Longer ones are left to the ordinary way: large tuples count by other rules.
const LONGEST: i64 = 30;

/// `interval(start, stop, ONE)` of each item.
#[derive(Clone)]
pub struct Intervals {
    ends: Vec<(i64, i64)>,
}

impl Intervals {
    /// None if one of them is long.
    pub fn of(starts: &[i64], stops: &[i64]) -> Option<Intervals> {
        let ends: Vec<_> = starts.iter().copied().zip(stops.iter().copied()).collect();
        let is_short = |&(start, stop): &(i64, i64)| stop.checked_sub(start).is_some_and(|len| len <= LONGEST);
        ends.iter().all(is_short).then_some(Intervals { ends })
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::each(self.ends.iter().map(|&(start, stop)| 1 + (stop - start).max(0) as u64).collect())
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
    Some(Column::Unmade(Unmade::Intervals(intervals)))
}

/// `sfilter(set, function)` for each function: how many items of the set it holds for. None unless all items weigh the same.
pub fn chosen(m: &mut Machine, set: &Set, functions: &Made, bill: &mut Bill) -> Option<Outlines> {
    if set.order_depends_on_address() {
        return None;
    }
    let item_weight = set.values().next().map_or(1, |item| item.weight());
    let begun = bill.begin(&[Weights::Same(set.weight()), Weights::Same(FUNCTION)], 0);
    let mut sizes = vec![0; functions.len()];
    for item in set.values() {
        if !matches!(item, Value::Int(_) | Value::Pair(..) | Value::Cell(..)) || item.weight() != item_weight {
            return None;
        }
        let level = bill.level();
        let holds = functions.call_with(m, &item, bill)?;
        bill.back_to(level);
        holds.truthy_positions().into_iter().for_each(|n| sizes[n as usize] += 1);
    }
    let chosen = Outlines::new(sizes, None, item_weight);
    bill.charge_items(&chosen.weights());
    bill.end(begun, &chosen.weights());
    Some(chosen)
}
