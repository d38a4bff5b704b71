//! One program on many inputs.
//!
//! Half of a program's lines make functions out of functions and constants, and give the same for every input. They run once, before
//! the first input, and their values stand in the other lines as constants. So a function is one object for all inputs, too, and what
//! is found out about it is known from then on.
//!
//! What these lines take is paid for in every row where they stand, so fuel, memory and limits are those of the row alone. A row that
//! cannot pay for one of them, or meets anything else out of the ordinary, is run again as it is written.
//!
//! A line runs for several inputs before the next one does, as in a battery's groups: the code of all lines is more than the processor's
//! cache for instructions holds, and a line that comes again at once finds its own there. Inputs have nothing in common but the
//! constant lines, so what each of them gives is what it gives by itself.

mod lane;
mod rest;

use crate::ticks::{self, Ticks};
use crate::{Cpu, Engine, Machine};
use lane::Lane;
use megabatt_core::interrupt;
use megabatt_core::set::{address, collisions};
use megabatt_core::{Code, Limit, Value};
use megabatt_exec::{Cancel, Limits, Outcome, Row, RowResult};
use rest::Rest;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// With more inputs at a time, what they hold is not in the processor's cache any more.
pub(crate) const TOGETHER: usize = 8;

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

impl Ready {
    /// Makes a program ready that calls nothing outside of the engine.
    pub fn new(cpu: Cpu, code: &Arc<Code>, limits: &Limits, cancel: &Cancel) -> Ready {
        let mut ready = Ready {
            cpu,
            code: code.clone(),
            limits: *limits,
            cancel: cancel.clone(),
            rest: None,
            lanes: Vec::with_capacity(TOGETHER),
        };
        // The time of a row starts with its machine, and the reference knows no short cuts.
        if limits.call_timeout.is_none() && cpu.engine == Engine::Fast {
            let mut first = ready.lane();
            let Lane { machine, slots, .. } = &mut first;
            ready.rest = catch_unwind(AssertUnwindSafe(|| Rest::of(code, machine, slots))).ok().flatten();
            ready.lanes.push(first);
        }
        ready
    }

    fn lane(&self) -> Lane {
        let machine = Machine::new(self.cpu.dialect, self.cpu.engine, &self.limits, &self.cancel);
        Lane::new(machine, self.code.slots as usize)
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
            let ran = self.run_together::<false>(some.iter().map(std::slice::from_ref));
            for (n, input) in some.iter().enumerate() {
                take(match self.end(n, ran) {
                    Some(result) => result.outcome,
                    None => self.alone(vec![input.clone()]).outcome,
                });
            }
            inputs.by_ref().take(together).for_each(drop);
        }
    }

    /// What the program gives on each of these rows, in their order: what [`Cpu::run_row`] says, sooner. The program of the rows is
    /// the one that was made ready.
    pub fn run_rows(&mut self, rows: &[Row], mut take: impl FnMut(RowResult)) {
        for some in rows.chunks(TOGETHER) {
            let ran = self.run_together::<true>(some.iter().map(|row| row.inputs.as_slice()));
            for (n, row) in some.iter().enumerate() {
                take(self.end(n, ran).unwrap_or_else(|| self.alone(row.inputs.clone())));
            }
        }
    }

    /// Runs at most [`TOGETHER`] inputs; false if that did not come to its end.
    fn run_together<'a, const TIMED: bool>(
        &mut self,
        inputs: impl ExactSizeIterator<Item = &'a [Value]> + Clone,
    ) -> bool {
        let Some(rest) = &self.rest else { return false };
        if inputs.clone().any(|inputs| inputs.len() != self.code.params.len()) {
            return false;
        }
        while self.lanes.len() < inputs.len() {
            self.lanes.push(self.lane().with(rest));
        }
        let lanes = &mut self.lanes[..inputs.len()];
        for (lane, inputs) in lanes.iter_mut().zip(inputs) {
            lane.start(inputs);
        }
        address::take();
        // If all of them together meet few enough collisions, each of them does.
        collisions::reset();
        let run = || interrupt::heeding(self.cancel.flag(), || rest.run::<TIMED>(&self.code, lanes));
        let ran = catch_unwind(AssertUnwindSafe(run)).is_ok();
        if !ran {
            lanes.iter_mut().for_each(|lane| lane.forget(&self.code, rest));
        }
        ran
    }

    /// What came of an input; None if it has to be run alone.
    fn end(&mut self, n: usize, ran: bool) -> Option<RowResult> {
        if !ran {
            return None;
        }
        let lane = &mut self.lanes[n];
        let outcome = Outcome::from(self.rest.as_ref()?.end(&self.code, lane));
        if matches!(outcome, Outcome::Limit(Limit::Stopped | Limit::Time | Limit::Internal)) {
            return None;
        }
        let printed_order = matches!(&outcome, Outcome::Value(value) if value.order_depends_on_address());
        Some(RowResult {
            outcome,
            address_dependent: lane.address || printed_order,
            fuel: lane.machine.meter.fuel_used(),
            memory: lane.machine.meter.memory_used(),
            time: ticks::duration(lane.ticks),
        })
    }

    fn alone(&self, inputs: Vec<Value>) -> RowResult {
        self.cpu.run_row(&Row { code: self.code.clone(), inputs }, &self.limits, &self.cancel)
    }

    /// Rows of one program with what made it ready: each of them has its part of the time that took.
    pub(crate) fn run_group(cpu: Cpu, rows: &[Row], limits: &Limits, cancel: &Cancel, mut take: impl FnMut(RowResult)) {
        let Some(first) = rows.first() else { return };
        let start = Ticks::now();
        let mut ready = Ready::new(cpu, &first.code, limits, cancel);
        let part = ticks::duration(Ticks::now().since(start) / rows.len() as u64);
        ready.run_rows(rows, |mut result| {
            result.time += part;
            take(result);
        });
    }
}
