//! How long and how deep texts would be, known before any is made.

use super::dag::{Dag, Node, NodeId};
use std::borrow::Cow;

/// The numbers of each node, by its place in the graph.
#[derive(Debug)]
pub(super) struct Shape {
    /// Characters of its text with everything written out. A graph of 200 nodes can stand for more characters than
    /// there are atoms, so this stays at the largest number once there.
    pub characters: Vec<u64>,
    /// Nothing in it but words of the DSL and the file: no parameter, no call.
    pub constant: Vec<bool>,
}

impl Shape {
    /// One look at each edge of the graph: parts come before what is made of them.
    pub fn new(dag: &Dag, words: &[Option<Cow<'_, str>>]) -> Shape {
        let mut shape = Shape { characters: Vec::new(), constant: Vec::new() };
        for (node, word) in dag.nodes.iter().zip(words) {
            let characters = match word {
                Some(word) => word.chars().count() as u64,
                None => shape.written_out(node, words),
            };
            let constant = match node {
                Node::Param(_) | Node::Call(..) => false,
                other => other.parts().iter().all(|&part| shape.constant[part as usize]),
            };
            shape.characters.push(characters);
            shape.constant.push(constant);
        }
        shape
    }

    fn written_out(&self, node: &Node, words: &[Option<Cow<'_, str>>]) -> u64 {
        let parts = node.parts();
        let inside = parts.iter().fold(0u64, |sum, &part| sum.saturating_add(self.characters[part as usize]));
        let between = match node {
            Node::Call(_, keywords) => {
                // `f(a, key=b)`: a pair of brackets, a comma and a space between arguments, signs of equality.
                let names: usize = keywords.iter().map(|name| name.chars().count() + 1).sum();
                let callee = parts.first().and_then(|&callee| words[callee as usize].as_deref());
                let brackets = if callee.is_some_and(needs_brackets) { 4 } else { 2 };
                brackets + 2 * parts.len().saturating_sub(2) + names
            }
            // `(a,)` has a comma of its own.
            _ if parts.len() == 1 => 3,
            _ => 2 + 2 * parts.len().saturating_sub(1),
        };
        inside.saturating_add(between as u64)
    }
}

/// Python reads `-3(x)` as the negative of a call.
pub(super) fn needs_brackets(callee: &str) -> bool {
    callee.starts_with('-')
}

/// How often each node is part of the nodes that count.
pub(super) fn uses(dag: &Dag, live: &[bool]) -> Vec<u32> {
    let mut uses = vec![0u32; dag.nodes.len()];
    for (node, _) in dag.nodes.iter().zip(live).filter(|(_, live)| **live) {
        node.parts().iter().for_each(|&part: &NodeId| uses[part as usize] = uses[part as usize].saturating_add(1));
    }
    uses
}
