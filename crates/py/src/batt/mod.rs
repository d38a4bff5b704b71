//! `Batt`: one of tokpidjin's generated files. It runs as a whole, with and without target; its candidates are programs.

mod call;
mod files;
mod results;
mod run;

pub use files::{Found, recognise};
pub use results::BattResults;

use crate::options;
use crate::programs::{Files, Pickled, Programs};
use call::OneCall;
use megabatt_batch::Backend;
use megabatt_engine::run::Options;
use megabatt_lang::batt::Batt as CoreBatt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// A batt file. As a list it holds its candidates, put together as programs of (S, I, C).
#[pyclass(frozen, extends = Programs, module = "megabatt")]
pub struct Batt {
    pub batt: Arc<CoreBatt>,
    /// The call with C = None and the call with a target, each made when it is first asked for.
    calls: [OnceLock<OneCall>; 2],
}

/// What is appended to `o` and to `s`, and in what order.
type Appended<'py> = (Bound<'py, PyList>, Bound<'py, PyList>);

impl Batt {
    pub fn load<'py>(py: Python<'py>, found: Found, files: &Files, dialect: &str) -> PyResult<Bound<'py, Batt>> {
        if !matches!(dialect, "auto" | "tok") {
            let words =
                format!("dialect={dialect:?}: {} is a batt file, and those are written in 'tok'", found.batt.file);
            return Err(PyValueError::new_err(words));
        }
        let programs = Programs { loaded: Arc::new(found.candidates(files)) };
        let batt = Batt { batt: Arc::new(found.batt), calls: [OnceLock::new(), OnceLock::new()] };
        Bound::new(py, PyClassInitializer::from(programs).add_subclass(batt))
    }
}

#[pymethods]
impl Batt {
    /// How many lines `tN = f(…)` it has.
    #[getter]
    fn lines(&self) -> usize {
        self.batt.lines.len()
    }

    /// How many scores it appends to `s`.
    #[getter]
    fn scores(&self) -> usize {
        self.batt.scores.len()
    }

    /// The ids of the solvers that its candidates come from, in the order of the file.
    #[getter]
    fn solvers(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        self.batt.candidates.iter().map(|c| c.solver.as_str()).filter(|solver| seen.insert(*solver)).collect()
    }

    /// Runs it on all samples of tasks, demonstrations and tests: once with C = None for candidates and scores, and, where the
    /// expected output is known, once with that as C for the scores. Options are those of `Programs.run`.
    #[pyo3(signature = (tasks, *, backend="auto", threads=0, fuel=None, memory=None, time_limit=None, progress=None,
                        outcomes="auto", batch_size=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python, each with its default")]
    fn run<'py>(
        slf: &Bound<'py, Self>,
        tasks: &Bound<'py, PyAny>,
        backend: &str,
        threads: i64,
        fuel: Option<u64>,
        memory: Option<u64>,
        time_limit: Option<f64>,
        progress: Option<bool>,
        outcomes: &str,
        batch_size: Option<usize>,
    ) -> PyResult<Bound<'py, BattResults>> {
        if options::backend(backend)? == Backend::Cuda {
            return Err(PyValueError::new_err("backend=\"cuda\": batt files run on the CPU; leave it out"));
        }
        let options = Options {
            limits: options::limits(fuel, memory, None)?,
            threads: options::threads(threads)?,
            time_limit: time_limit.map(|seconds| options::duration("time_limit", seconds)).transpose()?,
            batch: batch_size,
            done: None,
            watch: None,
        };
        let values = options::keeps_values(outcomes)?.unwrap_or(false);
        run::run(slf, tasks, &options, values, progress)
    }

    /// What the function in the file gives for these arguments: the lists `o` and `s`, or the exception that Python raises.
    /// `task_id` and `log_path` are not looked at.
    #[pyo3(signature = (task_id, S, I, C, log_path=None))]
    #[allow(non_snake_case, reason = "the function in the file calls them so, and people may give them by name")]
    fn __call__<'py>(
        &self,
        task_id: &Bound<'py, PyAny>,
        S: &Bound<'py, PyAny>,
        I: &Bound<'py, PyAny>,
        C: &Bound<'py, PyAny>,
        log_path: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Appended<'py>> {
        let _ = (task_id, log_path);
        let with_target = !C.is_none();
        let cell = &self.calls[usize::from(with_target)];
        let call = match cell.get() {
            Some(call) => call,
            None => {
                let made = OneCall::new(&self.batt, with_target)?;
                cell.get_or_init(|| made)
            }
        };
        call.run(&self.batt, [S, I, C])
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let (batt, count) = (&slf.get().batt, slf.as_super().get().loaded.programs.len());
        format!("<Batt {}: {} lines, {count} candidates, {} scores>", batt.file, batt.lines.len(), batt.scores.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, (Pieces<'py>, &'static str)>> {
        let py = slf.py();
        let texts = &slf.as_super().get().loaded.texts;
        let pieces = texts.iter().map(|(name, text)| (name.clone(), PyBytes::new(py, text.as_bytes()))).collect();
        Ok((py.import("megabatt._native")?.getattr("parse_programs")?, (pieces, "tok")))
    }
}

/// Names and contents of files.
type Pieces<'py> = Vec<(String, Bound<'py, PyBytes>)>;
