//! Differs in `megabatt run`: what they said as a table, JSON and CSV.

use crate::outcomes::Finished;
use crate::table::{Align, render};
use megabatt_engine::data::Task;
use megabatt_engine::differ::{DifferScores, Panel, Scored, Tables};
use megabatt_engine::run::{Options, Plan};
use megabatt_engine::score::Keep;
use megabatt_exec::Cancel;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// What the differs said of all programs, and of no program.
pub struct DifferReport<'a> {
    panel: &'a Panel,
    scores: DifferScores<'a>,
    /// None if the run was stopped before they were asked.
    no_program: Option<Tables>,
}

impl<'a> DifferReport<'a> {
    /// A report that has no scores yet. `keep` says of which programs and tasks it has more than the totals.
    pub fn new(panel: &'a Panel, tasks: &'a [Task], keep: Option<Keep>) -> DifferReport<'a> {
        DifferReport { panel, scores: DifferScores::new(panel.names.len(), tasks, keep), no_program: None }
    }

    /// Adds what the differs said of a batch.
    pub fn take(&mut self, batch: &[Finished]) {
        batch.iter().for_each(|row| self.scores.add(&row.record.job, row.record.matches, &row.judged));
    }

    /// Asks the differs about the inputs themselves.
    pub fn judge_inputs(&mut self, plan: &Plan<'_>, options: &Options, cancel: &Cancel) -> Result<(), String> {
        self.no_program = self.panel.no_program(plan, options, cancel).map_err(|e| e.to_string())?;
        Ok(())
    }

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
            let (name, sum) = (self.panel.names[n].clone(), total.sum().to_string());
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
            differ["differ"] = json!(self.panel.names[n]);
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
        Json::Object(Map::from_iter(self.panel.names.iter().enumerate().map(|(n, name)| (name.clone(), about(n)))))
    }

    /// What the inputs of a task get, if that is known.
    fn before(&self, task: usize, differ: usize) -> Option<i64> {
        let scored = &self.no_program.as_ref()?.of(task)?.scored[differ];
        (scored.count > 0).then(|| scored.sum())
    }

    /// The names of the columns of [`DifferReport::cells`].
    pub fn columns(&self) -> Vec<String> {
        let of = |name: &String| [name.clone(), format!("{name}_failures"), format!("{name}_no_program")];
        self.panel.names.iter().flat_map(of).collect()
    }

    /// For each differ the sum of a program on a task, how often it failed, and the sum of no program.
    pub fn cells(&self, program: usize, task: usize) -> Vec<String> {
        let mut cells = Vec::new();
        for n in 0..self.panel.names.len() {
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
