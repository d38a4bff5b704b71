//! `megabatt run`.

use super::run_execute::{Execution, Ran};
use super::run_profile::Profiled;
use super::run_recorder::Clock;
use super::run_report::{self, Report};
use super::run_sinks::{Sinks, Sunk};
use super::run_trace::{self, Trace, Traced};
use super::{exit, load, run_batt, run_battery};
use crate::args::{RunArgs, SplitArg};
use crate::output::tell;
use crate::table::listed;
use megabatt_core::hash;
use megabatt_cpu::{Cpu, Profiler};
use megabatt_engine::data::Task;
use megabatt_engine::differ::Panel;
use megabatt_engine::run::{Job, Plan, Stop, jobs};
use megabatt_exec::Backend;
use megabatt_lang::Program;
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub fn run(args: &RunArgs) -> Result<u8, String> {
    if let Some(hash) = args.none_hash {
        hash::set_none_hash(hash);
    }
    if let Some(files) = run_batt::recognise(args)? {
        return run_batt::run(args, &files);
    }
    let started = Instant::now();
    // The process ends with it, and the system takes all memory back in less time.
    let loaded = ManuallyDrop::new(Loaded::load(args)?);
    let trace = args.trace.as_deref().map(|path| Trace::create(path, started)).transpose()?;
    let workers = &args.machine.workers;
    let cpu = Cpu { dialect: workers.dialect.into(), engine: args.engine.into() };
    // Of differs there is no profile: it tells of programs.
    let panel = Panel::new(&loaded.differs, &cpu, &args.limits());
    let mut sinks = Sinks::open(args, &loaded.programs, &loaded.tasks, &loaded.jobs, panel.as_ref())?;
    let loading = started.elapsed();

    let profiler = args.profile.then(|| Profiler::new(cpu));
    let backend: &dyn Backend = profiler.as_ref().map_or(&cpu, |profiler| profiler as &dyn Backend);
    let recorder = trace.as_ref().map(|_| Trace::recorder(args.trace_limit, workers.threads));
    let clock = Arc::new(Clock { recorder, ..Clock::default() });
    let (plan, names) = (loaded.plan(), loaded.names.as_slice());
    let execution = Execution { args, plan, names, backend, panel: panel.as_ref(), clock: clock.clone() };
    let ran = execution.run(&mut sinks)?;

    let Some(mut sunk) = sinks.close(names, &loaded.tasks)? else { return Ok(exit::FINE) };
    ran.account(&mut sunk.phases, &clock, started, loading);
    let shown = run_trace::Names { programs: names, tasks: &loaded.tasks };
    let write = |trace: Trace| trace.write(&sunk.phases.take_spans(), &clock.recorded(), &shown);
    let traced = trace.map(write).transpose()?;
    if !args.summary.quiet {
        let report = loaded.report(&ran, &sunk, traced.as_ref(), loading);
        let members = ran.merged.as_ref().map(|merged| merged.members.as_slice());
        let profiled = profiler.map(|profiler| Profiled::new(&profiler.profile(), &report, members, ran.busy(&clock)));
        run_report::print(&report, profiled.as_ref(), args);
    }
    Ok(exit_code(args, &ran, &sunk))
}

/// What is run on what.
struct Loaded {
    programs: Vec<Program>,
    differs: Vec<Program>,
    /// What the programs are called, all different.
    names: Vec<String>,
    tasks: Vec<Task>,
    jobs: Vec<Job>,
    is_demo: bool,
}

impl Loaded {
    /// Reads programs and tasks and pairs them; programs without a task are told.
    fn load(args: &RunArgs) -> Result<Loaded, String> {
        let is_demo = args.files.is_empty() && args.data.is_empty();
        let dialect = args.machine.workers.dialect.into();
        let (mut programs, differs) = load::programs_and_differs(&args.files, dialect, is_demo)?;
        if args.live {
            programs = run_battery::live(programs);
        }
        let tasks = load::tasks(&args.data, is_demo)?.tasks;
        let names = load::unique_names(&programs);
        let (jobs, lonely) = jobs(&programs, &tasks, args.pair.into());
        if args.data.tasks.is_empty() && matches!(args.data.split, SplitArg::All) {
            tell_lonely(&names, &lonely);
        }
        if jobs.is_empty() {
            return Err("no program has a task to run on\n  help: name functions after their task, as in \
                        solve_007bbfb7, or use --pair all"
                .to_string());
        }
        Ok(Loaded { programs, differs, names, tasks, jobs, is_demo })
    }

    fn plan(&self) -> Plan<'_> {
        Plan { programs: &self.programs, tasks: &self.tasks, jobs: &self.jobs }
    }

    fn report<'a>(
        &'a self,
        ran: &'a Ran,
        sunk: &'a Sunk<'a>,
        traced: Option<&'a Traced>,
        loading: Duration,
    ) -> Report<'a> {
        Report {
            programs: &self.programs,
            names: &self.names,
            tasks: &self.tasks,
            summary: &sunk.summary,
            scores: &sunk.scores,
            differs: sunk.differs.as_ref(),
            stop: ran.stop,
            planned: self.jobs.len(),
            phases: &sunk.phases,
            loaded: loading,
            ran: ran.time,
            merged: ran.merged.as_ref(),
            traced,
            kept: sunk.kept.as_ref(),
            is_demo: self.is_demo,
        }
    }
}

/// How the run ends; what could not be stored is told.
fn exit_code(args: &RunArgs, ran: &Ran, sunk: &Sunk<'_>) -> u8 {
    if let Some(error) = sunk.kept.as_ref().and_then(|kept| kept.error.as_ref()) {
        tell(&format!("error: not all that is worth it could be stored: {error}"));
        return exit::COULD_NOT_RUN;
    }
    let all_right = ran.stop == Stop::Finished && sunk.summary.all_right();
    match ran.stop {
        Stop::Cancelled => exit::INTERRUPTED,
        _ if ran.differs() || (args.strict && !all_right) => exit::FOUND,
        _ => exit::FINE,
    }
}

fn tell_lonely(names: &[String], lonely: &[usize]) {
    if lonely.is_empty() {
        return;
    }
    let shown: Vec<&str> = lonely.iter().map(|&n| names[n].as_str()).collect();
    tell(&format!(
        "note: {} of {} programs name no task of the data and do not run: {}\n  help: --pair all runs every program on \
         every task",
        lonely.len(),
        names.len(),
        listed(&shown)
    ));
}
