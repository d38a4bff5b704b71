//! All programs of a battery at once, where nobody asks what each of them took.
//!
//! Every line runs once, program by program, on one meter that is never set back. What a program's own lines take is
//! part of what all lines take: so where all of them stay within the limits, each program does, and nothing is added up
//! program by program. Whatever is out of the ordinary (a line raises, a limit strikes, hashes collide, an address decides
//! something, a value is too large to keep) ends it, and the programs run one by one, which says what each of them gives.

use super::alike::{Alike, are_one};
use super::course::{Course, Stop};
use super::fused;
use super::sample::Sample;
use super::task::CpuTask;
use super::{Cost, CpuBattery, LARGE, State};
use crate::Machine;
use crate::machine::{is_unsure, load};
use megabatt_core::ablation::{Idea, is_off};
use megabatt_core::set::{address, collisions};
use megabatt_core::{Grid, Value};
use megabatt_exec::battery::Member;
use megabatt_exec::{Cancel, Outcome, RowResult};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

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
        if inputs.len() != battery.inputs || !course.takes_all {
            return None;
        }
        let mut room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        room.slots.resize(battery.inputs + battery.nodes.len(), Value::None);
        room.slots.iter_mut().zip(inputs).for_each(|(slot, input)| slot.clone_from(input));
        let machine = Machine::new(self.cpu.dialect, self.cpu.engine, &self.limits, cancel);
        let (slots, clock) = (std::mem::take(&mut room.slots), Instant::now());
        let mut sample = Sample { prepared: self, task, inputs, cancel, machine, slots, states: Vec::new(), clock };
        address::take();
        collisions::reset();
        let results = catch_unwind(AssertUnwindSafe(|| {
            let mut same = Same::new(course);
            sample.run_once(course, &mut room.paid, &mut same)?;
            sample.run_all(course, &mut same)?;
            sample.results(course, &same)
        }))
        .ok()??;
        // Where something went otherwise the slots go with all that is in them.
        room.slots = sample.slots;
        room.slots[..battery.inputs].fill(Value::None);
        course.left.iter().for_each(|&slot| room.slots[slot as usize] = Value::None);
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).push(room);
        Some(results)
    }
}

/// Slots that one sample leaves to the next: empty but for those of lines that need no sample. Who has them in a room of his own neither
/// copies nor drops what all threads share, for which they would have to wait for each other.
#[derive(Default)]
pub(super) struct Room {
    slots: Vec<Value>,
    /// What the lines took whose values are in it, once they are.
    paid: Option<Paid>,
}

/// What some lines took together.
#[derive(Clone, Copy, Default)]
struct Paid {
    fuel: u64,
    memory: u64,
    hold: u64,
}

/// Which candidates turned out to be one value.
struct Same<'a> {
    alike: &'a Alike,
    /// For each candidate the other one that it is the same as.
    other: Vec<Option<u32>>,
    /// Values that were not there before, by number and slot.
    distinct: Vec<(u32, u32)>,
    /// Whether nobody compares them: some lines look at addresses.
    apart: bool,
    /// The lines that did.
    at_addresses: Vec<u32>,
}

