//! `megabatt submit`.

mod report;

use super::run_battery::prepare;
use super::{exit, load};
use crate::args::SubmitArgs;
use crate::output::{print, tell};
use crate::progress::{Progress, Work};
use crate::whole_file::WholeFile;
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::battery::Passes;
use megabatt_engine::data::{Task, submission_text};
use megabatt_engine::run::{self as engine, Options, Stop};
use megabatt_engine::score::{Chooser, Chosen, Trials, submission};
use megabatt_lang::Program;
use report::Made;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

pub fn submit(args: &SubmitArgs) -> Result<u8, String> {
    let programs = load::programs(&args.files, args.machine.workers.dialect.into(), false)?;
    let data = load::tasks(&args.data, false)?;
    if data.tasks.iter().all(|task| task.test.is_empty()) {
        return Err("no task has a test input, so there is nothing to submit\n  help: give tasks with tests, such as \
                    ARC Prize's challenges"
            .to_string());
    }
    let to_stdout = args.out == Path::new("-");
    let file = if to_stdout { None } else { Some(WholeFile::create(&args.out, args.force)?) };
    let attempts = attempts(args, &programs, &data.tasks, to_stdout)?;
    let submission = submission(&data.tasks, &attempts.chosen);
    let text = submission_text(&submission);
    match file {
        Some(mut file) => {
            file.write(&text)?;
            file.close()?;
        }
        None => print(&text),
    }
    if !args.summary.quiet {
        let names = load::unique_names(&programs);
        let made = Made { args, names: &names, tasks: &data.tasks, attempts: &attempts, submission: &submission };
        let report = made.text();
        if to_stdout { tell(report.trim_end()) } else { print(&report) }
    }
    Ok(if attempts.stop == Stop::Cancelled { exit::INTERRUPTED } else { exit::FINE })
}

/// What the programs came up with.
pub struct Attempts {
    /// For each task and test input, at most two, the best first.
    pub chosen: Vec<Vec<Vec<Chosen>>>,
    pub stop: Stop,
    pub runs: usize,
    pub planned: usize,
}

fn attempts(args: &SubmitArgs, programs: &[Program], tasks: &[Task], to_stdout: bool) -> Result<Attempts, String> {
    let planned = programs.len() * tasks.iter().map(|task| task.train.len() + task.test.len()).sum::<usize>();
    let cancel = exit::on_interrupt();
    let done = Arc::new(AtomicUsize::new(0));
    let options = Options {
        limits: args.machine.limits(),
        threads: args.machine.workers.threads,
        time_limit: args.time_limit,
        done: Some(done.clone()),
        ..Options::default()
    };
    let work = Work::Counted { noun: "runs", total: planned };
    let progress = Progress::start(args.summary.progress.style(args.summary.quiet, to_stdout), work, done);
    let backend = Cpu { dialect: args.machine.workers.dialect.into(), engine: Engine::Fast };
    let prepared = prepare(&backend, programs, Passes::default(), &options.limits);
    let mut chooser = Chooser::new(programs, tasks);
    let mut runs = 0;
    let add = |batch: Vec<_>| {
        runs += batch.len();
        batch.into_iter().for_each(|trial| chooser.add(trial));
    };
    let trials = Trials { tasks };
    let stop = engine::run_battery(&*prepared, tasks, &options, &cancel, &trials, add).map_err(|e| e.to_string())?;
    drop(progress);
    Ok(Attempts { chosen: chooser.finish(), stop, runs, planned })
}
