//! `Tasks` and `Task`: what the engine loaded, shared and never copied.

use crate::grid::Grid;
use crate::programs::Pickled;
use megabatt_core::Value;
use megabatt_engine::data::{Pair, Split, Task as CoreTask};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};
use std::collections::HashMap;
use std::sync::Arc;

/// Tasks in their order; also found by their ids.
#[pyclass(frozen, sequence, module = "megabatt")]
pub struct Tasks {
    pub tasks: Arc<Vec<CoreTask>>,
    by_id: HashMap<String, usize>,
}

/// One ARC task.
#[pyclass(frozen, module = "megabatt")]
pub struct Task {
    tasks: Arc<Vec<CoreTask>>,
    at: usize,
}

/// What a task is made of, for pickling: id, split, file, train pairs, test pairs.
type Parts<'py> = (String, Option<String>, String, Vec<PairParts<'py>>, Vec<PairParts<'py>>);
type PairParts<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

impl Tasks {
    pub fn new(tasks: Vec<CoreTask>) -> Tasks {
        let by_id = tasks.iter().enumerate().map(|(n, task)| (task.id.clone(), n)).collect();
        Tasks { tasks: Arc::new(tasks), by_id }
    }
}

impl Task {
    pub fn task(&self) -> &CoreTask {
        &self.tasks[self.at]
    }
}

#[pymethods]
impl Tasks {
    /// The tasks of a list of [`Task`], in its order.
    #[staticmethod]
    fn of(tasks: Vec<Bound<'_, Task>>) -> Tasks {
        Tasks::new(tasks.iter().map(|task| task.get().task().clone()).collect())
    }

    /// The ids in order.
    #[getter]
    fn ids(&self) -> Vec<&str> {
        self.tasks.iter().map(|task| task.id.as_str()).collect()
    }

    /// How many pairs there are in all.
    #[getter]
    fn samples(&self) -> usize {
        self.tasks.iter().map(|task| task.train.len() + task.test.len()).sum()
    }

    fn __len__(&self) -> usize {
        self.tasks.len()
    }

    fn __contains__(&self, id: &Bound<'_, PyAny>) -> bool {
        match id.cast::<Task>() {
            Ok(task) => self.by_id.contains_key(&task.get().task().id),
            Err(_) => id.extract::<String>().is_ok_and(|id| self.by_id.contains_key(&id)),
        }
    }

    /// A task by its place or its id, or some of them as a slice.
    fn __getitem__<'py>(&self, py: Python<'py>, which: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = which.cast::<PySlice>() {
            let range = slice.indices(self.tasks.len() as isize)?;
            let at = (0..range.slicelength as isize).map(|n| (range.start + n * range.step) as usize);
            return Ok(Bound::new(py, Tasks::new(at.map(|at| self.tasks[at].clone()).collect()))?.into_any());
        }
        let at = if let Ok(id) = which.extract::<String>() {
            *self.by_id.get(&id).ok_or_else(|| PyKeyError::new_err(format!("there is no task {id:?} here")))?
        } else {
            place(which, self.tasks.len(), "task")?
        };
        Ok(Bound::new(py, Task { tasks: self.tasks.clone(), at })?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Tasks: {} tasks, {} pairs>", self.tasks.len(), self.samples())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("megabatt._pictures")?.call_method1("tasks", (slf,))?.extract()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, (Vec<Parts<'py>>,)>> {
        let py = slf.py();
        let parts = slf.get().tasks.iter().map(|task| parts(py, task)).collect::<PyResult<Vec<_>>>()?;
        Ok((slf.get_type().getattr("_from_parts")?, (parts,)))
    }

    /// Unpickles.
    #[staticmethod]
    fn _from_parts(parts: Vec<Parts<'_>>) -> PyResult<Tasks> {
        let pair = |(input, output): PairParts<'_>| -> PyResult<Pair> {
            let grid = |rows: &Bound<'_, PyAny>| crate::convert::grids::value(rows);
            Ok(Pair { input: grid(&input)?, output: output.as_ref().map(grid).transpose()? })
        };
        let pairs = |all: Vec<PairParts<'_>>| all.into_iter().map(pair).collect::<PyResult<Vec<_>>>();
        let task = |(id, split, source, train, test): Parts<'_>| {
            let split = split.as_deref().and_then(Split::from_name);
            Ok(CoreTask { id, split, source, train: pairs(train)?, test: pairs(test)? })
        };
        Ok(Tasks::new(parts.into_iter().map(task).collect::<PyResult<_>>()?))
    }
}

