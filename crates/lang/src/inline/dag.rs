//! A function as a graph: every expression once, names and copies gone.

use crate::helpers::user;
use megabatt_core::code::{Action, Call, Code, Operand};
use megabatt_core::{Value, py};
use std::collections::HashMap;
use std::sync::Arc;

/// The place of a node in its graph. What a node is made of has smaller numbers than itself.
pub(super) type NodeId = u32;

/// An expression over other expressions. Type-strict: `True` is not `1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Param(u32),
    None,
    Bool(bool),
    Int(i64),
    /// An operation, by its name.
    Op(&'static str),
    /// A function of the file, by its place in [`Dag::functions`]. Two with the same lines are two, as in Python.
    Function(u32),
    /// A value that no program text makes, in Python's words.
    Other(String),
    Tuple(Vec<NodeId>),
    /// The function, the arguments, and last the arguments that have these keywords.
    Call(Vec<NodeId>, Vec<String>),
}

impl Node {
    /// What it is made of, in Python's order of evaluation.
    pub fn parts(&self) -> &[NodeId] {
        match self {
            Node::Tuple(parts) | Node::Call(parts, _) => parts,
            _ => &[],
        }
    }
}

/// The graph of a function.
#[derive(Debug)]
pub(super) struct Dag {
    pub params: Vec<String>,
    /// In the order in which the source has them first.
    pub nodes: Vec<Node>,
    /// What each line of the source makes, dead ones too.
    pub lines: Vec<NodeId>,
    pub result: NodeId,
    pub functions: Vec<Arc<Code>>,
}

impl Dag {
    pub fn new(code: &Code) -> Dag {
        let mut builder = Builder::default();
        let mut slots: Vec<NodeId> = (0..code.params.len() as u32).map(|i| builder.node(Node::Param(i))).collect();
        let unset = builder.node(Node::None);
        slots.resize(slots.len().max(code.slots as usize), unset);
        let mut lines = Vec::with_capacity(code.steps.len());
        for step in &code.steps {
            let node = builder.action(&step.action, &slots);
            lines.push(node);
            if let Some(slot) = slots.get_mut(step.slot as usize) {
                *slot = node;
            }
        }
        let result = builder.operand(&code.result, &slots);
        Dag { params: code.params.clone(), nodes: builder.nodes, lines, result, functions: builder.functions }
    }

    /// Which nodes the result is made of; with `dead`, which nodes any line is made of.
    pub fn live(&self, dead: bool) -> Vec<bool> {
        let mut live = vec![false; self.nodes.len()];
        live[self.result as usize] = true;
        if dead {
            self.lines.iter().for_each(|&line| live[line as usize] = true);
        }
        for id in (0..self.nodes.len()).rev().filter(|&id| !self.nodes[id].parts().is_empty()) {
            if live[id] {
                self.nodes[id].parts().iter().for_each(|&part| live[part as usize] = true);
            }
        }
        live
    }

    /// The nodes the result is made of, parts first and from left to right. It does not depend on the order of the
    /// source's lines.
    pub fn post_order(&self) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut met = vec![false; self.nodes.len()];
        met[self.result as usize] = true;
        // A node, and how many of its parts are done.
        let mut work = vec![(self.result, 0)];
        while let Some((id, done)) = work.pop() {
            match self.nodes[id as usize].parts().get(done) {
                None => order.push(id),
                Some(&part) => {
                    work.push((id, done + 1));
                    if !std::mem::replace(&mut met[part as usize], true) {
                        work.push((part, 0));
                    }
                }
            }
        }
        order
    }
}

#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    seen: HashMap<Node, NodeId>,
    functions: Vec<Arc<Code>>,
    function_places: HashMap<*const Code, u32>,
    /// Tuples and grids of the code that have been met, by address: named tuples of named tuples double with every
    /// line, and are walked once this way.
    constants: HashMap<*const u8, NodeId>,
}

impl Builder {
    fn node(&mut self, node: Node) -> NodeId {
        // All values are there before the call, so the order of the keywords makes no difference.
        let key = sorted(&node).unwrap_or_else(|| node.clone());
        *self.seen.entry(key).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() as NodeId - 1
        })
    }

    fn action(&mut self, action: &Action, slots: &[NodeId]) -> NodeId {
        match action {
            Action::Copy(operand) => self.operand(operand, slots),
            Action::Tuple(items) => {
                let items = items.iter().map(|item| self.operand(item, slots)).collect();
                self.node(Node::Tuple(items))
            }
            Action::Call(call) | Action::Try(call) => self.call(call, slots),
        }
    }

    fn call(&mut self, call: &Call, slots: &[NodeId]) -> NodeId {
        let mut parts = Vec::with_capacity(1 + call.args.len() + call.keywords.len());
        for operand in
            [&call.function].into_iter().chain(&call.args).chain(call.keywords.iter().map(|(_, value)| value))
        {
            parts.push(self.operand(operand, slots));
        }
        self.node(Node::Call(parts, call.keywords.iter().map(|(name, _)| name.clone()).collect()))
    }

    fn operand(&mut self, operand: &Operand, slots: &[NodeId]) -> NodeId {
        match operand {
            Operand::Slot(slot) => slots.get(*slot as usize).copied().unwrap_or_default(),
            Operand::Const(value) => self.constant(value),
        }
    }

    /// A value that stands in the code, so that its address stays its own.
    fn constant(&mut self, value: &Value) -> NodeId {
        let address = match value {
            Value::Tuple(tuple) if !tuple.is_empty() => tuple.slice().as_ptr().cast::<u8>(),
            Value::Grid(grid) => std::ptr::from_ref(&**grid).cast::<u8>(),
            other => return self.passing(other),
        };
        if let Some(&id) = self.constants.get(&address) {
            return id;
        }
        let id = match value {
            Value::Tuple(tuple) => {
                let items = tuple.slice().iter().map(|item| self.constant(item)).collect();
                self.node(Node::Tuple(items))
            }
            other => self.passing(other),
        };
        self.constants.insert(address, id);
        id
    }

    /// A value that may have been made just now, such as a row of a grid.
    fn passing(&mut self, value: &Value) -> NodeId {
        let node = match value {
            Value::None => Node::None,
            Value::Bool(b) => Node::Bool(*b),
            Value::Int(n) => Node::Int(*n),
            Value::Op(op) => Node::Op(op.name()),
            Value::Tok(op) => Node::Op(op.name()),
            tuple if tuple.is_tuple() => {
                let items = py::iter(tuple).into_iter().flatten();
                Node::Tuple(items.map(|item| self.passing(&item)).collect())
            }
            other => match user(other) {
                Some(code) => Node::Function(self.function(code)),
                None => Node::Other(py::repr(other)),
            },
        };
        self.node(node)
    }

    fn function(&mut self, code: &Arc<Code>) -> u32 {
        *self.function_places.entry(Arc::as_ptr(code)).or_insert_with(|| {
            self.functions.push(code.clone());
            self.functions.len() as u32 - 1
        })
    }
}

/// The same call with its keywords in the order of the alphabet, if they may be in another one.
fn sorted(node: &Node) -> Option<Node> {
    match node {
        Node::Call(parts, keywords) if keywords.len() > 1 => {
            let (plain, named) = parts.split_at(parts.len() - keywords.len());
            let mut named: Vec<(&String, NodeId)> = keywords.iter().zip(named.iter().copied()).collect();
            named.sort();
            let parts = plain.iter().copied().chain(named.iter().map(|(_, part)| *part)).collect();
            Some(Node::Call(parts, named.into_iter().map(|(name, _)| name.clone()).collect()))
        }
        _ => None,
    }
}
