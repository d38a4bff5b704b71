//! Many rows on all cores.

use crate::wait;
use megabatt_core::Dialect;
use megabatt_cpu::{Cpu, Engine};
use megabatt_exec::{Backend, Cancel, Limits, Row, RowResult};
use pyo3::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Deep recursion in a program is recursion here too; the stack is reserved, not used.
const STACK: usize = 256 << 20;
/// Rows a thread takes at a time.
const CHUNK: usize = 16;

/// Runs rows that call nothing of Python's. The threads live as long as the call: a process may fork before it and after.
/// Ctrl-C raises KeyboardInterrupt.
pub fn run(py: Python<'_>, rows: &[Row], dialect: Dialect, threads: usize) -> PyResult<Vec<RowResult>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores } else { threads }.min(rows.len().div_ceil(CHUNK)).max(1);
    let cancel = Cancel::new();
    let results: Vec<OnceLock<RowResult>> = rows.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let cpu = Cpu { dialect, engine: Engine::Fast };
        let limits = Limits::default();
        while !cancel.is_cancelled() {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= rows.len() {
                break;
            }
            let chunk = start..rows.len().min(start + CHUNK);
            for (place, result) in results[chunk.clone()].iter().zip(cpu.run(&rows[chunk], &limits, &cancel)) {
                let _ = place.set(result);
            }
        }
    };
    let all = || {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let spawned = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if spawned.is_err() {
                    // The other threads do its part; without any, this one does.
                    break;
                }
            }
        });
        stacker::grow(STACK, work);
    };
    let ((), interrupt) = wait::for_work(py, &cancel, None, all)?;
    if let Some(interrupt) = interrupt {
        return Err(interrupt);
    }
    Ok(results.into_iter().filter_map(OnceLock::into_inner).collect())
}
