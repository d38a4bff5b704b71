//! Grids, colours and objects.

use super::by_type;
use super::container::{empty, some_of};
use super::patch::places;
use crate::check::call::{Caller, Outcome};
use crate::check::fail::{describe, op_fail};
use crate::check::kinds::Kinds;
use crate::check::known::Known;
use crate::code::Code;
use megabatt_core::{Op, Type, py};

pub fn result(caller: &mut Caller, op: Op, args: &[Known]) -> Outcome {
    let x = &args[0];
    match op {
        Op::mostcolor | Op::leastcolor if x.most() == 0 => Err(empty(op, 0)),
        Op::mostcolor | Op::leastcolor => Ok(colour(x)),
        Op::palette => Ok(Known::set_of(colour(x), usize::from(x.picture))),
        Op::color if x.most() == 0 => Err(empty(op, 0)),
        Op::color => caller.each(x, |_, item| indexed(op, item)).map(|item| or_any(item.part(0))),
        Op::recolor => {
            let places = places(caller, op, 1, &args[1])?;
            let place = places.item();
            let item = if place.kinds.is_nothing() { place } else { Known::parts(vec![x.clone(), place]) };
            Ok(Known::set_of(item, places.least().min(1)))
        }
        Op::ofcolor => Ok(Known::set_of(Known::pair(), 0)),
        Op::index => {
            super::patch::unpacked(op, 1, &args[1])?;
            if x.most() == 0 {
                return Err(empty(op, 0));
            }
            Ok(cell(x).join(&Known::of(Kinds::NONE)))
        }
        Op::replace | Op::switch => {
            let new = if op == Op::replace { args[2].clone() } else { args[1].join(&args[2]) };
            Ok(same_shape(x, cell(x).join(&new)))
        }
        Op::fill | Op::underfill => {
            places(caller, op, 2, &args[2])?;
            Ok(same_shape(x, cell(x).join(&args[1])))
        }
        Op::cover => {
            places(caller, op, 1, &args[1])?;
            Ok(same_shape(x, cell(x)))
        }
        Op::paint | Op::underpaint | Op::r#move => {
            let obj = args[1].clone();
            let item = caller.each(&obj, |_, item| super::patch::unpacked(op, 1, &item).map(|(value, _)| value))?;
            Ok(same_shape(x, cell(x).join(&item)))
        }
        Op::objects => {
            let background = args[3].value.as_ref().map(py::truthy);
            let least = x.picture && background == Some(false) && !cell(x).may(Kinds::NONE);
            Ok(Known::set_of(object(cell(x)), usize::from(least)))
        }
        Op::partition => Ok(Known::set_of(object(cell(x)), usize::from(x.picture))),
        Op::fgpartition | Op::frontiers => Ok(Known::set_of(object(cell(x)), 0)),
        Op::asobject => Ok(Known::set_of(object_cell(cell(x)), usize::from(x.picture))),
        Op::toobject => {
            places(caller, op, 0, x)?;
            let place = Known::parts(vec![Known::of(Kinds::NUMBER), Known::of(Kinds::NUMBER)]);
            Ok(Known::set_of(Known::parts(vec![cell(&args[1]), place]), 0))
        }
        Op::colorfilter => {
            caller.each(x, |_, obj| Ok(obj).and_then(|obj| walked_item(op, obj)))?;
            Ok(Known::container(Kinds::SET, x.item(), 0, x.most()))
        }
        Op::sizefilter => {
            caller.each(x, |_, item| walked_item(op, item))?;
            Ok(Known::container(Kinds::SET, x.item(), 0, x.most()))
        }
        Op::hmirror => mirrored(op, x, |tuple| match tuple.picture {
            true => Known::picture_of(cell(tuple)),
            false => Known::container(Kinds::TUPLE, tuple.item(), tuple.least(), tuple.most()),
        }),
        Op::vmirror => mirrored(op, x, |tuple| same_shape(tuple, cell(tuple))),
        Op::dmirror | Op::cmirror => mirrored(op, x, turned),
        Op::rot90 | Op::rot270 => Ok(turned(x)),
        Op::rot180 => Ok(same_shape(x, cell(x))),
        Op::tophalf | Op::bottomhalf => Ok(some_of(x)),
        Op::vconcat => {
            if !(x.may(Kinds::TUPLE) && args[1].may(Kinds::TUPLE) || x.may(Kinds::NUMBER) && args[1].may(Kinds::NUMBER))
            {
                return Err(super::number::mixed(op, args, "join"));
            }
            if !x.is(Kinds::TUPLE) && !args[1].is(Kinds::TUPLE) {
                return Ok(Known::of(Kinds::INT.or(Kinds::TUPLE)));
            }
            let least = x.least().saturating_add(args[1].least());
            Ok(Known::container(Kinds::TUPLE, x.item().join(&args[1].item()), least, usize::MAX))
        }
        Op::hconcat => Ok(Known::of(Kinds::TUPLE)),
        Op::vupscale => Ok(Known::container(Kinds::TUPLE, x.item(), 0, usize::MAX)),
        Op::upscale => Ok(match (x.may(Kinds::TUPLE), x.may(Kinds::SET)) {
            (true, false) => by_type(Type::Grid),
            (false, true) => Known::of(Kinds::SET),
            _ => Known::of(Kinds::CONTAINER),
        }),
        Op::hsplit | Op::vsplit => {
            if args[1].number() == Some(0) {
                return Err(op_fail(op, 1, Code::AlwaysFails, format!("`{}` cannot split into 0 parts", op.name())));
            }
            Ok(Known::tuple_of(by_type(Type::Grid), 0))
        }
        Op::canvas => Ok(Known::tuple_of(Known::tuple_of(x.clone(), 0), 0)),
        Op::subgrid if x.most() == 0 => Err(empty(op, 0)),
        Op::subgrid => {
            places(caller, op, 0, x)?;
            Ok(Known::tuple_of(Known::tuple_of(cell(&args[1]), 0), 0))
        }
        Op::crop => Ok(Known::tuple_of(Known::tuple_of(cell(x), 0), 0)),
        _ => Ok(by_type(op.info().result)),
    }
}

