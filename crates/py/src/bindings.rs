//! What names of a module stand for, compared with what they stood for: `mb.patch` asks at every call.

use crate::code::FunctionRef;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

/// Names of some namespaces, with the objects they stood for when this was made, and the code of those that are functions: it can
/// be replaced in place, as IPython's `%autoreload` does.
#[pyclass(frozen, module = "megabatt._native")]
pub struct Bindings {
    spaces: Vec<Space>,
    /// Each function once, whatever number of names it has.
    functions: Vec<(FunctionRef, Py<PyAny>)>,
    /// Functions that are patched, each with the code it had at first and then the codes that patches gave it.
    patched: Py<PyDict>,
}

struct Space {
    names: Py<PyDict>,
    /// None: the name stood for nothing.
    bound: Vec<(Py<PyString>, Option<Py<PyAny>>)>,
}

#[pymethods]
impl Bindings {
    /// Of namespaces, each with the names that matter.
    #[new]
    fn new(
        spaces: Vec<(Bound<'_, PyDict>, Vec<Bound<'_, PyString>>)>,
        patched: Bound<'_, PyDict>,
    ) -> PyResult<Bindings> {
        let bound = |space: &Bound<'_, PyDict>, name: Bound<'_, PyString>| -> PyResult<_> {
            Ok((name.clone().unbind(), space.get_item(name)?.map(Bound::unbind)))
        };
        let py = patched.py();
        let spaces = spaces.into_iter().map(|(space, names)| {
            let bound = names.into_iter().map(|name| bound(&space, name)).collect::<PyResult<_>>()?;
            Ok(Space { names: space.unbind(), bound })
        });
        let spaces = spaces.collect::<PyResult<Vec<Space>>>()?;
        let objects = spaces.iter().flat_map(|space| &space.bound).filter_map(|(_, object)| object.as_ref());
        let mut functions: Vec<(FunctionRef, Py<PyAny>)> = Vec::new();
        for object in objects {
            let mut next = FunctionRef::new(object.bind(py))?;
            while let Some(function) = next {
                if functions.iter().any(|(known, _)| known.is(&function)) {
                    break;
                }
                // What is wrapped does the work.
                let inner = function.bind(py).getattr_opt("__wrapped__")?;
                next = inner.as_ref().map(FunctionRef::new).transpose()?.flatten();
                let code = unpatched(&function, &patched)?;
                functions.push((function, code));
            }
        }
        Ok(Bindings { spaces, functions, patched: patched.unbind() })
    }

    /// Whether all names stand for the very same objects, and functions have the code they had, but for patches.
    fn hold(&self, py: Python<'_>) -> PyResult<bool> {
        for space in &self.spaces {
            for (name, object) in &space.bound {
                // SAFETY: a dict and a string, both held, with the GIL. The result is borrowed and only compared.
                let found = unsafe { ffi::PyDict_GetItemWithError(space.names.as_ptr(), name.as_ptr()) };
                if found.is_null()
                    && let Some(error) = PyErr::take(py)
                {
                    return Err(error);
                }
                if found != object.as_ref().map_or(std::ptr::null_mut(), Py::as_ptr) {
                    return Ok(false);
                }
            }
        }
        for (function, code) in &self.functions {
            let now = function.code(py)?;
            if now != code.as_ptr() && first_code(function, self.patched.bind(py), now)?.is_none_or(|it| !it.is(code)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The code of a function without any patch.
fn unpatched(function: &FunctionRef, patched: &Bound<'_, PyDict>) -> PyResult<Py<PyAny>> {
    let now = function.code(patched.py())?;
    match first_code(function, patched, now)? {
        Some(code) => Ok(code.unbind()),
        None => Ok(function.bind(patched.py()).getattr("__code__")?.unbind()),
    }
}

/// The code that a function had before patches gave it the one it has; None if it is none of theirs.
fn first_code<'py>(
    function: &FunctionRef,
    patched: &Bound<'py, PyDict>,
    now: *mut ffi::PyObject,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(codes) = patched.get_item(function.bind(patched.py()))? else { return Ok(None) };
    let codes = codes.cast_into::<PyTuple>()?;
    if codes.iter().any(|code| code.as_ptr() == now) { Ok(Some(codes.get_item(0)?)) } else { Ok(None) }
}
