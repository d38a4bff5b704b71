//! A closure as a tree of operations.

use super::binary::{Side, binary};
use super::column::{Column, Flow, Scalar, View};
use super::unary::unary;
use megabatt_core::{Arc, Closure, Cost, Grid, Op, Set, Value};

/// What one call charges; it is the same for all items, since they are of one kind.
#[derive(Default)]
pub struct Bill {
    pub fuel: u64,
    memory: u64,
    pub most_memory: u64,
}

const CALL: u64 = 4;

impl Bill {
    fn charge(&mut self, fuel: u64) {
        self.fuel += fuel;
    }

    fn hold(&mut self, weight: u64) {
        self.memory += weight;
        self.most_memory = self.most_memory.max(self.memory);
    }

    /// What a call of the operation charges; None for operations whose formula is another one.
    fn op(&mut self, op: Op, args: &[u64], result: u64) -> Option<()> {
        let before: u64 = match op.call_shape().cost {
            Cost::Const => {
                self.charge(CALL);
                return Some(());
            }
            Cost::Linear | Cost::Bytes => args.iter().sum(),
            Cost::Product => args.iter().take(2).product(),
            _ => return None,
        };
        self.charge(CALL + before + result);
        self.hold(result);
        Some(())
    }
}

/// A closure, or an operation.
pub enum Node {
    Unary(Op),
    Compose(Box<Node>, Box<Node>),
    Chain(Box<[Node; 3]>),
    Matcher(Box<Node>, Scalar),
    RightBound(Op, Scalar),
    LeftBound(Op, Scalar),
    ContainedIn(Arc<Set>),
    /// `lbind(index, grid)`.
    ColourOf(Arc<Grid>),
    Fork(Op, Box<[Node; 2]>),
}

impl Node {
    pub fn of(function: &Value) -> Option<Node> {
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
                Closure::Lbind { function: Value::Op(Op::index), fixed: Value::Grid(grid), .. } => {
                    Some(Node::ColourOf(grid.clone()))
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
    pub fn depth(&self) -> u32 {
        match self {
            Node::Unary(_) => 1,
            Node::Compose(outer, inner) => 1 + outer.depth().max(inner.depth()),
            Node::Chain(nodes) => 1 + nodes.iter().map(Node::depth).max().unwrap_or(0),
            Node::Matcher(node, _) => 1 + node.depth(),
            Node::RightBound(..) | Node::LeftBound(..) | Node::ContainedIn(_) | Node::ColourOf(_) => 2,
            Node::Fork(_, nodes) => 1 + nodes.iter().map(Node::depth).max().unwrap_or(0).max(1),
        }
    }

    /// What it gives for each item.
    pub fn call<'a>(&self, x: View<'a>, bill: &mut Bill) -> Option<Flow<'a>> {
        if let Node::Unary(op) = self {
            let result = if *op == Op::identity { Flow::Lent(x) } else { Flow::Made(unary(*op, x)?) };
            bill.op(*op, &[x.item_weight()], result.view().item_weight())?;
            return Some(result);
        }
        bill.charge(CALL);
        let level = bill.memory;
        let result = self.call_closure(x, bill)?;
        bill.memory = level;
        bill.hold(result.view().item_weight());
        Some(result)
    }

    fn call_closure<'a>(&self, x: View<'a>, bill: &mut Bill) -> Option<Flow<'a>> {
        let made = match self {
            Node::Unary(_) => unreachable!("an operation is no closure"),
            Node::Compose(outer, inner) => {
                let y = inner.call(x, bill)?;
                return outer.call_next(y, bill);
            }
            Node::Chain(nodes) => {
                let [h, g, f] = &**nodes;
                let y = f.call(x, bill)?;
                let z = g.call_next(y, bill)?;
                return h.call_next(z, bill);
            }
            Node::Matcher(node, target) => {
                let y = node.call(x, bill)?;
                bill.charge(y.view().item_weight().min(target.weight()));
                binary(Op::equality, Side::Each(y.view()), Side::Same(*target))?
            }
            Node::RightBound(op, fixed) => self.bound(*op, Side::Each(x), Side::Same(*fixed), bill)?,
            Node::LeftBound(op, fixed) => self.bound(*op, Side::Same(*fixed), Side::Each(x), bill)?,
            Node::ContainedIn(set) => {
                bill.op(Op::contained, &[x.item_weight(), set.weight()], 1)?;
                Column::Bools(contained(x, set)?)
            }
            Node::ColourOf(grid) => {
                let View::Pairs(places) = x else { return None };
                bill.op(Op::index, &[], 1)?;
                let mut colours = Vec::with_capacity(places.len());
                for &(i, j) in places {
                    colours.push(i64::from(grid.get(i, j)?));
                }
                Column::Ints(colours)
            }
            Node::Fork(op, nodes) => {
                let [a, b] = &**nodes;
                let (a, b) = (a.call(x, bill)?, b.call(x, bill)?);
                self.bound(*op, Side::Each(a.view()), Side::Each(b.view()), bill)?
            }
        };
        Some(Flow::Made(made))
    }

    /// Goes on with what another node gave.
    fn call_next<'a>(&self, x: Flow<'a>, bill: &mut Bill) -> Option<Flow<'a>> {
        match x {
            Flow::Lent(view) => self.call(view, bill),
            Flow::Made(column) => Some(Flow::Made(match self.call(column.view(), bill)? {
                Flow::Made(result) => result,
                Flow::Lent(_) => column,
            })),
        }
    }

    fn bound(&self, op: Op, a: Side<'_>, b: Side<'_>, bill: &mut Bill) -> Option<Column> {
        let result = binary(op, a, b)?;
        bill.op(op, &[a.item_weight(), b.item_weight()], result.item_weight())?;
        Some(result)
    }
}

fn contained(items: View<'_>, set: &Set) -> Option<Vec<bool>> {
    Some(match items {
        View::Bools(v) => v.iter().map(|&b| set.contains(&Value::Bool(b))).collect(),
        View::Ints(v) => v.iter().map(|&n| set.contains(&Value::Int(n))).collect(),
        View::Pairs(v) => v.iter().map(|&(i, j)| set.contains(&Value::Pair(i, j))).collect(),
        View::Cells(v) => v.iter().map(|&(c, i, j)| set.contains(&Value::Cell(c, i, j))).collect(),
        View::Twos(_) | View::Singles(_) => return None,
    })
}
