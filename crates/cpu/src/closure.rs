//! Calls of functions that were made of others.

use crate::chosen::{self, Applied};
use crate::lent::value_of;
use crate::machine::CALL;
use crate::{Engine, Machine, repeated};
use megabatt_core::{Arc, Closure, Fail, Function, Op, Result, TokOp, Value};

impl Machine {
    #[inline]
    pub(crate) fn call_closure(&mut self, function: &Arc<Function>, args: &[&Value], result: &mut Result<Value>) {
        if function.is_shared() && self.engine == Engine::Fast {
            self.call_shared(function, args, result);
        } else {
            self.call_plainly(function, args, result);
        }
    }

    #[inline(never)]
    pub(crate) fn call_plainly(&mut self, function: &Function, args: &[&Value], result: &mut Result<Value>) {
        if !function.takes(args.len()) {
            return;
        }
        if let Err(fail) = self.enter().and_then(|()| self.meter.charge(CALL)) {
            *result = Err(fail);
            return;
        }
        let level = self.meter.level();
        if let Err(fail) = self.run_closure(function, args, result) {
            *result = Err(fail);
            return;
        }
        if let Ok(value) = result {
            self.meter.back_to(level);
            match self.meter.hold(value.bulk()) {
                Ok(()) => self.leave(),
                Err(limit) => *result = Err(limit),
            }
        }
    }

    /// What a closure does. Results on the way are looked at where they are.
    #[inline(always)]
    fn run_closure(&mut self, function: &Function, args: &[&Value], result: &mut Result<Value>) -> Result<()> {
        match &function.kind {
            Closure::Compose { outer, .. } if function.times() >= repeated::FEWEST && self.engine == Engine::Fast => {
                *result = self.call_repeatedly(outer, function.times(), args);
            }
            Closure::Compose { outer: Value::Tok(op @ (TokOp::size | TokOp::size_f)), inner: Value::Func(inner) }
                if let [x] = args
                    && let Some(count) = self.counted(*op, inner, x) =>
            {
                *result = Ok(count);
            }
            Closure::Compose { outer: Value::Op(Op::first), inner: Value::Func(inner) }
                if let Some(Applied::Fork { single, value }) = Applied::of(inner)
                    && self.may_leave_out() =>
            {
                *result = self.first_of_fork(inner, single, value, args);
            }
            Closure::Compose { outer, inner } => {
                let mut place = Err(Fail::TYPE);
                let x = value_of!(self, inner, args, place);
                self.call_into(outer, &[x], result);
            }
            Closure::Chain { h: Value::Op(Op::first), g: Value::Func(g), f }
                if let Some(applied) = Applied::of(g)
                    && self.may_leave_out()
                    && (matches!(applied, Applied::Fork { .. }) || chosen::gives_single(f)) =>
            {
                *result = match applied {
                    Applied::Fork { single, value } => {
                        let mut place = Err(Fail::TYPE);
                        let x = value_of!(self, f, args, place);
                        self.first_of_fork(g, single, value, &[x])
                    }
                    Applied::Bound { value } => self.first_of_bound(f, value, args),
                };
            }
            Closure::Chain { h, g, f } => {
                let (mut place, mut next) = (Err(Fail::TYPE), Err(Fail::TYPE));
                let x = value_of!(self, f, args, place);
                let y = value_of!(self, g, &[x], next);
                self.call_into(h, &[y], result);
            }
            Closure::Matcher { function, target } => {
                let mut place = Err(Fail::TYPE);
                let x = value_of!(self, function, args, place);
                self.meter.charge(x.weight().min(target.weight()))?;
                *result = Ok(Value::Bool(*x == *target));
            }
            Closure::Rbind { function, fixed, .. } => match args {
                [x] => self.call_into(function, &[x, fixed], result),
                [x, y] => self.call_into(function, &[x, y, fixed], result),
                _ => {
                    let args: Vec<&Value> = args.iter().copied().chain([fixed]).collect();
                    self.call_into(function, &args, result);
                }
            },
            Closure::Lbind { function, fixed, .. } => match args {
                [y] => self.call_into(function, &[fixed, y], result),
                [y, z] => self.call_into(function, &[fixed, y, z], result),
                _ => {
                    let args: Vec<&Value> = [fixed].into_iter().chain(args.iter().copied()).collect();
                    self.call_into(function, &args, result);
                }
            },
            Closure::Fork { outer, a, b } => {
                function.note_fork();
                let (mut left, mut right) = (Err(Fail::TYPE), Err(Fail::TYPE));
                let x = value_of!(self, a, args, left);
                let y = value_of!(self, b, args, right);
                self.call_into(outer, &[x, y], result);
            }
            Closure::User(code) => *result = self.run_code(code, args.iter().copied()),
            Closure::Nothing => *result = Ok(Value::empty_tuple()),
            Closure::Foreign(function) => *result = function.call(args),
        }
        Ok(())
    }
}
