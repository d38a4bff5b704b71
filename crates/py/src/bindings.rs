//! What names of a module stand for, compared with what they stood for: `mb.patch` asks at every call.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// Names of some namespaces, with the objects they stood for when this was made.
#[pyclass(frozen, module = "megabatt._native")]
pub struct Bindings {
    spaces: Vec<Space>,
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
    fn new(spaces: Vec<(Bound<'_, PyDict>, Vec<Bound<'_, PyString>>)>) -> PyResult<Bindings> {
        let bound = |space: &Bound<'_, PyDict>, name: Bound<'_, PyString>| -> PyResult<_> {
            Ok((name.clone().unbind(), space.get_item(name)?.map(Bound::unbind)))
        };
        let spaces = spaces.into_iter().map(|(space, names)| {
            let bound = names.into_iter().map(|name| bound(&space, name)).collect::<PyResult<_>>()?;
            Ok(Space { names: space.unbind(), bound })
        });
        Ok(Bindings { spaces: spaces.collect::<PyResult<_>>()? })
    }

    /// Whether all names stand for the very same objects.
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
        Ok(true)
    }
}
