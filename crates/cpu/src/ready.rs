//! One program on many inputs.
//!
//! Half of a program's lines make functions out of functions and constants, and give the same for every input. They run once, before
//! the first input, and their values stand in the other lines as constants. So a function is one object for all inputs, too, and what
//! is found out about it is known from then on.
//!
//! What these lines take is paid for at the start of every row, as if they came first. Fuel is a sum, and what a row holds is at no time
//! less than in the order of its lines: so a row that meets no limit this way meets none in that order, and its outcome is the same. One
//! that does meet a limit is run again as it is written.
//!
//! A line runs for several inputs before the next one does, as in a battery's groups: the code of all lines is more than the processor's
//! cache for instructions holds, and a line that comes again at once finds its own there. Inputs have nothing in common but the
//! constant lines, so what each of them gives is what it gives by itself.

use crate::in_parts;
use crate::machine::load;
use crate::{Cpu, Machine};
use megabatt_core::code::Action;
use megabatt_core::interrupt;
use megabatt_core::set::{address, collisions};
use megabatt_core::{Call, Code, Fail, Limit, Operand, Result, Step, Value};
use megabatt_exec::{Cancel, Limits, Outcome, Row};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// With more inputs at a time, what they hold is not in the processor's cache any more.
const TOGETHER: usize = 8;

/// An input that holds more memory than this is run to its end before the others, so that no two hold much at a time.
const MUCH: u64 = 1 << 20;

/// A program that was made ready. Each thread has its own, since whoever uses a value on several threads waits for the others
/// whenever it is handed on.
pub struct Ready {
    cpu: Cpu,
    code: Arc<Code>,
    limits: Limits,
    cancel: Cancel,
    /// What is left to do for each input; None if the lines that need no input are out of the ordinary.
    rest: Option<Rest>,
    lanes: Vec<Lane>,
}

/// The lines that need the input.
struct Rest {
    lines: Vec<Line>,
    result: Operand,
    /// What the other lines took: fuel, and the most memory that they held or asked for at one time.
    paid: (u64, u64),
    deepest: u32,
}

struct Line {
    step: Step,
    /// Slots that nobody needs after it.
    free: Vec<u32>,
}

/// The state of one input.
struct Lane {
    machine: Machine,
    slots: Vec<Value>,
    failed: Option<Fail>,
}

impl Ready {
    /// Makes a program ready that calls nothing outside of the engine.
    pub fn new(cpu: Cpu, code: &Arc<Code>, limits: &Limits, cancel: &Cancel) -> Ready {
        let machine = || Machine::new(cpu.dialect, cpu.engine, limits, cancel);
        // A row's time starts with its machine.
        let rest = match limits.call_timeout {
            None => catch_unwind(AssertUnwindSafe(|| Rest::of(code, &mut machine()))).ok().flatten(),
            Some(_) => None,
        };
        let lane = || Lane { machine: machine(), slots: vec![Value::None; code.slots as usize], failed: None };
        let lanes = (0..TOGETHER).map(|_| lane()).collect();
        Ready { cpu, code: code.clone(), limits: *limits, cancel: cancel.clone(), rest, lanes }
    }

    /// What the program gives for an input, as [`Cpu::run_row`] has it.
    pub fn run(&mut self, input: Value) -> Outcome {
        let mut outcome = None;
        self.run_all(vec![input], |given| outcome = Some(given));
        outcome.unwrap_or(Outcome::Limit(Limit::Internal))
    }

    /// What the program gives for each input, in their order; the rest is left out once somebody wants to stop.
    pub fn run_all(&mut self, inputs: Vec<Value>, mut take: impl FnMut(Outcome)) {
        let mut inputs = inputs.into_iter();
        while !inputs.as_slice().is_empty() && !self.cancel.is_cancelled() {
            let together = inputs.len().min(TOGETHER);
            let some = &inputs.as_slice()[..together];
            let mut ran = false;
            if let Some(rest) = &self.rest {
                let lanes = &mut self.lanes[..together];
                address::take();
                // If all of them together meet few enough collisions, each of them does.
                collisions::reset();
                let run = || interrupt::heeding(self.cancel.flag(), || rest.run(lanes, some));
                ran = catch_unwind(AssertUnwindSafe(run)).is_ok();
                if !ran {
                    lanes.iter_mut().for_each(|lane| lane.slots.fill(Value::None));
                }
            }
            for (lane, input) in self.lanes.iter_mut().zip(some) {
                let outcome = match &self.rest {
                    Some(rest) if ran => Outcome::from(rest.end(lane)),
                    _ => Outcome::Limit(Limit::Internal),
                };
                take(match outcome {
                    Outcome::Limit(_) => {
                        let row = Row { code: self.code.clone(), inputs: vec![input.clone()] };
                        self.cpu.run_row(&row, &self.limits, &self.cancel).outcome
                    }
                    outcome => outcome,
                });
            }
            inputs.by_ref().take(together).for_each(drop);
        }
    }
}

