//! Boxes, distances, positions.

use super::patch::{normalize, shift, toindices};
use crate::Machine;
use megabatt_core::py::{self, get, number, sort, unpack2};
use megabatt_core::{Exception, Fail, Result, Set, Value};

const ZERO: Value = Value::Int(0);
const ONE: Value = Value::Int(1);
const TWO: Value = Value::Int(2);

pub fn height(piece: &Value) -> Result<Value> {
    let n = py::len(piece)?;
    if n == 0 || piece.is_tuple() {
        return Ok(n.into());
    }
    number::add(&number::sub(&lowermost(piece)?, &uppermost(piece)?)?, &ONE)
}

pub fn width(piece: &Value) -> Result<Value> {
    if py::len(piece)? == 0 {
        return Ok(ZERO);
    }
    if piece.is_tuple() {
        return Ok(py::len(&get(piece, 0)?)?.into());
    }
    number::add(&number::sub(&rightmost(piece)?, &leftmost(piece)?)?, &ONE)
}

pub fn shape(piece: &Value) -> Result<Value> {
    let h = height(piece)?;
    Value::pair(h, width(piece)?)
}

pub fn portrait(piece: &Value) -> Result<Value> {
    let h = height(piece)?;
    Ok(Value::Bool(py::greater(&h, &width(piece)?)?))
}

#[derive(Clone, Copy)]
enum Part {
    Row,
    Column,
}

/// The least or the greatest row or column of the places, compared one by one as they are unpacked.
fn bound(patch: &Value, part: Part, greatest: bool) -> Result<Value> {
    let places = toindices(patch)?;
    let parts = py::iter(&places)?.map(|place| {
        let (i, j) = unpack2(&place)?;
        Ok(match part {
            Part::Row => i,
            Part::Column => j,
        })
    });
    let mut kept = Vec::new();
    let keeping = parts.inspect(|p| kept.extend(p.clone()));
    let at = if greatest { sort::first_max(keeping) } else { sort::first_min(keeping) }?;
    at.map(|n| kept[n].clone()).ok_or(Fail::VALUE)
}

pub fn uppermost(patch: &Value) -> Result<Value> {
    bound(patch, Part::Row, false)
}

pub fn lowermost(patch: &Value) -> Result<Value> {
    bound(patch, Part::Row, true)
}

pub fn leftmost(patch: &Value) -> Result<Value> {
    bound(patch, Part::Column, false)
}

pub fn rightmost(patch: &Value) -> Result<Value> {
    bound(patch, Part::Column, true)
}

/// `zip(*items)`: the first items, the second items, … as far as the shortest goes.
pub fn columns(items: &Value) -> Result<Vec<Vec<Value>>> {
    let rows = py::iter(items)?.map(|row| Ok(py::iter(&row)?.collect::<Vec<_>>())).collect::<Result<Vec<_>>>()?;
    let shortest = rows.iter().map(Vec::len).min().unwrap_or(0);
    Ok((0..shortest).map(|n| rows.iter().map(|row| row[n].clone()).collect()).collect())
}

/// What `pick` finds in each column of the patch's places: for places, a row and a column number.
fn corner(patch: &Value, pick: impl Fn(usize) -> Result<bool>) -> Result<Value> {
    let mut parts = Vec::new();
    for (n, column) in columns(&toindices(patch)?)?.into_iter().enumerate() {
        let values = column.iter().cloned().map(Ok);
        let at = if pick(n)? { sort::first_max(values) } else { sort::first_min(values) }?;
        parts.push(at.map(|n| column[n].clone()).ok_or(Fail::VALUE)?);
    }
    Value::tuple(parts)
}

pub fn ulcorner(patch: &Value) -> Result<Value> {
    corner(patch, |_| Ok(false))
}

pub fn lrcorner(patch: &Value) -> Result<Value> {
    corner(patch, |_| Ok(true))
}

/// The mixed corners look up what to do in a dict with the keys 0 and 1.
fn mixed(greatest_at: usize) -> impl Fn(usize) -> Result<bool> {
    move |n| if n < 2 { Ok(n == greatest_at) } else { Err(Exception::KeyError.into()) }
}

