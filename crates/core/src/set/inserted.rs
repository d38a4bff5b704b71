//! One item more: `a | {value}`, and which items of a set are in another.

use super::cell_list::CellList;
use super::content::{Content, Keyed};
use super::order::{Recipe, SMALLEST, Table, give_back, grown_size, insert_clean, size_above, slot_table};
use super::packed::pack_with_slots;
use super::{Set, singles};
use crate::error::Result;
use crate::value::{Value, checked_depth};
use triomphe::Arc;

impl Set {
    /// `source | frozenset({value})`. The table that CPython makes for it is found when somebody asks.
    pub fn inserted(source: &Arc<Set>, value: &Value) -> Result<Set> {
        let recipe = Recipe::Inserted(source.clone());
        let set = if source.contains(value) {
            Set::new(source.content.clone(), recipe, source.weight, source.depth, source.address_hash)
        } else {
            let weight = source.weight.saturating_add(value.weight());
            let depth = source.depth.max(checked_depth(value.depth())?);
            let address_hash = source.address_hash || value.hashes_by_address();
            Set::new(source.content.with(value), recipe, weight, depth, address_hash)
        };
        Ok(set.hanging_on([source]))
    }

    /// The positions of the items in the content that are in the other set, or of those that are not.
    pub fn positions_in(&self, other: &Set, wanted: bool) -> Vec<u32> {
        let mut taken = Vec::new();
        match (&self.content, &other.content) {
            // Their hashes are known.
            (
                Content::Values(items),
                Content::Values(_) | Content::Twos(_) | Content::Copies(_) | Content::Singles(_),
            ) => {
                for (n, item) in items.iter().enumerate() {
                    if other.contains_hashed(&item.value, item.hash()) == wanted {
                        taken.push(n as u32);
                    }
                }
            }
            (Content::Values(items), _) => {
                let positions = items.iter().enumerate().filter(|(_, item)| other.contains(&item.value) == wanted);
                taken.extend(positions.map(|(n, _)| n as u32));
            }
            (Content::Singles(cells), Content::Singles(others)) => {
                singles::positions(cells, others, wanted, &mut taken)
            }
            _ => {
                let positions = self.values().enumerate().filter(|(_, value)| other.contains(value) == wanted);
                taken.extend(positions.map(|(n, _)| n as u32));
            }
        }
        taken
    }

    /// The positions of the items in the content that do not equal the value.
    pub fn positions_of_others(&self, value: &Value) -> Vec<u32> {
        let mut taken = Vec::with_capacity(self.len());
        match (&self.content, value) {
            (Content::Values(items), _) => {
                taken.extend((0u32..).zip(items.iter()).filter(|(_, item)| item.value != *value).map(|(n, _)| n));
            }
            (Content::Pairs(items), &Value::Pair(i, j)) => {
                taken.extend((0u32..).zip(items).filter(|&(_, &item)| item != (i, j)).map(|(n, _)| n));
            }
            _ => taken.extend((0u32..).zip(self.values()).filter(|(_, item)| item != value).map(|(n, _)| n)),
        }
        taken
    }
}

impl Content {
    /// These items and one that is not among them.
    fn with(&self, value: &Value) -> Content {
        fn longer<T: Copy>(items: &[T], last: T) -> Box<[T]> {
            let mut longer = Vec::with_capacity(items.len() + 1);
            longer.extend_from_slice(items);
            longer.push(last);
            longer.into_boxed_slice()
        }
        match (self, value) {
            (Content::Pairs(items), &Value::Pair(i, j)) => Content::Pairs(longer(items, (i, j))),
            (Content::Cells(items), &Value::Cell(c, i, j)) => Content::Cells(CellList::Made(longer(items, (c, i, j)))),
            (Content::Triples(items), &Value::Triple(i, j, c)) => {
                Content::Triples(CellList::Made(longer(items, (c, i, j))))
            }
            _ => {
                let mut all = Vec::with_capacity(self.len() + 1);
                match self {
                    Content::Values(items) => all.extend_from_slice(items),
                    _ => all.extend((0..self.len()).map(|n| Keyed::with_hash(self.get(n), self.hash(n)))),
                }
                all.push(Keyed::new(value.clone()));
                Content::of(all)
            }
        }
    }
}

/// A table as it changes. What is in the slots are positions in a content.
struct Slots<'a> {
    slots: Vec<u32>,
    used: usize,
    content: &'a Content,
}

impl Slots<'_> {
    /// A table of this size with the same items, put in slot by slot.
    fn resize(&mut self, size: usize) {
        if size == SMALLEST && self.slots.len() == SMALLEST {
            return;
        }
        let old = std::mem::replace(&mut self.slots, slot_table(size));
        for &at in old.iter().filter(|&&at| at != super::order::EMPTY) {
            self.put(at);
        }
        give_back(old);
    }

    fn put(&mut self, at: u32) {
        insert_clean(&mut self.slots, self.content.hash(at as usize), at);
    }

    /// Whether so many slots in use are too many.
    fn is_full_with(&self, fill: usize) -> bool {
        fill * 5 >= (self.slots.len() - 1) * 3
    }
}

