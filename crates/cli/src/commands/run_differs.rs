//! Differs in `megabatt run`: getting them ready, and what they said as a table, JSON and CSV.

use super::load::unique_names;
use crate::table::{Align, render};
use megabatt_cpu::Cpu;
use megabatt_engine::battery::{Passes, merge};
use megabatt_engine::data::Task;
use megabatt_engine::differ::{DifferScores, Differs, Scored, Tables, no_program};
use megabatt_engine::run::{Job, Options};
use megabatt_engine::score::Keep;
use megabatt_exec::battery::WITH_DEMOS;
use megabatt_exec::{Backend, Cancel, Limits, Prepared};
use megabatt_lang::Program;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// The differs of a run's files, ready to run.
pub struct Panel {
    names: Vec<String>,
    prepared: Box<dyn Prepared>,
}

impl Panel {
    /// None if there are no differs, so that nothing is done for them.
    pub fn new(differs: &[Program], backend: &Cpu, limits: &Limits) -> Option<Panel> {
        let codes: Vec<_> = differs.iter().map(|differ| differ.code.clone()).collect();
        let prepared = || backend.prepare(merge(&codes, WITH_DEMOS, Passes::default()), limits);
        (!differs.is_empty()).then(|| Panel { names: unique_names(differs), prepared: prepared() })
    }

    /// Of each sample, `candidates` come one after the other.
    pub fn differs<'a>(&'a self, tasks: &'a [Task], candidates: usize) -> Differs<'a> {
        Differs::new(&*self.prepared, tasks, candidates)
    }

    /// An empty collection of scores.
    pub fn scores<'a>(&'a self, tasks: &'a [Task], keep: Option<Keep>) -> DifferScores<'a> {
        DifferScores::new(self.names.len(), tasks, keep)
    }

    /// Adds what the differs say of the inputs themselves. After a run that was stopped there is no time for that.
    pub fn report<'a>(
        &'a self,
        scores: DifferScores<'a>,
        tasks: &[Task],
        jobs: &[Job],
        options: Option<&Options>,
        cancel: &Cancel,
    ) -> Result<DifferReport<'a>, String> {
        let mut wanted: Vec<usize> = jobs.iter().map(|job| job.task).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let no_program = match options {
            Some(options) => no_program(&*self.prepared, tasks, &wanted, options, cancel).map_err(|e| e.to_string())?,
            None => None,
        };
        Ok(DifferReport { names: &self.names, scores, no_program })
    }
}

/// What the differs said of all programs, and of no program.
pub struct DifferReport<'a> {
    names: &'a [String],
    scores: DifferScores<'a>,
    /// None if the run was stopped before.
    no_program: Option<Tables>,
}

impl DifferReport<'_> {
    /// A section of the summary.
    pub fn section(&self) -> String {
        let headings = [
            ("differ", Align::Left),
            ("scores", Align::Right),
            ("sum", Align::Right),
            ("mean", Align::Right),
            ("no program", Align::Right),
            ("failures", Align::Left),
        ];
        let mean = |scored: &Scored| scored.mean().map_or("-".to_string(), |mean| format!("{mean:.1}"));
        let row = |(n, total): (usize, &Scored)| {
            let before = self.no_program.as_ref().map_or("-".to_string(), |tables| mean(&tables.totals[n]));
            let failures: Vec<String> =
                total.failures.iter().map(|(failure, times)| format!("{} ×{times}", failure.name())).collect();
            let (name, sum) = (self.names[n].clone(), total.sum().to_string());
            vec![name, total.count.to_string(), sum, mean(total), before, failures.join(", ")]
        };
        let rows: Vec<Vec<String>> = self.scores.totals.iter().enumerate().map(row).collect();
        render(&headings, &rows)
    }

    /// The same for `--format json`.
    pub fn as_json(&self) -> Json {
        let about = |scored: &Scored| {
            json!({
                "scores": scored.count, "sum": scored.sum(), "mean": scored.mean(), "failures": failures(scored),
            })
        };
        Json::from_iter(self.scores.totals.iter().enumerate().map(|(n, total)| {
            let mut differ = about(total);
            differ["differ"] = json!(self.names[n]);
            differ["no_program"] = json!(self.no_program.as_ref().map(|tables| about(&tables.totals[n])));
            differ
        }))
    }

    /// What was said of a program on a task, by name of the differ.
    pub fn of_pair(&self, program: usize, task: usize) -> Json {
        let Some(pair) = self.scores.of(program, task) else { return json!({}) };
        let about = |n: usize| {
            json!({
                "sum": pair.scored[n].sum(),
                "samples": pair.samples[n],
                "failures": failures(&pair.scored[n]),
                "no_program": self.before(task, n),
            })
        };
        Json::Object(Map::from_iter(self.names.iter().enumerate().map(|(n, name)| (name.clone(), about(n)))))
    }

    /// What the inputs of a task get, if that is known.
    fn before(&self, task: usize, differ: usize) -> Option<i64> {
        let scored = &self.no_program.as_ref()?.of(task)?.scored[differ];
        (scored.count > 0).then(|| scored.sum())
    }

    /// The names of the columns of [`DifferReport::cells`].
    pub fn columns(&self) -> Vec<String> {
        let of = |name: &String| [name.clone(), format!("{name}_failures"), format!("{name}_no_program")];
        self.names.iter().flat_map(of).collect()
    }

    /// For each differ the sum of a program on a task, how often it failed, and the sum of no program.
    pub fn cells(&self, program: usize, task: usize) -> Vec<String> {
        let mut cells = Vec::new();
        for n in 0..self.names.len() {
            let scored = self.scores.of(program, task).map(|pair| &pair.scored[n]);
            cells.push(scored.map_or(String::new(), |scored| scored.sum().to_string()));
            cells.push(scored.map_or(0, |scored| scored.failures.values().sum()).to_string());
            cells.push(self.before(task, n).map_or(String::new(), |sum| sum.to_string()));
        }
        cells
    }
}

fn failures(scored: &Scored) -> BTreeMap<String, usize> {
    scored.failures.iter().map(|(failure, times)| (failure.name(), *times)).collect()
}
