//! A battery on one sample: what is known of its nodes, and its programs line by line.

use super::places::{Line, Place, Places};
use super::plan::Plan;
use super::task::CpuTask;
use super::{Cost, CpuBattery, LARGE, State, Sum};
use crate::Machine;
use crate::machine::{is_unsure, load};
use crate::ticks::{self, Ticks};
use megabatt_core::interrupt::{self, Interrupted};
use megabatt_core::set::{address, collisions};
use megabatt_core::{Fail, Limit, Operand, Value};
use megabatt_exec::battery::{Member, taken};
use megabatt_exec::{Cancel, Outcome, Row, RowResult};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{OnceLock, PoisonError};

/// What is known of a slot: the node whose value it has, or was last, and how far that is.
#[derive(Clone, Copy)]
pub(super) struct Noted {
    node: u32,
    state: State,
}

impl Noted {
    /// No node has the slot.
    const NOBODY: Noted = Noted { node: u32::MAX, state: State::Waiting };
}

/// What is known of all slots on one sample.
pub(super) struct Notes {
    slots: Vec<Value>,
    states: Vec<Noted>,
}

impl Notes {
    pub(super) fn new(places: &Places) -> Notes {
        let count = places.stays.len();
        Notes { slots: vec![Value::None; count], states: vec![Noted::NOBODY; count] }
    }

    /// Forgets a sample, but not what needs none.
    fn clear(&mut self, places: &Places) {
        for (slot, _) in places.stays[..places.passing].iter().enumerate().filter(|(_, stays)| !**stays) {
            self.states[slot] = Noted::NOBODY;
            self.slots[slot] = Value::None;
        }
    }
}

/// A battery on one sample.
pub(super) struct Sample<'a> {
    pub(super) prepared: &'a CpuBattery,
    pub(super) plan: &'a Plan,
    pub(super) task: Option<&'a CpuTask<'a>>,
    pub(super) inputs: &'a [Value],
    pub(super) cancel: &'a Cancel,
    pub(super) machine: Machine,
    pub(super) slots: Vec<Value>,
    pub(super) states: Vec<Noted>,
    /// When the line before was done: nearly nothing happens between two lines, and there are many.
    pub(super) clock: Ticks,
}

/// A program on a sample, so far.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) sum: Sum,
    /// What the last line raised.
    pub(super) raised: Option<Fail>,
    /// Only the program alone tells what it gives.
    pub(super) alone: bool,
}

impl Progress {
    pub(super) fn goes_on(&self) -> bool {
        self.raised.is_none() && !self.alone
    }
}

impl<'a> Sample<'a> {
    pub(super) fn new(
        prepared: &'a CpuBattery,
        plan: &'a Plan,
        task: Option<&'a CpuTask<'a>>,
        inputs: &'a [Value],
        cancel: &'a Cancel,
    ) -> Sample<'a> {
        let spare = plan.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Notes { mut slots, states } = spare.unwrap_or_else(|| Notes::new(&plan.places));
        slots.iter_mut().zip(inputs).for_each(|(slot, input)| slot.clone_from(input));
        Sample {
            prepared,
            plan,
            task,
            inputs,
            cancel,
            machine: Machine::new(prepared.cpu.dialect, prepared.cpu.engine, &prepared.limits, cancel),
            slots,
            states,
            clock: Ticks::now(),
        }
    }
}

