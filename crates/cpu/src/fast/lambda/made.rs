//! Functions that are made for each item, and called with values that are the same for all.
//!
//! `chain(lbind(mfilter, objs), rbind(lbind(chain, compose(positive, size)), toindices), lbind(rbind, intersection))` makes a function
//! for each set of places and asks it about every object. Here the loops are turned round: what differs from function to function is
//! a column, and for each object the function runs once, over that column.
//!
//! ```text
//! made       chain(f, rbind(intersection, ·), toindices)      places of item 0, 1, 2 …
//! called     with an object: f(intersection(toindices(object), ·))  over all places at once
//! ```

use super::bill::{Bill, CALL};
use super::binary::Side;
use super::calls::bound;
use super::coded::Weights;
use super::column::{Column, Flow, View};
use super::targets::{Sets, Targets};
use super::tree::{Node, Opaque};
use super::unmade::Unmade;
use crate::Machine;
use crate::machine::bindable;
use megabatt_core::{Closure, Function, Op, Value};
use std::rc::Rc;

/// What a function weighs.
pub const FUNCTION: u64 = 1;

/// Functions that contain others more often than this are left to the ordinary way: making them may fail.
const DEEPEST: u32 = 200;

/// A closure that makes a function of each item.
pub enum Making<'f> {
    /// `lbind(lbind, function)` or, if the item is the second argument, `lbind(rbind, function)`.
    Bind { function: &'f Value, first: bool },
    /// `lbind(compose, outer)`.
    Outer(&'f Value),
    /// `rbind(compose, inner)`.
    Inner(&'f Value),
    /// `rbind(lbind(chain, h), f)`.
    Between { h: &'f Value, f: &'f Value },
    /// `lbind(lbind(chain, h), g)`.
    Under { h: &'f Value, g: &'f Value },
    /// `lbind(matcher, function)`.
    Match(&'f Value),
}

impl<'f> Making<'f> {
    pub fn of(closure: &'f Closure) -> Option<Making<'f>> {
        Some(match closure {
            Closure::Lbind { function: Value::Op(op @ (Op::lbind | Op::rbind)), fixed, .. } if matches!(fixed, Value::Op(bound) if bound.arity() == 2) => {
                Making::Bind { function: fixed, first: *op == Op::lbind }
            }
            Closure::Lbind { function: Value::Op(Op::compose), fixed, .. } => Making::Outer(fixed),
            Closure::Lbind { function: Value::Op(Op::matcher), fixed, .. } => Making::Match(fixed),
            Closure::Rbind { function: Value::Op(Op::compose), fixed, .. } => Making::Inner(fixed),
            Closure::Rbind { function: Value::Func(inner), fixed: f, arity: 2 } => match &inner.kind {
                Closure::Lbind { function: Value::Op(Op::chain), fixed: h, .. } => Making::Between { h, f },
                _ => return None,
            },
            Closure::Lbind { function: Value::Func(inner), fixed: g, arity: 2 } => match &inner.kind {
                Closure::Lbind { function: Value::Op(Op::chain), fixed: h, .. } => Making::Under { h, g },
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Makes the functions, inside the call of the closure.
    pub fn call(&self, x: View<'_>, bill: &mut Bill) -> Option<Column> {
        let made = match (self, x) {
            (Making::Bind { function, first }, _) => {
                let of = match x {
                    View::Pairs(places) => Column::Pairs(places.to_vec()),
                    View::Areas(areas) => Column::areas(areas.clone()),
                    View::Moved(moved) => Column::Moved(moved.clone()),
                    View::Ints(ints) => Column::Ints(ints.to_vec()),
                    View::Unmade(Unmade::Intervals(intervals)) => Column::unmade(Unmade::Intervals(intervals.clone())),
                    _ => return None,
                };
                bill.constant();
                Made { shape: Shape::Bound { function: (*function).clone(), first: *first }, of: Rc::new(of) }
            }
            (Making::Outer(outer), View::Made(inner)) => {
                bill.constant();
                inner.within(|shape| Some(Shape::Outer(shallow(outer)?, shape)))?
            }
            (Making::Inner(inner), View::Made(outer)) => {
                bill.constant();
                outer.within(|shape| Some(Shape::Inner(shape, shallow(inner)?)))?
            }
            (Making::Between { h, f }, View::Made(made)) => {
                bound_chain(bill);
                made.within(|shape| Some(Shape::Between(shallow(h)?, shape, shallow(f)?)))?
            }
            (Making::Under { h, g }, View::Made(made)) => {
                bound_chain(bill);
                made.within(|shape| Some(Shape::Under(shallow(h)?, shallow(g)?, shape)))?
            }
            (Making::Match(function), View::Coded(targets)) => {
                let known = Targets::Sets(Sets::of(targets)?);
                bill.constant();
                Made {
                    shape: Shape::Match(shallow(function)?, Rc::new(known)),
                    of: Rc::new(Column::Coded(targets.clone())),
                }
            }
            (Making::Match(function), View::Ints(ints)) => {
                bill.constant();
                Made {
                    shape: Shape::Match(shallow(function)?, Rc::new(Targets::Ints(ints.to_vec()))),
                    of: Rc::new(Column::Ints(ints.to_vec())),
                }
            }
            _ => return None,
        };
        Some(Column::made(made))
    }
}

/// What `lbind(chain, h)`, or `lbind(fork, outer)`, takes that is called with the two other functions.
fn bound_chain(bill: &mut Bill) {
    bill.charge(CALL);
    let level = bill.enter();
    bill.constant();
    bill.leave(level, &Weights::Same(FUNCTION));
}

fn shallow(function: &Value) -> Option<Value> {
    (function.depth() <= DEEPEST).then(|| function.clone())
}

/// `fork(op, a, b)` of two functions for each item.
pub fn forked(op: Op, a: &Made, b: &Made, bill: &mut Bill) -> Made {
    bound_chain(bill);
    let (a, b) = (Rc::new(a.clone()), Rc::new(b.clone()));
    Made { of: a.of.clone(), shape: Shape::Fork(op, a, b) }
}

/// What all functions have in common; the innermost one is bound to something of each item.
#[derive(Clone)]
pub(super) enum Shape {
    Bound {
        function: Value,
        first: bool,
    },
    Outer(Value, Rc<Shape>),
    Inner(Rc<Shape>, Value),
    Between(Value, Rc<Shape>, Value),
    Under(Value, Value, Rc<Shape>),
    Match(Value, Rc<Targets>),
    /// What each of the two is bound to is its own.
    Fork(Op, Rc<Made>, Rc<Made>),
}

/// A condition of two places, of which one is bound in the function of each item.
pub struct OfTwoPlaces<'a> {
    pub condition: &'a Value,
    pub places: &'a [(i32, i32)],
    /// Whether the bound place is the first one.
    pub first: bool,
}

/// A function for each item.
#[derive(Clone)]
pub struct Made {
    shape: Shape,
    of: Rc<Column>,
}

impl Made {
    pub fn len(&self) -> usize {
        self.of.len()
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What the functions are bound to.
    pub(super) fn of(&self) -> &Column {
        &self.of
    }

    /// Functions made of these.
    fn within(&self, shape: impl FnOnce(Rc<Shape>) -> Option<Shape>) -> Option<Made> {
        Some(Made { shape: shape(Rc::new(self.shape.clone()))?, of: self.of.clone() })
    }

    /// What there is of `compose(condition, lbind(astuple, place))`, or with `rbind`.
    pub fn of_two_places(&self) -> Option<OfTwoPlaces<'_>> {
        let Shape::Outer(condition, inner) = &self.shape else { return None };
        match (&**inner, &*self.of) {
            (Shape::Bound { function: Value::Op(Op::astuple), first }, Column::Pairs(places)) => {
                Some(OfTwoPlaces { condition, places, first: *first })
            }
            _ => None,
        }
    }

    /// What there is of `matcher(function, number)`.
    pub fn of_numbers(&self) -> Option<(&Value, &[i64])> {
        match &self.shape {
            Shape::Match(function, targets) if let Targets::Ints(ints) = &**targets => Some((function, ints)),
            _ => None,
        }
    }

    /// What each function gives for the value.
    pub fn call_with(&self, m: &mut Machine, x: &Value, bill: &mut Bill) -> Option<Column> {
        self.shape.call(&self.of, m, x, bill)
    }
}

impl Shape {
    fn call(&self, of: &Column, m: &mut Machine, x: &Value, bill: &mut Bill) -> Option<Column> {
        if let Shape::Bound { function, first } = self {
            // With the other argument fixed it takes what it takes with this one fixed.
            let (function, fixed, arity) = (function.clone(), x.clone(), bindable(function).ok()?);
            let turned = match first {
                true => Closure::Rbind { function, fixed, arity },
                false => Closure::Lbind { function, fixed, arity },
            };
            let turned = Value::func(Function::new(turned).ok()?);
            return made(Node::of(&turned, Opaque::Refused)?.call(m, of.view(), bill)?);
        }
        bill.charge(CALL);
        let level = bill.enter();
        let result = match self {
            Shape::Bound { .. } => unreachable!("it was called above"),
            Shape::Outer(outer, inner) => {
                let y = inner.call(of, m, x, bill)?;
                next(outer, m, y, bill)?
            }
            Shape::Inner(outer, inner) => {
                let y = for_all(inner, m, x, bill)?;
                outer.call(of, m, &y, bill)?
            }
            Shape::Match(function, targets) => {
                let y = for_all(function, m, x, bill)?;
                bill.charge_weights(&targets.weights_up_to(y.weight()));
                Column::Bools(targets.equal(&y))
            }
            Shape::Between(h, g, f) => {
                let y = for_all(f, m, x, bill)?;
                let z = g.call(of, m, &y, bill)?;
                next(h, m, z, bill)?
            }
            Shape::Under(h, g, f) => {
                let y = f.call(of, m, x, bill)?;
                let z = next(g, m, y, bill)?;
                next(h, m, z, bill)?
            }
            Shape::Fork(op, a, b) => {
                let (y, z) = (a.call_with(m, x, bill)?, b.call_with(m, x, bill)?);
                bound(*op, Side::Each(y.view()), Side::Each(z.view()), bill)?
            }
        };
        bill.leave(level, &result.view().weights());
        Some(result)
    }
}

/// What the function gives for the value, paid for by every call.
fn for_all(function: &Value, m: &mut Machine, x: &Value, bill: &mut Bill) -> Option<Value> {
    let (value, used, frames) = m.measured(function, x)?;
    bill.used_by_all(used, frames);
    Some(value)
}

pub(super) fn next(function: &Value, m: &mut Machine, x: Column, bill: &mut Bill) -> Option<Column> {
    made(Node::of(function, Opaque::Refused)?.call_next(m, Flow::Made(x), bill)?)
}

fn made(flow: Flow<'_>) -> Option<Column> {
    match flow {
        Flow::Made(column) => Some(column),
        Flow::Lent(_) => None,
    }
}
