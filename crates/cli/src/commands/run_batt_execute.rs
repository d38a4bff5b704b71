//! The part of a run in which a batt runs.

use super::exit;
use super::run_batt::{Files, Size, values};
use super::run_batt_lines::lines;
use super::run_phases::{Inside, Phase, Phases};
use super::run_recorder::Clock;
use crate::args::RunArgs;
use crate::outcomes_file::Outcomes;
use crate::progress::{Progress, Work};
use crate::stopwatch::Stopwatch;
use megabatt_core::Dialect;
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::batt::{self, Graph, Lines, SampleScores, Sampled, TaskScores};
use megabatt_engine::battery::{Different, Verifying};
use megabatt_engine::data::Task;
use megabatt_engine::run::{Options, RunError, Sample, Stop};
use megabatt_exec::{Backend, Cancel, Prepared};
use megabatt_lang::batt::Names;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

/// A run of a batt that is ready to start.
pub struct Execution<'a> {
    args: &'a RunArgs,
    files: &'a Files,
    tasks: &'a [Task],
    outcomes: Option<Outcomes>,
}

/// What came of it.
pub struct Ran {
    pub stop: Stop,
    /// For each task.
    pub scores: Vec<TaskScores>,
    pub samples: usize,
    pub phases: Phases,
    pub time: Duration,
    pub merging: Duration,
    pub size: Size,
    /// Rows that were run again, and those that came out differently.
    pub verified: Option<(usize, Vec<Different>)>,
    pub options: Options,
    pub cancel: Cancel,
}

/// What is left of a sample.
struct Done {
    task: usize,
    scores: SampleScores,
    lines: String,
}

impl<'a> Execution<'a> {
    /// Opens the outcomes file at once, so that a bad path fails before the run and not after it.
    pub fn open(args: &'a RunArgs, files: &'a Files, tasks: &'a [Task]) -> Result<Execution<'a>, String> {
        let create = |path: &Path| {
            Outcomes::create(path).map_err(|e| format!("the outcomes file {} cannot be written: {e}", path.display()))
        };
        let outcomes = args.outcomes.as_deref().map(create).transpose()?;
        Ok(Execution { args, files, tasks, outcomes })
    }

    /// Runs the batt; None if nobody reads the outcomes any more.
    pub fn run(mut self, loaded: Duration) -> Result<Option<Ran>, String> {
        let (args, batt, tasks) = (self.args, &self.files.batt, self.tasks);
        let cancel = exit::on_interrupt();
        let merging = Instant::now();
        let cpu = Cpu { dialect: Dialect::Tok, engine: args.engine.into() };
        let mut graph = Graph::new(batt).map_err(|e| format!("{} cannot be run: {e}", batt.file))?;
        let size = Size::of(&graph);
        let results_are_shown = args.outcomes.is_some() || args.verify.is_some();
        graph.battery.order_is_not_looked_at = !results_are_shown;
        graph.battery.cost_is_not_looked_at = !results_are_shown;
        let prepared = cpu.prepare(std::mem::take(&mut graph.battery), &args.limits());
        let merging = merging.elapsed();
        let lines_alone = Lines::new(batt, &cpu, &args.limits());

        let samples = tasks.iter().map(|task| Sample::all(task).count()).sum();
        let done = Arc::new(AtomicUsize::new(0));
        let lines_on_stdout = args.outcomes.as_deref() == Some(Path::new("-"));
        let style = args.summary.progress.style(args.summary.quiet, lines_on_stdout);
        let progress = Progress::start(style, Work::Counted { noun: "samples", total: samples }, done.clone());
        let clock = Arc::new(Clock::default());
        let options = Options {
            limits: args.limits(),
            threads: args.machine.workers.threads,
            time_limit: args.time_limit,
            batch: args.batch_size.map(|n| n as usize),
            done: Some(done),
            watch: Some(clock.clone()),
        };

        let names = Names::of(batt);
        let writing = Stopwatch::default();
        let digest = |sampled: Sampled, stop: &Cancel| {
            let lines = match values(args) {
                Some(values) => writing.timed(|| lines(&names, &sampled, tasks, values, stop))?,
                None => String::new(),
            };
            let scores = SampleScores::of(&sampled, batt, tasks);
            let bytes = lines.len() + 16 * (scores.matches.len() + scores.scores.len());
            Some((Done { task: sampled.task, scores, lines }, bytes))
        };
        let mut phases = Phases::default();
        let mut scores: Vec<TaskScores> = tasks.iter().map(|_| TaskScores::new(batt)).collect();
        let mut write_error: Option<io::Error> = None;
        let mut cut_short = false;
        let on_batch = |batch: Vec<Done>| {
            let mut written = batch.len();
            if let Some(out) = &mut self.outcomes
                && write_error.is_none()
            {
                let lines = batch.iter().map(|done| done.lines.as_str());
                match phases.timed(Phase::Outcomes, || out.write(lines, &cancel)) {
                    Ok(count) => written = count,
                    Err(e) => {
                        write_error = Some(e);
                        cancel.cancel();
                    }
                }
            }
            cut_short |= written < batch.len();
            let add = |done: &Done| scores[done.task].add(&done.scores);
            phases.timed(Phase::Score, || batch[..written].iter().for_each(add));
        };
        let started = Instant::now();
        let go = |prepared: &dyn Prepared| {
            batt::run(&graph, &lines_alone, prepared, tasks, &options, &cancel, digest, on_batch)
        };
        let (stop, verified, validating) = verified(args, &*prepared, &options, go).map_err(|e| e.to_string())?;
        let stop = if cut_short { Stop::Cancelled } else { stop };
        let time = started.elapsed();
        drop(progress);

        match write_error {
            Some(e) if e.kind() == io::ErrorKind::BrokenPipe => return Ok(None),
            Some(e) => {
                return Err(format!(
                    "the outcomes could not be written: {e}\n  help: what was written before is complete lines"
                ));
            }
            None => {}
        }
        let beside = phases.sum();
        phases.add(Phase::Load, loaded);
        phases.add(Phase::Merge, merging);
        let inside = Inside { validating, writing: writing.total(), judging: Duration::ZERO };
        phases.share_out(time.saturating_sub(beside), &clock.busy, inside);
        let options = Options { watch: None, done: None, ..options };
        Ok(Some(Ran { stop, scores, samples, phases, time, merging, size, verified, options, cancel }))
    }
}

/// Rows that were compared, and those that came out differently.
type Verified = Option<(usize, Vec<Different>)>;

/// Runs it, and some rows a second time if that was asked for.
fn verified(
    args: &RunArgs,
    prepared: &dyn Prepared,
    options: &Options,
    go: impl FnOnce(&dyn Prepared) -> Result<Stop, RunError>,
) -> Result<(Stop, Verified, Duration), RunError> {
    let Some(every) = args.verify else { return Ok((go(prepared)?, None, Duration::ZERO)) };
    let reference = Cpu { engine: Engine::Reference, dialect: Dialect::Tok };
    let verifying = Verifying::new(prepared, &reference, &options.limits, every as usize);
    let stop = go(&verifying)?;
    let time = verifying.time();
    Ok((stop, Some((verifying.compared(), verifying.different())), time))
}
