//! The items of a set as a list: distinct, in an order that only the recipe can interpret.

use super::cell_list::CellList;
use super::copies::{self, Copies};
use super::known::KnownHash;
use super::singles;
use super::twos::Twos;
use crate::dialect::CellLayout;
use crate::hash;
use crate::value::Value;
use std::mem::ManuallyDrop;
use std::ops::Deref;

/// What all items of a set have in common; operations choose their fast way by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Items {
    /// There are none.
    Nothing,
    /// All are [`Value::Pair`].
    Pairs,
    /// All are [`Value::Cell`].
    Cells,
    /// All are [`Value::Triple`].
    Triples,
    /// Something else, or a mixture.
    Various,
}

/// A value with its hash. Sets and functions know their own; the hash of a tuple takes a walk through it, and whoever is alone in a
/// set is hardly ever asked. So it is worked out when somebody wants it.
#[derive(Clone)]
pub(super) struct Keyed {
    pub value: Value,
    hash: KnownHash,
}

impl Keyed {
    pub fn new(value: Value) -> Keyed {
        Keyed { value, hash: KnownHash::default() }
    }

    pub fn with_hash(value: Value, hash: u64) -> Keyed {
        let keyed = Keyed::new(value);
        keyed.hash.set(hash);
        keyed
    }

    #[inline]
    pub fn hash(&self) -> u64 {
        match &self.value {
            Value::Set(set) => set.hash(),
            Value::Func(function) => function.stand_in(),
            value => self.hash.get().unwrap_or_else(|| {
                let hash = hash::of(value);
                self.hash.set(hash);
                hash
            }),
        }
    }
}

impl std::fmt::Debug for Keyed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value.fmt(f)
    }
}

/// Items that are dropped elsewhere: of most sets there are none, and for these there is to be nothing that has to be set up first.
#[derive(Clone, Debug)]
pub(super) struct Listed(ManuallyDrop<Box<[Keyed]>>);

impl From<Box<[Keyed]>> for Listed {
    fn from(items: Box<[Keyed]>) -> Listed {
        Listed(ManuallyDrop::new(items))
    }
}

impl Deref for Listed {
    type Target = [Keyed];

    #[inline]
    fn deref(&self) -> &[Keyed] {
        &self.0
    }
}

impl Drop for Listed {
    #[inline(never)]
    fn drop(&mut self) {
        // SAFETY: nobody sees the items after that.
        unsafe { ManuallyDrop::drop(&mut self.0) }
    }
}

/// The list. Sets of places and cells, nearly all there are, have compact ones.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Pairs(Box<[(i32, i32)]>),
    Cells(CellList),
    /// Colour first here too, so that whoever works on cells need not care how they are written.
    Triples(CellList),
    Values(Listed),
    Twos(Box<Twos>),
    Copies(Box<Copies>),
    /// Sets of one [`Value::Triple`] each, colour first here too; see [`singles`].
    Singles(Box<[(i32, i32, i32)]>),
}

impl Content {
    /// The most compact list of these items.
    pub(super) fn of(items: Vec<Keyed>) -> Content {
        match items.first() {
            None => return Content::Pairs(Box::new([])),
            Some(Keyed { value: Value::Pair(..), .. }) => {
                let pairs = items.iter().map_while(|k| match k.value {
                    Value::Pair(i, j) => Some((i, j)),
                    _ => None,
                });
                let pairs: Box<[_]> = pairs.collect();
                if pairs.len() == items.len() {
                    return Content::Pairs(pairs);
                }
            }
            Some(Keyed { value: Value::Cell(..), .. }) => {
                let cells = items.iter().map_while(|k| match k.value {
                    Value::Cell(c, i, j) => Some((c, i, j)),
                    _ => None,
                });
                let cells: CellList = cells.collect();
                if cells.len() == items.len() {
                    return Content::Cells(cells);
                }
            }
            Some(Keyed { value: Value::Triple(..), .. }) => {
                let triples = items.iter().map_while(|k| match k.value {
                    Value::Triple(i, j, c) => Some((c, i, j)),
                    _ => None,
                });
                let triples: CellList = triples.collect();
                if triples.len() == items.len() {
                    return Content::Triples(triples);
                }
            }
            Some(_) => {}
        }
        Content::Values(items.into_boxed_slice().into())
    }

    /// Cells, written this way.
    #[inline]
    pub(super) fn coloured(layout: CellLayout, cells: impl Into<CellList>) -> Content {
        match layout {
            CellLayout::ColourFirst => Content::Cells(cells.into()),
            CellLayout::ColourLast => Content::Triples(cells.into()),
        }
    }

    /// The items at these positions.
    pub(super) fn select(&self, positions: &[u32]) -> Content {
        match self {
            Content::Pairs(items) => Content::Pairs(positions.iter().map(|&n| items[n as usize]).collect()),
            Content::Cells(items) => Content::Cells(positions.iter().map(|&n| items[n as usize]).collect()),
            Content::Triples(items) => Content::Triples(positions.iter().map(|&n| items[n as usize]).collect()),
            Content::Values(items) => Content::of(positions.iter().map(|&n| items[n as usize].clone()).collect()),
            Content::Twos(_) | Content::Copies(_) | Content::Singles(_) if positions.is_empty() => {
                Content::of(Vec::new())
            }
            Content::Twos(twos) => Content::Twos(Box::new(twos.part(positions))),
            Content::Copies(copies) => Content::Copies(Box::new(copies.part(positions))),
            Content::Singles(cells) => Content::Singles(positions.iter().map(|&n| cells[n as usize]).collect()),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Content::Pairs(items) => items.len(),
            Content::Cells(items) | Content::Triples(items) => items.len(),
            Content::Singles(items) => items.len(),
            Content::Values(items) => items.len(),
            Content::Twos(twos) => twos.len(),
            Content::Copies(copies) => copies.len(),
        }
    }

