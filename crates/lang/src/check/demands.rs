//! Which kinds of value an operation can take at all.
//!
//! Derived from the types in the operation table, which say what an operation is meant for, and corrected where Python
//! is more lenient: `toivec` takes anything, `insert` a set and nothing else. A demand holds whatever the other
//! arguments are; the tests try every operation with every kind of value and find it exact both ways.

use super::kinds::Kinds;
use megabatt_core::{Op, Type};

/// The kinds that parameter `i` of the operation can take. With any other it raises.
pub fn demand(op: Op, i: usize) -> Kinds {
    exception(op, i).unwrap_or_else(|| usual(op.info().params[i].ty))
}

/// What Python's code for a parameter of this type usually does with it.
fn usual(ty: Type) -> Kinds {
    match ty {
        // Compared, stored or called only where there is something to call it on.
        Type::Any | Type::Bool | Type::Int | Type::Func => Kinds::ANY,
        Type::Num => Kinds::NUMBER_OR_TUPLE,
        // Indexed with square brackets, which sets do not have.
        Type::Pair | Type::Grid | Type::Cell => Kinds::TUPLE,
        // Walked through.
        Type::IntSet
        | Type::Object
        | Type::Objects
        | Type::Indices
        | Type::IndicesSet
        | Type::Patch
        | Type::Element
        | Type::Piece
        | Type::Tuple
        | Type::TupleTuple
        | Type::Set
        | Type::Container
        | Type::Containers => Kinds::CONTAINER,
    }
}

fn exception(op: Op, i: usize) -> Option<Kinds> {
    Some(match (op, i) {
        // A tuple of sets minus a set is a tuple of sets.
        (Op::subtract, 1) => Kinds::NUMBER_OR_TUPLE.or(Kinds::SET),
        (Op::even | Op::positive, 0) => Kinds::NUMBER,
        (Op::interval, _) | (Op::repeat | Op::power | Op::hsplit | Op::vsplit | Op::downscale, 1) => Kinds::NUMBER,
        // `a > b` and `a & b` are about sets too.
        (Op::greater, _) => Kinds::NUMBER.or(Kinds::CONTAINER),
        (Op::intersection, _) => Kinds::NUMBER.or(Kinds::SET),
        (Op::vconcat, _) => Kinds::NUMBER_OR_TUPLE,
        (Op::insert, 1) => Kinds::SET,
        (Op::mostcommon | Op::leastcommon, 0) => Kinds::TUPLE,
        // Called even if there is no item, or useless without one.
        (Op::valmax | Op::valmin | Op::extract, 1) | (Op::rbind | Op::lbind, 0) => Kinds::FUNC,
        // Not looked at if the other container is empty.
        (Op::difference, 1) | (Op::product, 0) | (Op::prapply, 1) => Kinds::ANY,
        (Op::shift, 1) | (Op::r#move, 2) | (Op::cellwise, 1) | (Op::bordering, 1) => Kinds::ANY,
        // Unpacked, not indexed.
        (Op::connect, _) | (Op::index, 1) => Kinds::CONTAINER,
        // Walked row by row.
        (
            Op::ofcolor
            | Op::replace
            | Op::switch
            | Op::asindices
            | Op::partition
            | Op::fgpartition
            | Op::asobject
            | Op::hupscale
            | Op::vupscale
            | Op::compress,
            0,
        )
        | (Op::hconcat, _) => Kinds::CONTAINER,
        _ => return None,
    })
}
