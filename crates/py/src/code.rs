//! The code of Python's functions.
//!
//! `mb.patch` asks at every call whether the functions that a program uses still have the code they had, some fifty of them. Reading
//! the attribute takes as long as a small program. An object begins with its count of references and its type, and somewhere behind
//! them a function has the reference to its code; where, depends on the version. That is found out once, and where it is not clear,
//! the attribute is read.

use pyo3::prelude::*;
use pyo3::{ffi, intern};
use std::sync::OnceLock;

/// Bytes from the start of a function to the reference to its code, if that is known.
static PLACE: OnceLock<Option<usize>> = OnceLock::new();

/// Finds out what it can. Called when the module is loaded.
pub fn look(py: Python<'_>) -> PyResult<()> {
    let place = place(py)?;
    PLACE.get_or_init(|| place);
    Ok(())
}

fn place(py: Python<'_>) -> PyResult<Option<usize>> {
    let one = py.eval(c"lambda: 'one'", None, None)?;
    let other = py.eval(c"lambda grid: 'another one'", None, None)?;
    let size: usize = one.get_type().getattr("__basicsize__")?.extract()?;
    let first = size_of::<ffi::PyObject>();
    let places = |function: &Bound<'_, PyAny>| -> PyResult<Vec<usize>> {
        let code = function.getattr("__code__")?.as_ptr();
        // SAFETY: a function is as large as its type says, and objects are aligned for pointers.
        let word = |at: usize| unsafe { function.as_ptr().byte_add(at).cast::<*mut ffi::PyObject>().read() };
        let all = (first..).step_by(size_of::<usize>()).take_while(|at| at + size_of::<usize>() <= size);
        Ok(all.filter(|&at| word(at) == code).collect())
    };
    let found = places(&one)?;
    let [place] = found[..] else { return Ok(None) };
    let is_clear = places(&other)? == [place];
    // Where it was is where the next one has to be.
    one.setattr("__code__", py.eval(c"(lambda: 'a third one').__code__", None, None)?)?;
    Ok((is_clear && places(&one)? == [place]).then_some(place))
}

/// A function that was written in Python.
pub struct FunctionRef(Py<PyAny>);

impl FunctionRef {
    /// None for every other object.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<Option<FunctionRef>> {
        let kind = object.py().import("types")?.getattr("FunctionType")?;
        Ok(object.get_type().is(&kind).then(|| FunctionRef(object.clone().unbind())))
    }

    pub fn is(&self, other: &FunctionRef) -> bool {
        self.0.is(&other.0)
    }

    pub fn bind<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.0.bind(py)
    }

    /// The address of its code, to be compared with that of another one that is held.
    #[inline]
    pub fn code(&self, py: Python<'_>) -> PyResult<*mut ffi::PyObject> {
        match PLACE.get() {
            // SAFETY: it is a function, which has it there, and the GIL is held.
            Some(Some(place)) => Ok(unsafe { self.0.as_ptr().byte_add(*place).cast::<*mut ffi::PyObject>().read() }),
            _ => Ok(self.0.bind(py).getattr(intern!(py, "__code__"))?.as_ptr()),
        }
    }
}
