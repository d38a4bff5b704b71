//! `Programs.run`: programs on tasks, as the command line runs them.

mod kept;
mod record;
mod results;

pub use record::Record;
pub use results::Results;

use crate::programs::Programs;
use crate::tasks::Tasks;
use crate::wait::{self, Progress};
use kept::{Keeper, Kept};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::battery::{self, Passes};
use megabatt_engine::run::{self as engine, Job, Options, Pairing, Plan, Stop};
use megabatt_engine::score::{Collector, Keep, SampleScore, Scores};
use megabatt_exec::Cancel;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use results::Ran;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

/// What a run is asked for.
pub struct Wanted {
    pairing: Pairing,
    options: Options,
    /// Whether values are kept; else they are worked out again when somebody asks.
    values: bool,
}

impl Wanted {
    /// `outcomes` says what is kept of values.
    pub fn new(pairing: Pairing, options: Options, outcomes: &str) -> PyResult<Wanted> {
        let values = match (outcomes, pairing) {
            ("full", _) | ("auto", Pairing::Own) => true,
            ("light", _) | ("auto", Pairing::All) => false,
            _ => {
                let words = format!("outcomes={outcomes:?}: there are 'auto', 'full' and 'light'");
                return Err(PyValueError::new_err(words));
            }
        };
        Ok(Wanted { pairing, options, values })
    }
}

/// Runs the programs on whatever `mb.tasks` takes.
pub fn run(
    programs: &Bound<'_, Programs>,
    tasks: &Bound<'_, PyAny>,
    wanted: Wanted,
    progress: Option<bool>,
) -> PyResult<Results> {
    let py = programs.py();
    let tasks = py.import("megabatt._tasks")?.call_method1("tasks", (tasks,))?.cast_into::<Tasks>()?;
    let (loaded, tasks) = (programs.get().loaded.clone(), tasks.get().tasks.clone());
    let (jobs, lonely) = py.detach(|| engine::jobs(&loaded.programs, &tasks, wanted.pairing));
    if jobs.is_empty() {
        return Err(PyValueError::new_err(
            "no program has a task to run on; name functions after their task, as in solve_007bbfb7, or use pair=\"all\"",
        ));
    }
    let bar = match progress {
        Some(false) => None,
        _ => Some(py.import("megabatt._progress")?.call_method1("Bar", (progress == Some(true), jobs.len()))?),
    };
    let done = Arc::new(AtomicUsize::new(0));
    let told = bar.as_ref().map(|bar| bar.getattr("update_to")).transpose()?;
    let progress = told.map(|told| Progress { told: told.unbind(), done: &done });
    let cancel = Cancel::new();
    let options = Options { done: Some(done.clone()), ..wanted.options.clone() };
    let plan = Plan { programs: &loaded.programs, tasks: &tasks, jobs: &jobs };
    let start = Instant::now();
    let cpu = Cpu { dialect: loaded.dialect, engine: Engine::Fast };
    let waited = wait::for_work(py, &cancel, progress, || execute(&cpu, &plan, &options, &cancel, &wanted));
    if let Some(bar) = bar {
        bar.call_method1("close", (done.load(std::sync::atomic::Ordering::Relaxed),))?;
    }
    let (result, _) = waited?;
    let (stop, rows, scores) = result.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let planned = jobs.len();
    drop(jobs);
    Ok(Results::new(Ran {
        loaded,
        tasks,
        rows,
        scores,
        stop,
        planned,
        lonely,
        seconds: start.elapsed(),
        limits: wanted.options.limits,
    }))
}

type Executed = Result<(Stop, Vec<Kept>, Scores), engine::RunError>;

/// As `megabatt run`: with `pair="all"` as one battery, unless a clock per row needs rows that run by themselves.
fn execute(cpu: &Cpu, plan: &Plan<'_>, options: &Options, cancel: &Cancel, wanted: &Wanted) -> Executed {
    let keep = if wanted.pairing == Pairing::All { Keep::SomethingRight } else { Keep::All };
    let mut collector = Collector::new(plan.tasks, keep);
    let mut rows = Vec::with_capacity(plan.jobs.len());
    let digest = Keeper { tasks: plan.tasks, values: wanted.values };
    let on_batch = |batch: Vec<(Kept, SampleScore)>| {
        for (row, score) in batch {
            collector.add(&score);
            rows.push(row);
        }
    };
    let as_battery = wanted.pairing == Pairing::All && options.limits.call_timeout.is_none();
    let stop = if as_battery {
        let prepared = battery::prepare(cpu, plan.programs, Passes::default(), &options.limits);
        engine::run_battery(&*prepared, plan.tasks, options, cancel, &digest, on_batch)?
    } else {
        engine::run(cpu, plan, options, cancel, &digest, on_batch)?
    };
    Ok((stop, rows, collector.finish()))
}

/// Calls of any programs on any inputs, as one batch; see `_batch.py`. If all programs meet all inputs, they run as one
/// battery.
pub fn run_jobs(py: Python<'_>, cpu: &Cpu, plan: &Plan<'_>, options: &Options) -> PyResult<Vec<engine::Record>> {
    let cancel = Cancel::new();
    let (programs, samples) = (plan.programs.len(), plan.tasks.len());
    let work = || -> Result<Vec<engine::Record>, engine::RunError> {
        let mut records = Vec::with_capacity(plan.jobs.len());
        let on_batch = |batch: Vec<engine::Record>| records.extend(batch);
        if programs > 1 && plan.jobs.len() == programs * samples && options.limits.call_timeout.is_none() {
            let prepared = battery::prepare(cpu, plan.programs, Passes::default(), &options.limits);
            engine::run_battery(&*prepared, plan.tasks, options, &cancel, &engine::Whole, on_batch)?;
            let by_job: std::collections::BTreeMap<Job, usize> =
                plan.jobs.iter().enumerate().map(|(n, job)| (*job, n)).collect();
            records.sort_by_key(|record| by_job.get(&record.job).copied());
        } else {
            engine::run(cpu, plan, options, &cancel, &engine::Whole, on_batch)?;
        }
        Ok(records)
    };
    let (records, interrupt) = wait::for_work(py, &cancel, None, work)?;
    match interrupt {
        Some(interrupt) => Err(interrupt),
        None => records.map_err(|error| PyRuntimeError::new_err(error.to_string())),
    }
}
