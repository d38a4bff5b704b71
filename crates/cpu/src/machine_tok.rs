//! How tokpidjin's operations are called: whatever is raised inside one becomes its default.

use crate::machine::{PYTHON_FRAMES, load};
use crate::{Engine, Machine, fast, reference};
use megabatt_core::code::Action;
use megabatt_core::py::nesting;
use megabatt_core::{Call, Exception, Fail, Limit, Result, TokOp, Value, tok};

/// The wrapper's frame and the function's own.
pub(crate) const FRAMES: u32 = 2;

impl Machine {
    /// A call from outside: paid for, and never raising. Only limits get through.
    #[inline(never)]
    pub(crate) fn call_tok(&mut self, op: TokOp, args: &[&Value]) -> Result<Value> {
        match self.tally {
            None => self.catching(op, |machine| machine.call_tok_raising(op, args)),
            Some(_) => self.timed_tok(op, |machine| machine.catching(op, |m| m.call_tok_raising(op, args))),
        }
    }

    /// What `f` gives; the operation's default if something is raised in it.
    #[inline]
    pub(crate) fn catching(&mut self, op: TokOp, f: impl FnOnce(&mut Machine) -> Result<Value>) -> Result<Value> {
        let (depth, level) = (self.depth, self.meter.level());
        let result = f(self);
        match result {
            Ok(value) => Ok(value),
            // How deep its caller was would decide what is caught where.
            Err(Fail::Raise(Exception::RecursionError)) => Err(Limit::Recursion.into()),
            Err(Fail::Raise(_)) => {
                self.depth = depth;
                self.meter.back_to(level);
                Ok(op.info().default.value())
            }
            Err(limit) => Err(limit),
        }
    }

    fn call_tok_raising(&mut self, op: TokOp, args: &[&Value]) -> Result<Value> {
        let info = op.info();
        if args.len() > info.params.len() || args.len() < op.required() {
            return Err(Fail::TYPE);
        }
        self.enter_many(FRAMES)?;
        self.meter.before(info.cost, args)?;
        if self.engine == Engine::Fast
            && let Some(value) = fast::call_small_tok(op, args)
        {
            self.leave_many(FRAMES);
            self.meter.made(value.bulk())?;
            return Ok(value);
        }
        let deep = args.iter().any(|arg| arg.depth() > nesting::UNCOUNTED);
        let level = self.meter.level();
        if deep {
            nesting::allow(PYTHON_FRAMES - self.depth.min(PYTHON_FRAMES));
        }
        let fast = if self.engine == Engine::Fast { fast::call_tok(self, op, args) } else { None };
        let value = match fast {
            Some(result) => result,
            None => self.tok_by_reference(op, args).map(|value| fast::compact(self.engine, op, value)),
        }?;
        if deep && nesting::take_overflow() {
            return Err(Fail::RECURSION);
        }
        self.leave_many(FRAMES);
        self.meter.back_to(level);
        self.meter.made(value.bulk())?;
        Ok(value)
    }

    /// What a line gives that takes a few instructions, which half of the lines of a batt do; None if it has to go the usual way.
    /// What is paid is the same: nothing can be raised, so there is nothing to catch.
    #[inline]
    pub(crate) fn run_small(&mut self, action: &Action, slots: &[Value]) -> Option<Result<Value>> {
        let (Action::Call(call) | Action::Try(call)) = action else { return None };
        let Value::Tok(op) = *load(&call.function, slots) else { return None };
        if self.engine != Engine::Fast || self.tally.is_some() || !call.keywords.is_empty() {
            return None;
        }
        match call.args.as_slice() {
            [a] => self.small_call(op, &[load(a, slots)]),
            [a, b] => self.small_call(op, &[load(a, slots), load(b, slots)]),
            _ => None,
        }
    }

    #[inline(always)]
    fn small_call(&mut self, op: TokOp, args: &[&Value]) -> Option<Result<Value>> {
        let value = fast::call_small_tok(op, args)?;
        let info = op.info();
        let mut paid = || {
            self.enter_many(FRAMES)?;
            self.leave_many(FRAMES);
            self.meter.before(info.cost, args)?;
            self.meter.made(value.bulk())
        };
        Some(paid().map(|()| value))
    }

    /// A line of a batt file: the usual exceptions give the default of the function, others end the batt.
    pub(crate) fn try_call(&mut self, call: &Call, slots: &[Value]) -> Result<Value> {
        let (depth, level) = (self.depth, self.meter.level());
        match self.run_call(call, slots) {
            Err(Fail::Raise(
                Exception::TypeError
                | Exception::AttributeError
                | Exception::ValueError
                | Exception::IndexError
                | Exception::KeyError,
            )) => {
                self.depth = depth;
                self.meter.back_to(level);
                Ok(tok::default_of(load(&call.function, slots)))
            }
            other => other,
        }
    }

    /// The plain form; a walk may want the sets of its result in another order.
    fn tok_by_reference(&mut self, op: TokOp, args: &[&Value]) -> Result<Value> {
        let result = reference::tok::call(self, op, args);
        match self.walk() {
            None => result,
            Some(walk) => walk.reordered(&result?),
        }
    }
}
