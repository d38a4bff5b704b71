//! tokpidjin's functions over places without a call per item.
//!
//! Its operations are charged otherwise than arc-dsl's: a call has two frames, and every result is paid for. On ints, places and
//! truths they give what arc-dsl's give; where one would fail, and give its default, that is left to the ordinary way.
//!
//! `size(difference(shift(shape, place), free))` asks how much of a shape at some place is not free. Neither of the two sets is
//! made for it. Nor are the neighbours of a place that are looked up in a grid and counted by their colour: `colorcount_f(toobject(
//! dneighbors(place), grid), colour)`.

use super::bill::{Bill, CALL};
use super::binary::{Side, binary};
use super::coded::Weights;
use super::column::{Column, Flow, Scalar, View};
use super::outline::{Outlines, PLACE};
use super::unary::unary;
use crate::Machine;
use megabatt_core::mask::Mask;
use megabatt_core::{Closure, Cost, Grid, Op, Set, TokOp, Value};

/// The wrapper's frame and the function's own.
const FRAMES: u32 = 2;

/// See [`super::tree`].
const MOST_NODES: usize = 1_000;

/// Whether the function is one of tokpidjin's operations, or begins with one.
pub fn begins_with_tok(function: &Value) -> bool {
    let mut function = function;
    loop {
        function = match function {
            Value::Tok(_) => return true,
            Value::Func(f) => match &f.kind {
                Closure::Compose { inner, .. } => inner,
                Closure::Chain { f, .. } => f,
                Closure::Fork { a, .. } => a,
                Closure::Matcher { function, .. }
                | Closure::Rbind { function, .. }
                | Closure::Lbind { function, .. } => function,
                Closure::User(_) | Closure::Foreign(_) | Closure::Nothing => return false,
            },
            _ => return false,
        };
    }
}

/// What the function gives for each item, and what all the calls would have charged.
pub fn call_each(m: &mut Machine, function: &Value, items: View<'_>) -> Option<(Column, Bill)> {
    if !matches!(items, View::Pairs(_) | View::Ints(_) | View::Bools(_)) {
        return None;
    }
    let node = Node::of(function, &mut { MOST_NODES })?;
    let mut bill = Bill::new(items.len());
    let results = node.call(m, Given::Values(Flow::Lent(items)), &mut bill)?;
    match results {
        Given::Values(flow) => Some((flow.into_column()?, bill)),
        Given::Moved(..) | Given::Around(..) | Given::Seen(_) => None,
    }
}

/// Where the neighbours of a place are that an operation gives.
fn neighbours(op: TokOp) -> Option<&'static [(i32, i32)]> {
    const ALL: [(i32, i32); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
    match op {
        TokOp::dneighbors => Some(&ALL[..4]),
        TokOp::ineighbors => Some(&ALL[4..]),
        TokOp::neighbors => Some(&ALL),
        _ => None,
    }
}

/// An operation of tokpidjin's and the one of arc-dsl's that does the same here.
#[derive(Clone, Copy)]
struct Same {
    tok: TokOp,
    op: Op,
}

impl Same {
    /// Operations that do the same on ints, places and truths.
    fn of(tok: TokOp) -> Option<Same> {
        let op = match tok {
            TokOp::add => Op::add,
            TokOp::subtract => Op::subtract,
            TokOp::multiply => Op::multiply,
            TokOp::increment => Op::increment,
            TokOp::decrement => Op::decrement,
            TokOp::greater => Op::greater,
            TokOp::identity => Op::identity,
            TokOp::flip => Op::flip,
            TokOp::positive => Op::positive,
            TokOp::both => Op::both,
            TokOp::either => Op::either,
            TokOp::equality => Op::equality,
            TokOp::size => Op::size,
            _ => return None,
        };
        Some(Same { tok, op })
    }
}

