//! Questions about patches.

use super::Patch;
use super::bounds::{self, Bounds};
use crate::Machine;
use megabatt_core::py::number::floor_div_int;
use megabatt_core::{Grid, Op, Result, Set, SetBuilder, Value};

type Taken = Option<Result<Value>>;

/// What is asked of a patch's box.
pub fn of_patch(op: Op, a: Patch<'_>) -> Taken {
    Some(match op {
        Op::height => height(a),
        Op::width => width(a),
        Op::shape => shape(a),
        Op::portrait => portrait(a),
        Op::uppermost | Op::lowermost | Op::leftmost | Op::rightmost => side(op, a),
        Op::ulcorner | Op::urcorner | Op::llcorner | Op::lrcorner => corner(op, a),
        Op::center => center(a),
        Op::square => square(a),
        Op::vline => vline(a),
        Op::hline => hline(a),
        _ => return None,
    })
}

pub fn height(a: Patch<'_>) -> Result<Value> {
    Ok(Value::Int(bounds::of(a).height()))
}

pub fn width(a: Patch<'_>) -> Result<Value> {
    Ok(Value::Int(bounds::of(a).width()))
}

pub fn shape(a: Patch<'_>) -> Result<Value> {
    let b = bounds::of(a);
    Ok(Value::int_pair(b.height(), b.width()))
}

pub fn portrait(a: Patch<'_>) -> Result<Value> {
    let b = bounds::of(a);
    Ok(Value::Bool(b.height() > b.width()))
}

pub fn side(op: Op, a: Patch<'_>) -> Result<Value> {
    side_of(op, bounds::of(a))
}

/// [`side`] of a tuple of places or cells.
pub fn side_of_list(op: Op, list: &Value) -> Taken {
    Some(side_of(op, super::bounds_of_list(list)?))
}

fn side_of(op: Op, b: Bounds) -> Result<Value> {
    let side = match op {
        Op::uppermost => b.top,
        Op::lowermost => b.bottom,
        Op::leftmost => b.left,
        _ => b.right,
    };
    Ok(Value::Int(side.into()))
}

pub fn corner(op: Op, a: Patch<'_>) -> Result<Value> {
    corner_of(op, bounds::of(a))
}

/// [`corner`] of a tuple of places or cells.
pub fn corner_of_list(op: Op, list: &Value) -> Taken {
    Some(corner_of(op, super::bounds_of_list(list)?))
}

fn corner_of(op: Op, b: Bounds) -> Result<Value> {
    Ok(match op {
        Op::ulcorner => Value::Pair(b.top, b.left),
        Op::urcorner => Value::Pair(b.top, b.right),
        Op::llcorner => Value::Pair(b.bottom, b.left),
        _ => Value::Pair(b.bottom, b.right),
    })
}

pub fn corners(a: Patch<'_>) -> Result<Value> {
    let b = bounds::of(a);
    let mut set = SetBuilder::new();
    for (i, j) in [(b.top, b.left), (b.top, b.right), (b.bottom, b.left), (b.bottom, b.right)] {
        set.add_pair(i, j);
    }
    Ok(Value::set(set.finish_copy()?))
}

pub fn middle(b: &Bounds) -> (i64, i64) {
    (i64::from(b.top) + b.height() / 2, i64::from(b.left) + b.width() / 2)
}

pub fn center(a: Patch<'_>) -> Result<Value> {
    let (i, j) = middle(&bounds::of(a));
    Ok(Value::int_pair(i, j))
}

/// In which of the eight directions the second patch lies.
pub fn position(a: Patch<'_>, b: Patch<'_>) -> Result<Value> {
    let ((ia, ja), (ib, jb)) = (middle(&bounds::of(a)), middle(&bounds::of(b)));
    let towards = |x: i64, y: i64| if x < y { 1 } else { -1 };
    Ok(if ia == ib {
        Value::Pair(0, towards(ja, jb))
    } else if ja == jb {
        Value::Pair(towards(ia, ib), 0)
    } else {
        Value::Pair(towards(ia, ib), towards(ja, jb))
    })
}

pub fn centerofmass(a: Patch<'_>) -> Taken {
    if let Patch::Cells(set, _) = a
        && !set.has_distinct_places()
    {
        return None;
    }
    let (mut rows, mut columns) = (0i64, 0i64);
    a.each(|i, j| {
        rows += i64::from(i);
        columns += i64::from(j);
    });
    let n = a.len() as i64;
    Some(Ok(Value::int_pair(floor_div_int(rows, n)?, floor_div_int(columns, n)?)))
}

pub fn square(a: Patch<'_>) -> Result<Value> {
    let b = bounds::of(a);
    let area = b.height().checked_mul(b.width());
    Ok(Value::Bool(area == Some(a.len() as i64) && b.height() == b.width()))
}

pub fn vline(a: Patch<'_>) -> Result<Value> {
    let b = bounds::of(a);
    Ok(Value::Bool(b.height() == a.len() as i64 && b.width() == 1))
}

pub fn hline(a: Patch<'_>) -> Result<Value> {
    let b = bounds::of(a);
    Ok(Value::Bool(b.width() == a.len() as i64 && b.height() == 1))
}

