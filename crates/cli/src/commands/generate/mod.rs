//! `megabatt generate`.

mod choose;
mod report;
mod write;

use super::exit;
use crate::args::{GenerateArgs, SplitArg};
use crate::output::tell;
use crate::progress::{Progress, Work};
use megabatt_core::{Grid, Value};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::data::Task;
use megabatt_engine::generate::{Inputs, Plan, Recipe, Variations, Workshop, plan};
use megabatt_lang::Program;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

pub fn generate(args: &GenerateArgs) -> Result<u8, String> {
    let programs = choose::programs(args)?;
    let sources = sources(args, &programs)?;
    let inputs: Vec<&dyn Inputs> = sources.iter().map(|source| &**source).collect();
    let plans = plan(&programs, args.count, args.seed);
    let mut out = write::Writer::open(&args.out, args.force, &plans)?;

    let cancel = exit::on_interrupt();
    let backend = Cpu { dialect: args.workers.dialect.into(), engine: Engine::Fast };
    let workshop = Workshop { backend: &backend, programs: &programs, inputs: &inputs, recipe: recipe(args), cancel };
    let mut report = report::Report::new(&programs);
    make(args, &workshop, &plans, &mut out, &mut report)?;
    out.close()?;
    if !args.summary.quiet {
        report.print(args);
    }
    if workshop.cancel.is_cancelled() {
        tell(&format!("interrupted after {} of {} tasks", report.tried(), plans.len()));
        return Ok(exit::INTERRUPTED);
    }
    if report.all_made() {
        return Ok(exit::FINE);
    }
    tell(&report.complaint(args));
    Ok(exit::FOUND)
}

fn make(
    args: &GenerateArgs,
    workshop: &Workshop<'_>,
    plans: &[Plan],
    out: &mut write::Writer,
    report: &mut report::Report,
) -> Result<(), String> {
    let done = Arc::new(AtomicUsize::new(0));
    let style = args.summary.progress.style(args.summary.quiet, args.out == Path::new("-"));
    let _progress = Progress::start(style, Work::Counted { noun: "tasks", total: plans.len() }, done.clone());
    let mut written = Ok(());
    let made = workshop.make_all(plans, args.workers.threads, &done, |batch| {
        for made in &batch {
            report.add(made);
            if let (Some(task), Ok(())) = (&made.task, &written) {
                written = out.add(task);
            }
        }
        if written.is_err() {
            workshop.cancel.cancel();
        }
    });
    made.map_err(|e| e.to_string())?;
    written
}

fn recipe(args: &GenerateArgs) -> Recipe {
    Recipe {
        train: args.samples as usize,
        test: args.tests as usize,
        seed: args.seed,
        tries: args.tries as usize,
        allow_same: args.allow_same,
        allow_constant: args.allow_constant,
        ..Recipe::default()
    }
}

/// Where the inputs of each program come from.
fn sources(args: &GenerateArgs, programs: &[Program]) -> Result<Vec<Box<dyn Inputs>>, String> {
    if args.like || (args.demo && args.grids.is_empty()) {
        return like_own_tasks(args, programs);
    }
    if !args.data.is_empty() || !args.data.tasks.is_empty() || !matches!(args.data.split, SplitArg::All) {
        return Err(
            "--data, --split and --tasks choose what --like varies\n  help: add --like, or leave them out".to_string()
        );
    }
    let distribution = args.grids.distribution();
    distribution.check().map_err(|e| e.to_string())?;
    Ok(programs.iter().map(|_| Box::new(distribution.clone()) as Box<dyn Inputs>).collect())
}

fn like_own_tasks(args: &GenerateArgs, programs: &[Program]) -> Result<Vec<Box<dyn Inputs>>, String> {
    let data = super::load::tasks(&args.data, args.data.is_empty())?;
    let mut sources: Vec<Box<dyn Inputs>> = Vec::new();
    for program in programs {
        let own = program.task.as_deref().and_then(|id| data.task(id));
        let varied = own.and_then(|task| Variations::of(grids(task))).ok_or_else(|| {
            let from = if args.data.is_empty() { "the demo" } else { "the data" };
            format!(
                "{} names no task of {from}, so there are no inputs to vary\n  help: --data with its task, or a \
                 distribution (--size, --objects, …) instead of --like",
                program.name
            )
        })?;
        sources.push(Box::new(varied));
    }
    Ok(sources)
}

/// The inputs of a task.
fn grids(task: &Task) -> Vec<Grid> {
    let grid = |value: &Value| if let Value::Grid(grid) = value { Some((**grid).clone()) } else { None };
    task.train.iter().chain(&task.test).filter_map(|pair| grid(&pair.input)).collect()
}
