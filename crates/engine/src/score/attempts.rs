//! Two attempts for every test input, out of what programs give.
//!
//! **Which come first.** Programs are ranked for each task: by demonstrations right, then by cell match over the
//! demonstrations, then the shorter program (lines in one-step-a-line form, helpers included), then the order of the
//! files. So programs that solve all demonstrations come before all others. For each test input the attempts are the
//! two highest-ranked *different* results that are grids a submission may hold; failures and other values are passed
//! over.
//!
//! **Where there are fewer.** Gaps are filled with the test input itself, then with `[[0]]`, whichever is not there yet:
//! a submission must have both attempts, and a wrong one costs nothing.

use super::cells::submittable;
use super::pair::{PairScore, SampleScore};
use crate::data::{Attempt, Entry, Output, Submission, Task};
use crate::run::{Digest, Record, Section};
use megabatt_core::{Grid, Value, grid};
use megabatt_exec::{Cancel, Outcome};
use megabatt_lang::Program;
use std::collections::BTreeMap;

/// A row as the choice wants it.
#[derive(Clone, Debug)]
pub struct Trial {
    pub score: SampleScore,
    /// What a test gave, if it may be submitted.
    pub grid: Option<Grid>,
}

/// Makes [`Trial`]s of records, in the thread that made them.
pub struct Trials<'a> {
    pub tasks: &'a [Task],
}

impl Digest for Trials<'_> {
    type Digested = Trial;

    fn digest(&self, record: Record, _: &Cancel) -> Option<Trial> {
        let grid = match &record.result.outcome {
            Outcome::Value(value) if record.job.sample.section == Section::Test => submittable(value),
            _ => None,
        };
        Some(Trial { score: SampleScore::of(&record, self.tasks), grid })
    }

    fn size(trial: &Trial) -> usize {
        size_of::<Trial>() + trial.grid.as_ref().map_or(0, |grid| grid.cells().len())
    }
}

/// Where a program stands among others on a task; smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    demos_missed: u32,
    cells_missed: u64,
    length: usize,
    program: usize,
}

/// An attempt and who made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    pub program: usize,
    pub grid: Grid,
}

/// A pair of which not all rows have come.
#[derive(Debug)]
struct Open {
    score: PairScore,
    /// For each test input.
    grids: Vec<Option<Grid>>,
}

/// Takes rows in any order and keeps the two best attempts for each test input.
#[derive(Debug)]
pub struct Chooser<'a> {
    tasks: &'a [Task],
    lengths: Vec<usize>,
    open: BTreeMap<(usize, usize), Open>,
    /// For each task and test input, at most two, the best first.
    best: Vec<Vec<Vec<(Rank, Grid)>>>,
}

impl<'a> Chooser<'a> {
    pub fn new(programs: &[Program], tasks: &'a [Task]) -> Chooser<'a> {
        let best = tasks.iter().map(|task| vec![Vec::new(); task.test.len()]).collect();
        Chooser { tasks, lengths: programs.iter().map(length).collect(), open: BTreeMap::new(), best }
    }

    /// Adds a row. Each sample of a pair comes once.
    pub fn add(&mut self, trial: Trial) {
        let job = trial.score.job;
        let (key, task) = ((job.program, job.task), &self.tasks[job.task]);
        let open = self.open.entry(key).or_insert_with(|| Open {
            score: PairScore::new(job.program, job.task),
            grids: vec![None; task.test.len()],
        });
        open.score.add(&trial.score);
        if job.sample.section == Section::Test {
            open.grids[job.sample.index] = trial.grid;
        }
        if open.score.is_complete(task)
            && let Some(open) = self.open.remove(&key)
        {
            self.close(open);
        }
    }

    fn close(&mut self, open: Open) {
        let PairScore { program, task, demos, .. } = open.score;
        let rank = Rank {
            demos_missed: demos.known - demos.right,
            cells_missed: demos.cells_missed(),
            length: self.lengths[program],
            program,
        };
        for (best, grid) in self.best[task].iter_mut().zip(open.grids) {
            if let Some(grid) = grid {
                insert(best, rank, grid);
            }
        }
    }

    /// The attempts for each task and test input, the best first, at most two. Programs that a stopped run did not
    /// finish on a task are left out.
    pub fn finish(self) -> Vec<Vec<Vec<Chosen>>> {
        let chosen = |best: Vec<(Rank, Grid)>| {
            best.into_iter().map(|(rank, grid)| Chosen { program: rank.program, grid }).collect()
        };
        self.best.into_iter().map(|outputs| outputs.into_iter().map(chosen).collect()).collect()
    }
}

/// How long a program is, in lines of one step each, those of helpers included.
fn length(program: &Program) -> usize {
    program.to_source().lines().filter(|line| !line.trim().is_empty()).count()
}

/// Keeps the two best different grids. A grid stands at the best of the ranks it came with.
fn insert(best: &mut Vec<(Rank, Grid)>, rank: Rank, grid: Grid) {
    match best.iter_mut().find(|(_, other)| *other == grid) {
        Some((other, _)) => *other = rank.min(*other),
        None => best.push((rank, grid)),
    }
    best.sort_by_key(|(rank, _)| *rank);
    best.truncate(2);
}

/// The submission with these attempts for all tasks, gaps filled.
pub fn submission(tasks: &[Task], chosen: &[Vec<Vec<Chosen>>]) -> Submission {
    let entry = |(task, outputs): (&Task, &Vec<Vec<Chosen>>)| {
        let pairs = task.test.iter().zip(outputs);
        Entry { id: task.id.clone(), outputs: pairs.map(|(pair, chosen)| output(&pair.input, chosen)).collect() }
    };
    Submission { entries: tasks.iter().zip(chosen).map(entry).collect(), ..Submission::default() }
}

fn output(input: &Value, chosen: &[Chosen]) -> Output {
    let mut attempts: Vec<Value> = chosen.iter().take(2).map(|chosen| Value::grid(chosen.grid.clone())).collect();
    let zero = Value::grid(grid! { [0] });
    for fill in [input, &zero] {
        if attempts.len() < 2 && !attempts.contains(fill) {
            attempts.push(fill.clone());
        }
    }
    let mut attempts = attempts.into_iter();
    let mut next = || Attempt::Grid(attempts.next().unwrap_or_else(|| zero.clone()));
    Output { attempts: [next(), next()] }
}
