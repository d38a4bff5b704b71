//! One call of a batt, as in Python.

use super::run::CPU;
use crate::convert::{Reader, Writer};
use crate::errors::{ProgramError, raise};
use crate::wait;
use megabatt_core::{Dialect, Fail, Limit, Value};
use megabatt_engine::batt::{Graph, Lines};
use megabatt_exec::{Backend, Cancel, Limits, Outcome, Prepared, RowResult};
use megabatt_lang::batt::Batt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// Nested calls are recursion here, too.
const STACK: usize = 64 << 20;

/// A batt that is ready to be called with C = None, or with a target.
pub struct OneCall {
    /// Without its battery, which is in `prepared`.
    graph: Graph,
    prepared: Box<dyn Prepared>,
}

impl OneCall {
    pub fn new(batt: &Batt, with_target: bool) -> PyResult<OneCall> {
        let refused = |e| ProgramError::new_err(format!("{} cannot be run: {e}", batt.file));
        let mut graph = Graph::of_call(batt, with_target).map_err(refused)?;
        let prepared = CPU.prepare(std::mem::take(&mut graph.battery), &Limits::default());
        Ok(OneCall { graph, prepared })
    }

    /// The lists `o` and `s`, or what Python raises.
    pub fn run<'py>(
        &self,
        batt: &Batt,
        given: [&Bound<'py, PyAny>; 3],
    ) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
        let py = given[0].py();
        let mut reader = Reader::of(Dialect::Tok);
        let [s, i, c] = given.map(|argument| reader.value(argument));
        let (s, i, c) = (s?, i?, c?);
        if [&s, &i, &c].iter().any(|value| value.is_foreign()) {
            return Err(PyTypeError::new_err(
                "S, I and C are grids and tuples of grids; functions of Python's cannot be in them",
            ));
        }
        let cancel = Cancel::new();
        let work = || {
            stacker::grow(STACK, || {
                let results = self.prepared.on_task(&s).run(&i, &c, &cancel, &mut |_| {});
                let ended = results.iter().any(ends);
                // Programs fail in their order, the batt fails in its first line that does.
                let lines = Lines::new(batt, &CPU, &Limits::default());
                let failed = ended.then(|| lines.ending([&s, &i, &c])).flatten();
                (results, failed)
            })
        };
        let ((results, failed), interrupt) = wait::for_work(py, &cancel, None, work)?;
        if let Some(interrupt) = interrupt {
            return Err(interrupt);
        }
        match failed.map(|(_, row)| row.outcome) {
            Some(Outcome::Error(exception)) => return Err(raise(Fail::Raise(exception))),
            Some(Outcome::Limit(limit)) => return Err(raise(Fail::Limit(limit))),
            Some(Outcome::Value(_)) | None => {}
        }
        let mut writer = Writer::new(Dialect::Tok);
        let (candidates, scores) = (PyList::empty(py), PyList::empty(py));
        for (candidate, place) in batt.candidates.iter().zip(&self.graph.candidates) {
            let value = writer.value(py, value(&results[place.judging])?)?;
            candidates.append((candidate.number, candidate.mutated, &candidate.solver, value))?;
        }
        for (score, place) in batt.scores.iter().zip(&self.graph.scores) {
            let value = writer.value(py, value(&results[place.judging])?)?;
            scores.append((score.number, &score.solver, &score.differ, value))?;
        }
        Ok((candidates, scores))
    }
}

/// The value of a row; Python has no word for limits, so they are raised.
fn value(row: &RowResult) -> PyResult<&Value> {
    match &row.outcome {
        Outcome::Value(value) => Ok(value),
        Outcome::Error(exception) => Err(raise(Fail::Raise(*exception))),
        Outcome::Limit(limit) => Err(raise(Fail::Limit(*limit))),
    }
}

/// Whether a row ends the batt.
fn ends(row: &RowResult) -> bool {
    matches!(row.outcome, Outcome::Error(_) | Outcome::Limit(Limit::Recursion))
}