/// The table of [`Set::inserted`]: a copy of the source's, with room for one more made before that is looked for. The content is the
/// source's, and maybe the one that is new.
pub(super) fn table(content: &Content, source: &Set) -> Table {
    let (n, old) = (source.len(), source.table());
    let mut table = Slots { slots: slot_table(SMALLEST), used: n, content };
    if n > 0 {
        if table.is_full_with(n) {
            table.slots.clear();
            table.slots.resize(size_above(n * 2), super::order::EMPTY);
        }
        let slot_by_slot = table.slots.len() - 1 == old.mask as usize && old.fill as usize == n;
        for (at, slot) in old.entries() {
            match slot_by_slot {
                true => table.slots[slot as usize] = at as u32,
                false => table.put(at as u32),
            }
        }
    }
    if table.is_full_with(n + 1) {
        table.resize(size_above((n + 1) * 2));
    }
    if content.len() > n {
        table.put(n as u32);
        table.used += 1;
        if n > 0 && table.is_full_with(n + 1) {
            table.resize(grown_size(n + 1));
        }
    }
    let (mut places, mut items) = (Vec::new(), Vec::new());
    pack_with_slots(&table.slots, table.used, &mut places, &mut items);
    let mask = table.slots.len() as u32 - 1;
    give_back(table.slots);
    Table::new(&places, &items, mask)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SetBuilder;

    fn mixed(n: i64) -> Value {
        match n % 5 {
            0 => Value::Int(n * 37),
            1 => Value::int_pair(n, 3 * n),
            2 => Value::set(Set::grown_pairs(vec![(n as i32, 0), (0, n as i32)])),
            3 => Value::Cell(n as i32, 1, 2),
            _ => Value::tuple(vec![Value::Bool(true), Value::Int(n)]).expect("not deep"),
        }
    }

    fn entries(set: &Set) -> (Vec<(Value, u32)>, u32, u32) {
        let table = set.table();
        (table.entries().map(|(n, slot)| (set.content.get(n), slot)).collect(), table.mask, table.fill)
    }

    fn is_as_a_union(source: &Arc<Set>, value: &Value) -> Arc<Set> {
        let single = Arc::new(Set::single(value.clone()).expect("not deep"));
        let union = Set::union(source, &single).expect("not deep");
        let inserted = Set::inserted(source, value).expect("not deep");
        assert_eq!(entries(&inserted), entries(&union), "{source:?} and {value:?}");
        let known = |set: &Set| (set.weight(), set.depth(), set.hash(), set.items(), set.has_address_hash());
        assert_eq!(known(&inserted), known(&union));
        Arc::new(inserted)
    }

    #[test]
    fn it_is_as_the_union_with_a_set_of_one() {
        for kind in 0..3 {
            let item = |n: i64| match kind {
                0 => Value::int_pair(n * 7 % 31, n),
                1 => Value::Int(n * 11 % 1_009),
                _ => mixed(n),
            };
            let mut set = Arc::new(Set::empty());
            for n in 0..150 {
                set = is_as_a_union(&set, &item(n));
                // One that is there, and one beside sets that came about in other ways.
                is_as_a_union(&set, &item(n / 2));
                let (mut grown, mut thinned) = (SetBuilder::new(), SetBuilder::new());
                for k in 0..=n {
                    grown.add(item(k));
                    thinned.add(item(k));
                }
                for k in (0..n).step_by(3) {
                    thinned.discard(&item(k));
                }
                for other in [grown, thinned] {
                    is_as_a_union(&Arc::new(other.finish().expect("not deep")), &item(n + 1));
                }
            }
        }
    }

    #[test]
    fn positions_are_those_that_looking_up_finds() {
        let sets: Vec<Set> = (0..3)
            .map(|kind| {
                let item = |n: i64| match kind {
                    0 => Value::int_pair(n, n),
                    1 => Value::Int(n),
                    _ => mixed(n),
                };
                Set::from_items((0..40).step_by(kind + 1).map(item)).expect("not deep")
            })
            .collect();
        for a in &sets {
            for b in &sets {
                let plain: Vec<u32> = (0u32..).zip(a.values()).filter(|(_, v)| b.contains(v)).map(|(n, _)| n).collect();
                assert_eq!(a.positions_in(b, true), plain);
                assert_eq!(a.positions_in(b, false).len(), a.len() - plain.len());
                for value in b.values() {
                    let others: Vec<u32> =
                        (0u32..).zip(a.values()).filter(|(_, v)| *v != value).map(|(n, _)| n).collect();
                    assert_eq!(a.positions_of_others(&value), others);
                }
            }
        }
    }
}
