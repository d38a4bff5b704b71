//! `megabatt run`.

use super::load;
use super::run_battery;
use super::run_differs::Panel;
use super::run_phases::{Inside, Phase};
use super::run_profile::Profiled;
use super::run_recorder::Clock;
use super::run_report::{self, Report};
use super::run_sinks::{Sinks, Sunk};
use super::run_trace::{self, Trace};
use crate::args::{RunArgs, SplitArg};
use crate::outcomes::{Finished, Lines};
use crate::output::tell;
use crate::progress::{Progress, Work};
use crate::stopwatch::Stopwatch;
use megabatt_core::hash;
use megabatt_cpu::{Cpu, Profiler};
use megabatt_engine::run::{self as engine, Options, Plan, Stop, jobs};
use megabatt_exec::{Backend, Cancel};
use megabatt_lang::Program;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

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
    let workers = &args.machine.workers;
    let (mut programs, differs) = load::programs_and_differs(&args.files, workers.dialect.into(), is_demo)?;
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
    let trace = args.trace.as_deref().map(|path| Trace::create(path, started)).transpose()?;
    let cpu = Cpu { dialect: workers.dialect.into(), engine: args.engine.into() };
    // Of differs there is no profile: it tells of programs.
    let panel = Panel::new(&differs, &cpu, &args.limits());
    let mut sinks = Sinks::open(args, &programs, &data.tasks, &jobs, panel.as_ref())?;
    let loaded = started.elapsed();

    let cancel = Cancel::new();
    let on_interrupt = cancel.clone();
    // A second handler cannot be set, and there is none before this one.
    let _ = ctrlc::set_handler(move || on_interrupt.cancel());
    let profiler = args.profile.then(|| Profiler::new(cpu));
    let backend: &dyn Backend = profiler.as_ref().map_or(&cpu, |profiler| profiler as &dyn Backend);
    let done = Arc::new(AtomicUsize::new(0));
    let lines_on_stdout = args.outcomes.as_deref() == Some(Path::new("-"));
    let work = Work::Counted { noun: "runs", total: jobs.len() };
    let progress =
        Progress::start(args.summary.progress.style(args.summary.quiet, lines_on_stdout), work, done.clone());
    let running = Instant::now();
    let candidates = if run_battery::is_wanted(args) { programs.len() } else { 1 };
    let judges = panel.as_ref().map(|panel| panel.differs(&data.tasks, candidates));
    let lines = Lines {
        values: args.outcomes.is_some().then_some(args.values),
        names: &names,
        tasks: &data.tasks,
        differs: judges.as_ref(),
        writing: Stopwatch::default(),
        judging: Stopwatch::default(),
    };
    let plan = Plan { programs: &programs, tasks: &data.tasks, jobs: &jobs };
    let recorder = trace.as_ref().map(|_| Trace::recorder(args.trace_limit, workers.threads));
    let clock = Arc::new(Clock { recorder, ..Clock::default() });
    let options = Options { watch: Some(clock.clone()), ..options(args, done) };
    let on_batch = |batch: Vec<Finished>| sinks.take(&batch, &cancel);
    let (stop, merged) = if run_battery::is_wanted(args) {
        run_battery::run(args, backend, &plan, &options, &cancel, &lines, on_batch).map(|(s, m)| (s, Some(m)))
    } else {
        engine::run(backend, &plan, &options, &cancel, &lines, on_batch).map(|stop| (stop, None))
    }
    .map_err(|e| e.to_string())?;
    let ran = running.elapsed();
    let beside = sinks.time();
    if stop == Stop::Finished {
        let time_limit = args.time_limit.map(|limit| limit.saturating_sub(ran));
        sinks.judge_inputs(&plan, &Options { time_limit, watch: None, ..options }, &cancel)?;
    }
    drop(progress);

    let Some(Sunk { summary, scores, differs, kept, mut phases }) = sinks.close(&names, &data.tasks)? else {
        return Ok(0);
    };
    phases.add(Phase::Load, loaded);
    let merging = merged.as_ref().map_or(Duration::ZERO, |merged| merged.time);
    phases.add(Phase::Merge, merging);
    let validating = merged.as_ref().map_or(Duration::ZERO, |merged| merged.verifying);
    let inside = Inside { validating, writing: lines.writing.total(), judging: lines.judging.total() };
    phases.share_out(ran.saturating_sub(merging + beside), &clock.busy, inside);
    let (merged_at, ran_at) = (running + merging, running + ran);
    phases.span(Phase::Load, started, started + loaded);
    if !merging.is_zero() {
        phases.span(Phase::Merge, running, merged_at);
    }
    phases.span(Phase::Run, merged_at, ran_at);
    let traced = match trace {
        Some(trace) => {
            let shown = run_trace::Names { programs: &names, tasks: &data.tasks };
            Some(trace.write(&phases.take_spans(), &clock.recorded(), &shown)?)
        }
        None => None,
    };
    if !args.summary.quiet {
        let report = Report {
            programs: &programs,
            names: &names,
            tasks: &data.tasks,
            summary: &summary,
            scores: &scores,
            differs: differs.as_ref(),
            stop,
            planned: jobs.len(),
            phases: &phases,
            loaded,
            ran,
            merged: merged.as_ref(),
            traced: traced.as_ref(),
            kept: kept.as_ref(),
            is_demo,
        };
        let members = merged.as_ref().map(|merged| merged.members.as_slice());
        let samples = clock.busy.samples().saturating_sub(validating);
        let profiled = profiler.map(|profiler| Profiled::new(&profiler.profile(), &report, members, samples));
        run_report::print(&report, profiled.as_ref(), args);
    }
    let second_opinion = merged.and_then(|m| m.verified).is_some_and(|(_, different)| !different.is_empty());
    if let Some(error) = kept.and_then(|kept| kept.error) {
        tell(&format!("error: not all that is worth it could be stored: {error}"));
        return Ok(COULD_NOT_RUN);
    }
    Ok(match stop {
        Stop::Cancelled => INTERRUPTED,
        _ if second_opinion => DID_NOT_MATCH,
        _ if args.strict && !(stop == Stop::Finished && summary.all_right()) => DID_NOT_MATCH,
        _ => 0,
    })
}

fn options(args: &RunArgs, done: Arc<AtomicUsize>) -> Options {
    Options {
        limits: args.limits(),
        threads: args.machine.workers.threads,
        time_limit: args.time_limit,
        batch: args.batch_size.map(|n| n as usize),
        done: Some(done),
        watch: None,
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
