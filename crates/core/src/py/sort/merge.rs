//! Merging two runs that lie beside each other: as many comparisons, of the same pairs, as CPython makes.

use super::{MIN_GALLOP, Sort};
use crate::error::Result;

impl Sort<'_> {
    /// How many of the sorted `run` are less than the key, looking first near `hint`.
    pub(super) fn gallop_left(&self, key: u32, run: &[u32], hint: usize) -> Result<usize> {
        self.gallop(run, hint, |sort, x| sort.less(x, key))
    }

    /// How many of the sorted `run` are not greater than the key, looking first near `hint`.
    pub(super) fn gallop_right(&self, key: u32, run: &[u32], hint: usize) -> Result<usize> {
        self.gallop(run, hint, |sort, x| Ok(!sort.less(key, x)?))
    }

    /// The boundary between items that are `before` and those that are not: growing steps, then bisection.
    fn gallop(&self, run: &[u32], hint: usize, before: impl Fn(&Self, u32) -> Result<bool>) -> Result<usize> {
        let (mut last, mut step) = (0, 1);
        let (mut low, mut high);
        if before(self, run[hint])? {
            let most = run.len() - hint;
            while step < most && before(self, run[hint + step])? {
                last = step;
                step = (step << 1) + 1;
            }
            step = step.min(most);
            (low, high) = (hint + last + 1, hint + step);
        } else {
            let most = hint + 1;
            while step < most && !before(self, run[hint - step])? {
                last = step;
                step = (step << 1) + 1;
            }
            step = step.min(most);
            (low, high) = (hint + 1 - step, hint - last);
        }
        while low < high {
            let middle = low + ((high - low) >> 1);
            if before(self, run[middle])? {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(high)
    }

    /// Merges where the left run is the shorter one: it is set aside and the result grows from the left.
    pub(super) fn merge_low(&mut self, start_a: usize, len_a: usize, start_b: usize, len_b: usize) -> Result<()> {
        let aside: Vec<u32> = self.order[start_a..start_a + len_a].to_vec();
        let end_b = start_b + len_b;
        let mut m = Low { aside, a: 0, b: start_b, end_b, dest: start_a };
        let outcome = self.merge_low_loop(&mut m);
        // What is left of the left run always fits exactly before what is left of the right one.
        let left = m.aside.len() - m.a;
        match outcome {
            Ok(End::KeepLastForTheEnd) => {
                self.order.copy_within(m.b..end_b, m.dest);
                let last = m.dest + (end_b - m.b);
                self.order[last] = m.aside[m.a];
                Ok(())
            }
            Ok(End::Done) | Err(_) => {
                self.order[m.dest..m.dest + left].copy_from_slice(&m.aside[m.a..]);
                outcome.map(|_| ())
            }
        }
    }

    fn merge_low_loop(&mut self, m: &mut Low) -> Result<End> {
        self.low_take_b(m, 1);
        if m.b == m.end_b {
            return Ok(End::Done);
        }
        if m.left_a() == 1 {
            return Ok(End::KeepLastForTheEnd);
        }
        let mut min_gallop = self.min_gallop;
        loop {
            let (mut count_a, mut count_b) = (0, 0);
            loop {
                if self.less(self.order[m.b], m.aside[m.a])? {
                    self.low_take_b(m, 1);
                    (count_a, count_b) = (0, count_b + 1);
                    if m.b == m.end_b {
                        return Ok(End::Done);
                    }
                    if count_b >= min_gallop {
                        break;
                    }
                } else {
                    self.low_take_a(m, 1);
                    (count_a, count_b) = (count_a + 1, 0);
                    if m.left_a() == 1 {
                        return Ok(End::KeepLastForTheEnd);
                    }
                    if count_a >= min_gallop {
                        break;
                    }
                }
            }
            min_gallop += 1;
            loop {
                min_gallop -= (min_gallop > 1) as usize;
                self.min_gallop = min_gallop;
                count_a = self.gallop_right(self.order[m.b], &m.aside[m.a..], 0)?;
                if count_a > 0 {
                    self.low_take_a(m, count_a);
                    match m.left_a() {
                        1 => return Ok(End::KeepLastForTheEnd),
                        0 => return Ok(End::Done),
                        _ => {}
                    }
                }
                self.low_take_b(m, 1);
                if m.b == m.end_b {
                    return Ok(End::Done);
                }
                count_b = self.gallop_left(m.aside[m.a], &self.order[m.b..m.end_b], 0)?;
                if count_b > 0 {
                    self.low_take_b(m, count_b);
                    if m.b == m.end_b {
                        return Ok(End::Done);
                    }
                }
                self.low_take_a(m, 1);
                if m.left_a() == 1 {
                    return Ok(End::KeepLastForTheEnd);
                }
                if count_a < MIN_GALLOP && count_b < MIN_GALLOP {
                    break;
                }
            }
            min_gallop += 1;
            self.min_gallop = min_gallop;
        }
    }

    fn low_take_a(&mut self, m: &mut Low, n: usize) {
        self.order[m.dest..m.dest + n].copy_from_slice(&m.aside[m.a..m.a + n]);
        m.a += n;
        m.dest += n;
    }

    fn low_take_b(&mut self, m: &mut Low, n: usize) {
        self.order.copy_within(m.b..m.b + n, m.dest);
        m.b += n;
        m.dest += n;
    }

    /// Merges where the right run is the shorter one: it is set aside and the result grows from the right.
    pub(super) fn merge_high(&mut self, start_a: usize, len_a: usize, start_b: usize, len_b: usize) -> Result<()> {
        let aside: Vec<u32> = self.order[start_b..start_b + len_b].to_vec();
        let mut m = High { aside, start_a, left_a: len_a, left_b: len_b, dest: start_b + len_b };
        let outcome = self.merge_high_loop(&mut m);
        match outcome {
            Ok(End::KeepLastForTheEnd) => {
                self.order.copy_within(start_a..start_a + m.left_a, m.dest - m.left_a);
                self.order[m.dest - m.left_a - 1] = m.aside[0];
                Ok(())
            }
            Ok(End::Done) | Err(_) => {
                self.order[m.dest - m.left_b..m.dest].copy_from_slice(&m.aside[..m.left_b]);
                outcome.map(|_| ())
            }
        }
    }

    fn merge_high_loop(&mut self, m: &mut High) -> Result<End> {
        self.high_take_a(m, 1);
        if m.left_a == 0 {
            return Ok(End::Done);
        }
        if m.left_b == 1 {
            return Ok(End::KeepLastForTheEnd);
        }
        let mut min_gallop = self.min_gallop;
        loop {
            let (mut count_a, mut count_b) = (0, 0);
            loop {
                if self.less(m.aside[m.left_b - 1], self.order[m.start_a + m.left_a - 1])? {
                    self.high_take_a(m, 1);
                    (count_a, count_b) = (count_a + 1, 0);
                    if m.left_a == 0 {
                        return Ok(End::Done);
                    }
                    if count_a >= min_gallop {
                        break;
                    }
                } else {
                    self.high_take_b(m, 1);
                    (count_a, count_b) = (0, count_b + 1);
                    if m.left_b == 1 {
                        return Ok(End::KeepLastForTheEnd);
                    }
                    if count_b >= min_gallop {
                        break;
                    }
                }
            }
            min_gallop += 1;
            loop {
                min_gallop -= (min_gallop > 1) as usize;
                self.min_gallop = min_gallop;
                let run_a = &self.order[m.start_a..m.start_a + m.left_a];
                count_a = m.left_a - self.gallop_right(m.aside[m.left_b - 1], run_a, m.left_a - 1)?;
                if count_a > 0 {
                    self.high_take_a(m, count_a);
                    if m.left_a == 0 {
                        return Ok(End::Done);
                    }
                }
                self.high_take_b(m, 1);
                if m.left_b == 1 {
                    return Ok(End::KeepLastForTheEnd);
                }
                let key = self.order[m.start_a + m.left_a - 1];
                count_b = m.left_b - self.gallop_left(key, &m.aside[..m.left_b], m.left_b - 1)?;
                if count_b > 0 {
                    self.high_take_b(m, count_b);
                    match m.left_b {
                        1 => return Ok(End::KeepLastForTheEnd),
                        0 => return Ok(End::Done),
                        _ => {}
                    }
                }
                self.high_take_a(m, 1);
                if m.left_a == 0 {
                    return Ok(End::Done);
                }
                if count_a < MIN_GALLOP && count_b < MIN_GALLOP {
                    break;
                }
            }
            min_gallop += 1;
            self.min_gallop = min_gallop;
        }
    }

    fn high_take_a(&mut self, m: &mut High, n: usize) {
        let end = m.start_a + m.left_a;
        self.order.copy_within(end - n..end, m.dest - n);
        m.left_a -= n;
        m.dest -= n;
    }

    fn high_take_b(&mut self, m: &mut High, n: usize) {
        self.order[m.dest - n..m.dest].copy_from_slice(&m.aside[m.left_b - n..m.left_b]);
        m.left_b -= n;
        m.dest -= n;
    }
}

/// How a merge ended.
#[derive(Clone, Copy)]
enum End {
    /// One side is used up; what was set aside fills the rest.
    Done,
    /// One item of the side set aside is left, and it belongs behind (or before) the whole other side.
    KeepLastForTheEnd,
}

/// A merge that grows from the left.
struct Low {
    aside: Vec<u32>,
    a: usize,
    b: usize,
    end_b: usize,
    dest: usize,
}

impl Low {
    fn left_a(&self) -> usize {
        self.aside.len() - self.a
    }
}

/// A merge that grows from the right; `dest` is one past the next place to fill.
struct High {
    aside: Vec<u32>,
    start_a: usize,
    left_a: usize,
    left_b: usize,
    dest: usize,
}
