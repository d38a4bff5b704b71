//! Calls of any programs on any grids that run together; `_batch.py` collects them.

use crate::options;
use crate::program::Program;
use crate::record::Outcome;
use crate::run::run_jobs;
use megabatt_core::Value;
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::data::{Pair, Task};
use megabatt_engine::run::{Job, Options, Plan, Sample, Section};
use megabatt_lang::Program as CoreProgram;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::HashMap;
use std::sync::Arc;

/// What a program of a batch will be given: read when the call is asked for, so that the line at fault raises, and so that what happens
/// to a list afterwards does not matter.
#[pyclass(frozen, module = "megabatt._native")]
pub struct Input {
    value: Value,
}

#[pymethods]
impl Input {
    #[new]
    fn new(program: &Bound<'_, Program>, grid: &Bound<'_, PyAny>) -> PyResult<Input> {
        let args = PyTuple::new(grid.py(), [grid])?;
        Ok(Input { value: program.get().inputs(&args)?.swap_remove(0) })
    }
}

/// Runs the calls, each a program and its input, and gives their outcomes in order. All programs are of one dialect.
#[pyfunction]
#[pyo3(signature = (calls, *, threads=0, fuel=None, memory=None, timeout=None))]
pub fn run_calls(
    py: Python<'_>,
    calls: Vec<(Bound<'_, Program>, Bound<'_, Input>)>,
    threads: i64,
    fuel: Option<u64>,
    memory: Option<u64>,
    timeout: Option<f64>,
) -> PyResult<Vec<Outcome>> {
    let Some(dialect) = calls.first().map(|(program, _)| program.get().loaded.dialect) else { return Ok(Vec::new()) };
    let mut gathered = Gathered::default();
    for (program, input) in &calls {
        if program.get().loaded.dialect != dialect {
            return Err(PyTypeError::new_err("programs that run together are of one dialect"));
        }
        gathered.add(program.get(), input.get().value.clone());
    }
    let threads = options::threads(threads)?;
    let options = Options { limits: options::limits(fuel, memory, timeout)?, threads, ..Options::default() };
    let plan = Plan { programs: &gathered.programs, tasks: &gathered.tasks, jobs: &gathered.jobs };
    let records = run_jobs(py, &Cpu { dialect, engine: Engine::Fast }, &plan, &options)?;
    let results: HashMap<Job, usize> = records.iter().enumerate().map(|(n, record)| (record.job, n)).collect();
    let outcome = |job: &Job| Outcome { result: records[results[job]].result.clone(), dialect };
    Ok(gathered.asked.iter().map(outcome).collect())
}

/// Programs and grids, each once.
#[derive(Default)]
struct Gathered {
    programs: Vec<CoreProgram>,
    tasks: Vec<Task>,
    /// The different ones, as they came.
    jobs: Vec<Job>,
    /// One for each call.
    asked: Vec<Job>,
    known_programs: HashMap<usize, usize>,
    known_grids: HashMap<(u64, u64), Vec<usize>>,
    known_jobs: HashMap<Job, ()>,
}

impl Gathered {
    fn add(&mut self, program: &Program, input: Value) {
        let core = program.program();
        let number = *self.known_programs.entry(Arc::as_ptr(&core.code) as usize).or_insert_with(|| {
            self.programs.push(core.clone());
            self.programs.len() - 1
        });
        let task = self.task(input);
        let job = Job { program: number, task, sample: Sample { section: Section::Test, index: 0 } };
        if self.known_jobs.insert(job, ()).is_none() {
            self.jobs.push(job);
        }
        self.asked.push(job);
    }

    /// The number of the grid as a task of one sample. Only grids are looked up: what equals another value may still be
    /// another one for a program, as `True` is for 1.
    fn task(&mut self, input: Value) -> usize {
        let next = self.tasks.len();
        if let Value::Grid(_) = &input {
            let known = self.known_grids.entry((megabatt_core::hash::of(&input), input.weight())).or_default();
            if let Some(&found) = known.iter().find(|&&n| self.tasks[n].test[0].input == input) {
                return found;
            }
            known.push(next);
        }
        let test = vec![Pair { input, output: None }];
        self.tasks.push(Task { id: next.to_string(), split: None, source: String::new(), train: Vec::new(), test });
        next
    }
}
