//! Many programs as one graph, in which a line that several programs share stands once.

use megabatt_core::code::Action;
use megabatt_core::{Code, Operand};
use std::ops::Range;
use std::sync::Arc;

/// How many inputs there are where some program takes (S, I, C): the demo pairs of the task, the grid, and the target.
pub const WITH_DEMOS: usize = 3;

/// Which of a sample's inputs a program takes: all of them, or of S, I and C the grid alone. None if it takes something
/// else, which is a TypeError.
pub fn taken(inputs: usize, params: usize) -> Option<Range<usize>> {
    match (inputs, params) {
        (WITH_DEMOS, 1) => Some(1..2),
        _ => (inputs == params).then_some(0..inputs),
    }
}

/// The graph. Its slots are the inputs followed by one slot per node.
#[derive(Clone, Debug, Default)]
pub struct Battery {
    /// How many inputs a sample gives; see [`taken`].
    pub inputs: usize,
    /// In an order in which every node comes after those it needs.
    pub nodes: Vec<Node>,
    pub programs: Vec<Member>,
    /// Nobody looks at the order of sets in results: it need not be worked out.
    pub order_is_not_looked_at: bool,
    /// Nobody looks at what programs took: fuel, memory and time of results may be left at nothing. All programs are wanted
    /// to their end and hardly any line raises, as in a batt; so lines may run whether or not their program came so far.
    pub cost_is_not_looked_at: bool,
}

/// A line of one program or of many.
#[derive(Clone, Debug)]
pub struct Node {
    pub action: Action,
    /// The last program that has it; after that one its value can go.
    pub last_user: usize,
    /// Its value does not depend on the inputs, so it is worked out once for all samples.
    pub once: bool,
    /// Its value depends on the demo pairs and on nothing else, so it is worked out once for all samples of a task.
    pub per_task: bool,
}

/// A program of a battery.
#[derive(Clone, Debug)]
pub struct Member {
    /// The program alone. Its outcome is the battery's, by definition.
    pub code: Arc<Code>,
    /// Its lines in their order, as nodes. All of them run until one raises.
    pub lines: Vec<u32>,
    pub result: Operand,
}

impl Battery {
    /// The slot of a node.
    #[inline]
    pub fn slot(&self, node: u32) -> usize {
        self.inputs + node as usize
    }

    /// Lines of all programs, shared ones counted each time.
    pub fn lines(&self) -> usize {
        self.programs.iter().map(|p| p.lines.len()).sum()
    }

    /// Nodes of all programs, those of several counted for each: what is left of the lines if no program shares with
    /// another.
    pub fn nodes_apart(&self) -> usize {
        let nodes = |member: &Member| {
            let mut nodes = member.lines.clone();
            nodes.sort_unstable();
            nodes.dedup();
            nodes.len()
        };
        self.programs.iter().map(nodes).sum()
    }
}
