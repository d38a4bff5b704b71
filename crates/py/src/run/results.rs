//! What came of a run.

use super::differs::Differed;
use super::kept::{Kept, KeptOutcome};
use super::record::Record;
use crate::programs::Loaded;
use crate::tasks::place;
use megabatt_batch::battery::BatteryReport;
use megabatt_core::{Exception, Limit};
use megabatt_engine::data::Task;
use megabatt_engine::run::{Section, Stop};
use megabatt_engine::score::{Scores, SolvedTask, Verdict};
use megabatt_exec::Limits;
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;
use std::time::Duration;

/// All there is to know about a run.
pub struct Ran {
    pub loaded: Arc<Loaded>,
    pub tasks: Arc<Vec<Task>>,
    pub rows: Vec<Kept>,
    pub scores: Scores,
    /// What the differs of the same files said.
    pub differs: Option<Differed>,
    /// What GPUs did, if some were to take part.
    pub gpu: Option<BatteryReport>,
    pub stop: Stop,
    /// Rows there would be if nobody stopped it.
    pub planned: usize,
    /// Programs that met no task.
    pub lonely: Vec<usize>,
    pub seconds: Duration,
    pub limits: Limits,
    /// Whether the expected output is given as C, as the scores of a batt want it.
    pub with_target: bool,
}

/// What programs gave on tasks: a row per program and sample, and which tasks are solved by which programs.
#[pyclass(frozen, sequence, subclass, module = "megabatt")]
pub struct Results {
    pub ran: Arc<Ran>,
}

impl Results {
    pub fn new(ran: Ran) -> Results {
        Results { ran: Arc::new(ran) }
    }

    /// The place of a program that is given by its name, or as it is.
    fn number(&self, program: &Bound<'_, PyAny>) -> PyResult<usize> {
        let name = word(program, "name")?;
        let missing = || PyKeyError::new_err(format!("there is no program {name:?} here"));
        self.ran.loaded.names.iter().position(|other| *other == name).ok_or_else(missing)
    }

    fn names(&self, programs: &[usize]) -> Vec<&str> {
        programs.iter().map(|&n| self.ran.loaded.names[n].as_str()).collect()
    }

    fn solved_as<'py>(&self, py: Python<'py>, wanted: impl Fn(&SolvedTask) -> bool) -> PyResult<Bound<'py, PyDict>> {
        let solved = PyDict::new(py);
        for task in self.ran.scores.solved(&self.ran.tasks).iter().filter(|task| wanted(task)) {
            solved.set_item(&self.ran.tasks[task.task].id, self.names(&task.programs))?;
        }
        Ok(solved)
    }
}

