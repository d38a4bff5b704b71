//! The one place where what went wrong becomes an exception of Python's.
//!
//! | what | raises |
//! | --- | --- |
//! | a program or an operation failed as in Python | the class Python raises |
//! | a limit | `megabatt.LimitError`, a RuntimeError with `.limit` |
//! | text that holds no program | `megabatt.ProgramError`, a ValueError |
//! | data that cannot be used | `megabatt.DataError`, a ValueError |
//! | arguments of the package's own functions | TypeError or ValueError, in our words |

use megabatt_core::{Exception, Fail, Limit};
use pyo3::exceptions::*;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Characters of an argument that an exception shows.
const LONGEST: usize = 60;

pyo3::create_exception!(
    megabatt,
    LimitError,
    PyRuntimeError,
    "A limit of megabatt's ended a call; `limit` names it. Python has no such outcome."
);
pyo3::create_exception!(megabatt, ProgramError, PyValueError, "Text that holds no program megabatt can run.");
pyo3::create_exception!(megabatt, DataError, PyValueError, "Data that holds no task megabatt can use.");

/// The exception for a call that gave no value.
pub fn raise(fail: Fail) -> PyErr {
    match fail {
        Fail::Raise(exception) => of_class(exception, ()),
        Fail::Limit(limit) => of_limit(limit),
    }
}

/// An exception of the class that Python raises.
pub fn of_class(exception: Exception, args: impl pyo3::PyErrArguments + 'static) -> PyErr {
    match exception {
        Exception::AttributeError => PyAttributeError::new_err(args),
        Exception::IndexError => PyIndexError::new_err(args),
        Exception::KeyError => PyKeyError::new_err(args),
        Exception::OverflowError => PyOverflowError::new_err(args),
        Exception::RecursionError => PyRecursionError::new_err(args),
        Exception::RuntimeError => PyRuntimeError::new_err(args),
        Exception::StopIteration => PyStopIteration::new_err(args),
        Exception::TypeError => PyTypeError::new_err(args),
        Exception::ValueError => PyValueError::new_err(args),
        Exception::ZeroDivisionError => PyZeroDivisionError::new_err(args),
    }
}

/// As [`raise`], with words about where it happened.
pub fn raise_for(fail: Fail, place: &str) -> PyErr {
    match fail {
        Fail::Raise(exception) => of_class(exception, place.to_string()),
        Fail::Limit(limit) => limit_error(limit, &format!("{place}: ")),
    }
}

/// A call as it was written, for an exception that it raised: with too many, too few or other arguments than there should be what is
/// wrong with them, else with the arguments, of which long ones are cut.
pub fn words_of_call(
    name: &str,
    params: &[String],
    args: &Bound<'_, PyTuple>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> String {
    let named: Vec<(String, Bound<'_, PyAny>)> =
        keywords.into_iter().flatten().map(|(name, value)| (name.to_string(), value)).collect();
    if !named.is_empty()
        && !params.is_empty()
        && let Some(wrong) = wrong_keywords(params, args.len(), &named)
    {
        return format!("{name}() {wrong}; its parameters are {}", params.join(", "));
    }
    if args.len() != params.len() && named.is_empty() {
        let (wanted, names, given) = (params.len(), params.join(", "), args.len());
        return format!(
            "{name}() takes {wanted} argument{} ({names}), not {given}",
            if wanted == 1 { "" } else { "s" }
        );
    }
    let shown = |arg: &Bound<'_, PyAny>| {
        let text = arg.repr().map_or_else(|_| "…".to_string(), |repr| repr.to_string());
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    };
    let by_place = args.iter().map(|arg| shown(&arg));
    let by_name = named.iter().map(|(name, value)| format!("{name}={}", shown(value)));
    format!("{name}({})", by_place.chain(by_name).collect::<Vec<_>>().join(", "))
}

/// What is wrong with the names of arguments, if that much can be said.
fn wrong_keywords(params: &[String], by_place: usize, named: &[(String, Bound<'_, PyAny>)]) -> Option<String> {
    let is_named = |param: &String| named.iter().any(|(name, _)| name == param);
    if let Some((unknown, _)) = named.iter().find(|(name, _)| !params.contains(name)) {
        return Some(format!("has no parameter '{unknown}'"));
    }
    if by_place > params.len() {
        return Some(format!("takes {} arguments, not {}", params.len(), by_place + named.len()));
    }
    let (before, after) = params.split_at(by_place);
    if let Some(twice) = before.iter().find(|param| is_named(param)) {
        return Some(format!("got '{twice}' twice, by its place and by its name"));
    }
    after.iter().find(|param| !is_named(param)).map(|missing| format!("got no '{missing}'"))
}

fn of_limit(limit: Limit) -> PyErr {
    limit_error(limit, "")
}

fn limit_error(limit: Limit, place: &str) -> PyErr {
    let words = match limit {
        Limit::Fuel => "the fuel is used up; give more with fuel=",
        Limit::Memory => "the values take too much memory; give more with memory=",
        Limit::Int => "an int left the range of 64 bits",
        Limit::Recursion => "between 900 and 1,000 nested calls Python's answer depends on its caller",
        Limit::Depth => "a value nests containers deeper than 2,000",
        Limit::Time => "the time for one call is over; give more with timeout=",
        Limit::Stopped => "it was stopped",
        Limit::Internal => "a defect of megabatt's; please report it with the program and the grid",
    };
    let error = LimitError::new_err(format!("{place}{}: {words}", limit.name()));
    Python::attach(|py| {
        // An exception without the attribute is still one.
        let _ = error.value(py).setattr("limit", limit.name());
    });
    error
}
