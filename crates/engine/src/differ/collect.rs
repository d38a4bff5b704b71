//! Scores of differs out of the rows of a run, as they come.

use super::judge::{Failure, Judged};
use crate::data::Task;
use crate::run::{Job, Sample, Section};
use crate::score::Keep;
use std::collections::BTreeMap;

/// What one differ said of some candidates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scored {
    /// Candidates it gave a score.
    pub count: usize,
    /// Wide enough for any sum, so that the order of rows does not show.
    total: i128,
    pub failures: BTreeMap<Failure, usize>,
}

impl Scored {
    fn add(&mut self, judged: Judged) {
        match judged {
            Ok(score) => {
                self.count += 1;
                self.total += i128::from(score);
            }
            Err(failure) => *self.failures.entry(failure).or_default() += 1,
        }
    }

    /// The sum of the scores, as far as an i64 goes.
    pub fn sum(&self) -> i64 {
        i64::try_from(self.total).unwrap_or(if self.total < 0 { i64::MIN } else { i64::MAX })
    }

    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.total as f64 / self.count as f64)
    }
}

/// What the differs said of one program on one task, or of no program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairDiffers {
    pub scored: Vec<Scored>,
    /// For each differ the score of each sample, demonstrations first; None where there is none.
    pub samples: Vec<Vec<Option<i64>>>,
    rows: usize,
    has_something_right: bool,
}

impl PairDiffers {
    fn new(differs: usize, task: &Task) -> PairDiffers {
        let samples = vec![vec![None; task.train.len() + task.test.len()]; differs];
        PairDiffers { scored: vec![Scored::default(); differs], samples, rows: 0, has_something_right: false }
    }

    fn add(&mut self, task: &Task, sample: Sample, judged: &[Judged]) {
        let at = match sample.section {
            Section::Train => sample.index,
            Section::Test => task.train.len() + sample.index,
        };
        self.rows += 1;
        for (n, judged) in judged.iter().enumerate() {
            self.scored[n].add(*judged);
            self.samples[n][at] = judged.ok();
        }
    }
}

/// The scores of one candidate per sample on several tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    differs: usize,
    by_task: BTreeMap<usize, PairDiffers>,
    /// For each differ all of its scores.
    pub totals: Vec<Scored>,
}

impl Tables {
    pub(super) fn new(differs: usize) -> Tables {
        Tables { differs, by_task: BTreeMap::new(), totals: vec![Scored::default(); differs] }
    }

    pub(super) fn add(&mut self, task: usize, about: &Task, sample: Sample, judged: &[Judged]) {
        let table = self.by_task.entry(task).or_insert_with(|| PairDiffers::new(self.differs, about));
        table.add(about, sample, judged);
        self.totals.iter_mut().zip(judged).for_each(|(total, judged)| total.add(*judged));
    }

    pub fn of(&self, task: usize) -> Option<&PairDiffers> {
        self.by_task.get(&task)
    }
}

/// Takes rows in any order; what it has in the end depends on the rows alone.
#[derive(Debug)]
pub struct DifferScores<'a> {
    tasks: &'a [Task],
    /// Which pairs are kept; None: only the totals.
    keep: Option<Keep>,
    pairs: BTreeMap<(usize, usize), PairDiffers>,
    /// For each differ all of its scores.
    pub totals: Vec<Scored>,
}

