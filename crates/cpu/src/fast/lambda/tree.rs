//! A closure as a tree of operations.

use super::column::{Column, Scalar};
use super::made::Making;
use megabatt_core::{Arc, Closure, Grid, Op, Set, Value};

/// Whether functions may be part of a tree that cannot be taken apart. They can only be called with the few values of a
/// coded column, so elsewhere such a tree is not worth beginning with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Opaque {
    Allowed,
    Refused,
}

/// Nodes of a tree at most. A closure can stand in another one many times (`compose(f, f)`), so that a few lines make a tree
/// of any size; fuel ends such a function when it is called, but nothing would end taking it apart.
const MOST_NODES: usize = 1_000;

/// What a tree may still have.
struct Room {
    opaque: Opaque,
    nodes: usize,
}

/// A closure, or an operation.
pub struct Node<'f> {
    pub(super) function: &'f Value,
    pub(super) kind: Kind<'f>,
}

/// What it is made of.
pub(super) enum Kind<'f> {
    Unary(Op),
    Compose(Box<[Node<'f>; 2]>),
    Chain(Box<[Node<'f>; 3]>),
    Matcher(Box<Node<'f>>, Scalar),
    RightBound(Op, Scalar),
    LeftBound(Op, Scalar),
    ContainedIn(&'f Set),
    /// `rbind(contained, tuple)`: a tuple of places.
    Listed(&'f Value),
    /// `lbind(index, grid)`.
    ColourOf(&'f Grid),
    Fork(Op, Box<[Node<'f>; 2]>),
    /// `fork(rbind(interval, ONE), start, stop)`.
    Interval(Box<[Node<'f>; 2]>),
    /// `fork(rbind(branch, value), a, b)`.
    Branch(Box<[Node<'f>; 2]>, &'f Value),
    /// An operation that compares patches, with a fixed one on one side.
    Comparison(Op, &'f Value),
    /// `intersection` with a set of places, or of cells.
    Overlap(&'f Set),
    /// `difference` of a patch and a fixed one; the fixed one is the first of them if that is so.
    Difference(&'f Arc<Set>, bool),
    /// `combine` with a set of places.
    Union(&'f Arc<Set>),
    /// `rbind(toobject, grid)`.
    CutFrom(&'f Grid),
    /// `lbind(toobject, places)`.
    Cut(&'f Set),
    /// `rbind(subgrid, grid)`.
    Subgrid(&'f Arc<Grid>),
    /// `lbind(occurrences, grid)`.
    Occurrences(&'f Grid),
    /// `rbind(lbind(crop, grid), shape)`.
    Window(&'f Arc<Grid>, (i32, i32)),
    /// `lbind(shift, patch)`.
    Shift(&'f Arc<Set>),
    /// A function for each item.
    Making(Making<'f>),
    /// `fork(lbind(fork, op), a, b)`, of functions that are made for each item.
    MakingFork(Op, Box<[Node<'f>; 2]>),
    /// `lbind(mfilter, sets)` for functions.
    Filtered(&'f Set),
    /// `lbind(sfilter, set)` for functions.
    Chosen(&'f Arc<Set>),
    /// `lbind(sfilter, tuple)` for functions.
    Parts(&'f Value),
    /// `rbind(mapply, places)` for functions.
    Mapped(&'f Set),
    /// `lbind(mapply, function)` for sets of places or of cells.
    MappedSets(&'f Value),
    /// `rbind(sfilter, condition)` for copies of a patch, for lines or for tuples of numbers.
    Kept(&'f Value),
    /// `lbind(apply, function)` for tuples of numbers.
    Applied(&'f Value),
    /// `rbind(apply, tuple)`: a tuple of sets of one place each.
    AppliedTo(Vec<(i32, i32)>),
    Opaque,
}

impl<'f> Kind<'f> {
    fn of(function: &'f Value, room: &mut Room) -> Option<Kind<'f>> {
        room.nodes = room.nodes.checked_sub(1)?;
        let mut node = |v: &'f Value| Node::within(v, room);
        match function {
            Value::Op(op) => (op.arity() == 1).then_some(Kind::Unary(*op)),
            Value::Func(f) => match &f.kind {
                Closure::Compose { outer, inner } => Some(Kind::Compose(Box::new([node(outer)?, node(inner)?]))),
                Closure::Chain { h, g, f } => Some(Kind::Chain(Box::new([node(h)?, node(g)?, node(f)?]))),
                Closure::Matcher { function, target } => {
                    Some(Kind::Matcher(Box::new(node(function)?), Scalar::of(target)?))
                }
                Closure::Rbind { function: Value::Op(Op::contained), fixed: Value::Set(set), .. } => {
                    Some(Kind::ContainedIn(set))
                }
                Closure::Rbind { function: Value::Op(Op::contained), fixed: fixed @ Value::Tuple(_), .. } => {
                    Some(Kind::Listed(fixed))
                }
                Closure::Lbind { function: Value::Op(Op::index), fixed: Value::Grid(grid), .. } => {
                    Some(Kind::ColourOf(grid))
                }
                Closure::Rbind { function: Value::Op(Op::intersection), fixed: Value::Set(set), .. }
                | Closure::Lbind { function: Value::Op(Op::intersection), fixed: Value::Set(set), .. }
                    if set.pairs().is_some() || set.cells().is_some() =>
                {
                    Some(Kind::Overlap(set))
                }
                Closure::Rbind { function: Value::Op(Op::difference), fixed: Value::Set(set), .. } => {
                    Some(Kind::Difference(set, false))
                }
                Closure::Lbind { function: Value::Op(Op::difference), fixed: Value::Set(set), .. }
                    if set.pairs().is_some() || set.cells().is_some() =>
                {
                    Some(Kind::Difference(set, true))
                }
                Closure::Lbind { function: Value::Op(Op::shift), fixed: Value::Set(set), .. }
                    if set.pairs().is_some() || set.cells().is_some() =>
                {
                    Some(Kind::Shift(set))
                }
                Closure::Rbind { function: Value::Op(Op::combine), fixed: Value::Set(set), .. }
                | Closure::Lbind { function: Value::Op(Op::combine), fixed: Value::Set(set), .. }
                    if set.pairs().is_some() =>
                {
                    Some(Kind::Union(set))
                }
                Closure::Rbind { function: Value::Op(Op::toobject), fixed: Value::Grid(grid), .. } => {
                    Some(Kind::CutFrom(grid))
                }
                Closure::Rbind { function: Value::Op(Op::subgrid), fixed: Value::Grid(grid), .. } => {
                    Some(Kind::Subgrid(grid))
                }
                Closure::Lbind { function: Value::Op(Op::occurrences), fixed: Value::Grid(grid), .. } => {
                    Some(Kind::Occurrences(grid))
                }
                Closure::Lbind { function: Value::Op(Op::toobject), fixed: Value::Set(set), .. }
                    if set.pairs().is_some() =>
                {
                    Some(Kind::Cut(set))
                }
                Closure::Rbind { function: Value::Func(inner), fixed: Value::Pair(h, w), .. }
                    if let Closure::Lbind { function: Value::Op(Op::crop), fixed: Value::Grid(grid), .. } =
                        &inner.kind =>
                {
                    Some(Kind::Window(grid, (*h, *w)))
                }
                // Which side is fixed makes no difference to these.
                Closure::Rbind { function: Value::Op(op @ (Op::hmatching | Op::vmatching)), fixed, .. }
                | Closure::Lbind { function: Value::Op(op @ (Op::hmatching | Op::vmatching)), fixed, .. } => {
                    Some(Kind::Comparison(*op, fixed))
                }
                Closure::Lbind { function: Value::Op(Op::mfilter), fixed: Value::Set(sets), .. } => {
                    Some(Kind::Filtered(sets))
                }
                Closure::Lbind { function: Value::Op(Op::sfilter), fixed, .. } => match fixed {
                    Value::Set(set) => Some(Kind::Chosen(set)),
                    fixed => Some(Kind::Parts(fixed)),
                },
                Closure::Rbind { function: Value::Op(Op::mapply), fixed: Value::Set(places), .. } => {
                    Some(Kind::Mapped(places))
                }
                Closure::Lbind { function: Value::Op(Op::mapply), fixed, .. } => Some(Kind::MappedSets(fixed)),
                Closure::Rbind { function: Value::Op(Op::sfilter), fixed, .. } => Some(Kind::Kept(fixed)),
                Closure::Lbind { function: Value::Op(Op::apply), fixed, .. } => Some(Kind::Applied(fixed)),
                Closure::Rbind { function: Value::Op(Op::apply), fixed: fixed @ Value::Tuple(_), .. } => {
                    match Column::of_tuple(fixed)? {
                        Column::Singles(places) => Some(Kind::AppliedTo(places)),
                        _ => None,
                    }
                }
                kind if let Some(making) = Making::of(kind) => Some(Kind::Making(making)),
                Closure::Rbind { function: Value::Op(op), fixed, arity: 2 } => {
                    Some(Kind::RightBound(*op, Scalar::of(fixed)?))
                }
                Closure::Lbind { function: Value::Op(op), fixed, arity: 2 } => {
                    Some(Kind::LeftBound(*op, Scalar::of(fixed)?))
                }
                Closure::Fork { outer: Value::Func(outer), a, b }
                    if let Closure::Rbind { function: Value::Op(Op::interval), fixed: Value::Int(1), .. } =
                        &outer.kind =>
                {
                    Some(Kind::Interval(Box::new([node(a)?, node(b)?])))
                }
                Closure::Fork { outer: Value::Func(outer), a, b }
                    if let Closure::Rbind { function: Value::Op(Op::branch), fixed, .. } = &outer.kind =>
                {
                    Some(Kind::Branch(Box::new([node(a)?, node(b)?]), fixed))
                }
                Closure::Fork { outer: Value::Func(outer), a, b }
                    if let Closure::Lbind { function: Value::Op(Op::fork), fixed: Value::Op(op), .. } = &outer.kind
                        && op.arity() == 2 =>
                {
                    Some(Kind::MakingFork(*op, Box::new([node(a)?, node(b)?])))
                }
                Closure::Fork { outer: Value::Op(op), a, b } => Some(Kind::Fork(*op, Box::new([node(a)?, node(b)?]))),
                _ => None,
            },
            _ => None,
        }
    }
}

impl<'f> Node<'f> {
    pub fn of(function: &'f Value, opaque: Opaque) -> Option<Node<'f>> {
        Node::within(function, &mut Room { opaque, nodes: MOST_NODES })
    }

    fn within(function: &'f Value, room: &mut Room) -> Option<Node<'f>> {
        let kind = match Kind::of(function, room) {
            None if room.opaque == Opaque::Allowed => Kind::Opaque,
            kind => kind?,
        };
        Some(Node { function, kind })
    }
}
