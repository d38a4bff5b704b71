//! All programs of a battery at once, where nobody asks what each of them took.
//!
//! Every line runs once, in the order of the battery, on one meter that is never set back. What a program's own lines take is
//! part of what all lines take: so where all of them stay within the limits, each program does, and nothing is added up
//! program by program. Whatever is out of the ordinary (a line raises, a limit strikes, hashes collide, an address decides
//! something, a value is too large to keep) ends it, and the programs run one by one, which says what each of them gives.

use super::fused;
use super::task::CpuTask;
use super::{CpuBattery, LARGE, Sample, State};
use crate::Machine;
use crate::machine::{is_unsure, load};
use megabatt_core::set::{address, collisions};
use megabatt_core::{Operand, Value};
use megabatt_exec::battery::Battery;
use megabatt_exec::{Cancel, Outcome, RowResult};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A line to run.
struct Stop {
    node: u32,
    /// Its value is kept beyond the sample.
    shared: bool,
    /// A line that only this one needs, and that may not have to run for it.
    first: Option<u32>,
    /// Where the slots that nobody needs after it end, among all such slots.
    free_up_to: u32,
}

/// The lines that some program needs, in their order, and when their values can go.
pub struct Course {
    stops: Vec<Stop>,
    freed: Vec<u32>,
}

impl Course {
    pub fn new(battery: &Battery) -> Course {
        let mut needed = vec![false; battery.nodes.len()];
        battery.programs.iter().flat_map(|program| &program.lines).for_each(|&node| needed[node as usize] = true);
        let is_needed = |node: &usize| needed[*node];
        let all = || (0..battery.nodes.len()).filter(is_needed);
        let slots_of = |node: usize| battery.nodes[node].action.operands().filter_map(Operand::slot);
        let results = || battery.programs.iter().filter_map(|program| program.result.slot());

        let mut users = vec![0usize; battery.inputs + battery.nodes.len()];
        all().flat_map(slots_of).chain(results()).for_each(|slot| users[slot as usize] += 1);
        let mut firsts: Vec<Option<u32>> = vec![None; battery.nodes.len()];
        let mut put_off = vec![false; battery.nodes.len()];
        for node in all() {
            if let Some(first) = fused::first_of(battery, node as u32)
                && users[battery.slot(first)] == 1
            {
                firsts[node] = Some(first);
                put_off[first as usize] = true;
            }
        }

        // For each slot the last line that needs it; results stay.
        let mut last: Vec<Option<usize>> = vec![None; users.len()];
        for node in all().filter(|&node| !put_off[node]) {
            let with_first = slots_of(node).chain(firsts[node].into_iter().flat_map(|first| slots_of(first as usize)));
            with_first.for_each(|slot| last[slot as usize] = Some(node));
        }
        results().for_each(|slot| last[slot as usize] = None);
        let mut freed_after: Vec<Vec<u32>> = vec![Vec::new(); battery.nodes.len()];
        for (slot, node) in last.iter().enumerate().skip(battery.inputs) {
            if let Some(node) = node {
                freed_after[*node].push(slot as u32);
            }
        }
        let mut course = Course { stops: Vec::new(), freed: Vec::new() };
        for node in all().filter(|&node| !put_off[node]) {
            course.freed.append(&mut freed_after[node]);
            let (about, free_up_to) = (&battery.nodes[node], course.freed.len() as u32);
            let shared = about.once || about.per_task;
            course.stops.push(Stop { node: node as u32, shared, first: firsts[node], free_up_to });
        }
        course
    }
}

impl CpuBattery {
    /// What all programs give; None where they have to run one by one.
    pub(super) fn run_together(
        &self,
        course: &Course,
        inputs: &[Value],
        task: Option<&CpuTask<'_>>,
        cancel: &Cancel,
    ) -> Option<Vec<RowResult>> {
        let battery = &self.battery;
        let fits = |program: &megabatt_exec::battery::Member| program.code.params.len() == battery.inputs;
        if inputs.len() != battery.inputs || !battery.programs.iter().all(fits) {
            return None;
        }
        let mut slots = vec![Value::None; battery.inputs + battery.nodes.len()];
        slots.iter_mut().zip(inputs).for_each(|(slot, input)| slot.clone_from(input));
        let machine = Machine::new(self.cpu.dialect, self.cpu.engine, &self.limits, cancel);
        let clock = Instant::now();
        let mut sample = Sample { prepared: self, task, inputs, cancel, machine, slots, states: Vec::new(), clock };
        address::take();
        collisions::reset();
        catch_unwind(AssertUnwindSafe(|| {
            sample.run_all(course)?;
            sample.results()
        }))
        .ok()?
    }
}

impl Sample<'_> {
    /// Runs all lines; None if something is out of the ordinary.
    fn run_all(&mut self, course: &Course) -> Option<()> {
        let battery = &self.prepared.battery;
        let mut freed = 0;
        for stop in &course.stops {
            match stop.first {
                _ if stop.shared => self.run_shared(stop.node)?,
                None => self.run_line(stop.node)?,
                Some(first) => match fused::both(&mut self.machine, battery, (first, stop.node), &self.slots) {
                    Some(value) => self.slots[battery.slot(stop.node)] = value.ok()?,
                    None => {
                        self.run_line(first)?;
                        self.run_line(stop.node)?;
                    }
                },
            }
            for &slot in &course.freed[freed..stop.free_up_to as usize] {
                self.slots[slot as usize] = Value::None;
            }
            freed = stop.free_up_to as usize;
        }
        Some(())
    }

    #[inline]
    fn run_line(&mut self, node: u32) -> Option<()> {
        let battery = &self.prepared.battery;
        self.machine.next_line();
        let level = self.machine.meter.level();
        let value = self.machine.run_action(&battery.nodes[node as usize].action, &self.slots).ok()?;
        if self.machine.meter.level() - level > LARGE {
            return None;
        }
        self.slots[battery.slot(node)] = value;
        Some(())
    }

    /// A line whose value other samples share. It is kept with what it took, so it has the meter for itself.
    fn run_shared(&mut self, node: u32) -> Option<()> {
        if address::take() || collisions::any() {
            return None;
        }
        let before = self.machine.mark();
        let State::Done(cost) = self.work_out(node)? else { return None };
        self.machine.rewind(before);
        if cost.address_dependent || is_unsure(cost.deepest) {
            return None;
        }
        let (fuel, memory) = cost.needed;
        self.machine.meter.pay_at_once(fuel, memory)?.ok()?;
        self.machine.meter.hold(cost.hold).ok()
    }

    /// What the programs give, once all lines went well.
    fn results(&self) -> Option<Vec<RowResult>> {
        let battery = &self.prepared.battery;
        if is_unsure(self.machine.deepest()) || address::take() || collisions::any() {
            return None;
        }
        let result = |value: &Value| RowResult {
            outcome: Outcome::Value(value.clone()),
            address_dependent: value.hashes_by_address() && value.order_depends_on_address(),
            fuel: 0,
            memory: 0,
            time: Duration::ZERO,
        };
        let values = || battery.programs.iter().map(|program| load(&program.result, &self.slots));
        if !battery.order_is_not_looked_at {
            values().for_each(Value::settle);
        }
        let results = values().map(result).collect();
        (!address::take() && !collisions::any()).then_some(results)
    }
}
