//! Python's own functions as functions of the DSL.
//!
//! The engine calls back into Python with the GIL. What a function raises travels beside the engine, which knows classes
//! only: it is put aside here, and [`raised`] brings it back when the call has ended.

use crate::convert::{Reader, Same, Writer};
use crate::errors::LimitError;
use megabatt_core::{Closure, Dialect, Exception, Fail, Foreign, Function, Limit, Result, Value};
use megabatt_exec::Outcome;
use pyo3::exceptions::*;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::any::Any;
use std::cell::RefCell;

/// A callable object of Python's.
#[derive(Debug)]
pub struct PythonFunction {
    pub callable: Py<PyAny>,
    dialect: Dialect,
    arg_count: Option<usize>,
    name: String,
    hash: u64,
}

thread_local! {
    /// What the function that was called last on this thread raised.
    static ASIDE: RefCell<Option<Box<PyErr>>> = const { RefCell::new(None) };
    /// The sets that the innermost call on this thread has been given, and has handed to functions.
    static KNOWN: RefCell<Box<Same>> = RefCell::default();
}

/// Makes a call in which functions of Python's may be called; they are given the very sets that the call was given. Gives what
/// is known of sets afterwards, too.
pub fn knowing<T>(same: Same, call: impl FnOnce() -> T) -> (T, Same) {
    let outer = KNOWN.replace(Box::new(same));
    let result = call();
    (result, *KNOWN.replace(outer))
}

/// The function as a value; what it is given is of this dialect.
pub fn value(callable: &Bound<'_, PyAny>, dialect: Dialect) -> PyResult<Value> {
    let code = callable.getattr_opt("__code__")?;
    let arg_count = code.and_then(|code| code.getattr("co_argcount").ok()?.extract().ok());
    let name = callable.getattr_opt("__qualname__")?.and_then(|name| name.extract().ok());
    let function = PythonFunction {
        callable: callable.clone().unbind(),
        dialect,
        arg_count,
        name: name.unwrap_or_else(|| callable.to_string()),
        hash: callable.hash()? as u64,
    };
    Function::new(Closure::Foreign(std::sync::Arc::new(function))).map(Value::func).map_err(crate::errors::raise)
}

/// The object that a function of Python's is.
pub fn object(function: &dyn Foreign) -> Option<&Py<PyAny>> {
    function.as_any().downcast_ref::<PythonFunction>().map(|function| &function.callable)
}

impl PythonFunction {
    fn call_python(&self, py: Python<'_>, args: &[&Value]) -> PyResult<Value> {
        let mut writer = Writer::of_arguments(self.dialect, *KNOWN.take());
        let args = args.iter().map(|arg| writer.value(py, arg)).collect::<PyResult<Vec<_>>>();
        KNOWN.set(Box::new(writer.same));
        let result = self.callable.bind(py).call1(PyTuple::new(py, args?)?)?;
        let mut reader = Reader::knowing(self.dialect, *KNOWN.take());
        let value = reader.value(&result);
        KNOWN.set(Box::new(reader.same));
        value
    }
}

impl Foreign for PythonFunction {
    fn call(&self, args: &[&Value]) -> Result<Value> {
        Python::attach(|py| {
            self.call_python(py, args).map_err(|error| {
                let fail = class_of(py, &error);
                ASIDE.set(Some(Box::new(error)));
                fail
            })
        })
    }

    fn arg_count(&self) -> Option<usize> {
        self.arg_count
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn address(&self) -> usize {
        self.callable.as_ptr() as usize
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What the engine has to know of an exception: whether a generator turns it into another, and whether tokpidjin's
/// operations catch it.
fn class_of(py: Python<'_>, error: &PyErr) -> Fail {
    if error.is_instance_of::<PyStopIteration>(py) {
        Fail::STOP
    } else if error.is_instance_of::<LimitError>(py) || !error.is_instance_of::<PyException>(py) {
        Limit::Stopped.into()
    } else {
        Exception::RuntimeError.into()
    }
}

/// Forgets what earlier calls left.
pub fn forget() {
    ASIDE.set(None);
}

/// The exception that ended a call with functions of Python's in it, if one of them raised it.
pub fn raised(py: Python<'_>, outcome: &Outcome) -> Option<PyErr> {
    let error = *ASIDE.take()?;
    match outcome {
        Outcome::Value(_) => None,
        Outcome::Error(Exception::RuntimeError) if error.is_instance_of::<PyStopIteration>(py) => {
            let outer = PyRuntimeError::new_err("generator raised StopIteration");
            outer.set_cause(py, Some(error));
            Some(outer)
        }
        Outcome::Error(Exception::RuntimeError | Exception::StopIteration) | Outcome::Limit(Limit::Stopped) => {
            Some(error)
        }
        // Something else came after what was caught.
        _ => None,
    }
}
