//! Batteries on the CPU: each node is worked out when the first program needs it, and charged to every program.
//!
//! A node runs with all the fuel and memory a program may have. What it took is noted; a program adds up what its lines
//! took. Where that sum would have met a limit, where a line met one, or where something else depends on what the
//! program did before (colliding hashes), the program is run alone: that is what its outcome is defined by. A node that
//! no other program will ask for starts from what its program has used so far, so a limit that it meets is the program's
//! own: nothing has to run twice.

mod alike;
mod course;
mod fused;
mod line;
mod task;
mod together;

use crate::machine::{is_unsure, load};
use crate::profile::Sink;
use crate::{Cpu, Machine};
use course::Course;
use megabatt_core::ablation::{Idea, is_off};
use megabatt_core::set::{address, collisions};
use megabatt_core::{Fail, Limit, Operand, Value};
use megabatt_exec::battery::{Battery, Member, taken};
use megabatt_exec::{Cancel, Limits, OnTask, Outcome, Prepared, Row, RowResult};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use task::CpuTask;

/// Values with more bulk than this are not kept from one program to the next; those run alone then.
const LARGE: u64 = 1_000_000;

/// What a node took.
#[derive(Clone, Copy, Default)]
struct Cost {
    fuel: u64,
    /// The most memory above the level at its start.
    peak: u64,
    /// Fuel and memory without which a limit would have struck.
    needed: (u64, u64),
    /// What it adds to the level.
    hold: u64,
    deepest: u32,
    address_dependent: bool,
    time: Duration,
}

/// How far a node is.
#[derive(Clone, Copy)]
enum State {
    Waiting,
    /// Its slot has the value.
    Done(Cost),
    Raised(Cost, Fail),
    /// It met a limit that is that of the only program that still needs it.
    Limited(Cost, Limit),
    /// Programs with this node have to run alone.
    Alone,
}

/// The sum of what a program's lines took.
#[derive(Default)]
struct Sum {
    fuel: u64,
    level: u64,
    most_memory: u64,
    deepest: u32,
    address_dependent: bool,
    time: Duration,
}

impl Sum {
    /// Adds a line; false if a limit would have struck in it.
    fn add(&mut self, cost: &Cost, limits: &Limits) -> bool {
        let (fuel, memory) = (self.fuel.saturating_add(cost.needed.0), self.level.saturating_add(cost.needed.1));
        self.fuel = self.fuel.saturating_add(cost.fuel);
        self.most_memory = self.most_memory.max(self.level.saturating_add(cost.peak));
        self.level = self.level.saturating_add(cost.hold);
        self.deepest = self.deepest.max(cost.deepest);
        self.address_dependent |= cost.address_dependent;
        self.time += cost.time;
        fuel <= limits.fuel && memory <= limits.memory
    }
}

/// A battery, and what is known of its nodes that need no sample.
pub struct CpuBattery {
    cpu: Cpu,
    battery: Battery,
    limits: Limits,
    /// For each node: its value and state, if it needs no sample and some sample has worked it out already.
    once: Vec<OnceLock<(Value, State)>>,
    /// For each node: which of those it is that a task works out once.
    per_task: Vec<Option<u32>>,
    /// How all programs run together, if they may.
    course: Option<Course>,
    /// Where a profile goes, if one is wanted.
    sink: Option<Arc<Sink>>,
}

impl CpuBattery {
    pub fn new(cpu: Cpu, battery: Battery, limits: &Limits) -> CpuBattery {
        let once = battery.nodes.iter().map(|_| OnceLock::new()).collect();
        let mut numbers = 0..;
        let per_task = battery.nodes.iter().map(|node| if node.per_task { numbers.next() } else { None }).collect();
        let course = (battery.cost_is_not_looked_at && !is_off(Idea::Together)).then(|| Course::new(&battery));
        CpuBattery { cpu, battery, limits: *limits, once, per_task, course, sink: None }
    }

    /// Whether nobody but this program will ask for the node, in this sample or in another one.
    fn is_last_needed_by(&self, node: u32, program: usize) -> bool {
        let node = &self.battery.nodes[node as usize];
        node.last_user == program && !node.once && !node.per_task
    }

    /// The same with a profile.
    pub(crate) fn profiled(self, sink: Arc<Sink>) -> CpuBattery {
        CpuBattery { sink: Some(sink), ..self }
    }
}

impl Prepared for CpuBattery {
    fn battery(&self) -> &Battery {
        &self.battery
    }

    fn run(&self, inputs: &[Value], cancel: &Cancel, after: &mut dyn FnMut(usize)) -> Vec<RowResult> {
        self.run_sample(inputs, None, cancel, after)
    }

    fn run_only(&self, inputs: &[Value], programs: &[usize], cancel: &Cancel) -> Vec<RowResult> {
        self.run_one_by_one(inputs, None, programs.iter().copied(), cancel, &mut |_| {})
    }

    fn on_task<'a>(&'a self, demos: &Value) -> Box<dyn OnTask + 'a> {
        Box::new(CpuTask::new(self, demos))
    }
}

impl CpuBattery {
    fn run_sample(
        &self,
        inputs: &[Value],
        task: Option<&CpuTask<'_>>,
        cancel: &Cancel,
        after: &mut dyn FnMut(usize),
    ) -> Vec<RowResult> {
        if let Some(course) = self.course.as_ref().filter(|course| self.sink.is_none() && course.is_worth_it()) {
            let results = self.run_together(course, inputs, task, cancel);
            course.note(results.is_some());
            if let Some(results) = results {
                (0..results.len()).for_each(after);
                return results;
            }
        }
        self.run_one_by_one(inputs, task, 0..self.battery.programs.len(), cancel, after)
    }

