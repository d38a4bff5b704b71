//! All programs of a battery at once, where nobody asks what each of them took.
//!
//! Every line runs once, program by program, on one meter that is never set back. What a program's own lines take is
//! part of what all lines take: so where all of them stay within the limits, each program does, and nothing is added up
//! program by program. Whatever is out of the ordinary (a line raises, a limit strikes, hashes collide, an address decides
//! something, a value is too large to keep) ends it, and the programs run one by one, which says what each of them gives.

use super::course::{Course, Stop};
use super::fused;
use super::same::Same;
use super::sample::Sample;
use super::task::CpuTask;
use super::{Cost, CpuBattery, LARGE, State};
use crate::Machine;
use crate::machine::{is_unsure, load};
use crate::ticks::Ticks;
use megabatt_core::interrupt;
use megabatt_core::set::{address, collisions};
use megabatt_core::{Grid, Value};
use megabatt_exec::battery::Member;
use megabatt_exec::{Cancel, Outcome, RowResult};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::time::Duration;

/// A sample that holds more memory than this is run to its end before the others go on, so that no two hold much at a time.
const MUCH: u64 = 1 << 22;

impl CpuBattery {
    /// What all programs give on each of some samples of a task; None for those on which they have to run one by one.
    ///
    /// A line runs for all samples before the next line does, for the same reason as in [`super::group`].
    pub(super) fn run_together(
        &self,
        course: &Course,
        inputs: &[&[Value]],
        task: Option<&CpuTask<'_>>,
        cancel: &Cancel,
    ) -> Vec<Option<Vec<RowResult>>> {
        if !course.takes_all || inputs.iter().any(|inputs| inputs.len() != self.battery.inputs) {
            return inputs.iter().map(|_| None).collect();
        }
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let mut run_in = |inputs| Run::new(self, course, rooms.pop().unwrap_or_default(), inputs, task, cancel);
        let mut runs: Vec<Run> = inputs.iter().copied().map(&mut run_in).collect();
        address::take();
        collisions::reset();
        let work = || {
            runs.iter_mut().for_each(|run| run.start(course));
            for at in 0..course.stops.len() {
                for run in &mut runs {
                    if run.at == at {
                        run.step(course);
                    }
                }
            }
            runs.iter_mut().map(|run| run.end(course)).collect()
        };
        let results = catch_unwind(AssertUnwindSafe(|| interrupt::heeding(cancel.flag(), work)));
        // Whose hashes collided nobody knows.
        let results: Vec<Option<Vec<RowResult>>> = match results {
            Ok(results) if !collisions::any() => results,
            _ => return inputs.iter().map(|_| None).collect(),
        };
        // Where something went otherwise the slots go with all that is in them.
        let went_well = runs.into_iter().zip(&results).filter(|(_, results)| results.is_some());
        rooms.extend(went_well.map(|(run, _)| run.leave(course)));
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).push(rooms);
        results
    }
}

/// All programs on one sample, so far.
struct Run<'a> {
    sample: Sample<'a>,
    same: Same<'a>,
    paid: Option<Paid>,
    /// The next stop of the course for it.
    at: usize,
    /// So many of the slots that nobody needs any more are empty.
    freed: usize,
}

impl<'a> Run<'a> {
    /// A stop that there is not: something was out of the ordinary.
    const NOWHERE: usize = usize::MAX;

    fn new(
        prepared: &'a CpuBattery,
        course: &'a Course,
        room: Room,
        inputs: &'a [Value],
        task: Option<&'a CpuTask<'a>>,
        cancel: &'a Cancel,
    ) -> Run<'a> {
        let battery = &prepared.battery;
        let Room { mut slots, paid } = room;
        slots.resize(battery.inputs + battery.nodes.len(), Value::None);
        slots.iter_mut().zip(inputs).for_each(|(slot, input)| slot.clone_from(input));
        let machine = Machine::new(prepared.cpu.dialect, prepared.cpu.engine, &prepared.limits, cancel);
        let (states, clock) = (Vec::new(), Ticks::now());
        let sample = Sample { prepared, plan: &prepared.plan, task, inputs, cancel, machine, slots, states, clock };
        Run { sample, same: Same::new(course), paid, at: 0, freed: 0 }
    }

    /// The lines that need no sample.
    fn start(&mut self, course: &Course) {
        if self.sample.run_once(course, &mut self.paid, &mut self.same).is_none() {
            self.at = Run::NOWHERE;
        }
    }

    /// The next stop, and all others if it holds much.
    fn step(&mut self, course: &Course) {
        self.next(course);
        if self.sample.machine.meter.level() > MUCH {
            while self.at < course.stops.len() {
                self.next(course);
            }
        }
    }

    #[inline]
    fn next(&mut self, course: &Course) {
        let stop = &course.stops[self.at];
        if self.same.is_answered(stop) {
            self.at = stop.after_part as usize;
        } else if self.sample.run_at(stop, course, &mut self.same).is_some() {
            self.at += 1;
        } else {
            self.at = Run::NOWHERE;
            return;
        }
        let free_up_to = course.stops[self.at - 1].free_up_to as usize;
        for &slot in &course.freed[self.freed..free_up_to] {
            let value = &mut self.sample.slots[slot as usize];
            // Others hold nothing.
            if let Value::Tuple(_) | Value::Grid(_) | Value::Set(_) | Value::Func(_) = value {
                *value = Value::None;
            }
        }
        self.freed = free_up_to;
    }

    /// What the programs give.
    fn end(&mut self, course: &Course) -> Option<Vec<RowResult>> {
        if self.at == Run::NOWHERE {
            return None;
        }
        // A program may have lines that were asked about another candidate beside those lines themselves.
        let (fuel, memory) = self.sample.machine.meter.needed();
        let limits = &self.sample.prepared.limits;
        let is_enough = fuel.saturating_mul(2) <= limits.fuel && memory.saturating_mul(2) <= limits.memory;
        if !is_enough && self.same.any() {
            return None;
        }
        self.sample.results(course, &self.same)
    }

    /// What it leaves to the next sample.
    fn leave(self, course: &Course) -> Room {
        let Run { sample: Sample { prepared, mut slots, .. }, paid, .. } = self;
        slots[..prepared.battery.inputs].fill(Value::None);
        course.left.iter().for_each(|&slot| slots[slot as usize] = Value::None);
        Room { slots, paid }
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

/// Rows of colours as a grid: many lines look at a candidate, and each of them would have to find out that it is one. Rows of two
/// or three are left as they are, since they may be places or cells.
#[inline]
fn make_grid(value: &mut Value) {
    // Items that are not listed yet are places, cells or grids.
    if let Value::Tuple(rows) = value
        && rows.as_walked().is_none()
        && rows.runs().is_none()
        && matches!(rows.slice().first(), Some(Value::Tuple(_)))
        && let Some(grid) = Grid::from_value(value)
    {
        *value = Value::grid(grid);
    }
}

impl Sample<'_> {
    /// Runs the line of a stop; None if something is out of the ordinary.
    #[inline]
    fn run_at(&mut self, stop: &Stop, course: &Course, same: &mut Same<'_>) -> Option<()> {
        self.run_stop(stop, course, same)?;
        if address::take() {
            same.note_address(stop.node, course)?;
        }
        if let Some(candidate) = stop.candidate.filter(|_| !same.apart) {
            same.compare(candidate, self.prepared.battery.slot(stop.node) as u32, &self.slots);
        }
        Some(())
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