/// Whether the two lists have a number in common.
fn meet(mut a: Vec<i32>, b: Vec<i32>) -> bool {
    a.sort_unstable();
    b.iter().any(|n| a.binary_search(n).is_ok())
}

/// The rows of all places for `hmatching`, the columns for `vmatching`, a bit each; None if one is far from the usual grids.
pub fn lines_of(op: Op, a: Patch<'_>) -> Option<u128> {
    match op {
        Op::hmatching => bits(a, |i, _| i),
        Op::vmatching => bits(a, |_, j| j),
        _ => None,
    }
}

/// The rows or columns of all places, a bit each; None if one is far from the usual grids.
fn bits(a: Patch<'_>, line: impl Fn(i32, i32) -> i32) -> Option<u128> {
    const LEAST: i32 = -32;
    let (mut bits, mut far) = (0u128, false);
    a.each(|i, j| {
        let n = line(i, j).wrapping_sub(LEAST) as u32;
        far |= n >= 128;
        bits |= 1 << (n & 127);
    });
    (!far).then_some(bits)
}

pub fn share_a_line(a: Patch<'_>, b: Patch<'_>, line: impl Fn(i32, i32) -> i32 + Copy) -> bool {
    if let (Some(a), Some(b)) = (bits(a, line), bits(b, line)) {
        return a & b != 0;
    }
    let all = |patch: Patch<'_>| {
        let mut lines = Vec::with_capacity(patch.len());
        patch.each(|i, j| lines.push(line(i, j)));
        lines
    };
    meet(all(a), all(b))
}

pub fn hmatching(a: Patch<'_>, b: Patch<'_>) -> Result<Value> {
    Ok(Value::Bool(share_a_line(a, b, |i, _| i)))
}

pub fn vmatching(a: Patch<'_>, b: Patch<'_>) -> Result<Value> {
    Ok(Value::Bool(share_a_line(a, b, |_, j| j)))
}

pub fn distance(a: Patch<'_>, b: Patch<'_>) -> i64 {
    let mut least = i64::MAX;
    a.each(|ai, aj| {
        b.each(|bi, bj| {
            let steps = (i64::from(ai) - i64::from(bi)).abs() + (i64::from(aj) - i64::from(bj)).abs();
            least = least.min(steps);
        });
    });
    least
}

pub fn manhattan(a: Patch<'_>, b: Patch<'_>) -> Result<Value> {
    Ok(Value::Int(distance(a, b)))
}

pub fn bordering(a: Patch<'_>, g: &Grid) -> Result<Value> {
    let b = bounds::of(a);
    let last = |n: usize| n as i64 - 1;
    Ok(Value::Bool(
        b.top == 0 || b.left == 0 || i64::from(b.bottom) == last(g.height()) || i64::from(b.right) == last(g.width()),
    ))
}

/// The least shift, up or to the left, after which the object fits onto itself.
pub fn period(m: &mut Machine, a: Patch<'_>, vertical: bool) -> Taken {
    let Patch::Cells(set, cells) = a else { return None };
    let b = bounds::of(a);
    let extent = if vertical { b.height() } else { b.width() };
    let picture = Picture::of(cells, b);
    for p in 1..extent {
        if let Err(e) = m.meter.charge(set.weight()) {
            return Some(Err(e));
        }
        let fits = cells.iter().all(|&(c, i, j)| {
            let (i, j) = (i64::from(i), i64::from(j));
            let (up, left) = if vertical { (i - p, j) } else { (i, j - p) };
            up < b.top.into() || left < b.left.into() || picture.has(set, c, up as i32, left as i32)
        });
        if fits {
            return Some(Ok(Value::Int(p)));
        }
    }
    Some(Ok(Value::Int(extent)))
}

/// Which cells an object has, by place where its box is of a reasonable size and its places are distinct.
enum Picture {
    Dense { bounds: Bounds, width: usize, colours: Vec<i32> },
    Sparse,
}

impl Picture {
    const NOTHING: i32 = i32::MIN;

    fn of(cells: &[(i32, i32, i32)], bounds: Bounds) -> Picture {
        let Some(area) = bounds.height().checked_mul(bounds.width()).filter(|&n| n <= 1 << 20) else {
            return Picture::Sparse;
        };
        let width = bounds.width() as usize;
        let mut colours = vec![Picture::NOTHING; area as usize];
        for &(c, i, j) in cells {
            let at = &mut colours[(i - bounds.top) as usize * width + (j - bounds.left) as usize];
            if *at != Picture::NOTHING || c == Picture::NOTHING {
                return Picture::Sparse;
            }
            *at = c;
        }
        Picture::Dense { bounds, width, colours }
    }

    /// Whether the set, which this is a picture of, has the cell; its place is inside the box.
    fn has(&self, set: &Set, c: i32, i: i32, j: i32) -> bool {
        match self {
            Picture::Dense { bounds, width, colours } => {
                colours[(i - bounds.top) as usize * width + (j - bounds.left) as usize] == c
            }
            Picture::Sparse => set.contains(&Value::cell(set.cell_layout(), c, i, j)),
        }
    }
}
