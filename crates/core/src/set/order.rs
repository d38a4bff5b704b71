//! How a set came about, and the order that follows from it.

use super::content::Content;
use super::growth::{self, Batches};
use super::scratch::Scratch;
use super::{Places, Set};
use std::cell::RefCell;
use triomphe::Arc;

/// After a collision CPython looks at this many neighbouring slots before it jumps.
pub(super) const LINEAR_PROBES: usize = 9;
pub(super) const PERTURB_SHIFT: u32 = 5;
pub(super) const SMALLEST: usize = 8;
pub(super) const EMPTY: u32 = u32::MAX;
/// More jumps than this on the way to a free slot are a sign of colliding hashes.
pub(super) const USUAL_ROUNDS: usize = 16;
/// A slot whose item was removed.
pub(super) const DUMMY: u32 = u32::MAX - 1;

/// Recipes are evaluated by recursion and keep their sources alive, so their chains are short.
pub(super) const LONGEST_CHAIN: u32 = 50;

/// Gives positions in the content of the set it is called with, in the order in which CPython added the items.
pub type Sequence = Box<dyn Fn(&Set) -> Vec<u32> + Send + Sync>;

/// Makes the table the way CPython did.
pub type Replay = Box<dyn Fn() -> Places + Send + Sync>;

/// How CPython made the set. The items are distinct.
pub(super) enum Recipe {
    /// The table is known.
    Settled,
    /// Item by item, in the order of the content.
    Grown,
    /// Item by item into a `set`, then `frozenset(…)` of it: the copy has a table of its own.
    GrownThenCopied,
    /// Item by item, in the order of another set: item n of the content came from item n of the source's content.
    Mapped(Arc<Set>),
    /// Item by item, in the order of another set of which only some items were taken, those at these positions.
    Filtered(Arc<Set>, Vec<u32>),
    /// As another set with the same content.
    Twin(Arc<Set>),
    /// Item by item in an order that takes work to find; maybe copied afterwards.
    Deferred { sequence: Sequence, copied: bool },
    /// Batch by batch, each in an order that takes work to find.
    InBatches(Batches),
    /// A copy of another set, and then one item: the last of the content, unless the source has it.
    Inserted(Arc<Set>),
    /// In a way that takes whole tables, such as unions.
    Replayed(Replay),
}

impl Recipe {
    /// Works the table out.
    pub(super) fn table(&self, set: &Set) -> Table {
        let content = &set.content;
        match self {
            Recipe::Settled | Recipe::Grown => Table::grown(content, None),
            Recipe::GrownThenCopied => Table::grown(content, None).copied(content),
            Recipe::Mapped(source) => Table::grown(content, source.table().order()),
            Recipe::Filtered(source, taken) => Table::grown(content, Some(&sequence_of_some(source, taken))),
            Recipe::Twin(source) => source.table().clone(),
            Recipe::Deferred { sequence, copied } => {
                let table = Table::grown(content, Some(&sequence(set)));
                if *copied { table.copied(content) } else { table }
            }
            Recipe::InBatches(batches) => growth::table(set, content, batches),
            Recipe::Inserted(source) => super::inserted::table(content, source),
            Recipe::Replayed(replay) => replay().table(),
        }
    }
}

/// The items of a set that are at these positions of its content, in its order, each by its number among them.
pub(super) fn sequence_of_some(source: &Arc<Set>, taken: &[u32]) -> Vec<u32> {
    if let Some(sequence) = source.order_of_few(taken) {
        return sequence;
    }
    let mut number = vec![EMPTY; source.len()];
    for (n, &from) in taken.iter().enumerate() {
        number[from as usize] = n as u32;
    }
    let mut sequence = Vec::with_capacity(taken.len());
    source.walk_once(|n| {
        if number[n] != EMPTY {
            sequence.push(number[n]);
        }
    });
    sequence
}

/// A table as far as the future of a set can depend on it.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The slots of the items, ascending. Then their positions in the content, unless the content is in that order itself.
    entries: Box<[u32]>,
    len: u32,
    /// Number of slots minus one.
    pub mask: u32,
    /// Slots in use, those of removed items counted in.
    pub fill: u32,
}

