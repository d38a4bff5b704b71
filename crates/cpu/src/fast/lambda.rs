//! Functions over places and cells without a call per step.
//!
//! Filters such as `sfilter(asobject(I), compose(flip, matcher(first, ZERO)))` call four functions for each of
//! hundreds of cells. Where a closure is made of operations on ints, places and cells alone, it is turned into a small
//! tree once and walked for each cell. It charges what the calls would have charged; whatever it cannot do, a failing
//! call and a limit included, it leaves to the ordinary way.

use crate::Machine;
use megabatt_core::{Arc, Closure, Op, Set, Value};

/// A value that fits into registers.
#[derive(Clone, Copy, PartialEq)]
pub enum Scalar {
    Bool(bool),
    Int(i64),
    Pair(i32, i32),
    Cell(i32, i32, i32),
}

impl Scalar {
    fn of(value: &Value) -> Option<Scalar> {
        match *value {
            Value::Bool(b) => Some(Scalar::Bool(b)),
            Value::Int(n) => Some(Scalar::Int(n)),
            Value::Pair(i, j) => Some(Scalar::Pair(i, j)),
            Value::Cell(c, i, j) => Some(Scalar::Cell(c, i, j)),
            _ => None,
        }
    }

    pub fn value(self) -> Value {
        match self {
            Scalar::Bool(b) => Value::Bool(b),
            Scalar::Int(n) => Value::Int(n),
            Scalar::Pair(i, j) => Value::Pair(i, j),
            Scalar::Cell(c, i, j) => Value::Cell(c, i, j),
        }
    }

    fn weight(self) -> u64 {
        match self {
            Scalar::Bool(_) | Scalar::Int(_) => 1,
            Scalar::Pair(..) => 3,
            Scalar::Cell(..) => 5,
        }
    }

    /// `bool(self)`.
    pub fn truthy(self) -> bool {
        match self {
            Scalar::Bool(b) => b,
            Scalar::Int(n) => n != 0,
            _ => true,
        }
    }

    /// Python's `==`: bools are ints.
    fn equals(self, other: Scalar) -> bool {
        match (self, other) {
            (Scalar::Bool(a), Scalar::Int(b)) | (Scalar::Int(b), Scalar::Bool(a)) => b == a as i64,
            _ => self == other,
        }
    }
}

/// A closure as a tree.
enum Node {
    Unary(Op),
    Compose(Box<Node>, Box<Node>),
    Chain(Box<[Node; 3]>),
    Matcher(Box<Node>, Scalar),
    RightBound(Op, Scalar),
    LeftBound(Op, Scalar),
    ContainedIn(Arc<Set>),
    Fork(Op, Box<[Node; 2]>),
}

/// What the calls would have charged.
#[derive(Default)]
struct Bill {
    fuel: u64,
    memory: u64,
    most_memory: u64,
}

/// Somebody who keeps the bill, or nobody.
trait Billing {
    fn charge(&mut self, fuel: u64);
    fn hold(&mut self, weight: u64);
    fn level(&self) -> u64;
    fn back_to(&mut self, level: u64);
}

impl Billing for Bill {
    fn charge(&mut self, fuel: u64) {
        self.fuel += fuel;
    }

    fn hold(&mut self, weight: u64) {
        self.memory += weight;
        self.most_memory = self.most_memory.max(self.memory);
    }

    fn level(&self) -> u64 {
        self.memory
    }

    fn back_to(&mut self, level: u64) {
        self.memory = level;
    }
}

/// The bill is known already.
impl Billing for () {
    fn charge(&mut self, _: u64) {}

    fn hold(&mut self, _: u64) {}

    fn level(&self) -> u64 {
        0
    }

    fn back_to(&mut self, _: u64) {}
}

const CALL: u64 = 4;

/// Nobody looks at the clock in here, so very long loops are left to the ordinary way.
const MOST_ITEMS: usize = 10_000;

