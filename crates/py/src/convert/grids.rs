//! What people have for a grid: tuples, lists, NumPy arrays, [`crate::grid::Grid`].

use super::{Reader, arrays, read, rows};
use crate::grid::Grid;
use megabatt_core::{Arc, Grid as CoreGrid, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyInt, PyList, PyTuple};

const HELP: &str =
    "a grid is a list of rows of equal length, such as [[0, 1], [1, 0]], or a NumPy array of two dimensions";

/// What a program gets for its grid. Tuples are values of the DSL already and are taken as they are, whatever they hold;
/// lists and arrays must be grids with colours 0 to 9.
pub fn value(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if object.is_instance_of::<PyTuple>() {
        let value = Reader::new().value(object)?;
        return Ok(CoreGrid::from_value(&value).map_or(value, Value::grid));
    }
    grid(object).map(Value::Grid)
}

/// What a traced function gets: a grid in any form, or any other value of the DSL.
pub fn value_or_any(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    // What nearly all are needs no more questions.
    if let Ok(tuple) = object.cast_exact::<PyTuple>()
        && let Some(grid) = rows::grid(tuple)
    {
        return Ok(Value::grid(grid));
    }
    if object.is_instance_of::<PyList>() {
        return grid(object).map(Value::Grid);
    }
    let other = object.is_none() || object.is_instance_of::<PyInt>() || object.is_instance_of::<PyFrozenSet>();
    if other || object.is_callable() || read::number(object).is_some() {
        Reader::new().value(object)
    } else {
        value(object)
    }
}

/// What programs get for each of many grids: those of an array of three dimensions, or of anything that holds grids.
pub enum Many<'py> {
    Read(Vec<Value>),
    /// Each is read when it is asked for.
    Objects(Vec<Bound<'py, PyAny>>),
}

impl<'py> Many<'py> {
    /// The grids that `name.map` is given.
    pub fn of(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Many<'py>> {
        if let Some(grids) = arrays::read_many(object)? {
            return Ok(Many::Read(grids.into_iter().map(Value::grid).collect()));
        }
        if object.is_instance_of::<Grid>() || is_one_grid(object) || arrays::dimensions(object)? == Some(2) {
            return Err(PyValueError::new_err(format!(
                "{name}.map takes many grids, and this is one: call {name}(grid), or give an array of shape (number, height, width)"
            )));
        }
        object.try_iter().map_err(|_| no_grids(object))?.collect::<PyResult<_>>().map(Many::Objects)
    }

    pub fn len(&self) -> usize {
        match self {
            Many::Read(values) => values.len(),
            Many::Objects(objects) => objects.len(),
        }
    }

    pub fn get(&self, n: usize) -> PyResult<Value> {
        match self {
            Many::Read(values) => Ok(values[n].clone()),
            Many::Objects(objects) => value_or_any(&objects[n]).map_err(|error| numbered(objects[n].py(), n, error)),
        }
    }

    /// Words for an exception on one of them.
    pub fn place(&self, n: usize) -> String {
        match self.get(n) {
            Ok(Value::Grid(_)) => format!("grid {n}"),
            Ok(other) if CoreGrid::from_value(&other).is_some() => format!("grid {n}"),
            Ok(other) => format!("grid {n}, which is none but {}", short(&megabatt_core::py::repr(&other))),
            Err(_) => format!("grid {n}"),
        }
    }
}

/// A grid.
pub fn grid(object: &Bound<'_, PyAny>) -> PyResult<Arc<CoreGrid>> {
    if let Ok(grid) = object.cast::<Grid>() {
        return Ok(grid.get().grid.clone());
    }
    if object.is_instance_of::<PyTuple>() {
        let value = Reader::new().value(object)?;
        if let Value::Grid(grid) = value {
            return Ok(grid);
        }
        if let Some(grid) = CoreGrid::from_value(&value) {
            return Ok(Arc::new(grid));
        }
    }
    if let Ok(list) = object.cast::<PyList>() {
        let grid = rows::grid_of_lists(list).map_or_else(|| from_rows(list.as_any()), Ok);
        return grid.map(Arc::new);
    }
    if object.is_instance_of::<PyTuple>() {
        return from_rows(object).map(Arc::new);
    }
    match arrays::read(object)? {
        Some(grid) => Ok(Arc::new(grid)),
        None => Err(PyTypeError::new_err(format!("{} is no grid: {HELP}", kind(object)))),
    }
}

