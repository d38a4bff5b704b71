//! Tuples and sets of anything.

use super::by_type;
use crate::check::call::{Caller, Outcome};
use crate::check::fail::{Fail, describe, op_fail};
use crate::check::kinds::Kinds;
use crate::check::known::Known;
use crate::code::Code;
use megabatt_core::Op;

pub fn result(caller: &mut Caller, op: Op, args: &[Known]) -> Outcome {
    let x = &args[0];
    match op {
        Op::identity => Ok(x.clone()),
        Op::combine => {
            let least = match x.is(Kinds::TUPLE) {
                true => x.least().saturating_add(args[1].least()),
                false => x.least().max(args[1].least()).min(1),
            };
            Ok(Known::container(x.kinds, x.item().join(&args[1].item()), least, usize::MAX))
        }
        Op::intersection => {
            if !(x.may(Kinds::SET) && args[1].may(Kinds::SET) || x.may(Kinds::NUMBER) && args[1].may(Kinds::NUMBER)) {
                return Err(super::number::mixed(op, args, "intersect"));
            }
            let both = Known::container(Kinds::SET, x.item().join(&args[1].item()), 0, usize::MAX);
            let number = Known::of(x.kinds.or(args[1].kinds).and(Kinds::NUMBER));
            Ok(match (x.is(Kinds::SET) || args[1].is(Kinds::SET), x.is(Kinds::NUMBER) || args[1].is(Kinds::NUMBER)) {
                (true, _) => both,
                (_, true) => number,
                _ => both.join(&number),
            })
        }
        Op::difference => {
            let other = args[1].clone();
            caller.each(x, |_, item| walked(op, 1, &other).map(|()| item))?;
            Ok(some_of(x))
        }
        Op::dedupe => Ok(Known::container(Kinds::TUPLE, x.item(), x.least().min(1), x.most())),
        Op::order => {
            let key = args[1].clone();
            if !key.may(Kinds::NONE) {
                caller.each(x, |caller, item| caller.call(&key, &[item]))?;
            }
            Ok(Known::container(Kinds::TUPLE, x.item(), x.least(), x.most()))
        }
        Op::repeat => {
            let times = args[1].number().map(|n| usize::try_from(n).unwrap_or(0));
            Ok(Known::container(Kinds::TUPLE, x.clone(), times.unwrap_or(0), times.unwrap_or(usize::MAX)))
        }
        Op::merge => merged(caller, op, 0, x),
        Op::valmax | Op::valmin => {
            let item = if x.least() > 0 { x.item() } else { x.item().join(&Known::int()) };
            caller.call(&args[1], &[item])
        }
        Op::argmax | Op::argmin => {
            let key = args[1].clone();
            if x.most() == 0 {
                return match caller.dialect.empty_argmax_is_none() {
                    true => Ok(Known::of(Kinds::NONE)),
                    false => Err(empty(op, 0)),
                };
            }
            if !key.may(Kinds::NONE) {
                let found = caller.each(x, |caller, item| caller.call(&key, &[item]))?;
                if found.kinds.is_nothing() && x.least() > 0 {
                    return Ok(Known::any());
                }
            }
            let none = caller.dialect.empty_argmax_is_none() && x.least() == 0;
            Ok(if none { x.item().join(&Known::of(Kinds::NONE)) } else { x.item() })
        }
        Op::mostcommon | Op::leastcommon | Op::first | Op::last | Op::other | Op::extract if x.most() == 0 => {
            Err(empty(op, 0))
        }
        Op::mostcommon | Op::leastcommon | Op::other => Ok(x.item()),
        Op::first => Ok(if x.is(Kinds::TUPLE) { x.part(0) } else { x.item() }),
        Op::last => Ok(if x.is(Kinds::TUPLE) { x.part(x.most() - 1) } else { x.item() }),
        Op::initset => Ok(Known::container(Kinds::SET, x.clone(), 1, 1)),
        Op::sfilter => {
            let condition = args[1].clone();
            caller.each(x, |caller, item| caller.call(&condition, &[item]))?;
            Ok(some_of(x))
        }
        Op::mfilter => {
            let condition = args[1].clone();
            caller.each(x, |caller, item| caller.call(&condition, &[item]))?;
            merged(caller, op, 0, &some_of(x))
        }
        Op::extract => {
            let condition = args[1].clone();
            caller.each(x, |caller, item| caller.call(&condition, &[item]))?;
            Ok(x.item())
        }
        Op::totuple => Ok(if x.is(Kinds::TUPLE) {
            x.clone()
        } else {
            Known::container(Kinds::TUPLE, x.item(), x.least(), x.most())
        }),
        Op::insert => Ok(Known::container(Kinds::SET, x.join(&args[1].item()), args[1].least().max(1), usize::MAX)),
        Op::remove => Ok(some_of(&args[1])),
        Op::product => {
            let inner = x.clone();
            let outer = args[1].item();
            let item = caller.each(&args[1], |_, _| walked(op, 0, &inner).map(|()| inner.item()))?;
            let least = x.least().min(args[1].least()).min(1);
            Ok(pairs(Kinds::SET, &item, &outer, least))
        }
        Op::pair => {
            let least = x.least().min(args[1].least());
            Ok(pairs(Kinds::TUPLE, &x.item(), &args[1].item(), least))
        }
        _ => Ok(by_type(op.info().result)),
    }
}

/// A container of pairs; none if one of the two sorts has no items.
fn pairs(kinds: Kinds, a: &Known, b: &Known, least: usize) -> Known {
    let item = match a.kinds.is_nothing() || b.kinds.is_nothing() {
        true => Known::nothing(),
        false => Known::parts(vec![a.clone(), b.clone()]),
    };
    Known::container(kinds, item, least, usize::MAX)
}

/// A container of the same kind with some of the items.
pub fn some_of(container: &Known) -> Known {
    Known::container(container.kinds, container.item(), 0, container.most())
}

/// What `merge` gives: a container of the outer one's kind with the items of the inner ones.
pub fn merged(caller: &mut Caller, op: Op, argument: usize, containers: &Known) -> Outcome {
    let kinds = containers.kinds;
    let inner = caller.each(containers, |_, inner| walked(op, argument, &inner).map(|()| inner))?;
    let least = if containers.least() > 0 { inner.least().min(1) } else { 0 };
    Ok(Known::container(kinds, inner.item(), least, usize::MAX))
}

/// Fails if the value is certainly no container.
pub fn walked(op: Op, argument: usize, value: &Known) -> Result<(), Box<Fail>> {
    if value.kinds.is_nothing() || value.may(Kinds::CONTAINER) {
        return Ok(());
    }
    let text = format!("`{}` needs a tuple or a set here, and gets {}", op.name(), describe(value));
    Err(op_fail(op, argument, Code::TypeError, text))
}

pub fn empty(op: Op, argument: usize) -> Box<Fail> {
    op_fail(op, argument, Code::AlwaysFails, format!("`{}` fails here: its argument is always empty", op.name()))
}
