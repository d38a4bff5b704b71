//! Patches next to each other, and how far one moves until it is next to another.
//!
//! Two patches touch if a place of one is a neighbour of a place of the other and none is in both. Patches of the usual size are rows of
//! bits: a row of one meets the rows around the other in an instruction, however many places there are. And nobody looks at steps
//! after which the boxes are still apart.

use super::Patch;
use super::bounds::{self, Bounds, Mask};
use super::shape::{distance, lines_of, middle, share_a_line};
use crate::Machine;
use crate::reference::shape::{MOST_MOVES, move_cost};
use megabatt_core::{Op, Result, Value};
use std::ops::RangeInclusive;

type Taken = Option<Result<Value>>;

/// Patches with more rows or columns have no [`Rows`].
const MOST_LINES: usize = 32;

/// The first column of a goal has this bit, so that a row of bits on its left or on its right fits into the word as well.
const FIRST_BIT: i64 = MOST_LINES as i64 + 1;

/// No number of steps.
const NEVER: RangeInclusive<i64> = RangeInclusive::new(1, 0);

/// Whether all places are far enough from the ends of 32 bits to step about.
fn has_room(b: &Bounds) -> bool {
    const ROOM: i32 = 1 << 20;
    b.top > -ROOM && b.left > -ROOM && b.bottom < ROOM && b.right < ROOM
}

pub fn adjacent(a: Patch<'_>, b: Patch<'_>) -> Result<Value> {
    let bounds = bounds::of(a);
    Ok(Value::Bool(match Goal::of(b) {
        Some(goal) if has_room(&bounds) => match goal.steps_near(&bounds, (0, 0)).contains(&0) {
            true => goal.is_touched(a, &bounds, (0, 0), 0..=0).is_some(),
            false => false,
        },
        _ => distance(a, b) == 1,
    }))
}

pub fn gravitate(m: &mut Machine, source: &Value, destination: &Value, a: Patch<'_>, b: Patch<'_>) -> Taken {
    let (moves, (i, j)) = Goal::of(b)?.way_of(a)?;
    let cost = move_cost(source, destination);
    for _ in 0..moves {
        if let Err(e) = m.meter.charge(cost) {
            return Some(Err(e));
        }
    }
    Some(Ok(Value::Pair(moves * i, moves * j)))
}

/// A patch as rows of bits, the first column first.
struct Rows {
    bits: [u32; MOST_LINES],
    height: usize,
}

impl Rows {
    /// None if there are too many rows or columns.
    fn of(patch: Patch<'_>, bounds: &Bounds) -> Option<Rows> {
        let most = MOST_LINES as i64;
        if !(1..=most).contains(&bounds.height()) || !(1..=most).contains(&bounds.width()) {
            return None;
        }
        let mut bits = [0; MOST_LINES];
        patch.each(|i, j| bits[(i - bounds.top) as usize] |= 1 << (j - bounds.left));
        Some(Rows { bits, height: bounds.height() as usize })
    }
}

/// A row of a goal, and the neighbours of its places in that row.
#[derive(Clone, Copy, Default)]
struct Row {
    own: u128,
    around: u128,
}

/// Where a goal's places are.
enum Places {
    /// From the row above the first to the row below the last.
    Rows(Vec<Row>),
    Mask(Mask),
}

/// A patch that others move to.
pub struct Goal<'a> {
    patch: Patch<'a>,
    bounds: Bounds,
    places: Places,
    /// [`lines_of`] it for `vmatching`.
    columns: Option<u128>,
}