impl Rest {
    /// Runs the lines that need no input. None if one of them fails, or does what may not be the same the next time.
    fn of(code: &Code, machine: &mut Machine) -> Option<Rest> {
        if code.params.len() != 1 {
            return None;
        }
        address::take();
        collisions::reset();
        let mut known: Vec<Option<Value>> = vec![None; code.slots as usize];
        let mut left = Vec::new();
        for step in &code.steps {
            let step = Step { action: with_known(&step.action, &known), ..step.clone() };
            if step.action.operands().any(|operand| operand.slot().is_some()) {
                known[step.slot as usize] = None;
                left.push(step);
                continue;
            }
            let value = machine.run_step(&step, &[]).ok()?;
            value.settle();
            known[step.slot as usize] = Some(value);
        }
        if address::take() || collisions::any() {
            return None;
        }
        let result = operand_with_known(&code.result, &known);
        let (paid, deepest) = (machine.meter.needed(), machine.deepest());
        Some(Rest { lines: lines(left, &result, code.slots as usize), result, paid, deepest })
    }

    /// Runs each line for all inputs before the next one.
    fn run(&self, lanes: &mut [Lane], inputs: &[Value]) {
        for (lane, input) in lanes.iter_mut().zip(inputs) {
            lane.start(self, input);
        }
        // Those that have not come to their end, in their order.
        let mut going: Vec<&mut Lane> = lanes.iter_mut().collect();
        for (n, line) in self.lines.iter().enumerate() {
            going.retain_mut(|lane| {
                lane.run(line);
                if lane.machine.meter.level() > MUCH {
                    self.lines[n + 1..].iter().for_each(|line| lane.run(line));
                    return false;
                }
                lane.failed.is_none()
            });
        }
        for lane in lanes {
            if lane.failed.is_none() {
                load(&self.result, &lane.slots).settle();
            }
        }
    }

    /// What came, and an empty lane.
    fn end(&self, lane: &mut Lane) -> Result<Value> {
        let result = match lane.failed.take() {
            Some(fail) => Err(fail),
            None => Ok(load(&self.result, &lane.slots).clone()),
        };
        lane.slots.fill(Value::None);
        lane.machine.sure(result)
    }
}

impl Lane {
    fn start(&mut self, rest: &Rest, input: &Value) {
        self.machine.start_from(rest.paid.0, rest.paid.1);
        self.machine.deepest = rest.deepest;
        self.failed = None;
        self.slots[0].clone_from(input);
    }

    /// Runs a line, unless one has failed.
    #[inline]
    fn run(&mut self, line: &Line) {
        if self.failed.is_some() {
            return;
        }
        let mut result = ManuallyDrop::new(Err(Fail::TYPE));
        self.machine.run_step_into(&line.step, &self.slots, &mut result);
        match &*result {
            // SAFETY: nobody uses or drops it after that.
            Ok(value) => unsafe { in_parts::put(value, &mut self.slots[line.step.slot as usize]) },
            Err(fail) => self.failed = Some(*fail),
        }
        for &slot in &line.free {
            self.slots[slot as usize] = Value::None;
        }
    }
}

/// The lines with the slots that can go after each of them. Each line has a slot of its own.
fn lines(steps: Vec<Step>, result: &Operand, slots: usize) -> Vec<Line> {
    let mut needed = vec![false; slots];
    if let Some(slot) = result.slot() {
        needed[slot as usize] = true;
    }
    let mut lines: Vec<Line> = Vec::with_capacity(steps.len());
    for step in steps.into_iter().rev() {
        let used = step.action.operands().filter_map(Operand::slot).chain([step.slot]);
        let free = used.filter(|&slot| !std::mem::replace(&mut needed[slot as usize], true)).collect();
        lines.push(Line { step, free });
    }
    lines.reverse();
    lines
}

fn operand_with_known(operand: &Operand, known: &[Option<Value>]) -> Operand {
    match operand {
        Operand::Slot(slot) => match &known[*slot as usize] {
            Some(value) => Operand::Const(value.clone()),
            None => Operand::Slot(*slot),
        },
        Operand::Const(value) => Operand::Const(value.clone()),
    }
}

fn with_known(action: &Action, known: &[Option<Value>]) -> Action {
    let all = |operands: &[Operand]| operands.iter().map(|operand| operand_with_known(operand, known)).collect();
    let call = |call: &Call| Call {
        function: operand_with_known(&call.function, known),
        args: all(&call.args),
        keywords: call
            .keywords
            .iter()
            .map(|(name, operand)| (name.clone(), operand_with_known(operand, known)))
            .collect(),
    };
    match action {
        Action::Call(made) => Action::Call(call(made)),
        Action::Try(made) => Action::Try(call(made)),
        Action::Tuple(items) => Action::Tuple(all(items)),
        Action::Copy(operand) => Action::Copy(operand_with_known(operand, known)),
    }
}
