//! Functions that make or apply functions.

use super::container::{flattened, merge};
use crate::Machine;
use crate::machine::bindable;
use megabatt_core::py::{self, number};
use megabatt_core::set::address;
use megabatt_core::{Closure, Fail, Function, Result, Set, SetBuilder, Value};

fn made(closure: Closure) -> Result<Value> {
    Ok(Value::func(Function::new(closure)?))
}

pub fn compose(outer: &Value, inner: &Value) -> Result<Value> {
    made(Closure::Compose { outer: outer.clone(), inner: inner.clone() })
}

pub fn chain(h: &Value, g: &Value, f: &Value) -> Result<Value> {
    made(Closure::Chain { h: h.clone(), g: g.clone(), f: f.clone() })
}

pub fn matcher(function: &Value, target: &Value) -> Result<Value> {
    made(Closure::Matcher { function: function.clone(), target: target.clone() })
}

pub fn rbind(function: &Value, fixed: &Value) -> Result<Value> {
    let arity = bindable(function)?;
    made(Closure::Rbind { function: function.clone(), fixed: fixed.clone(), arity })
}

pub fn lbind(function: &Value, fixed: &Value) -> Result<Value> {
    let arity = bindable(function)?;
    made(Closure::Lbind { function: function.clone(), fixed: fixed.clone(), arity })
}

/// `function` composed with itself; Python builds it by recursion, so it ends in a RecursionError unless n counts
/// down to 1 within the recursion limit.
pub fn power(m: &mut Machine, function: &Value, n: &Value) -> Result<Value> {
    if *n == Value::Int(1) {
        return Ok(function.clone());
    }
    number::sub(n, &Value::Int(1))?;
    let n = n.as_int().ok_or(Fail::TYPE)?;
    let frames = u32::try_from(n).ok().filter(|&n| n >= 1).unwrap_or(u32::MAX);
    m.enter_many(frames)?;
    let mut result = function.clone();
    for times in 2..=frames {
        result = Value::func(Function::repeated(function, result, times)?);
    }
    m.leave_many(frames);
    Ok(result)
}

pub fn fork(outer: &Value, a: &Value, b: &Value) -> Result<Value> {
    made(Closure::Fork { outer: outer.clone(), a: a.clone(), b: b.clone() })
}

pub fn apply(m: &mut Machine, function: &Value, container: &Value) -> Result<Value> {
    if let Value::Set(set) = container
        && set.order_depends_on_address()
    {
        return in_any_order(m, set, |m, item| m.call1_in_generator(function, &item));
    }
    let results = results(m, py::iter(container)?, |m, item| m.call1_in_generator(function, &item))?;
    m.collect_like(container, results)
}

pub fn rapply(m: &mut Machine, functions: &Value, value: &Value) -> Result<Value> {
    if let Value::Set(set) = functions
        && set.order_depends_on_address()
    {
        return in_any_order(m, set, |m, function| m.call1_in_generator(&function, value));
    }
    let results = results(m, py::iter(functions)?, |m, f| m.call1_in_generator(&f, value))?;
    m.collect_like(functions, results)
}

/// The set of what `f` gives for the items of a set that has functions in it. Python has no fixed order for them;
/// often the result does not depend on it, and where it may, that is noted.
fn in_any_order(m: &mut Machine, items: &Set, f: impl Fn(&mut Machine, Value) -> Result<Value>) -> Result<Value> {
    let mut results = Vec::with_capacity(items.len());
    let mut kept = 0;
    for item in items.in_some_order() {
        let result = f(m, item).inspect_err(|_| address::note())?;
        m.meter.keep(&mut kept, result.weight())?;
        results.push(result);
    }
    m.meter.charge(total_weight(&results))?;
    let plain =
        results.iter().all(|v| matches!(v, Value::Int(_) | Value::Pair(..) | Value::Cell(..) | Value::Triple(..)));
    let count = results.len();
    let set = Set::from_items(results)?;
    let certain = set.has_address_hash() || set.order_is_free_of_history();
    if !certain || (set.len() < count && !plain) {
        address::note();
    }
    Ok(Value::set(set))
}

/// Merging is paid for by what the function gave, repeated values counted each time.
pub fn mapply(m: &mut Machine, function: &Value, container: &Value) -> Result<Value> {
    let results = results(m, py::iter(container)?, |m, item| m.call1_in_generator(function, &item))?;
    let weight = total_weight(&results);
    m.meter.charge(weight)?;
    let applied = py::collect_like(container, results)?;
    m.meter.reserve(weight)?;
    m.meter.charge(weight)?;
    py::collect_like(&applied, flattened(&applied)?)
}

/// The weights of all results of a function.
pub fn total_weight(results: &[Value]) -> u64 {
    results.iter().fold(0u64, |sum, result| sum.saturating_add(result.weight()))
}

pub fn papply(m: &mut Machine, function: &Value, a: &Value, b: &Value) -> Result<Value> {
    let items = py::iter(a)?.zip(py::iter(b)?);
    Value::tuple(results(m, items, |m, (i, j)| m.call_in_generator(function, &[&i, &j]))?)
}

pub fn mpapply(m: &mut Machine, function: &Value, a: &Value, b: &Value) -> Result<Value> {
    let applied = papply(m, function, a, b)?;
    m.meter.reserve(applied.weight())?;
    merge(m, &applied)
}

/// `frozenset(function(i, j) for j in b for i in a)`.
pub fn prapply(m: &mut Machine, function: &Value, a: &Value, b: &Value) -> Result<Value> {
    let mut results = SetBuilder::new();
    let mut kept = 0;
    for j in py::iter(b)? {
        for i in py::iter(a)? {
            let result = m.call_in_generator(function, &[&i, &j])?;
            m.meter.charge(result.weight())?;
            m.meter.keep(&mut kept, result.weight())?;
            results.add(result);
        }
    }
    Ok(Value::set(results.finish()?))
}

/// What functions give inside a generator whose items are kept.
pub fn results<T>(
    m: &mut Machine,
    items: impl Iterator<Item = T>,
    call: impl Fn(&mut Machine, T) -> Result<Value>,
) -> Result<Vec<Value>> {
    let mut results = Vec::with_capacity(items.size_hint().0);
    let mut kept = 0;
    for item in items {
        let result = call(m, item)?;
        m.meter.keep(&mut kept, result.weight())?;
        results.push(result);
    }
    Ok(results)
}
