//! What the samples of one task share.

use super::{CpuBattery, LARGE, State};
use megabatt_core::Value;
use megabatt_exec::{Cancel, OnTask, RowResult};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The bulk of all values kept for a task at most. Beyond that, programs with such a value run alone.
const MOST_KEPT: u64 = 4 * LARGE;

/// A node's value and state, once it was worked out.
type Cell = Mutex<Option<(Value, State)>>;

/// A battery on the samples of one task.
///
/// A cell is locked while its node is worked out, so that a second sample waits for the value: otherwise two samples that
/// start together would do the same work, which for what depends on demo pairs may be most of it.
pub struct CpuTask<'a> {
    prepared: &'a CpuBattery,
    demos: Value,
    /// One for each node that depends on the demo pairs alone.
    cells: Vec<Cell>,
    /// The bulk of what is in them.
    kept: AtomicU64,
    worked_out: AtomicUsize,
}

impl<'a> CpuTask<'a> {
    pub fn new(prepared: &'a CpuBattery, demos: &Value) -> CpuTask<'a> {
        let cells = prepared.per_task.iter().flatten().map(|_| Cell::default()).collect();
        CpuTask { prepared, demos: demos.clone(), cells, kept: AtomicU64::new(0), worked_out: AtomicUsize::new(0) }
    }

    /// The cell of a node, if it has one, for this sample alone.
    pub fn cell(&self, node: u32) -> Option<MutexGuard<'_, Option<(Value, State)>>> {
        let number = self.prepared.per_task[node as usize]?;
        Some(self.cells[number as usize].lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts what was worked out into a cell, unless it is too large; gives the state that holds then.
    pub fn keep(&self, cell: &mut Option<(Value, State)>, value: &mut Value, state: State) -> State {
        self.worked_out.fetch_add(1, Ordering::Relaxed);
        let bulk = value.bulk();
        let all = self.kept.fetch_add(bulk, Ordering::Relaxed).saturating_add(bulk);
        let mut state = state;
        if bulk > LARGE || all > MOST_KEPT {
            self.kept.fetch_sub(bulk, Ordering::Relaxed);
            (*value, state) = (Value::None, State::Alone);
        }
        *cell = Some((value.clone(), state));
        state
    }
}

impl OnTask for CpuTask<'_> {
    fn run(&self, input: &Value, target: &Value, cancel: &Cancel, after: &mut dyn FnMut(usize)) -> Vec<RowResult> {
        let inputs = [self.demos.clone(), input.clone(), target.clone()];
        self.prepared.run_sample(&inputs, Some(self), cancel, after)
    }

    fn run_many(&self, samples: &[(&Value, &Value)], cancel: &Cancel) -> Vec<Vec<RowResult>> {
        let inputs: Vec<[Value; 3]> =
            samples.iter().map(|&(input, target)| [self.demos.clone(), input.clone(), target.clone()]).collect();
        let inputs: Vec<&[Value]> = inputs.iter().map(<[Value; 3]>::as_slice).collect();
        self.prepared.run_samples(&inputs, Some(self), cancel)
    }

    fn worked_out(&self) -> usize {
        self.worked_out.load(Ordering::Relaxed)
    }
}