impl Node {
    fn of(function: &Value) -> Option<Node> {
        let boxed = |v: &Value| Node::of(v).map(Box::new);
        match function {
            Value::Op(op) => (op.arity() == 1).then_some(Node::Unary(*op)),
            Value::Func(f) => match &f.kind {
                Closure::Compose { outer, inner } => Some(Node::Compose(boxed(outer)?, boxed(inner)?)),
                Closure::Chain { h, g, f } => Some(Node::Chain(Box::new([Node::of(h)?, Node::of(g)?, Node::of(f)?]))),
                Closure::Matcher { function, target } => Some(Node::Matcher(boxed(function)?, Scalar::of(target)?)),
                Closure::Rbind { function: Value::Op(Op::contained), fixed: Value::Set(set), .. } => {
                    Some(Node::ContainedIn(set.clone()))
                }
                Closure::Rbind { function: Value::Op(op), fixed, arity: 2 } => {
                    Some(Node::RightBound(*op, Scalar::of(fixed)?))
                }
                Closure::Lbind { function: Value::Op(op), fixed, arity: 2 } => {
                    Some(Node::LeftBound(*op, Scalar::of(fixed)?))
                }
                Closure::Fork { outer: Value::Op(op), a, b } => {
                    Some(Node::Fork(*op, Box::new([Node::of(a)?, Node::of(b)?])))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// How many calls deep it goes.
    fn depth(&self) -> u32 {
        match self {
            Node::Unary(_) => 1,
            Node::Compose(outer, inner) => 1 + outer.depth().max(inner.depth()),
            Node::Chain(nodes) => 1 + nodes.iter().map(Node::depth).max().unwrap_or(0),
            Node::Matcher(node, _) => 1 + node.depth(),
            Node::RightBound(..) | Node::LeftBound(..) | Node::ContainedIn(_) => 2,
            Node::Fork(_, nodes) => 1 + nodes.iter().map(Node::depth).max().unwrap_or(0).max(1),
        }
    }

    /// Whether items of one kind all cost the same: no part of it gives now one of its arguments, now the other.
    fn costs_the_same(&self) -> bool {
        let even = |op: &Op| !matches!(op, Op::both | Op::either);
        match self {
            Node::Unary(_) | Node::ContainedIn(_) => true,
            Node::Compose(outer, inner) => outer.costs_the_same() && inner.costs_the_same(),
            Node::Chain(nodes) => nodes.iter().all(Node::costs_the_same),
            Node::Matcher(node, _) => node.costs_the_same(),
            Node::RightBound(op, _) | Node::LeftBound(op, _) => even(op),
            Node::Fork(op, nodes) => even(op) && nodes.iter().all(Node::costs_the_same),
        }
    }

    #[inline]
    fn call<B: Billing>(&self, x: Scalar, bill: &mut B) -> Option<Scalar> {
        match self {
            Node::Unary(op) => unary(*op, x, bill),
            _ => self.call_closure(x, bill),
        }
    }

    fn call_closure<B: Billing>(&self, x: Scalar, bill: &mut B) -> Option<Scalar> {
        bill.charge(CALL);
        let level = bill.level();
        let result = match self {
            Node::Unary(_) => unreachable!("handled above"),
            Node::Compose(outer, inner) => outer.call(inner.call(x, bill)?, bill)?,
            Node::Chain(nodes) => {
                let [h, g, f] = &**nodes;
                h.call(g.call(f.call(x, bill)?, bill)?, bill)?
            }
            Node::Matcher(node, target) => {
                let x = node.call(x, bill)?;
                bill.charge(x.weight().min(target.weight()));
                Scalar::Bool(x.equals(*target))
            }
            Node::RightBound(op, fixed) => binary(*op, x, *fixed, bill)?,
            Node::LeftBound(op, fixed) => binary(*op, *fixed, x, bill)?,
            Node::ContainedIn(set) => {
                bill.charge(CALL + x.weight() + set.weight() + 1);
                let found = set.contains(&x.value());
                bill.hold(1);
                Scalar::Bool(found)
            }
            Node::Fork(op, nodes) => {
                let [a, b] = &**nodes;
                let a = a.call(x, bill)?;
                binary(*op, a, b.call(x, bill)?, bill)?
            }
        };
        bill.back_to(level);
        bill.hold(result.weight());
        Some(result)
    }
}

#[inline]
fn unary(op: Op, x: Scalar, bill: &mut impl Billing) -> Option<Scalar> {
    bill.charge(CALL);
    match (op, x) {
        (Op::identity, x) => Some(x),
        (Op::first, Scalar::Pair(i, _)) => Some(Scalar::Int(i.into())),
        (Op::first, Scalar::Cell(c, ..)) => Some(Scalar::Int(c.into())),
        (Op::last, Scalar::Pair(_, j)) => Some(Scalar::Int(j.into())),
        (Op::last, Scalar::Cell(_, i, j)) => Some(Scalar::Pair(i, j)),
        (Op::flip, x) => Some(Scalar::Bool(!x.truthy())),
        (Op::even, Scalar::Int(n)) => Some(Scalar::Bool(n % 2 == 0)),
        (Op::positive, Scalar::Int(n)) => Some(Scalar::Bool(n > 0)),
        (Op::increment, Scalar::Int(n)) => Some(Scalar::Int(n.checked_add(1)?)),
        (Op::decrement, Scalar::Int(n)) => Some(Scalar::Int(n.checked_sub(1)?)),
        _ => None,
    }
}

fn binary(op: Op, a: Scalar, b: Scalar, bill: &mut impl Billing) -> Option<Scalar> {
    bill.charge(CALL);
    let pair = |i: Option<i32>, j: Option<i32>| Some(Scalar::Pair(i?, j?));
    match (op, a, b) {
        (Op::equality, a, b) => {
            bill.charge(a.weight() + b.weight() + 1);
            bill.hold(1);
            Some(Scalar::Bool(a.equals(b)))
        }
        (Op::greater, Scalar::Int(a), Scalar::Int(b)) => Some(Scalar::Bool(a > b)),
        (Op::both, a, b) => Some(if a.truthy() { b } else { a }),
        (Op::either, a, b) => Some(if a.truthy() { a } else { b }),
        (Op::add, Scalar::Int(a), Scalar::Int(b)) => Some(Scalar::Int(a.checked_add(b)?)),
        (Op::subtract, Scalar::Int(a), Scalar::Int(b)) => Some(Scalar::Int(a.checked_sub(b)?)),
        (Op::multiply, Scalar::Int(a), Scalar::Int(b)) => Some(Scalar::Int(a.checked_mul(b)?)),
        (Op::add, Scalar::Pair(a, b), Scalar::Pair(c, d)) => pair(a.checked_add(c), b.checked_add(d)),
        (Op::subtract, Scalar::Pair(a, b), Scalar::Pair(c, d)) => pair(a.checked_sub(c), b.checked_sub(d)),
        (Op::multiply, Scalar::Pair(a, b), Scalar::Pair(c, d)) => pair(a.checked_mul(c), b.checked_mul(d)),
        _ => None,
    }
}

/// What the function gives for each item, and what the calls would have charged.
fn call_all(node: &Node, mut items: impl ExactSizeIterator<Item = Scalar>) -> Option<(Vec<Scalar>, Bill)> {
    let mut bill = Bill::default();
    let mut results = Vec::with_capacity(items.len());
    if !node.costs_the_same() {
        for item in items {
            results.push(node.call(item, &mut bill)?);
            bill.memory = 0;
        }
        return Some((results, bill));
    }
    let Some(first) = items.next() else { return Some((results, bill)) };
    results.push(node.call(first, &mut bill)?);
    for item in items {
        if std::mem::discriminant(&item) != std::mem::discriminant(&first) {
            return None;
        }
        results.push(node.call(item, &mut ())?);
    }
    let others = results.len() as u64 - 1;
    bill.fuel += bill.fuel * others;
    Some((results, bill))
}

/// Calls the function for each item of a set of places or cells, or of a tuple of scalars; and how deep it went.
fn call_each(function: &Value, container: &Value) -> Option<(Vec<Scalar>, Bill, u32)> {
    let node = Node::of(function)?;
    if megabatt_core::py::len(container).ok()? > MOST_ITEMS {
        return None;
    }
    let (results, bill) = match container {
        Value::Set(set) => match (set.pairs(), set.cells()) {
            (Some(pairs), _) => call_all(&node, pairs.iter().map(|&(i, j)| Scalar::Pair(i, j)))?,
            (_, Some(cells)) => call_all(&node, cells.iter().map(|&(c, i, j)| Scalar::Cell(c, i, j)))?,
            _ => return None,
        },
        Value::Tuple(items) => {
            let mut scalars = Vec::with_capacity(items.slice.len());
            for item in &items.slice {
                scalars.push(Scalar::of(item)?);
            }
            call_all(&node, scalars.into_iter())?
        }
        _ => return None,
    };
    Some((results, bill, node.depth()))
}

/// What the function gives for each item inside a generator; for a set, by position in its content.
pub fn results(m: &mut Machine, container: &Value, function: &Value) -> Option<Vec<Scalar>> {
    let (results, bill, depth) = call_each(function, container)?;
    m.pay_at_once(depth + 1, bill.fuel, bill.most_memory).then_some(results)
}

/// What the key function of `max` or `min` gives for each item, if these are ints; for a set, by position in its
/// content.
pub fn int_keys(m: &mut Machine, container: &Value, function: &Value) -> Option<Vec<i64>> {
    let (results, bill, depth) = call_each(function, container)?;
    let mut keys = Vec::with_capacity(results.len());
    for result in results {
        let Scalar::Int(n) = result else { return None };
        keys.push(n);
    }
    let fuel = bill.fuel + keys.len() as u64;
    m.pay_at_once(depth, fuel, bill.most_memory).then_some(keys)
}
