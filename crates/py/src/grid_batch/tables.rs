//! Sets of objects as tables.

use super::rows;
use megabatt_batch::{ObjectInfo, Pipeline, Row};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// Makes Python's `ObjectInfo`.
pub struct Maker<'py>(Bound<'py, PyAny>);

impl<'py> Maker<'py> {
    pub fn new(py: Python<'py>) -> PyResult<Maker<'py>> {
        py.import("megabatt._objects")?.getattr("ObjectInfo").map(Maker)
    }

    /// The objects of row `n`, in the order of their set.
    pub fn table(&self, row: &Row, n: usize, pipeline: &Pipeline) -> PyResult<Bound<'py, PyAny>> {
        let py = self.0.py();
        if let Some(error) = rows::raised(row, n, pipeline) {
            return Err(error);
        }
        let objects = ObjectInfo::of_row(row).ok_or_else(|| {
            let found = row.value().map_or("objects", |value| value.type_name());
            let words = format!("the result for grid {n} is no set of objects but of type {found}");
            PyTypeError::new_err(words + "; values() gives what it is, and objects(...) makes such sets")
        })?;
        let list = PyList::empty(py);
        for object in &objects {
            let ObjectInfo { colours, cells, top, left, bottom, right } = object;
            list.append(self.0.call1((PyTuple::new(py, colours)?, cells, top, left, bottom, right))?)?;
        }
        Ok(list.into_any())
    }
}
