//! Python's objects to values.

use super::same::Same;
use super::{rows, sets};
use crate::function::Function;
use crate::grid::Grid;
use crate::{errors, foreign};
use megabatt_core::value::MAX_DEPTH;
use megabatt_core::{Dialect, Limit, Value};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyFrozenSet, PyInt, PyTuple, PyType};

/// Values nest up to 2,000 deep, and so does reading and writing them; a thread may have a small stack.
pub(super) const ENOUGH: usize = 1 << 20;
pub(super) const STACK: usize = 8 << 20;

/// Reads the arguments of one call. The same set given twice is the same set here: Python's `a & a` is not its `a & b`.
#[derive(Default)]
pub struct Reader {
    pub same: Same,
    /// Whose values the functions of Python's are given.
    dialect: Dialect,
    /// Whether only what the DSL's own operations give is a value: no int of NumPy's, for instance, no member of an `IntEnum` and no
    /// named tuple, which they would hand on.
    exact: bool,
}

impl Reader {
    pub fn new() -> Reader {
        Reader::default()
    }

    pub fn of(dialect: Dialect) -> Reader {
        Reader { dialect, ..Reader::default() }
    }

    /// One for calls in the place of Python's own, which would hand on whatever they are given.
    pub fn exact(dialect: Dialect) -> Reader {
        Reader { dialect, exact: true, ..Reader::default() }
    }

    /// One that knows what went over the border before.
    pub fn knowing(dialect: Dialect, same: Same) -> Reader {
        Reader { same, dialect, exact: false }
    }

    /// The value of an object, or a TypeError that says what is no value of the DSL.
    pub fn value(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Value> {
        stacker::maybe_grow(ENOUGH, STACK, || self.at_depth(object, 0))
    }

    pub(super) fn at_depth(&mut self, object: &Bound<'_, PyAny>, depth: u32) -> PyResult<Value> {
        if depth > MAX_DEPTH {
            return Err(errors::raise(Limit::Depth.into()));
        }
        if object.is_none() {
            return Ok(Value::None);
        }
        if let Ok(b) = object.cast::<PyBool>() {
            return Ok(Value::Bool(b.is_true()));
        }
        if let Some(n) = self.cast::<PyInt>(object) {
            return int(n).map(Value::Int);
        }
        if let Some(tuple) = self.cast::<PyTuple>(object) {
            if let Some(grid) = rows::grid(tuple) {
                return Ok(Value::grid(grid));
            }
            let items = tuple.iter().map(|item| self.at_depth(&item, depth + 1)).collect::<PyResult<Vec<_>>>()?;
            return Value::tuple(items).map_err(errors::raise);
        }
        if let Some(set) = self.cast::<PyFrozenSet>(object) {
            return self.set(set, depth + 1);
        }
        if let Some(x) = self.cast::<PyFloat>(object) {
            return Ok(Value::Float(x.value()));
        }
        if let Ok(function) = object.cast::<Function>() {
            return Ok(function.get().value.clone());
        }
        if let Ok(grid) = object.cast::<Grid>()
            && !self.exact
        {
            return Ok(grid.get().value.clone());
        }
        if object.is_callable() {
            return self.function(object, depth);
        }
        match number(object) {
            Some(value) if !self.exact => value,
            _ => Err(no_value(object)),
        }
    }

    /// An object as one of a type: of the type itself if only that is a value, else also of a subclass.
    fn cast<'a, 'py, T: PyTypeInfo>(&self, object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, T>> {
        if self.exact { object.cast_exact().ok() } else { object.cast().ok() }
    }

    /// What the package makes of Python functions says itself what it is; others are called as they are.
    fn function(&mut self, object: &Bound<'_, PyAny>, depth: u32) -> PyResult<Value> {
        match object.getattr_opt("__megabatt__")? {
            Some(own) if !object.is_instance_of::<PyType>() => self.at_depth(&own.call0()?, depth + 1),
            _ => foreign::value(object, self.dialect),
        }
    }

    fn set(&mut self, set: &Bound<'_, PyFrozenSet>, depth: u32) -> PyResult<Value> {
        if let Some(known) = self.same.value(set.as_any()) {
            return Ok(known.clone());
        }
        let value = sets::read(self, set, depth)?;
        self.same.note(set.as_any(), &value);
        Ok(value)
    }
}

/// The int or the bool that an object stands for, such as one of NumPy's. An array of one item stands for none.
pub(super) fn number(object: &Bound<'_, PyAny>) -> Option<PyResult<Value>> {
    if object.hasattr("__len__").unwrap_or(true) {
        return None;
    }
    if object.hasattr("__index__").unwrap_or(false) {
        let found = object.call_method0("__index__").ok()?.cast_into::<PyInt>().ok()?;
        return Some(int(&found).map(Value::Int));
    }
    let kind = object.getattr_opt("dtype").ok()??.getattr_opt("kind").ok()??;
    let is_bool = kind.extract::<String>().is_ok_and(|kind| kind == "b");
    is_bool.then(|| object.is_truthy().map(Value::Bool))
}

/// An int of at most 64 bits.
pub fn int(n: &Bound<'_, PyInt>) -> PyResult<i64> {
    n.extract::<i64>().map_err(|_| {
        PyOverflowError::new_err("megabatt has ints of 64 bits, from -2**63 to 2**63 - 1; this one is larger")
    })
}

fn no_value(object: &Bound<'_, PyAny>) -> PyErr {
    let name = object.get_type().name().map_or_else(|_| "object".to_string(), |name| name.to_string());
    let help = match name.as_str() {
        "list" => "; give a tuple",
        "set" => "; give a frozenset",
        "ndarray" => "; give a grid: mb.Grid(array), or tuples",
        _ => "",
    };
    PyTypeError::new_err(format!(
        "a value of the DSL is an int, a bool, None, a tuple, a frozenset or a function, not {name}{help}"
    ))
}