#[pymethods]
impl Results {
    /// The tasks that are solved, each with the programs that solve it: all demonstrations are right, and all tests as far as
    /// their outputs are known.
    #[getter]
    fn solved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.solved_as(py, |task| task.verdict != Verdict::DemosOnly)
    }

    /// The tasks of which the demonstrations are solved, but not all tests.
    #[getter]
    fn solved_on_demos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.solved_as(py, |task| task.verdict == Verdict::DemosOnly)
    }

    /// Whether it was stopped by Ctrl-C; what was done until then is here.
    #[getter]
    fn interrupted(&self) -> bool {
        self.ran.stop == Stop::Cancelled
    }

    /// Whether it was stopped by `time_limit`.
    #[getter]
    fn timed_out(&self) -> bool {
        self.ran.stop == Stop::TimeLimit
    }

    /// The programs that name no task of the data, and did not run.
    #[getter]
    fn unpaired(&self) -> Vec<&str> {
        self.names(&self.ran.lonely)
    }

    /// The run in numbers.
    #[getter]
    pub fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let count = |wanted: &dyn Fn(&Kept) -> bool| self.ran.rows.iter().filter(|row| wanted(row)).count();
        let summary = PyDict::new(py);
        summary.set_item("programs", self.ran.loaded.programs.len())?;
        summary.set_item("tasks", self.ran.tasks.len())?;
        summary.set_item("runs", self.ran.rows.len())?;
        summary.set_item("planned", self.ran.planned)?;
        summary.set_item("values", count(&|row| matches!(row.outcome, KeptOutcome::Value(_))))?;
        summary.set_item("errors", count(&|row| matches!(row.outcome, KeptOutcome::Error(_))))?;
        summary.set_item("limits", count(&|row| matches!(row.outcome, KeptOutcome::Limit(_))))?;
        summary.set_item("right", count(&|row| row.matches == Some(true)))?;
        summary.set_item("known", count(&|row| row.matches.is_some()))?;
        summary.set_item("solved", self.solved(py)?.len())?;
        summary.set_item("seconds", self.ran.seconds.as_secs_f64())?;
        summary.set_item("interrupted", self.interrupted())?;
        Ok(summary)
    }

    /// What GPUs did, as `megabatt run --format json` tells it under `cards`: their names, how many rows they had, which rows they
    /// left to the CPU and why. None if none was to take part.
    #[getter]
    fn gpu<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(report) = &self.ran.gpu else { return Ok(None) };
        py.import("json")?.call_method1("loads", (report.json().to_string(),)).map(Some)
    }

    /// For each differ of the files how many scores it gave, their sum and mean, its failures, and the same for the inputs
    /// themselves, as if no program had touched them.
    #[getter]
    fn differs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.ran.differs.as_ref().map_or_else(|| Ok(PyDict::new(py)), |differs| differs.summary(py))
    }

    /// What each differ said of a program on a task: the scores of the samples, demonstrations first, their sum, how often it
    /// failed, and the sum for the inputs themselves.
    fn differ_scores<'py>(
        &self,
        program: &Bound<'py, PyAny>,
        task: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let py = program.py();
        let id = word(task, "id")?;
        let missing = || PyKeyError::new_err(format!("there is no task {id:?} here"));
        let number = self.ran.tasks.iter().position(|task| task.id == id).ok_or_else(missing)?;
        let program = self.number(program)?;
        self.ran.differs.as_ref().map_or_else(|| Ok(PyDict::new(py)), |differs| differs.of(py, program, number))
    }

    /// The rows of one program.
    fn outcomes(&self, program: &Bound<'_, PyAny>) -> PyResult<Vec<Record>> {
        let number = self.number(program)?;
        let rows = self.ran.rows.iter().enumerate().filter(|(_, row)| row.job().program == number);
        Ok(rows.map(|(at, _)| Record { ran: self.ran.clone(), at }).collect())
    }

    fn __len__(&self) -> usize {
        self.ran.rows.len()
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<Record> {
        place(index, self.ran.rows.len(), "row").map(|at| Record { ran: self.ran.clone(), at })
    }

    /// A row per program and sample as a DataFrame; needs pandas.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("megabatt._frames")?.call_method1("to_pandas", (slf,))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("megabatt._pictures")?.call_method1("results_text", (slf,))?.extract()
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("megabatt._pictures")?.call_method1("results", (slf,))?.extract()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "results cannot be pickled; pickle to_pandas(), or the programs and tasks and run them there",
        ))
    }

    /// The columns as memory, with what their codes stand for; see `_frames.py`.
    fn _columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rows = &self.ran.rows;
        let columns = PyDict::new(py);
        let names = &self.ran.loaded.names;
        let ids: Vec<&str> = self.ran.tasks.iter().map(|task| task.id.as_str()).collect();
        let column = |kind: &str, bytes: Vec<u8>| (kind.to_string(), PyBytes::new(py, &bytes));
        columns
            .set_item("program", (column("i4", bytes(rows, |row| (row.job().program as i32).to_le_bytes())), names))?;
        columns.set_item("task", (column("i4", bytes(rows, |row| (row.job().task as i32).to_le_bytes())), ids))?;
        let split = bytes(rows, |row| [(row.job().sample.section == Section::Test) as u8]);
        columns.set_item("split", (column("i1", split), ["train", "test"]))?;
        let (codes, words) = outcome_codes(rows);
        columns.set_item("outcome", (column("i1", codes), words))?;
        let plain = |kind: &str, bytes: Vec<u8>| (column(kind, bytes), py.None());
        columns.set_item("index", plain("i4", bytes(rows, |row| (row.job().sample.index as i32).to_le_bytes())))?;
        let matches = bytes(rows, |row| [row.matches.map_or(-1i8, i8::from) as u8]);
        columns.set_item("match", plain("i1", matches))?;
        columns.set_item("cell_match", plain("f8", bytes(rows, |row| row.cells.as_f64().to_le_bytes())))?;
        columns.set_item("seconds", plain("f8", bytes(rows, |row| row.time.as_secs_f64().to_le_bytes())))?;
        columns.set_item("fuel", plain("u8", bytes(rows, |row| row.fuel.to_le_bytes())))?;
        columns.set_item("memory", plain("u8", bytes(rows, |row| row.memory.to_le_bytes())))?;
        let dependent = bytes(rows, |row| [row.address_dependent as u8]);
        columns.set_item("address_dependent", plain("?", dependent))?;
        Ok(columns)
    }

    /// For each differ its name, its scores as memory, and where there is none.
    fn _differ_columns<'py>(&self, py: Python<'py>) -> Vec<(String, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let names = self.ran.differs.iter().flat_map(|differs| &differs.names);
        let column = |(n, name): (usize, &String)| {
            let score = |row: &Kept| row.judged.get(n).and_then(|judged| judged.ok());
            let scores = bytes(&self.ran.rows, |row| score(row).unwrap_or(0).to_le_bytes());
            let missing = bytes(&self.ran.rows, |row| [u8::from(score(row).is_none())]);
            (name.clone(), PyBytes::new(py, &scores), PyBytes::new(py, &missing))
        };
        names.enumerate().map(column).collect()
    }
}

/// A word, or what an object has under this name.
fn word(given: &Bound<'_, PyAny>, attribute: &str) -> PyResult<String> {
    given.getattr_opt(attribute)?.as_ref().unwrap_or(given).extract()
}

fn bytes<const N: usize>(rows: &[Kept], of: impl Fn(&Kept) -> [u8; N]) -> Vec<u8> {
    rows.iter().flat_map(of).collect()
}

/// For each row a number, and what the numbers mean: `value`, names of exceptions, `limit fuel` and the like.
fn outcome_codes(rows: &[Kept]) -> (Vec<u8>, Vec<String>) {
    let mut words = vec!["value".to_string()];
    let mut errors: Vec<(Exception, u8)> = Vec::new();
    let mut limits: Vec<(Limit, u8)> = Vec::new();
    let codes = rows.iter().map(|row| match row.outcome {
        KeptOutcome::Value(_) => 0,
        KeptOutcome::Error(e) => code(&mut errors, e, &mut words, || e.name().to_string()),
        KeptOutcome::Limit(l) => code(&mut limits, l, &mut words, || format!("limit {}", l.name())),
    });
    (codes.collect(), words)
}

fn code<T: PartialEq>(known: &mut Vec<(T, u8)>, kind: T, words: &mut Vec<String>, name: impl Fn() -> String) -> u8 {
    if let Some((_, code)) = known.iter().find(|(other, _)| *other == kind) {
        return *code;
    }
    let code = words.len() as u8;
    words.push(name());
    known.push((kind, code));
    code
}
