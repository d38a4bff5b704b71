//! What a batt is worth on a task, counted as tokpidjin's `run_batt.py` counts.

use super::run::{Ended, Sampled};
use crate::data::Task;
use crate::run::{Sample, Section};
use megabatt_core::Value;
use megabatt_exec::{Outcome, RowResult};
use megabatt_lang::batt::{Batt, NO_SOLVER};
use std::collections::BTreeMap;

/// What a sample is worth at most, for a solver and for a differ.
const FULL: i64 = 1_000;

/// What a sample adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleScores {
    pub sample: Sample,
    /// For each candidate whether it is the expected output; None where that is not known or the batt gave nothing.
    pub matches: Vec<Option<bool>>,
    /// For each score what it adds; None where the batt gave nothing.
    pub scores: Vec<Option<i64>>,
    /// How a call ended that gave nothing, and whether that was the call with the target. After the first there is no second.
    pub ended: Option<(Ended, bool)>,
    /// The names of limits that candidates and scores met, and how often.
    pub limits: BTreeMap<&'static str, usize>,
    pub address_dependent: usize,
    has_target: bool,
}

impl SampleScores {
    pub fn of(sampled: &Sampled, batt: &Batt, tasks: &[Task]) -> SampleScores {
        let target = sampled.sample.of(&tasks[sampled.task]).output.as_ref();
        let solving = sampled.given.solving.gave();
        let judging = sampled.given.judging.as_ref().and_then(|judging| judging.gave());
        let calls = [solving.map(|(_, scores)| scores), judging];
        let rows = || calls.iter().flatten().flat_map(|rows| rows.iter()).chain(solving.iter().flat_map(|(o, _)| o));
        let mut limits = BTreeMap::new();
        for row in rows() {
            if let Outcome::Limit(limit) = row.outcome {
                *limits.entry(limit.name()).or_default() += 1;
            }
        }
        let matches = |row: &RowResult| target.map(|target| matches!(&row.outcome, Outcome::Value(v) if v == target));
        let score = |n: usize| {
            let added = calls.iter().flatten().map(|rows| worth(&batt.scores[n].solver, &rows[n]));
            added.reduce(|a, b| a + b)
        };
        let judged = sampled.given.judging.as_ref().and_then(|judging| judging.ended());
        SampleScores {
            sample: sampled.sample,
            matches: match solving {
                Some((candidates, _)) => candidates.iter().map(matches).collect(),
                None => vec![None; batt.candidates.len()],
            },
            scores: (0..batt.scores.len()).map(score).collect(),
            ended: sampled.given.solving.ended().map(|ended| (ended, false)).or(judged.map(|ended| (ended, true))),
            limits,
            address_dependent: rows().filter(|row| row.address_dependent).count(),
            has_target: target.is_some(),
        }
    }
}

/// What a differ's result adds to the score of a solver. The input itself gets what it lacks as well as what it has, which is
/// always the same.
fn worth(solver: &str, row: &RowResult) -> i64 {
    let score = match &row.outcome {
        Outcome::Value(value) => differ_score(value),
        _ => None,
    };
    match score {
        Some(_) if solver == NO_SOLVER => FULL,
        score => score.unwrap_or(0),
    }
}

/// The score in what a differ gave: the int at the start of a tuple of two or more, between 0 and 1000. A bool is no int here.
pub fn differ_score(value: &Value) -> Option<i64> {
    let score = match value {
        Value::Pair(score, _) | Value::Triple(score, ..) | Value::Cell(score, ..) => i64::from(*score),
        Value::Tuple(tuple) if tuple.len() >= 2 => match tuple.slice()[0] {
            Value::Int(score) => score,
            _ => return None,
        },
        _ => return None,
    };
    Some(score.clamp(0, FULL))
}