/// What the items are by now.
enum Given<'a> {
    Values(Flow<'a>),
    /// The same places for all, moved for each item by its own vector.
    Moved(&'a [(i32, i32)], Vec<(i32, i32)>),
    /// The places so far from the place of each item.
    Around(&'static [(i32, i32)], Vec<(i32, i32)>),
    /// What a grid has there.
    Seen(Seen<'a>),
}

/// The cells of a grid around places.
struct Seen<'a> {
    grid: &'a Grid,
    around: &'static [(i32, i32)],
    places: Vec<(i32, i32)>,
    /// How many of them there are in the grid.
    outlines: Outlines,
}

/// The colours that a grid has around a place, as far as it reaches.
fn colours<'a>(
    grid: &'a Grid,
    around: &'static [(i32, i32)],
    (i, j): (i32, i32),
) -> impl Iterator<Item = i8> + use<'a> {
    around.iter().filter_map(move |&(di, dj)| grid.get(i + di, j + dj))
}

impl Given<'_> {
    fn weights(&self) -> Weights {
        match self {
            Given::Values(flow) => flow.view().weights(),
            Given::Moved(places, _) | Given::Around(places, _) => Weights::Same(1 + PLACE * places.len() as u64),
            Given::Seen(seen) => seen.outlines.weights(),
        }
    }
}

