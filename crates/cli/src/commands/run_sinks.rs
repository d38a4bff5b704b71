//! Where the rows of a run go: into the summary, the scores, the differs' report, the outcomes file, the library.

use super::run_differs::DifferReport;
use super::run_keep::{Keeper, Kept};
use super::run_phases::{Phase, Phases};
use super::run_scores::ScoresFile;
use crate::args::{PairArg, RunArgs};
use crate::outcomes::Finished;
use crate::outcomes_file::Outcomes;
use megabatt_engine::data::Task;
use megabatt_engine::differ::Panel;
use megabatt_engine::run::{Job, Options, Plan, Summary};
use megabatt_engine::score::{Collector, Keep, Scores};
use megabatt_exec::Cancel;
use megabatt_lang::Program;
use std::io;
use std::path::Path;
use std::time::Duration;

/// All that takes rows, and the time that took.
pub struct Sinks<'a> {
    summary: Summary,
    collector: Collector<'a>,
    differs: Option<DifferReport<'a>>,
    outcomes: Option<Outcomes>,
    scores_file: Option<ScoresFile>,
    keeper: Option<Keeper<'a>>,
    write_error: Option<io::Error>,
    /// Whether rows were left out because their lines would have taken too long.
    cut_short: bool,
    phases: Phases,
}

/// What the rows have become.
pub struct Sunk<'a> {
    pub summary: Summary,
    pub scores: Scores,
    /// What the differs said, if there are any.
    pub differs: Option<DifferReport<'a>>,
    /// What the library got, if anything was to be stored.
    pub kept: Option<Kept>,
    pub phases: Phases,
}

impl<'a> Sinks<'a> {
    /// Opens the files at once, so that a bad path fails before the run and not after it.
    pub fn open(
        args: &'a RunArgs,
        programs: &'a [Program],
        tasks: &'a [Task],
        jobs: &[Job],
        panel: Option<&'a Panel>,
    ) -> Result<Sinks<'a>, String> {
        if [&args.outcomes, &args.scores].iter().all(|path| path.as_deref() == Some(Path::new("-"))) {
            return Err(
                "--outcomes - and --scores - both want standard output\n  help: give one of them a file".to_string()
            );
        }
        let create = |path: &Path| {
            Outcomes::create(path).map_err(|e| format!("the outcomes file {} cannot be written: {e}", path.display()))
        };
        let keep = if args.scores_all || matches!(args.pair, PairArg::Own) { Keep::All } else { Keep::SomethingRight };
        Ok(Sinks {
            summary: Summary::default(),
            collector: Collector::new(tasks, keep),
            differs: panel.map(|panel| DifferReport::new(panel, tasks, args.scores.is_some().then_some(keep))),
            outcomes: args.outcomes.as_deref().map(create).transpose()?,
            scores_file: args.scores.as_deref().map(ScoresFile::create).transpose()?,
            keeper: Keeper::open(args, programs, tasks, jobs)?,
            write_error: None,
            cut_short: false,
            phases: if args.trace.is_some() { Phases::recording(args.trace_limit) } else { Phases::default() },
        })
    }

    /// Takes a batch. Outcomes that cannot be written end the run. Of a run that is to end, rows that there is no time to write
    /// are left out everywhere.
    pub fn take(&mut self, batch: &[Finished], cancel: &Cancel) {
        let written = self.write(batch, cancel);
        self.cut_short |= written < batch.len();
        let batch = &batch[..written];
        let Sinks { summary, collector, differs, keeper, phases, .. } = self;
        phases.timed(Phase::Score, || {
            summary.add(batch.iter().map(|finished| &finished.record));
            batch.iter().for_each(|finished| collector.add(&finished.score));
        });
        if let Some(differs) = differs {
            phases.timed(Phase::Differs, || differs.take(batch));
        }
        if let Some(keeper) = keeper {
            keeper.take(batch, phases);
        }
    }

    /// Writes the lines, if there is a file for them; gives how many rows are done with that.
    fn write(&mut self, batch: &[Finished], cancel: &Cancel) -> usize {
        let Sinks { outcomes: Some(out), write_error: error @ None, phases, .. } = self else { return batch.len() };
        let lines = batch.iter().map(|finished| finished.line.as_str());
        phases.timed(Phase::Outcomes, || out.write(lines, cancel)).unwrap_or_else(|e| {
            *error = Some(e);
            cancel.cancel();
            batch.len()
        })
    }

    /// Whether finished rows were left out, since there was no time to write them.
    pub fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    /// After the last batch of a run that was not stopped: asks the differs, if there are any, about the inputs themselves.
    pub fn judge_inputs(&mut self, plan: &Plan<'_>, options: &Options, cancel: &Cancel) -> Result<(), String> {
        match &mut self.differs {
            Some(differs) => self.phases.timed(Phase::Differs, || differs.judge_inputs(plan, options, cancel)),
            None => Ok(()),
        }
    }

    /// What taking batches took so far.
    pub fn time(&self) -> Duration {
        self.phases.sum()
    }

    /// What the rows have become, with the scores written; None if nobody reads the outcomes any more.
    pub fn close(mut self, names: &[String], tasks: &[Task]) -> Result<Option<Sunk<'a>>, String> {
        match self.write_error {
            Some(e) if e.kind() == io::ErrorKind::BrokenPipe => return Ok(None),
            Some(e) => {
                return Err(format!(
                    "the outcomes could not be written: {e}\n  help: what was written before is complete lines"
                ));
            }
            None => {}
        }
        let scores = self.phases.timed(Phase::Score, || self.collector.finish());
        if let Some(file) = self.scores_file {
            self.phases.timed(Phase::Score, || file.write(&scores, self.differs.as_ref(), names, tasks))?;
        }
        let kept = self.keeper.map(Keeper::close);
        Ok(Some(Sunk { summary: self.summary, scores, differs: self.differs, kept, phases: self.phases }))
    }
}