impl<'a> Goal<'a> {
    /// None if its box is too large, or if there is nothing in it.
    pub fn of(patch: Patch<'a>) -> Option<Goal<'a>> {
        let bounds = bounds::of(patch);
        let places = match Rows::of(patch, &bounds) {
            Some(rows) => Places::Rows(around(&rows)),
            None => Places::Mask(bounds::mask_of(patch)?),
        };
        Some(Goal { patch, bounds, places, columns: lines_of(Op::vmatching, patch) })
    }

    /// How many steps `gravitate` takes from another patch, and of which kind. None if it is far away.
    pub fn way_of(&self, a: Patch<'_>) -> Option<(i32, (i32, i32))> {
        let bounds = bounds::of(a);
        if !has_room(&bounds) {
            return None;
        }
        let (from, to) = (middle(&bounds), middle(&self.bounds));
        let step = |x: i64, y: i64| if x < y { 1 } else { -1 };
        let is_above = match (lines_of(Op::vmatching, a), self.columns) {
            (Some(its), Some(columns)) => its & columns != 0,
            _ => share_a_line(a, self.patch, |_, j| j),
        };
        let by = if is_above { (step(from.0, to.0), 0) } else { (0, step(from.1, to.1)) };
        let near = self.steps_near(&bounds, by);
        let steps = *near.start().max(&0)..=*near.end().min(&(MOST_MOVES - 1));
        Some((self.is_touched(a, &bounds, by, steps).unwrap_or(MOST_MOVES) as i32, by))
    }

    /// After which numbers of steps the boxes meet or are next to each other; nothing touches after others. All of them, if it makes no
    /// difference how many.
    fn steps_near(&self, a: &Bounds, (i, j): (i32, i32)) -> RangeInclusive<i64> {
        let along = |(first, last): (i32, i32), (goal_first, goal_last): (i32, i32), step: i32| {
            let (first, last) = (i64::from(first) - 1, i64::from(last) + 1);
            let (goal_first, goal_last) = (i64::from(goal_first), i64::from(goal_last));
            match step {
                1 => goal_first - last..=goal_last - first,
                -1 => first - goal_last..=last - goal_first,
                _ if first <= goal_last && goal_first <= last => i64::MIN..=i64::MAX,
                _ => NEVER,
            }
        };
        let rows = along((a.top, a.bottom), (self.bounds.top, self.bounds.bottom), i);
        let columns = along((a.left, a.right), (self.bounds.left, self.bounds.right), j);
        *rows.start().max(columns.start())..=*rows.end().min(columns.end())
    }

    /// The first of these numbers of steps after which a patch with this box touches.
    fn is_touched(
        &self,
        a: Patch<'_>,
        bounds: &Bounds,
        (i, j): (i32, i32),
        mut steps: RangeInclusive<i64>,
    ) -> Option<i64> {
        if steps.is_empty() {
            return None;
        }
        if let Places::Rows(goal) = &self.places
            && let Some(rows) = Rows::of(a, bounds)
        {
            let down = i64::from(bounds.top) - i64::from(self.bounds.top) + 1;
            let right = i64::from(bounds.left) - i64::from(self.bounds.left) + FIRST_BIT;
            return steps.find(|n| touches_rows(&rows, goal, down + n * i64::from(i), right + n * i64::from(j)));
        }
        let made;
        let mask = match &self.places {
            Places::Mask(mask) => mask,
            Places::Rows(_) => {
                made = bounds::mask_of(self.patch)?;
                &made
            }
        };
        steps.find(|&n| touches(a, (n as i32 * i, n as i32 * j), mask))
    }
}

fn around(rows: &Rows) -> Vec<Row> {
    let mut goal = vec![Row::default(); rows.height + 2];
    for (n, &bits) in rows.bits[..rows.height].iter().enumerate() {
        let own = u128::from(bits) << FIRST_BIT;
        goal[n].around |= own;
        goal[n + 1].own = own;
        goal[n + 1].around |= own << 1 | own >> 1;
        goal[n + 2].around |= own;
    }
    goal
}

/// Whether rows touch a goal whose rows begin so many rows above and so many bits before them.
fn touches_rows(rows: &Rows, goal: &[Row], down: i64, right: i64) -> bool {
    // Further to one side, no bit is in a column of the goal or next to one.
    if !(1..=2 * FIRST_BIT - 1).contains(&right) {
        return false;
    }
    let (mut overlap, mut touch) = (0, 0);
    let rows = &rows.bits[..rows.height];
    let pairs = rows[(-down).clamp(0, rows.len() as i64) as usize..].iter().zip(goal.iter().skip(down.max(0) as usize));
    for (&bits, row) in pairs {
        let bits = u128::from(bits) << right;
        overlap |= bits & row.own;
        touch |= bits & row.around;
    }
    touch != 0 && overlap == 0
}

/// Whether the patch, moved, is at distance 1: it overlaps nowhere and touches somewhere.
fn touches(a: Patch<'_>, moved: (i32, i32), b: &Mask) -> bool {
    let (mut overlaps, mut touches) = (false, false);
    a.each(|i, j| {
        let (i, j) = (i + moved.0, j + moved.1);
        overlaps |= b.has(i, j);
        touches = touches || b.has(i - 1, j) || b.has(i + 1, j) || b.has(i, j - 1) || b.has(i, j + 1);
    });
    touches && !overlaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::{Arc, Set};

    /// Places here and there in a box, the same ones each time.
    fn patch(seed: i32, height: i32, width: i32, (top, left): (i32, i32)) -> Arc<Set> {
        let all = (0..height * width).filter(|n| (n * 7 + seed * 13) % (3 + seed % 3) == 0 || *n == 0);
        Arc::new(Set::grown_pairs(all.map(|n| (top + n / width, left + n % width)).collect()))
    }

    fn shifted(patch: &Set, by: (i32, i32)) -> Arc<Set> {
        let places = patch.pairs().expect("places").iter();
        Arc::new(Set::grown_pairs(places.map(|&(i, j)| (i + by.0, j + by.1)).collect()))
    }

    #[test]
    fn patches_move_until_they_are_at_distance_one() {
        fn of(set: &Arc<Set>) -> Patch<'_> {
            Patch::of_set(set).expect("a patch")
        }
        let sizes = [(1, 1), (3, 2), (2, 9), (30, 30), (1, 40), (33, 3)];
        let corners = [(0, 0), (5, 11), (-20, 4), (29, -31), (-33, -33), (3, 60), (80, 0)];
        for (seed, &(height, width)) in (0..).zip(&sizes) {
            for &(other_height, other_width) in &sizes {
                for corner in corners {
                    let (a, b) =
                        (patch(seed, height, width, corner), patch(seed + 1, other_height, other_width, (0, 0)));
                    assert_eq!(adjacent(of(&a), of(&b)), Ok(Value::Bool(distance(of(&a), of(&b)) == 1)), "{corner:?}");
                    let (moves, (i, j)) = Goal::of(of(&b)).and_then(|goal| goal.way_of(of(&a))).expect("it is near");
                    let is_next = |n: &i32| {
                        let moved = shifted(&a, (n * i, n * j));
                        distance(of(&moved), of(&b)) == 1
                    };
                    assert_eq!(moves, (0..42).find(is_next).unwrap_or(42), "{corner:?}");
                }
            }
        }
    }
}
