//! Which parts of a function are called more than once with one value, as far as its making tells.
//!
//! Values on the way are told apart by what they come from: `x` is the argument, `f(x)` is what `f` gives for it, wherever in the function
//! that is asked for. So `fork(paint, chain(g, f, first), chain(h, f, first))` calls `f` twice with `first(x)`.

use super::{Closure, Function};
use crate::ops::Op;
use crate::value::Value;

/// A value on the way, as a number: the argument, or what one of the calls gives.
type Number = usize;

/// The calls that were met so far.
pub(super) struct Met<'f> {
    calls: Vec<Call>,
    /// The numbers of what they give by where one looks for them; zero where there is none.
    slots: [u8; SLOTS],
    /// The functions that are called.
    pub(super) functions: Vec<&'f Function>,
    /// Those that are called with a value that they were called with before.
    pub(super) shared: Vec<&'f Function>,
}

/// More than there are calls, so that one finds an empty one soon.
const SLOTS: usize = 256;

struct Call {
    /// Where the function is, or the number of the operation.
    function: usize,
    argument: Number,
    gives: Number,
}

impl<'f> Met<'f> {
    /// What the function itself is called with.
    pub(super) const ARGUMENT: Number = 0;

    /// Functions that call more than this are looked at so far.
    const MOST: usize = 150;

    /// A function that is applied more often than this to what it gave is not looked into.
    const FEW: u32 = 3;

    pub(super) fn new() -> Met<'f> {
        Met { calls: Vec::new(), slots: [0; SLOTS], functions: Vec::new(), shared: Vec::new() }
    }

    /// Calls a function. None if it is enough by now.
    pub(super) fn call_func(&mut self, function: &'f Function, x: Number) -> Option<Number> {
        let at = std::ptr::from_ref(function) as usize;
        let slot = match self.find(at, x) {
            Ok(gives) => {
                self.shared.push(function);
                return Some(gives);
            }
            Err(slot) => slot,
        };
        self.functions.push(function);
        let number = self.note(at, x, slot)?;
        let gives = match &function.kind {
            // It has a way of its own.
            Closure::Compose { .. } if function.times > Met::FEW => number,
            Closure::Compose { outer, inner } => {
                let y = self.call(inner, x)?;
                self.call(outer, y)?
            }
            Closure::Chain { h, g, f } => {
                let y = self.call(f, x)?;
                let z = self.call(g, y)?;
                self.call(h, z)?
            }
            Closure::Matcher { function, .. } => {
                self.call(function, x)?;
                number
            }
            Closure::Fork { a, b, .. } => {
                self.call(a, x)?;
                self.call(b, x)?;
                number
            }
            _ => number,
        };
        self.calls[number - 1].gives = gives;
        Some(gives)
    }

    fn call(&mut self, function: &'f Value, x: Number) -> Option<Number> {
        match function {
            Value::Func(function) => self.call_func(function, x),
            Value::Op(op) => self.call_op(*op as usize, x),
            Value::Tok(op) => self.call_op(Op::ALL.len() + *op as usize, x),
            // The call fails.
            _ => None,
        }
    }

    /// Calls an operation. No function is at an address as low as their numbers are.
    fn call_op(&mut self, op: usize, x: Number) -> Option<Number> {
        match self.find(op, x) {
            Ok(gives) => Some(gives),
            Err(slot) => self.note(op, x, slot),
        }
    }

    /// What a call gives that was met before, or else the slot for it.
    fn find(&self, function: usize, argument: Number) -> Result<Number, usize> {
        let mut slot = ((function >> 4) ^ function ^ argument.wrapping_mul(37)) % SLOTS;
        loop {
            let Some(number) = usize::from(self.slots[slot]).checked_sub(1) else { return Err(slot) };
            let call = &self.calls[number];
            if (call.function, call.argument) == (function, argument) {
                return Ok(call.gives);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The number of what a call gives that was not met before.
    fn note(&mut self, function: usize, argument: Number, slot: usize) -> Option<Number> {
        let gives = self.calls.len() + 1;
        if gives > Met::MOST {
            return None;
        }
        self.slots[slot] = gives as u8;
        self.calls.push(Call { function, argument, gives });
        Some(gives)
    }
}
