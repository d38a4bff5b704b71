//! Scores out of the rows of a run, as they come.

use super::pair::{PairScore, SampleScore, Verdict};
use crate::data::Task;
use std::collections::BTreeMap;

/// Which pairs of a program and a task are kept once all their rows have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    All,
    /// Those with at least one sample right. Of many programs on many tasks these are few.
    SomethingRight,
}

/// Takes rows in any order.
///
/// A pair is *open* until all samples of its task have come. So the memory is that of the pairs that are kept and of the
/// open ones, which are one at a time if rows come by program, and one per program if they come by task; the number of
/// rows does not matter. What [`Collector::finish`] gives depends on the rows alone, not on their order.
#[derive(Debug)]
pub struct Collector<'a> {
    tasks: &'a [Task],
    keep: Keep,
    open: BTreeMap<(usize, usize), PairScore>,
    kept: Vec<PairScore>,
}

impl<'a> Collector<'a> {
    pub fn new(tasks: &'a [Task], keep: Keep) -> Collector<'a> {
        Collector { tasks, keep, open: BTreeMap::new(), kept: Vec::new() }
    }

    /// Adds a row. Each sample of a pair comes once.
    pub fn add(&mut self, sample: &SampleScore) {
        let key = (sample.job.program, sample.job.task);
        let pair = self.open.entry(key).or_insert_with(|| PairScore::new(key.0, key.1));
        pair.add(sample);
        if pair.is_complete(&self.tasks[key.1])
            && let Some(pair) = self.open.remove(&key)
        {
            self.close(pair);
        }
    }

    fn close(&mut self, pair: PairScore) {
        if self.keep == Keep::All || pair.has_something_right() {
            self.kept.push(pair);
        }
    }

    /// How many pairs still wait for rows.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// All that is kept, by program and task. Pairs of which a stopped run did only a part are kept by the same rule.
    pub fn finish(mut self) -> Scores {
        for pair in std::mem::take(&mut self.open).into_values() {
            self.close(pair);
        }
        self.kept.sort_unstable_by_key(|pair| (pair.program, pair.task));
        Scores { pairs: self.kept }
    }
}

/// The scores of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// By program, then task.
    pub pairs: Vec<PairScore>,
}

/// The programs that solve a task, all or in part, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedTask {
    /// Its position in the list of tasks.
    pub task: usize,
    /// How far the best of the programs solve it.
    pub verdict: Verdict,
    /// Those that come as far.
    pub programs: Vec<usize>,
    /// Those that solve its demonstrations, but come less far.
    pub others: Vec<usize>,
}

impl Scores {
    /// The tasks whose demonstrations some program solves, in the order of the tasks.
    pub fn solved(&self, tasks: &[Task]) -> Vec<SolvedTask> {
        let mut by_task: BTreeMap<usize, Vec<(Verdict, usize)>> = BTreeMap::new();
        for pair in &self.pairs {
            let verdict = pair.verdict(&tasks[pair.task]);
            if verdict != Verdict::Unsolved {
                by_task.entry(pair.task).or_default().push((verdict, pair.program));
            }
        }
        let solved = |(task, solvers): (usize, Vec<(Verdict, usize)>)| {
            let verdict = solvers.iter().map(|(verdict, _)| *verdict).min()?;
            let (best, others): (Vec<_>, Vec<_>) = solvers.into_iter().partition(|(v, _)| *v == verdict);
            let programs = |list: Vec<(Verdict, usize)>| list.into_iter().map(|(_, program)| program).collect();
            Some(SolvedTask { task, verdict, programs: programs(best), others: programs(others) })
        };
        by_task.into_iter().filter_map(solved).collect()
    }
}
