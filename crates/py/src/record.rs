//! What a program gave on a sample, as an object.

use crate::outcome::value_or_raise;
use megabatt_core::Dialect;
use megabatt_exec::{Outcome as CoreOutcome, RowResult};
use pyo3::prelude::*;

/// What a program gave: a value, the exception that Python raises, or a limit; and what it took.
#[pyclass(frozen, module = "megabatt")]
pub struct Outcome {
    pub result: RowResult,
    pub dialect: Dialect,
}

/// The word for an outcome.
pub fn kind(outcome: &CoreOutcome) -> &'static str {
    match outcome {
        CoreOutcome::Value(_) => "value",
        CoreOutcome::Error(_) => "error",
        CoreOutcome::Limit(_) => "limit",
    }
}

#[pymethods]
impl Outcome {
    /// `value`, `error` or `limit`.
    #[getter]
    fn kind(&self) -> &'static str {
        kind(&self.result.outcome)
    }

    /// The value; None if there is none.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match &self.result.outcome {
            outcome @ CoreOutcome::Value(_) => value_or_raise(py, outcome, self.dialect).map(Some),
            _ => Ok(None),
        }
    }

    /// The name of the exception that Python raises.
    #[getter]
    fn error(&self) -> Option<&'static str> {
        match self.result.outcome {
            CoreOutcome::Error(exception) => Some(exception.name()),
            _ => None,
        }
    }

    /// The limit that ended it.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        match self.result.outcome {
            CoreOutcome::Limit(limit) => Some(limit.name()),
            _ => None,
        }
    }

    /// The value, or the exception.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value_or_raise(py, &self.result.outcome, self.dialect)
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.result.time.as_secs_f64()
    }

    #[getter]
    fn fuel(&self) -> u64 {
        self.result.fuel
    }

    #[getter]
    fn memory(&self) -> u64 {
        self.result.memory
    }

    /// Whether it may differ between two runs of Python itself.
    #[getter]
    fn address_dependent(&self) -> bool {
        self.result.address_dependent
    }

    fn __repr__(&self) -> String {
        let what = match &self.result.outcome {
            CoreOutcome::Value(value) if value.weight() > 100 => format!("a {}", value.type_name()),
            CoreOutcome::Value(value) => megabatt_core::py::repr(value),
            CoreOutcome::Error(exception) => exception.name().to_string(),
            CoreOutcome::Limit(limit) => limit.name().to_string(),
        };
        format!("<Outcome {}: {what}>", self.kind())
    }
}
