//! A set in CPython's order, which is worked out when somebody asks for it.

use super::content::Content;
use super::order::Table;
use super::{Set, address};
use crate::value::Value;

impl Set {
    /// The items in CPython's order. Notes when that order is not fixed.
    #[inline]
    pub fn in_order(&self) -> InOrder<'_> {
        if self.order_depends_on_address() {
            address::note();
        }
        self.in_some_order()
    }

    /// The items in CPython's order, or in one of its orders where that is not fixed.
    pub fn in_some_order(&self) -> InOrder<'_> {
        InOrder { set: self, order: self.table().order(), next: 0, end: self.len() }
    }

    /// Adds the items to a list in CPython's order. Notes when that order is not fixed.
    pub fn extend_in_order(&self, list: &mut Vec<Value>) {
        if self.order_depends_on_address() {
            address::note();
        }
        let table = self.table();
        match (&self.content, table.order()) {
            (Content::Pairs(places), Some(order)) => list.extend(order.iter().map(|&n| {
                let (i, j) = places[n as usize];
                Value::Pair(i, j)
            })),
            (Content::Cells(cells), Some(order)) => list.extend(order.iter().map(|&n| {
                let (c, i, j) = cells[n as usize];
                Value::Cell(c, i, j)
            })),
            _ => list.extend(self.in_some_order()),
        }
    }

    /// The first item in CPython's order.
    pub fn first(&self) -> Option<Value> {
        match self.len() {
            0 => return None,
            1 => return Some(self.content.get(0)),
            _ => {}
        }
        match self.first_whoever_came_first().or_else(|| self.first_as_they_came()) {
            Some(first) => Some(self.content.get(first)),
            None => self.in_order().next(),
        }
    }

    /// Positions in the content ([`Set::pairs`], [`Set::cells`], [`Set::values`]) in CPython's order.
    pub fn positions_in_order(&self) -> impl Iterator<Item = usize> + '_ {
        self.table().entries().map(|(n, _)| n)
    }

    pub(super) fn table(&self) -> &Table {
        self.table.get_or_init(|| Box::new(self.recipe.table(self)))
    }

    /// Works out the order of the items, and of sets within them.
    pub fn settle(&self) {
        self.table();
        match &self.content {
            Content::Values(items) => items.iter().for_each(|item| item.value.settle()),
            Content::Twos(twos) => twos.settle(),
            Content::Copies(copies) => copies.settle(),
            Content::Pairs(_) | Content::Cells(_) | Content::Triples(_) | Content::Singles(_) => {}
        }
    }

    /// Whether every item has the slot its hash asks for first. Then the order does not depend on the order in which
    /// the items came.
    pub fn order_is_free_of_history(&self) -> bool {
        let table = self.table();
        table.entries().all(|(n, slot)| self.content.hash(n) as u32 & table.mask == slot)
    }
}

/// The items of a set, slot by slot.
#[derive(Clone)]
pub struct InOrder<'a> {
    set: &'a Set,
    /// None: the content is in order.
    order: Option<&'a [u32]>,
    next: usize,
    end: usize,
}

impl InOrder<'_> {
    #[inline]
    fn item(&self, n: usize) -> Value {
        self.set.content.get(self.order.map_or(n, |order| order[n] as usize))
    }
}

impl Iterator for InOrder<'_> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        Some(self.item(self.next - 1))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}

impl DoubleEndedIterator for InOrder<'_> {
    fn next_back(&mut self) -> Option<Value> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(self.item(self.end))
    }
}

impl ExactSizeIterator for InOrder<'_> {}