impl<'a> Same<'a> {
    fn new(course: &'a Course) -> Same<'a> {
        let alike = &course.alike;
        let distinct = alike.inputs.iter().map(|&(slot, number)| (number, slot)).collect();
        let apart = course.looks_at_addresses.load(Ordering::Relaxed) || is_off(Idea::Alike);
        Same { alike, other: vec![None; alike.asked.len()], distinct, apart, at_addresses: Vec::new() }
    }

    /// Notes that a line looked at an address; None if lines may have been left out because of others like it.
    fn note_address(&mut self, node: u32, course: &Course) -> Option<()> {
        course.looks_at_addresses.store(true, Ordering::Relaxed);
        self.at_addresses.push(node);
        self.apart.then_some(())
    }

    /// Whether nobody has to ask this line.
    fn is_answered(&self, stop: &Stop) -> bool {
        stop.part_of.is_some_and(|candidate| self.other[candidate as usize].is_some())
    }

    /// Looks for the value of a candidate among those before.
    fn compare(&mut self, candidate: u32, slot: u32, slots: &[Value]) {
        let is_same = |&&(number, other): &&(u32, u32)| {
            self.alike.answers(candidate, number) && are_one(&slots[slot as usize], &slots[other as usize])
        };
        match self.distinct.iter().find(is_same) {
            Some(&(number, _)) => self.other[candidate as usize] = Some(number),
            None => self.distinct.push((candidate, slot)),
        }
    }

    fn any(&self) -> bool {
        self.other.iter().any(Option::is_some)
    }

    /// Whether a line did not run because another one answers for it.
    fn is_left_out(&self, node: u32) -> bool {
        self.alike.part_of[node as usize].is_some_and(|candidate| self.other[candidate as usize].is_some())
    }

    /// The line that has the value of this one.
    fn answer(&self, node: u32) -> Option<u32> {
        /// Who answers may be answered by another one; no more often than there are candidates before it.
        const LONGEST: usize = 64;
        let mut node = node;
        for _ in 0..LONGEST {
            let candidate = self.alike.part_of[node as usize];
            match candidate.and_then(|candidate| self.other[candidate as usize]) {
                None => return Some(node),
                Some(other) => node = self.alike.answer(node, other)?,
            }
        }
        None
    }
}

/// Rows of colours as a grid: many lines look at a candidate, and each of them would have to find out that it is one. Rows of two
/// or three are left as they are, since they may be places or cells.
#[inline]
fn make_grid(value: &mut Value) {
    // Items that are not listed yet are places, cells or grids.
    if let Value::Tuple(rows) = value
        && rows.sets().is_none()
        && rows.runs().is_none()
        && matches!(rows.slice().first(), Some(Value::Tuple(_)))
        && let Some(grid) = Grid::from_value(value)
    {
        *value = Value::grid(grid);
    }
}

impl Sample<'_> {
    /// Runs all lines; None if something is out of the ordinary.
    fn run_all(&mut self, course: &Course, same: &mut Same<'_>) -> Option<()> {
        let battery = &self.prepared.battery;
        let mut freed = 0;
        let mut at = 0;
        while let Some(stop) = course.stops.get(at) {
            at += 1;
            let mut free_up_to = stop.free_up_to as usize;
            if same.is_answered(stop) {
                at = stop.after_part as usize;
                free_up_to = course.stops[at - 1].free_up_to as usize;
            } else {
                self.run_stop(stop, course, same)?;
                if address::take() {
                    same.note_address(stop.node, course)?;
                }
                if let Some(candidate) = stop.candidate.filter(|_| !same.apart) {
                    same.compare(candidate, battery.slot(stop.node) as u32, &self.slots);
                }
            }
            for &slot in &course.freed[freed..free_up_to] {
                let value = &mut self.slots[slot as usize];
                // Others hold nothing.
                if let Value::Tuple(_) | Value::Grid(_) | Value::Set(_) | Value::Func(_) = value {
                    *value = Value::None;
                }
            }
            freed = free_up_to;
        }
        // A program may have lines that were asked about another candidate beside those lines themselves.
        let (fuel, memory) = self.machine.meter.needed();
        let limits = &self.prepared.limits;
        let is_enough = fuel.saturating_mul(2) <= limits.fuel && memory.saturating_mul(2) <= limits.memory;
        (is_enough || !same.any()).then_some(())
    }

    #[inline]
    fn run_stop(&mut self, stop: &Stop, course: &Course, same: &mut Same<'_>) -> Option<()> {
        if let Some(line) = &stop.line
            && let Some(done) = course.lines.run(line, &mut self.machine, &mut self.slots)
        {
            done?;
            make_grid(&mut self.slots[self.prepared.battery.slot(stop.node)]);
            return Some(());
        }
        self.run_other_stop(stop, course, same)
    }

    /// A line that is no call of an operation, or more than that.
    #[inline(never)]
    fn run_other_stop(&mut self, stop: &Stop, course: &Course, same: &mut Same<'_>) -> Option<()> {
        let battery = &self.prepared.battery;
        if stop.shared {
            if self.run_shared(stop.node)?.address_dependent {
                same.note_address(stop.node, course)?;
            }
            return Some(());
        }
        let Some(first) = stop.first else { return self.run_line(stop.node, course) };
        match fused::both(&mut self.machine, battery, (first, stop.node), &self.slots) {
            Some(value) => self.slots[battery.slot(stop.node)] = value.ok().filter(|v| v.bulk() <= LARGE)?,
            None => {
                self.run_line(first, course)?;
                self.run_line(stop.node, course)?;
            }
        }
        Some(())
    }

