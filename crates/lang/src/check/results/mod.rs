//! What an operation gives, by family: the table's result type where Python's code keeps to it, and more where more is
//! known. Arguments have been narrowed to the kinds the operation can take.

mod container;
mod function;
mod grid;
mod number;
mod patch;

use super::call::{Caller, Outcome};
use super::kinds::Kinds;
use super::known::Known;
use megabatt_core::{Family, Op, Type};

pub fn result(caller: &mut Caller, op: Op, args: &[Known]) -> Outcome {
    match op.info().family {
        Family::Number => number::result(op, args),
        Family::Logic => Ok(logic(op, args)),
        Family::Container => container::result(caller, op, args),
        Family::Function => function::result(caller, op, args),
        Family::Shape | Family::Patch | Family::Line => patch::result(caller, op, args),
        Family::Colour | Family::Object | Family::Grid => grid::result(caller, op, args),
    }
}

fn logic(op: Op, args: &[Known]) -> Known {
    match op {
        Op::both | Op::either => args[0].join(&args[1]),
        Op::branch => match args[0].value.as_ref().map(megabatt_core::py::truthy) {
            Some(true) => args[1].clone(),
            Some(false) => args[2].clone(),
            None => args[1].join(&args[2]),
        },
        _ => by_type(op.info().result),
    }
}

/// What a result of this type is, where Python's code can give nothing else.
fn by_type(ty: Type) -> Known {
    let place = || Known::parts(vec![Known::of(Kinds::NUMBER), Known::of(Kinds::NUMBER)]);
    let cell = || Known::parts(vec![Known::any(), place()]);
    match ty {
        Type::Any => Known::any(),
        Type::Bool => Known::boolean(),
        Type::Int => Known::int(),
        Type::Pair => Known::pair(),
        Type::Num => Known::of(Kinds::NUMBER_OR_TUPLE),
        Type::IntSet | Type::Set => Known::of(Kinds::SET),
        Type::Grid => Known::tuple_of(Known::of(Kinds::TUPLE), 0),
        Type::Cell => cell(),
        Type::Object => Known::set_of(cell(), 0),
        Type::Objects => Known::set_of(Known::set_of(cell(), 0), 0),
        Type::Indices => Known::set_of(place(), 0),
        Type::IndicesSet => Known::set_of(Known::set_of(place(), 0), 0),
        Type::Patch => Known::of(Kinds::SET),
        Type::Tuple => Known::of(Kinds::TUPLE),
        Type::TupleTuple => Known::tuple_of(Known::of(Kinds::TUPLE), 0),
        Type::Element | Type::Piece | Type::Container | Type::Containers => Known::of(Kinds::CONTAINER),
        Type::Func => Known::of(Kinds::FUNC),
    }
}
