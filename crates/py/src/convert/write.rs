//! Values to Python's objects.

use super::read::{ENOUGH, STACK};
use super::rows::Ints;
use super::sets;
use crate::foreign;
use crate::function::Function;
use megabatt_core::{Arc, Closure, Dialect, Grid, Set, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyTuple};
use std::collections::HashMap;

/// Writes one result. A set that it holds several times is one object, as in Python.
pub struct Writer {
    /// Whose operations functions are called with.
    dialect: Dialect,
    sets: HashMap<usize, Py<PyAny>>,
}

/// Writes many results, most of which may be grids.
pub struct Many<'py> {
    py: Python<'py>,
    dialect: Dialect,
    ints: Ints<'py>,
}

impl<'py> Many<'py> {
    pub fn new(py: Python<'py>, dialect: Dialect) -> Many<'py> {
        Many { py, dialect, ints: Ints::new() }
    }

    /// The object of Python's that the next value is.
    pub fn value(&mut self, value: &Value) -> PyResult<Bound<'py, PyAny>> {
        match value {
            Value::Grid(grid) => self.ints.rows(self.py, grid).map(Bound::into_any),
            _ => to_python(self.py, value, self.dialect),
        }
    }
}

/// The object of Python's that a value is.
pub fn to_python<'py>(py: Python<'py>, value: &Value, dialect: Dialect) -> PyResult<Bound<'py, PyAny>> {
    stacker::maybe_grow(ENOUGH, STACK, || Writer::new(dialect).value(py, value))
}

impl Writer {
    pub fn new(dialect: Dialect) -> Writer {
        Writer { dialect, sets: HashMap::new() }
    }

    pub fn value<'py>(&mut self, py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
        Ok(match value {
            Value::None => py.None().into_bound(py),
            Value::Bool(b) => PyBool::new(py, *b).to_owned().into_any(),
            Value::Int(n) => PyInt::new(py, *n).into_any(),
            Value::Float(x) => PyFloat::new(py, *x).into_any(),
            Value::Pair(a, b) => PyTuple::new(py, [*a, *b])?.into_any(),
            Value::Triple(a, b, c) => PyTuple::new(py, [*a, *b, *c])?.into_any(),
            Value::Cell(c, i, j) => {
                let place = PyTuple::new(py, [*i, *j])?.into_any();
                PyTuple::new(py, [PyInt::new(py, *c).into_any(), place])?.into_any()
            }
            Value::Tuple(items) => {
                let items = items.slice.iter().map(|item| self.value(py, item)).collect::<PyResult<Vec<_>>>()?;
                PyTuple::new(py, items)?.into_any()
            }
            Value::Grid(grid) => rows(py, grid)?.into_any(),
            Value::Set(set) => self.set(py, set)?,
            Value::Op(_) | Value::Tok(_) | Value::Func(_) => {
                if let Value::Func(function) = value
                    && let Closure::Foreign(function) = &function.kind
                    && let Some(object) = foreign::object(&**function)
                {
                    return Ok(object.bind(py).clone());
                }
                Bound::new(py, Function { value: value.clone(), dialect: self.dialect })?.into_any()
            }
        })
    }

    fn set<'py>(&mut self, py: Python<'py>, set: &Arc<Set>) -> PyResult<Bound<'py, PyAny>> {
        if set.is_unique() {
            return sets::write(self, py, set);
        }
        let address = Arc::as_ptr(set) as usize;
        if let Some(known) = self.sets.get(&address) {
            return Ok(known.bind(py).clone());
        }
        let written = sets::write(self, py, set)?;
        self.sets.insert(address, written.clone().unbind());
        Ok(written)
    }
}

/// A grid as the tuple of row tuples it is.
pub fn rows<'py>(py: Python<'py>, grid: &Grid) -> PyResult<Bound<'py, PyTuple>> {
    Ints::new().rows(py, grid)
}