impl Sample<'_> {
    /// Leaves what can be of use to the next sample.
    pub(super) fn close(self) {
        let mut notes = Notes { slots: self.slots, states: self.states };
        notes.clear(&self.plan.places);
        self.plan.spare.lock().unwrap_or_else(PoisonError::into_inner).push(notes);
    }

    /// What the program gives; None if it was stopped.
    pub(super) fn run(&mut self, number: usize, member: &Member) -> Option<RowResult> {
        self.clock = Ticks::now();
        let mut so_far = self.start(member);
        self.go_on(&self.plan.places.programs[number].lines, &mut so_far)?;
        self.end(number, member, &so_far)
    }

    /// A program before its first line.
    pub(super) fn start(&self, member: &Member) -> Progress {
        let fits = taken(self.prepared.battery.inputs, member.code.params.len()).is_some();
        let alone = !fits || self.inputs.len() != self.prepared.battery.inputs;
        Progress { alone, ..Progress::default() }
    }

    /// These lines of a program, as far as it goes; None if it was stopped.
    pub(super) fn go_on(&mut self, lines: &[Line], so_far: &mut Progress) -> Option<()> {
        for &line in lines {
            if !so_far.goes_on() {
                break;
            }
            self.step(line, so_far)?;
        }
        Some(())
    }

    /// One more line of a program that goes on; None if it was stopped.
    #[inline]
    pub(super) fn step(&mut self, line: Line, so_far: &mut Progress) -> Option<()> {
        let sum = &mut so_far.sum;
        let limits = &self.prepared.limits;
        let (node, slot, own) = match line {
            Line::Node { node, slot, own } => (node, slot as usize, own),
            Line::Known(number) => {
                so_far.alone = !sum.add(&self.plan.places.known[number as usize], limits);
                return Some(());
            }
        };
        if self.states[slot].node != node {
            let state = self.work_out(node, own.then_some(&*sum))?;
            self.states[slot] = Noted { node, state };
        }
        match &self.states[slot].state {
            State::Done(cost) => so_far.alone = !sum.add(cost, limits),
            State::Raised(cost, failure) => {
                so_far.alone = !sum.add(cost, limits);
                so_far.raised = Some(*failure);
            }
            State::Limited(cost, limit) => {
                // Whether it suffices is known.
                sum.add(cost, limits);
                so_far.raised = Some(Fail::Limit(*limit));
            }
            State::Waiting | State::Alone => so_far.alone = true,
        }
        Some(())
    }

    /// What the program gives whose lines have run as far as they go; None if it was stopped.
    pub(super) fn end(&self, number: usize, member: &Member, so_far: &Progress) -> Option<RowResult> {
        if so_far.alone {
            return self.run_alone(member);
        }
        let sum = &so_far.sum;
        let outcome = match so_far.raised {
            _ if is_unsure(sum.deepest) => Outcome::Limit(Limit::Recursion),
            Some(failure) => Outcome::from(Err(failure)),
            None => match self.settled(&self.plan.places.programs[number].result) {
                Some(value) => Outcome::Value(value),
                None => return self.run_alone(member),
            },
        };
        let printed_order = matches!(&outcome, Outcome::Value(v) if v.order_depends_on_address());
        Some(RowResult {
            outcome,
            address_dependent: sum.address_dependent || printed_order,
            fuel: sum.fuel,
            memory: sum.most_memory,
            time: ticks::duration(sum.ticks),
        })
    }

    /// The result with its order worked out; None if hashes collide in it.
    fn settled(&self, result: &Operand) -> Option<Value> {
        let value = load(result, &self.slots).clone();
        if self.prepared.battery.order_is_not_looked_at {
            return Some(value);
        }
        collisions::reset();
        let settled = catch_unwind(AssertUnwindSafe(|| interrupt::heeding(self.cancel.flag(), || value.settle())));
        (settled.is_ok() && !collisions::any()).then_some(value)
    }

    fn run_alone(&self, member: &Member) -> Option<RowResult> {
        let all = 0..self.inputs.len();
        let inputs = self.inputs[taken(self.inputs.len(), member.code.params.len()).unwrap_or(all)].to_vec();
        let row = Row { code: member.code.clone(), inputs };
        let (cpu, limits) = (&self.prepared.cpu, &self.prepared.limits);
        let result = match &self.prepared.sink {
            None => cpu.run_row(&row, limits, self.cancel),
            Some(sink) => sink.run_row(cpu, &row, limits, self.cancel),
        };
        (!matches!(result.outcome, Outcome::Limit(Limit::Stopped))).then_some(result)
    }

    /// Works out a node that waits: its value goes into its slot. None if that was stopped. `before` is what the program has used
    /// so far, if no other one needs the node.
    pub(super) fn work_out(&mut self, node: u32, before: Option<&Sum>) -> Option<State> {
        let Place { slot, once, action } = &self.plan.places.of_nodes[node as usize];
        let slot = *slot as usize;
        let once = once.then(|| &self.plan.once[node as usize]);
        if let Some((value, state)) = once.and_then(OnceLock::get) {
            self.slots[slot] = value.clone();
            return Some(*state);
        }
        // Held while it is worked out: another sample of the task waits for the value instead of making its own.
        let mut cell = self.task.and_then(|task| Some((task, task.cell(node)?)));
        if let Some(Some((value, state))) = cell.as_ref().map(|(_, cell)| &**cell) {
            self.slots[slot] = value.clone();
            return Some(*state);
        }
        // It may have been waited for.
        let start = if cell.is_some() { Ticks::now() } else { self.clock };
        let (fuel, level) = before.map_or((0, 0), |sum| (sum.fuel, sum.level));
        self.machine.start_from(fuel, level);
        address::take();
        collisions::reset();
        let run = || self.machine.run_action(action, &self.slots);
        let result = catch_unwind(AssertUnwindSafe(|| interrupt::heeding(self.cancel.flag(), run)));
        self.clock = Ticks::now();
        let meter = &self.machine.meter;
        let needed = meter.needed();
        let cost = Cost {
            fuel: meter.fuel_used() - fuel,
            peak: meter.memory_used() - level,
            needed: (needed.0 - fuel, needed.1 - level),
            hold: meter.level() - level,
            deepest: self.machine.deepest(),
            address_dependent: address::take(),
            ticks: self.clock.since(start),
        };
        if let Some(tally) = &mut self.machine.tally {
            tally.line(node as usize, ticks::duration(cost.ticks));
        }
        let mut state = match result {
            Ok(Err(Fail::Limit(Limit::Stopped))) => return None,
            Err(thrown) if thrown.is::<Interrupted>() => return None,
            Err(_) => State::Alone,
            Ok(_) if collisions::any() => State::Alone,
            Ok(Err(Fail::Limit(limit @ (Limit::Fuel | Limit::Memory)))) if before.is_some() => {
                State::Limited(cost, limit)
            }
            Ok(Err(Fail::Limit(_))) => State::Alone,
            Ok(Err(failure)) => State::Raised(cost, failure),
            Ok(Ok(value)) => {
                self.slots[slot] = value;
                State::Done(cost)
            }
        };
        if let Some(once) = once {
            // Where two samples come at once, the first one's object is everybody's.
            let (value, _) = once.get_or_init(|| (self.slots[slot].clone(), state));
            self.slots[slot] = value.clone();
        }
        if let Some((task, cell)) = &mut cell {
            state = task.keep(cell, &mut self.slots[slot], state);
        }
        Some(state)
    }

    /// Lets go of what no later program needs, and of what is too large to keep.
    pub(super) fn forget(&mut self, number: usize) {
        let program = &self.plan.places.programs[number];
        for &slot in &program.done {
            self.slots[slot as usize] = Value::None;
        }
        for &(slot, node) in &program.shared {
            let slot = slot as usize;
            if self.slots[slot].bulk() > LARGE {
                // Working it out again would make another object, and a program can tell objects apart.
                self.slots[slot] = Value::None;
                self.states[slot] = Noted { node, state: State::Alone };
            }
        }
    }
}
