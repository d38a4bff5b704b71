//! How tokpidjin's operations are called: whatever is raised inside one becomes its default.

use crate::machine::{PYTHON_FRAMES, load};
use crate::{Engine, Machine, fast, in_parts, reference};
use megabatt_core::py::nesting;
use megabatt_core::{Call, Exception, Fail, Limit, Result, TokOp, Value, tok};
use std::mem::ManuallyDrop;

/// The wrapper's frame and the function's own.
pub(crate) const FRAMES: u32 = 2;

impl Machine {
    /// A call from outside: paid for, and never raising. Only limits get through. The result is put in the place of a TypeError, so that it is
    /// not moved from call to call.
    #[inline(never)]
    pub(crate) fn call_tok_into(&mut self, op: TokOp, args: &[&Value], result: &mut Result<Value>) {
        match self.tally {
            None => self.call_tok_untimed(op, args, result),
            Some(_) => {
                *result = self.timed_tok(op, |machine| {
                    let mut result = Err(Fail::TYPE);
                    machine.call_tok_untimed(op, args, &mut result);
                    result
                });
            }
        }
    }

    /// What `f` gives; the operation's default if something is raised in it.
    #[inline]
    pub(crate) fn catching(&mut self, op: TokOp, f: impl FnOnce(&mut Machine) -> Result<Value>) -> Result<Value> {
        let before = (self.depth, self.meter.level());
        match f(self) {
            Ok(value) => Ok(value),
            Err(fail) => self.caught(op, before, fail),
        }
    }

    #[inline]
    fn call_tok_untimed(&mut self, op: TokOp, args: &[&Value], result: &mut Result<Value>) {
        let before = (self.depth, self.meter.level());
        match self.begin_tok(op, args) {
            Err(fail) => *result = Err(fail),
            Ok(()) if self.engine == Engine::Fast && fast::is_small_tok(op) && small_into(op, args, result) => {
                self.leave_many(FRAMES);
                self.pay_for(result);
            }
            Ok(()) => self.finish_tok(op, args, result),
        }
        if let Err(fail) = *result {
            *result = self.caught(op, before, fail);
        }
    }

    /// [`Machine::call_tok_into`] for a call that is known to be no small one, without a profile.
    #[inline(never)]
    pub(crate) fn call_large_tok_into(&mut self, op: TokOp, args: &[&Value], result: &mut Result<Value>) {
        let before = (self.depth, self.meter.level());
        match self.begin_tok(op, args) {
            Err(fail) => *result = Err(fail),
            Ok(()) => self.finish_tok(op, args, result),
        }
        if let Err(fail) = *result {
            *result = self.caught(op, before, fail);
        }
    }

    /// What a call gives in which something is raised: the operation's default. How deep it was and what it held counts no more.
    fn caught(&mut self, op: TokOp, (depth, level): (u32, u64), fail: Fail) -> Result<Value> {
        match fail {
            // How deep its caller was would decide what is caught where.
            Fail::Raise(Exception::RecursionError) => Err(Limit::Recursion.into()),
            Fail::Raise(_) => {
                self.depth = depth;
                self.meter.back_to(level);
                Ok(op.info().default.value())
            }
            limit => Err(limit),
        }
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
    fn finish_tok(&mut self, op: TokOp, args: &[&Value], result: &mut Result<Value>) {
        let deep = args.iter().any(|arg| arg.depth() > nesting::UNCOUNTED);
        let level = self.meter.level();
        if deep {
            nesting::allow(PYTHON_FRAMES - self.depth.min(PYTHON_FRAMES));
        }
        let found = ManuallyDrop::new(if self.engine == Engine::Fast { fast::call_tok(self, op, args) } else { None });
        match &*found {
            // SAFETY: nobody uses or drops it after that.
            Some(found) => unsafe { in_parts::put(found, result) },
            None => self.tok_by_reference(op, args, result),
        }
        if result.is_ok() {
            if deep && nesting::take_overflow() {
                *result = Err(Fail::RECURSION);
                return;
            }
            self.leave_many(FRAMES);
            self.meter.back_to(level);
            self.pay_for(result);
        }
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
    fn tok_by_reference(&mut self, op: TokOp, args: &[&Value], result: &mut Result<Value>) {
        let found = ManuallyDrop::new(reference::tok::call(self, op, args));
        // SAFETY: nobody uses or drops it after that.
        unsafe { in_parts::put(&*found, result) };
        if let (Ok(value), Some(walk)) = (&*result, self.walk()) {
            *result = walk.reordered(value);
        }
        if let Ok(value) = result {
            fast::compact(self.engine, op, value);
        }
    }
}

/// The result of a call that is answered in a few instructions, if it is one; false, and nothing that counts, otherwise.
#[inline]
fn small_into(op: TokOp, args: &[&Value], result: &mut Result<Value>) -> bool {
    *result = Ok(Value::None);
    match result {
        Ok(value) => fast::call_small_tok_to(op, args, value),
        Err(_) => false,
    }
}