pub fn urcorner(patch: &Value) -> Result<Value> {
    corner(patch, mixed(1))
}

pub fn llcorner(patch: &Value) -> Result<Value> {
    corner(patch, mixed(0))
}

pub fn corners(patch: &Value) -> Result<Value> {
    let (ul, ur) = (ulcorner(patch)?, urcorner(patch)?);
    let (ll, lr) = (llcorner(patch)?, lrcorner(patch)?);
    Ok(Value::set(super::patch::display([ul, ur, ll, lr])?))
}

pub fn center(patch: &Value) -> Result<Value> {
    let up = uppermost(patch)?;
    let i = number::add(&up, &number::floor_div(&height(patch)?, &TWO)?)?;
    let left = leftmost(patch)?;
    let j = number::add(&left, &number::floor_div(&width(patch)?, &TWO)?)?;
    Value::pair(i, j)
}

pub fn centerofmass(patch: &Value) -> Result<Value> {
    let mut parts = Vec::new();
    for column in columns(&toindices(patch)?)? {
        let sum = column.iter().try_fold(ZERO, |sum, n| number::add(&sum, n))?;
        parts.push(number::floor_div(&sum, &py::len(patch)?.into())?);
    }
    Value::tuple(parts)
}

pub fn square(piece: &Value) -> Result<Value> {
    if piece.is_tuple() {
        let h = py::len(piece)?;
        return Ok(Value::Bool(h == py::len(&get(piece, 0)?)?));
    }
    let h = height(piece)?;
    let area = number::mul(&h, &width(piece)?)?;
    let full = area == py::len(piece)?.into();
    Ok(Value::Bool(full && h == width(piece)?))
}

pub fn vline(patch: &Value) -> Result<Value> {
    let full = height(patch)? == py::len(patch)?.into();
    Ok(Value::Bool(full && width(patch)? == ONE))
}

pub fn hline(patch: &Value) -> Result<Value> {
    let full = width(patch)? == py::len(patch)?.into();
    Ok(Value::Bool(full && height(patch)? == ONE))
}

fn parts(patch: &Value, part: Part) -> Result<Set> {
    let places = toindices(patch)?;
    let parts = py::iter(&places)?.map(|place| {
        let (i, j) = unpack2(&place)?;
        Ok(match part {
            Part::Row => i,
            Part::Column => j,
        })
    });
    Set::from_items(parts.collect::<Result<Vec<_>>>()?)
}

fn matching(a: &Value, b: &Value, part: Part) -> Result<Value> {
    let (a, b) = (parts(a, part)?, parts(b, part)?);
    Ok(Value::Bool(a.values().any(|v| b.contains(&v))))
}

pub fn hmatching(a: &Value, b: &Value) -> Result<Value> {
    matching(a, b, Part::Row)
}

pub fn vmatching(a: &Value, b: &Value) -> Result<Value> {
    matching(a, b, Part::Column)
}

fn absolute(v: Value) -> Result<Value> {
    let n = v.as_int().ok_or(Fail::TYPE)?;
    if n < 0 { number::neg(&v) } else { Ok(Value::Int(n)) }
}

pub fn manhattan(a: &Value, b: &Value) -> Result<Value> {
    let mut least: Option<i64> = None;
    let sources = toindices(a)?;
    if py::len(&sources)? == 0 {
        return Err(Fail::VALUE);
    }
    // Python asks for b's places anew for each place of a, after unpacking it.
    unpack2(&py::iter(&sources)?.next().ok_or(Fail::STOP)?)?;
    let targets = toindices(b)?;
    for from in py::iter(&sources)? {
        let (ai, aj) = unpack2(&from)?;
        for to in py::iter(&targets)? {
            let (bi, bj) = unpack2(&to)?;
            let rows = absolute(number::sub(&ai, &bi)?)?;
            let columns = absolute(number::sub(&aj, &bj)?)?;
            let steps = number::add(&rows, &columns)?.as_int().ok_or(Fail::TYPE)?;
            least = Some(least.map_or(steps, |l| l.min(steps)));
        }
    }
    least.map(Value::Int).ok_or(Fail::VALUE)
}

pub fn adjacent(a: &Value, b: &Value) -> Result<Value> {
    Ok(Value::Bool(manhattan(a, b)? == ONE))
}

