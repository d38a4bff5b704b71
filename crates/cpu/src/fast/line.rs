//! Lines.

use crate::Machine;
use megabatt_core::{Result, Set, Value};

type Taken = Option<Result<Value>>;

const FRONTIER: i32 = 30;

pub fn vfrontier(j: i32) -> Result<Value> {
    Ok(Value::set(Set::grown_pairs((0..FRONTIER).map(|i| (i, j)).collect())))
}

pub fn hfrontier(i: i32) -> Result<Value> {
    Ok(Value::set(Set::grown_pairs((0..FRONTIER).map(|j| (i, j)).collect())))
}

pub fn connect(m: &mut Machine, a: (i32, i32), b: (i32, i32)) -> Taken {
    let wide = |(i, j): (i32, i32)| (i64::from(i), i64::from(j));
    let ((ai, aj), (bi, bj)) = (wide(a), wide(b));
    let (di, dj) = ((bi - ai).abs(), (bj - aj).abs());
    let straight = di == 0 || dj == 0 || di == dj;
    let n = if straight { di.max(dj) + 1 } else { 0 };
    if let Err(e) = m.meter.reserve(3 * n as u64 + 1) {
        return Some(Err(e));
    }
    // The reference walks rows downwards, and columns to the right where the line is a row.
    let (start, step_i, step_j) = if di == 0 {
        ((ai, aj.min(bj)), 0, 1)
    } else {
        let (top, end) = if ai <= bi { ((ai, aj), bj) } else { ((bi, bj), aj) };
        (top, 1, (end - top.1).signum())
    };
    let places = (0..n).map(|k| ((start.0 + k * step_i) as i32, (start.1 + k * step_j) as i32));
    Some(Ok(Value::set(Set::grown_pairs(places.collect()))))
}

pub fn shoot(m: &mut Machine, start: (i32, i32), direction: (i32, i32)) -> Taken {
    const SHOT: i32 = 42;
    let end = |from: i32, by: i32| by.checked_mul(SHOT).and_then(|d| from.checked_add(d));
    connect(m, start, (end(start.0, direction.0)?, end(start.1, direction.1)?))
}
