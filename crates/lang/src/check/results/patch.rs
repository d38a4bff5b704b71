//! Shapes, patches and lines: nearly all of them start by asking for the places of a patch.

use super::by_type;
use super::container::empty;
use crate::check::call::{Caller, Outcome};
use crate::check::fail::{Fail, describe, op_fail};
use crate::check::kinds::Kinds;
use crate::check::known::Known;
use crate::code::Code;
use megabatt_core::{Op, Type};

pub fn result(caller: &mut Caller, op: Op, args: &[Known]) -> Outcome {
    let x = &args[0];
    match op {
        Op::uppermost | Op::lowermost => bound(caller, op, x, 0),
        Op::leftmost | Op::rightmost => bound(caller, op, x, 1),
        Op::ulcorner | Op::urcorner | Op::llcorner | Op::lrcorner => corner(caller, op, x),
        Op::corners => {
            let corner = corner(caller, op, x)?;
            Ok(Known::set_of(corner, 1))
        }
        Op::center | Op::position | Op::gravitate | Op::manhattan | Op::adjacent | Op::inbox | Op::outbox => {
            let patches = op.info().params.iter().zip(args).filter(|(param, _)| param.ty == Type::Patch);
            for (n, (_, patch)) in patches.enumerate() {
                filled(caller, op, n, patch)?;
            }
            Ok(by_type(op.info().result))
        }
        Op::bordering => {
            filled(caller, op, 0, x)?;
            Ok(Known::boolean())
        }
        Op::centerofmass => {
            let places = places(caller, op, 0, x)?;
            let least = if places.least() > 0 { places.item().least().min(2) } else { 0 };
            Ok(Known::container(Kinds::TUPLE, Known::int(), least, usize::MAX))
        }
        Op::toindices => places(caller, op, 0, x),
        Op::shift | Op::normalize => shifted(caller, op, args),
        Op::r#box => {
            let outline = by_type(Type::Indices);
            Ok(if x.least() > 0 { outline } else { outline.join(&some_empty(x)) })
        }
        Op::asindices => match x.is(Kinds::SET) && x.least() > 0 {
            true => Err(op_fail(op, 0, Code::TypeError, format!("`asindices` needs a grid, and gets {}", describe(x)))),
            false => Ok(Known::set_of(Known::pair(), usize::from(x.picture))),
        },
        Op::dneighbors | Op::ineighbors | Op::neighbors | Op::shoot => {
            for (n, arg) in args.iter().enumerate() {
                two_parts(op, n, arg)?;
            }
            Ok(by_type(Type::Indices))
        }
        Op::connect => {
            unpacked(op, 0, x)?;
            unpacked(op, 1, &args[1])?;
            Ok(by_type(Type::Indices))
        }
        Op::vfrontier => Ok(Known::container(Kinds::SET, Known::parts(vec![Known::int(), x.part(1)]), 30, 30)),
        Op::hfrontier => Ok(Known::container(Kinds::SET, Known::parts(vec![x.part(0), Known::int()]), 1, 30)),
        Op::backdrop | Op::delta | Op::hmatching | Op::vmatching => {
            let patches = op.info().params.len();
            for (n, patch) in args.iter().enumerate().take(patches) {
                places(caller, op, n, patch)?;
            }
            Ok(by_type(op.info().result))
        }
        _ => Ok(by_type(op.info().result)),
    }
}

/// An empty container of one of the kinds it can be.
fn some_empty(container: &Known) -> Known {
    Known::container(container.kinds.and(Kinds::CONTAINER), Known::nothing(), 0, 0)
}

/// What `toindices` gives: the places of the cells of an object, or the patch itself. Which of the two is decided by
/// the second part of the first item.
pub fn places(caller: &mut Caller, op: Op, argument: usize, patch: &Known) -> Outcome {
    let none = Known::container(Kinds::SET, Known::nothing(), 0, 0);
    if patch.most() == 0 {
        return Ok(none);
    }
    let item = patch.item();
    let outcome = if item.may(Kinds::TUPLE) && item.most() >= 2 {
        Ok(item)
    } else {
        let found = describe(&item);
        let text = format!("`{}` needs cells or places in its patch, and these items are {found}", op.name());
        Err(op_fail(op, argument, Code::TypeError, text))
    };
    let item = caller.unless_empty(patch.least() > 0, outcome)?;
    if item.kinds.is_nothing() {
        return Ok(none);
    }
    let second = item.part(1);
    let indices = Known::container(Kinds::SET, second.clone(), patch.least().min(1), patch.most());
    Ok(if item.is(Kinds::TUPLE) && second.is(Kinds::TUPLE) {
        if patch.least() > 0 { indices } else { indices.join(&none) }
    } else {
        let as_it_is = patch.only(Kinds::CONTAINER);
        let either =
            if item.is(Kinds::TUPLE) && !second.may(Kinds::TUPLE) { as_it_is } else { indices.join(&as_it_is) };
        if patch.least() > 0 { either } else { either.join(&none) }
    })
}

