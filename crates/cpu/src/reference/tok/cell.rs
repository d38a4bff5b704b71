//! Cells `(i, j, c)`: taking them apart, putting them together, and what Python finds the same.

use megabatt_core::py;
use megabatt_core::{Fail, Result, SetBuilder, Value};

/// `a, b, c = value`: a TypeError if it cannot be walked, a ValueError if it has not three items.
pub fn unpack3(value: &Value) -> Result<(Value, Value, Value)> {
    let mut items = py::iter(value)?;
    match (items.next(), items.next(), items.next(), items.next()) {
        (Some(a), Some(b), Some(c), None) => Ok((a, b, c)),
        _ => Err(Fail::VALUE),
    }
}

/// The tuple `(i, j, c)`.
pub fn cell(i: Value, j: Value, c: Value) -> Result<Value> {
    Value::tuple(vec![i, j, c])
}

/// Whether the patch's first item has three parts, which is how tokpidjin tells an object from places.
pub fn has_colours(patch: &Value) -> Result<bool> {
    let first = py::iter(patch)?.next().ok_or(Fail::STOP)?;
    Ok(py::len(&first)? == 3)
}

/// `frozenset(…)` of what a generator gives.
pub fn set_of(items: impl Iterator<Item = Result<Value>>) -> Result<Value> {
    let mut set = SetBuilder::new();
    for item in items {
        set.add(item?);
    }
    Ok(Value::set(set.finish()?))
}

/// What `in`, `count` and lookups go by: the same object, or equal.
pub fn same(a: &Value, b: &Value) -> bool {
    a.is(b) || a == b
}
