//! Calls that raise whatever the grid is, and functions that raise whatever they are called with.

use super::call::Caller;
use super::fail::Fail;
use super::kinds::Kinds;
use super::known::Known;
use super::subject::Subject;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use megabatt_core::code::{Action, Call, Operand};
use megabatt_core::{Op, Value};

/// What is known of every slot, with messages about the calls that fail.
pub fn check(subject: &Subject<'_>, findings: &mut Vec<Diagnostic>) -> Vec<Known> {
    let mut walk = Walk {
        subject,
        caller: Caller::new(subject.dialect),
        slots: vec![Known::any(); subject.code.slots as usize],
        broken: vec![false; subject.code.slots as usize],
    };
    walk.slots.iter_mut().zip(given(subject)).for_each(|(slot, known)| *slot = known);
    for step in 0..subject.code.steps.len() {
        walk.step(step, findings);
    }
    walk.slots
}

/// What a run gives to the function, if it is one that can be run.
fn given(subject: &Subject<'_>) -> Vec<Known> {
    match (subject.is_program, subject.is_differ, subject.code.params.len()) {
        (true, _, 1) => vec![Known::input_grid()],
        // A program is not told its target.
        (true, ..) => vec![Known::demos(), Known::input_grid(), Known::of_value(&Value::None)],
        // Programs give anything.
        (_, true, _) => vec![Known::demos(), Known::any(), Known::input_grid()],
        _ => Vec::new(),
    }
}

struct Walk<'a, 's> {
    subject: &'s Subject<'a>,
    caller: Caller,
    slots: Vec<Known>,
    /// Slots with a function that was already said to fail.
    broken: Vec<bool>,
}

impl Walk<'_, '_> {
    fn step(&mut self, step: usize, findings: &mut Vec<Diagnostic>) {
        let subject = self.subject;
        let slot = subject.code.steps[step].slot as usize;
        self.broken[slot] =
            subject.operands(step).iter().any(|o| matches!(o, Operand::Slot(s) if self.broken[*s as usize]));
        let known = match &subject.code.steps[step].action {
            Action::Copy(operand) => self.value(operand),
            Action::Tuple(items) => Known::parts(items.iter().map(|item| self.value(item)).collect()),
            Action::Call(call) => self.call(step, call, findings),
            Action::Try(_) => Known::any(),
        };
        self.slots[slot] = known;
    }

    fn value(&self, operand: &Operand) -> Known {
        match operand {
            Operand::Slot(slot) => self.slots[*slot as usize].clone(),
            Operand::Const(value) => Known::of_value(value),
        }
    }

    fn call(&mut self, step: usize, call: &Call, findings: &mut Vec<Diagnostic>) -> Known {
        let function = self.value(&call.function);
        let args: Vec<Known> = call.args.iter().map(|arg| self.value(arg)).collect();
        let keywords: Vec<(&str, Known)> =
            call.keywords.iter().map(|(name, operand)| (name.as_str(), self.value(operand))).collect();
        let (args, written) = match self.caller.place(&function, args, &keywords) {
            Ok(placed) => placed,
            Err(fail) => {
                findings.push(self.certain(step, &fail, fail.argument));
                return Known::nothing();
            }
        };
        let slot = self.subject.code.steps[step].slot as usize;
        let (outcome, doubts) = self.caller.call_line(&function, &args);
        let direct = matches!(call.function, Operand::Const(Value::Op(_)));
        let place = |fail: &Fail| fail.argument.filter(|_| direct).and_then(|n| written.get(n)).copied();
        match outcome {
            Err(fail) => {
                findings.push(self.certain(step, &fail, place(&fail)));
                Known::nothing()
            }
            Ok(known) => {
                if let Some(fail) = self.fails_when_called(call, &known)
                    && !std::mem::replace(&mut self.broken[slot], true)
                {
                    findings.push(self.when_called(step, &fail));
                }
                if let (Some(fail), false) = (doubts.first(), self.broken[slot]) {
                    findings.push(self.unless_empty(step, fail));
                }
                known
            }
        }
    }

    /// Why a function that was just made fails with any arguments.
    fn fails_when_called(&mut self, call: &Call, made: &Known) -> Option<Box<Fail>> {
        let Operand::Const(Value::Op(op)) = call.function else { return None };
        if !makes_function(op) || !made.is(Kinds::FUNC) {
            return None;
        }
        let arity = made.function.as_ref()?.arity();
        self.caller.call_line(made, &vec![Known::any(); arity]).0.err()
    }

    fn certain(&self, step: usize, fail: &Fail, argument: Option<usize>) -> Diagnostic {
        let place = &self.subject.places.steps[step];
        let at = argument.and_then(|n| place.args.get(n)).unwrap_or(&place.at);
        let label = match (fail.code, self.subject.is_program) {
            (Code::WrongArity | Code::WrongKeyword, _) => "raises TypeError",
            (_, true) => "raises whatever the grid is",
            (_, false) => "raises whatever the arguments are",
        };
        let message = match fail.inside && !fail.text.starts_with("line ") {
            true => format!("a function called here raises: {}", fail.text),
            false => fail.text.clone(),
        };
        self.subject.finding(at.clone(), fail.code, message).label(label).help(&fail.help)
    }

    fn when_called(&self, step: usize, fail: &Fail) -> Diagnostic {
        let at = self.subject.places.steps[step].at.clone();
        let message = format!("this function raises whatever it is called with: {}", fail.text);
        self.subject.finding(at, Code::FailsWhenCalled, message).label("made here").help(&fail.help)
    }

    fn unless_empty(&self, step: usize, fail: &Fail) -> Diagnostic {
        let at = self.subject.places.steps[step].at.clone();
        let message = format!("this raises unless the container is empty: {}", fail.text);
        self.subject.finding(at, Code::FailsUnlessEmpty, message).help(&fail.help)
    }
}

/// Whether the operation makes a new function each time it is called.
pub fn makes_function(op: Op) -> bool {
    matches!(op, Op::compose | Op::chain | Op::matcher | Op::rbind | Op::lbind | Op::power | Op::fork)
}
