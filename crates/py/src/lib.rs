//! `megabatt._native`: the engine as Python sees it. What people import is the package in `python/megabatt`; it adds what is
//! easier to say in Python.

mod about;
mod attempt;
mod batch;
mod batt;
mod bindings;
mod call;
mod code;
mod convert;
mod data;
mod devices;
mod errors;
mod flow;
mod foreign;
mod function;
mod grid;
mod grid_batch;
mod many;
mod options;
mod outcome;
mod program;
mod programs;
mod record;
mod run;
mod tasks;
mod trace;
mod traced;
mod wait;

use pyo3::prelude::*;

/// As in the binary: programs make many small values, from many threads.
#[global_allocator]
static ALLOCATOR: megabatt_allocator::Allocator = megabatt_allocator::Allocator;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::attempt::{attempt_many, recognise};
    #[pymodule_export]
    use crate::batch::{Input, run_calls};
    #[pymodule_export]
    use crate::batt::{Batt, BattResults};
    #[pymodule_export]
    use crate::bindings::Bindings;
    #[pymodule_export]
    use crate::data::{fetch_set, load_tasks, read_tasks};
    #[pymodule_export]
    use crate::devices::devices;
    #[pymodule_export]
    use crate::errors::{DataError, LimitError, ProgramError};
    #[pymodule_export]
    use crate::function::Function;
    #[pymodule_export]
    use crate::grid::Grid;
    #[pymodule_export]
    use crate::grid_batch::{GridBatch, wait_for_devices};
    #[pymodule_export]
    use crate::program::Program;
    #[pymodule_export]
    use crate::programs::{Programs, parse_programs};
    #[pymodule_export]
    use crate::record::Outcome;
    #[pymodule_export]
    use crate::run::{Record, Results};
    #[pymodule_export]
    use crate::tasks::{Task, Tasks};
    #[pymodule_export]
    use crate::traced::{Traced, tracing};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        convert::layout::verify(py)?;
        convert::items::look(py)?;
        code::look(py)?;
        megabatt_core::hash::set_none_hash(py.None().bind(py).hash()? as i64);
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// The operation of this name in a dialect: arc, rearc or tok.
    #[pyfunction]
    #[pyo3(signature = (name, dialect="arc"))]
    fn operation(name: &str, dialect: &str) -> PyResult<function::Function> {
        function::operation(name, options::dialect(dialect)?)
    }

    /// Every name of a dialect and what it stands for.
    #[pyfunction]
    fn names(py: Python<'_>, dialect: &str) -> PyResult<Vec<(&'static str, Py<PyAny>)>> {
        let dialect = options::dialect(dialect)?;
        let mut writer = convert::Writer::new(dialect);
        let mut names = Vec::new();
        for name in dialect.names() {
            if let Some(value) = dialect.value(name) {
                names.push((name, writer.value(py, &value)?.unbind()));
            }
        }
        Ok(names)
    }

    /// What a program gets when it is given this for its grid.
    #[pyfunction]
    fn as_input<'py>(grid: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        convert::to_python(grid.py(), &convert::grids::value(grid)?, megabatt_core::Dialect::Arc)
    }

    /// The value that megabatt makes of an object, and back.
    #[pyfunction]
    fn there_and_back<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let value = convert::Reader::new().value(object)?;
        convert::to_python(object.py(), &value, megabatt_core::Dialect::Arc)
    }
}