    /// These programs, each to its end before the next one starts.
    fn run_one_by_one(
        &self,
        inputs: &[Value],
        task: Option<&CpuTask<'_>>,
        programs: impl ExactSizeIterator<Item = usize>,
        cancel: &Cancel,
        after: &mut dyn FnMut(usize),
    ) -> Vec<RowResult> {
        let mut slots = vec![Value::None; self.battery.inputs + self.battery.nodes.len()];
        slots.iter_mut().zip(inputs).for_each(|(slot, input)| slot.clone_from(input));
        let mut sample = Sample {
            prepared: self,
            task,
            inputs,
            cancel,
            machine: Machine::new(self.cpu.dialect, self.cpu.engine, &self.limits, cancel),
            slots,
            states: vec![State::Waiting; self.battery.nodes.len()],
            clock: Instant::now(),
        };
        if self.sink.is_some() {
            Sink::watch(&mut sample.machine, self.battery.nodes.len());
        }
        let mut results = Vec::with_capacity(programs.len());
        for number in programs {
            let member = &self.battery.programs[number];
            // Programs of few calls end before they look at the clock, however many there are.
            if cancel.is_cancelled() {
                break;
            }
            let Some(result) = sample.run(number, member) else { break };
            results.push(result);
            sample.forget(number, member);
            after(number);
        }
        if let Some(sink) = &self.sink {
            sink.take_nodes(&mut sample.machine);
        }
        results
    }
}

/// A battery on one sample.
struct Sample<'a> {
    prepared: &'a CpuBattery,
    task: Option<&'a CpuTask<'a>>,
    inputs: &'a [Value],
    cancel: &'a Cancel,
    machine: Machine,
    slots: Vec<Value>,
    states: Vec<State>,
    /// When the line before was done: nearly nothing happens between two lines, and there are many.
    clock: Instant,
}

impl Sample<'_> {
    /// What the program gives; None if it was stopped.
    fn run(&mut self, number: usize, member: &Member) -> Option<RowResult> {
        let fits = taken(self.prepared.battery.inputs, member.code.params.len()).is_some();
        if !fits || self.inputs.len() != self.prepared.battery.inputs {
            return self.run_alone(member);
        }
        self.clock = Instant::now();
        let mut sum = Sum::default();
        let mut raised = None;
        for &node in &member.lines {
            if matches!(self.states[node as usize], State::Waiting) {
                let nobody_elses = self.prepared.is_last_needed_by(node, number);
                self.states[node as usize] = self.work_out(node, nobody_elses.then_some(&sum))?;
            }
            let (cost, failure) = match &self.states[node as usize] {
                State::Done(cost) => (cost, None),
                State::Raised(cost, failure) => (cost, Some(*failure)),
                State::Limited(cost, limit) => {
                    // Whether it suffices is known.
                    sum.add(cost, &self.prepared.limits);
                    raised = Some(Fail::Limit(*limit));
                    break;
                }
                State::Waiting | State::Alone => return self.run_alone(member),
            };
            if !sum.add(cost, &self.prepared.limits) {
                return self.run_alone(member);
            }
            if failure.is_some() {
                raised = failure;
                break;
            }
        }
        let outcome = match raised {
            _ if is_unsure(sum.deepest) => Outcome::Limit(Limit::Recursion),
            Some(failure) => Outcome::from(Err(failure)),
            None => match self.settled(&member.result) {
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
            time: sum.time,
        })
    }

    /// The result with its order worked out; None if hashes collide in it.
    fn settled(&self, result: &Operand) -> Option<Value> {
        let value = load(result, &self.slots).clone();
        if self.prepared.battery.order_is_not_looked_at {
            return Some(value);
        }
        collisions::reset();
        let settled = catch_unwind(AssertUnwindSafe(|| value.settle()));
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
    fn work_out(&mut self, node: u32, before: Option<&Sum>) -> Option<State> {
        let slot = self.prepared.battery.slot(node);
        let once = self.prepared.battery.nodes[node as usize].once.then(|| &self.prepared.once[node as usize]);
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
        let start = if cell.is_some() { Instant::now() } else { self.clock };
        let (fuel, level) = before.map_or((0, 0), |sum| (sum.fuel, sum.level));
        self.machine.start_from(fuel, level);
        address::take();
        collisions::reset();
        let action = &self.prepared.battery.nodes[node as usize].action;
        let result = catch_unwind(AssertUnwindSafe(|| self.machine.run_action(action, &self.slots)));
        self.clock = Instant::now();
        let meter = &self.machine.meter;
        let needed = meter.needed();
        let cost = Cost {
            fuel: meter.fuel_used() - fuel,
            peak: meter.memory_used() - level,
            needed: (needed.0 - fuel, needed.1 - level),
            hold: meter.level() - level,
            deepest: self.machine.deepest(),
            address_dependent: address::take(),
            time: self.clock.duration_since(start),
        };
        if let Some(tally) = &mut self.machine.tally {
            tally.line(node as usize, cost.time);
        }
        let mut state = match result {
            Ok(Err(Fail::Limit(Limit::Stopped))) => return None,
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
    fn forget(&mut self, number: usize, member: &Member) {
        let battery = &self.prepared.battery;
        for &node in &member.lines {
            let slot = battery.slot(node);
            let about = &battery.nodes[node as usize];
            if about.last_user == number {
                self.slots[slot] = Value::None;
            } else if !about.once && self.slots[slot].bulk() > LARGE {
                // Working it out again would make another object, and a program can tell objects apart.
                self.slots[slot] = Value::None;
                self.states[node as usize] = State::Alone;
            }
        }
    }
}