impl<'a> DifferScores<'a> {
    pub fn new(differs: usize, tasks: &'a [Task], keep: Option<Keep>) -> DifferScores<'a> {
        DifferScores { tasks, keep, pairs: BTreeMap::new(), totals: vec![Scored::default(); differs] }
    }

    /// Adds what the differs said of a row; each sample of a pair comes once.
    pub fn add(&mut self, job: &Job, matches: Option<bool>, judged: &[Judged]) {
        self.totals.iter_mut().zip(judged).for_each(|(total, judged)| total.add(*judged));
        let Some(keep) = self.keep else { return };
        let (key, task) = ((job.program, job.task), &self.tasks[job.task]);
        let pair = self.pairs.entry(key).or_insert_with(|| PairDiffers::new(self.totals.len(), task));
        pair.add(task, job.sample, judged);
        pair.has_something_right |= matches == Some(true);
        let is_complete = pair.rows >= task.train.len() + task.test.len();
        if is_complete && keep == Keep::SomethingRight && !pair.has_something_right {
            self.pairs.remove(&key);
        }
    }

    /// What was said of a program on a task, if that is kept.
    pub fn of(&self, program: usize, task: usize) -> Option<&PairDiffers> {
        self.pairs.get(&(program, task))
    }

    /// What is kept of programs and tasks, and the totals, without the tasks.
    pub fn finish(self) -> (BTreeMap<(usize, usize), PairDiffers>, Vec<Scored>) {
        (self.pairs, self.totals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Pair;
    use megabatt_core::{Exception, Value};

    fn tasks() -> Vec<Task> {
        let pair = Pair { input: Value::Int(1), output: Some(Value::Int(2)) };
        let (train, test) = (vec![pair.clone(), pair.clone()], vec![pair]);
        vec![Task { id: "t".into(), split: None, source: String::new(), train, test }]
    }

    fn rows() -> Vec<(Job, Option<bool>, Vec<Judged>)> {
        let job = |program, section, index| Job { program, task: 0, sample: Sample { section, index } };
        vec![
            (job(0, Section::Train, 0), Some(true), vec![Ok(i64::MAX), Ok(5)]),
            (job(0, Section::Train, 1), Some(false), vec![Ok(i64::MAX), Err(Failure::NotAScore)]),
            (job(0, Section::Test, 0), Some(false), vec![]),
            (job(1, Section::Train, 0), Some(false), vec![Ok(-3), Err(Failure::Raised(Exception::TypeError))]),
            (job(1, Section::Train, 1), Some(false), vec![Ok(1), Err(Failure::NotAScore)]),
            (job(1, Section::Test, 0), None, vec![]),
        ]
    }

    fn collect<'a>(
        tasks: &'a [Task],
        keep: Option<Keep>,
        rows: &[(Job, Option<bool>, Vec<Judged>)],
    ) -> DifferScores<'a> {
        let mut scores = DifferScores::new(2, tasks, keep);
        rows.iter().for_each(|(job, matches, judged)| scores.add(job, *matches, judged));
        scores
    }

    #[test]
    fn sums_failures_and_samples() {
        let tasks = tasks();
        let scores = collect(&tasks, Some(Keep::All), &rows());
        let pair = scores.of(0, 0).expect("all are kept");
        assert_eq!((pair.scored[0].sum(), pair.scored[0].mean()), (i64::MAX, Some(i64::MAX as f64)));
        assert_eq!(pair.samples, [vec![Some(i64::MAX), Some(i64::MAX), None], vec![Some(5), None, None]]);
        assert_eq!(pair.scored[1].failures, BTreeMap::from([(Failure::NotAScore, 1)]));
        assert_eq!((scores.totals[1].count, scores.totals[1].sum()), (1, 5));
        assert_eq!(scores.totals[1].failures.values().sum::<usize>(), 3);
        assert_eq!(Scored::default().mean(), None);
    }

    #[test]
    fn the_order_of_rows_does_not_matter() {
        let (tasks, mut rows) = (tasks(), rows());
        let (first, few) = (collect(&tasks, Some(Keep::All), &rows), collect(&tasks, None, &rows));
        rows.reverse();
        let second = collect(&tasks, Some(Keep::All), &rows);
        assert_eq!((&first.pairs, &first.totals), (&second.pairs, &second.totals));
        assert_eq!((few.totals, few.pairs.len()), (first.totals, 0));
    }

    #[test]
    fn pairs_with_nothing_right_go_if_asked() {
        let tasks = tasks();
        let scores = collect(&tasks, Some(Keep::SomethingRight), &rows());
        assert!(scores.of(0, 0).is_some() && scores.of(1, 0).is_none());
    }
}
