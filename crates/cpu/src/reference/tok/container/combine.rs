//! Containers put together, and demo pairs.

use megabatt_core::py::{self, number};
use megabatt_core::{Result, Value};

/// `a + b`, which numbers can do as well as tuples.
pub fn combine_t(a: &Value, b: &Value) -> Result<Value> {
    number::add(a, b)
}

/// `a | b`, which ints can do as well as sets.
pub fn combine_f(a: &Value, b: &Value) -> Result<Value> {
    number::bit_or(a, b)
}

/// The pairs whose two parts differ.
pub fn dedupe_pair_tuple(samples: &Value) -> Result<Value> {
    let mut kept = Vec::new();
    for sample in py::iter(samples)? {
        let (a, b) = py::unpack2(&sample)?;
        if a != b {
            kept.push(Value::pair(a, b)?);
        }
    }
    Value::tuple(kept)
}
