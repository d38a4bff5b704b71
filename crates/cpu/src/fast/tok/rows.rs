//! Functions that do the same to each row of a grid, or that move a patch by each of some vectors, without a call per item.
//!
//! The rows of a grid weigh the same, and so does what sorting them, pairing them or ranking their pairs makes of them. So each
//! call takes what the first one takes: that one is made, the others are paid for, and what they give is read from the cells.
//!
//! ```text
//! apply(rbind(order, identity), I)    3 0 1 1    →    0 1 1 3
//!                                     2 2 0 5         0 2 2 5
//! ```

use super::LAYOUT;
use crate::Machine;
use crate::fast::{Patch, patch};
use megabatt_core::{Closure, Grid, Result, TokOp, Value};

type Taken = Option<Result<Value>>;

/// One row alone is called for.
const FEWEST: usize = 2;
/// Narrower rows are places or cells.
const NARROWEST: usize = 4;
/// Nobody looks at the clock meanwhile, so larger grids are left to the ordinary way.
const MOST_CELLS: usize = 1 << 16;

/// Whether it is an operation that calls such functions.
pub const fn knows(op: TokOp) -> bool {
    matches!(op, TokOp::apply | TokOp::apply_t | TokOp::papply)
}

/// The result, if it is one of these calls.
pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Taken {
    match (op, args) {
        (TokOp::apply | TokOp::apply_t, [function, Value::Grid(g)]) if sorts(function) => sorted(m, function, g),
        (TokOp::apply | TokOp::apply_t, [function, Value::Tuple(rows)]) => {
            if rows.as_walked().is_some() || rows.runs().is_some() {
                return None;
            }
            match ranks_each(function) {
                Some(greater) => ranked(m, function, rows.slice(), greater),
                None => moved(m, function, rows.slice()),
            }
        }
        (TokOp::papply, [pair @ Value::Tok(TokOp::pair), Value::Grid(a), Value::Grid(b)]) => paired(m, pair, a, b),
        _ => None,
    }
}

/// Whether it is `rbind(order, identity)`.
fn sorts(function: &Value) -> bool {
    let Value::Func(f) = function else { return false };
    matches!(
        &f.kind,
        Closure::Rbind { function: Value::Tok(TokOp::order), fixed: Value::Tok(TokOp::identity), arity: 2 }
    )
}

/// Whether it is `lbind(apply, rbind(get_rank, rank))`, which gives the greater or the lesser one of each of a row's pairs;
/// true for the greater one.
fn ranks_each(function: &Value) -> Option<bool> {
    let Value::Func(f) = function else { return None };
    let Closure::Lbind { function: Value::Tok(TokOp::apply | TokOp::apply_t), fixed: Value::Func(inner), arity: 2 } =
        &f.kind
    else {
        return None;
    };
    match &inner.kind {
        Closure::Rbind { function: Value::Tok(TokOp::get_rank), fixed: Value::Int(rank @ -2..2), arity: 2 } => {
            Some(rank % 2 == 0)
        }
        _ => None,
    }
}

/// Pays for so many calls of which each takes what this one takes, and for keeping what they give; gives what this one gives. None, and
/// nothing paid, if it fails, or if there may be too little of something.
fn pay_for_all(m: &mut Machine, function: &Value, args: &[&Value], calls: usize) -> Option<Value> {
    let before = m.mark();
    let (value, used, frames) = m.measured_call(function, args)?;
    let calls = calls as u64;
    // One frame more is that of the generator.
    let paid = m
        .pay_at_once(frames + 1, used.fuel.saturating_mul(calls), used.peak)
        .and_then(Result::ok)
        .and_then(|()| m.meter.keep(&mut 0, value.weight().saturating_mul(calls)).ok());
    if paid.is_none() {
        m.rewind(before);
    }
    paid.map(|()| value)
}

/// `apply(lbind(shift, patch), vectors)`: the patch moved weighs what it weighs, wherever it is.
fn moved(m: &mut Machine, function: &Value, vectors: &[Value]) -> Taken {
    let Value::Func(f) = function else { return None };
    let Closure::Lbind { function: Value::Tok(TokOp::shift), fixed, arity: 2 } = &f.kind else { return None };
    let patch = Patch::of(fixed, LAYOUT)?;
    let [first, others @ ..] = vectors else { return None };
    if vectors.len() < FEWEST || vectors.len() * patch.len() > MOST_CELLS || !matches!(first, Value::Pair(..)) {
        return None;
    }
    let mut copies = Vec::with_capacity(vectors.len());
    // In its place will be what the measured call gives.
    copies.push(Value::None);
    for vector in others {
        let Value::Pair(di, dj) = *vector else { return None };
        copies.push(patch::shift(patch, di, dj)?.ok()?);
    }
    copies[0] = pay_for_all(m, function, &[first], vectors.len())?;
    Some(Value::tuple(copies))
}

fn sorted(m: &mut Machine, function: &Value, g: &Grid) -> Taken {
    let (h, w) = (g.height(), g.width());
    if h < FEWEST || w < NARROWEST || h * w > MOST_CELLS {
        return None;
    }
    pay_for_all(m, function, &[&g.row_value(0)], h)?;
    let mut cells = g.cells().to_vec();
    cells.chunks_mut(w).for_each(<[i8]>::sort_unstable);
    Some(Ok(Value::grid(Grid::new(h, w, cells))))
}

fn ranked(m: &mut Machine, function: &Value, rows: &[Value], greater: bool) -> Taken {
    let Value::Tuple(first) = rows.first()? else { return None };
    let (h, w) = (rows.len(), first.len());
    if h < FEWEST || w == 0 || h * w > MOST_CELLS {
        return None;
    }
    let mut cells = Vec::with_capacity(h * w);
    for row in rows {
        let Value::Tuple(row) = row else { return None };
        if row.len() != w || row.as_walked().is_some() || row.runs().is_some() {
            return None;
        }
        for item in row.slice() {
            let Value::Pair(a, b) = *item else { return None };
            cells.push(i8::try_from(if greater { a.max(b) } else { a.min(b) }).ok()?);
        }
    }
    pay_for_all(m, function, &[&rows[0]], h)?;
    Some(Ok(Value::grid(Grid::new(h, w, cells))))
}

fn paired(m: &mut Machine, pair: &Value, a: &Grid, b: &Grid) -> Taken {
    let (h, w) = (a.height().min(b.height()), a.width().min(b.width()));
    if h < FEWEST || h * w > MOST_CELLS {
        return None;
    }
    pay_for_all(m, pair, &[&a.row_value(0), &b.row_value(0)], h)?;
    let row = |i: usize| {
        let pairs = a.row(i).iter().zip(b.row(i)).map(|(&a, &b)| Value::Pair(a.into(), b.into()));
        Value::tuple(pairs.collect())
    };
    Some((0..h).map(row).collect::<Result<Vec<Value>>>().and_then(Value::tuple))
}
