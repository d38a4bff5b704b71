//! Functions of the DSL as objects that can be called, handed back and compared.

use crate::convert::Reader;
use crate::{call, outcome};
use megabatt_core::{Dialect, Op, TokOp, Value, func, hash};
use megabatt_exec::Limits;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// An operation of the DSL or a function that one of them made, such as `rbind(add, 1)`.
///
/// It can be called with plain Python values. Two are equal if they are the same function, as in Python.
#[pyclass(frozen, module = "megabatt")]
pub struct Function {
    pub value: Value,
    pub dialect: Dialect,
}

/// The operation of this name.
pub fn operation(name: &str, dialect: Dialect) -> PyResult<Function> {
    let value = match dialect {
        Dialect::Tok => TokOp::from_name(name).map(Value::Tok),
        _ => Op::from_name(name).map(Value::Op),
    };
    let missing = || PyAttributeError::new_err(format!("the dialect {} has no operation {name}", dialect.name()));
    value.map(|value| Function { value, dialect }).ok_or_else(missing)
}

#[pymethods]
impl Function {
    #[pyo3(signature = (*args, **keywords))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut reader = Reader::new();
        let args = args.iter().map(|arg| reader.value(&arg)).collect::<PyResult<Vec<_>>>()?;
        let mut named = Vec::new();
        for (name, value) in keywords.into_iter().flatten() {
            named.push((name.extract::<String>()?, reader.value(&value)?));
        }
        let row = call::row(&self.value, args, named);
        let result = py.detach(|| call::run_row(&row, self.dialect, &Limits::default()));
        outcome::value_or_raise(py, &result.outcome, self.dialect)
    }

    /// The name of an operation; the expression that made another function.
    #[getter]
    fn __name__(&self) -> String {
        func::describe(&self.value)
    }

    fn __repr__(&self) -> String {
        format!("<megabatt function {}>", func::describe(&self.value))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Function>().is_ok_and(|other| other.get().value.is(&self.value))
    }

    fn __hash__(&self) -> u64 {
        hash::of(&self.value)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a megabatt function cannot be pickled; send the text of the program and load it there with mb.load(text=…)",
        ))
    }
}