    #[inline]
    pub(super) fn items(&self) -> Items {
        match self {
            _ if self.len() == 0 => Items::Nothing,
            Content::Pairs(_) => Items::Pairs,
            Content::Cells(_) => Items::Cells,
            Content::Triples(_) => Items::Triples,
            Content::Values(_) | Content::Twos(_) | Content::Copies(_) | Content::Singles(_) => Items::Various,
        }
    }

    #[inline]
    pub(super) fn get(&self, n: usize) -> Value {
        match self {
            Content::Pairs(items) => Value::Pair(items[n].0, items[n].1),
            Content::Cells(items) => Value::Cell(items[n].0, items[n].1, items[n].2),
            Content::Triples(items) => Value::Triple(items[n].1, items[n].2, items[n].0),
            Content::Values(items) => items[n].value.clone(),
            Content::Twos(twos) => twos.get(n),
            Content::Copies(copies) => Value::Set(copies.get(n).clone()),
            Content::Singles(cells) => Value::set(singles::made(cells[n])),
        }
    }

    #[inline]
    pub(super) fn hash(&self, n: usize) -> u64 {
        match self {
            Content::Pairs(items) => hash::of_pair(items[n].0, items[n].1),
            Content::Cells(items) => hash::of_cell(items[n].0, items[n].1, items[n].2),
            Content::Triples(items) => hash::of_triple(items[n].1, items[n].2, items[n].0),
            Content::Values(items) => items[n].hash(),
            Content::Twos(twos) => twos.hash(n),
            Content::Copies(copies) => copies.hash(n),
            Content::Singles(cells) => singles::hash(cells[n]),
        }
    }

    /// Calls `f` with the hash of each item in turn.
    #[inline]
    pub(super) fn each_hash(&self, mut f: impl FnMut(u64)) {
        match self {
            Content::Pairs(items) => items.iter().for_each(|&(i, j)| f(hash::of_pair(i, j))),
            Content::Cells(items) => items.iter().for_each(|&(c, i, j)| f(hash::of_cell(c, i, j))),
            Content::Triples(items) => items.iter().for_each(|&(c, i, j)| f(hash::of_triple(i, j, c))),
            Content::Values(items) => items.iter().for_each(|item| f(item.hash())),
            Content::Twos(twos) => twos.each_hash_of_all(f),
            Content::Copies(copies) => {
                let mut room = copies::Room::default();
                (0..copies.len()).for_each(|n| f(copies.hash_in(n, &mut room)));
            }
            Content::Singles(cells) => cells.iter().for_each(|&cell| f(singles::hash(cell))),
        }
    }

    /// The hashes of places or cells in the order of the content, instead of what is in the list.
    fn typed_hashes(&self, hashes: &mut Vec<u64>) {
        match self {
            Content::Pairs(items) => hash::many::of_pairs(items, hashes),
            Content::Cells(items) => hash::many::of_cells(items, hashes),
            Content::Triples(items) => hash::many::of_triples(items, hashes),
            Content::Singles(items) => hash::many::of_singles(items, hashes),
            Content::Values(_) | Content::Twos(_) | Content::Copies(_) => hashes.clear(),
        }
    }

    /// The [`hash::shuffled`] hashes of places or cells XORed; `room` is to write in.
    pub(super) fn xored_hashes(&self, room: &mut Vec<u64>) -> u64 {
        self.typed_hashes(room);
        hash::many::xored(room)
    }

    /// The hashes of all items, in the order of the content or in the one given, instead of what is in the list; `room` is to write in.
    pub(super) fn hashes(&self, sequence: Option<&[u32]>, hashes: &mut Vec<u64>, room: &mut Vec<u64>) {
        if let Content::Pairs(_) | Content::Cells(_) | Content::Triples(_) | Content::Singles(_) = self {
            let Some(sequence) = sequence else { return self.typed_hashes(hashes) };
            // All at once and then put in order, rather than one by one.
            self.typed_hashes(room);
            hashes.clear();
            hashes.extend(sequence.iter().map(|&n| room[n as usize]));
            return;
        }
        hashes.clear();
        hashes.reserve(self.len());
        match (self, sequence) {
            (_, None) => self.each_hash(|hash| hashes.push(hash)),
            (Content::Pairs(_) | Content::Cells(_) | Content::Triples(_) | Content::Singles(_), _) => {}
            (Content::Values(items), Some(sequence)) => {
                hashes.extend(sequence.iter().map(|&n| items[n as usize].hash()))
            }
            (Content::Twos(twos), Some(sequence)) => {
                twos.each_hash(sequence.iter().map(|&n| twos.codes()[n as usize]), |hash| hashes.push(hash));
            }
            (Content::Copies(copies), Some(sequence)) => {
                let mut room = copies::Room::default();
                hashes.extend(sequence.iter().map(|&n| copies.hash_in(n as usize, &mut room)));
            }
        }
    }
}
