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
mod group;
mod line;
mod places;
mod plan;
mod same;
mod sample;
mod task;
mod together;

use crate::Cpu;
use crate::profile::Sink;
use course::Course;
use megabatt_core::ablation::{Idea, is_off};
use megabatt_core::{Fail, Limit, Value};
use megabatt_exec::battery::{Battery, WITH_DEMOS};
use megabatt_exec::{Cancel, Limits, OnTask, Prepared, RowResult, by_program};
use plan::Plan;
use sample::Sample;
use std::sync::{Arc, Mutex};
use task::CpuTask;
use together::Room;

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
    ticks: u64,
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
    ticks: u64,
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
        self.ticks += cost.ticks;
        fuel <= limits.fuel && memory <= limits.memory
    }
}

/// A battery, and what is known of its nodes that need no sample.
pub struct CpuBattery {
    cpu: Cpu,
    battery: Battery,
    /// Where its lines are while programs run one by one, and what is known of those that need no sample.
    plan: Plan,
    /// The same for groups of samples; each has one of its own while it runs.
    plans: Mutex<Vec<Plan>>,
    limits: Limits,
    /// For each node: which of those it is that a task works out once.
    per_task: Vec<Option<u32>>,
    /// How all programs run together, if they may.
    course: Option<Course>,
    /// Where a profile goes, if one is wanted.
    sink: Option<Arc<Sink>>,
    /// What samples that are done have left for the next ones, where all programs run together.
    rooms: Mutex<Vec<Vec<Room>>>,
}

impl CpuBattery {
    pub fn new(cpu: Cpu, battery: Battery, limits: &Limits) -> CpuBattery {
        let mut numbers = 0..;
        let per_task = battery.nodes.iter().map(|node| if node.per_task { numbers.next() } else { None }).collect();
        let course = (battery.cost_is_not_looked_at && !is_off(Idea::Together)).then(|| Course::new(&battery));
        let plan = Plan::new(&battery, course.is_none());
        CpuBattery {
            cpu,
            battery,
            plan,
            plans: Mutex::default(),
            limits: *limits,
            per_task,
            course,
            sink: None,
            rooms: Mutex::default(),
        }
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

    fn samples_at_once(&self) -> usize {
        // Samples of a task run in a group where the programs do not run one by one.
        let in_groups = self.course.is_some() || self.battery.inputs != WITH_DEMOS;
        if in_groups && self.sink.is_none() && !is_off(Idea::Groups) { group::MOST } else { 1 }
    }

    fn run_many(&self, samples: &[&[Value]], cancel: &Cancel, take: &mut dyn FnMut(usize, Vec<RowResult>)) {
        match self.course {
            None => self.run_group(samples, 0..self.battery.programs.len(), cancel, take),
            Some(_) => by_program(self.run_samples(samples, None, cancel).into_iter(), take),
        }
    }

    fn run_only_many(&self, samples: &[&[Value]], programs: &[usize], cancel: &Cancel) -> Vec<Vec<RowResult>> {
        if self.sink.is_some() {
            return samples.iter().map(|inputs| self.run_only(inputs, programs, cancel)).collect();
        }
        let mut results: Vec<Vec<RowResult>> = samples.iter().map(|_| Vec::with_capacity(programs.len())).collect();
        self.run_group(samples, programs.iter().copied(), cancel, &mut |_, of_samples| {
            results.iter_mut().zip(of_samples).for_each(|(results, result)| results.push(result));
        });
        results
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
            let results = self.run_together(course, &[inputs], task, cancel).pop().flatten();
            course.note(results.is_some());
            if let Some(results) = results {
                (0..results.len()).for_each(after);
                return results;
            }
        }
        self.run_one_by_one(inputs, task, 0..self.battery.programs.len(), cancel, after)
    }

    /// What each program gives on each of some samples of a task.
    fn run_samples(&self, samples: &[&[Value]], task: Option<&CpuTask<'_>>, cancel: &Cancel) -> Vec<Vec<RowResult>> {
        let one = |inputs: &&[Value]| self.run_sample(inputs, task, cancel, &mut |_| {});
        let in_groups = |course: &&Course| self.sink.is_none() && course.is_worth_groups();
        match self.course.as_ref().filter(in_groups) {
            Some(course) if samples.len() > 1 => {
                let results = self.run_together(course, samples, task, cancel);
                let again = |(results, inputs): (Option<_>, _)| match results {
                    Some(results) => {
                        course.note(true);
                        results
                    }
                    None => one(inputs),
                };
                results.into_iter().zip(samples).map(again).collect()
            }
            _ => samples.iter().map(one).collect(),
        }
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
        let mut sample = Sample::new(self, &self.plan, task, inputs, cancel);
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
            sample.forget(number);
            after(number);
        }
        if let Some(sink) = &self.sink {
            sink.take_nodes(&mut sample.machine);
        }
        sample.close();
        results
    }
}
