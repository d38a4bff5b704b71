//! What a batt gave: rows of its candidates, as for programs, and beside them what `run_batt.py` counts.

use super::run::CPU;
use crate::run::{Ran, Results};
use megabatt_engine::batt::{Lines, TaskScores, first_failure};
use megabatt_lang::batt::Batt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The scores of a run.
pub struct Scored {
    pub batt: Arc<Batt>,
    /// One for each task.
    pub by_task: Vec<TaskScores>,
    /// How many samples the tasks have.
    pub samples: usize,
    /// The scores with C = None and with the target, as rows.
    pub rows: Arc<Ran>,
}

/// What a batt gave on tasks. The rows are those of its candidates; `scores` has those of its scores.
#[pyclass(frozen, extends = Results, module = "megabatt")]
pub struct BattResults {
    scored: Scored,
}

impl BattResults {
    pub fn new(scored: Scored) -> BattResults {
        BattResults { scored }
    }

    /// Tasks of which some sample ran: id and scores.
    fn done(&self) -> impl Iterator<Item = (&str, &TaskScores)> {
        let tasks = self.scored.rows.tasks.iter().map(|task| task.id.as_str());
        tasks.zip(&self.scored.by_task).filter(|(_, scores)| scores.samples > 0)
    }

    /// Names and numbers of all tasks added up.
    fn added(&self, counts: impl Fn(&TaskScores) -> Vec<(String, usize)>) -> BTreeMap<String, usize> {
        let mut sums = BTreeMap::new();
        for (name, times) in self.done().flat_map(|(_, scores)| counts(scores)) {
            *sums.entry(name).or_default() += times;
        }
        sums
    }
}

#[pymethods]
impl BattResults {
    /// What the batt appended to `s`, as rows: `DIFFER_SOLVER_tN` for the call with C = None, and with `_with_target` at its end
    /// for the call with the expected output.
    #[getter]
    fn scores(&self) -> Results {
        Results { ran: self.scored.rows.clone() }
    }

    /// For each task and solver 1000 for each sample on which a candidate of the solver is right.
    #[getter]
    fn o_score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (task, scores) in self.done() {
            let by_solver = PyDict::new(py);
            for (solver, score) in scores.by_solver(&self.scored.batt) {
                by_solver.set_item(solver, score)?;
            }
            all.set_item(task, by_solver)?;
        }
        Ok(all)
    }

    /// For each task, solver and differ the sum of the differ's scores of both calls over all samples (`score`), and where the
    /// batt has its score of the input itself (`last_t`).
    #[getter]
    fn d_score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (task, scores) in self.done() {
            let by_solver = PyDict::new(py);
            for differed in scores.by_differ(&self.scored.batt) {
                let of_solver = match by_solver.get_item(differed.solver)? {
                    Some(known) => known.cast_into::<PyDict>()?,
                    None => PyDict::new(py),
                };
                let about = PyDict::new(py);
                about.set_item("last_t", differed.number)?;
                about.set_item("score", differed.score)?;
                of_solver.set_item(differed.differ, about)?;
                by_solver.set_item(differed.solver, of_solver)?;
            }
            all.set_item(task, by_solver)?;
        }
        Ok(all)
    }

    /// How often a call gave nothing, because a line raised what its `try` does not catch: by task and exception.
    #[getter]
    fn gave_nothing(&self) -> BTreeMap<&str, BTreeMap<String, usize>> {
        let counts = |scores: &TaskScores| scores.ended.iter().map(|(why, n)| (why.name(), *n)).collect();
        self.done()
            .filter(|(_, scores)| !scores.ended.is_empty())
            .map(|(task, scores)| (task, counts(scores)))
            .collect()
    }

    /// Where that happened first: task, split, index, with_target, line and its text. None if every call gave something.
    #[getter]
    fn gave_nothing_first<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let (scored, tasks) = (&self.scored, &self.scored.rows.tasks);
        let limits = &self.scored.rows.limits;
        let found = py.detach(|| first_failure(&Lines::new(&scored.batt, &CPU, limits), tasks, &scored.by_task));
        let Some(failure) = found else { return Ok(None) };
        let first = PyDict::new(py);
        first.set_item("task", &tasks[failure.task].id)?;
        first.set_item("split", failure.sample.section.name())?;
        first.set_item("index", failure.sample.index)?;
        first.set_item("with_target", failure.with_target)?;
        first.set_item("line", failure.line)?;
        first.set_item("text", failure.text)?;
        Ok(Some(first))
    }

    /// The run in numbers: those of all results, of which `programs` and `runs` are the candidates and their rows, and the batt's.
    #[getter]
    fn summary<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (this, py) = (slf.get(), slf.py());
        let summary = slf.as_super().get().summary(py)?;
        let done = |count: &dyn Fn(&TaskScores) -> usize| this.done().map(|(_, scores)| count(scores)).sum::<usize>();
        summary.set_item("samples", done(&|scores| scores.samples))?;
        summary.set_item("planned_samples", this.scored.samples)?;
        summary.set_item("differ_score", this.done().map(|(_, scores)| scores.differ_score()).sum::<i64>())?;
        let ended = |scores: &TaskScores| scores.ended.iter().map(|(why, n)| (why.name(), *n)).collect();
        summary.set_item("gave_nothing", this.added(ended))?;
        let limits =
            |scores: &TaskScores| scores.limits.iter().map(|(name, n)| (format!("limit {name}"), *n)).collect();
        summary.set_item("limits_met", this.added(limits))?;
        Ok(summary)
    }
}
