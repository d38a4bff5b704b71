//! Each program alone on the samples of a task, with the cache asked first.

use crate::cache::CacheKey;
use crate::error::StoreError;
use crate::open::Store;
use crate::result::{SampleResult, Validation};
use megabatt_engine::data::{Fingerprint, Task};
use megabatt_engine::run::{self, Digest, Job, Plan, Record, RunError, Sample, Stop};
use megabatt_exec::{Backend, Cancel};
use megabatt_lang::{Id, Program};
use std::collections::HashMap;

/// A program on a task: positions in the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub program: usize,
    pub task: usize,
}

/// How validation is done.
#[derive(Clone, Debug)]
pub struct Options {
    pub run: run::Options,
    /// What results are kept under. None: there is nothing that would hold next time.
    pub engine: Option<String>,
    /// Stored results are not looked for, but replaced.
    pub fresh: bool,
}

/// What came out.
#[derive(Debug)]
pub struct Finished {
    /// In the order of the cells; None where the run was stopped before.
    pub validations: Vec<Option<Validation>>,
    /// How many cells the cache had.
    pub from_cache: usize,
    /// Rows that were run.
    pub rows: usize,
    pub stop: Stop,
    /// Why results could not be kept. The results themselves are not touched by it.
    pub not_kept: Option<StoreError>,
}

/// Validates the cells. Cells with the same steps, dialect and task are run once; what is finished is kept batch by
/// batch.
pub fn validate(
    mut store: Option<&mut Store>,
    backend: &dyn Backend,
    programs: &[Program],
    tasks: &[Task],
    cells: &[Cell],
    options: &Options,
    cancel: &Cancel,
) -> Result<Finished, ValidateError> {
    let keys = keys(programs, tasks, cells);
    let mut validations: Vec<Option<Validation>> = vec![None; cells.len()];
    if let (Some(store), Some(engine), false) = (&mut store, &options.engine, options.fresh) {
        validations = store.cached(engine, &keys)?;
    }
    let from_cache = validations.iter().flatten().count();

    // The first cell of each key that has no result is run for all of them.
    let mut first: HashMap<CacheKey, usize> = HashMap::new();
    let mut jobs = Vec::new();
    let mut owners = Vec::new();
    for (n, cell) in cells.iter().enumerate() {
        if validations[n].is_none() && *first.entry(keys[n]).or_insert(n) == n {
            let samples = Sample::all(&tasks[cell.task]);
            let before = jobs.len();
            jobs.extend(samples.map(|sample| Job { program: cell.program, task: cell.task, sample }));
            // A task without samples is done.
            match jobs.len() > before {
                true => owners.push(n),
                false => validations[n] = Some(Validation::default()),
            }
        }
    }
    let mut gather = Gather { cells, tasks, owners: &owners, at: 0, samples: Vec::new() };
    let mut not_kept = None;
    let mut rows = 0;
    let plan = Plan { programs, tasks, jobs: &jobs };
    let mut stop = Stop::Finished;
    if !jobs.is_empty() {
        stop = run::run(backend, &plan, &options.run, cancel, &Verdicts, |batch| {
            rows += batch.len();
            let finished = gather.add(batch);
            if let (Some(store), Some(engine), None) = (&mut store, &options.engine, &not_kept) {
                let kept: Vec<_> = finished.iter().map(|(n, validation)| (keys[*n], validation)).collect();
                not_kept = store.keep(engine, &kept).err();
            }
            for (n, validation) in finished {
                validations[n] = Some(validation);
            }
        })?;
    }
    for n in 0..cells.len() {
        if validations[n].is_none()
            && let Some(&same) = first.get(&keys[n])
        {
            validations[n] = validations[same].clone();
        }
    }
    Ok(Finished { validations, from_cache, rows, stop, not_kept })
}

/// Why it could not start.
#[derive(Debug, thiserror::Error)]
pub enum ValidateError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Ids and fingerprints are worked out once per program and task.
fn keys(programs: &[Program], tasks: &[Task], cells: &[Cell]) -> Vec<CacheKey> {
    let mut ids: Vec<Option<Id>> = vec![None; programs.len()];
    let mut contents: Vec<Option<Fingerprint>> = vec![None; tasks.len()];
    let key = |cell: &Cell| CacheKey {
        exact: *ids[cell.program].get_or_insert_with(|| programs[cell.program].exact_id()),
        dialect: programs[cell.program].dialect,
        content: *contents[cell.task].get_or_insert_with(|| tasks[cell.task].fingerprint()),
    };
    cells.iter().map(key).collect()
}

/// Only what is kept of a row; values go where they were made.
struct Verdicts;

impl Digest for Verdicts {
    type Digested = (Job, SampleResult);

    fn digest(&self, record: Record, _: &Cancel) -> Option<(Job, SampleResult)> {
        Some((record.job, SampleResult::of(&record)))
    }

    fn size(_: &(Job, SampleResult)) -> usize {
        size_of::<(Job, SampleResult)>()
    }
}

/// Puts rows together to cells. Rows come in order; a run that was stopped leaves gaps, and a cell with a gap is not
/// finished.
struct Gather<'a> {
    cells: &'a [Cell],
    tasks: &'a [Task],
    /// The cells that are run, in order.
    owners: &'a [usize],
    /// The one whose rows are coming.
    at: usize,
    samples: Vec<SampleResult>,
}

impl Gather<'_> {
    fn add(&mut self, batch: Vec<(Job, SampleResult)>) -> Vec<(usize, Validation)> {
        let mut finished = Vec::new();
        for (job, sample) in batch {
            let of = Cell { program: job.program, task: job.task };
            while self.owners.get(self.at).is_some_and(|&n| self.cells[n] != of) {
                self.samples.clear();
                self.at += 1;
            }
            let Some(&n) = self.owners.get(self.at) else { break };
            self.samples.push(sample);
            if self.samples.len() == Sample::all(&self.tasks[job.task]).count() {
                finished.push((n, Validation { samples: std::mem::take(&mut self.samples) }));
                self.at += 1;
            }
        }
        finished
    }
}