pub fn bordering(patch: &Value, grid: &Value) -> Result<Value> {
    let last = |n: usize| Value::Int(n as i64 - 1);
    Ok(Value::Bool(
        uppermost(patch)? == ZERO
            || leftmost(patch)? == ZERO
            || lowermost(patch)? == last(py::len(grid)?)
            || rightmost(patch)? == last(py::len(&get(grid, 0)?)?),
    ))
}

pub fn position(a: &Value, b: &Value) -> Result<Value> {
    let a = unpack2(&center(&toindices(a)?)?)?;
    direction(a, unpack2(&center(&toindices(b)?)?)?)
}

/// In which of the eight directions the second place lies; None if they cannot be told apart.
pub fn direction((ia, ja): (Value, Value), (ib, jb): (Value, Value)) -> Result<Value> {
    let towards = |x: &Value, y: &Value| Ok::<i64, Fail>(if py::less(x, y)? { 1 } else { -1 });
    let (i, j) = if ia == ib {
        (0, towards(&ja, &jb)?)
    } else if ja == jb {
        (towards(&ia, &ib)?, 0)
    } else if py::less(&ia, &ib)? {
        (1, towards(&ja, &jb)?)
    } else if py::greater(&ia, &ib)? {
        (-1, towards(&ja, &jb)?)
    } else {
        return Ok(Value::None);
    };
    Ok(Value::int_pair(i, j))
}

/// How often `gravitate` moves at most.
pub const MOST_MOVES: i64 = 42;

/// What one move of `gravitate` takes.
pub fn move_cost(source: &Value, destination: &Value) -> u64 {
    source.weight().saturating_mul(destination.weight())
}

pub fn gravitate(m: &mut Machine, source: &Value, destination: &Value) -> Result<Value> {
    let (si, sj) = unpack2(&center(source)?)?;
    let (di, dj) = unpack2(&center(destination)?)?;
    let (mut i, mut j) = (0, 0);
    if vmatching(source, destination)? == Value::Bool(true) {
        i = if py::less(&si, &di)? { 1 } else { -1 };
    } else {
        j = if py::less(&sj, &dj)? { 1 } else { -1 };
    }
    let cost = move_cost(source, destination);
    let mut moved = source.clone();
    let mut moves = 0;
    while adjacent(&moved, destination)? != Value::Bool(true) && moves < MOST_MOVES {
        m.meter.charge(cost)?;
        moves += 1;
        moved = shift(&moved, &Value::int_pair(i, j))?;
    }
    Ok(Value::int_pair(moves * i, moves * j))
}

/// The least shift by which the object, cut off at the border, fits onto itself.
fn period(m: &mut Machine, obj: &Value, part: Part) -> Result<Value> {
    let normalized = normalize(obj)?;
    let extent = match part {
        Part::Row => height(&normalized)?,
        Part::Column => width(&normalized)?,
    };
    let steps = super::number::range(&ONE, &extent, &ONE)?;
    for p in steps.iter() {
        m.meter.charge(obj.weight())?;
        let (back, at) = match part {
            Part::Row => (Value::int_pair(-p, 0), 0),
            Part::Column => (Value::int_pair(0, -p), 1),
        };
        let shifted = shift(&normalized, &back)?;
        let mut pruned = Vec::new();
        for cell in py::iter(&shifted)? {
            let (c, place) = unpack2(&cell)?;
            let (i, j) = unpack2(&place)?;
            let kept = if at == 0 { &i } else { &j };
            if *kept == ZERO || py::greater(kept, &ZERO)? {
                pruned.push(Value::pair(c, Value::pair(i, j)?)?);
            }
        }
        let Value::Set(whole) = &normalized else { return Err(Fail::ATTRIBUTE) };
        if pruned.iter().all(|cell| whole.contains(cell)) {
            return Ok(Value::Int(p));
        }
    }
    Ok(extent)
}

pub fn hperiod(m: &mut Machine, obj: &Value) -> Result<Value> {
    period(m, obj, Part::Column)
}

pub fn vperiod(m: &mut Machine, obj: &Value) -> Result<Value> {
    period(m, obj, Part::Row)
}
