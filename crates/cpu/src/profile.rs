//! Which operations and which lines take the time.
//!
//! A machine that is asked to keeps, per operation, calls and time; one that is not looks at one pointer per call.
//! *Total* time has the calls inside an operation in it (`apply` calls functions), *own* time has not. Some quick forms
//! answer functions for many items without calling them: that time is own time of the operation that did it, and no
//! calls are counted.

use crate::machine::load;
use crate::{Cpu, Machine, battery};
use megabatt_core::{Code, Fail, Op, Result, TokOp, Value};
use megabatt_exec::battery::Battery;
use megabatt_exec::{Backend, Cancel, Limits, Prepared, Row, RowResult};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often something happened, and how long it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    pub calls: u64,
    /// Without calls of other operations inside.
    pub own: Duration,
    /// With them. An operation inside itself counts once.
    pub total: Duration,
}

impl Spent {
    fn add(&mut self, other: Spent) {
        self.calls += other.calls;
        self.own += other.own;
        self.total += other.total;
    }
}

/// What one machine keeps.
pub(crate) struct Tally {
    ops: Vec<Spent>,
    /// How many calls of each operation are under way.
    active: Vec<u32>,
    /// What calls inside the present one took so far.
    inside: Duration,
    lines: Vec<Spent>,
}

impl Tally {
    fn new(lines: usize) -> Tally {
        let ops = Op::ALL.len() + TokOp::ALL.len();
        Tally {
            ops: vec![Spent::default(); ops],
            active: vec![0; ops],
            inside: Duration::ZERO,
            lines: vec![Spent::default(); lines],
        }
    }

    /// Nothing is under way: what was has failed in a way that ends everything.
    fn restart(&mut self) {
        self.active.fill(0);
        self.inside = Duration::ZERO;
    }

    fn enter(&mut self, op: usize) -> Duration {
        self.active[op] += 1;
        std::mem::take(&mut self.inside)
    }

    fn leave(&mut self, op: usize, took: Duration, inside_before: Duration) {
        let active = &mut self.active[op];
        *active = active.saturating_sub(1);
        let total = if *active == 0 { took } else { Duration::ZERO };
        self.ops[op].add(Spent { calls: 1, own: took.saturating_sub(self.inside), total });
        self.inside = inside_before + took;
    }

    pub(crate) fn line(&mut self, line: usize, took: Duration) {
        self.lines[line].add(Spent { calls: 1, own: took, total: took });
    }
}

impl Machine {
    /// Starts anew in what it keeps, if it keeps anything.
    pub(crate) fn restart_tally(&mut self) {
        if let Some(tally) = &mut self.tally {
            tally.restart();
        }
    }

    /// A call of an operation, timed. `call` is the call itself.
    #[cold]
    #[inline(never)]
    pub(crate) fn timed(&mut self, op: Op, call: impl FnOnce(&mut Machine) -> Result<Value>) -> Result<Value> {
        self.timed_as(op as usize, call)
    }

    /// The same for an operation of tokpidjin's.
    #[cold]
    #[inline(never)]
    pub(crate) fn timed_tok(&mut self, op: TokOp, call: impl FnOnce(&mut Machine) -> Result<Value>) -> Result<Value> {
        self.timed_as(Op::ALL.len() + op as usize, call)
    }

    fn timed_as(&mut self, op: usize, call: impl FnOnce(&mut Machine) -> Result<Value>) -> Result<Value> {
        let before = self.tally.as_mut().map_or(Duration::ZERO, |tally| tally.enter(op));
        let start = Instant::now();
        let result = call(self);
        let took = start.elapsed();
        if let Some(tally) = &mut self.tally {
            tally.leave(op, took, before);
        }
        result
    }

    /// Runs a program with its steps timed.
    pub(crate) fn run_timed(&mut self, code: &Code, inputs: &[Value]) -> Result<Value> {
        if inputs.len() != code.params.len() {
            return Err(Fail::TYPE);
        }
        let mut slots = inputs.to_vec();
        slots.resize(code.slots as usize, Value::None);
        for (n, step) in code.steps.iter().enumerate() {
            let start = Instant::now();
            let result = self.run_step(step, &slots);
            if let Some(tally) = &mut self.tally {
                tally.line(n, start.elapsed());
            }
            slots[step.slot as usize] = result?;
        }
        Ok(load(&code.result, &slots).clone())
    }
}

