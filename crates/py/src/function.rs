//! Functions of the DSL as objects that can be called, handed back and compared.

use crate::about;
use crate::attempt;
use crate::convert::{Reader, Writer};
use crate::{call, errors, outcome, traced};
use megabatt_core::{Dialect, Op, TokOp, Value, func, hash};
use megabatt_exec::Limits;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

// An operation of the DSL or a function that one of them made, such as `rbind(add, 1)`. It can be called with plain Python
// values. Two are equal if they are the same function, as in Python.
//
// No doc comment: it would be the `__doc__` of every function, and each has its own.
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

/// The operation that made a function, and what it was given.
type Made<'py> = (&'static str, Vec<Bound<'py, PyAny>>);

#[pymethods]
impl Function {
    #[pyo3(signature = (*args, **keywords))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if traced::is_tracing() {
            return traced::record(slf, args, keywords);
        }
        let (this, py) = (slf.get(), slf.py());
        let mut reader = Reader::of(this.dialect);
        let values = args.iter().map(|arg| reader.value(&arg)).collect::<PyResult<Vec<_>>>()?;
        let mut named = Vec::new();
        for (name, value) in keywords.into_iter().flatten() {
            named.push((name.extract::<String>()?, reader.value(&value)?));
        }
        let row = call::row(&this.value, values, named);
        let (result, same) = call::run_knowing(py, &row, this.dialect, &Limits::default(), reader.same)?;
        outcome::answer_for(py, &result.outcome, this.dialect, same, || {
            let params = about::params(&this.value, this.dialect);
            errors::words_of_call(&func::describe(&this.value), &params, args, keywords)
        })
    }

    /// The name of an operation; the expression that made another function.
    #[getter]
    fn __name__(&self) -> String {
        func::describe(&self.value)
    }

    /// Whose DSL it is of.
    #[getter]
    fn dialect(&self) -> &'static str {
        self.dialect.name()
    }

    /// What it says about itself.
    #[getter]
    fn __doc__(&self) -> String {
        about::function(&self.value)
    }

    /// The part of a Python function that the DSL asks for: `__code__.co_argcount`.
    #[getter]
    fn __code__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Some(count) = megabatt_cpu::arg_count(&self.value) else {
            return Err(PyAttributeError::new_err("a function without code has no __code__"));
        };
        let fields = PyDict::new(py);
        fields.set_item("co_argcount", count)?;
        py.import("types")?.getattr("SimpleNamespace")?.call((), Some(&fields))
    }

    /// The signature, for `inspect.signature`.
    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let names = about::params(&self.value, self.dialect);
        py.import("megabatt._signature")?.call_method1("signature", (names,))
    }

    /// What a call gives, or NotImplemented where Python has to find out: see `Traced.attempt`.
    #[pyo3(signature = (*args))]
    fn attempt<'py>(&self, py: Python<'py>, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        attempt::row(py, self.dialect, args, |args| call::row(&self.value, args, Vec::new()))
    }

    /// The operation that made it and what it was given; None if it is an operation itself, or a function of a file.
    fn _parts<'py>(&self, py: Python<'py>) -> PyResult<Option<Made<'py>>> {
        let Value::Func(function) = &self.value else { return Ok(None) };
        let Some(maker) = function.kind.maker() else { return Ok(None) };
        let mut writer = Writer::new(self.dialect);
        let parts = function.kind.parts().map(|part| writer.value(py, part)).collect::<PyResult<_>>()?;
        Ok(Some((maker.name(), parts)))
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
