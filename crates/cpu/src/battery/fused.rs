//! Two lines of which the second alone needs the first, done at once.
//!
//! All differs of a batt that look for objects go on with those of one cell: `o_g` makes a set of all objects, `sizefilter`
//! takes the few from it, and nobody sees the rest; what both lines take is found out at most, not exactly. And those that compare
//! grids ask where they differ: `cellwise` makes a grid for it, `f_ofcolor` looks for the cells it has marked. What `mapply` gives is
//! mostly drawn at once ([`drawn`]).

mod drawn;

use crate::machine::{CALL, load};
use crate::{Engine, Machine, fast};
use drawn::drawn;
use megabatt_core::code::{Action, Call, Operand};
use megabatt_core::{Closure, Result, TokOp, Value};
use megabatt_exec::battery::Battery;

/// Lines that may be done at once: the first one's operation, the second one's, and where that takes what the first one gives.
const PAIRS: [(TokOp, TokOp, usize); 8] = [
    (TokOp::o_g, TokOp::sizefilter, 0),
    (TokOp::cellwise, TokOp::f_ofcolor, 0),
    (TokOp::mapply, TokOp::paint, 1),
    (TokOp::mapply, TokOp::fill, 2),
    (TokOp::mapply, TokOp::underfill, 2),
    (TokOp::mapply_t, TokOp::paint, 1),
    (TokOp::mapply_t, TokOp::fill, 2),
    (TokOp::mapply_t, TokOp::underfill, 2),
];

/// The line before this one that it may be done with at once.
pub fn first_of(battery: &Battery, node: u32) -> Option<u32> {
    let of_one_sample = |node: u32| {
        let about = &battery.nodes[node as usize];
        (!about.once && !about.per_task).then_some(&about.action)
    };
    let second = of_one_sample(node)?;
    PAIRS.iter().find_map(|&(first_op, second_op, at)| {
        let first = node_of(called(second, second_op, battery)?.args.get(at)?, battery)?;
        called(of_one_sample(first)?, first_op, battery)?;
        Some(first)
    })
}

fn node_of(operand: &Operand, battery: &Battery) -> Option<u32> {
    operand.slot()?.checked_sub(battery.inputs as u32)
}

/// The call in a line, if it is one of this operation, or of a function that looks as if it were made by binding it.
fn called<'a>(action: &'a Action, op: TokOp, battery: &Battery) -> Option<&'a Call> {
    let (Action::Call(call) | Action::Try(call)) = action else { return None };
    let is = |operand: &Operand, op: TokOp| matches!(operand, Operand::Const(Value::Tok(other)) if *other == op);
    let bound = || {
        let made_by = &battery.nodes[node_of(&call.function, battery)? as usize].action;
        let (Action::Call(made_by) | Action::Try(made_by)) = made_by else { return None };
        Some(is(&made_by.function, TokOp::rbind) && made_by.args.first().is_some_and(|first| is(first, op)))
    };
    let fits = call.keywords.is_empty() && (is(&call.function, op) || bound() == Some(true));
    fits.then_some(call)
}

/// What the second line gives. None if they have to run one after the other.
pub fn both(
    machine: &mut Machine,
    battery: &Battery,
    (first, second): (u32, u32),
    slots: &[Value],
) -> Option<Result<Value>> {
    if machine.engine != Engine::Fast {
        return None;
    }
    let call = |node: u32| match &battery.nodes[node as usize].action {
        Action::Call(call) | Action::Try(call) => Some(call),
        Action::Tuple(_) | Action::Copy(_) => None,
    };
    let (first, second) = (call(first)?, call(second)?);
    match load(&first.function, slots) {
        Value::Tok(TokOp::cellwise) => differing(machine, first, second, slots),
        Value::Tok(TokOp::mapply | TokOp::mapply_t) => match load(&second.function, slots) {
            Value::Tok(op @ (TokOp::paint | TokOp::fill | TokOp::underfill)) => {
                drawn(machine, first, second, *op, slots)
            }
            _ => None,
        },
        _ => singles(machine, first, second, slots),
    }
}

/// `f_ofcolor(cellwise(a, b, colour), colour)`.
fn differing(machine: &mut Machine, first: &Call, second: &Call, slots: &[Value]) -> Option<Result<Value>> {
    let [a, b, fallback] = first.args.as_slice() else { return None };
    let (a, b, fallback) = (load(a, slots), load(b, slots), load(fallback, slots));
    let (Value::Grid(grid), Value::Int(colour)) = (a, fallback) else { return None };
    let (_, Value::Int(wanted)) = with_two(second, TokOp::f_ofcolor, slots)? else { return None };
    if wanted != colour {
        return None;
    }
    let value = Value::set(fast::differing(grid, b, *colour)?);
    let mut paid = || {
        machine.meter.before(TokOp::cellwise.info().cost, &[a, b, fallback])?;
        // The grid that nobody makes is as large as the first one.
        machine.meter.made(a.bulk())?;
        machine.meter.before(TokOp::f_ofcolor.info().cost, &[a, fallback])?;
        machine.meter.made(value.bulk())
    };
    Some(paid().map(|()| value))
}

/// `sizefilter(o_g(grid, code), ONE)`.
fn singles(machine: &mut Machine, first: &Call, second: &Call, slots: &[Value]) -> Option<Result<Value>> {
    let (grid, Value::Int(code)) = with_two(first, TokOp::o_g, slots)? else { return None };
    let Value::Grid(cells) = grid else { return None };
    let (_, Value::Int(1)) = with_two(second, TokOp::sizefilter, slots)? else { return None };
    let set = fast::singles(cells, fast::Manner::of_code(*code)?)?;
    Some(set.and_then(|set| paid(machine, grid, Value::set(set))))
}

/// The two arguments of a call of the operation.
fn with_two<'a>(call: &'a Call, op: TokOp, slots: &'a [Value]) -> Option<(&'a Value, &'a Value)> {
    match (load(&call.function, slots), call.args.as_slice()) {
        (Value::Tok(called), [a, b]) if *called == op => Some((load(a, slots), load(b, slots))),
        (Value::Func(function), [a]) => match &function.kind {
            Closure::Rbind { function: Value::Tok(called), fixed, .. } if *called == op => {
                Some((load(a, slots), fixed))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Pays for both lines at least what they take: there are no more objects than cells, and each cell is in one at most.
fn paid(machine: &mut Machine, grid: &Value, value: Value) -> Result<Value> {
    /// A cell's object, and the cell in it.
    const MOST_FOR_A_CELL: u64 = 5;
    let objects = grid.weight().saturating_mul(MOST_FOR_A_CELL);
    machine.meter.before(TokOp::o_g.info().cost, &[grid])?;
    machine.meter.before(TokOp::sizefilter.info().cost, &[&value])?;
    machine.meter.charge(2 * CALL)?;
    // The objects are made by one call, and an argument of the other.
    machine.meter.made(objects)?;
    machine.meter.charge(objects)?;
    machine.meter.made(value.bulk())?;
    Ok(value)
}
