//! Lines of a batt as they run: where the function and the arguments are, side by side.
//!
//! Most lines take less time than the way to them, and a line as it was read is a walk from one piece of memory to the next: the node, the
//! list of its arguments, the constants among them. Here a line is a few numbers. Constants that many lines have are there once.

use super::LARGE;
use crate::machine_tok::FRAMES;
use crate::{Engine, Machine, fast, in_parts};
use megabatt_core::code::{Action, Operand};
use megabatt_core::{Fail, TokOp, Value};
use megabatt_exec::battery::Battery;
use std::mem::ManuallyDrop;

/// Arguments of a line at most; others go the usual way.
const MOST: usize = 3;

/// Marks the number of a constant among those of slots.
const CONSTANT: u32 = 1 << 31;

/// A call of an operation, or of what a slot has.
#[derive(Clone, Copy)]
pub struct Line {
    op: Option<TokOp>,
    function: u32,
    count: u8,
    args: [u32; MOST],
    /// The slot of the result, behind those of the arguments.
    to: u32,
}

/// The lines of a battery by node, and the constants in them.
#[derive(Default)]
pub struct Lines {
    lines: Vec<Option<Line>>,
    constants: Vec<Value>,
}

impl Lines {
    pub fn new(battery: &Battery) -> Lines {
        let mut lines = Lines::default();
        for (node, about) in battery.nodes.iter().enumerate() {
            let line = lines.line(&about.action, battery.slot(node as u32) as u32);
            lines.lines.push(line);
        }
        lines
    }

    fn line(&mut self, action: &Action, to: u32) -> Option<Line> {
        let (Action::Call(call) | Action::Try(call)) = action else { return None };
        let is_before = |operand: &Operand| operand.slot().is_none_or(|slot| slot < to);
        let operands = || std::iter::once(&call.function).chain(&call.args);
        let fits = call.keywords.is_empty() && (1..=MOST).contains(&call.args.len()) && to < CONSTANT;
        if !fits || !operands().all(is_before) {
            return None;
        }
        let (op, function) = match &call.function {
            Operand::Const(Value::Tok(op)) => (Some(*op), 0),
            Operand::Const(_) => return None,
            Operand::Slot(slot) => (None, *slot),
        };
        let mut args = [0; MOST];
        for (arg, operand) in args.iter_mut().zip(&call.args) {
            *arg = self.place(operand);
        }
        Some(Line { op, function, count: call.args.len() as u8, args, to })
    }

    /// Where the value will be.
    fn place(&mut self, operand: &Operand) -> u32 {
        let value = match operand {
            Operand::Slot(slot) => return *slot,
            Operand::Const(value) => value,
        };
        let is_same = |known: &Value| match (known, value) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Pair(a, b), Value::Pair(c, d)) => (a, b) == (c, d),
            (Value::Tok(a), Value::Tok(b)) => a == b,
            _ => false,
        };
        let known = self.constants.iter().position(is_same);
        let at = known.unwrap_or_else(|| {
            self.constants.push(value.clone());
            self.constants.len() - 1
        });
        CONSTANT | at as u32
    }

    /// The line of a node, unless it has to go the usual way.
    pub fn of(&self, node: u32) -> Option<&Line> {
        self.lines[node as usize].as_ref()
    }

    /// Runs a line if it calls an operation; its result goes into its slot. None, and nothing done, if it has to go the usual
    /// way; `Some(None)` if something is out of the ordinary. Operations of tokpidjin's raise nothing, so whether the line would
    /// catch it makes no difference.
    #[inline]
    pub fn run(&self, line: &Line, machine: &mut Machine, slots: &mut [Value]) -> Option<Option<()>> {
        if machine.engine != Engine::Fast || machine.tally.is_some() {
            return None;
        }
        let (before, rest) = slots.split_at_mut(line.to as usize);
        let op = match (line.op, before.get(line.function as usize)) {
            (Some(op), _) | (None, Some(&Value::Tok(op))) => op,
            _ => return None,
        };
        let at = |n: usize| match line.args[n] {
            slot if slot & CONSTANT == 0 => &before[slot as usize],
            constant => &self.constants[(constant & !CONSTANT) as usize],
        };
        let result = rest.first_mut()?;
        Some(match line.count {
            1 => machine.run_tok(op, &[at(0)], result),
            2 => machine.run_tok(op, &[at(0), at(1)], result),
            _ => machine.run_tok(op, &[at(0), at(1), at(2)], result),
        })
    }
}

impl Machine {
    /// A call of an operation whose result goes where it is wanted; None where a limit strikes, or where it is too large to keep.
    ///
    /// Half of the lines take a few instructions, and nothing is set up for them: nothing can be raised, so there is nothing to
    /// catch, and nothing is called. What is paid is the same either way.
    #[inline]
    fn run_tok(&mut self, op: TokOp, args: &[&Value], result: &mut Value) -> Option<()> {
        if fast::is_small_tok(op) && fast::call_small_tok_to(op, args, result) {
            self.deepest = self.deepest.max(FRAMES);
            self.meter.before(op.info().cost, args).ok()?;
            let bulk = result.bulk();
            self.meter.made(bulk).ok()?;
            return (bulk <= LARGE).then_some(());
        }
        self.next_line();
        let level = self.meter.level();
        let mut called = ManuallyDrop::new(Err(Fail::TYPE));
        self.call_large_tok_into(op, args, &mut called);
        match &*called {
            // SAFETY: nobody uses or drops it after that.
            Ok(value) => unsafe { in_parts::put(value, result) },
            Err(_) => return None,
        }
        (self.meter.level() - level <= LARGE).then_some(())
    }
}
