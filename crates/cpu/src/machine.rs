//! Runs code and calls functions, counting what CPython would count.

use crate::profile::Tally;
use crate::shared::Shared;
use crate::walk::{self, Walk};
use crate::{Engine, fast, in_parts, reference};
use megabatt_core::ablation::{Idea, is_off};
use megabatt_core::code::Action;
use megabatt_core::ops::CallShape;
use megabatt_core::py::nesting;
use megabatt_core::{Call, Code, Cost, Dialect, Fail, Limit, Op, Operand, Result, Step, Value, func};
use megabatt_exec::{Cancel, Limits, Meter, MeterMark, Used};
use std::mem::ManuallyDrop;

/// CPython's default recursion limit.
pub(crate) const PYTHON_FRAMES: u32 = 1_000;
/// From here on CPython's answer depends on how deep its caller already was.
const SURE_FRAMES: u32 = 900;

/// What calling a closure takes, whatever it does.
pub(crate) const CALL: u64 = 4;

/// Calls with more arguments than this are rare.
const USUAL_ARGS: usize = 4;

/// A state of a [`Machine`].
#[derive(Clone, Copy)]
pub struct Mark {
    meter: MeterMark,
    depth: u32,
    deepest: u32,
}

/// What shows at a glance at the arguments of a call.
#[derive(Clone, Copy)]
struct Known {
    has_tuples: bool,
    /// Comparing one of them counts frames.
    deep: bool,
}

/// The state of one row.
pub struct Machine {
    pub dialect: Dialect,
    pub meter: Meter,
    pub(crate) engine: Engine,
    pub(crate) depth: u32,
    pub(crate) deepest: u32,
    /// Items of sets are asked in CPython's order from the start: something has failed, and it matters what fails first.
    pub careful: bool,
    /// The order in which the sets of results are walked, if not in CPython's; asked once, since calls are many.
    walk: Option<Walk>,
    /// What parts of functions gave that are called again with the same argument.
    pub(crate) shared: Shared,
    /// Who wants a profile has one.
    pub(crate) tally: Option<Box<Tally>>,
}

impl Machine {
    pub fn new(dialect: Dialect, engine: Engine, limits: &Limits, cancel: &Cancel) -> Machine {
        let meter = Meter::new(limits, cancel);
        let (walk, shared) = (walk::asked(), Shared::default());
        Machine { dialect, meter, engine, depth: 0, deepest: 0, careful: false, walk, shared, tally: None }
    }

    /// As new, with so much fuel used and memory held.
    pub(crate) fn start_from(&mut self, fuel: u64, level: u64) {
        self.meter.start_from(fuel, level);
        (self.depth, self.deepest, self.careful) = (0, 0, false);
        self.shared.forget();
        self.restart_tally();
    }

    /// Outside of all calls, whatever the line before was; what was used stays used.
    #[inline]
    pub(crate) fn next_line(&mut self) {
        (self.depth, self.careful) = (0, false);
        self.shared.forget();
    }

    /// The order in which the sets of results are walked, if not in CPython's.
    pub(crate) fn walk(&self) -> Option<Walk> {
        self.walk
    }

    /// Whether somebody wants a profile, in which each call counts.
    #[inline]
    pub(crate) fn is_timed(&self) -> bool {
        self.tally.is_some()
    }

    /// The most frames there were at one time.
    pub(crate) fn deepest(&self) -> u32 {
        self.deepest
    }

    /// Runs a program.
    pub fn run(&mut self, code: &Code, inputs: &[Value]) -> Result<Value> {
        let result = match self.tally {
            None => self.run_code(code, inputs.iter()),
            Some(_) => self.run_timed(code, inputs),
        };
        self.sure(result)
    }

    /// A result as far as it does not depend on how deep the caller already was.
    pub(crate) fn sure<T>(&self, result: Result<T>) -> Result<T> {
        if is_unsure(self.deepest) { Err(Limit::Recursion.into()) } else { result }
    }