    fn run_line(&mut self, node: u32, course: &Course) -> Option<()> {
        let battery = &self.prepared.battery;
        let slot = battery.slot(node);
        let line = course.lines.of(node);
        match line.and_then(|line| course.lines.run(line, &mut self.machine, &mut self.slots)) {
            Some(done) => done?,
            None => {
                self.machine.next_line();
                let level = self.machine.meter.level();
                let action = &battery.nodes[node as usize].action;
                self.slots[slot] = self.machine.run_action(action, &self.slots).ok()?;
                if self.machine.meter.level() - level > LARGE {
                    return None;
                }
            }
        }
        make_grid(&mut self.slots[slot]);
        Some(())
    }

    /// The lines that need no sample. Where their values are in their slots already, they are only paid for.
    fn run_once(&mut self, course: &Course, paid: &mut Option<Paid>, same: &mut Same<'_>) -> Option<()> {
        let known = match paid {
            Some(known) => *known,
            None => {
                let (mut all, mut at_addresses) = (Paid::default(), false);
                for &node in &course.once {
                    let cost = self.run_shared(node)?;
                    if cost.address_dependent {
                        same.note_address(node, course)?;
                        at_addresses = true;
                    }
                    let (fuel, memory) = cost.needed;
                    all.fuel = all.fuel.saturating_add(fuel);
                    // More than they needed one after the other.
                    all.memory = all.memory.saturating_add(memory);
                    all.hold = all.hold.saturating_add(cost.hold);
                }
                *paid = (!at_addresses).then_some(all);
                return Some(());
            }
        };
        self.machine.meter.pay_at_once(known.fuel, known.memory)?.ok()?;
        self.machine.meter.hold(known.hold).ok()
    }

    /// A line whose value other samples share. It is kept with what it took, so it has the meter for itself.
    fn run_shared(&mut self, node: u32) -> Option<Cost> {
        if collisions::any() {
            return None;
        }
        let before = self.machine.mark();
        let State::Done(cost) = self.work_out(node, None)? else { return None };
        self.machine.rewind(before);
        if is_unsure(cost.deepest) {
            return None;
        }
        let (fuel, memory) = cost.needed;
        self.machine.meter.pay_at_once(fuel, memory)?.ok()?;
        self.machine.meter.hold(cost.hold).ok()?;
        Some(cost)
    }

    /// What the programs give, once all lines went well. Values leave their slots for it.
    fn results(&mut self, course: &Course, same: &Same<'_>) -> Option<Vec<RowResult>> {
        let battery = &self.prepared.battery;
        if is_unsure(self.machine.deepest()) || collisions::any() {
            return None;
        }
        let looked = |program: &Member| program.lines.iter().any(|line| same.at_addresses.contains(line));
        let result = |program: &Member, value: Value| RowResult {
            address_dependent: (value.hashes_by_address() && value.order_depends_on_address())
                || (!same.at_addresses.is_empty() && looked(program)),
            outcome: Outcome::Value(value),
            fuel: 0,
            memory: 0,
            time: Duration::ZERO,
        };
        let node_of = |program: &Member| program.result.slot()?.checked_sub(battery.inputs as u32);
        // Those that another candidate answers for first, while the answers are there.
        let mut answers = Vec::new();
        for program in &battery.programs {
            if let Some(node) = node_of(program)
                && same.is_left_out(node)
            {
                answers.push(self.slots[battery.slot(same.answer(node)?)].clone());
            }
        }
        let mut answers = answers.into_iter();
        let mut results = Vec::with_capacity(battery.programs.len());
        for (program, &is_last) in battery.programs.iter().zip(&course.is_last) {
            let value = match node_of(program) {
                Some(node) if same.is_left_out(node) => answers.next()?,
                Some(node) if is_last && !battery.nodes[node as usize].once => {
                    std::mem::replace(&mut self.slots[battery.slot(node)], Value::None)
                }
                _ => load(&program.result, &self.slots).clone(),
            };
            if !battery.order_is_not_looked_at {
                value.settle();
            }
            results.push(result(program, value));
        }
        (!collisions::any()).then_some(results)
    }
}
