//! Greatest and least items, most and least common ones, and sorting.

use crate::Machine;
use crate::reference::container as arc;
use crate::reference::container::Best;
use megabatt_core::py;
use megabatt_core::{Fail, Result, Value};

/// Runs what Python runs inside a built-in function that calls back: CPython counts a frame for it.
pub fn in_builtin<T>(m: &mut Machine, f: impl FnOnce(&mut Machine) -> Result<T>) -> Result<T> {
    m.enter()?;
    let result = f(m)?;
    m.leave();
    Ok(result)
}

pub fn order(m: &mut Machine, container: &Value, compfunc: &Value) -> Result<Value> {
    in_builtin(m, |m| arc::order(m, container, compfunc))
}

fn best(m: &mut Machine, container: &Value, compfunc: &Value, which: Best) -> Result<Option<Value>> {
    in_builtin(m, |m| arc::best(m, container, compfunc, which))
}

/// The function once more on the best item, on 0 if there is none.
fn best_value(m: &mut Machine, container: &Value, compfunc: &Value, which: Best) -> Result<Value> {
    let item = best(m, container, compfunc, which)?.unwrap_or(Value::Int(0));
    m.call1(compfunc, &item)
}

pub fn valmax(m: &mut Machine, container: &Value, compfunc: &Value) -> Result<Value> {
    best_value(m, container, compfunc, Best::Max)
}

pub fn valmin(m: &mut Machine, container: &Value, compfunc: &Value) -> Result<Value> {
    best_value(m, container, compfunc, Best::Min)
}

pub fn argmax(m: &mut Machine, container: &Value, compfunc: &Value) -> Result<Value> {
    best(m, container, compfunc, Best::Max)?.ok_or(Fail::VALUE)
}

pub fn argmin(m: &mut Machine, container: &Value, compfunc: &Value) -> Result<Value> {
    best(m, container, compfunc, Best::Min)?.ok_or(Fail::VALUE)
}

/// Of a set, the first item in the order of a set made from its items one by one.
pub fn mostcommon_f(container: &Value) -> Result<Value> {
    arc::most_frequent(py::iter(container)?, false)
}

/// See [`mostcommon_f`]: in a set, everything is as common as everything else.
pub fn leastcommon_f(container: &Value) -> Result<Value> {
    arc::most_frequent(py::iter(container)?, true)
}
