//! The outline of a data file: objects, lists of pairs or grids, and nothing else kept.
//!
//! All accepted shapes are read by one pass into this outline, and only then told apart, because a file's first key
//! does not say which shape it has.

use super::grid::{GridReader, GridSlot};
use super::lenient::{Any, Kind, Read};
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess};
use std::cell::Cell;

/// Any value outside a pair.
#[derive(Debug)]
pub(in crate::data) enum Node {
    /// Entries in the file's order; a key may appear twice.
    Object(Vec<(String, Node)>),
    List(Vec<Item>),
    Other(Kind),
}

impl Node {
    pub(in crate::data) fn kind(&self) -> Kind {
        match self {
            Node::Object(_) => Kind::Object,
            Node::List(_) => Kind::List,
            Node::Other(kind) => *kind,
        }
    }
}

/// An item of a list: a pair of a task, or a grid of a solution.
#[derive(Debug)]
pub(in crate::data) enum Item {
    Pair(RawPair),
    Grid(GridSlot),
    Other(Kind),
}

/// An object that should have been `{"input": grid, "output": grid}`.
#[derive(Debug)]
pub(in crate::data) struct RawPair {
    pub input: GridSlot,
    pub output: GridSlot,
    /// `input` or `output`, if that key appears twice.
    pub repeated: Option<&'static str>,
    /// It has a key `attempt_1`: it is part of a submission.
    pub attempt: bool,
}

/// Objects nested deeper than this hold nothing we look for: `{"train": {id: {"train": [pairs]}}}`.
pub(super) const OBJECT_DEPTH: usize = 3;

/// The error of a file that runs out of its allowance. Outlines are larger than text such as `[[],[],[],…`, and a
/// hostile file should not take all memory.
pub(super) const TOO_MANY: &str = "too many values";

/// How many values of an outline may still be kept.
pub(in crate::data) struct Allowance(Cell<usize>);

impl Allowance {
    pub(in crate::data) fn new(values: usize) -> Allowance {
        Allowance(Cell::new(values))
    }

    pub(in crate::data) fn take<E: Error>(&self) -> Result<(), E> {
        match self.0.get().checked_sub(1) {
            Some(left) => {
                self.0.set(left);
                Ok(())
            }
            None => Err(E::custom(TOO_MANY)),
        }
    }
}

pub(super) struct NodeReader<'a> {
    pub depth: usize,
    pub allowance: &'a Allowance,
}

impl<'de> Read<'de> for NodeReader<'_> {
    type Out = Node;

    fn other(self, kind: Kind) -> Node {
        Node::Other(kind)
    }

    fn list<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Any(ItemReader))? {
            self.allowance.take()?;
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn object<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        if self.depth == OBJECT_DEPTH {
            super::lenient::skip_object(&mut entries)?;
            return Ok(Node::Other(Kind::Object));
        }
        let mut object = Vec::new();
        while let Some(key) = entries.next_key::<String>()? {
            self.allowance.take()?;
            let inner = NodeReader { depth: self.depth + 1, allowance: self.allowance };
            object.push((key, entries.next_value_seed(Any(inner))?));
        }
        Ok(Node::Object(object))
    }
}

struct ItemReader;

impl<'de> Read<'de> for ItemReader {
    type Out = Item;

    fn other(self, kind: Kind) -> Item {
        Item::Other(kind)
    }

    fn list<A: SeqAccess<'de>>(self, rows: A) -> Result<Item, A::Error> {
        GridReader.list(rows).map(Item::Grid)
    }

    fn object<A: MapAccess<'de>>(self, mut entries: A) -> Result<Item, A::Error> {
        let mut pair = RawPair { input: GridSlot::Missing, output: GridSlot::Missing, repeated: None, attempt: false };
        while let Some(key) = entries.next_key::<String>()? {
            let (slot, name) = match key.as_str() {
                "input" => (&mut pair.input, "input"),
                "output" => (&mut pair.output, "output"),
                other => {
                    pair.attempt |= other == "attempt_1";
                    entries.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if !matches!(slot, GridSlot::Missing) {
                pair.repeated = Some(name);
            }
            *slot = entries.next_value_seed(Any(GridReader))?;
        }
        Ok(Item::Pair(pair))
    }
}