/// What all samples of a task add up to. Rows come in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskScores {
    pub samples: usize,
    /// Samples whose output is known.
    pub known: usize,
    /// For each candidate on how many samples it was right, of the demonstrations and of the tests.
    pub right: Vec<(usize, usize)>,
    /// For each score of the batt what it adds up to; None if the batt never gave it.
    pub scores: Vec<Option<i64>>,
    /// How often the batt gave nothing, and why.
    pub ended: BTreeMap<Ended, usize>,
    /// A sample on which it did, and whether that was the call with the target.
    pub ended_on: Option<(Sample, bool)>,
    pub limits: BTreeMap<&'static str, usize>,
    pub address_dependent: usize,
}

impl TaskScores {
    pub fn new(batt: &Batt) -> TaskScores {
        TaskScores {
            right: vec![(0, 0); batt.candidates.len()],
            scores: vec![None; batt.scores.len()],
            ..TaskScores::default()
        }
    }

    pub fn add(&mut self, scores: &SampleScores) {
        self.samples += 1;
        self.known += usize::from(scores.has_target);
        for ((demos, tests), matches) in self.right.iter_mut().zip(&scores.matches) {
            let count = if scores.sample.section == Section::Train { demos } else { tests };
            *count += usize::from(*matches == Some(true));
        }
        for (sum, score) in self.scores.iter_mut().zip(&scores.scores) {
            if let Some(score) = score {
                *sum = Some(sum.unwrap_or(0) + score);
            }
        }
        if let Some((ended, with_target)) = scores.ended {
            *self.ended.entry(ended).or_default() += 1;
            self.ended_on = self.ended_on.or(Some((scores.sample, with_target)));
        }
        scores.limits.iter().for_each(|(name, n)| *self.limits.entry(name).or_default() += n);
        self.address_dependent += scores.address_dependent;
    }

    /// On how many samples a candidate was right.
    pub fn right_on(&self, candidate: usize) -> usize {
        let (demos, tests) = self.right[candidate];
        demos + tests
    }

    /// The candidates that are right on all samples whose output is known.
    pub fn solving(&self) -> impl Iterator<Item = usize> + '_ {
        let right = |candidate: &usize| self.known > 0 && self.right_on(*candidate) == self.known;
        (0..self.right.len()).filter(right)
    }

    /// The sum of all differ scores, those of the inputs included.
    pub fn differ_score(&self) -> i64 {
        self.scores.iter().flatten().sum()
    }

    /// `o_score`: for each solver 1000 a sample on which a candidate of its was right, in the order of the file.
    pub fn by_solver<'a>(&self, batt: &'a Batt) -> Vec<(&'a str, i64)> {
        let mut scores: Vec<(&str, i64)> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, candidate) in batt.candidates.iter().enumerate() {
            let place = *places.entry(&candidate.solver).or_insert_with(|| {
                scores.push((&candidate.solver, 0));
                scores.len() - 1
            });
            scores[place].1 += FULL * self.right_on(number) as i64;
        }
        scores
    }

    /// For each solver and differ the score, and the number given with the differ's score of the input itself.
    pub fn by_differ<'a>(&self, batt: &'a Batt) -> Vec<Differed<'a>> {
        let mut differed: Vec<Differed<'_>> = Vec::new();
        let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut last: BTreeMap<&str, u64> = BTreeMap::new();
        for (score, sum) in batt.scores.iter().zip(&self.scores) {
            let Some(sum) = sum else { continue };
            if score.solver == NO_SOLVER {
                last.insert(&score.differ, score.number);
            }
            let place = *places.entry((&score.solver, &score.differ)).or_insert_with(|| {
                let number = last.get(score.differ.as_str()).copied();
                differed.push(Differed { solver: &score.solver, differ: &score.differ, number, score: 0 });
                differed.len() - 1
            });
            differed[place].score += sum;
        }
        differed
    }
}

/// What a differ said of a solver's candidates on a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differed<'a> {
    pub solver: &'a str,
    pub differ: &'a str,
    /// `last_t`: where the differ's score of the input itself is; None if the batt has none before.
    pub number: Option<u64>,
    pub score: i64,
}
