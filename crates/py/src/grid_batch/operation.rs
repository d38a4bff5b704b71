//! Operations as methods of a batch.

use super::{Argument, GridBatch, Others, grids_said};
use crate::about;
use crate::convert::Reader;
use megabatt_core::{Dialect, Op, Value};
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

// An operation that waits for its other arguments.
//
// No doc comment: it would be the `__doc__` of every operation, and each has its own.
#[pyclass(frozen, module = "megabatt")]
pub struct Operation {
    batch: Py<GridBatch>,
    op: Op,
}

impl Operation {
    /// The operation of this name; an AttributeError with the nearest one if there is none.
    pub fn named(batch: &Bound<'_, GridBatch>, name: &str) -> PyResult<Operation> {
        match Op::from_name(name) {
            Some(op) => Ok(Operation { batch: batch.clone().unbind(), op }),
            None => Err(unknown(name)),
        }
    }

    /// What another batch gives, which has to have as many grids as this one.
    fn batch_of(&self, other: &Bound<'_, GridBatch>) -> PyResult<Others> {
        let (found, wanted) = (other.get().grids.len(), self.batch.get().grids.len());
        if found != wanted {
            let (name, found) = (self.op.name(), grids_said(found));
            let words = format!("{name} was given a batch of {found} for one of {wanted}; each grid goes with its own");
            return Err(PyValueError::new_err(words));
        }
        other.get().column(other.py())
    }

    /// The names of its parameters after the first.
    fn params(&self) -> Vec<String> {
        about::params(&Value::Op(self.op), Dialect::Arc).split_off(1)
    }
}

#[pymethods]
impl Operation {
    #[pyo3(signature = (*args, **keywords))]
    fn __call__(&self, args: &Bound<'_, PyTuple>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<GridBatch> {
        let (params, mut reader) = (self.params(), Reader::of(Dialect::Arc));
        let wrong = |why: &str| {
            let (name, params) = (self.op.name(), params.join(", "));
            PyTypeError::new_err(format!("{name}({params}) {why}; its first argument is the batch"))
        };
        let given = args.len() + keywords.map_or(0, |keywords| keywords.len());
        if given != params.len() {
            return Err(wrong(&format!(
                "was called with {given} {}",
                if given == 1 { "argument" } else { "arguments" }
            )));
        }
        let mut read = |arg: &Bound<'_, PyAny>| match arg.cast::<GridBatch>() {
            Ok(other) => self.batch_of(other).map(Argument::Batch),
            Err(_) => reader.value(arg).map(Argument::Value),
        };
        let mut values = args.iter().map(|arg| read(&arg)).collect::<PyResult<Vec<_>>>()?;
        // As many as there are parameters, and none twice: every one is there.
        for param in &params[args.len()..] {
            let keyword = keywords.map(|keywords| keywords.get_item(param)).transpose()?.flatten();
            values.push(read(&keyword.ok_or_else(|| wrong(&format!("was called without {param}")))?)?);
        }
        if values.iter().any(|value| matches!(value, Argument::Value(value) if value.is_foreign())) {
            return Err(PyTypeError::new_err(format!(
                "{} was given a function of Python's, which a batch cannot call; give one of megabatt.dsl, or use mb.jit and .map",
                self.op.name()
            )));
        }
        Ok(self.batch.get().then(self.op, values))
    }

    #[getter]
    fn __name__(&self) -> &'static str {
        self.op.name()
    }

    #[getter]
    fn __doc__(&self) -> String {
        about::function(&Value::Op(self.op))
    }

    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("megabatt._signature")?.call_method1("signature", (self.params(),))
    }

    fn __repr__(&self) -> String {
        format!("<operation {} of a GridBatch>", self.op.name())
    }
}

fn unknown(name: &str) -> PyErr {
    let public = !name.starts_with('_') && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    // A pipeline with this name is refused with the nearest one.
    let help = public.then(|| megabatt_lang::pipeline::parse(name, Dialect::Arc).err()?.help).flatten();
    let help = help.map_or(String::new(), |help| format!(". {help}"));
    PyAttributeError::new_err(format!("a GridBatch has no operation {name:?}{help}"))
}