#[pymethods]
impl Task {
    #[getter]
    fn id(&self) -> &str {
        &self.task().id
    }

    /// `training`, `evaluation`, or None where neither the file nor its name says.
    #[getter]
    fn split(&self) -> Option<&'static str> {
        split_name(self.task().split)
    }

    /// The file it came from.
    #[getter]
    fn source(&self) -> &str {
        &self.task().source
    }

    /// The demonstrations: pairs of an input and an output.
    #[getter]
    fn train<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pairs(py, &self.task().train)
    }

    /// The test pairs; the output of one may be None, if it is not known.
    #[getter]
    fn test<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pairs(py, &self.task().test)
    }

    /// All pairs, demonstrations first.
    #[getter]
    fn samples<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let task = self.task();
        pairs(py, task.train.iter().chain(&task.test))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Task>().is_ok_and(|other| {
            let (a, b) = (self.task(), other.get().task());
            (&a.id, &a.train, &a.test) == (&b.id, &b.train, &b.test)
        })
    }

    fn __hash__(&self) -> u64 {
        self.task().id.bytes().fold(5_381, |hash: u64, byte| hash.wrapping_mul(33) ^ u64::from(byte))
    }

    fn __repr__(&self) -> String {
        let task = self.task();
        format!("<Task {}: {} train, {} test>", task.id, task.train.len(), task.test.len())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("megabatt._pictures")?.call_method1("task", (slf,))?.extract()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, (Bound<'py, Tasks>, usize)>> {
        let py = slf.py();
        let getitem = py.import("operator")?.getattr("getitem")?;
        Ok((getitem, (Bound::new(py, Tasks::new(vec![slf.get().task().clone()]))?, 0)))
    }
}

fn split_name(split: Option<Split>) -> Option<&'static str> {
    split.map(|split| match split {
        Split::Train => "training",
        Split::Eval => "evaluation",
    })
}

fn pairs<'py, 'a>(py: Python<'py>, pairs: impl IntoIterator<Item = &'a Pair>) -> PyResult<Bound<'py, PyTuple>> {
    let pair = |pair: &Pair| {
        (grid(py, &pair.input)?, pair.output.as_ref().map(|g| grid(py, g)).transpose()?).into_pyobject(py)
    };
    PyTuple::new(py, pairs.into_iter().map(pair).collect::<PyResult<Vec<_>>>()?)
}

fn grid<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Grid(grid) => Ok(Bound::new(py, Grid::new(grid.clone()))?.into_any()),
        other => crate::convert::to_python(py, other, megabatt_core::Dialect::Arc),
    }
}

fn parts<'py>(py: Python<'py>, task: &CoreTask) -> PyResult<Parts<'py>> {
    let plain = |value: &Value| crate::convert::to_python(py, value, megabatt_core::Dialect::Arc);
    let pair = |pair: &Pair| Ok((plain(&pair.input)?, pair.output.as_ref().map(plain).transpose()?));
    let pairs = |all: &[Pair]| all.iter().map(pair).collect::<PyResult<Vec<_>>>();
    Ok((
        task.id.clone(),
        split_name(task.split).map(str::to_string),
        task.source.clone(),
        pairs(&task.train)?,
        pairs(&task.test)?,
    ))
}

/// A place in a list, counted from its end if it is negative.
pub fn place(index: &Bound<'_, PyAny>, len: usize, what: &str) -> PyResult<usize> {
    let Ok(n) = index.extract::<isize>() else {
        let kind = crate::convert::grids::kind(index);
        return Err(PyTypeError::new_err(format!("a {what} is found by its place or its name, not by a {kind}")));
    };
    let at = if n < 0 { n + len as isize } else { n };
    let missing = || PyIndexError::new_err(format!("there is no {what} {n}: there are {len}"));
    usize::try_from(at).ok().filter(|&at| at < len).ok_or_else(missing)
}
