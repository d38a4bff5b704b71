//! `Programs`: what was parsed, shared and never copied.

use crate::batt;
use crate::errors::ProgramError;
use crate::options;
use crate::program::Program;
use crate::run::{self, Results, Wanted};
use crate::tasks::place;
use megabatt_core::Dialect;
use megabatt_engine::run::{Options, Pairing};
use megabatt_lang::{Diagnostic, Program as CoreProgram, unique_names};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use std::collections::HashMap;
use std::sync::Arc;

/// Programs in the order of their files; also found by their names.
#[pyclass(frozen, sequence, subclass, module = "megabatt")]
pub struct Programs {
    pub loaded: Arc<Loaded>,
}

/// Programs and the texts they stand in.
pub struct Loaded {
    pub programs: Vec<CoreProgram>,
    /// What they are called, all different.
    pub names: Vec<String>,
    pub by_name: HashMap<String, usize>,
    /// The functions of the same files that score what the programs give.
    pub differs: Vec<CoreProgram>,
    pub dialect: Dialect,
    /// The files: name and text.
    pub texts: Vec<(String, Arc<str>)>,
    /// What was wrong with the files, with its place.
    pub diagnostics: Vec<String>,
}

impl Loaded {
    /// Programs without differs, from nowhere in particular.
    pub fn new(programs: Vec<CoreProgram>, dialect: Dialect) -> Loaded {
        let names = unique_names(&programs);
        Loaded::named(programs, names, dialect)
    }

    /// The same with names that are known to be all different.
    pub fn named(programs: Vec<CoreProgram>, names: Vec<String>, dialect: Dialect) -> Loaded {
        let by_name = names.iter().enumerate().map(|(n, name)| (name.clone(), n)).collect();
        Loaded { programs, names, by_name, differs: Vec::new(), dialect, texts: Vec::new(), diagnostics: Vec::new() }
    }

    pub fn some(&self, at: impl Iterator<Item = usize>) -> Loaded {
        let programs = at.map(|at| self.programs[at].clone()).collect();
        let (differs, texts) = (self.differs.clone(), self.texts.clone());
        Loaded { differs, texts, ..Loaded::new(programs, self.dialect) }
    }
}

/// Files as Python reads them: what messages call them, and what is in them.
pub type Files = Vec<(String, Vec<u8>)>;

/// The programs of texts, each with the name that messages call it; and what was wrong with them. A batt file is a `Batt`.
#[pyfunction]
pub fn parse_programs<'py>(py: Python<'py>, files: Files, dialect: &str) -> PyResult<Bound<'py, PyAny>> {
    match batt::recognise(&files)? {
        Some(found) => Ok(batt::Batt::load(py, found, &files, dialect)?.into_any()),
        None => Ok(Bound::new(py, Programs { loaded: Arc::new(parse(py, &files, dialect)?) })?.into_any()),
    }
}

/// A diagnostic as people see it.
pub fn told(diagnostic: &Diagnostic) -> String {
    match &diagnostic.help {
        Some(help) => format!("{diagnostic:?}\n  help: {help}"),
        None => format!("{diagnostic:?}"),
    }
}

/// The texts of files, for messages and for pickles.
pub fn texts(files: &Files) -> Vec<(String, Arc<str>)> {
    files.iter().map(|(name, bytes)| (name.clone(), String::from_utf8_lossy(bytes).into())).collect()
}

