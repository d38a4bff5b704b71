//! A function that is chosen for a value and called: `first(rapply(initset(choose(x)), x))`.
//!
//! Programs have no other way to call what a function gave. Nobody but `first` sees the set that the function is put into, and the set of
//! what it gives. So neither is made: they are paid for, in the order in which they would have been.
//!
//! ```text
//! compose(first, fork(rapply, compose(initset, choose), value))      chosen for x, called with value(x)
//! chain(first, fork(rapply, initset, value), choose)                 called with value(choose(x))
//! chain(first, rbind(rapply, value), compose(initset, choose))       called with one value
//! ```

use crate::lent::value_of;
use crate::machine::CALL;
use crate::{Engine, Machine};
use megabatt_core::py::nesting;
use megabatt_core::value::MAX_DEPTH;
use megabatt_core::{Closure, Fail, Function, Limit, Op, Result, Set, Value};

/// A function that gives a set of what it calls.
pub(crate) enum Applied<'f> {
    /// `fork(rapply, single, value)`.
    Fork { single: &'f Value, value: &'f Value },
    /// `rbind(rapply, value)`, of a set of one.
    Bound { value: &'f Value },
}

impl<'f> Applied<'f> {
    /// What the function is, if it applies what is in a set of one.
    #[inline(always)]
    pub(crate) fn of(function: &'f Function) -> Option<Applied<'f>> {
        match &function.kind {
            Closure::Fork { outer: Value::Op(Op::rapply), a, b } if gives_single(a) => {
                Some(Applied::Fork { single: a, value: b })
            }
            Closure::Rbind { function: Value::Op(Op::rapply), fixed, .. } => Some(Applied::Bound { value: fixed }),
            _ => None,
        }
    }
}

/// Whether it is `initset`, or gives what `initset` gave.
pub(crate) fn gives_single(function: &Value) -> bool {
    match function {
        Value::Op(op) => *op == Op::initset,
        Value::Func(f) => match &f.kind {
            Closure::Compose { outer, .. } => matches!(outer, Value::Op(Op::initset)) && f.times() == 1,
            Closure::Chain { h, .. } => matches!(h, Value::Op(Op::initset)),
            _ => false,
        },
        _ => false,
    }
}

impl Machine {
    /// Whether what nobody sees need not be made.
    #[inline(always)]
    pub(crate) fn may_leave_out(&self) -> bool {
        self.engine == Engine::Fast && !self.is_timed() && self.walk().is_none()
    }

    /// `first(fork(rapply, single, value)(x))`.
    #[inline(never)]
    pub(crate) fn first_of_fork(
        &mut self,
        fork: &Function,
        single: &Value,
        value: &Value,
        args: &[&Value],
    ) -> Result<Value> {
        self.enter()?;
        self.meter.charge(CALL)?;
        let level = self.meter.level();
        fork.note_fork();
        let chosen = self.only_item(single, args)?;
        let mut place = Err(Fail::TYPE);
        let x = value_of!(self, value, args, place);
        self.first_of_applied(&chosen, x, level)
    }

    /// `first(rbind(rapply, value)(single(x)))`.
    #[inline(never)]
    pub(crate) fn first_of_bound(&mut self, single: &Value, value: &Value, args: &[&Value]) -> Result<Value> {
        let chosen = self.only_item(single, args)?;
        self.enter()?;
        self.meter.charge(CALL)?;
        let level = self.meter.level();
        self.first_of_applied(&chosen, value, level)
    }

    /// The first item of `rapply({chosen}, x)`, which is the result of a closure that began at this level.
    fn first_of_applied(&mut self, chosen: &Value, x: &Value, level: u64) -> Result<Value> {
        let given = self.applied(chosen, x)?;
        self.meter.back_to(level);
        self.meter.hold(weight_of_single(&given))?;
        self.leave();
        self.enter()?;
        self.meter.before_constant()?;
        self.leave();
        Ok(given)
    }

    /// The only item of the set that a function gives which [`gives_single`].
    fn only_item(&mut self, single: &Value, args: &[&Value]) -> Result<Value> {
        let Value::Func(function) = single else {
            let item = (*args.first().ok_or(Fail::TYPE)?).clone();
            self.pay_for_single(&item)?;
            return Ok(item);
        };
        self.enter()?;
        self.meter.charge(CALL)?;
        let level = self.meter.level();
        let item = match &function.kind {
            Closure::Compose { inner, .. } => self.call(inner, args)?,
            Closure::Chain { g, f, .. } => {
                let mut place = Err(Fail::TYPE);
                let y = value_of!(self, f, args, place);
                self.call1(g, y)?
            }
            _ => return Err(Fail::TYPE),
        };
        self.pay_for_single(&item)?;
        self.meter.back_to(level);
        self.meter.hold(weight_of_single(&item))?;
        self.leave();
        Ok(item)
    }

    /// What `initset(item)` takes.
    fn pay_for_single(&mut self, item: &Value) -> Result<()> {
        if has_rules_of_its_own(item) {
            return self.call1(&Value::Op(Op::initset), item).map(|_| ());
        }
        self.enter()?;
        self.meter.before_linear(item.weight())?;
        self.meter.made(weight_of_single(item))?;
        self.leave();
        Ok(())
    }

    /// The only item of `rapply({function}, x)`.
    fn applied(&mut self, function: &Value, x: &Value) -> Result<Value> {
        if has_rules_of_its_own(function) || is_deep(x) {
            let functions = Value::set(Set::single(function.clone())?);
            return match self.call(&Value::Op(Op::rapply), &[&functions, x])? {
                Value::Set(results) => results.item(0).ok_or(Fail::TYPE),
                _ => Err(Fail::TYPE),
            };
        }
        self.enter()?;
        self.meter.before_linear(weight_of_single(function).saturating_add(x.weight()))?;
        if let Value::Grid(grid) = x {
            self.meter.reserve(grid.weight())?;
        }
        let level = self.meter.level();
        let given = self.call1_in_generator(function, x)?;
        self.meter.keep(&mut 0, given.weight())?;
        self.meter.charge(given.weight())?;
        if given.depth() >= MAX_DEPTH {
            return Err(Limit::Depth.into());
        }
        self.meter.back_to(level);
        self.meter.made(weight_of_single(&given))?;
        self.leave();
        Ok(given)
    }
}

/// What the set of just this value weighs.
fn weight_of_single(item: &Value) -> u64 {
    item.weight().saturating_add(1)
}

/// Comparing what is nested deeply counts frames, which a call of an operation sees to; and grids ask for room.
fn has_rules_of_its_own(item: &Value) -> bool {
    matches!(item, Value::Grid(_)) || is_deep(item)
}

/// Whether a set of it, too, is nested so deeply that comparing it counts frames.
fn is_deep(value: &Value) -> bool {
    value.depth() >= nesting::UNCOUNTED
}
