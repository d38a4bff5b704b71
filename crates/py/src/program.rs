//! `Program`: one function that can be called, traced and shown.

use crate::convert::{Reader, Same, grids};
use crate::programs::{Loaded, Pickled, Programs};
use crate::record::Outcome;
use crate::{call, errors, options, outcome};
use megabatt_core::Value;
use megabatt_exec::{Limits, Row, RowResult};
use megabatt_lang::Program as CoreProgram;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// A function of a grid that was parsed from a text.
#[pyclass(frozen, module = "megabatt")]
pub struct Program {
    pub loaded: Arc<Loaded>,
    pub at: usize,
}

impl Program {
    pub fn program(&self) -> &CoreProgram {
        &self.loaded.programs[self.at]
    }

    /// The text of the file it stands in.
    pub fn text(&self) -> Option<&str> {
        let file = &self.program().file;
        self.loaded.texts.iter().find(|(name, _)| name == file).map(|(_, text)| &**text)
    }

    /// The arguments of a program: a grid, or S, I and C.
    pub fn inputs(&self, args: &Bound<'_, PyTuple>) -> PyResult<Vec<Value>> {
        let params = &self.program().code.params;
        if args.len() != params.len() {
            let (name, params, given) = (&self.program().name, params.join(", "), args.len());
            return Err(PyTypeError::new_err(format!("{name}({params}) was called with {given} arguments")));
        }
        if let [_] = params[..] {
            return Ok(vec![grids::value(&args.get_item(0)?)?]);
        }
        let mut reader = Reader::new();
        args.iter().map(|arg| reader.value(&arg)).collect()
    }

    fn row_result(&self, py: Python<'_>, args: &Bound<'_, PyTuple>, limits: &Limits) -> PyResult<RowResult> {
        let row = Row { code: self.program().code.clone(), inputs: self.inputs(args)? };
        call::run_interruptibly(py, &row, self.loaded.dialect, limits)
    }
}

#[pymethods]
impl Program {
    #[getter]
    fn name(&self) -> &str {
        &self.loaded.names[self.at]
    }

    #[getter]
    fn __name__(&self) -> &str {
        &self.program().name
    }

    /// The id of the task its name speaks of.
    #[getter]
    fn task(&self) -> Option<&str> {
        self.program().task.as_deref()
    }

    #[getter]
    fn file(&self) -> &str {
        &self.program().file
    }

    #[getter]
    fn line(&self) -> u32 {
        self.program().line
    }

    #[getter]
    fn dialect(&self) -> &'static str {
        self.loaded.dialect.name()
    }

    /// The program as a text in arc-dsl's style, with the helpers it uses before it.
    #[getter]
    fn source(&self) -> String {
        self.program().to_source()
    }

    /// What it gives for a grid, or the exception that Python raises. Programs of (S, I, C) take these three.
    #[pyo3(signature = (*args))]
    fn __call__<'py>(&self, py: Python<'py>, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let result = self.row_result(py, args, &Limits::default())?;
        outcome::answer_for(py, &result.outcome, self.loaded.dialect, Same::default(), || {
            let program = self.program();
            errors::words_of_call(&program.name, &program.code.params, args, None)
        })
    }

    /// The outcome on a grid: a value, an exception or a limit, and what it took. Raises nothing that the program raises.
    #[pyo3(signature = (*args, fuel=None, memory=None, timeout=None))]
    fn run(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        fuel: Option<u64>,
        memory: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<Outcome> {
        let result = self.row_result(py, args, &options::limits(fuel, memory, timeout)?)?;
        Ok(Outcome { result, dialect: self.loaded.dialect })
    }

    /// What every line gives on a grid, for drawing: see `_show.py`.
    #[pyo3(signature = (*args))]
    fn _trace<'py>(&self, py: Python<'py>, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyDict>> {
        crate::trace::trace(py, self, self.inputs(args)?)
    }

    /// The program line by line on a grid, drawn. Prints as text, shows as pictures in a notebook.
    #[pyo3(signature = (*args))]
    fn show<'py>(slf: &Bound<'py, Self>, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("megabatt._show")?.call_method1("show", (slf, args))
    }

    fn __repr__(&self) -> String {
        let program = self.program();
        format!("<Program {} ({}:{})>", self.name(), program.file, program.line)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("megabatt._pictures")?.call_method1("program", (slf,))?.extract()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Program>().is_ok_and(|other| Arc::ptr_eq(&other.get().program().code, &self.program().code))
    }

    fn __hash__(&self) -> u64 {
        Arc::as_ptr(&self.program().code) as u64 >> 4
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, (Programs, usize)>> {
        let getitem = slf.py().import("operator")?.getattr("getitem")?;
        let this = slf.get();
        Ok((getitem, (Programs { loaded: Arc::new(this.loaded.some(std::iter::once(this.at))) }, 0)))
    }
}
