//! Products of which each side is asked for itself.
//!
//! `fork(equality, compose(color, first), compose(color, last))` over the 90,000 tuples of a product of 300 objects asks 300 of them for
//! their colour, and then compares numbers. A function that begins with `first` is called once for each item of the left side, one
//! that begins with `last` once for each of the right side, and only where the two meet there is something to do for each tuple. That
//! needs every call on a side to charge the same; else the tuples are gone through one by one.

use super::bill::{Bill, CALL};
use super::binary::Side;
use super::calls::bound;
use super::coded::{Coded, Weights};
use super::column::{Column, Flow};
use super::gathered::copied;
use super::tree::{Node, Opaque};
use crate::Machine;
use megabatt_core::py::nesting;
use megabatt_core::set::Twos;
use megabatt_core::{Arc, Closure, Function, Op, Value};
use megabatt_exec::Used;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Functions of more closures than this are left to the ordinary way.
const MOST_CLOSURES: u32 = 1_000;

/// The item of a tuple that a function looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    First,
    Last,
}

/// What a function gives: for each item of a side, or for each tuple.
enum Part {
    Sided(Of, Column),
    Whole(Column),
}

/// What the function gives for each tuple, and what all the calls would have charged. None if it does not come apart.
pub fn call_each(m: &mut Machine, function: &Value, twos: &Twos) -> Option<(Column, Bill)> {
    if !comes_apart(function, &mut { MOST_CLOSURES })? {
        return None;
    }
    let mut bill = Bill::new(twos.len());
    match part(m, function, twos, &mut Known::new(), &mut bill)? {
        Part::Whole(column) => Some((Flow::Made(column).into_column()?, bill)),
        Part::Sided(..) => None,
    }
}

/// Whether the function is made of others that look at one side, and some operation meets both; None if it is too large.
fn comes_apart(function: &Value, room: &mut u32) -> Option<bool> {
    *room = room.checked_sub(1)?;
    let Value::Func(f) = function else { return Some(false) };
    match &f.kind {
        Closure::Compose { inner, .. } => comes_apart(inner, room),
        Closure::Chain { f, .. } => comes_apart(f, room),
        Closure::Fork { outer: Value::Op(_), a, b } => Some(match (side(a, room)?, side(b, room)?) {
            (Some(a), Some(b)) => a != b,
            (Some(_), None) => comes_apart(b, room)?,
            (None, Some(_)) => comes_apart(a, room)?,
            (None, None) => comes_apart(a, room)? && comes_apart(b, room)?,
        }),
        _ => Some(false),
    }
}

/// The side of a function that looks at one of them only.
fn side(function: &Value, room: &mut u32) -> Option<Option<Of>> {
    *room = room.checked_sub(1)?;
    let f = match function {
        Value::Op(Op::first) => return Some(Some(Of::First)),
        Value::Op(Op::last) => return Some(Some(Of::Last)),
        Value::Func(f) => f,
        _ => return Some(None),
    };
    match &f.kind {
        Closure::Compose { inner, .. } => side(inner, room),
        Closure::Chain { f, .. } => side(f, room),
        Closure::Matcher { function, .. } => side(function, room),
        Closure::Fork { a, b, .. } => {
            let (a, b) = (side(a, room)?, side(b, room)?);
            Some(a.filter(|_| a == b))
        }
        _ => Some(None),
    }
}

/// What functions of one side gave, and what each call took: a function such as `fork(connect, f, fork(add, f, g))` asks some of its parts more
/// than once.
type Known<'f> = Vec<(&'f Arc<Function>, Asked)>;

/// What a function of one side gives for each of its items, and what each call takes.
struct Asked {
    column: Column,
    used: Used,
    frames: u32,
}

fn part<'f>(m: &mut Machine, function: &'f Value, twos: &Twos, known: &mut Known<'f>, bill: &mut Bill) -> Option<Part> {
    if let Some(of) = side(function, &mut { MOST_CLOSURES })? {
        return Some(Part::Sided(of, asked_once(m, function, of, twos, known, bill)?));
    }
    let Value::Func(f) = function else { return None };
    bill.charge(CALL);
    let level = bill.enter();
    let result = called(m, f, twos, known, bill)?;
    bill.leave(level, &result.view().weights());
    Some(Part::Whole(result))
}

