//! One program on many inputs, of which later ones are read and earlier results written while others run.
//!
//! Only the thread that has the GIL can read Python's objects and make new ones. For light programs that takes as long as the
//! programs themselves, so the other threads do not wait for it to be through.

use crate::call;
use megabatt_core::{Code, Dialect, Value};
use megabatt_cpu::{Cpu, Engine, Ready};
use megabatt_exec::{Cancel, Limits, Outcome, Row};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Deep recursion in a program is recursion here too; the stack is reserved, not used.
const STACK: usize = 256 << 20;
/// Rows a thread takes at a time, and inputs that are handed on together.
const CHUNK: usize = 16;
/// Who waits is woken after so many chunks: going to sleep and waking up takes longer than a light program takes for a chunk.
const TOLD_AFTER: usize = 8;
/// How often Python gets a word in while it waits, and after how many chunks while it reads and writes.
const LOOK: Duration = Duration::from_millis(50);
const LOOK_AFTER: usize = 16;

/// Something that one thread leaves and another one takes.
struct Handed<T>(Mutex<Option<T>>);

impl<T> Handed<T> {
    fn put(&self, item: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(item);
    }

    fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn is_there(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

/// What is on its way, in chunks.
struct Flow<'a> {
    code: &'a Arc<Code>,
    dialect: Dialect,
    /// Who takes a chunk frees it, so that there is no more of it than needed.
    inputs: Vec<Handed<Vec<Value>>>,
    results: Vec<Handed<Vec<Outcome>>>,
    /// How many inputs there are.
    n: usize,
    /// How many chunks of inputs were read, and up to which one threads have taken them.
    read: AtomicUsize,
    taken: AtomicUsize,
    /// Threads at work.
    running: AtomicUsize,
    cancel: Cancel,
    /// Who waits for something to happen, does so here.
    waiting: AtomicUsize,
    gate: Mutex<()>,
    happened: Condvar,
}

impl<'a> Flow<'a> {
    fn new(code: &'a Arc<Code>, dialect: Dialect, n: usize) -> Flow<'a> {
        let chunks = n.div_ceil(CHUNK);
        Flow {
            code,
            dialect,
            inputs: (0..chunks).map(|_| Handed(Mutex::default())).collect(),
            results: (0..chunks).map(|_| Handed(Mutex::default())).collect(),
            n,
            read: AtomicUsize::new(0),
            taken: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
            cancel: Cancel::new(),
            waiting: AtomicUsize::new(0),
            gate: Mutex::new(()),
            happened: Condvar::new(),
        }
    }

    /// Wakes those who wait.
    fn tell(&self) {
        if self.waiting.load(Ordering::SeqCst) > 0 {
            drop(self.gate.lock());
            self.happened.notify_all();
        }
    }

    /// Wakes those who wait, if there is enough for them to do. The last chunk is told in any case; should another one be ready
    /// after it, its thread tells when it ends.
    fn tell_after(&self, chunk: usize) {
        if (chunk + 1).is_multiple_of(TOLD_AFTER) || chunk + 1 == self.inputs.len() {
            self.tell();
        }
    }

    /// Waits until something has happened, or for a while.
    fn wait_unless(&self, holds: impl Fn() -> bool) {
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.waiting.fetch_add(1, Ordering::SeqCst);
        if !holds() {
            drop(self.happened.wait_timeout(gate, LOOK));
        }
        self.waiting.fetch_sub(1, Ordering::SeqCst);
    }

    /// What each thread does.
    fn work(&self) {
        let cpu = Cpu { dialect: self.dialect, engine: Engine::Fast };
        let mut program = Ready::new(cpu, self.code, &Limits::default(), &self.cancel);
        loop {
            let chunk = self.taken.fetch_add(1, Ordering::Relaxed);
            let Some(inputs) = self.inputs.get(chunk) else { return };
            let is_there = || self.read.load(Ordering::SeqCst) > chunk;
            while !is_there() && !self.cancel.is_cancelled() {
                self.wait_unless(is_there);
            }
            let Some(inputs) = inputs.take() else { return };
            let mut results = Vec::with_capacity(inputs.len());
            program.run_all(inputs, |outcome| results.push(outcome));
            if self.cancel.is_cancelled() {
                return;
            }
            self.results[chunk].put(results);
            self.tell_after(chunk);
        }
    }

    /// Reads all inputs while the threads run.
    fn read(&self, py: Python<'_>, mut read: impl FnMut(usize) -> PyResult<Value>) -> PyResult<()> {
        for (chunk, place) in self.inputs.iter().enumerate() {
            let start = chunk * CHUNK;
            place.put((start..self.n.min(start + CHUNK)).map(&mut read).collect::<PyResult<_>>()?);
            self.read.store(chunk + 1, Ordering::SeqCst);
            self.tell_after(chunk);
            if chunk % LOOK_AFTER == 0 {
                py.check_signals()?;
            }
        }
        Ok(())
    }

    /// Hands on all results, waiting for those that are not there.
    fn write(&self, py: Python<'_>, mut write: impl FnMut(Outcome) -> PyResult<()>) -> PyResult<()> {
        for (chunk, place) in self.results.iter().enumerate() {
            let results = loop {
                if let Some(results) = place.take() {
                    break results;
                }
                let nobody_left = || self.running.load(Ordering::SeqCst) == 0;
                py.check_signals()?;
                if nobody_left() && !place.is_there() {
                    let n = chunk * CHUNK;
                    return Err(PyRuntimeError::new_err(format!("grid {n} has no result: its thread has ended")));
                }
                py.detach(|| self.wait_unless(|| place.is_there() || nobody_left()));
            };
            results.into_iter().try_for_each(&mut write)?;
            if chunk % LOOK_AFTER == 0 {
                py.check_signals()?;
            }
        }
        Ok(())
    }
}

/// Counts a thread as long as it runs, however it ends.
struct Running<'a>(&'a Flow<'a>);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
        self.0.tell();
    }
}

