//! Calls in the place of Python's own: whatever cannot be answered exactly is left to Python.

use crate::convert::{Reader, Same};
use crate::traced::Traced;
use crate::{call, many, options, outcome};
use megabatt_core::hash::{self, Addresses};
use megabatt_core::set::address;
use megabatt_core::{Dialect, Value, py};
use megabatt_exec::{Limits, Outcome, Row, RowResult};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// The arguments, if all are values of the DSL without functions of Python's in them, and which sets they are.
pub fn inputs(dialect: Dialect, args: &Bound<'_, PyTuple>) -> Option<(Vec<Value>, Same)> {
    let mut reader = Reader::exact(dialect);
    let inputs = args.iter().map(|arg| reader.value(&arg).ok()).collect::<Option<Vec<_>>>()?;
    (!inputs.iter().any(Value::is_foreign)).then_some((inputs, reader.same))
}

/// What a call gives or raises; NotImplemented where Python has to find out.
pub fn row<'py>(
    py: Python<'py>,
    dialect: Dialect,
    args: &Bound<'py, PyTuple>,
    row: impl FnOnce(Vec<Value>) -> Row,
) -> PyResult<Bound<'py, PyAny>> {
    let Some((inputs, same)) = inputs(dialect, args) else { return Ok(py.NotImplemented().into_bound(py)) };
    let row = row(inputs);
    let result = call::run_interruptibly(py, &row, dialect, &Limits::default())?;
    answer(py, &row, &result, dialect, same)
}

fn answer<'py>(
    py: Python<'py>,
    row: &Row,
    result: &RowResult,
    dialect: Dialect,
    same: Same,
) -> PyResult<Bound<'py, PyAny>> {
    let sure = !matches!(result.outcome, Outcome::Limit(_))
        && (!result.address_dependent || py.detach(|| wherever_functions_lie(row, &result.outcome, dialect)));
    if sure { outcome::answer(py, &result.outcome, dialect, same) } else { Ok(py.NotImplemented().into_bound(py)) }
}

/// Whether a row comes to the same with functions at other addresses. Sets of functions are walked in an order that follows from
/// them, which Python alone knows; that it does not matter is found by experiment, each order being tried with its reverse.
fn wherever_functions_lie(row: &Row, outcome: &Outcome, dialect: Dialect) -> bool {
    let is_bound = |value: &Value| value.hashes_by_address() && address::is_uncertain(value);
    if row.inputs.iter().any(is_bound) || matches!(outcome, Outcome::Value(v) if v.order_depends_on_address()) {
        return false;
    }
    let again = |addresses| {
        let limits = Limits::default();
        let found = hash::with_addresses(addresses, || {
            let found = call::run_row(row, dialect, &limits).outcome;
            text(&found)
        });
        found == text(outcome)
    };
    let seeds = [0x9E37_79B9, 0x85EB_CA6B, 0xC2B2_AE35];
    seeds.into_iter().all(|seed| [false, true].into_iter().all(|reversed| again(Addresses { seed, reversed })))
}

/// The outcome with sets in their order.
fn text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Value(value) => py::repr(value),
        Outcome::Error(exception) => exception.name().to_string(),
        Outcome::Limit(limit) => limit.name().to_string(),
    }
}

/// Many calls at once: for each a value, an exception, or NotImplemented. All functions are of one dialect.
#[pyfunction]
pub fn attempt_many<'py>(
    py: Python<'py>,
    calls: Vec<(Bound<'py, Traced>, Bound<'py, PyTuple>)>,
) -> PyResult<Bound<'py, PyList>> {
    let answers = PyList::empty(py);
    let Some(dialect) = calls.first().map(|(function, _)| function.get().core_dialect()) else { return Ok(answers) };
    if calls.iter().any(|(function, _)| function.get().core_dialect() != dialect) {
        return Err(PyTypeError::new_err("functions that run together are of one dialect"));
    }
    let read: Vec<Option<(Row, Same)>> = calls.iter().map(|(function, args)| function.get().row(args)).collect();
    let places: Vec<bool> = read.iter().map(Option::is_some).collect();
    let (rows, known): (Vec<Row>, Vec<Same>) = read.into_iter().flatten().unzip();
    let results = many::run(py, &rows, dialect, 0)?;
    let mut run = rows.iter().zip(&results).zip(known);
    for given in places {
        let found = if given { run.next() } else { None };
        let none = || Ok(py.NotImplemented().into_bound(py));
        match found.map_or_else(none, |((row, result), same)| answer(py, row, result, dialect, same)) {
            Ok(value) => answers.append(value)?,
            Err(error) => answers.append(error.into_value(py))?,
        }
    }
    Ok(answers)
}

/// Name, line of the `def`, and the program.
type Recognised = Vec<(String, u32, Traced)>;
/// Names of functions, lines and reasons why they are no programs; without a name a reason why the whole text is none.
type Refused = Vec<(String, u32, String)>;

/// The functions of a text that are programs, and those that are none.
#[pyfunction]
pub fn recognise(py: Python<'_>, name: &str, text: &[u8], dialect: &str) -> PyResult<(Recognised, Refused)> {
    let dialect = options::dialect(dialect)?;
    let module = py.detach(|| megabatt_lang::parse_bytes(name, text, dialect));
    let refused = module.errors().map(|error| {
        let help = error.help.as_ref().map(|help| format!(". {help}")).unwrap_or_default();
        (error.function.clone().unwrap_or_default(), error.line(), format!("{}{help}", error.message))
    });
    let refused = refused.collect();
    let all = module.programs.into_iter().chain(module.differs);
    Ok((all.map(|program| (program.name.clone(), program.line, Traced::of(program))).collect(), refused))
}