fn called<'f>(m: &mut Machine, f: &'f Function, twos: &Twos, known: &mut Known<'f>, bill: &mut Bill) -> Option<Column> {
    match &f.kind {
        Closure::Compose { outer, inner } => {
            let x = whole(part(m, inner, twos, known, bill)?)?;
            next(m, outer, x, bill)
        }
        Closure::Chain { h, g, f } => {
            let x = whole(part(m, f, twos, known, bill)?)?;
            let y = next(m, g, x, bill)?;
            next(m, h, y, bill)
        }
        Closure::Fork { outer: Value::Op(op), a, b } => {
            let (a, b) = (part(m, a, twos, known, bill)?, part(m, b, twos, known, bill)?);
            if let (Op::equality, Part::Sided(Of::First, a), Part::Sided(Of::Last, b)) = (op, &a, &b)
                && let (Weights::Same(left), Weights::Same(right)) = (a.view().weights(), b.view().weights())
                && let Some(same) = equal(a, b, twos)
            {
                bill.op(*op, &[Weights::Same(left), Weights::Same(right)], &Weights::Same(1))?;
                return Some(Column::Bools(same));
            }
            let (a, b) = (spread(a, twos)?, spread(b, twos)?);
            bound(*op, Side::Each(a.view()), Side::Each(b.view()), bill)
        }
        _ => None,
    }
}

fn whole(part: Part) -> Option<Column> {
    match part {
        Part::Whole(column) => Some(column),
        Part::Sided(..) => None,
    }
}

fn next(m: &mut Machine, function: &Value, x: Column, bill: &mut Bill) -> Option<Column> {
    match Node::of(function, Opaque::Refused)?.call_next(m, Flow::Made(x), bill)? {
        Flow::Made(column) => Some(column),
        Flow::Lent(_) => None,
    }
}

/// What a function of one side gives for each of its items, which is found out once.
fn asked_once<'f>(
    m: &mut Machine,
    function: &'f Value,
    of: Of,
    twos: &Twos,
    known: &mut Known<'f>,
    bill: &mut Bill,
) -> Option<Column> {
    let closure = if let Value::Func(closure) = function { Some(closure) } else { None };
    let is_it = |(known, _): &&(&Arc<Function>, Asked)| closure.is_some_and(|closure| Arc::ptr_eq(known, closure));
    let asked = match known.iter().find(is_it) {
        Some((_, known)) => Asked { column: copied(&known.column)?, ..*known },
        None => {
            let asked = sided(m, function, of, twos)?;
            if let (Some(closure), Some(column)) = (closure, copied(&asked.column)) {
                known.push((closure, Asked { column, ..asked }));
            }
            asked
        }
    };
    bill.used_by_all(asked.used, asked.frames);
    Some(asked.column)
}

/// The same, call by call. What the tuple has on its other side makes no difference to the function.
fn sided(m: &mut Machine, function: &Value, of: Of, twos: &Twos) -> Option<Asked> {
    let (left, right) = (twos.left().values(), twos.right().values());
    let tuple = |n: usize| match of {
        Of::First => Value::pair(left[n].clone(), right[0].clone()).ok(),
        Of::Last => Value::pair(left[0].clone(), right[n].clone()).ok(),
    };
    let count = if of == Of::First { left.len() } else { right.len() };
    let mut values = Vec::with_capacity(count);
    let mut all = None;
    let taken = Taken::of(m, function, &tuple(0)?);
    for n in 0..count {
        let (value, used, frames) = match &taken {
            Some(taken) => taken.then(m, if of == Of::First { &left[n] } else { &right[n] })?,
            None => m.measured(function, &tuple(n)?)?,
        };
        if *all.get_or_insert((used, frames)) != (used, frames) {
            return None;
        }
        values.push(value);
    }
    let (used, frames) = all?;
    let column = Coded::each(values).into_column();
    match column.view().weights() {
        Weights::Same(_) => Some(Asked { column, used, frames }),
        Weights::Each(_) => None,
    }
}

