//! CPython 3.11's list sort, `max` and `min`.
//!
//! Keys that are sets compare by inclusion, which is no total order; what a sort makes of them depends on which
//! pairs it compares. So this replays CPython's merge sort comparison by comparison: natural runs, binary insertion
//! up to the minimal run, the powersort merge policy (new in 3.11), and galloping merges.

use super::compare::{greater, less};
use super::numeric_keys;
use crate::error::Result;
use crate::value::Value;
use std::cell::Cell;

mod merge;

const MIN_GALLOP: usize = 7;

/// Below so many keys, comparing them takes no longer than finding out whether they are numbers.
const FEW: usize = 32;
/// After so many comparisons somebody may want to stop.
const COMPARISONS: u32 = 1 << 14;

/// The order in which `sorted(range(len(keys)), key=keys.__getitem__)` would put the keys. Comparing a million sets takes
/// long, so `look` is asked on the way whether to go on.
pub fn sorted_order(keys: &[Value], look: &dyn Fn() -> Result<()>) -> Result<Vec<u32>> {
    if keys.len() >= FEW
        && let Some(positions) = numeric_keys::sorted_positions(keys)
    {
        return Ok(positions);
    }
    compared_order(keys, look)
}

/// The same, by comparisons alone.
pub(super) fn compared_order(keys: &[Value], look: &dyn Fn() -> Result<()>) -> Result<Vec<u32>> {
    let order = (0..keys.len() as u32).collect();
    let mut sort = Sort { keys, order, runs: Vec::new(), min_gallop: MIN_GALLOP, compared: Cell::new(0), look };
    sort.run()?;
    Ok(sort.order)
}

/// The first key that no later one beats in `max(...)`.
pub fn first_max(keys: impl Iterator<Item = Result<Value>>) -> Result<Option<usize>> {
    first_best(keys, greater)
}

/// The first key that no later one beats in `min(...)`.
pub fn first_min(keys: impl Iterator<Item = Result<Value>>) -> Result<Option<usize>> {
    first_best(keys, less)
}

fn first_best(
    keys: impl Iterator<Item = Result<Value>>,
    beats: fn(&Value, &Value) -> Result<bool>,
) -> Result<Option<usize>> {
    let mut best: Option<(usize, Value)> = None;
    for (i, key) in keys.enumerate() {
        let key = key?;
        let better = match &best {
            None => true,
            Some((_, old)) => beats(&key, old)?,
        };
        if better {
            best = Some((i, key));
        }
    }
    Ok(best.map(|(i, _)| i))
}

/// A sorted stretch of the list, and how its boundary to the next one ranks in the merge tree.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    len: usize,
    power: u32,
}

struct Sort<'a> {
    keys: &'a [Value],
    order: Vec<u32>,
    runs: Vec<Run>,
    min_gallop: usize,
    compared: Cell<u32>,
    look: &'a dyn Fn() -> Result<()>,
}

/// The shortest run for a list of `n`: 32 to 64, such that n / minrun is a power of two or just below.
fn min_run(mut n: usize) -> usize {
    let mut odd = 0;
    while n >= 64 {
        odd |= n & 1;
        n >>= 1;
    }
    n + odd
}

/// The depth in a perfectly balanced merge tree at which two neighbouring runs would meet.
fn power(start: usize, len: usize, next_len: usize, total: usize) -> u32 {
    let mut a = 2 * start + len;
    let mut b = a + len + next_len;
    let mut power = 0;
    loop {
        power += 1;
        if a >= total {
            a -= total;
            b -= total;
        } else if b >= total {
            return power;
        }
        a <<= 1;
        b <<= 1;
    }
}

impl Sort<'_> {
    fn less(&self, a: u32, b: u32) -> Result<bool> {
        let compared = self.compared.get() + 1;
        self.compared.set(compared % COMPARISONS);
        if compared == COMPARISONS {
            (self.look)()?;
        }
        less(&self.keys[a as usize], &self.keys[b as usize])
    }

    fn run(&mut self) -> Result<()> {
        let total = self.order.len();
        if total < 2 {
            return Ok(());
        }
        let min_run = min_run(total);
        let mut start = 0;
        while start < total {
            let left = total - start;
            let mut len = self.natural_run(start)?;
            if len < min_run {
                let forced = left.min(min_run);
                self.insert_sort(start, start + forced, start + len)?;
                len = forced;
            }
            self.push_run(start, len)?;
            start += len;
        }
        while self.runs.len() > 1 {
            let mut n = self.runs.len() - 2;
            if n > 0 && self.runs[n - 1].len < self.runs[n + 1].len {
                n -= 1;
            }
            self.merge_at(n)?;
        }
        Ok(())
    }

    /// The length of the run that starts here; a strictly falling one is turned round.
    fn natural_run(&mut self, start: usize) -> Result<usize> {
        let end = self.order.len();
        let mut at = start + 1;
        if at == end {
            return Ok(1);
        }
        let falling = self.less(self.order[at], self.order[at - 1])?;
        at += 1;
        while at < end && self.less(self.order[at], self.order[at - 1])? == falling {
            at += 1;
        }
        if falling {
            self.order[start..at].reverse();
        }
        Ok(at - start)
    }

    /// Sorts `[lo, hi)` of which `[lo, sorted)` is sorted already.
    fn insert_sort(&mut self, lo: usize, hi: usize, sorted: usize) -> Result<()> {
        for at in sorted..hi {
            let pivot = self.order[at];
            let (mut left, mut right) = (lo, at);
            while left < right {
                let middle = left + ((right - left) >> 1);
                if self.less(pivot, self.order[middle])? {
                    right = middle;
                } else {
                    left = middle + 1;
                }
            }
            self.order.copy_within(left..at, left + 1);
            self.order[left] = pivot;
        }
        Ok(())
    }

    fn push_run(&mut self, start: usize, len: usize) -> Result<()> {
        if let Some(last) = self.runs.last().copied() {
            let power = power(last.start, last.len, len, self.order.len());
            while self.runs.len() > 1 && self.runs[self.runs.len() - 2].power > power {
                self.merge_at(self.runs.len() - 2)?;
            }
            if let Some(last) = self.runs.last_mut() {
                last.power = power;
            }
        }
        self.runs.push(Run { start, len, power: 0 });
        Ok(())
    }

    /// Merges run `n` with the next one.
    fn merge_at(&mut self, n: usize) -> Result<()> {
        let (a, b) = (self.runs[n], self.runs[n + 1]);
        self.runs[n].len = a.len + b.len;
        self.runs.remove(n + 1);
        let skip = self.gallop_right(self.order[b.start], &self.order[a.start..a.start + a.len], 0)?;
        let (start_a, len_a) = (a.start + skip, a.len - skip);
        if len_a == 0 {
            return Ok(());
        }
        let last_a = self.order[start_a + len_a - 1];
        let len_b = self.gallop_left(last_a, &self.order[b.start..b.start + b.len], b.len - 1)?;
        if len_b == 0 {
            return Ok(());
        }
        if len_a <= len_b {
            self.merge_low(start_a, len_a, b.start, len_b)
        } else {
            self.merge_high(start_a, len_a, b.start, len_b)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_like_a_stable_sort_where_the_order_is_total(keys in proptest::collection::vec(0i64..40, 0..700)) {
            let values: Vec<Value> = keys.iter().map(|&k| Value::Int(k)).collect();
            let mut expected: Vec<u32> = (0..keys.len() as u32).collect();
            expected.sort_by_key(|&i| keys[i as usize]);
            prop_assert_eq!(compared_order(&values, &|| Ok(())).expect("ints compare"), expected);
        }
    }
}
