//! How tokpidjin's operations are called: whatever is raised inside one becomes its default.

use crate::machine::{PYTHON_FRAMES, load};
use crate::{Engine, Machine, fast, reference};
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
        self.begin_tok(op, args)?;
        if self.engine == Engine::Fast
            && let Some(value) = fast::call_small_tok(op, args)
        {
            self.leave_many(FRAMES);
            self.meter.made(value.bulk())?;
            return Ok(value);
        }
        self.finish_tok(op, args)
    }

    /// [`Machine::call_tok`] for a call that is known to be no small one, without a profile.
    #[inline(never)]
    pub(crate) fn call_large_tok(&mut self, op: TokOp, args: &[&Value]) -> Result<Value> {
        self.catching(op, |machine| {
            machine.begin_tok(op, args)?;
            machine.finish_tok(op, args)
        })
    }

    /// What comes before a call.
    #[inline]
    fn begin_tok(&mut self, op: TokOp, args: &[&Value]) -> Result<()> {
        let info = op.info();
        if args.len() > info.params.len() || args.len() < op.required() {
            return Err(Fail::TYPE);
        }
        self.enter_many(FRAMES)?;
        self.meter.before(info.cost, args)
    }

    /// The call itself, and what comes after it.
    fn finish_tok(&mut self, op: TokOp, args: &[&Value]) -> Result<Value> {
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
