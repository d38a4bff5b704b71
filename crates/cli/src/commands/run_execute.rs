//! The part of `megabatt run` in which programs run.

use super::exit;
use super::run_battery::{self, Merged};
use super::run_cards;
use super::run_phases::{Inside, Phase, Phases};
use super::run_recorder::Clock;
use super::run_sinks::Sinks;
use crate::args::RunArgs;
use crate::outcomes::{Finished, Lines};
use crate::progress::{Progress, Work};
use crate::stopwatch::Stopwatch;
use megabatt_engine::differ::Panel;
use megabatt_engine::run::{self as engine, Options, Plan, Stop};
use megabatt_exec::Backend;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

/// A run that is ready to start.
pub struct Execution<'a> {
    pub args: &'a RunArgs,
    pub plan: Plan<'a>,
    pub names: &'a [String],
    pub backend: &'a dyn Backend,
    /// The differs, if there are any.
    pub panel: Option<&'a Panel>,
    pub clock: Arc<Clock>,
}

/// What came of it, beside the rows.
pub struct Ran {
    pub stop: Stop,
    /// What merging made of the programs, if they ran as a battery.
    pub merged: Option<Merged>,
    started: Instant,
    /// From the start to the end of the last row.
    pub time: Duration,
    /// What taking batches took of that time.
    beside: Duration,
    inside: Inside,
}

impl Execution<'_> {
    /// Runs the programs; each batch goes into the sinks. Then the differs are asked about the inputs themselves.
    pub fn run(self, sinks: &mut Sinks<'_>) -> Result<Ran, String> {
        let Execution { args, ref plan, names, backend, panel, ref clock } = self;
        let cards = run_cards::wanted(args)?;
        let cancel = exit::on_interrupt();
        let done = Arc::new(AtomicUsize::new(0));
        let _progress = self.progress(done.clone());
        let started = Instant::now();
        let candidates = if run_battery::is_wanted(args) { plan.programs.len() } else { 1 };
        let judges = panel.map(|panel| panel.differs(plan.tasks, candidates));
        let lines = Lines {
            values: args.outcomes.is_some().then_some(args.values),
            names,
            tasks: plan.tasks,
            differs: judges.as_ref(),
            writing: Stopwatch::default(),
            judging: Stopwatch::default(),
        };
        let options = Options { watch: Some(clock.clone()), ..options(args, done) };
        let on_batch = |batch: Vec<Finished>| sinks.take(&batch, &cancel);
        let (mut stop, merged) = if run_battery::is_wanted(args) {
            let run = run_battery::Run { args, plan, options: &options, cancel: &cancel, digest: &lines };
            run.on(backend, cards, on_batch).map(|(stop, merged)| (stop, Some(merged)))
        } else {
            engine::run(backend, plan, &options, &cancel, &lines, on_batch).map(|stop| (stop, None))
        }
        .map_err(|e| e.to_string())?;
        if sinks.is_cut_short() {
            stop = Stop::Cancelled;
        }
        let (time, beside) = (started.elapsed(), sinks.time());
        if stop == Stop::Finished && panel.is_some() {
            let time_limit = args.time_limit.map(|limit| limit.saturating_sub(time));
            sinks.judge_inputs(plan, &Options { time_limit, watch: None, ..options }, &cancel)?;
            if cancel.is_cancelled() {
                stop = Stop::Cancelled;
            }
        }
        let validating = merged.as_ref().map_or(Duration::ZERO, |merged| merged.verifying);
        let inside = Inside { validating, writing: lines.writing.total(), judging: lines.judging.total() };
        Ok(Ran { stop, merged, started, time, beside, inside })
    }

    fn progress(&self, done: Arc<AtomicUsize>) -> Progress {
        let lines_on_stdout = self.args.outcomes.as_deref() == Some(Path::new("-"));
        let style = self.args.summary.progress.style(self.args.summary.quiet, lines_on_stdout);
        Progress::start(style, Work::Counted { noun: "runs", total: self.plan.jobs.len() }, done)
    }
}

impl Ran {
    /// Adds the time of the run to the phases; it started when the other things were loaded.
    pub fn account(&self, phases: &mut Phases, clock: &Clock, load_started: Instant, loaded: Duration) {
        let merging = self.merged.as_ref().map_or(Duration::ZERO, |merged| merged.time);
        phases.add(Phase::Load, loaded);
        phases.add(Phase::Merge, merging);
        phases.share_out(self.time.saturating_sub(merging + self.beside), &clock.busy, self.inside);
        let merged = self.started + merging;
        phases.span(Phase::Load, load_started, load_started + loaded);
        if !merging.is_zero() {
            phases.span(Phase::Merge, self.started, merged);
        }
        phases.span(Phase::Run, merged, self.started + self.time);
    }

    /// How long threads were busy with programs, without running rows again.
    pub fn busy(&self, clock: &Clock) -> Duration {
        clock.busy.samples().saturating_sub(self.inside.validating)
    }

    /// Whether a row came out differently when it was run again.
    pub fn differs(&self) -> bool {
        let verified = self.merged.as_ref().and_then(|merged| merged.verified.as_ref());
        verified.is_some_and(|(_, different)| !different.is_empty())
    }
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
