//! Items by their place: the first ones, the last ones, the n-th.

use super::no_items;
use super::rank::place;
use crate::reference::container as arc;
use megabatt_core::py;
use megabatt_core::{Fail, Result, Value};

pub fn first(container: &Value) -> Result<Value> {
    Ok(py::iter(container)?.next().unwrap_or(Value::None))
}

/// The first item of a tuple, else `()`: that is also the default of whatever cannot be indexed.
pub fn first_t(container: &Value) -> Result<Value> {
    Ok(py::item(container, 0).unwrap_or_else(Value::empty_tuple))
}

pub fn first_f(container: &Value) -> Result<Value> {
    if py::truthy(container) { first(container) } else { Ok(no_items()) }
}

/// Without a first item it fails, without a second one it gives None.
pub fn second(container: &Value) -> Result<Value> {
    let mut items = py::iter(container)?;
    items.next().ok_or(Fail::STOP)?;
    Ok(items.next().unwrap_or(Value::None))
}

pub fn last(container: &Value) -> Result<Value> {
    if py::truthy(container) { arc::last(container) } else { Ok(Value::empty_tuple()) }
}

/// The last item of a tuple, else `()`; see [`first_t`].
pub fn last_t(container: &Value) -> Result<Value> {
    if py::truthy(container) { py::get(container, -1) } else { Ok(Value::empty_tuple()) }
}

pub fn last_f(container: &Value) -> Result<Value> {
    if py::truthy(container) { arc::last(container) } else { Ok(no_items()) }
}

/// What is no tuple, and a rank that the tuple does not have, give nan.
pub fn get_nth_t(container: &Value, rank: &Value) -> Result<Value> {
    if !container.is_tuple() {
        return Ok(Value::Float(f64::NAN));
    }
    let at = place(rank, py::len(container)?)?;
    Ok(at.and_then(|at| py::item(container, at)).unwrap_or(Value::Float(f64::NAN)))
}

/// The n-th item in the order of the set, from its end for a negative rank.
pub fn get_nth_f(container: &Value, rank: &Value) -> Result<Value> {
    let rank = rank.as_int().ok_or(Fail::TYPE)?;
    let mut items = py::iter(container)?;
    let n = items.size_hint().0;
    let at = if rank < 0 { rank.saturating_add(n as i64) } else { rank };
    let item = usize::try_from(at).ok().filter(|&at| at < n).and_then(|at| items.nth(at));
    Ok(item.unwrap_or_else(no_items))
}