/// The grids of an array of three dimensions, or of anything that holds grids.
pub fn many(object: &Bound<'_, PyAny>) -> PyResult<Vec<Arc<CoreGrid>>> {
    if let Some(grids) = arrays::read_many(object)? {
        return Ok(grids.into_iter().map(Arc::new).collect());
    }
    object.try_iter()?.map(|item| grid(&item?)).collect()
}

/// As [`many`]; messages tell which grid they are about, counted from 0 as in Python.
pub fn many_numbered(object: &Bound<'_, PyAny>) -> PyResult<Vec<Arc<CoreGrid>>> {
    if let Some(grids) = arrays::read_many(object)? {
        return Ok(grids.into_iter().map(Arc::new).collect());
    }
    let each = object.try_iter().map_err(|_| no_grids(object))?;
    each.enumerate().map(|(n, item)| grid(&item?).map_err(|error| numbered(object.py(), n, error))).collect()
}

/// Whether a list holds rows of ints, and so no grids.
fn is_one_grid(object: &Bound<'_, PyAny>) -> bool {
    fn first<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
        object.cast::<PyList>().ok()?.iter().next()
    }
    first(object).and_then(|row| first(&row)).is_some_and(|cell| cell.is_instance_of::<PyInt>())
}

/// What is wrong with one of many grids, with its number.
pub(super) fn numbered(py: Python<'_>, n: usize, error: PyErr) -> PyErr {
    let words = format!("grid {n}: {}", error.value(py));
    if error.is_instance_of::<PyValueError>(py) {
        PyValueError::new_err(words)
    } else if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(words)
    } else {
        error
    }
}

fn no_grids(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = kind(object);
    PyTypeError::new_err(format!(
        "{kind} holds no grids; give a list of grids, or a NumPy array of shape (number, height, width)"
    ))
}

/// The beginning of a text.
fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// Whether an object is an array, of whatever shape, and not a single number of NumPy's or a grid of ours, which tell where their
/// cells lie, too.
pub fn is_array(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(!object.is_instance_of::<Grid>() && object.hasattr("__array_interface__")? && object.hasattr("__len__")?)
}

fn from_rows(rows: &Bound<'_, PyAny>) -> PyResult<CoreGrid> {
    let (mut cells, mut width, mut height) = (Vec::new(), 0, 0);
    for row in rows.try_iter()? {
        let row = row?;
        height += 1;
        if !(row.is_instance_of::<PyList>() || row.is_instance_of::<PyTuple>() || row.hasattr("__array_interface__")?) {
            return Err(PyTypeError::new_err(format!("row {height} is {}, not a list: {HELP}", kind(&row))));
        }
        let start = cells.len();
        for cell in row.try_iter()? {
            cells.push(colour(&cell?, height, cells.len() - start + 1)?);
        }
        let this = cells.len() - start;
        if height == 1 {
            width = this;
        }
        if this == 0 {
            return Err(PyValueError::new_err(format!("row {height} is empty: {HELP}")));
        }
        if this != width {
            return Err(PyValueError::new_err(format!(
                "row {height} is {this} wide, but row 1 is {width} wide: {HELP}"
            )));
        }
    }
    if height == 0 {
        return Err(PyValueError::new_err(format!("the grid has no rows: {HELP}")));
    }
    Ok(CoreGrid::new(height, width, cells))
}

/// A colour; rows and columns count from 1, as in messages about data files.
fn colour(cell: &Bound<'_, PyAny>, row: usize, column: usize) -> PyResult<i8> {
    let number = match cell.is_instance_of::<PyBool>() {
        true => None,
        false => cell.call_method0("__index__").ok(),
    };
    let Some(number) = number else {
        let kind = kind(cell);
        return Err(PyTypeError::new_err(format!(
            "row {row}, column {column}: {kind} is no colour; colours are ints 0 to 9"
        )));
    };
    match number.extract::<i64>() {
        Ok(colour @ 0..=9) => Ok(colour as i8),
        _ => Err(out_of_range(&number.to_string(), row, column)),
    }
}

pub(super) fn out_of_range(found: &str, row: usize, column: usize) -> PyErr {
    PyValueError::new_err(format!("row {row}, column {column}: {found} is no colour; colours are ints 0 to 9"))
}

/// What an object is, for messages.
pub fn kind(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".to_string(), |name| name.to_string())
}
