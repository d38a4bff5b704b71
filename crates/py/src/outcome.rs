//! What a row gave, as Python sees it.

use crate::convert::{Many, Same, Writer, write};
use crate::{errors, foreign};
use megabatt_core::{Dialect, Fail, Value};
use megabatt_exec::Outcome;
use pyo3::prelude::*;

/// The value as an object, or the exception.
pub fn value_or_raise<'py>(py: Python<'py>, outcome: &Outcome, dialect: Dialect) -> PyResult<Bound<'py, PyAny>> {
    answer(py, outcome, dialect, Same::default())
}

/// The same where the sets that were given are known: those that come back are the objects that they were.
pub fn answer<'py>(py: Python<'py>, outcome: &Outcome, dialect: Dialect, same: Same) -> PyResult<Bound<'py, PyAny>> {
    written_or_raise(py, outcome, |value| write(py, value, &mut Writer::of(dialect, same)))
}

/// The value as an object, or the exception, of one of many rows.
pub fn next_or_raise<'py>(py: Python<'py>, outcome: &Outcome, writer: &mut Many<'py>) -> PyResult<Bound<'py, PyAny>> {
    written_or_raise(py, outcome, |value| writer.value(value))
}

fn written_or_raise<'py>(
    py: Python<'py>,
    outcome: &Outcome,
    write: impl FnOnce(&Value) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(error) = foreign::raised(py, outcome) {
        return Err(error);
    }
    match outcome {
        Outcome::Value(value) => write(value),
        Outcome::Error(exception) => Err(errors::raise(Fail::Raise(*exception))),
        Outcome::Limit(limit) => Err(errors::raise(Fail::Limit(*limit))),
    }
}