thread_local! {
    /// Slot tables waiting for their next use: most are short-lived and of similar size.
    static SPARE: RefCell<Vec<Vec<u32>>> = const { RefCell::new(Vec::new()) };
}

/// An empty table of slots.
pub(super) fn slot_table(size: usize) -> Vec<u32> {
    let mut table = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
    table.clear();
    table.resize(size, EMPTY);
    table
}

pub(super) fn give_back(table: Vec<u32>) {
    const KEPT: usize = 8;
    const LARGEST_KEPT: usize = 1 << 16;
    if table.capacity() > 0 && table.capacity() <= LARGEST_KEPT {
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < KEPT {
                spare.push(table);
            }
        });
    }
}

/// The size of a table that CPython resizes for `at_least` items.
pub(super) fn size_above(at_least: usize) -> usize {
    let mut size = SMALLEST;
    while size <= at_least {
        size <<= 1;
    }
    size
}

/// What CPython grows a table to that holds `used` items.
pub(super) fn grown_size(used: usize) -> usize {
    size_above(if used > 50_000 { used * 2 } else { used * 4 })
}

/// Puts an item into a table that has neither an equal one nor removed ones.
#[inline]
pub(super) fn insert_clean(slots: &mut [u32], hash: u64, item: u32) -> u32 {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    // Mostly it is free.
    if slots[at] == EMPTY {
        slots[at] = item;
        return at as u32;
    }
    let mut perturb = hash;
    let mut rounds = 0;
    loop {
        let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
        for (n, slot) in slots[at..=last].iter_mut().enumerate() {
            if *slot == EMPTY {
                *slot = item;
                return (at + n) as u32;
            }
        }
        rounds += 1;
        if rounds > USUAL_ROUNDS {
            super::collisions::note();
        }
        perturb >>= PERTURB_SHIFT;
        at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
    }
}

impl Table {
    /// A table without removed items: their slots, and their positions in the content.
    pub(super) fn new(slots: &[u32], order: &[u32], mask: u32) -> Table {
        let len = slots.len() as u32;
        Table { entries: [slots, order].concat().into(), len, mask, fill: len }
    }

    /// A table of a content that is in the order of the slots.
    pub(super) fn in_order(slots: Vec<u32>, mask: u32, fill: u32) -> Table {
        let len = slots.len() as u32;
        Table { entries: slots.into(), len, mask, fill }
    }

    /// Positions in the content, in slot order; None if the content is in that order itself.
    #[inline]
    pub(super) fn order(&self) -> Option<&[u32]> {
        let (slots, order) = self.entries.split_at(self.len as usize);
        if order.len() == slots.len() { Some(order) } else { None }
    }

    /// The table after adding the items one by one, in the order of the content or in the one given.
    fn grown(content: &Content, sequence: Option<&[u32]>) -> Table {
        Scratch::with(|scratch| {
            content.hashes(sequence, &mut scratch.hashes, &mut scratch.room);
            scratch.grow();
            match sequence {
                None => scratch.table(content.len(), |item| item),
                Some(sequence) => scratch.table(content.len(), |item| sequence[item as usize]),
            }
        })
    }

    /// The table of `frozenset(a_set)` for a set with this table and no removed items.
    fn copied(self, content: &Content) -> Table {
        let n = content.len();
        let size = if n * 5 >= (SMALLEST - 1) * 3 { size_above(n * 2) } else { SMALLEST };
        if n == 0 || size - 1 == self.mask as usize {
            return self;
        }
        Scratch::with(|scratch| {
            scratch.empty_slots(size);
            for (item, _) in self.entries() {
                insert_clean(&mut scratch.slots, content.hash(item), item as u32);
            }
            scratch.table(n, |item| item)
        })
    }

    /// The slots of the items, ascending.
    pub(super) fn slots(&self) -> &[u32] {
        &self.entries[..self.len as usize]
    }

    /// Positions in the content with their slots, in slot order.
    #[inline]
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let order = self.order();
        self.entries[..self.len as usize]
            .iter()
            .enumerate()
            .map(move |(n, &slot)| (order.map_or(n, |order| order[n] as usize), slot))
    }
}
