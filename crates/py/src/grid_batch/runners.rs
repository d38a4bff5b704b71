//! Who runs batches: one runner for each backend, since getting a GPU ready takes long.

use crate::wait;
use megabatt_batch::{Backend, Columns, DeviceError, Options, Pipeline, Results, Runner, Tuning};
use megabatt_core::{Arc as CoreArc, Grid};
use megabatt_exec::Cancel;
use pyo3::exceptions::{PyRuntimeError, PyRuntimeWarning};
use pyo3::prelude::*;
use std::ffi::CString;
use std::sync::{Arc, Mutex, PoisonError};

/// Deep recursion in a function that an operation is given is recursion here too; the stack is reserved, not used.
const STACK: usize = 256 << 20;
/// So few grids are not worth another thread.
const CHUNK: usize = 16;

/// The runners of this process and, after a fork, of the one it came from: a GPU that a parent opened is none of the child's.
static RUNNERS: Mutex<Vec<(u32, Backend, Arc<Runner>)>> = Mutex::new(Vec::new());

fn known(backend: Backend) -> Option<Arc<Runner>> {
    let (all, process) = (RUNNERS.lock().unwrap_or_else(PoisonError::into_inner), std::process::id());
    all.iter().find(|(id, other, _)| (*id, *other) == (process, backend)).map(|(.., runner)| runner.clone())
}

/// The runner for a backend. With [`Backend::Cuda`] GPUs are got ready the first time, and there has to be one.
pub fn get(py: Python<'_>, backend: Backend) -> PyResult<Arc<Runner>> {
    if let Some(runner) = known(backend) {
        return Ok(runner);
    }
    let tuning = if backend == Backend::Auto { tuning(py)? } else { Tuning::default() };
    let options = Options { backend, tuning, ..Options::default() };
    let made = py.detach(|| Runner::new(options)).map_err(|error| no_gpu(&error))?;
    // The lock is not held while a GPU starts: another thread may fork meanwhile.
    if let Some(runner) = known(backend) {
        return Ok(runner);
    }
    let runner = Arc::new(made);
    let mut all = RUNNERS.lock().unwrap_or_else(PoisonError::into_inner);
    if all.is_empty() {
        py.import("atexit")?
            .call_method1("register", (py.import("megabatt._native")?.getattr("wait_for_devices")?,))?;
    }
    all.push((std::process::id(), backend, runner.clone()));
    Ok(runner)
}

/// Waits for GPUs that are being started: a process must not end meanwhile. Called when Python ends.
#[pyfunction]
pub fn wait_for_devices(py: Python<'_>) {
    let all = RUNNERS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let own = all.into_iter().filter(|(id, ..)| *id == std::process::id());
    py.detach(|| own.for_each(|(.., runner)| drop(runner.wait_until_warm())));
}

/// What the pipeline gives for the grids, without the GIL. Ctrl-C raises KeyboardInterrupt.
pub fn run(
    py: Python<'_>,
    backend: Backend,
    min_batch: Option<usize>,
    pipeline: &Pipeline,
    grids: &[CoreArc<Grid>],
    columns: Columns<'_>,
) -> PyResult<Results> {
    let runner = get(py, backend)?;
    let cancel = Cancel::new();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(grids.len().div_ceil(CHUNK)).max(1);
    // The threads live as long as the call: a process may fork before it and after.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(format!("no thread can be started: {error}")))?;
    let work = || pool.install(|| runner.run_until(pipeline, grids, columns, min_batch, &cancel));
    match wait::for_work(py, &cancel, None, work)? {
        (_, Some(interrupt)) => Err(interrupt),
        (results, None) => Ok(results),
    }
}

/// What was measured on this machine; the file is the command line's. One that cannot be read is warned of, and batches run without.
pub fn tuning(py: Python<'_>) -> PyResult<Tuning> {
    let chosen = std::env::var_os("MEGABATT_DEVICES").filter(|value| !value.is_empty()).map(Into::into);
    let Some(path) = chosen.or_else(Tuning::default_path) else { return Ok(Tuning::default()) };
    Tuning::load(&path).or_else(|error| {
        let words = CString::new(format!("{error}; what is usual holds until then"))?;
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &words, 1)?;
        Ok(Tuning::default())
    })
}

/// A GPU that was asked for cannot be used.
pub fn no_gpu(error: &DeviceError) -> PyErr {
    PyRuntimeError::new_err(format!(
        "no GPU can be used: {error}; mb.devices() tells what there is, and backend=\"auto\" uses the CPU where there is none"
    ))
}
