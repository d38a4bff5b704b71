//! What the differs said of a run's rows.

use super::kept::Kept;
use megabatt_engine::data::Task;
use megabatt_engine::differ::{DifferScores, PairDiffers, Scored, Tables};
use megabatt_engine::score::Keep;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;

/// Scores by program and task, and those of the inputs themselves.
pub struct Differed {
    /// What the differs are called, all different.
    pub names: Vec<String>,
    pairs: BTreeMap<(usize, usize), PairDiffers>,
    totals: Vec<Scored>,
    /// None if the run was stopped before they were asked.
    no_program: Option<Tables>,
}

impl Differed {
    pub fn new(names: Vec<String>, rows: &[Kept], tasks: &[Task], no_program: Option<Tables>) -> Differed {
        let mut scores = DifferScores::new(names.len(), tasks, Some(Keep::All));
        rows.iter().for_each(|row| scores.add(&row.job(), row.matches, &row.judged));
        let (pairs, totals) = scores.finish();
        Differed { names, pairs, totals, no_program }
    }

    /// For each differ what it said of all programs, and of the inputs.
    pub fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let about = |scored: &Scored| -> PyResult<Bound<'py, PyDict>> {
            let about = PyDict::new(py);
            about.set_item("scores", scored.count)?;
            about.set_item("sum", scored.sum())?;
            about.set_item("mean", scored.mean())?;
            about.set_item("failures", failures(py, scored)?)?;
            Ok(about)
        };
        let summary = PyDict::new(py);
        for (n, name) in self.names.iter().enumerate() {
            let of_differ = about(&self.totals[n])?;
            let inputs = self.no_program.as_ref().map(|tables| about(&tables.totals[n])).transpose()?;
            of_differ.set_item("no_program", inputs)?;
            summary.set_item(name, of_differ)?;
        }
        Ok(summary)
    }

    /// For each differ what it said of a program on a task.
    pub fn of<'py>(&self, py: Python<'py>, program: usize, task: usize) -> PyResult<Bound<'py, PyDict>> {
        let scores = PyDict::new(py);
        let Some(pair) = self.pairs.get(&(program, task)) else { return Ok(scores) };
        for (n, name) in self.names.iter().enumerate() {
            let about = PyDict::new(py);
            about.set_item("sum", pair.scored[n].sum())?;
            about.set_item("samples", &pair.samples[n])?;
            about.set_item("failures", failures(py, &pair.scored[n])?)?;
            about.set_item("no_program", self.of_inputs(task, n))?;
            scores.set_item(name, about)?;
        }
        Ok(scores)
    }

    /// What the inputs of a task get, if that is known.
    fn of_inputs(&self, task: usize, differ: usize) -> Option<i64> {
        let scored = &self.no_program.as_ref()?.of(task)?.scored[differ];
        (scored.count > 0).then(|| scored.sum())
    }
}

fn failures<'py>(py: Python<'py>, scored: &Scored) -> PyResult<Bound<'py, PyDict>> {
    let failures = PyDict::new(py);
    for (failure, times) in &scored.failures {
        failures.set_item(failure.name(), *times)?;
    }
    Ok(failures)
}
