//! Candidates of a batt into the library.
//!
//! A candidate that was right in the batt becomes a program without the batt's defaults, and a program is stored with
//! what it did itself: so the programs run again, each alone, on the tasks where it looked right.

use super::run_batt::Files;
use super::run_batt_execute::Ran;
use super::run_keep::{Keeper, Kept};
use super::store;
use crate::args::{KeepArg, RunArgs};
use crate::outcomes::Lines;
use crate::output::tell;
use crate::stopwatch::Stopwatch;
use crate::table::listed;
use megabatt_core::Dialect;
use megabatt_cpu::Cpu;
use megabatt_engine::data::Task;
use megabatt_engine::run::{self as engine, Job, Options, Plan, Sample, Stop};
use megabatt_lang::Program;
use megabatt_lang::batt::Solution;
use std::time::Instant;

/// What goes into the library.
pub struct Shelf<'a> {
    pub args: &'a RunArgs,
    pub files: &'a Files,
    pub tasks: &'a [Task],
}

/// What the library got.
pub struct Stored {
    pub kept: Kept,
    /// Pairs of a candidate and a task that looked worth it in the batt.
    pub pairs: usize,
}

impl Shelf<'_> {
    /// Fails before the run if the library cannot be used after it.
    pub fn check(args: &RunArgs) -> Result<(), String> {
        match (wanted(args), args.keep) {
            (true, _) => store::open(&args.library).map(drop),
            (false, None) => Ok(()),
            (false, Some(_)) => Err("--keep says what is stored, but nothing is\n  help: add --store".to_string()),
        }
    }

    /// Stores the candidates that are worth it; None if nothing is to be stored.
    pub fn fill(&self, ran: &mut Ran) -> Result<Option<Stored>, String> {
        if !wanted(self.args) {
            return Ok(None);
        }
        let started = Instant::now();
        let pairs = self.worth_it(ran);
        let (programs, jobs) = self.programs(&pairs);
        let names: Vec<String> = programs.iter().map(|program| program.name.clone()).collect();
        let Some(mut keeper) = Keeper::open(self.args, &programs, self.tasks, &jobs)? else { return Ok(None) };
        if ran.stop == Stop::Cancelled && !pairs.is_empty() {
            tell("note: the run was interrupted, so nothing was stored");
            return Ok(Some(Stored { kept: keeper.close(), pairs: pairs.len() }));
        }
        let lines = Lines {
            values: None,
            names: &names,
            tasks: self.tasks,
            differs: None,
            writing: Stopwatch::default(),
            judging: Stopwatch::default(),
        };
        let cpu = Cpu { dialect: Dialect::Tok, engine: self.args.engine.into() };
        let plan = Plan { programs: &programs, tasks: self.tasks, jobs: &jobs };
        let before = ran.phases.sum();
        let on_batch = |batch: Vec<_>| keeper.take(&batch, &mut ran.phases);
        let options = Options { time_limit: None, ..ran.options.clone() };
        engine::run(&cpu, &plan, &options, &ran.cancel, &lines, on_batch).map_err(|e| e.to_string())?;
        let storing = ran.phases.sum().saturating_sub(before);
        ran.phases.add(super::run_phases::Phase::Validate, started.elapsed().saturating_sub(storing));
        Ok(Some(Stored { kept: keeper.close(), pairs: pairs.len() }))
    }

    /// Candidates and tasks, by the scores of the batt.
    fn worth_it(&self, ran: &Ran) -> Vec<(usize, usize)> {
        let keep = self.args.keep.unwrap_or_default();
        let mut pairs = Vec::new();
        for (task, scores) in ran.scores.iter().enumerate() {
            // Of a run that was stopped by its time limit, tasks that are done are kept.
            if scores.samples < Sample::all(&self.tasks[task]).count() {
                continue;
            }
            for (candidate, (demos, tests)) in scores.right.iter().enumerate() {
                let worth_it = match keep {
                    KeepArg::Solved => *demos > 0 && *demos == self.tasks[task].train.len(),
                    KeepArg::All => demos + tests > 0,
                };
                if worth_it {
                    pairs.push((candidate, task));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    /// The programs of the pairs, and what they run on. Candidates that are no programs are told.
    fn programs(&self, pairs: &[(usize, usize)]) -> (Vec<Program>, Vec<Job>) {
        let solution = Solution { batt: &self.files.batt, calls: self.files.calls.as_ref() };
        let (mut programs, mut jobs, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        let mut last: Option<(usize, Option<usize>)> = None;
        for &(candidate, task) in pairs {
            let program = match last {
                Some((same, program)) if same == candidate => program,
                _ => match solution.program(&self.files.batt.candidates[candidate]) {
                    Ok(program) => {
                        programs.push(program);
                        Some(programs.len() - 1)
                    }
                    Err(why) => {
                        refused.push(why);
                        None
                    }
                },
            };
            last = Some((candidate, program));
            if let Some(program) = program {
                jobs.extend(Sample::all(&self.tasks[task]).map(|sample| Job { program, task, sample }));
            }
        }
        if !refused.is_empty() {
            tell(&format!("warning: {} candidates cannot be put together: {}", refused.len(), listed(&refused)));
        }
        (programs, jobs)
    }
}

fn wanted(args: &RunArgs) -> bool {
    args.store || args.library.library.is_some()
}