/// What a cell of a grid holds, if the rows are as one expects.
fn cell(grid: &Known) -> Known {
    or_any(grid.item().item())
}

/// A value of which nothing is known, where there might be none at all.
fn or_any(known: Known) -> Known {
    if known.kinds.is_nothing() { Known::any() } else { known }
}

/// A colour of a grid or of an object.
fn colour(element: &Known) -> Known {
    if element.is(Kinds::TUPLE) {
        return cell(element);
    }
    match element.item() {
        item if element.is(Kinds::SET) && item.is(Kinds::TUPLE) => or_any(item.part(0)),
        _ => Known::any(),
    }
}

fn object_cell(colour: Known) -> Known {
    Known::parts(vec![colour, Known::pair()])
}

fn object(colour: Known) -> Known {
    Known::set_of(object_cell(colour), 1)
}

/// As many rows and columns as before.
fn same_shape(grid: &Known, cell: Known) -> Known {
    if grid.picture {
        return Known::picture_of(cell);
    }
    let least = if grid.is(Kinds::TUPLE) { grid.least() } else { 0 };
    Known::tuple_of(Known::tuple_of(cell, 0), least)
}

/// Rows become columns.
fn turned(grid: &Known) -> Known {
    if grid.picture { Known::picture_of(cell(grid)) } else { Known::tuple_of(Known::tuple_of(cell(grid), 0), 0) }
}

fn mirrored(op: Op, piece: &Known, of_tuple: impl Fn(&Known) -> Known) -> Outcome {
    if piece.is(Kinds::SET) && piece.most() == 0 {
        return Err(empty(op, 0));
    }
    let tuple = if piece.may(Kinds::TUPLE) { of_tuple(&piece.only(Kinds::TUPLE)) } else { Known::nothing() };
    let set = if piece.may(Kinds::SET) { Known::of(Kinds::SET) } else { Known::nothing() };
    Ok(tuple.join(&set))
}

/// `item[0]`.
fn indexed(op: Op, item: Known) -> Outcome {
    if item.kinds.is_nothing() || item.may(Kinds::TUPLE) {
        return Ok(item.only(Kinds::TUPLE));
    }
    let text = format!("`{}` needs cells in its object, and these items are {}", op.name(), describe(&item));
    Err(op_fail(op, 0, Code::TypeError, text))
}

fn walked_item(op: Op, item: Known) -> Outcome {
    super::container::walked(op, 0, &item).map(|()| item)
}
