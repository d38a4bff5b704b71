//! The contract between the engine and its backends: what a row is, what it may use, what comes out.
//!
//! A *row* is one program on one sample. A backend runs rows; a row that fails is data like any other.

pub mod battery;
mod meter;
mod outcome;

pub use meter::{Cancel, Limits, Measure, Meter, MeterMark, Taken, Used, Watch};
pub use outcome::{Outcome, RowResult};

use battery::Battery;
use megabatt_core::{Code, Value};
use std::sync::Arc;

/// One program on one sample.
#[derive(Clone, Debug)]
pub struct Row {
    pub code: Arc<Code>,
    pub inputs: Vec<Value>,
}

/// Something that runs rows exactly as Python would.
pub trait Backend: Send + Sync {
    fn name(&self) -> &'static str;

    /// Runs the rows in order. Each result depends on its row alone.
    fn run(&self, rows: &[Row], limits: &Limits, cancel: &Cancel) -> Vec<RowResult>;

    /// How many rows of one program [`Backend::run`] does best at a time.
    fn rows_at_once(&self) -> usize {
        1
    }

    /// Gets ready to run a battery on many samples.
    fn prepare(&self, battery: Battery, limits: &Limits) -> Box<dyn Prepared>;
}

/// A battery that a backend is ready to run.
pub trait Prepared: Send + Sync {
    fn battery(&self) -> &Battery;

    /// What each program of the battery gives on a sample, as if it ran alone, in their order. If it is stopped, what the
    /// first programs gave.
    ///
    /// `after` is told the number of each program when it is done. A backend that does not run them one after the other
    /// tells nothing.
    fn run(&self, inputs: &[Value], cancel: &Cancel, after: &mut dyn FnMut(usize)) -> Vec<RowResult>;

    /// What some programs of the battery give on a sample, as [`Prepared::run`], in the order in which they are named. If it is
    /// stopped, what the first of them gave.
    fn run_only(&self, inputs: &[Value], programs: &[usize], cancel: &Cancel) -> Vec<RowResult>;

    /// How many samples [`Prepared::run_many`] and [`OnTask::run_many`] do best at a time.
    fn samples_at_once(&self) -> usize {
        1
    }

    /// What each program gives on some samples, as [`Prepared::run`]. `take` is given the number of a program and its results, a
    /// sample each, program by program. If it is stopped, some programs are left out.
    fn run_many(&self, samples: &[&[Value]], cancel: &Cancel, take: &mut dyn FnMut(usize, Vec<RowResult>)) {
        by_program(samples.iter().map(|inputs| self.run(inputs, cancel, &mut |_| {})), take);
    }

    /// What some programs of the battery give on some samples, as [`Prepared::run_only`]: for each sample, what the first of them gave.
    fn run_only_many(&self, samples: &[&[Value]], programs: &[usize], cancel: &Cancel) -> Vec<Vec<RowResult>> {
        samples.iter().map(|inputs| self.run_only(inputs, programs, cancel)).collect()
    }

    /// Gets ready for the samples of one task, if the battery's inputs are S, I and C.
    fn on_task<'a>(&'a self, demos: &Value) -> Box<dyn OnTask + 'a>;
}

/// Hands on what all programs gave on each of some samples, program by program, as far as all samples came.
pub fn by_program(results: impl Iterator<Item = Vec<RowResult>>, take: &mut dyn FnMut(usize, Vec<RowResult>)) {
    let mut results: Vec<_> = results.map(Vec::into_iter).collect();
    let least = results.iter().map(ExactSizeIterator::len).min().unwrap_or_default();
    for program in 0..least {
        take(program, results.iter_mut().filter_map(Iterator::next).collect());
    }
}

/// A battery and one task: what depends on the task's demo pairs alone is worked out once for all samples that run here,
/// on whatever threads.
pub trait OnTask: Send + Sync {
    /// What each program gives on a sample, as [`Prepared::run`]. The target is what programs may know of it.
    fn run(&self, input: &Value, target: &Value, cancel: &Cancel, after: &mut dyn FnMut(usize)) -> Vec<RowResult>;

    /// What each program gives on each of some samples, as [`OnTask::run`]. A sample is what is known of it: input and target.
    fn run_many(&self, samples: &[(&Value, &Value)], cancel: &Cancel) -> Vec<Vec<RowResult>> {
        samples.iter().map(|(input, target)| self.run(input, target, cancel, &mut |_| {})).collect()
    }

    /// How many times a node was worked out for all samples of the task.
    fn worked_out(&self) -> usize;
}
