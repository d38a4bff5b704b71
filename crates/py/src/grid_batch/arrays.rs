//! Results as NumPy has them.

use super::rows;
use megabatt_batch::{Pipeline, Results, Row};
use megabatt_core::{Grid, Value};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};

/// One array where everything has one shape, else a list of arrays.
pub fn numpy<'py>(py: Python<'py>, results: &Results, pipeline: &Pipeline) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy").map_err(|error| {
        let missing = PyImportError::new_err("numpy() needs NumPy: pip install numpy; grids() and values() do without");
        missing.set_cause(py, Some(error));
        missing
    })?;
    if let Some((n, row)) =
        results.rows.iter().enumerate().find(|(_, row)| matches!(row, Row::Error(_) | Row::Limit(_)))
        && let Some(error) = rows::raised(row, n, pipeline)
    {
        return Err(error);
    }
    if let Some((kind, bytes)) = numbers(&results.rows) {
        return numpy.call_method1("frombuffer", (PyByteArray::new(py, &bytes), kind));
    }
    let grids = results.rows.iter().enumerate().map(|(n, row)| rows::grid(row, n, pipeline));
    let grids = grids.collect::<PyResult<Vec<&Grid>>>()?;
    of_grids(py, &grids)
}

/// The module, or an exception that says who needs it.
pub fn module<'py>(py: Python<'py>, who: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import("numpy").map_err(|error| {
        let missing = PyImportError::new_err(format!("{who} needs NumPy: pip install numpy"));
        missing.set_cause(py, Some(error));
        missing
    })
}

/// One array where all grids have one shape, else a list of arrays.
pub fn of_grids<'py>(py: Python<'py>, grids: &[&Grid]) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    let shape = |grid: &&Grid| (grid.height(), grid.width());
    let first = grids.first().map_or((0, 0), shape);
    let cells: usize = grids.iter().map(|grid| grid.cells().len()).sum();
    // Arrays of a bytearray may be written to, and those of a list share one.
    let memory = PyByteArray::new_with(py, cells, |mut bytes| {
        for grid in grids {
            let (here, after) = bytes.split_at_mut(grid.cells().len());
            here.iter_mut().zip(grid.cells()).for_each(|(to, &cell)| *to = cell as u8);
            bytes = after;
        }
        Ok(())
    })?;
    if grids.iter().all(|grid| shape(grid) == first) {
        let flat = numpy.call_method1("frombuffer", (memory, "int8"))?;
        return flat.call_method1("reshape", (grids.len(), first.0, first.1));
    }
    let from_buffer = numpy.getattr("frombuffer")?;
    let (list, mut at) = (PyList::empty(py), 0);
    for grid in grids {
        let size = grid.cells().len();
        list.append(from_buffer.call1((&memory, "int8", size, at))?.call_method1("reshape", shape(grid))?)?;
        at += size;
    }
    Ok(list.into_any())
}

/// The bytes of ints or of bools, if all rows are of one of those kinds.
fn numbers(rows: &[Row]) -> Option<(&'static str, Vec<u8>)> {
    match rows.first()? {
        Row::Value(Value::Int(_)) => {
            let bytes = rows.iter().map(|row| row.number().map(i64::to_ne_bytes)).collect::<Option<Vec<_>>>()?;
            Some(("int64", bytes.concat()))
        }
        Row::Value(Value::Bool(_)) => {
            let byte = |row: &Row| if let Row::Value(Value::Bool(b)) = row { Some(u8::from(*b)) } else { None };
            Some(("bool", rows.iter().map(byte).collect::<Option<_>>()?))
        }
        _ => None,
    }
}
