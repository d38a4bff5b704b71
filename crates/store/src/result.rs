//! What a program did on the samples of a task.

use crate::columns::unreadable;
use megabatt_engine::run::{Record, Sample, Section};
use megabatt_exec::Outcome;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleResult {
    pub sample: Sample,
    /// Why there is no value: an exception's class, or `limit fuel`.
    pub failure: Option<String>,
    /// Whether the value is the expected output; None where that is unknown.
    pub matches: Option<bool>,
    pub time: Duration,
    pub fuel: u64,
    /// Two runs of Python may differ.
    pub address_dependent: bool,
}

/// All samples of one task, demonstrations first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    pub samples: Vec<SampleResult>,
}

impl SampleResult {
    pub fn of(record: &Record) -> SampleResult {
        let result = &record.result;
        SampleResult {
            sample: record.job.sample,
            failure: match &result.outcome {
                Outcome::Value(_) => None,
                Outcome::Error(e) => Some(e.name().to_string()),
                Outcome::Limit(l) => Some(format!("limit {}", l.name())),
            },
            matches: record.matches,
            time: result.time,
            fuel: result.fuel,
            address_dependent: result.address_dependent,
        }
    }

    /// `ok`, `wrong`, `value` where nobody knows, or why there is none.
    pub fn outcome(&self) -> &str {
        match (&self.failure, self.matches) {
            (Some(failure), _) => failure,
            (None, Some(true)) => "ok",
            (None, Some(false)) => "wrong",
            (None, None) => "value",
        }
    }
}

impl Validation {
    pub fn right(&self) -> usize {
        self.samples.iter().filter(|s| s.matches == Some(true)).count()
    }

    /// Samples whose expected output is known.
    pub fn known(&self) -> usize {
        self.samples.iter().filter(|s| s.matches.is_some()).count()
    }

    pub fn time(&self) -> Duration {
        self.samples.iter().map(|s| s.time).sum()
    }

    /// Whether the same run would give the same again. A defect of ours is no answer to keep.
    pub(crate) fn is_lasting(&self) -> bool {
        let passing = ["limit internal", "limit time", "limit stopped"];
        !self.samples.iter().any(|s| s.failure.as_deref().is_some_and(|f| passing.contains(&f)))
    }

    /// As the file has it.
    pub(crate) fn to_json(&self) -> String {
        let stored: Vec<Stored> = self.samples.iter().map(Stored::of).collect();
        // Texts, numbers and bools can always be written.
        serde_json::to_string(&stored).unwrap_or_default()
    }

    pub(crate) fn from_json(column: usize, text: &str) -> rusqlite::Result<Validation> {
        let stored: Vec<Stored> = serde_json::from_str(text).map_err(|e| unreadable(column, e.to_string()))?;
        let samples: Option<Vec<SampleResult>> = stored.into_iter().map(Stored::sample).collect();
        let samples = samples.ok_or_else(|| unreadable(column, "no section of that name".to_string()))?;
        Ok(Validation { samples })
    }
}

/// `["train", 0, null, true, 1234, 56, false]`: section, index, failure, match, nanoseconds, fuel, address-dependent.
#[derive(Serialize, Deserialize)]
struct Stored(String, usize, Option<String>, Option<bool>, u64, u64, bool);

impl Stored {
    fn of(s: &SampleResult) -> Stored {
        Stored(
            s.sample.section.name().to_string(),
            s.sample.index,
            s.failure.clone(),
            s.matches,
            u64::try_from(s.time.as_nanos()).unwrap_or(u64::MAX),
            s.fuel,
            s.address_dependent,
        )
    }

    fn sample(self) -> Option<SampleResult> {
        let section = [Section::Train, Section::Test].into_iter().find(|section| section.name() == self.0)?;
        Some(SampleResult {
            sample: Sample { section, index: self.1 },
            failure: self.2,
            matches: self.3,
            time: Duration::from_nanos(self.4),
            fuel: self.5,
            address_dependent: self.6,
        })
    }
}