/// The patch's places; fails if there are certainly none.
fn filled(caller: &mut Caller, op: Op, argument: usize, patch: &Known) -> Outcome {
    if patch.most() == 0 {
        return Err(empty(op, argument));
    }
    places(caller, op, argument, patch)
}

/// The least or greatest of the first or the second parts.
fn bound(caller: &mut Caller, op: Op, patch: &Known, part: usize) -> Outcome {
    let places = filled(caller, op, 0, patch)?;
    let parts = unpacked(op, 0, &places.item());
    let certain = patch.least() > 0;
    let outcome = parts.map(|(first, second)| if part == 0 { first } else { second });
    let found = caller.unless_empty(certain, outcome)?;
    // Without an item there is no result either.
    Ok(if found.kinds.is_nothing() { Known::any() } else { found })
}

fn corner(caller: &mut Caller, op: Op, patch: &Known) -> Outcome {
    let places = places(caller, op, 0, patch)?;
    let place = places.item();
    if place.kinds.is_nothing() {
        return Ok(Known::container(Kinds::TUPLE, Known::nothing(), 0, 0));
    }
    let least = if places.least() > 0 { place.least() } else { 0 };
    if least == 2 && place.most() == 2 && place.is(Kinds::TUPLE) {
        return Ok(Known::parts(vec![place.part(0), place.part(1)]));
    }
    Ok(Known::container(Kinds::TUPLE, place.item(), least, place.most()))
}

/// `(i + di, j + dj)` for each place, as a set; an empty patch stays what it is.
fn shifted(caller: &mut Caller, op: Op, args: &[Known]) -> Outcome {
    let patch = &args[0];
    if patch.most() == 0 {
        return Ok(patch.clone());
    }
    let mut checked = places(caller, op, 0, patch).map(|places| places.item());
    if op == Op::shift && patch.least() > 0 {
        unpacked(op, 1, &args[1])?;
        if !args[1].may(Kinds::CONTAINER) {
            checked = unpacked(op, 1, &args[1]).map(|_| Known::any());
        }
    }
    let place = checked?;
    let by = if op == Op::shift { args[1].item() } else { Known::int() };
    let part = |i: usize| match place.part(i).is(Kinds::NUMBER) && by.is(Kinds::NUMBER) {
        true => Known::int(),
        false => Known::any(),
    };
    let moved = Known::parts(vec![part(0), part(1)]);
    let item = patch.item();
    let cell = item.part(1).is(Kinds::TUPLE) && item.is(Kinds::TUPLE);
    let indices = !item.part(1).may(Kinds::TUPLE) && item.is(Kinds::TUPLE);
    let moved = match (cell, indices) {
        (true, _) => Known::parts(vec![item.part(0), moved]),
        (_, true) => moved,
        _ => Known::parts(vec![Known::any(), Known::any()]),
    };
    let least = patch.least().min(1);
    let moved = Known::set_of(moved, least);
    Ok(if least > 0 { moved } else { moved.join(&some_empty(patch)) })
}

/// `a, b = value`.
pub fn unpacked(op: Op, argument: usize, value: &Known) -> Result<(Known, Known), Box<Fail>> {
    if value.kinds.is_nothing() {
        return Ok((Known::nothing(), Known::nothing()));
    }
    if !value.may(Kinds::CONTAINER) || value.is(Kinds::CONTAINER) && (value.least() > 2 || value.most() < 2) {
        let text = format!("`{}` needs two parts here, and gets {}", op.name(), describe(value));
        return Err(op_fail(op, argument, Code::TypeError, text));
    }
    Ok(if value.is(Kinds::TUPLE) { (value.part(0), value.part(1)) } else { (value.item(), value.item()) })
}

/// `value[0]` and `value[1]` as numbers.
fn two_parts(op: Op, argument: usize, value: &Known) -> Result<(), Box<Fail>> {
    let number = |part: Known| part.kinds.is_nothing() || part.may(Kinds::NUMBER);
    if value.most() < 2 || !number(value.part(0)) || !number(value.part(1)) {
        let text = format!("`{}` needs a pair of ints, and gets {}", op.name(), describe(value));
        return Err(op_fail(op, argument, Code::TypeError, text));
    }
    Ok(())
}
