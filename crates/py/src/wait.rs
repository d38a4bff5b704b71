//! Long work beside a Python that stays awake: signals are looked at, progress is told.

use megabatt_exec::Cancel;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often Python gets a word in.
const LOOK: Duration = Duration::from_millis(50);

/// Who wants to know how far the work is.
pub struct Progress<'a> {
    /// Called with the number of rows that are done.
    pub told: Py<PyAny>,
    pub done: &'a AtomicUsize,
}

/// Does the work as [`for_work`] and draws a bar, if `wanted` or if Python thinks that one is welcome. The work counts what is
/// done of `total`. Ctrl-C ends it early; what it has then is what it gives.
pub fn with_bar<T: Send>(
    py: Python<'_>,
    wanted: Option<bool>,
    total: usize,
    work: impl FnOnce(&Cancel, &Arc<AtomicUsize>) -> T + Send,
) -> PyResult<T> {
    let bar = match wanted {
        Some(false) => None,
        _ => Some(py.import("megabatt._progress")?.call_method1("Bar", (wanted == Some(true), total))?),
    };
    let (cancel, done) = (Cancel::new(), Arc::new(AtomicUsize::new(0)));
    let told = bar.as_ref().map(|bar| bar.getattr("update_to")).transpose()?;
    let progress = told.map(|told| Progress { told: told.unbind(), done: &done });
    let waited = for_work(py, &cancel, progress, || work(&cancel, &done));
    if let Some(bar) = bar {
        bar.call_method1("close", (done.load(Ordering::Relaxed),))?;
    }
    Ok(waited?.0)
}

/// Does the work on another thread, without the GIL. Ctrl-C cancels it; what the work then gives comes with the
/// KeyboardInterrupt. Another exception, such as one out of `progress`, cancels it too and is raised.
pub fn for_work<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    progress: Option<Progress<'_>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    let (result, error) = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = channel::<()>();
            let running = scope.spawn(move || {
                let result = work();
                drop(done);
                result
            });
            let mut error: Option<PyErr> = None;
            while wait.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if error.is_none() {
                    error = Python::attach(|py| look(py, progress.as_ref())).err();
                }
                if error.is_some() {
                    cancel.cancel();
                }
            }
            (running.join(), error)
        })
    });
    let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    match error {
        Some(error) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => Err(error),
        interrupt => Ok((result, interrupt)),
    }
}

fn look(py: Python<'_>, progress: Option<&Progress<'_>>) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        progress.told.call1(py, (progress.done.load(Ordering::Relaxed),))?;
    }
    Ok(())
}
