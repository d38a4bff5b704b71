//! Values to Python's objects.

use super::ints::Ints;
use super::read::{ENOUGH, STACK};
use super::same::Same;
use super::sets;
use crate::foreign;
use crate::function::Function;
use megabatt_core::{Arc, Closure, Dialect, Grid, Set, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyTuple};

/// Writes one result. A set that it holds several times is one object, as in Python.
pub struct Writer {
    /// Whose operations functions are called with.
    dialect: Dialect,
    pub same: Same,
    /// Whether the same values may be written again, as the arguments of functions are.
    again: bool,
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
    write(py, value, &mut Writer::new(dialect))
}

/// The same with a writer that knows something already.
pub fn write<'py>(py: Python<'py>, value: &Value, writer: &mut Writer) -> PyResult<Bound<'py, PyAny>> {
    stacker::maybe_grow(ENOUGH, STACK, || writer.value(py, value))
}

impl Writer {
    pub fn new(dialect: Dialect) -> Writer {
        Writer::of(dialect, Same::default())
    }

    /// One that knows what was read before.
    pub fn of(dialect: Dialect, same: Same) -> Writer {
        Writer { dialect, same, again: false }
    }

    /// The same for arguments of a function of Python's: others may be given the same sets later.
    pub fn of_arguments(dialect: Dialect, same: Same) -> Writer {
        Writer { dialect, same, again: true }
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
                let items = items.slice().iter().map(|item| self.value(py, item)).collect::<PyResult<Vec<_>>>()?;
                PyTuple::new(py, items)?.into_any()
            }
            Value::Grid(grid) => rows(py, grid)?.into_any(),
            Value::Set(set) => self.set(py, set, value)?,
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

    fn set<'py>(&mut self, py: Python<'py>, set: &Arc<Set>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
        if set.is_unique() && !self.again {
            return sets::write(self, py, set);
        }
        if let Some(known) = self.same.object(py, set) {
            return Ok(known);
        }
        let written = sets::write(self, py, set)?;
        self.same.note(&written, value);
        Ok(written)
    }
}

/// A grid as the tuple of row tuples it is.
pub fn rows<'py>(py: Python<'py>, grid: &Grid) -> PyResult<Bound<'py, PyTuple>> {
    Ints::new().rows(py, grid)
}