    pub(crate) fn run_code<'a>(
        &mut self,
        code: &Code,
        inputs: impl ExactSizeIterator<Item = &'a Value>,
    ) -> Result<Value> {
        if inputs.len() != code.params.len() {
            return Err(Fail::TYPE);
        }
        let mut slots = Vec::with_capacity(code.slots as usize);
        slots.extend(inputs.cloned());
        slots.resize(code.slots as usize, Value::None);
        for step in &code.steps {
            slots[step.slot as usize] = self.run_step(step, &slots)?;
        }
        Ok(load(&code.result, &slots).clone())
    }

    #[inline]
    pub(crate) fn run_step(&mut self, step: &Step, slots: &[Value]) -> Result<Value> {
        self.run_action(&step.action, slots)
    }

    /// [`Machine::run_step`], in the place of a TypeError. For lines that run over and over: nothing is moved on the way.
    #[inline]
    pub(crate) fn run_step_into(&mut self, step: &Step, slots: &[Value], result: &mut Result<Value>) {
        match &step.action {
            Action::Call(call) if call.keywords.is_empty() && call.args.len() <= USUAL_ARGS => {
                let function = load(&call.function, slots);
                let mut args = [function; USUAL_ARGS];
                for (arg, operand) in args.iter_mut().zip(&call.args) {
                    *arg = load(operand, slots);
                }
                self.call_into(function, &args[..call.args.len()], result);
            }
            action => *result = self.run_action(action, slots),
        }
    }

    #[inline]
    pub(crate) fn run_action(&mut self, action: &Action, slots: &[Value]) -> Result<Value> {
        match action {
            Action::Call(call) => self.run_call(call, slots),
            Action::Try(call) => self.try_call(call, slots),
            Action::Tuple(items) => {
                let tuple = Value::tuple(items.iter().map(|o| load(o, slots).clone()).collect())?;
                self.meter.made(tuple.weight())?;
                Ok(tuple)
            }
            Action::Copy(operand) => Ok(load(operand, slots).clone()),
        }
    }

    pub(crate) fn run_call(&mut self, call: &Call, slots: &[Value]) -> Result<Value> {
        let function = load(&call.function, slots);
        if !call.keywords.is_empty() {
            return match (self.with_keywords(function, call, slots), function) {
                (Ok(args), _) => self.call(function, &args),
                (Err(Fail::TYPE), Value::Tok(op)) => Ok(op.info().default.value()),
                (Err(fail), _) => Err(fail),
            };
        }
        match call.args.as_slice() {
            [a] => self.call(function, &[load(a, slots)]),
            [a, b] => self.call(function, &[load(a, slots), load(b, slots)]),
            [a, b, c] => self.call(function, &[load(a, slots), load(b, slots), load(c, slots)]),
            [a, b, c, d] => self.call(function, &[a, b, c, d].map(|operand| load(operand, slots))),
            args => self.call(function, &args.iter().map(|o| load(o, slots)).collect::<Vec<_>>()),
        }
    }

    /// All arguments by position; a TypeError where the keywords do not fit.
    fn with_keywords<'a>(&self, function: &Value, call: &'a Call, slots: &'a [Value]) -> Result<Vec<&'a Value>> {
        let arity = arg_count(function).ok_or(Fail::TYPE)?;
        let mut args: Vec<Option<&Value>> = call.args.iter().map(|o| Some(load(o, slots))).collect();
        if args.len() > arity {
            return Err(Fail::TYPE);
        }
        args.resize(arity, None);
        for (name, operand) in &call.keywords {
            let at = (0..arity).find(|&i| self.param_name(function, i) == name).ok_or(Fail::TYPE)?;
            if args[at].replace(load(operand, slots)).is_some() {
                return Err(Fail::TYPE);
            }
        }
        if let Value::Tok(op) = function {
            while args.len() > op.required() && args.last().is_some_and(Option::is_none) {
                args.pop();
            }
        }
        args.into_iter().collect::<Option<_>>().ok_or(Fail::TYPE)
    }

    fn param_name<'a>(&self, function: &'a Value, i: usize) -> &'a str {
        match function {
            Value::Op(op) => op.param_name(i, self.dialect),
            Value::Tok(op) => op.info().params[i].name,
            Value::Func(f) => f.param_name(i),
            _ => "",
        }
    }

    /// One frame deeper.
    #[inline]
    pub fn enter(&mut self) -> Result<()> {
        self.enter_many(1)
    }

    /// `n` frames deeper. Leaving them is [`Machine::leave_many`]; after a failure nobody needs to.
    #[inline]
    pub fn enter_many(&mut self, n: u32) -> Result<()> {
        self.depth = self.depth.saturating_add(n);
        if self.depth > self.deepest {
            self.deepest = self.depth;
            if self.depth > PYTHON_FRAMES {
                return Err(Fail::RECURSION);
            }
        }
        Ok(())
    }

    #[inline]
    pub fn leave(&mut self) {
        self.leave_many(1);
    }

    pub fn leave_many(&mut self, n: u32) {
        self.depth -= n;
    }

    /// `function(*args)`.
    #[inline]
    pub fn call(&mut self, function: &Value, args: &[&Value]) -> Result<Value> {
        let mut result = ManuallyDrop::new(Err(Fail::TYPE));
        self.call_into(function, args, &mut result);
        // SAFETY: nobody uses or drops it after that.
        unsafe { in_parts::take(&*result) }
    }

    /// `function(*args)`, in the place of what was there.
    ///
    /// A value is written in parts, and to move it right after is to wait until all of them are there, which takes as long as
    /// a small call. So calls that can write their result where it is wanted do.
    #[inline]
    pub fn call_to(&mut self, function: &Value, args: &[&Value], result: &mut Result<Value>) {
        *result = Err(Fail::TYPE);
        self.call_into(function, args, result);
    }

    /// `function(*args)` in the place of a TypeError. Only finds out what to call, so that nothing is set up for that.
    #[inline]
    pub(crate) fn call_into(&mut self, function: &Value, args: &[&Value], result: &mut Result<Value>) {
        match function {
            Value::Op(op) => self.call_op(*op, args, result),
            Value::Tok(op) => self.call_tok_into(*op, args, result),
            Value::Func(f) => self.call_closure(f, args, result),
            _ => {}
        }
    }

    /// `function(x)`.
    #[inline]
    pub fn call1(&mut self, function: &Value, x: &Value) -> Result<Value> {
        self.call(function, &[x])
    }

    /// `function(x)` inside a generator expression.
    pub fn call1_in_generator(&mut self, function: &Value, x: &Value) -> Result<Value> {
        self.call_in_generator(function, &[x])
    }

    /// `function(*args)` inside a generator expression.
    pub fn call_in_generator(&mut self, function: &Value, args: &[&Value]) -> Result<Value> {
        self.enter()?;
        let level = self.meter.level();
        let result = self.call(function, args);
        match &result {
            Ok(_) => {
                self.meter.back_to(level);
                self.leave();
            }
            Err(fail) => return Err(fail.out_of_generator()),
        }
        result
    }

    #[inline]
    fn call_op(&mut self, op: Op, args: &[&Value], result: &mut Result<Value>) {
        match self.tally {
            None => self.call_untimed(op, args, result),
            Some(_) => *result = self.call_timed(op, args),
        }
    }

    #[cold]
    #[inline(never)]
    fn call_timed(&mut self, op: Op, args: &[&Value]) -> Result<Value> {
        self.timed(op, |machine| {
            let mut result = Err(Fail::TYPE);
            machine.call_untimed(op, args, &mut result);
            result
        })
    }

    #[inline(never)]
    fn call_untimed(&mut self, op: Op, args: &[&Value], result: &mut Result<Value>) {
        let shape = op.call_shape();
        if args.len() != shape.arity as usize {
            return;
        }
        let is_constant = shape.cost == Cost::Const;
        let ready = self.enter().and_then(|()| match is_constant {
            true => self.meter.before_constant(),
            false => self.meter.before(shape.cost, args),
        });
        if let Err(fail) = ready {
            *result = Err(fail);
            return;
        }
        if self.engine == Engine::Fast && !is_off(Idea::AtOnce) && fast::call_at_once(op, args, result) {
            if !is_constant {
                self.pay_for(result);
            }
        } else if is_constant {
            self.call_constant(op, args, result);
        } else {
            self.call_costly(op, shape, args, result);
        }
        self.leave();
    }

    /// Pays for a result, if there is one.
    #[inline]
    pub(crate) fn pay_for(&mut self, result: &mut Result<Value>) {
        if let Ok(value) = result
            && let Err(limit) = self.meter.made(value.bulk())
        {
            *result = Err(limit);
        }
    }

    #[inline(never)]
    fn call_constant(&mut self, op: Op, args: &[&Value], result: &mut Result<Value>) {
        let fast = if self.engine == Engine::Fast { fast::call_constant(op, args) } else { None };
        *result = match fast {
            Some(result) => result,
            None => self.by_reference(op, args),
        };
    }

    /// A call that is paid for so far as it can be before it is made.
    #[inline(never)]
    fn call_costly(&mut self, op: Op, shape: CallShape, args: &[&Value], result: &mut Result<Value>) {
        let inner = INNER_FRAMES[op as usize].into();
        let known = match self.make_room(shape, inner, args) {
            Ok(known) => known,
            Err(fail) => {
                *result = Err(fail);
                return;
            }
        };
        let (deep, may_have_rows) = (known.deep, known.has_tuples && shape.wants_grids);
        let level = self.meter.level();
        if deep {
            nesting::allow(PYTHON_FRAMES - self.depth.min(PYTHON_FRAMES));
        }
        let found = ManuallyDrop::new(if self.engine == Engine::Fast {
            fast::call(self, op, args, may_have_rows)
        } else {
            None
        });
        match &*found {
            // SAFETY: nobody uses or drops it after that.
            Some(found) => unsafe { in_parts::put(found, result) },
            None => {
                let found = ManuallyDrop::new(self.by_reference(op, args));
                // SAFETY: as above.
                unsafe { in_parts::put(&*found, result) }
            }
        }
        if result.is_ok() {
            if deep && nesting::take_overflow() {
                *result = Err(Fail::RECURSION);
                return;
            }
            self.leave_many(inner);
            self.meter.back_to(level);
            self.pay_for(result);
            if is_off(Idea::Order)
                && let Ok(value) = result
            {
                value.settle();
            }
        }
    }

    /// Asks for what an operation needs beside its result: room for grids as rows, frames. Looks at each argument once, and says what it saw.
    #[inline(always)]
    fn make_room(&mut self, shape: CallShape, inner: u32, args: &[&Value]) -> Result<Known> {
        let mut known = Known { has_tuples: false, deep: false };
        for arg in args {
            match arg {
                // As rows it takes far more space.
                Value::Grid(grid) if shape.takes_rows => self.meter.reserve(grid.weight())?,
                Value::Tuple(_) => {
                    known.has_tuples = true;
                    known.deep |= arg.depth() > nesting::UNCOUNTED;
                }
                Value::Set(_) | Value::Func(_) => known.deep |= arg.depth() > nesting::UNCOUNTED,
                _ => {}
            }
        }
        if inner > 0 {
            self.enter_many(inner)?;
        }
        Ok(known)
    }

    /// The plain form of an operation; [`walk`] may want the sets of its result in another order.
    fn by_reference(&mut self, op: Op, args: &[&Value]) -> Result<Value> {
        match self.walk {
            None => reference::call(self, op, args),
            Some(walk) => walk.reordered(&reference::call(self, op, args)?),
        }
    }

    /// The state now; [`Machine::rewind`] returns to it.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark { meter: self.meter.mark(), depth: self.depth, deepest: self.deepest }
    }

    /// What was done since the mark did not happen.
    pub fn rewind(&mut self, mark: Mark) {
        self.meter.rewind(mark.meter);
        Mark { meter: _, depth: self.depth, deepest: self.deepest } = mark;
    }

    /// `function(x)`, what it used and how many frames it took, without paying for it. None if it fails, or if it would
    /// matter how much there is left.
    pub fn measured(&mut self, function: &Value, x: &Value) -> Option<(Value, Used, u32)> {
        self.measured_call(function, &[x])
    }

    /// [`Machine::measured`] for `function(*args)`.
    pub fn measured_call(&mut self, function: &Value, args: &[&Value]) -> Option<(Value, Used, u32)> {
        if args.iter().any(|arg| arg.depth() > nesting::UNCOUNTED) {
            return None;
        }
        let (depth, deepest) = (self.depth, std::mem::replace(&mut self.deepest, self.depth));
        let measure = self.meter.measure();
        let result = self.call(function, args);
        let used = self.meter.measured(measure);
        let frames = std::mem::replace(&mut self.deepest, deepest) - depth;
        self.depth = depth;
        Some((result.ok()?, used?, frames))
    }

    /// Pays for many calls that went well in one sum. Fails if the fuel does not suffice: then it would not have
    /// sufficed call by call. None, and nothing paid, if another limit would have struck.
    pub fn pay_at_once(&mut self, frames: u32, fuel: u64, most_memory: u64) -> Option<Result<()>> {
        let deepest = self.depth + frames;
        if deepest > PYTHON_FRAMES {
            return None;
        }
        let paid = self.meter.pay_at_once(fuel, most_memory)?;
        self.deepest = self.deepest.max(deepest);
        Some(paid)
    }

    /// `type(like)(items)` for items a function gave: for a set, hashing them is paid for, however they came about.
    pub fn collect_like(&mut self, like: &Value, items: Vec<Value>) -> Result<Value> {
        if matches!(like, Value::Set(_)) {
            let weight = items.iter().fold(0u64, |sum, item| sum.saturating_add(item.weight()));
            self.meter.charge(weight)?;
        }
        megabatt_core::py::collect_like(like, items)
    }
}

