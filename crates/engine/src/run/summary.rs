//! A run in numbers.

use super::Record;
use megabatt_exec::Outcome;
use std::collections::BTreeMap;
use std::time::Duration;

/// What one program did.
#[derive(Clone, Debug, Default)]
pub struct ProgramSummary {
    pub rows: usize,
    /// Rows whose value is the expected output.
    pub right: usize,
    /// Rows whose expected output is known.
    pub known: usize,
    /// Tasks all of whose known samples are right.
    pub solved: usize,
    pub tasks: usize,
    pub time: Duration,
    /// How often each exception or limit came up.
    pub failures: BTreeMap<String, usize>,
    current: Option<(usize, bool)>,
}

/// What all programs did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub programs: BTreeMap<usize, ProgramSummary>,
    pub rows: usize,
    pub values: usize,
    pub errors: usize,
    pub limits: usize,
    pub right: usize,
    pub known: usize,
    pub address_dependent: usize,
    pub time: Duration,
    pub most_fuel: u64,
    pub most_memory: u64,
}

impl Summary {
    /// Adds a batch. Records of one program and task must come together, as [`super::run`] gives them.
    pub fn add<'a>(&mut self, records: impl Iterator<Item = &'a Record>) {
        for record in records {
            self.add_one(record);
        }
    }

    fn add_one(&mut self, record: &Record) {
        let result = &record.result;
        let (right, known) = (record.matches == Some(true), record.matches.is_some());
        self.rows += 1;
        self.right += right as usize;
        self.known += known as usize;
        self.address_dependent += result.address_dependent as usize;
        self.time += result.time;
        self.most_fuel = self.most_fuel.max(result.fuel);
        self.most_memory = self.most_memory.max(result.memory);
        let failure = match &result.outcome {
            Outcome::Value(_) => {
                self.values += 1;
                None
            }
            Outcome::Error(e) => {
                self.errors += 1;
                Some(e.name().to_string())
            }
            Outcome::Limit(l) => {
                self.limits += 1;
                Some(format!("limit {}", l.name()))
            }
        };
        let program = self.programs.entry(record.job.program).or_default();
        program.rows += 1;
        program.right += right as usize;
        program.known += known as usize;
        program.time += result.time;
        if let Some(failure) = failure {
            *program.failures.entry(failure).or_default() += 1;
        }
        program.note_task(record.job.task, known && !right);
    }

    /// Whether every row with a known output is right.
    pub fn all_right(&self) -> bool {
        self.right == self.known
    }
}

impl ProgramSummary {
    /// Counts tasks and, as long as none of its samples is wrong, solved ones.
    fn note_task(&mut self, task: usize, wrong: bool) {
        match &mut self.current {
            Some((current, failed)) if *current == task => {
                if wrong && !*failed {
                    *failed = true;
                    self.solved -= 1;
                }
            }
            _ => {
                self.tasks += 1;
                self.solved += !wrong as usize;
                self.current = Some((task, wrong));
            }
        }
    }

    /// The outcome in a few words.
    pub fn outcome(&self) -> String {
        let wrong = self.known - self.right - self.failures.values().sum::<usize>().min(self.known - self.right);
        let mut words: Vec<String> = self
            .failures
            .iter()
            .map(|(name, &n)| if n == self.rows { name.clone() } else { format!("{name} ×{n}") })
            .collect();
        if wrong > 0 {
            words.push(if wrong == self.rows { "wrong".to_string() } else { format!("wrong ×{wrong}") });
        }
        if words.is_empty() { "ok".to_string() } else { words.join(", ") }
    }
}
