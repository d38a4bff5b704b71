//! `mb.GridBatch`: grids, and operations on all of them as methods.

pub mod arrays;
mod operation;
mod rows;
mod runners;
mod tables;

pub use runners::{no_gpu, tuning, wait_for_devices};

use crate::convert::grids;
use crate::grid::Grid;
use crate::options;
use megabatt_batch::{Arg, Backend, Beside, Builder, Column, Pipeline, Results, Row, Values};
use megabatt_core::{Arc as CoreArc, Grid as CoreGrid, Op, Value};
use operation::Operation;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};
use std::sync::{Arc, OnceLock};

/// Grids, and what is to be done to them.
///
/// Every operation of arc-dsl is a method that takes the arguments after its first. Nothing runs until a result is asked for;
/// then all of it runs as one pipeline, on all cores or on a GPU, with the same results. An argument may be another batch of as
/// many grids, or what comes out of one (patches, colours, …): then each grid goes with its own.
///
/// `grids` is a NumPy array of shape (N, height, width), or anything that holds grids, of one shape or many.
/// `backend` is "auto" (whoever is quicker), "cpu" or "cuda"; `min_batch` says from how many grids on a GPU is used.
///
/// >>> import megabatt as mb
/// >>> batch = mb.GridBatch([[[1, 2], [3, 4]], [[3, 3, 0]]])
/// >>> batch.rot90().replace(3, 7).grids()[1].to_list()
/// [[7], [7], [0]]
/// >>> batch.colorcount(3).values()
/// [1, 2]
/// >>> batch.hconcat(batch.vmirror()).grids()[0].to_list()
/// [[1, 2, 2, 1], [3, 4, 4, 3]]
/// >>> batch.fill(0, batch.ofcolor(3)).grids()[1].to_list()
/// [[0, 0, 0]]
#[pyclass(frozen, module = "megabatt")]
pub struct GridBatch {
    grids: Grids,
    wanted: Builder,
    /// What operations take of other batches, in the order in which it was first taken.
    columns: Vec<Others>,
    backend: Backend,
    min_batch: Option<usize>,
    /// What came of it, once somebody has asked.
    done: OnceLock<Arc<Results>>,
    /// What came of it with objects as tables, once somebody has asked for those.
    tables: OnceLock<Arc<Results>>,
    /// What came of it as an argument, once it was one of another batch.
    as_column: OnceLock<Others>,
}

type Grids = Arc<[CoreArc<CoreGrid>]>;

/// What another batch gives, a value for each grid.
type Others = Beside<CoreArc<CoreGrid>>;

/// An argument of an operation: the same for all grids, or another batch.
pub enum Argument {
    Value(Value),
    Batch(Others),
}

fn grids_said(count: usize) -> String {
    if count == 1 { "1 grid".to_string() } else { format!("{count} grids") }
}

impl GridBatch {
    /// With one more operation.
    fn then(&self, op: Op, args: Vec<Argument>) -> GridBatch {
        let (mut wanted, mut columns) = (self.wanted.clone(), self.columns.clone());
        let arg = |arg: Argument| match arg {
            Argument::Value(value) => Arg::Value(value),
            Argument::Batch(others) => Arg::Column(others.number_in(&mut columns)),
        };
        wanted.then_with(op, args.into_iter().map(arg).collect());
        let (grids, backend, min_batch) = (self.grids.clone(), self.backend, self.min_batch);
        GridBatch::new(grids, wanted, columns, backend, min_batch)
    }

    /// Of which nothing has run yet.
    fn new(
        grids: Grids,
        wanted: Builder,
        columns: Vec<Others>,
        backend: Backend,
        min_batch: Option<usize>,
    ) -> GridBatch {
        let (done, tables, as_column) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        GridBatch { grids, wanted, columns, backend, min_batch, done, tables, as_column }
    }

    /// Its results for the operations of another batch.
    fn column(&self, py: Python<'_>) -> PyResult<Others> {
        if self.wanted.stages() == 0 {
            return Ok(Beside::Grids(self.grids.clone()));
        }
        if let Some(done) = self.as_column.get() {
            return Ok(done.clone());
        }
        let (results, pipeline) = (self.results(py)?, self.pipeline());
        let grid = |row: &Row| if let Row::Grid(grid) = row { Some(CoreArc::new(grid.clone())) } else { None };
        let others = match results.rows.iter().map(grid).collect::<Option<Grids>>() {
            Some(grids) => Beside::Grids(grids),
            None => {
                let values = Values::of_results(&results).map_err(|n| rows::failed(&results.rows[n], n, &pipeline))?;
                Beside::Values(Arc::new(values))
            }
        };
        Ok(self.as_column.get_or_init(|| others).clone())
    }

    fn pipeline(&self) -> Pipeline {
        self.wanted.pipeline()
    }

    fn results(&self, py: Python<'_>) -> PyResult<Arc<Results>> {
        self.once(py, &self.done, &self.pipeline())
    }

    /// Runs the pipeline unless that was done.
    fn once(&self, py: Python<'_>, place: &OnceLock<Arc<Results>>, pipeline: &Pipeline) -> PyResult<Arc<Results>> {
        if let Some(done) = place.get() {
            return Ok(done.clone());
        }
        let columns: Vec<&dyn Column> = self.columns.iter().map(Beside::column).collect();
        let results = runners::run(py, self.backend, self.min_batch, pipeline, &self.grids, &columns)?;
        Ok(place.get_or_init(|| Arc::new(results)).clone())
    }
}

