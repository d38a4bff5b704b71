//! Truth, equality, choice.

use megabatt_core::{Result, Value, py};

pub fn flip(b: &Value) -> Result<Value> {
    Ok(Value::Bool(!py::truthy(b)))
}

pub fn equality(a: &Value, b: &Value) -> Result<Value> {
    Ok(Value::Bool(a == b))
}

pub fn contained(value: &Value, container: &Value) -> Result<Value> {
    Ok(Value::Bool(py::contains(container, value)?))
}

/// `a and b`, which gives one of the two values.
pub fn both(a: &Value, b: &Value) -> Result<Value> {
    Ok(if py::truthy(a) { b.clone() } else { a.clone() })
}

/// `a or b`, which gives one of the two values.
pub fn either(a: &Value, b: &Value) -> Result<Value> {
    Ok(if py::truthy(a) { a.clone() } else { b.clone() })
}

pub fn branch(condition: &Value, a: &Value, b: &Value) -> Result<Value> {
    Ok(if py::truthy(condition) { a.clone() } else { b.clone() })
}
