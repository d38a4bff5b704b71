//! Batteries on all samples of some tasks.

use super::drive::{drive, stopped_by};
use super::groups::groups;
use super::watch::Watching;
use super::{
    Digest, Job, Options, PerTask, Record, RunError, Sample, Stop, Work, joined, matches, sample_work, score_work,
};
use crate::data::Task;
use megabatt_core::Value;
use megabatt_exec::battery::WITH_DEMOS;
use megabatt_exec::{Cancel, OnTask, Prepared, RowResult};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Samples of a battery are handed on when there are about this many rows.
const ROWS_OF_A_BATTERY: usize = 16_384;

/// Runs a battery of the plan's programs, which are to run on all samples, and hands finished batches on in the order
/// task, sample, program.
pub fn run_battery<D: Digest>(
    prepared: &dyn Prepared,
    tasks: &[Task],
    options: &Options,
    cancel: &Cancel,
    digest: &D,
    mut on_batch: impl FnMut(Vec<D::Digested>),
) -> Result<Stop, RunError> {
    let programs = prepared.battery().programs.len();
    let samples: Vec<(usize, Sample)> =
        tasks.iter().enumerate().flat_map(|(task, t)| Sample::all(t).map(move |sample| (task, sample))).collect();
    let cut_short = AtomicBool::new(false);
    let run = Run { prepared, tasks, options, digest, open: PerTask::new(tasks, 1) };
    let one_by_one = prepared.battery().inputs == WITH_DEMOS || options.watching().wants_rows();
    let most = if one_by_one { 1 } else { prepared.samples_at_once() };
    let batch = options.batch.unwrap_or(ROWS_OF_A_BATTERY / programs.max(1)).max(1);
    let batches = groups(samples.len(), batch, most, options, |_| samples.len());
    let stop = drive(
        batches.iter().map(Vec::as_slice),
        options,
        cancel,
        |group: &Range<usize>, stop| {
            let digested = match &samples[group.clone()] {
                &[(task, sample)] => run.one(task, sample, stop),
                group => run.many(group, stop),
            };
            if digested.len() < programs * group.len() {
                cut_short.store(true, Ordering::Relaxed);
            }
            Some(digested)
        },
        |digested: &Vec<_>| digested.iter().map(D::size).sum(),
        |batch| on_batch(joined(batch)),
    )?;
    Ok(match stop {
        Stop::Finished if cut_short.into_inner() => stopped_by(cancel),
        stop => stop,
    })
}

/// What runs, on what, and what becomes of it.
struct Run<'a, D> {
    prepared: &'a dyn Prepared,
    tasks: &'a [Task],
    options: &'a Options,
    digest: &'a D,
    open: PerTask<Box<dyn OnTask + 'a>>,
}

impl<D: Digest> Run<'_, D> {
    /// All programs on one sample.
    fn one(&self, task: usize, sample: Sample, stop: &Cancel) -> Vec<D::Digested> {
        let input = &sample.of(&self.tasks[task]).input;
        let (watching, start) = (self.options.watching(), Instant::now());
        let (wants_rows, mut row) = (watching.wants_rows(), start);
        let mut after = |program| {
            if wants_rows {
                row = watching.worked(Work::Row(Job { program, task, sample }), row);
            }
        };
        let on_task = || self.prepared.on_task(&self.tasks[task].demos());
        let results = match self.prepared.battery().inputs {
            WITH_DEMOS => self.open.with(task, on_task, |on_task| on_task.run(input, &Value::None, stop, &mut after)),
            _ => self.prepared.run(std::slice::from_ref(input), stop, &mut after),
        };
        let ran = watching.worked(sample_work((task, sample)), start);
        self.options.count(results.len());
        let digested = results.into_iter().enumerate();
        let digested = digested.filter_map(|(program, result)| self.digested(program, task, sample, result, stop));
        let digested = digested.collect();
        watching.worked(score_work((task, sample)), ran);
        digested
    }

    /// All programs on some samples.
    fn many(&self, samples: &[(usize, Sample)], stop: &Cancel) -> Vec<D::Digested> {
        let start = Instant::now();
        let programs = self.prepared.battery().programs.len();
        let inputs: Vec<&[Value]> =
            samples.iter().map(|(task, sample)| std::slice::from_ref(&sample.of(&self.tasks[*task]).input)).collect();
        let mut digested: Vec<Vec<D::Digested>> = samples.iter().map(|_| Vec::with_capacity(programs)).collect();
        let mut ran = vec![Duration::ZERO; samples.len()];
        let mut scored = Duration::ZERO;
        self.prepared.run_many(&inputs, stop, &mut |program, results| {
            let before = Instant::now();
            self.options.count(results.len());
            for (n, result) in results.into_iter().enumerate() {
                let (task, sample) = samples[n];
                ran[n] += result.time;
                digested[n].extend(self.digested(program, task, sample, result, stop));
            }
            scored += before.elapsed();
        });
        tell(self.options.watching(), samples, start, &ran, scored);
        joined(digested)
    }

    fn digested(
        &self,
        program: usize,
        task: usize,
        sample: Sample,
        result: RowResult,
        stop: &Cancel,
    ) -> Option<D::Digested> {
        let matches = matches(&result, sample.of(&self.tasks[task]));
        self.digest.digest(Record { job: Job { program, task, sample }, result, matches }, stop)
    }
}

/// Tells of samples that ran at the same time as if one had run after the other, each for its part of the whole time.
pub(super) fn tell(
    watching: Watching<'_>,
    samples: &[(usize, Sample)],
    start: Instant,
    ran: &[Duration],
    scored: Duration,
) {
    let all = start.elapsed();
    let running = all.saturating_sub(scored);
    let sum: f64 = ran.iter().map(Duration::as_secs_f64).sum();
    let mut at = start;
    for (&sample, ran) in samples.iter().zip(ran) {
        let part = if sum > 0.0 { ran.as_secs_f64() / sum } else { 1.0 / samples.len() as f64 };
        let ran_until = at + running.mul_f64(part);
        watching.worked_until(sample_work(sample), at, ran_until);
        at = ran_until + scored / samples.len() as u32;
        watching.worked_until(score_work(sample), ran_until, at);
    }
}
