//! What came of single rows.

use crate::{convert, errors};
use megabatt_batch::{Pipeline, Row};
use megabatt_core::{Dialect, Fail, Grid};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The value of row `n`, or the exception that Python raises.
pub fn value<'py>(py: Python<'py>, row: &Row, n: usize, pipeline: &Pipeline) -> PyResult<Bound<'py, PyAny>> {
    match row {
        Row::Grid(grid) => convert::rows(py, grid).map(Bound::into_any),
        Row::Value(value) => convert::to_python(py, value, Dialect::Arc),
        other => Err(failed(other, n, pipeline)),
    }
}

/// The grid that row `n` is.
pub fn grid<'a>(row: &'a Row, n: usize, pipeline: &Pipeline) -> PyResult<&'a Grid> {
    match row {
        Row::Grid(grid) => Ok(grid),
        other => Err(failed(other, n, pipeline)),
    }
}

/// Why a row is not what was asked for.
pub fn failed(row: &Row, n: usize, pipeline: &Pipeline) -> PyErr {
    raised(row, n, pipeline).unwrap_or_else(|| no_grid(row, n))
}

/// The exception of a row that has no value.
pub fn raised(row: &Row, n: usize, pipeline: &Pipeline) -> Option<PyErr> {
    let fail = match row {
        Row::Error(exception) => Fail::Raise(*exception),
        Row::Limit(limit) => Fail::Limit(*limit),
        Row::Grid(_) | Row::Value(_) | Row::Objects(_) => return None,
    };
    Some(errors::raise_for(fail, &format!("grid {n} of the batch, {}", pipeline.text())))
}

fn no_grid(row: &Row, n: usize) -> PyErr {
    let found = row.value().map_or("objects", |value| value.type_name());
    PyTypeError::new_err(format!("the result for grid {n} is no grid but of type {found}; values() gives what it is"))
}
