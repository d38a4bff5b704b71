//! Quicker forms of tokpidjin's operations for the arguments programs really pass.
//!
//! Most are arc-dsl's with cells written the other way ([`twin`]); the rest has forms of its own.

mod compare;
mod list;
mod odd;
mod own;
mod palette;
mod planes;
mod rank;
mod route;
mod rows;
mod singles;
mod small;
mod twin;

pub use compare::differing;
pub use singles::singles;
pub use small::{call as call_small, call_to as call_small_to};

use super::{at_once, constant, functional, grid, typed_call};
use crate::{Engine, Machine, in_parts, machine_tok};
use megabatt_core::{CellLayout, Fail, Grid, Result, TokOp, Type, Value};
use route::Route;
use std::mem::ManuallyDrop;

/// tokpidjin's cells.
const LAYOUT: CellLayout = CellLayout::ColourLast;

/// The result, if there is a fast form for these arguments.
pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Option<Result<Value>> {
    if args.iter().any(|arg| matches!(arg, Value::Tuple(_)))
        && let Some(args) = with_grids(op, args)
    {
        return typed(m, op, &args.iter().collect::<Vec<_>>());
    }
    typed(m, op, args)
}

/// Whether the operation has questions that are answered in a few instructions.
#[inline]
pub fn is_small(op: TokOp) -> bool {
    Route::of(op).has(Route::SMALL)
}

/// A grid that a plain form made, as a grid and not as rows: whoever looks at it next wants it so.
pub fn compact(engine: Engine, op: TokOp, value: &mut Value) {
    if let (Engine::Fast, Type::Grid) = (engine, op.info().result)
        && let Some(grid) = Grid::from_value(value)
    {
        *value = Value::grid(grid);
    }
}

fn typed(m: &mut Machine, op: TokOp, args: &[&Value]) -> Option<Result<Value>> {
    let route = Route::of(op);
    if route.has(Route::OWN) {
        let found = ManuallyDrop::new(own::call(op, args));
        if found.is_some() {
            // SAFETY: nobody uses or drops it after that.
            return unsafe { in_parts::take(&*found) };
        }
    }
    if route.has(Route::LIST)
        && let Some(result) = list::call(op, args)
    {
        return Some(result);
    }
    match op {
        TokOp::order => return order(m, args),
        TokOp::mir_rot_t => return mirrored(m, args),
        _ => {}
    }
    if route.has(Route::ROWS)
        && let Some(result) = rows::call(m, op, args)
    {
        return Some(result);
    }
    let twin = twin::of(op)?;
    if !twin.takes(args) {
        return None;
    }
    let mut result = Err(Fail::TYPE);
    if at_once::call(twin.op, args, &mut result) {
        return Some(result);
    }
    let found = ManuallyDrop::new(constant::call(twin.op, args));
    if let Some(Ok(_)) = &*found {
        // SAFETY: nobody uses or drops it after that.
        return unsafe { in_parts::take(&*found) };
    }
    let before = m.mark();
    let found = match *found {
        None => ManuallyDrop::new(typed_call(m, twin.op, args, LAYOUT)),
        _ => found,
    };
    match &*found {
        // What an inner call of tokpidjin's would catch, the twin does not.
        Some(Err(Fail::Raise(_))) => {
            m.rewind(before);
            None
        }
        // SAFETY: nobody uses or drops it after that.
        _ => unsafe { in_parts::take(&*found) },
    }
}

/// `mir_rot_t` of a grid: another operation, called through its wrapper.
fn mirrored(m: &mut Machine, args: &[&Value]) -> Option<Result<Value>> {
    let [Value::Grid(g), Value::Int(code)] = args else { return None };
    let before = m.mark();
    if m.enter_many(machine_tok::FRAMES).is_err() {
        m.rewind(before);
        return None;
    }
    m.leave_many(machine_tok::FRAMES);
    Some(match code {
        0 => grid::hmirror(g),
        1 => grid::dmirror(g),
        2 => grid::vmirror(g),
        3 => grid::cmirror(g),
        4 => grid::rot90(g),
        5 => grid::rot180(g),
        6 => grid::rot270(g),
        _ => {
            // Nothing is called.
            m.rewind(before);
            Ok(Value::Grid(g.clone()))
        }
    })
}

/// Sorting is a built-in function of Python's, which has a frame of its own.
fn order(m: &mut Machine, args: &[&Value]) -> Option<Result<Value>> {
    let [container, compfunc] = args else { return None };
    let before = m.mark();
    let result = m.enter().ok().and_then(|()| match (container, compfunc) {
        (Value::Tuple(items), Value::Tok(TokOp::identity)) if !items.slice().is_empty() => {
            by_themselves(m, items.slice())
        }
        _ => None,
    });
    let result = result.or_else(|| {
        m.rewind(before);
        m.enter().ok().and_then(|()| functional::order(m, container, compfunc))
    });
    match result {
        Some(_) => m.leave(),
        None => m.rewind(before),
    }
    result
}

/// Ints in their own order, as rows are sorted by `identity`. Nothing is called for them, and what the calls take is known.
fn by_themselves(m: &mut Machine, items: &[Value]) -> Option<Result<Value>> {
    /// What a call takes, its result, and the key that is made of that.
    const FUEL: u64 = 4 + 1 + 1;
    let n = items.len() as u64;
    let ints = items.iter().map(|item| match item {
        Value::Int(n) => Some(*n),
        _ => None,
    });
    let mut ints: Vec<i64> = ints.collect::<Option<_>>()?;
    m.pay_at_once(machine_tok::FRAMES, n.saturating_mul(FUEL), n)?.ok()?;
    ints.sort_unstable();
    Some(Value::tuple(ints.into_iter().map(Value::Int).collect()))
}

/// The arguments with tuples of rows turned into grids where the operation wants a grid and that is what they are.
fn with_grids(op: TokOp, args: &[&Value]) -> Option<Vec<Value>> {
    let params = op.info().params;
    let as_grid = |n: usize| match (args[n], params.get(n)?.ty) {
        (Value::Tuple(_), Type::Grid | Type::Piece) => Grid::from_value(args[n]).map(Value::grid),
        _ => None,
    };
    let first = (0..args.len()).find_map(|n| Some((n, as_grid(n)?)))?;
    let mut all: Vec<Value> = args.iter().map(|&arg| arg.clone()).collect();
    for (n, arg) in all.iter_mut().enumerate().skip(first.0 + 1) {
        if let Some(grid) = as_grid(n) {
            *arg = grid;
        }
    }
    all[first.0] = first.1;
    Some(all)
}
