//! Many programs as one graph, in which a line that several programs share stands once.

use megabatt_core::code::Action;
use megabatt_core::{Code, Operand};
use std::sync::Arc;

/// The graph. Its slots are the inputs followed by one slot per node.
#[derive(Clone, Debug, Default)]
pub struct Battery {
    /// How many inputs a sample gives.
    pub inputs: usize,
    /// In an order in which every node comes after those it needs.
    pub nodes: Vec<Node>,
    pub programs: Vec<Member>,
}

/// A line of one program or of many.
#[derive(Clone, Debug)]
pub struct Node {
    pub action: Action,
    /// The last program that has it; after that one its value can go.
    pub last_user: usize,
    /// Its value does not depend on the inputs, so it is worked out once for all samples.
    pub once: bool,
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
}
