//! Which program meets which sample.

use crate::data::{Pair, Task};
use megabatt_core::Value;
use megabatt_lang::Program;
use std::collections::HashMap;

/// Which tasks a program runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pairing {
    /// The task its name speaks of.
    #[default]
    Own,
    /// All of them.
    All,
}

/// The two parts of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    Train,
    Test,
}

impl Section {
    pub fn name(self) -> &'static str {
        match self {
            Section::Train => "train",
            Section::Test => "test",
        }
    }
}

/// One pair of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sample {
    pub section: Section,
    /// Counted from 0.
    pub index: usize,
}

impl Sample {
    pub fn of(self, task: &Task) -> &Pair {
        match self.section {
            Section::Train => &task.train[self.index],
            Section::Test => &task.test[self.index],
        }
    }

    /// All samples of a task, demonstrations first.
    pub fn all(task: &Task) -> impl Iterator<Item = Sample> {
        let train = (0..task.train.len()).map(|index| Sample { section: Section::Train, index });
        train.chain((0..task.test.len()).map(|index| Sample { section: Section::Test, index }))
    }

    /// The inputs of all samples of the tasks.
    pub fn inputs(tasks: &[Task]) -> Vec<Value> {
        tasks.iter().flat_map(|task| Sample::all(task).map(|sample| sample.of(task).input.clone())).collect()
    }
}

/// One row to run: positions in the lists of programs and tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Job {
    pub program: usize,
    pub task: usize,
    pub sample: Sample,
}

/// The rows of a run, in the order program, task, sample; and the programs that meet no task.
pub fn jobs(programs: &[Program], tasks: &[Task], pairing: Pairing) -> (Vec<Job>, Vec<usize>) {
    let by_id: HashMap<&str, usize> = tasks.iter().enumerate().map(|(n, task)| (task.id.as_str(), n)).collect();
    let mut jobs = Vec::new();
    let mut lonely = Vec::new();
    for (program, p) in programs.iter().enumerate() {
        let own = || p.task.as_deref().and_then(|id| by_id.get(id)).copied();
        let met: Vec<usize> = match pairing {
            Pairing::All => (0..tasks.len()).collect(),
            Pairing::Own => own().into_iter().collect(),
        };
        if met.is_empty() {
            lonely.push(program);
        }
        for task in met {
            jobs.extend(Sample::all(&tasks[task]).map(|sample| Job { program, task, sample }));
        }
    }
    (jobs, lonely)
}