fn parse(py: Python<'_>, files: &Files, dialect: &str) -> PyResult<Loaded> {
    let guessed = |(_, bytes): &(String, Vec<u8>)| megabatt_lang::guess_dialect(&String::from_utf8_lossy(bytes));
    let dialect = match dialect {
        "auto" if files.iter().any(|file| guessed(file) == Some(Dialect::Tok)) => Dialect::Tok,
        "auto" => Dialect::Arc,
        name => options::dialect(name)?,
    };
    let (mut programs, mut differs, mut diagnostics) = (Vec::new(), Vec::new(), Vec::new());
    for (name, bytes) in files {
        let module = py.detach(|| megabatt_lang::parse_bytes(name, bytes, dialect));
        diagnostics.extend(module.diagnostics.iter().map(told));
        programs.extend(module.programs);
        differs.extend(module.differs);
    }
    if programs.is_empty() {
        let help = match differs.is_empty() {
            true => "no program could be loaded; a program is a function of one grid, as in `def solve_007bbfb7(I):`",
            false => {
                "there are differs, but no program for them to score; load both together, as in \
                 mb.load([\"solvers.py\", \"differs.py\"])"
            }
        };
        diagnostics.push(help.to_string());
        return Err(ProgramError::new_err(diagnostics.join("\n")));
    }
    Ok(Loaded { differs, texts: texts(files), diagnostics, ..Loaded::new(programs, dialect) })
}

#[pymethods]
impl Programs {
    /// The programs of a list of [`Program`], in its order. They are of one dialect.
    #[staticmethod]
    fn of(programs: Vec<Bound<'_, Program>>) -> PyResult<Programs> {
        let Some(first) = programs.first() else { return Err(PyTypeError::new_err("a list without programs")) };
        let dialect = first.get().loaded.dialect;
        if programs.iter().any(|program| program.get().loaded.dialect != dialect) {
            return Err(PyTypeError::new_err("programs that run together are of one dialect"));
        }
        let mut texts: Vec<(String, Arc<str>)> = Vec::new();
        for text in programs.iter().flat_map(|program| &program.get().loaded.texts) {
            if !texts.contains(text) {
                texts.push(text.clone());
            }
        }
        let mut differs: Vec<CoreProgram> = Vec::new();
        for differ in programs.iter().flat_map(|program| &program.get().loaded.differs) {
            if !differs.iter().any(|other| Arc::ptr_eq(&other.code, &differ.code)) {
                differs.push(differ.clone());
            }
        }
        let list = programs.iter().map(|program| program.get().program().clone()).collect();
        Ok(Programs { loaded: Arc::new(Loaded { differs, texts, ..Loaded::new(list, dialect) }) })
    }

    /// The differs of the same files: functions `differ_…(S, I, C)` that score what the programs give.
    #[getter]
    fn differs(&self) -> Programs {
        let (differs, texts) = (self.loaded.differs.clone(), self.loaded.texts.clone());
        Programs { loaded: Arc::new(Loaded { texts, ..Loaded::new(differs, self.loaded.dialect) }) }
    }

