//! Numbers and pairs. An empty tuple, which is what failing operations give, stands for the number that changes nothing.

use crate::Machine;
use crate::reference::number as arc;
use megabatt_core::py::{self, sort};
use megabatt_core::{Result, TokOp, Value};

const ZERO: Value = Value::Int(0);
const ONE: Value = Value::Int(1);

pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        (TokOp::add, [a, b]) => arc::add(unless_empty(a, &ZERO), unless_empty(b, &ZERO)),
        (TokOp::subtract, [a, b]) => arc::subtract(unless_empty(a, &ZERO), unless_empty(b, &ZERO)),
        (TokOp::multiply, [a, b]) => arc::multiply(unless_empty(a, &ONE), unless_empty(b, &ONE)),
        (TokOp::divide, [a, b]) => arc::divide(unless_empty(a, &ONE), unless_empty(b, &ONE)),
        (TokOp::invert, [n]) => arc::invert(n),
        (TokOp::even, [n]) => arc::even(n),
        (TokOp::double, [n]) => arc::double(n),
        (TokOp::halve, [n]) => arc::halve(n),
        (TokOp::increment, [x]) => arc::increment(x),
        (TokOp::decrement, [x]) => arc::decrement(x),
        (TokOp::crement, [x]) => arc::crement(x),
        (TokOp::sign, [x]) => arc::sign(x),
        (TokOp::positive, [x]) => arc::positive(x),
        (TokOp::toivec, [i]) => arc::toivec(i),
        (TokOp::tojvec, [j]) => arc::tojvec(j),
        (TokOp::greater, [a, b]) => arc::greater(a, b),
        (TokOp::maximum, [container]) => arc::maximum(container),
        (TokOp::minimum, [container]) => arc::minimum(container),
        (TokOp::interval, [start, stop, step]) => arc::interval(m, start, stop, step),
        (TokOp::astuple, [a, b]) => arc::astuple(a, b),
        (TokOp::get_rank, [container, rank]) => get_rank(m, container, rank),
        _ => unreachable!("{} was called with {} arguments", op.name(), args.len()),
    }
}

fn unless_empty<'a>(number: &'a Value, instead: &'a Value) -> &'a Value {
    if super::is_empty_tuple(number) { instead } else { number }
}

/// `sorted(container, reverse=True)[rank]`, 0 out of range. Python sorts the reversed list and reverses it again, which
/// shows where items cannot be told apart.
fn get_rank(m: &Machine, container: &Value, rank: &Value) -> Result<Value> {
    let mut items: Vec<Value> = py::iter(container)?.collect();
    items.reverse();
    let mut order = sort::sorted_order(&items, &|| m.meter.look_at_the_clock())?;
    order.reverse();
    let ranked = order.len() as i64;
    // What is no int either is out of range or raises, and 0 is also what a failure gives.
    Ok(match rank.as_int() {
        Some(rank) if (-ranked..ranked).contains(&rank) => {
            items[order[rank.rem_euclid(ranked) as usize] as usize].clone()
        }
        _ => ZERO,
    })
}