/// `compose(outer, first)`, or with `last`: what is taken out of a tuple is known, and what taking it out takes, so that no tuple is made.
struct Taken<'f> {
    outer: &'f Value,
    used: Used,
    frames: u32,
}

impl<'f> Taken<'f> {
    fn of(m: &mut Machine, function: &'f Value, tuple: &Value) -> Option<Taken<'f>> {
        let Value::Func(f) = function else { return None };
        match &f.kind {
            Closure::Compose { outer, inner: inner @ Value::Op(Op::first | Op::last) } if !f.is_shared() => {
                let (_, used, frames) = m.measured(inner, tuple)?;
                Some(Taken { outer, used, frames })
            }
            _ => None,
        }
    }

    /// What the function gives for a tuple with this item, what it uses, and how many frames it takes.
    fn then(&self, m: &mut Machine, item: &Value) -> Option<(Value, Used, u32)> {
        if item.depth() >= nesting::UNCOUNTED {
            return None;
        }
        let (value, used, frames) = m.measured(self.outer, item)?;
        let (bulk, taken) = (value.bulk(), &self.used);
        let peak = taken.peak.max(taken.hold + used.peak).max(bulk);
        let used = Used { fuel: CALL + taken.fuel + used.fuel, peak, hold: bulk };
        Some((value, used, 1 + self.frames.max(frames)))
    }
}

/// A value for each tuple.
fn spread(part: Part, twos: &Twos) -> Option<Column> {
    let (of, column) = match part {
        Part::Whole(column) => return Some(column),
        Part::Sided(of, column) => (of, column),
    };
    Some(match column {
        Column::Ints(v) => Column::Ints(gathered(&v, of, twos)),
        Column::Bools(v) => Column::Bools(gathered(&v, of, twos)),
        Column::Coded(coded) => Column::Pairs(gathered(&coded.places()?, of, twos)),
        _ => return None,
    })
}

fn gathered<T: Copy>(by_item: &[T], of: Of, twos: &Twos) -> Vec<T> {
    let (left, right) = (twos.left().values().len(), twos.right().values().len());
    match (twos.known_codes(), of) {
        (Some(codes), Of::First) => codes.iter().map(|&(l, _)| by_item[l as usize]).collect(),
        (Some(codes), Of::Last) => codes.iter().map(|&(_, r)| by_item[r as usize]).collect(),
        (None, Of::First) => by_item.repeat(right),
        (None, Of::Last) => by_item.iter().flat_map(|&value| std::iter::repeat_n(value, left)).collect(),
    }
}

/// Whether what the left item gave equals what the right one did, tuple by tuple. None if they are not both ints or both places.
fn equal(left: &Column, right: &Column, twos: &Twos) -> Option<Vec<bool>> {
    let (left, right) = match (left, right) {
        (Column::Ints(left), Column::Ints(right)) => numbered(left, right),
        (Column::Coded(left), Column::Coded(right)) => numbered(&left.places()?, &right.places()?),
        _ => return None,
    };
    Some(match twos.known_codes() {
        Some(codes) => codes.iter().map(|&(l, r)| left[l as usize] == right[r as usize]).collect(),
        None => {
            // Right after right, so that several are compared at a time.
            let mut same = Vec::with_capacity(left.len() * right.len());
            right.iter().for_each(|r| same.extend(left.iter().map(|l| l == r)));
            same
        }
    })
}

/// Small numbers that are equal where the values are.
fn numbered<T: Copy + Eq + Hash>(left: &[T], right: &[T]) -> (Vec<u32>, Vec<u32>) {
    let mut known: FxHashMap<T, u32> = FxHashMap::default();
    let mut numbers = |values: &[T]| -> Vec<u32> {
        let mut number = |&value: &T| {
            let next = known.len() as u32;
            *known.entry(value).or_insert(next)
        };
        values.iter().map(&mut number).collect()
    };
    (numbers(left), numbers(right))
}
