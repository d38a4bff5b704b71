//! Hashes of the parts of a program.

use megabatt_core::Op;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

pub(super) type Hash = [u8; 32];

/// A hash in the making. Every part says how long it is, so no two lists of parts read the same.
pub(super) struct Node(Sha256);

impl Node {
    pub fn new(tag: &str) -> Node {
        Node(Sha256::new()).text(tag)
    }

    pub fn bytes(mut self, bytes: &[u8]) -> Node {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    pub fn text(self, text: &str) -> Node {
        self.bytes(text.as_bytes())
    }

    pub fn number(self, n: usize) -> Node {
        self.bytes(&(n as u64).to_le_bytes())
    }

    pub fn hash(mut self, hash: &Hash) -> Node {
        self.0.update(hash);
        self
    }

    pub fn end(self) -> Hash {
        self.0.finalize().into()
    }
}

/// Hashes that nearly every program needs, made once.
pub(super) struct Common {
    ops: Vec<Hash>,
    ints: Vec<Hash>,
    steps: Vec<Hash>,
    params: Vec<Hash>,
    pub unset: Hash,
    pub none: Hash,
    pub bools: [Hash; 2],
}

/// The ints that have a hash ready go from minus this to more than ten.
const LEAST_INT: i64 = -2;

pub(super) static COMMON: LazyLock<Common> = LazyLock::new(|| Common {
    ops: Op::ALL.iter().map(|op| Node::new("op").text(op.name()).end()).collect(),
    ints: (LEAST_INT..=30).map(new_int).collect(),
    steps: (0..100).map(new_step).collect(),
    params: (0..4).map(new_param).collect(),
    unset: Node::new("unset").end(),
    none: Node::new("none").end(),
    bools: [0, 1].map(|b| Node::new("bool").number(b).end()),
});

impl Common {
    pub fn op(&self, op: Op) -> Hash {
        self.ops[op as usize]
    }

    pub fn int(&self, n: i64) -> Hash {
        let ready = n.checked_sub(LEAST_INT).and_then(|place| usize::try_from(place).ok());
        ready.and_then(|place| self.ints.get(place)).copied().unwrap_or_else(|| new_int(n))
    }

    /// What the step at a place of the source makes.
    pub fn step(&self, i: usize) -> Hash {
        self.steps.get(i).copied().unwrap_or_else(|| new_step(i))
    }

    pub fn param(&self, i: usize) -> Hash {
        self.params.get(i).copied().unwrap_or_else(|| new_param(i))
    }
}

fn new_int(n: i64) -> Hash {
    Node::new("int").bytes(&n.to_le_bytes()).end()
}

fn new_step(i: usize) -> Hash {
    Node::new("step").number(i).end()
}

fn new_param(i: usize) -> Hash {
    Node::new("param").number(i).end()
}
