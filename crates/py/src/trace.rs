//! A program line by line, with the value of every line.

use crate::convert::to_python;
use crate::outcome::value_or_raise;
use crate::program::Program;
use megabatt_core::{Fail, Value};
use megabatt_cpu::{Cpu, Engine};
use megabatt_exec::{Cancel, Limits, Outcome, Row};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Number and text of each line, with its value, or the name of what ended it there; lines that did not run have
/// neither. Then the outcome.
pub fn trace<'py>(py: Python<'py>, program: &Program, inputs: Vec<Value>) -> PyResult<Bound<'py, PyDict>> {
    let dialect = program.loaded.dialect;
    let code = program.program().code.clone();
    let row = Row { code: code.clone(), inputs };
    let cpu = Cpu { dialect, engine: Engine::Fast };
    let trace = py.detach(|| stacker::grow(64 << 20, || cpu.trace(&row, &Limits::default(), &Cancel::new())));
    let lines = PyList::empty(py);
    let mut next = 0;
    for (number, last, text) in texts(program) {
        let start = next;
        while code.steps.get(next).is_some_and(|step| (number..=last).contains(&step.line)) {
            next += 1;
        }
        let line = PyDict::new(py);
        line.set_item("number", number)?;
        line.set_item("text", text)?;
        let failed = trace.failure.filter(|_| (start..next).contains(&trace.done));
        match (failed, next.checked_sub(1).filter(|_| next > start && next <= trace.done)) {
            (Some(fail), _) => line.set_item("failure", name(fail))?,
            (None, Some(step)) => {
                let value = &trace.slots[code.steps[step].slot as usize];
                line.set_item("value", to_python(py, value, dialect)?)?;
            }
            (None, None) => {}
        }
        line.set_item("is_step", next > start)?;
        lines.append(line)?;
    }
    let shown = PyDict::new(py);
    shown.set_item("lines", lines)?;
    match &trace.outcome {
        value @ Outcome::Value(_) => shown.set_item("value", value_or_raise(py, value, dialect)?)?,
        Outcome::Error(exception) => shown.set_item("failure", name(Fail::Raise(*exception)))?,
        Outcome::Limit(limit) => shown.set_item("failure", name(Fail::Limit(*limit)))?,
    }
    Ok(shown)
}

fn name(fail: Fail) -> String {
    match fail {
        Fail::Raise(exception) => exception.name().to_string(),
        Fail::Limit(limit) => format!("limit {}", limit.name()),
    }
}

/// First line, last line and text of each line as it stands in the file, or of each step if the file does not tell.
fn texts(program: &Program) -> Vec<(u32, u32, String)> {
    let core = program.program();
    let listed = program.text().and_then(|text| megabatt_lang::listing(text, core));
    let listed = listed.map(|lines| lines.into_iter().map(|line| (line.lines.0, line.lines.1, line.text)).collect());
    listed.unwrap_or_else(|| core.code.steps.iter().map(|step| (step.line, step.line, String::new())).collect())
}
