//! What is kept of a row: there may be millions of them.

use megabatt_core::{Exception, Limit, Value};
use megabatt_engine::data::Task;
use megabatt_engine::differ::{Differs, Judged};
use megabatt_engine::run::{Digest, Job, Record, Sample, Section};
use megabatt_engine::score::{SampleScore, Share};
use megabatt_exec::{Cancel, Outcome, RowResult};
use std::time::Duration;

/// A row without what is known elsewhere.
pub struct Kept {
    program: u32,
    task: u32,
    index: u32,
    section: Section,
    pub matches: Option<bool>,
    pub address_dependent: bool,
    pub outcome: KeptOutcome,
    pub cells: Share,
    pub fuel: u64,
    pub memory: u64,
    pub time: Duration,
    /// What the differs said of it; nothing if there are none, or no candidate, or no target.
    pub judged: Box<[Judged]>,
}

pub enum KeptOutcome {
    /// None: it was a value, and it can be worked out again.
    Value(Option<Value>),
    Error(Exception),
    Limit(Limit),
}

impl Kept {
    pub fn new(record: Record, cells: Share, judged: Vec<Judged>, with_value: bool) -> Kept {
        let Record { job, matches, result: RowResult { outcome, address_dependent, fuel, memory, time } } = record;
        let outcome = match outcome {
            Outcome::Value(value) => KeptOutcome::Value(with_value.then_some(value)),
            Outcome::Error(exception) => KeptOutcome::Error(exception),
            Outcome::Limit(limit) => KeptOutcome::Limit(limit),
        };
        let (program, task, index) = (job.program as u32, job.task as u32, job.sample.index as u32);
        let section = job.sample.section;
        let judged = judged.into_boxed_slice();
        Kept { program, task, index, section, matches, address_dependent, outcome, cells, fuel, memory, time, judged }
    }

    pub fn job(&self) -> Job {
        let sample = Sample { section: self.section, index: self.index as usize };
        Job { program: self.program as usize, task: self.task as usize, sample }
    }
}

/// Makes them, in the threads that run rows: values that nobody wants go there.
pub struct Keeper<'a, 'd> {
    pub tasks: &'a [Task],
    pub values: bool,
    pub differs: Option<&'a Differs<'d>>,
}

impl Kept {
    /// How many bytes it holds, as far as batches care.
    pub fn bytes(&self) -> usize {
        let value = match &self.outcome {
            KeptOutcome::Value(Some(value)) => value.bulk() as usize * size_of::<Value>(),
            _ => 0,
        };
        size_of::<Kept>() + value + size_of_val(&*self.judged)
    }
}

impl Digest for Keeper<'_, '_> {
    type Digested = (Kept, SampleScore);

    fn digest(&self, record: Record, stop: &Cancel) -> Option<(Kept, SampleScore)> {
        let score = SampleScore::of(&record, self.tasks);
        let judged = self.differs.map(|differs| differs.judge(&record, stop)).unwrap_or_default();
        Some((Kept::new(record, score.cells, judged, self.values), score))
    }

    fn size((kept, _): &(Kept, SampleScore)) -> usize {
        size_of::<SampleScore>() + kept.bytes()
    }
}
