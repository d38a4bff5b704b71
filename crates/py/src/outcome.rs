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

/// As [`answer`], with an exception that says where it comes from.
pub fn answer_for<'py>(
    py: Python<'py>,
    outcome: &Outcome,
    dialect: Dialect,
    same: Same,
    place: impl FnOnce() -> String,
) -> PyResult<Bound<'py, PyAny>> {
    written_or(
        py,
        outcome,
        |value| write(py, value, &mut Writer::of(dialect, same)),
        |fail| errors::raise_for(fail, &place()),
    )
}

/// The value as an object, or the exception, of one of many rows.
pub fn next<'py>(py: Python<'py>, outcome: &Outcome, writer: &mut Many<'py>) -> PyResult<Bound<'py, PyAny>> {
    written_or_raise(py, outcome, |value| writer.value(value))
}

/// As [`next`], with an exception that says where it comes from.
pub fn next_for<'py>(
    py: Python<'py>,
    outcome: &Outcome,
    writer: &mut Many<'py>,
    place: impl FnOnce() -> String,
) -> PyResult<Bound<'py, PyAny>> {
    written_or(py, outcome, |value| writer.value(value), |fail| errors::raise_for(fail, &place()))
}

fn written_or_raise<'py>(
    py: Python<'py>,
    outcome: &Outcome,
    write: impl FnOnce(&Value) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    written_or(py, outcome, write, errors::raise)
}

fn written_or<'py>(
    py: Python<'py>,
    outcome: &Outcome,
    write: impl FnOnce(&Value) -> PyResult<Bound<'py, PyAny>>,
    raise: impl FnOnce(Fail) -> PyErr,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(error) = foreign::raised(py, outcome) {
        return Err(error);
    }
    match outcome {
        Outcome::Value(value) => write(value),
        Outcome::Error(exception) => Err(raise(Fail::Raise(*exception))),
        Outcome::Limit(limit) => Err(raise(Fail::Limit(*limit))),
    }
}
