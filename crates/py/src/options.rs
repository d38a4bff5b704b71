//! Words that people choose from.

use megabatt_core::Dialect;
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;

/// The dialect of this name.
pub fn dialect(name: &str) -> PyResult<Dialect> {
    Dialect::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!("there is no dialect {name:?}; there are 'arc', 'rearc' and 'tok'"))
    })
}
