//! The plain form of tokpidjin's operations: one Rust function per DSL function, on Python's own rules.
//!
//! Inside tokpidjin's file, operations call each other through the same wrapper that programs go through, so a failure in
//! an inner call is a default there and not a failure of the outer one. [`safe`] is such a call.

mod cell;
mod colour;
mod container;
mod function;
mod grid;
mod line;
mod logic;
mod number;
mod object;
mod patch;
mod shape;

use crate::machine_tok::FRAMES;
use crate::{Engine, Machine, fast};
use megabatt_core::{Fail, Family, Result, TokOp, Value};

/// Calls the operation; what is raised inside gets out. The number of arguments has been checked.
pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match op.info().family {
        Family::Number => number::call(m, op, args),
        Family::Logic => logic::call(op, args),
        Family::Container => container::call(m, op, args),
        Family::Function => function::call(m, op, args),
        Family::Colour => colour::call(m, op, args),
        Family::Shape => shape::call(m, op, args),
        Family::Patch => patch::call(m, op, args),
        Family::Line => line::call(m, op, args),
        Family::Object => object::call(m, op, args),
        Family::Grid => grid::call(m, op, args),
    }
}

/// A call of one operation inside another: what is raised in it is its default.
pub fn safe(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    m.catching(op, |m| {
        if !(op.required()..=op.arity()).contains(&args.len()) {
            return Err(Fail::TYPE);
        }
        m.enter_many(FRAMES)?;
        let fast = match m.engine {
            Engine::Fast => fast::call_small_tok(op, args).map(Ok).or_else(|| fast::call_tok(m, op, args)),
            Engine::Reference => None,
        };
        let value = match fast {
            Some(result) => result,
            None => call(m, op, args),
        }?;
        m.leave_many(FRAMES);
        Ok(value)
    })
}

/// `value == ()`: what many operations give when they fail.
pub fn is_empty_tuple(value: &Value) -> bool {
    value.is_tuple() && megabatt_core::py::len(value) == Ok(0)
}