/// What all machines of a run kept.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// For each operation, in the order of [`Op::ALL`] and then of [`TokOp::ALL`].
    ops: Vec<Spent>,
    /// For each node of the battery.
    nodes: Vec<Spent>,
    /// For programs that ran by themselves, by the address of their code: their steps.
    steps: FxHashMap<usize, Vec<Spent>>,
}

impl Profile {
    /// The operations that were called, by name.
    pub fn ops(&self) -> impl Iterator<Item = (&'static str, Spent)> + '_ {
        let names = Op::ALL.iter().map(|op| op.name()).chain(TokOp::ALL.iter().map(|op| op.name()));
        names.zip(self.ops.iter().copied()).filter(|(_, spent)| spent.calls > 0)
    }

    /// A node of the battery; what nobody worked out took nothing.
    pub fn node(&self, node: u32) -> Spent {
        self.nodes.get(node as usize).copied().unwrap_or_default()
    }

    /// A step of a program, as far as the program ran by itself.
    pub fn step(&self, code: &Arc<Code>, step: usize) -> Spent {
        let steps = self.steps.get(&(Arc::as_ptr(code) as usize));
        steps.and_then(|steps| steps.get(step)).copied().unwrap_or_default()
    }

    fn add_ops(&mut self, tally: &Tally) {
        add_all(&mut self.ops, &tally.ops);
    }
}

fn add_all(sums: &mut Vec<Spent>, more: &[Spent]) {
    sums.resize(sums.len().max(more.len()), Spent::default());
    sums.iter_mut().zip(more).for_each(|(sum, spent)| sum.add(*spent));
}

/// Where machines of all threads leave what they kept.
#[derive(Debug, Default)]
pub(crate) struct Sink(Mutex<Profile>);

impl Sink {
    /// A machine keeps what it does from now on.
    pub(crate) fn watch(machine: &mut Machine, lines: usize) {
        machine.tally = Some(Box::new(Tally::new(lines)));
    }

    fn with(&self, work: impl FnOnce(&mut Profile)) {
        // Whoever panicked with the lock in hand left sums that are whole.
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Takes what a machine kept of the nodes of a battery.
    pub(crate) fn take_nodes(&self, machine: &mut Machine) {
        if let Some(tally) = machine.tally.take() {
            self.with(|profile| {
                profile.add_ops(&tally);
                add_all(&mut profile.nodes, &tally.lines);
            });
        }
    }

    /// Takes what a machine kept of the steps of a program.
    fn take_steps(&self, machine: &mut Machine, code: &Arc<Code>) {
        if let Some(tally) = machine.tally.take() {
            self.with(|profile| {
                profile.add_ops(&tally);
                add_all(profile.steps.entry(Arc::as_ptr(code) as usize).or_default(), &tally.lines);
            });
        }
    }

    pub(crate) fn run_row(&self, cpu: &Cpu, row: &Row, limits: &Limits, cancel: &Cancel) -> RowResult {
        let mut machine = Machine::new(cpu.dialect, cpu.engine, limits, cancel);
        Sink::watch(&mut machine, row.code.steps.len());
        let result = cpu.run_row_on(&mut machine, row);
        self.take_steps(&mut machine, &row.code);
        result
    }
}

/// The CPU backend with a profile. Outcomes are the same; measuring takes time of its own, some tens of nanoseconds a call.
#[derive(Debug, Default)]
pub struct Profiler {
    cpu: Cpu,
    sink: Arc<Sink>,
}

impl Profiler {
    pub fn new(cpu: Cpu) -> Profiler {
        Profiler { cpu, sink: Arc::default() }
    }

    /// What was kept so far.
    pub fn profile(&self) -> Profile {
        let mut copy = Profile::default();
        self.sink.with(|profile| copy = profile.clone());
        copy
    }
}

impl Backend for Profiler {
    fn name(&self) -> &'static str {
        self.cpu.name()
    }

    fn run(&self, rows: &[Row], limits: &Limits, cancel: &Cancel) -> Vec<RowResult> {
        rows.iter().map(|row| self.sink.run_row(&self.cpu, row, limits, cancel)).collect()
    }

    fn prepare(&self, battery: Battery, limits: &Limits) -> Box<dyn Prepared> {
        Box::new(battery::CpuBattery::new(self.cpu, battery, limits).profiled(self.sink.clone()))
    }
}
