//! `megabatt run`.

use super::load;
use super::run_battery;
use super::run_differs::Panel;
use super::run_report::{self, Report};
use super::run_scores::ScoresFile;
use crate::args::{PairArg, RunArgs, SplitArg};
use crate::outcomes::{Finished, Lines, Outcomes};
use crate::output::tell;
use crate::progress::{Progress, Work};
use megabatt_core::hash;
use megabatt_cpu::Cpu;
use megabatt_engine::run::{self as engine, Options, Plan, Stop, Summary, jobs};
use megabatt_engine::score::{Collector, Keep};
use megabatt_exec::{Cancel, Limits};
use megabatt_lang::Program;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

const COULD_NOT_RUN: u8 = 2;
const DID_NOT_MATCH: u8 = 1;
const INTERRUPTED: u8 = 130;

pub fn run(args: &RunArgs) -> ExitCode {
    match try_run(args) {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            tell(&format!("error: {message}"));
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

fn try_run(args: &RunArgs) -> Result<u8, String> {
    if let Some(hash) = args.none_hash {
        hash::set_none_hash(hash);
    }
    let started = Instant::now();
    let is_demo = args.files.is_empty() && args.data.is_empty();
    let (mut programs, differs) = load::programs_and_differs(&args.files, args.machine.dialect.into(), is_demo)?;
    if args.live {
        programs = run_battery::live(programs);
    }
    let data = load::tasks(&args.data, is_demo)?;
    let names = load::unique_names(&programs);
    let (jobs, lonely) = jobs(&programs, &data.tasks, args.pair.into());
    if args.data.tasks.is_empty() && matches!(args.data.split, SplitArg::All) {
        tell_lonely(&programs, &names, &lonely);
    }
    if jobs.is_empty() {
        return Err("no program has a task to run on\n  help: name functions after their task, as in solve_007bbfb7, \
                    or use --pair all"
            .to_string());
    }
    if [&args.outcomes, &args.scores].iter().all(|path| path.as_deref() == Some(Path::new("-"))) {
        return Err(
            "--outcomes - and --scores - both want standard output\n  help: give one of them a file".to_string()
        );
    }
    let mut outcomes = match &args.outcomes {
        Some(path) => Some(
            Outcomes::create(path)
                .map_err(|e| format!("the outcomes file {} cannot be written: {e}", path.display()))?,
        ),
        None => None,
    };
    let scores_file = args.scores.as_deref().map(ScoresFile::create).transpose()?;
    let loaded = started.elapsed();

    let cancel = Cancel::new();
    let on_interrupt = cancel.clone();
    // A second handler cannot be set, and there is none before this one.
    let _ = ctrlc::set_handler(move || on_interrupt.cancel());
    let backend = Cpu { dialect: args.machine.dialect.into(), engine: args.engine.into() };
    let mut summary = Summary::default();
    let keep = if args.scores_all || matches!(args.pair, PairArg::Own) { Keep::All } else { Keep::SomethingRight };
    let mut collector = Collector::new(&data.tasks, keep);
    let done = Arc::new(AtomicUsize::new(0));
    let options = options(args, done.clone());
    let panel = Panel::new(&differs, &backend, &options.limits);
    let candidates = if run_battery::is_wanted(args) { programs.len() } else { 1 };
    let judges = panel.as_ref().map(|panel| panel.differs(&data.tasks, candidates));
    let mut differ_scores =
        panel.as_ref().map(|panel| panel.scores(&data.tasks, args.scores.is_some().then_some(keep)));
    let mut write_error = None;
    let lines_on_stdout = args.outcomes.as_deref() == Some(Path::new("-"));
    let work = Work::Counted { noun: "runs", total: jobs.len() };
    let progress = Progress::start(args.progress.style(args.quiet, lines_on_stdout), work, done);
    let running = Instant::now();
    let values = args.outcomes.is_some().then_some(args.values);
    let lines = Lines { values, names: &names, tasks: &data.tasks, differs: judges.as_ref() };
    let plan = Plan { programs: &programs, tasks: &data.tasks, jobs: &jobs };
    let on_batch = |batch: Vec<Finished>| {
        summary.add(batch.iter().map(|finished| &finished.record));
        batch.iter().for_each(|finished| collector.add(&finished.score));
        if let Some(scores) = &mut differ_scores {
            batch.iter().for_each(|row| scores.add(&row.record.job, row.record.matches, &row.judged));
        }
        if let Some(out) = &mut outcomes
            && write_error.is_none()
            && let Err(e) = out.write(&batch)
        {
            write_error = Some(e);
            cancel.cancel();
        }
    };
    let (stop, merged) = if run_battery::is_wanted(args) {
        run_battery::run(args, &backend, &plan, &options, &cancel, &lines, on_batch).map(|(s, m)| (s, Some(m)))
    } else {
        engine::run(&backend, &plan, &options, &cancel, &lines, on_batch).map(|stop| (stop, None))
    }
    .map_err(|e| e.to_string())?;
    let ran = running.elapsed();
    let left = Options { time_limit: args.time_limit.map(|limit| limit.saturating_sub(ran)), ..options };
    let differs = match (&panel, differ_scores) {
        (Some(panel), Some(scores)) => {
            let left = (stop == Stop::Finished).then_some(&left);
            Some(panel.report(scores, &data.tasks, &jobs, left, &cancel)?)
        }
        _ => None,
    };
    drop(progress);

    if let Some(e) = write_error {
        if e.kind() == std::io::ErrorKind::BrokenPipe {
            return Ok(0);
        }
        return Err(format!(
            "the outcomes could not be written: {e}\n  help: what was written before is complete lines"
        ));
    }
    let scores = collector.finish();
    if let Some(file) = scores_file {
        file.write(&scores, differs.as_ref(), &names, &data.tasks)?;
    }
    if !args.quiet {
        let report = Report {
            programs: &programs,
            names: &names,
            tasks: &data.tasks,
            summary: &summary,
            scores: &scores,
            differs: differs.as_ref(),
            stop,
            planned: jobs.len(),
            loaded,
            ran,
            merged: merged.as_ref(),
            is_demo,
        };
        run_report::print(&report, args);
    }
    let second_opinion = merged.and_then(|m| m.verified).is_some_and(|(_, different)| !different.is_empty());
    Ok(match stop {
        Stop::Cancelled => INTERRUPTED,
        _ if second_opinion => DID_NOT_MATCH,
        _ if args.strict && !(stop == Stop::Finished && summary.all_right()) => DID_NOT_MATCH,
        _ => 0,
    })
}

fn options(args: &RunArgs, done: Arc<AtomicUsize>) -> Options {
    Options {
        limits: Limits { call_timeout: args.call_timeout, ..args.machine.limits() },
        threads: args.machine.threads,
        time_limit: args.time_limit,
        batch: args.batch_size.map(|n| n as usize),
        done: Some(done),
    }
}

fn tell_lonely(programs: &[Program], names: &[String], lonely: &[usize]) {
    const SHOWN: usize = 5;
    if lonely.is_empty() {
        return;
    }
    let mut shown: Vec<&str> = lonely.iter().take(SHOWN).map(|&n| names[n].as_str()).collect();
    let more;
    if lonely.len() > SHOWN {
        more = format!("and {} more", lonely.len() - SHOWN);
        shown.push(&more);
    }
    tell(&format!(
        "note: {} of {} programs name no task of the data and do not run: {}\n  help: --pair all runs every program on \
         every task",
        lonely.len(),
        programs.len(),
        shown.join(", ")
    ));
}
