//! Two lines of which the second alone needs the first, done at once.
//!
//! All differs of a batt that look for objects go on with those of one cell: `o_g` makes a set of all objects, `sizefilter`
//! takes the few from it, and nobody sees the rest. What both lines take is not found out exactly, but at most.

use crate::machine::load;
use crate::{Engine, Machine, fast};
use megabatt_core::code::{Action, Call, Operand};
use megabatt_core::{Closure, Result, TokOp, Value};
use megabatt_exec::battery::Battery;

/// The line before this one that it may be done with at once: `sizefilter` of what `o_g` gives.
pub fn first_of(battery: &Battery, node: u32) -> Option<u32> {
    let of_one_sample = |node: u32| {
        let about = &battery.nodes[node as usize];
        (!about.once && !about.per_task).then_some(&about.action)
    };
    let call = called(of_one_sample(node)?, TokOp::sizefilter, battery)?;
    let first = node_of(call.args.first()?, battery)?;
    called(of_one_sample(first)?, TokOp::o_g, battery)?;
    Some(first)
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
    let arguments = |node: u32, op: TokOp| match &battery.nodes[node as usize].action {
        Action::Call(call) | Action::Try(call) => with_two(call, op, slots),
        Action::Tuple(_) | Action::Copy(_) => None,
    };
    let (grid, Value::Int(code)) = arguments(first, TokOp::o_g)? else { return None };
    let Value::Grid(cells) = grid else { return None };
    let (_, Value::Int(1)) = arguments(second, TokOp::sizefilter)? else { return None };
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
    /// What calling a closure takes.
    const CLOSURE: u64 = 4;
    let objects = grid.weight().saturating_mul(MOST_FOR_A_CELL);
    machine.meter.before(TokOp::o_g.info().cost, &[grid])?;
    machine.meter.before(TokOp::sizefilter.info().cost, &[&value])?;
    machine.meter.charge(2 * CLOSURE)?;
    // The objects are made by one call, and an argument of the other.
    machine.meter.made(objects)?;
    machine.meter.charge(objects)?;
    machine.meter.made(value.bulk())?;
    Ok(value)
}
