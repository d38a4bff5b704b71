//! One program on one task.

use super::cells::{Share, cell_match};
use crate::data::Task;
use crate::run::{Job, Record, Section};
use megabatt_exec::Outcome;
use std::time::Duration;

/// What scoring keeps of a row, whose value may then go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleScore {
    pub job: Job,
    /// Whether the value is the expected output; `None` where that is unknown.
    pub matches: Option<bool>,
    /// See [`cell_match`]; a program that fails has none of the cells.
    pub cells: Share,
    pub time: Duration,
}

impl SampleScore {
    /// The score of a record that still has its value.
    pub fn of(record: &Record, tasks: &[Task]) -> SampleScore {
        let expected = record.job.sample.of(&tasks[record.job.task]).output.as_ref();
        let cells = match (record.matches, &record.result.outcome, expected) {
            (Some(true), ..) => Share::WHOLE,
            (_, Outcome::Value(value), Some(expected)) => cell_match(value, expected),
            _ => Share::NONE,
        };
        SampleScore { job: record.job, matches: record.matches, cells, time: record.result.time }
    }
}

/// The demonstrations, or the tests, of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Samples that came.
    pub rows: u32,
    /// Those whose expected output is known.
    pub known: u32,
    pub right: u32,
    /// The cell match of the known ones, in billionths.
    cells: u64,
}

impl Tally {
    fn add(&mut self, sample: &SampleScore) {
        self.rows += 1;
        if let Some(right) = sample.matches {
            self.known += 1;
            self.right += u32::from(right);
            self.cells += sample.cells.billionths();
        }
    }

    /// How many billionths of cells are missing, over all known samples.
    pub(super) fn cells_missed(&self) -> u64 {
        u64::from(self.known) * Share::WHOLE.billionths() - self.cells
    }
}

/// How far a program solves a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// All demonstrations and all tests are right. A task without tests counts by its demonstrations.
    Solved,
    /// All demonstrations are right, and the tests as far as they are known.
    TestsUnknown,
    /// All demonstrations are right, but not all tests.
    DemosOnly,
    /// Not all demonstrations are right, or not all were run.
    Unsolved,
}

/// What one program did on one task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairScore {
    /// Positions in the lists of programs and tasks.
    pub program: usize,
    pub task: usize,
    pub demos: Tally,
    pub tests: Tally,
    pub time: Duration,
}

impl PairScore {
    pub(super) fn new(program: usize, task: usize) -> PairScore {
        PairScore { program, task, demos: Tally::default(), tests: Tally::default(), time: Duration::ZERO }
    }

    pub(super) fn add(&mut self, sample: &SampleScore) {
        match sample.job.sample.section {
            Section::Train => self.demos.add(sample),
            Section::Test => self.tests.add(sample),
        }
        self.time += sample.time;
    }

    /// All samples of the task came.
    pub(super) fn is_complete(&self, task: &Task) -> bool {
        self.demos.rows as usize >= task.train.len() && self.tests.rows as usize >= task.test.len()
    }

    /// At least one sample is right.
    pub fn has_something_right(&self) -> bool {
        self.demos.right + self.tests.right > 0
    }

    /// How far the task is solved; samples that were not run are not right.
    pub fn verdict(&self, task: &Task) -> Verdict {
        let tests = &self.tests;
        if task.train.is_empty() || (self.demos.right as usize) < task.train.len() {
            Verdict::Unsolved
        } else if tests.right as usize == task.test.len() {
            Verdict::Solved
        } else if tests.rows as usize == task.test.len() && tests.right == tests.known {
            Verdict::TestsUnknown
        } else {
            Verdict::DemosOnly
        }
    }

    /// The mean cell match over the samples whose output is known; `None` if there are none.
    pub fn cell_match(&self) -> Option<Share> {
        let known = self.demos.known + self.tests.known;
        (known > 0).then(|| Share::mean(self.demos.cells + self.tests.cells, known as usize))
    }
}