/// Whether exceptions stand in the places of results.
fn are_kept(errors: &str) -> PyResult<bool> {
    match errors {
        "raise" | "keep" => Ok(errors == "keep"),
        _ => Err(PyValueError::new_err(format!("errors is 'raise' or 'keep', not {errors:?}"))),
    }
}

/// What is made of each row; the first exception is raised unless they are kept.
fn listed<'py>(
    py: Python<'py>,
    results: &Results,
    kept: bool,
    make: impl Fn(usize, &Row) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for (n, row) in results.rows.iter().enumerate() {
        match make(n, row) {
            Ok(value) => list.append(value)?,
            Err(error) if kept => list.append(error.into_value(py))?,
            Err(error) => return Err(error),
        }
    }
    Ok(list)
}

#[pymethods]
impl GridBatch {
    #[new]
    #[pyo3(signature = (grids, *, backend="auto", min_batch=None))]
    fn from_python(grids: &Bound<'_, PyAny>, backend: &str, min_batch: Option<i64>) -> PyResult<GridBatch> {
        let backend = options::backend(backend)?;
        let too_few = |n: i64| PyValueError::new_err(format!("min_batch={n}: it is a number of grids, 0 or more"));
        let min_batch = min_batch.map(|n| usize::try_from(n).map_err(|_| too_few(n))).transpose()?;
        if backend == Backend::Cuda {
            // Whether there is a GPU is better known before any work.
            runners::get(grids.py(), backend)?;
        }
        let grids = grids::many_numbered(grids)?.into();
        let (wanted, columns) = (Builder::new(), Vec::new());
        Ok(GridBatch::new(grids, wanted, columns, backend, min_batch))
    }

    /// The results as NumPy arrays: one of shape (N, height, width) if all grids have one shape, else a list with one for each.
    /// Numbers are one array of N, and so are bools.
    ///
    /// The first grid on which Python raises makes it raise.
    fn numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::numpy(py, &*self.results(py)?, &self.pipeline())
    }

    /// The results as a list of `mb.Grid`.
    fn grids(&self, py: Python<'_>) -> PyResult<Vec<Grid>> {
        let (results, pipeline) = (self.results(py)?, self.pipeline());
        let grid = |(n, row)| rows::grid(row, n, &pipeline).map(|grid| Grid::new(CoreArc::new(grid.clone())));
        results.rows.iter().enumerate().map(grid).collect()
    }

    /// The results as a list of plain values: tuples, ints, bools, frozensets.
    ///
    /// Where a grid makes Python raise, that exception is raised; with `errors="keep"` it stands in the place of the result.
    #[pyo3(signature = (*, errors="raise"))]
    fn values<'py>(&self, py: Python<'py>, errors: &str) -> PyResult<Bound<'py, PyList>> {
        let kept = are_kept(errors)?;
        let (results, pipeline) = (self.results(py)?, self.pipeline());
        listed(py, &results, kept, |n, row| rows::value(py, row, n, &pipeline))
    }

    /// The sets of objects that came out as tables: for each grid a list of `mb.ObjectInfo` with the colours, the number of cells and
    /// the box of each object, in the order in which Python walks the set.
    ///
    /// GPUs find these; sets with all their cells, as `values()` gives them, are made on the CPU. `errors` is as for `values()`.
    ///
    /// >>> import megabatt as mb
    /// >>> batch = mb.GridBatch([[[3, 3, 0], [0, 0, 5]]])
    /// >>> batch.objects(True, False, True).object_tables()[0][0]
    /// ObjectInfo(colours=(5,), cells=1, top=1, left=2, bottom=1, right=2)
    #[pyo3(signature = (*, errors="raise"))]
    fn object_tables<'py>(&self, py: Python<'py>, errors: &str) -> PyResult<Bound<'py, PyList>> {
        let kept = are_kept(errors)?;
        let pipeline = self.pipeline().with_tables();
        let results = self.once(py, &self.tables, &pipeline)?;
        let made = tables::Maker::new(py)?;
        listed(py, &results, kept, |n, row| made.table(row, n, &pipeline))
    }

    /// What happened: who did the work, how many grids GPUs worked out, how long it took, and which results depend on addresses
    /// of objects, so that two runs of Python itself may differ there.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let results = match (self.done.get(), self.tables.get()) {
            (None, Some(tables)) => tables.clone(),
            _ => self.results(py)?,
        };
        let (report, said) = (&results.report, PyDict::new(py));
        said.set_item("pipeline", self.pipeline().text())?;
        said.set_item("grids", report.rows)?;
        said.set_item("path", report.path.name())?;
        said.set_item("on_devices", report.on_devices)?;
        said.set_item("failed_batches", report.failed())?;
        said.set_item("seconds", report.took.as_secs_f64())?;
        said.set_item("address_dependent", &results.address_dependent)?;
        Ok(said)
    }

    fn __len__(&self) -> usize {
        self.grids.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.grids(py)?)?.try_iter()
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Operation> {
        Operation::named(slf, name)
    }

    fn __dir__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let own = slf.py().import("builtins")?.getattr("object")?.call_method1("__dir__", (slf,))?;
        let names = PyList::new(slf.py(), Op::ALL.iter().map(|op| op.name()))?;
        names.call_method1("extend", (own,))?;
        Ok(names)
    }

    fn __repr__(&self) -> String {
        let grids = grids_said(self.grids.len());
        match self.wanted.stages() {
            0 => format!("<GridBatch of {grids}>"),
            _ => format!("<GridBatch of {grids}: {}>", self.pipeline().text()),
        }
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a GridBatch cannot be pickled; send its grids() or numpy(), and make one there"))
    }
}
