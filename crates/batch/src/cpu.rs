//! Rows on the CPU, on all cores.

use crate::column::Columns;
use crate::family::Family;
use crate::object_info::ObjectInfo;
use crate::pipeline::Pipeline;
use crate::row::{Input, Row};
use crate::tuning::Size;
use megabatt_core::code::Code;
use megabatt_core::{Limit, Value};
use megabatt_cpu::{Cpu, Engine};
use megabatt_exec::{Cancel, Limits, Row as Run};
use rayon::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// What a thread has to have to do before another one is asked to help, in nanoseconds.
const WORTH_A_THREAD: usize = 15_000;

/// Rows whose outcome two runs of Python need not share; see [`megabatt_exec::RowResult::address_dependent`].
#[derive(Debug, Default)]
pub struct AddressDependent(Mutex<Vec<usize>>);

impl AddressDependent {
    /// Two runs of Python need not share what this row gives.
    pub fn note(&self, row: usize) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(row);
    }

    /// In order.
    pub fn into_rows(self) -> Vec<usize> {
        let mut rows = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        rows.sort_unstable();
        rows
    }
}

/// Finds the order of a set, but not of the sets in it.
fn settle_outer(value: &Value) {
    if let Value::Set(set) = value {
        let _ = set.positions_in_order().next();
    }
}

/// A pipeline on the CPU.
#[derive(Clone, Copy)]
pub struct OnCpu<'a> {
    pub pipeline: &'a Pipeline,
    /// The other grids of each row of the whole batch.
    pub columns: Columns<'a>,
    pub cancel: &'a Cancel,
    pub marks: &'a AddressDependent,
}

impl OnCpu<'_> {
    /// Row number `number` of the batch.
    pub fn row(&self, number: usize, input: &impl Input) -> Row {
        if self.cancel.is_cancelled() {
            return Row::Limit(Limit::Stopped);
        }
        let turned = self.pipeline.turn().and_then(|turn| turn.apply(input.grid()));
        turned
            .map_or_else(|| self.program(number, &self.pipeline.program().code, self.inputs(number, input)), Row::Grid)
    }

    /// The grids that this row begins with.
    pub fn inputs(&self, number: usize, input: &impl Input) -> Vec<Value> {
        let others = self.columns.iter().map(|column| column.value(number));
        std::iter::once(input.value()).chain(others).collect()
    }

    /// What a program gives for this row.
    pub fn program(&self, number: usize, code: &Arc<Code>, inputs: Vec<Value>) -> Row {
        let cpu = Cpu { dialect: self.pipeline.dialect(), engine: Engine::Fast };
        let (run, limits) = (Run { code: code.clone(), inputs }, Limits::default());
        let result = match self.pipeline.gives_tables() {
            false => cpu.run_row(&run, &limits, self.cancel),
            // Tables tell nothing of the order within an object.
            true => cpu.run_row_for(&run, &limits, self.cancel, settle_outer),
        };
        if result.address_dependent {
            self.marks.note(number);
        }
        match Row::from(result.outcome) {
            Row::Value(value) if self.pipeline.gives_tables() => {
                ObjectInfo::of_set(&value).map_or(Row::Value(value), Row::Objects)
            }
            row => row,
        }
    }

    /// Rows from a number on, in order.
    pub fn rows<I: Input>(&self, first: usize, inputs: &[I]) -> Vec<Row> {
        let least = (WORTH_A_THREAD / self.nanoseconds(inputs).max(1)).max(1);
        if inputs.len() <= least {
            return inputs.iter().enumerate().map(|(n, input)| self.row(first + n, input)).collect();
        }
        let rows = inputs.par_iter().enumerate().with_min_len(least);
        rows.map(|(n, input)| self.row(first + n, input)).collect()
    }

    /// These of the rows that begin with a number, in order.
    pub fn rows_at<I: Input>(&self, first: usize, inputs: &[I], numbers: &[usize]) -> Vec<Row> {
        let least = (WORTH_A_THREAD / self.nanoseconds(inputs).max(1)).max(1);
        let row = |&n: &usize| self.row(first + n, &inputs[n]);
        match numbers.len() <= least {
            true => numbers.iter().map(row).collect(),
            false => numbers.par_iter().with_min_len(least).map(row).collect(),
        }
    }

    /// About what a row takes. The first alone would not do: where it is a small one among large ones, 20 grids through ten operations
    /// stayed on one core of 16 and took twice as long as 100.
    pub fn nanoseconds<I: Input>(&self, inputs: &[I]) -> usize {
        let cells = Size::of(inputs).cells;
        match self.pipeline.turn() {
            Some(_) => 60 + cells / 2,
            None => {
                let each = if self.pipeline.family().0 == Family::Objects { 16 } else { 2 };
                300 + self.pipeline.stages() * (100 + each * cells)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::{Dialect, Grid};

    #[test]
    fn a_small_first_grid_does_not_stand_for_all() {
        let pipeline = Pipeline::parse("trim | upscale(2) | trim", Dialect::Arc).expect("a pipeline");
        let (cancel, marks) = (Cancel::new(), AddressDependent::default());
        let cpu = OnCpu { pipeline: &pipeline, columns: &[], cancel: &cancel, marks: &marks };
        let [small, large] = [1, 30].map(|side| Grid::new(side, side, vec![0; side * side]));
        let mut mixed = vec![large.clone(); 20];
        mixed[0] = small.clone();
        assert!(cpu.nanoseconds(&mixed) > 5 * cpu.nanoseconds(&[small]), "{}", cpu.nanoseconds(&mixed));
        assert!(cpu.nanoseconds(&mixed) < cpu.nanoseconds(&[large]));
        assert!(cpu.nanoseconds::<Grid>(&[]) > 0);
    }
}
