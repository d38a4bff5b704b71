//! `mb.devices`.

use crate::grid_batch::tuning;
use megabatt_batch::devices::{json, list};
use pyo3::prelude::*;

/// The GPUs there are, whether they can be used and why not, as `megabatt devices --format json` tells it. Each is opened to see
/// whether it works, which takes a moment.
#[pyfunction]
pub fn devices(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let tuning = tuning(py)?;
    let text = py.detach(|| json(&list(), &tuning).to_string());
    py.import("json")?.call_method1("loads", (text,))
}
