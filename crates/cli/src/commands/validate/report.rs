//! What a validation found, for tables and JSON alike.

use megabatt_engine::data::Task;
use megabatt_engine::run::Stop;
use megabatt_lang::Program;
use megabatt_store::{Cell, Finished, SampleResult, Validation};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A program that is finished.
pub struct Line<'a> {
    pub name: &'a str,
    pub program: &'a Program,
    pub task: &'a Task,
    pub validation: &'a Validation,
}

pub struct Report<'a> {
    pub lines: Vec<Line<'a>>,
    pub planned: usize,
    pub finished: &'a Finished,
}

/// A sample of a program.
pub type At<'a> = (&'a Line<'a>, &'a SampleResult);

impl<'a> Report<'a> {
    pub fn new(
        programs: &'a [Program],
        names: &'a [String],
        tasks: &'a [Task],
        cells: &[Cell],
        finished: &'a Finished,
    ) -> Report<'a> {
        let line = |(cell, validation): (&Cell, &'a Option<Validation>)| {
            validation.as_ref().map(|validation| Line {
                name: &names[cell.program],
                program: &programs[cell.program],
                task: &tasks[cell.task],
                validation,
            })
        };
        let lines = cells.iter().zip(&finished.validations).filter_map(line).collect();
        Report { lines, planned: cells.len(), finished }
    }

    pub fn samples(&self) -> impl Iterator<Item = At<'_>> {
        self.lines.iter().flat_map(|line| line.validation.samples.iter().map(move |sample| (line, sample)))
    }

    pub fn right(&self) -> usize {
        self.lines.iter().map(|line| line.validation.right()).sum()
    }

    pub fn known(&self) -> usize {
        self.lines.iter().map(|line| line.validation.known()).sum()
    }

    /// Programs that are right on all samples whose output is known.
    pub fn solving(&self) -> usize {
        let solves = |v: &Validation| v.known() > 0 && v.right() == v.known();
        self.lines.iter().filter(|line| solves(line.validation)).count()
    }

    /// Everything was run, and nothing is wrong. A sample that failed is not right, whether its output is known or not.
    pub fn all_right(&self) -> bool {
        self.finished.stop == Stop::Finished && self.failures().next().is_none()
    }

    /// Samples that are wrong or have no value.
    pub fn failures(&self) -> impl Iterator<Item = At<'_>> {
        self.samples().filter(|(_, sample)| sample.failure.is_some() || sample.matches == Some(false))
    }

    pub fn slowest(&self, count: usize) -> Vec<At<'_>> {
        let mut all: Vec<At<'_>> = self.samples().collect();
        // Sorting is stable: of equally slow ones the first comes first.
        all.sort_by_key(|(_, sample)| Reverse(sample.time));
        all.truncate(count);
        all
    }

    /// Tasks that were validated on.
    pub fn tasks(&self) -> usize {
        let mut ids: Vec<&str> = self.lines.iter().map(|line| line.task.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.len()
    }
}

/// The outcomes of a program in a few words: `ok`, `wrong ×2`, `StopIteration`.
pub fn outcome(validation: &Validation) -> String {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for sample in &validation.samples {
        if sample.failure.is_some() || sample.matches == Some(false) {
            *count.entry(sample.outcome()).or_default() += 1;
        }
    }
    let all = validation.samples.len();
    let word = |(name, &n): (&&str, &usize)| if n == all { name.to_string() } else { format!("{name} ×{n}") };
    if count.is_empty() { "ok".to_string() } else { count.iter().map(word).collect::<Vec<_>>().join(", ") }
}

/// `train 0`.
pub fn place(sample: &SampleResult) -> String {
    format!("{} {}", sample.sample.section.name(), sample.sample.index)
}
