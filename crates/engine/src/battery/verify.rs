//! A second opinion on a battery: some rows are run again, alone and on another backend.

use megabatt_core::json::write_json_while;
use megabatt_core::{Limit, Value};
use megabatt_exec::battery::{Battery, taken};
use megabatt_exec::{Backend, Cancel, Limits, OnTask, Outcome, Prepared, Row, RowResult};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A row whose second run came out differently.
#[derive(Clone, Debug)]
pub struct Different {
    pub program: usize,
    pub input: Value,
    pub battery: String,
    pub alone: String,
}

/// A battery of which every `every`-th row is compared.
pub struct Verifying<'a> {
    prepared: &'a dyn Prepared,
    alone: &'a dyn Backend,
    limits: Limits,
    every: usize,
    rows: AtomicUsize,
    compared: AtomicUsize,
    different: Mutex<Vec<Different>>,
    nanos: AtomicU64,
}

impl<'a> Verifying<'a> {
    pub fn new(prepared: &'a dyn Prepared, alone: &'a dyn Backend, limits: &Limits, every: usize) -> Verifying<'a> {
        Verifying {
            prepared,
            alone,
            limits: *limits,
            every: every.max(1),
            rows: AtomicUsize::new(0),
            compared: AtomicUsize::new(0),
            different: Mutex::default(),
            nanos: AtomicU64::new(0),
        }
    }

    /// How many rows were compared.
    pub fn compared(&self) -> usize {
        self.compared.load(Ordering::Relaxed)
    }

    /// What comparing took, over all threads.
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.nanos.load(Ordering::Relaxed))
    }

    /// Those that came out differently.
    pub fn different(self) -> Vec<Different> {
        self.different.into_inner().unwrap_or_default()
    }

    /// Compares the rows of a sample whose turn it is.
    fn compare_some(&self, results: &[RowResult], inputs: &[Value], cancel: &Cancel) {
        let start = Instant::now();
        for (program, result) in results.iter().enumerate() {
            if cancel.is_cancelled() {
                break;
            }
            if self.rows.fetch_add(1, Ordering::Relaxed).is_multiple_of(self.every) {
                self.compare(program, inputs, result, cancel);
            }
        }
        self.nanos.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    fn compare(&self, program: usize, inputs: &[Value], result: &RowResult, cancel: &Cancel) {
        let code = self.prepared.battery().programs[program].code.clone();
        let taken = taken(inputs.len(), code.params.len()).unwrap_or(0..inputs.len());
        let row = Row { code, inputs: inputs[taken].to_vec() };
        let Some(again) = self.alone.run(std::slice::from_ref(&row), &self.limits, cancel).pop() else { return };
        if matches!(again.outcome, Outcome::Limit(Limit::Stopped)) {
            return;
        }
        let (Some(battery), Some(alone)) = (summary(result, cancel), summary(&again, cancel)) else { return };
        self.compared.fetch_add(1, Ordering::Relaxed);
        if battery != alone
            && let Ok(mut different) = self.different.lock()
        {
            // The grid: alone, or between S and C.
            let input = inputs.get(inputs.len() / 2).cloned().unwrap_or(Value::None);
            different.push(Different { program, input, battery, alone });
        }
    }
}

/// All of a result that must be the same: the outcome with the order of its sets, and what it took. None if it was stopped.
fn summary(result: &RowResult, cancel: &Cancel) -> Option<String> {
    let outcome = match &result.outcome {
        Outcome::Value(value) => {
            let mut text = String::new();
            write_json_while(value, &mut text, &mut |_| !cancel.is_cancelled()).then_some(text)?
        }
        Outcome::Error(e) => e.name().to_string(),
        Outcome::Limit(l) => format!("limit {}", l.name()),
    };
    Some(format!("{outcome}, fuel {}, memory {}, address {}", result.fuel, result.memory, result.address_dependent))
}

impl Prepared for Verifying<'_> {
    fn battery(&self) -> &Battery {
        self.prepared.battery()
    }

    fn run(&self, inputs: &[Value], cancel: &Cancel, after: &mut dyn FnMut(usize)) -> Vec<RowResult> {
        let results = self.prepared.run(inputs, cancel, after);
        self.compare_some(&results, inputs, cancel);
        results
    }

    /// Not compared: who asks for some programs has others, too.
    fn run_only(&self, inputs: &[Value], programs: &[usize], cancel: &Cancel) -> Vec<RowResult> {
        self.prepared.run_only(inputs, programs, cancel)
    }

    fn on_task<'a>(&'a self, demos: &Value) -> Box<dyn OnTask + 'a> {
        Box::new(VerifyingTask { verifying: self, task: self.prepared.on_task(demos), demos: demos.clone() })
    }
}

/// A battery on one task, of which some rows are compared.
struct VerifyingTask<'a> {
    verifying: &'a Verifying<'a>,
    task: Box<dyn OnTask + 'a>,
    demos: Value,
}

impl OnTask for VerifyingTask<'_> {
    fn run(&self, input: &Value, target: &Value, cancel: &Cancel, after: &mut dyn FnMut(usize)) -> Vec<RowResult> {
        let results = self.task.run(input, target, cancel, after);
        self.verifying.compare_some(&results, &[self.demos.clone(), input.clone(), target.clone()], cancel);
        results
    }

    fn worked_out(&self) -> usize {
        self.task.worked_out()
    }
}
