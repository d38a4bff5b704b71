//! Programs on the samples that each of them is to run on.

use super::battery::tell;
use super::{
    Demos, Digest, Job, Options, Plan, Record, RunError, Stop, Work, drive, groups, inputs, joined, matches, stopped_by,
};
use megabatt_core::Limit;
use megabatt_exec::{Backend, Cancel, Outcome, Row};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Rows are handed on in batches of this many.
const ROWS_AT_A_TIME: usize = 4_096;

/// Runs the jobs and hands finished batches on in order. Rows that were under way when the run was stopped are left
/// out.
pub fn run<D: Digest>(
    backend: &dyn Backend,
    plan: &Plan<'_>,
    options: &Options,
    cancel: &Cancel,
    digest: &D,
    mut on_batch: impl FnMut(Vec<D::Digested>),
) -> Result<Stop, RunError> {
    let run = Run { backend, plan, options, digest, demos: Demos::new(plan.tasks) };
    let jobs = plan.jobs;
    let most = if options.watching().wants_rows() { 1 } else { backend.rows_at_once() };
    let batch = options.batch.unwrap_or(ROWS_AT_A_TIME).max(1);
    let same = |job: &Job, next: &Job| (job.program, job.task) == (next.program, next.task);
    let ends = |at: usize| at + jobs[at..].iter().take(most).take_while(|next| same(&jobs[at], next)).count();
    let batches = groups(jobs.len(), batch, most, options, ends);
    let cut_short = AtomicBool::new(false);
    let stop = drive(
        batches.iter().map(Vec::as_slice),
        options,
        cancel,
        |group: &Range<usize>, stop| {
            let digested = run.group(&jobs[group.clone()], stop);
            if digested.len() < group.len() {
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
    backend: &'a dyn Backend,
    plan: &'a Plan<'a>,
    options: &'a Options,
    digest: &'a D,
    demos: Demos<'a>,
}

impl<D: Digest> Run<'_, D> {
    /// One program on some samples of a task.
    fn group(&self, jobs: &[Job], stop: &Cancel) -> Vec<D::Digested> {
        let (watching, start) = (self.options.watching(), Instant::now());
        let rows: Vec<Row> = jobs.iter().map(|job| self.row(job)).collect();
        let results = self.backend.run(&rows, &self.options.limits, stop);
        drop(rows);
        if let (true, [job]) = (watching.wants_rows(), jobs) {
            watching.worked(Work::Row(*job), start);
        }
        self.options.count(jobs.len());
        let (ran, before) = (results.iter().map(|result| result.time).collect::<Vec<_>>(), Instant::now());
        let records =
            jobs.iter().zip(results).filter(|(_, result)| !matches!(result.outcome, Outcome::Limit(Limit::Stopped)));
        let records = records.map(|(job, result)| {
            let matches = matches(&result, job.sample.of(&self.plan.tasks[job.task]));
            Record { job: *job, result, matches }
        });
        let digested = records.filter_map(|record| self.digest.digest(record, stop)).collect();
        let samples: Vec<_> = jobs.iter().map(|job| (job.task, job.sample)).collect();
        tell(watching, &samples, start, &ran, before.elapsed());
        digested
    }

    fn row(&self, job: &Job) -> Row {
        let pair = job.sample.of(&self.plan.tasks[job.task]);
        let code = self.plan.programs[job.program].code.clone();
        let inputs = inputs(&code, pair, || self.demos.of(job.task));
        Row { code, inputs }
    }
}
