//! Runs programs on samples: which pairs, in which order, on how many cores, until when.
//!
//! Results come in the order program, task, sample (of a battery: task, sample, program), whatever the threads and batches; a batch is handed on as soon
//! as it is done, so a run of millions of rows needs the memory of one batch, and a batch with large values is handed on in
//! pieces.

mod battery;
mod demos;
mod drive;
mod groups;
mod memory;
mod pairing;
mod rows;
mod stream;
mod summary;
mod watch;

pub use battery::run_battery;
pub use demos::{Demos, PerTask, inputs};
pub(crate) use drive::{drive, pool};
pub(crate) use groups::groups;
pub use pairing::{Job, Pairing, Sample, Section, jobs};
pub use rows::run;
pub use summary::{ProgramSummary, Summary};
pub use watch::{Watch, Work};

use crate::data::{Pair, Task};
pub(crate) use drive::stopped_by;
use megabatt_core::Value;
use megabatt_exec::{Cancel, Limits, Outcome, RowResult};
use megabatt_lang::Program;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
pub(crate) use watch::Watching;

/// How a run is done.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub limits: Limits,
    /// 0: one per core.
    pub threads: usize,
    /// Ends the whole run.
    pub time_limit: Option<Duration>,
    /// Rows handed on at a time, or samples for a battery; None: as many as fit well.
    pub batch: Option<usize>,
    /// Counts rows as they end, for those who want to know before a batch is full.
    pub done: Option<Arc<AtomicUsize>>,
    /// Is told what the threads do when.
    pub watch: Option<Arc<dyn Watch>>,
}

impl Options {
    pub(crate) fn count(&self, rows: usize) {
        if let Some(done) = &self.done {
            done.fetch_add(rows, Ordering::Relaxed);
        }
    }

    pub(crate) fn watching(&self) -> Watching<'_> {
        Watching(self.watch.as_ref())
    }
}

/// What is run on what.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    pub programs: &'a [Program],
    pub tasks: &'a [Task],
    pub jobs: &'a [Job],
}

/// One row and what came out of it.
#[derive(Clone, Debug)]
pub struct Record {
    pub job: Job,
    pub result: RowResult,
    /// Whether the value is the expected output; None where that is unknown.
    pub matches: Option<bool>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Finished,
    /// The time limit of the whole run.
    TimeLimit,
    /// Somebody asked for it.
    Cancelled,
}

/// A run that could not start.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("{0} threads could not be started: {1}")]
    Threads(usize, rayon::ThreadPoolBuildError),
}

/// Keeps records as they are.
pub struct Whole;

impl Digest for Whole {
    type Digested = Record;

    fn digest(&self, record: Record, _: &Cancel) -> Option<Record> {
        Some(record)
    }

    fn size(record: &Record) -> usize {
        let value = match &record.result.outcome {
            Outcome::Value(value) => value.bulk() as usize * size_of::<Value>(),
            _ => 0,
        };
        size_of::<Record>() + value
    }
}

/// What becomes of a row's record in the thread that made it. Values can be large: what is not needed of them should go
/// here.
pub trait Digest: Sync {
    type Digested: Send;

    /// Where this takes time, it ends early when `stop` says so; None, and the row is left out, if it was not done then.
    fn digest(&self, record: Record, stop: &Cancel) -> Option<Self::Digested>;

    /// How many bytes it holds, roughly.
    fn size(digested: &Self::Digested) -> usize;
}

pub(crate) fn sample_work((task, sample): (usize, Sample)) -> Work {
    Work::Sample { task, sample }
}

pub(crate) fn score_work((task, sample): (usize, Sample)) -> Work {
    Work::Score { task, sample }
}

/// Whether the result is the expected one, if that is known.
fn matches(result: &RowResult, pair: &Pair) -> Option<bool> {
    pair.output.as_ref().map(|expected| matches!(&result.outcome, Outcome::Value(v) if v == expected))
}

/// All that is in some lists, one after the other.
pub(crate) fn joined<T>(parts: Vec<Vec<T>>) -> Vec<T> {
    let mut all = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    parts.into_iter().for_each(|mut part| all.append(&mut part));
    all
}