    /// What the programs are called; with their file where two have one name.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.loaded.names.iter().map(String::as_str).collect()
    }

    /// Whose DSL they are written in.
    #[getter]
    fn dialect(&self) -> &'static str {
        self.loaded.dialect.name()
    }

    /// What was wrong with the files, with line and column.
    #[getter]
    fn diagnostics(&self) -> Vec<&str> {
        self.loaded.diagnostics.iter().map(String::as_str).collect()
    }

    fn __len__(&self) -> usize {
        self.loaded.programs.len()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.loaded.by_name.contains_key(name)
    }

    /// A program by its place or its name, or some of them as a slice.
    fn __getitem__<'py>(&self, py: Python<'py>, which: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = which.cast::<PySlice>() {
            let range = slice.indices(self.loaded.programs.len() as isize)?;
            let at = (0..range.slicelength as isize).map(|n| (range.start + n * range.step) as usize);
            return Ok(Bound::new(py, Programs { loaded: Arc::new(self.loaded.some(at)) })?.into_any());
        }
        let at = if let Ok(name) = which.extract::<String>() {
            self.find(&name)?
        } else {
            place(which, self.loaded.programs.len(), "program")?
        };
        Ok(Bound::new(py, Program { loaded: self.loaded.clone(), at })?.into_any())
    }

    /// Runs the programs on tasks: each on the task in its name (`pair="own"`), or all on all (`pair="all"`).
    ///
    /// Ctrl-C ends the run and keeps what is done; `interrupted` then is True. `timeout` is for one program on one sample,
    /// `time_limit` for the whole run, both in seconds. `outcomes` is "full" to keep every value, "light" to work values
    /// out again when they are asked for; "auto" is full with `pair="own"`.
    #[pyo3(signature = (tasks, pair="own", *, backend="auto", threads=0, fuel=None, memory=None, timeout=None, time_limit=None,
                        progress=None, outcomes="auto", batch_size=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python, each with its default")]
    fn run(
        slf: &Bound<'_, Self>,
        tasks: &Bound<'_, PyAny>,
        pair: &str,
        backend: &str,
        threads: i64,
        fuel: Option<u64>,
        memory: Option<u64>,
        timeout: Option<f64>,
        time_limit: Option<f64>,
        progress: Option<bool>,
        outcomes: &str,
        batch_size: Option<usize>,
    ) -> PyResult<Results> {
        let limits = options::limits(fuel, memory, timeout)?;
        let time_limit = time_limit.map(|seconds| options::duration("time_limit", seconds)).transpose()?;
        let threads = options::threads(threads)?;
        let options = Options { limits, threads, time_limit, batch: batch_size, done: None, watch: None };
        let pairing = options::pairing(pair)?;
        let cards = run::wanted_cards(slf.py(), options::backend(backend)?, pairing, &limits)?;
        let values = options::keeps_values(outcomes)?.unwrap_or(pairing == Pairing::Own);
        run::run(slf, tasks, Wanted { pairing, options, values }, cards, progress)
    }

    fn __repr__(&self) -> String {
        let (n, files) = (self.loaded.programs.len(), self.loaded.texts.len());
        let files = if let [(name, _)] = &self.loaded.texts[..] { name.clone() } else { format!("{files} files") };
        format!("<Programs: {n} of {files}, dialect {}>", self.loaded.dialect.name())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("megabatt._pictures")?.call_method1("programs", (slf,))?.extract()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, (Texts, &'static str, Vec<String>)>> {
        let loaded = &slf.get().loaded;
        let texts = loaded.texts.iter().map(|(name, text)| (name.clone(), text.to_string())).collect();
        let places = loaded.programs.iter().map(|p| format!("{}:{}", p.file, p.line)).collect();
        Ok((slf.get_type().getattr("_from_texts")?, (texts, loaded.dialect.name(), places)))
    }

    /// Unpickles: the programs at these places.
    #[staticmethod]
    fn _from_texts(py: Python<'_>, texts: Texts, dialect: &str, places: Vec<String>) -> PyResult<Programs> {
        let files = texts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
        let all = match batt::recognise(&files)? {
            Some(found) => found.candidates(&files),
            None => parse(py, &files, dialect)?,
        };
        let everything = all.programs.iter().chain(&all.differs);
        let found: HashMap<String, &CoreProgram> =
            everything.map(|program| (format!("{}:{}", program.file, program.line), program)).collect();
        let missing = |place: &String| ProgramError::new_err(format!("there is no program at {place}"));
        let wanted = places.iter().map(|place| found.get(place).map(|p| (*p).clone()).ok_or_else(|| missing(place)));
        let wanted = wanted.collect::<PyResult<Vec<_>>>()?;
        let (differs, texts) = (all.differs.clone(), all.texts.clone());
        Ok(Programs { loaded: Arc::new(Loaded { differs, texts, ..Loaded::new(wanted, all.dialect) }) })
    }
}

/// What makes an object anew, and with which arguments.
pub type Pickled<'py, T> = (Bound<'py, PyAny>, T);

/// Names and texts of files.
pub type Texts = Vec<(String, String)>;

impl Programs {
    /// The place of the program with this name.
    pub fn find(&self, name: &str) -> PyResult<usize> {
        let missing = || PyKeyError::new_err(format!("there is no program {name:?} here"));
        self.loaded.by_name.get(name).copied().ok_or_else(missing)
    }
}
