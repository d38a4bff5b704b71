//! Which expressions get a line and a name of their own.

use super::dag::{Dag, Node, NodeId};
use super::shape::{Shape, uses};
use super::{Form, Style};

/// Brackets inside brackets in one line. Python refuses 200, this crate's reader 100, and nobody reads 60.
const MAX_DEPTH: u32 = 60;
/// A constant with more characters gets a line like a call; a shorter one is written where it is used.
const LONG_CONSTANT: u64 = 200;

/// The lines of a function's text.
#[derive(Debug)]
pub(super) struct Plan {
    /// The nodes that have a line, in the order of the lines.
    pub order: Vec<NodeId>,
}

impl Plan {
    pub fn new(dag: &Dag, live: &[bool], words: &[bool], shape: &Shape, style: Style) -> Plan {
        let may_have_line = |id: usize| {
            live[id]
                && !words[id]
                && match dag.nodes[id] {
                    Node::Call(..) => true,
                    Node::Tuple(_) => !shape.constant[id] || shape.characters[id] > LONG_CONSTANT,
                    _ => false,
                }
        };
        let mut named: Vec<bool> = match style.form {
            Form::Ssa { .. } => (0..dag.nodes.len()).map(may_have_line).collect(),
            Form::Expr if shape.characters[dag.result as usize] > style.limit => {
                let uses = uses(dag, live);
                (0..dag.nodes.len()).map(|id| uses[id] > 1 && may_have_line(id)).collect()
            }
            Form::Expr => vec![false; dag.nodes.len()],
        };
        cut_depth(dag, live, &mut named);
        let all: Vec<NodeId> = match style.form {
            Form::Ssa { keep_dead: true } => (0..dag.nodes.len() as NodeId).collect(),
            _ => dag.post_order(),
        };
        let order = all.into_iter().filter(|&id| named[id as usize]).collect();
        Plan { order }
    }
}

/// Names what would nest too deeply in a line.
fn cut_depth(dag: &Dag, live: &[bool], named: &mut [bool]) {
    let mut depth = vec![0u32; dag.nodes.len()];
    for (id, node) in dag.nodes.iter().enumerate().filter(|(id, node)| live[*id] && !node.parts().is_empty()) {
        let deepest = node.parts().iter().map(|&part| depth[part as usize]).max().unwrap_or(0) + 1;
        if deepest >= MAX_DEPTH && id != dag.result as usize {
            named[id] = true;
        }
        depth[id] = if named[id] { 0 } else { deepest };
    }
}
