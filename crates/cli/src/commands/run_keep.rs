//! `megabatt run --store`: programs that are worth it go into the library with their scores, batch by batch.

use super::run_phases::{Phase, Phases};
use super::{data, store};
use crate::args::{KeepArg, PairArg, RunArgs};
use crate::outcomes::Finished;
use megabatt_cpu::engine_version;
use megabatt_engine::data::{Fingerprint, Task};
use megabatt_engine::run::{Job, Sample, Section};
use megabatt_lang::Program;
use megabatt_store::{Entry, SampleResult, Score, Store, StoreError, Validation};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Puts rows together to scores and stores those that are to be kept.
pub struct Keeper<'a> {
    library: Store,
    programs: &'a [Program],
    tasks: &'a [Task],
    paths: &'a [PathBuf],
    keep: KeepArg,
    own: bool,
    engine: String,
    /// Name of the data and content of each task, once they were needed.
    about: Vec<Option<(String, Fingerprint)>>,
    /// What is stored of a program, once it was needed.
    entries: Vec<Option<Entry>>,
    /// Programs that go in whatever they give, until they are.
    waiting: BTreeSet<usize>,
    /// Pairs of a program and a task that wait for samples.
    open: BTreeMap<(usize, usize), Vec<SampleResult>>,
    kept: Kept,
}

/// What the library got.
#[derive(Default)]
pub struct Kept {
    pub path: PathBuf,
    /// Programs that were not in it before.
    pub added: usize,
    pub known: usize,
    pub scores: usize,
    seen: BTreeSet<usize>,
    /// Why it got no more.
    pub error: Option<StoreError>,
}

impl<'a> Keeper<'a> {
    /// None if nothing is to be stored.
    pub fn open(
        args: &'a RunArgs,
        programs: &'a [Program],
        tasks: &'a [Task],
        jobs: &[Job],
    ) -> Result<Option<Keeper<'a>>, String> {
        if !args.store && args.library.library.is_none() {
            return match args.keep {
                None => Ok(None),
                Some(_) => Err("--keep says what is stored, but nothing is\n  help: add --store".to_string()),
            };
        }
        let library = store::open(&args.library)?;
        let keep = args.keep.unwrap_or_default();
        let waiting = match keep {
            KeepArg::Solved => BTreeSet::new(),
            KeepArg::All => jobs.iter().map(|job| job.program).collect(),
        };
        Ok(Some(Keeper {
            kept: Kept { path: library.path().to_owned(), ..Kept::default() },
            library,
            programs,
            tasks,
            paths: &args.data.paths,
            keep,
            own: matches!(args.pair, PairArg::Own),
            engine: engine_version(&args.limits()).unwrap_or_default(),
            about: vec![None; tasks.len()],
            entries: vec![None; programs.len()],
            waiting,
            open: BTreeMap::new(),
        }))
    }

    /// Takes a batch; what it completes is stored at once. After an error nothing more is.
    pub fn take(&mut self, batch: &[Finished], phases: &mut Phases) {
        if self.kept.error.is_some() {
            return;
        }
        let finished = phases.timed(Phase::Score, || self.finished(batch));
        if finished.is_empty() && self.waiting.is_empty() {
            return;
        }
        let mut numbers: BTreeSet<usize> = finished.iter().map(|(program, _)| *program).collect();
        numbers.append(&mut self.waiting);
        let numbers: Vec<usize> = numbers.into_iter().collect();
        let entries: Vec<Entry> = phases.timed(Phase::Inline, || numbers.iter().map(|&n| self.entry(n)).collect());
        let place = |program: usize| numbers.binary_search(&program).ok();
        let scores: Vec<(usize, Score)> =
            finished.into_iter().filter_map(|(program, score)| Some((place(program)?, score))).collect();
        match phases.timed(Phase::Store, || self.library.add_scored(&entries, &scores)) {
            Ok(added) => {
                for (number, added) in numbers.iter().zip(added) {
                    if self.kept.seen.insert(*number) {
                        self.kept.added += usize::from(added.is_new);
                        self.kept.known += usize::from(!added.is_new);
                    }
                }
                self.kept.scores += scores.len();
            }
            Err(error) => self.kept.error = Some(error),
        }
    }

    /// What the library got. Pairs of which a stopped run did only a part are not stored.
    pub fn close(self) -> Kept {
        self.kept
    }

    fn entry(&mut self, program: usize) -> Entry {
        self.entries[program].get_or_insert_with(|| Entry::of(&self.programs[program])).clone()
    }

    /// The scores that a batch completes and that are worth it, with their programs.
    fn finished(&mut self, batch: &[Finished]) -> Vec<(usize, Score)> {
        let mut finished = Vec::new();
        for Finished { record, .. } in batch {
            let pair = (record.job.program, record.job.task);
            let samples = self.open.entry(pair).or_default();
            samples.push(SampleResult::of(record));
            if samples.len() == Sample::all(&self.tasks[pair.1]).count()
                && let Some(samples) = self.open.remove(&pair)
                && self.is_worth_it(&samples)
            {
                finished.push((pair.0, self.score(pair.1, Validation { samples })));
            }
        }
        finished
    }

    fn is_worth_it(&self, samples: &[SampleResult]) -> bool {
        let right = |sample: &SampleResult| sample.matches == Some(true);
        match self.keep {
            KeepArg::Solved => {
                let mut demos = samples.iter().filter(|sample| sample.sample.section == Section::Train).peekable();
                demos.peek().is_some() && demos.all(right)
            }
            KeepArg::All => self.own || samples.iter().any(right),
        }
    }

    fn score(&mut self, task: usize, validation: Validation) -> Score {
        let (tasks, paths) = (self.tasks, self.paths);
        let (data, content) = self.about[task]
            .get_or_insert_with(|| (data::label(paths, &tasks[task].source), tasks[task].fingerprint()))
            .clone();
        Score {
            // The key is the library's matter.
            program: 0,
            task: self.tasks[task].id.clone(),
            content,
            data,
            engine: self.engine.clone(),
            right: validation.right(),
            known: validation.known(),
            time: validation.time(),
            validation,
            at: megabatt_store::now(),
        }
    }
}