enum Node<'f> {
    Operation(Same),
    /// `dneighbors` and its like, and where those are.
    Neighbours(TokOp, &'static [(i32, i32)]),
    Closure(Kind<'f>),
}

enum Kind<'f> {
    /// One after the other, the innermost first.
    Chain(Vec<Node<'f>>),
    Matcher(Box<Node<'f>>, Scalar),
    RightBound(Same, Scalar),
    LeftBound(Same, Scalar),
    Fork(Same, Box<[Node<'f>; 2]>),
    /// `rbind(get_rank, rank)`: of two ints the greater or the lesser one.
    Ranked(bool),
    /// `lbind(shift, places)`.
    Moving(&'f [(i32, i32)]),
    /// `rbind(difference, places)`.
    Without(&'f Set, &'f Mask),
    /// `rbind(toobject, grid)`.
    Reading(&'f Grid),
    /// `rbind(colorcount_f, colour)`.
    Counting(i64),
}

impl<'f> Node<'f> {
    fn of(function: &'f Value, room: &mut usize) -> Option<Node<'f>> {
        *room = room.checked_sub(1)?;
        let f = match function {
            Value::Tok(op) if let Some(around) = neighbours(*op) => return Some(Node::Neighbours(*op, around)),
            Value::Tok(op) => return (op.arity() == 1).then_some(Node::Operation(Same::of(*op)?)),
            Value::Func(f) => f,
            _ => return None,
        };
        let mut node = |function: &'f Value| Node::of(function, room);
        Some(Node::Closure(match &f.kind {
            Closure::Compose { outer, inner } => Kind::Chain(vec![node(inner)?, node(outer)?]),
            Closure::Chain { h, g, f } => Kind::Chain(vec![node(f)?, node(g)?, node(h)?]),
            Closure::Matcher { function, target } => Kind::Matcher(Box::new(node(function)?), Scalar::of(target)?),
            Closure::Lbind { function: Value::Tok(TokOp::shift), fixed: Value::Set(set), arity: 2 } => {
                Kind::Moving(set.pairs()?)
            }
            Closure::Rbind { function: Value::Tok(TokOp::difference), fixed: Value::Set(set), arity: 2 } => {
                Kind::Without(set, set.mask()?)
            }
            Closure::Rbind { function: Value::Tok(TokOp::toobject), fixed: Value::Grid(grid), arity: 2 } => {
                Kind::Reading(grid)
            }
            Closure::Rbind { function: Value::Tok(TokOp::colorcount_f), fixed: Value::Int(colour), arity: 2 } => {
                Kind::Counting(*colour)
            }
            Closure::Rbind { function: Value::Tok(TokOp::get_rank), fixed: Value::Int(rank @ -2..2), arity: 2 } => {
                Kind::Ranked(rank % 2 == 0)
            }
            Closure::Rbind { function: Value::Tok(op), fixed, arity: 2 } => {
                Kind::RightBound(Same::of(*op)?, Scalar::of(fixed)?)
            }
            Closure::Lbind { function: Value::Tok(op), fixed, arity: 2 } => {
                Kind::LeftBound(Same::of(*op)?, Scalar::of(fixed)?)
            }
            Closure::Fork { outer: Value::Tok(op), a, b } => Kind::Fork(Same::of(*op)?, Box::new([node(a)?, node(b)?])),
            _ => return None,
        }))
    }

    fn call<'a>(&self, m: &mut Machine, x: Given<'a>, bill: &mut Bill) -> Option<Given<'a>>
    where
        'f: 'a,
    {
        if m.meter.look_at_the_clock().is_err() {
            return None;
        }
        match self {
            Node::Operation(same) => {
                let Given::Values(x) = x else { return None };
                let weights = x.view().weights();
                let result = if same.op == Op::identity { x } else { Flow::Made(unary(same.op, x.view())?) };
                pay(bill, same.tok, &[weights], &result.view().weights())?;
                Some(Given::Values(result))
            }
            Node::Neighbours(op, around) => {
                let Given::Values(x) = x else { return None };
                let View::Pairs(places) = x.view() else { return None };
                if !places.iter().all(is_near) {
                    return None;
                }
                let result = Given::Around(around, places.to_vec());
                pay(bill, *op, &[x.view().weights()], &result.weights())?;
                Some(result)
            }
            Node::Closure(kind) => {
                bill.charge(CALL);
                let level = bill.enter();
                let result = kind.call(m, x, bill)?;
                bill.leave(level, &result.weights());
                Some(result)
            }
        }
    }
}

impl<'f> Kind<'f> {
    fn call<'a>(&self, m: &mut Machine, x: Given<'a>, bill: &mut Bill) -> Option<Given<'a>>
    where
        'f: 'a,
    {
        let made = match (self, x) {
            (Kind::Chain(nodes), x) => return nodes.iter().try_fold(x, |x, node| node.call(m, x, bill)),
            (Kind::Matcher(node, target), x) => {
                let Given::Values(y) = node.call(m, x, bill)? else { return None };
                let Weights::Same(weight) = y.view().weights() else { return None };
                bill.charge(weight.min(target.weight()));
                binary(Op::equality, Side::Each(y.view()), Side::Same(*target))?
            }
            (Kind::RightBound(same, fixed), Given::Values(x)) => {
                bound(*same, Side::Each(x.view()), Side::Same(*fixed), bill)?
            }
            (Kind::LeftBound(same, fixed), Given::Values(x)) => {
                bound(*same, Side::Same(*fixed), Side::Each(x.view()), bill)?
            }
            (Kind::Fork(same, nodes), Given::Values(x)) => {
                let [a, b] = &**nodes;
                let a = a.call(m, Given::Values(Flow::Lent(x.view())), bill)?;
                let b = b.call(m, Given::Values(Flow::Lent(x.view())), bill)?;
                let (Given::Values(a), Given::Values(b)) = (a, b) else { return None };
                bound(*same, Side::Each(a.view()), Side::Each(b.view()), bill)?
            }
            (Kind::Ranked(greater), Given::Values(x)) => {
                let View::Pairs(pairs) = x.view() else { return None };
                let ranked = |&(a, b): &(i32, i32)| if *greater { a.max(b) } else { a.min(b) };
                let result = Column::Ints(pairs.iter().map(|pair| ranked(pair).into()).collect());
                pay(bill, TokOp::get_rank, &[x.view().weights()], &result.view().weights())?;
                result
            }
            (Kind::Moving(places), Given::Values(x)) => {
                let View::Pairs(by) = x.view() else { return None };
                if !places.iter().chain(by).all(is_near) {
                    return None;
                }
                let moved = Given::Moved(places, by.to_vec());
                let args = [moved.weights(), x.view().weights()];
                pay(bill, TokOp::shift, &args, &moved.weights())?;
                return Some(moved);
            }
            (Kind::Without(set, mask), Given::Moved(places, by)) => {
                let left = |&(di, dj): &(i32, i32)| {
                    let is_left = |&&(i, j): &&(i32, i32)| !mask.has(i + di, j + dj);
                    places.iter().filter(is_left).count() as u32
                };
                let args = [Weights::Same(1 + 3 * places.len() as u64), Weights::Same(set.weight())];
                let left = Outlines::new(by.iter().map(left).collect(), None, PLACE);
                bill.charge_items(&left.weights());
                pay(bill, TokOp::difference, &args, &left.weights())?;
                Column::outlines(left)
            }
            (Kind::Reading(grid), Given::Around(around, places)) => {
                let sizes: Vec<u32> = places.iter().map(|&place| colours(grid, around, place).count() as u32).collect();
                let args = [Weights::Same(1 + PLACE * around.len() as u64), Weights::Same(grid.weight())];
                let outlines = Outlines::new(sizes, None, TRIPLE);
                // The places are looked at through another operation.
                bill.frames(2 * FRAMES);
                pay(bill, TokOp::toobject, &args, &outlines.weights())?;
                return Some(Given::Seen(Seen { grid, around, places, outlines }));
            }
            (Kind::Counting(colour), Given::Seen(seen)) => {
                let is_counted = |cell: &i8| i64::from(*cell) == *colour;
                let count =
                    |&place: &(i32, i32)| colours(seen.grid, seen.around, place).filter(is_counted).count() as i64;
                let result = Column::Ints(seen.places.iter().map(count).collect());
                let args = [seen.outlines.weights(), Weights::Same(1)];
                pay(bill, TokOp::colorcount_f, &args, &result.view().weights())?;
                result
            }
            _ => return None,
        };
        Some(Given::Values(Flow::Made(made)))
    }
}

/// Sums of two of these do not leave 32 bits.
const NEAR: std::ops::Range<i32> = -(1 << 29)..1 << 29;

fn is_near(&(i, j): &(i32, i32)) -> bool {
    NEAR.contains(&i) && NEAR.contains(&j)
}

/// What a cell weighs.
const TRIPLE: u64 = 4;

fn bound(same: Same, a: Side<'_>, b: Side<'_>, bill: &mut Bill) -> Option<Column> {
    let result = match (same.op, as_ints(a), as_ints(b)) {
        // A truth is an int where it is compared.
        (Op::greater, None, None) => binary(same.op, a, b)?,
        (Op::greater, x, y) => {
            let side = |ints: &'_ Option<Vec<i64>>| ints.as_ref().map(|ints| Column::Ints(ints.clone()));
            let (x, y) = (side(&x), side(&y));
            let a = x.as_ref().map_or(a, |x| Side::Each(x.view()));
            let b = y.as_ref().map_or(b, |y| Side::Each(y.view()));
            binary(same.op, a, b)?
        }
        _ => binary(same.op, a, b)?,
    };
    pay(bill, same.tok, &[a.weights(), b.weights()], &result.view().weights())?;
    Some(result)
}

/// Truths as ints, if it is truths.
fn as_ints(side: Side<'_>) -> Option<Vec<i64>> {
    match side {
        Side::Each(View::Bools(truths)) => Some(truths.iter().map(|&truth| truth.into()).collect()),
        _ => None,
    }
}

/// What a call of the operation charges; None for operations whose formula is another one.
fn pay(bill: &mut Bill, op: TokOp, args: &[Weights], result: &Weights) -> Option<()> {
    bill.frames(FRAMES);
    match op.info().cost {
        Cost::Const => {}
        Cost::Linear | Cost::Bytes => args.iter().for_each(|weights| bill.charge_weights(weights)),
        Cost::Sort => match args.first()? {
            Weights::Same(weight) => bill.charge(weight * (u64::from(weight.ilog2()) + 1)),
            Weights::Each(_) => return None,
        },
        _ => return None,
    }
    bill.charge(CALL);
    bill.make(result);
    Some(())
}