/// The same for inputs that are so few that a single thread would run them all: starting it takes longer than a hundred calls of a
/// light program.
fn run_here(
    py: Python<'_>,
    (code, dialect): (&Arc<Code>, Dialect),
    n: usize,
    read: impl FnMut(usize) -> PyResult<Value>,
    mut write: impl FnMut(Outcome) -> PyResult<()>,
) -> PyResult<()> {
    let inputs = (0..n).map(read).collect::<PyResult<Vec<Value>>>()?;
    for input in inputs {
        let row = Row { code: code.clone(), inputs: vec![input] };
        write(call::run_interruptibly(py, &row, dialect, &Limits::default())?.outcome)?;
    }
    Ok(())
}

/// Runs a program that calls nothing of Python's on `n` inputs and hands on what it gives, in order. All inputs are read before
/// the first result is written. The threads live as long as the call: a process may fork before it and after. Ctrl-C raises
/// KeyboardInterrupt.
pub fn run(
    py: Python<'_>,
    (code, dialect): (&Arc<Code>, Dialect),
    threads: usize,
    n: usize,
    read: impl FnMut(usize) -> PyResult<Value>,
    write: impl FnMut(Outcome) -> PyResult<()>,
) -> PyResult<()> {
    if n <= CHUNK {
        return run_here(py, (code, dialect), n, read, write);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores } else { threads }.min(n.div_ceil(CHUNK)).max(1);
    let flow = &Flow::new(code, dialect, n);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            flow.running.fetch_add(1, Ordering::SeqCst);
            let running = Running(flow);
            let work = move || {
                let _running = running;
                flow.work();
            };
            if std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_err() {
                // The other threads do its part; without any, this one does.
                break;
            }
        }
        let done = flow.read(py, read).and_then(|()| {
            if flow.running.load(Ordering::SeqCst) == 0 {
                py.detach(|| stacker::grow(STACK, || flow.work()));
            }
            flow.write(py, write)
        });
        if done.is_err() {
            flow.cancel.cancel();
            flow.tell();
            let nobody_left = || flow.running.load(Ordering::SeqCst) == 0;
            py.detach(|| {
                while !nobody_left() {
                    flow.wait_unless(nobody_left);
                }
            });
        }
        done
    })
}
