//! Items that pass, and items that are not some value.

use super::no_items;
use crate::Machine;
use crate::reference::container as arc;
use crate::reference::tok::safe;
use megabatt_core::py;
use megabatt_core::{Result, TokOp, Value};

/// A tuple, whatever the container is.
pub fn sfilter_t(m: &mut Machine, container: &Value, condition: &Value) -> Result<Value> {
    Value::tuple(arc::passing(m, container, condition)?)
}

/// A set, whatever the container is.
pub fn sfilter_f(m: &mut Machine, container: &Value, condition: &Value) -> Result<Value> {
    let kept = arc::passing(m, container, condition)?;
    m.collect_like(&no_items(), kept)
}

/// Both steps are calls that do not fail, so a condition that fails gives what merging `()` gives.
pub fn mfilter(m: &mut Machine, container: &Value, function: &Value) -> Result<Value> {
    let kept = safe(m, TokOp::sfilter, &[container, function])?;
    safe(m, TokOp::merge_f, &[&kept])
}

pub fn extract(m: &mut Machine, container: &Value, condition: &Value) -> Result<Value> {
    for item in py::iter(container)? {
        if py::truthy(&m.call1_in_generator(condition, &item)?) {
            return Ok(item);
        }
    }
    Ok(no_items())
}

/// A tuple, whatever the container is.
pub fn remove_t(value: &Value, container: &Value) -> Result<Value> {
    Value::tuple(py::iter(container)?.filter(|e| e != value).collect())
}

/// Where nothing is left, or nothing can be removed, the first item of `()`: None.
pub fn other(m: &mut Machine, container: &Value, value: &Value) -> Result<Value> {
    let rest = safe(m, TokOp::remove, &[value, container])?;
    safe(m, TokOp::first, &[&rest])
}

pub fn other_t(container: &Value, value: &Value) -> Result<Value> {
    Ok(py::iter(container)?.find(|e| e != value).unwrap_or_else(Value::empty_tuple))
}

/// The order is that of the set without the value, which has a table of its own.
pub fn other_f(m: &mut Machine, container: &Value, value: &Value) -> Result<Value> {
    let rest = safe(m, TokOp::remove_f, &[value, container])?;
    Ok(py::iter(&rest)?.next().unwrap_or_else(no_items))
}