/// Whether it depends on how deep the caller already was if this many frames are too many.
pub(crate) fn is_unsure(frames: u32) -> bool {
    (SURE_FRAMES..=PYTHON_FRAMES).contains(&frames)
}

/// Frames that an operation opens around the functions it calls, beside its own and a generator's: that of another
/// operation, or that of a built-in function that CPython counts.
static INNER_FRAMES: [u8; Op::ALL.len()] = {
    let opens = [Op::mapply, Op::mfilter, Op::mpapply, Op::order, Op::argmax, Op::argmin, Op::valmax, Op::valmin];
    let mut frames = [0; Op::ALL.len()];
    let mut n = 0;
    while n < opens.len() {
        frames[opens[n] as usize] = 1;
        n += 1;
    }
    frames
};

#[inline]
pub(crate) fn load<'a>(operand: &'a Operand, slots: &'a [Value]) -> &'a Value {
    match operand {
        Operand::Slot(n) => &slots[*n as usize],
        Operand::Const(value) => value,
    }
}

/// `function.__code__.co_argcount`, if it is a function.
pub fn arg_count(function: &Value) -> Option<usize> {
    match function {
        Value::Op(op) => Some(op.arity()),
        Value::Tok(op) => Some(op.arity()),
        Value::Func(f) => f.arg_count(),
        _ => None,
    }
}

/// How many arguments a bound function leaves open; see [`func::bound_arity`].
pub fn bindable(function: &Value) -> Result<usize> {
    arg_count(function).ok_or(Fail::ATTRIBUTE).inspect(|&n| debug_assert!(func::bound_arity(n) <= 3))
}
