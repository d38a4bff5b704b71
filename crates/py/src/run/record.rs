//! One row of the results.

use super::kept::KeptOutcome;
use super::results::Ran;
use crate::{call, outcome};
use megabatt_engine::run::inputs;
use megabatt_exec::{Outcome, Row};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// What one program gave on one sample.
#[pyclass(frozen, module = "megabatt")]
pub struct Record {
    pub ran: Arc<Ran>,
    pub at: usize,
}

impl Record {
    fn kept(&self) -> &super::kept::Kept {
        &self.ran.rows[self.at]
    }

    /// The outcome; a value that was not kept is worked out again.
    fn outcome(&self, py: Python<'_>) -> PyResult<Outcome> {
        Ok(match &self.kept().outcome {
            KeptOutcome::Value(Some(value)) => Outcome::Value(value.clone()),
            KeptOutcome::Error(exception) => Outcome::Error(*exception),
            KeptOutcome::Limit(limit) => Outcome::Limit(*limit),
            KeptOutcome::Value(None) => {
                let job = self.kept().job();
                let (task, code) = (&self.ran.tasks[job.task], self.ran.loaded.programs[job.program].code.clone());
                let mut inputs = inputs(&code, job.sample.of(task), || task.demos());
                if self.ran.with_target
                    && let Some(target) = &job.sample.of(task).output
                {
                    inputs[2] = target.clone();
                }
                call::run_interruptibly(py, &Row { code, inputs }, self.ran.loaded.dialect, &self.ran.limits)?.outcome
            }
        })
    }
}

#[pymethods]
impl Record {
    /// The name of the program.
    #[getter]
    fn program(&self) -> &str {
        &self.ran.loaded.names[self.kept().job().program]
    }

    /// The id of the task.
    #[getter]
    fn task(&self) -> &str {
        &self.ran.tasks[self.kept().job().task].id
    }

    /// `train` or `test`.
    #[getter]
    fn split(&self) -> &'static str {
        self.kept().job().sample.section.name()
    }

    /// Which pair of the split, counted from 0.
    #[getter]
    fn index(&self) -> usize {
        self.kept().job().sample.index
    }

    /// `value`, `error` or `limit`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.kept().outcome {
            KeptOutcome::Value(_) => "value",
            KeptOutcome::Error(_) => "error",
            KeptOutcome::Limit(_) => "limit",
        }
    }

    /// The value; None if there is none. One that was not kept is worked out again.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.outcome(py)? {
            value @ Outcome::Value(_) => outcome::value_or_raise(py, &value, self.ran.loaded.dialect).map(Some),
            _ => Ok(None),
        }
    }

    /// The name of the exception that Python raises.
    #[getter]
    fn error(&self) -> Option<&'static str> {
        match self.kept().outcome {
            KeptOutcome::Error(exception) => Some(exception.name()),
            _ => None,
        }
    }

    /// The limit that ended it.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        match self.kept().outcome {
            KeptOutcome::Limit(limit) => Some(limit.name()),
            _ => None,
        }
    }

    /// Whether the value is the expected output; None where that is unknown.
    #[getter]
    fn matches(&self) -> Option<bool> {
        self.kept().matches
    }

    /// The share of the expected cells that the value has, from 0 to 1.
    #[getter]
    fn cell_match(&self) -> f64 {
        self.kept().cells.as_f64()
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.kept().time.as_secs_f64()
    }

    #[getter]
    fn fuel(&self) -> u64 {
        self.kept().fuel
    }

    #[getter]
    fn memory(&self) -> u64 {
        self.kept().memory
    }

    /// What each differ said of the value: its score, or None where it gave none. Nothing where there was nothing to score: no
    /// value, or no expected output.
    #[getter]
    fn differs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let scores = PyDict::new(py);
        let names = self.ran.differs.iter().flat_map(|differs| &differs.names);
        for (name, judged) in names.zip(&self.kept().judged) {
            scores.set_item(name, judged.ok())?;
        }
        Ok(scores)
    }

    /// Whether it may differ between two runs of Python itself.
    #[getter]
    fn address_dependent(&self) -> bool {
        self.kept().address_dependent
    }

    fn __repr__(&self) -> String {
        let what = match self.kept().matches {
            Some(true) => "right",
            _ if self.error().is_some() => self.error().unwrap_or_default(),
            _ if self.limit().is_some() => "a limit",
            Some(false) => "wrong",
            None => "a value",
        };
        format!("<Record {} on {} {}:{}: {what}>", self.program(), self.task(), self.split(), self.index())
    }
}
