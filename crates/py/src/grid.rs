//! `mb.Grid`: a grid that shows as a picture and that NumPy reads without a copy.

use crate::convert::grids;
use megabatt_core::{Grid as CoreGrid, Value, hash};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A grid: rows of small ints. Made of tuples, lists or a NumPy array, it equals and hashes like the tuple of row tuples
/// that the DSL works on, and shows as a picture in a notebook.
#[pyclass(frozen, sequence, module = "megabatt")]
pub struct Grid {
    /// Always a [`Value::Grid`].
    pub value: Value,
    pub grid: megabatt_core::Arc<CoreGrid>,
}

impl Grid {
    pub fn new(grid: megabatt_core::Arc<CoreGrid>) -> Grid {
        Grid { value: Value::Grid(grid.clone()), grid }
    }
}

#[pymethods]
impl Grid {
    #[new]
    fn from_python(rows: &Bound<'_, PyAny>) -> PyResult<Grid> {
        grids::grid(rows).map(Grid::new)
    }

    /// The grids of an array of three dimensions (number, row, column), or of anything that holds grids.
    #[staticmethod]
    fn many(grids: &Bound<'_, PyAny>) -> PyResult<Vec<Grid>> {
        Ok(grids::many(grids)?.into_iter().map(Grid::new).collect())
    }

    /// Height and width.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.grid.height(), self.grid.width())
    }

    /// The tuple of row tuples that it is in the DSL.
    fn to_tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        crate::convert::rows(py, &self.grid)
    }

    /// A list of lists, as JSON has it.
    fn to_list(&self) -> Vec<Vec<i64>> {
        (0..self.grid.height()).map(|i| self.grid.row(i).iter().map(|&c| c.into()).collect()).collect()
    }

    fn __len__(&self) -> usize {
        self.grid.height()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyTuple>> {
        let height = self.grid.height() as isize;
        let row = if index < 0 { index + height } else { index };
        if !(0..height).contains(&row) {
            return Err(PyIndexError::new_err(format!("row {index} of a grid with {height} rows")));
        }
        PyTuple::new(py, self.grid.row(row as usize))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<Grid>() {
            return other.get().grid == self.grid;
        }
        other.cast::<PyTuple>().is_ok_and(|other| grids::grid(other.as_any()).is_ok_and(|grid| grid == self.grid))
    }

    fn __hash__(&self) -> u64 {
        hash::of(&self.value)
    }

    fn __repr__(&self) -> String {
        let rows: Vec<String> = self.to_list().iter().map(|row| format!("{row:?}")).collect();
        format!("Grid([{}])", rows.join(",\n      "))
    }

    /// The text of a picture, as notebooks ask for it.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("megabatt._pictures")?.call_method1("grid", (slf,))?.extract()
    }

    /// NumPy's way to the cells: they are read where they lie.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let description = PyDict::new(py);
        description.set_item("version", 3)?;
        description.set_item("typestr", "|i1")?;
        description.set_item("shape", self.shape())?;
        description.set_item("data", (self.grid.cells().as_ptr() as usize, true))?;
        Ok(description)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyTuple>,))> {
        Ok((slf.get_type().into_any(), (slf.get().to_tuple(slf.py())?,)))
    }
}
