//! `Programs.run`: programs on tasks, as the command line runs them.

mod cards;
mod differs;
mod kept;
mod record;
mod results;

pub use cards::wanted as wanted_cards;
pub use differs::Differed;
pub use kept::{Keeper, Kept};
pub use record::Record;
pub use results::{Ran, Results};

use crate::programs::{Loaded, Programs};
use crate::tasks::Tasks;
use crate::wait;
use cards::is_battery;
use megabatt_batch::battery::{BatteryReport, Cards};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::battery::{self, Passes};
use megabatt_engine::data::Task;
use megabatt_engine::differ::Panel;
use megabatt_engine::run::{self as engine, Job, Options, Pairing, Plan, Sample, Stop};
use megabatt_engine::score::{Collector, Keep, SampleScore, Scores};
use megabatt_exec::Cancel;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::Instant;

/// What a run is asked for.
pub struct Wanted {
    pub pairing: Pairing,
    pub options: Options,
    /// Whether values are kept; else they are worked out again when somebody asks.
    pub values: bool,
}

/// Runs the programs on whatever `mb.tasks` takes.
pub fn run(
    programs: &Bound<'_, Programs>,
    tasks: &Bound<'_, PyAny>,
    wanted: Wanted,
    cards: Option<Cards>,
    progress: Option<bool>,
) -> PyResult<Results> {
    let py = programs.py();
    let (loaded, tasks) = (programs.get().loaded.clone(), tasks_of(tasks)?);
    let (jobs, lonely) = py.detach(|| engine::jobs(&loaded.programs, &tasks, wanted.pairing));
    if jobs.is_empty() {
        return Err(PyValueError::new_err(
            "no program has a task to run on; name functions after their task, as in solve_007bbfb7, or use pair=\"all\"",
        ));
    }
    let plan = Plan { programs: &loaded.programs, tasks: &tasks, jobs: &jobs };
    let start = Instant::now();
    let result = wait::with_bar(py, progress, jobs.len(), |cancel, done| {
        let options = Options { done: Some(done.clone()), ..wanted.options.clone() };
        execute(&loaded, &plan, &options, cancel, &wanted, cards)
    })?;
    let Executed { stop, rows, scores, differs, gpu } = result.map_err(failed)?;
    let planned = jobs.len();
    drop(jobs);
    Ok(Results::new(Ran {
        loaded,
        tasks,
        rows,
        scores,
        differs,
        gpu,
        stop,
        planned,
        lonely,
        seconds: start.elapsed(),
        limits: wanted.options.limits,
        with_target: false,
    }))
}

/// The tasks of whatever `mb.tasks` takes.
pub fn tasks_of(source: &Bound<'_, PyAny>) -> PyResult<Arc<Vec<Task>>> {
    let tasks = source.py().import("megabatt._tasks")?.call_method1("tasks", (source,))?.cast_into::<Tasks>()?;
    Ok(tasks.get().tasks.clone())
}

/// A run that could not be done at all.
pub fn failed(error: engine::RunError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

struct Executed {
    stop: Stop,
    rows: Vec<Kept>,
    scores: Scores,
    differs: Option<Differed>,
    gpu: Option<BatteryReport>,
}

/// As `megabatt run`: with `pair="all"` as one battery, unless a clock per row needs rows that run by themselves.
fn execute(
    loaded: &Loaded,
    plan: &Plan<'_>,
    options: &Options,
    cancel: &Cancel,
    wanted: &Wanted,
    cards: Option<Cards>,
) -> Result<Executed, engine::RunError> {
    let started = Instant::now();
    let cpu = Cpu { dialect: loaded.dialect, engine: Engine::Fast };
    let as_battery = is_battery(wanted.pairing, &options.limits);
    let panel = Panel::new(&loaded.differs, &cpu, &options.limits);
    let judges =
        panel.as_ref().map(|panel| panel.differs(plan.tasks, if as_battery { plan.programs.len() } else { 1 }));
    let keep = if wanted.pairing == Pairing::All { Keep::SomethingRight } else { Keep::All };
    let mut collector = Collector::new(plan.tasks, keep);
    let mut rows = Vec::with_capacity(plan.jobs.len());
    let digest = Keeper { tasks: plan.tasks, values: wanted.values, differs: judges.as_ref() };
    let on_batch = |batch: Vec<(Kept, SampleScore)>| {
        for (row, score) in batch {
            collector.add(&score);
            rows.push(row);
        }
    };
    let mut gpu = None;
    let mut stop = if as_battery {
        let prepared = battery::prepare(&cpu, plan.programs, Passes::default(), &options.limits);
        match cards {
            None => engine::run_battery(&*prepared, plan.tasks, options, cancel, &digest, on_batch)?,
            Some(cards) => {
                let battery = cards.take(prepared, Sample::inputs(plan.tasks), loaded.dialect, &options.limits);
                let stop = engine::run_battery(&battery, plan.tasks, options, cancel, &digest, on_batch)?;
                gpu = Some(battery.report());
                stop
            }
        }
    } else {
        engine::run(&cpu, plan, options, cancel, &digest, on_batch)?
    };
    let differs = match &panel {
        None => None,
        Some(panel) => {
            let time_limit = options.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
            let options = Options { time_limit, done: None, ..options.clone() };
            let inputs = if stop == Stop::Finished { panel.no_program(plan, &options, cancel)? } else { None };
            if cancel.is_cancelled() {
                stop = Stop::Cancelled;
            }
            Some(Differed::new(panel.names.clone(), &rows, plan.tasks, inputs))
        }
    };
    Ok(Executed { stop, rows, scores: collector.finish(), differs, gpu })
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
        None => records.map_err(failed),
    }
}
