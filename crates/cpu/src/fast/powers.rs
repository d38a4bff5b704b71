//! A function, that function twice, three times and so on, all applied to one value.
//!
//! `rapply(apply(lbind(power, outbox), interval(ONE, TEN, ONE)), patch)` draws nine boxes around a patch, each from the beginning. The
//! next one follows from the last; it takes the fuel of that one and of one more call.

use crate::Machine;
use crate::machine::CALL;
use megabatt_core::set::Items;
use megabatt_core::{Closure, Result, Value};
use megabatt_exec::Used;

type Taken = Option<Result<Value>>;

/// What a call gave, what it used, and how many frames it took.
type Called = (Value, Used, u32);

/// `rapply` of a tuple of functions of which many are the one before with one more call.
pub fn rapply(m: &mut Machine, functions: &[Value], x: &Value) -> Taken {
    let follow = functions.windows(2).filter(|two| last_step(&two[1], &two[0]).is_some()).count();
    if follow == 0 || 2 * follow < functions.len() {
        return None;
    }
    let before = m.mark();
    let results = all(m, functions, x);
    if results.is_none() {
        m.rewind(before);
    }
    results.map(Value::tuple)
}

/// None, whatever was paid, if one fails or a limit strikes.
fn all(m: &mut Machine, functions: &[Value], x: &Value) -> Option<Vec<Value>> {
    let mut results = Vec::with_capacity(functions.len());
    let (mut kept, mut last) = (0, None::<Called>);
    for (n, function) in functions.iter().enumerate() {
        let called = match &last {
            Some(last) if let Some(outer) = last_step(function, &functions[n - 1]) => next(m, outer, last)?,
            _ => m.measured(function, x)?,
        };
        let (value, used, frames) = &called;
        // One frame more is that of the generator.
        m.pay_at_once(frames + 1, used.fuel, used.peak)?.ok()?;
        m.meter.keep(&mut kept, value.weight()).ok()?;
        results.push(value.clone());
        last = Some(called);
    }
    Some(results)
}

/// What `compose(outer, f)` gives, if `f` gave this.
fn next(m: &mut Machine, outer: &Value, (inner, used, frames): &Called) -> Option<Called> {
    // Python has an object for each result; one that was handed on would be two of them.
    match inner {
        Value::Set(set) if set.items() != Items::Various => {}
        Value::Grid(_) | Value::Int(_) | Value::Pair(..) | Value::Cell(..) => {}
        _ => return None,
    }
    let (value, its, its_frames) = m.measured(outer, inner)?;
    if matches!(value, Value::Set(_)) && value.is(inner) {
        return None;
    }
    let bulk = value.bulk();
    let used =
        Used { fuel: CALL + used.fuel + its.fuel, peak: used.peak.max(used.hold + its.peak).max(bulk), hold: bulk };
    Some((value, used, 1 + (*frames).max(its_frames)))
}

/// The outer function, if the function is `compose(outer, inner)`.
fn last_step<'a>(function: &'a Value, inner: &Value) -> Option<&'a Value> {
    let (outer, within) = parts(function)?;
    is_same(within, inner).then_some(outer)
}

/// Whether two functions are the same calls one after the other.
fn is_same(mut a: &Value, mut b: &Value) -> bool {
    while !a.is(b) {
        let (Some((outer, inner)), Some((other_outer, other_inner))) = (parts(a), parts(b)) else { return false };
        if !outer.is(other_outer) {
            return false;
        }
        (a, b) = (inner, other_inner);
    }
    true
}

fn parts(function: &Value) -> Option<(&Value, &Value)> {
    match function {
        Value::Func(f) => match &f.kind {
            Closure::Compose { outer, inner } => Some((outer, inner)),
            _ => None,
        },
        _ => None,
    }
}
