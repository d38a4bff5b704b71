//! One program on many inputs.
//!
//! Half of a program's lines make functions out of functions and constants, and give the same for every input. They run once, before
//! the first input, and their values stand in the other lines as constants. So a function is one object for all inputs, too, and what
//! is found out about it is known from then on.
//!
//! What these lines take is paid for at the start of every row, as if they came first. Fuel is a sum, and what a row holds is at no time
//! less than in the order of its lines: so a row that meets no limit this way meets none in that order, and its outcome is the same. One
//! that does meet a limit is run again as it is written.

use crate::in_parts;
use crate::machine::load;
use crate::{Cpu, Machine};
use megabatt_core::code::Action;
use megabatt_core::set::{address, collisions};
use megabatt_core::{Call, Code, Operand, Result, Step, Value};
use megabatt_exec::{Cancel, Limits, Outcome, Row};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A program that was made ready. Each thread has its own, since whoever uses a value on several threads waits for the others
/// whenever it is handed on.
pub struct Ready {
    cpu: Cpu,
    code: Arc<Code>,
    limits: Limits,
    cancel: Cancel,
    machine: Machine,
    /// What is left to do for each input; None if the lines that need no input are out of the ordinary.
    rest: Option<Rest>,
}

/// The lines that need the input.
struct Rest {
    lines: Vec<Line>,
    result: Operand,
    /// What the other lines took: fuel, and the most memory that they held or asked for at one time.
    paid: (u64, u64),
    deepest: u32,
    slots: Vec<Value>,
}

struct Line {
    step: Step,
    /// Slots that nobody needs after it.
    free: Vec<u32>,
}

impl Ready {
    /// Makes a program ready that calls nothing outside of the engine.
    pub fn new(cpu: Cpu, code: &Arc<Code>, limits: &Limits, cancel: &Cancel) -> Ready {
        let mut machine = Machine::new(cpu.dialect, cpu.engine, limits, cancel);
        // A row's time starts with its machine.
        let rest = match limits.call_timeout {
            None => catch_unwind(AssertUnwindSafe(|| Rest::of(code, &mut machine))).ok().flatten(),
            Some(_) => None,
        };
        Ready { cpu, code: code.clone(), limits: *limits, cancel: cancel.clone(), machine, rest }
    }

    /// What the program gives for an input, as [`Cpu::run_row`] has it.
    pub fn run(&mut self, input: Value) -> Outcome {
        if let Some(rest) = &mut self.rest {
            let machine = &mut self.machine;
            address::take();
            collisions::reset();
            let run = || rest.run(machine, &input).inspect(Value::settle);
            let result = catch_unwind(AssertUnwindSafe(run));
            if let Ok(outcome @ (Outcome::Value(_) | Outcome::Error(_))) = result.map(Outcome::from) {
                return outcome;
            }
        }
        let row = Row { code: self.code.clone(), inputs: vec![input] };
        self.cpu.run_row(&row, &self.limits, &self.cancel).outcome
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
        let slots = vec![Value::None; code.slots as usize];
        let (paid, deepest) = (machine.meter.needed(), machine.deepest());
        Some(Rest { lines: lines(left, &result, slots.len()), result, paid, deepest, slots })
    }

    fn run(&mut self, machine: &mut Machine, input: &Value) -> Result<Value> {
        machine.start_from(self.paid.0, self.paid.1);
        machine.deepest = self.deepest;
        self.slots.fill(Value::None);
        self.slots[0].clone_from(input);
        let result = self.lines.iter().try_for_each(|line| {
            let value = ManuallyDrop::new(machine.run_step(&line.step, &self.slots));
            match &*value {
                // SAFETY: nobody uses or drops it after that.
                Ok(value) => unsafe { in_parts::put(value, &mut self.slots[line.step.slot as usize]) },
                Err(fail) => return Err(*fail),
            }
            for &slot in &line.free {
                self.slots[slot as usize] = Value::None;
            }
            Ok(())
        });
        let slots = &self.slots;
        machine.sure(result.map(|()| load(&self.result, slots).clone()))
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
