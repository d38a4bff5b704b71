//! The order of all copies of a patch in one set.

use super::bits::{Bits, Rows};
use super::hashes::Hashes;
use megabatt_core::set::{Growth, order_of_grown};
use megabatt_core::{Arc, Set, Value};
use rustc_hash::FxHashSet;

/// An item of the patch: its plane and place.
pub struct Item {
    pub plane: usize,
    pub i: i32,
    pub j: i32,
}

/// The items of the patch in its order.
fn items_in_order(patch: &Set, colours: &[i32]) -> Vec<Item> {
    let item = |value: Value| match value {
        Value::Cell(colour, i, j) => Some(Item { plane: colours.iter().position(|&c| c == colour)?, i, j }),
        Value::Pair(i, j) => Some(Item { plane: 0, i, j }),
        _ => None,
    };
    patch.in_order().filter_map(item).collect()
}

/// By how much the copies are moved in the order in which they come; see [`copies_in_order`].
pub type InOrder = fn(&Hashes<'_>, &[(i32, i32)], &Set) -> Vec<(i32, i32)>;

/// How the items of all copies come into one set.
pub struct Union {
    pub patch: Arc<Set>,
    pub by: Vec<(i32, i32)>,
    /// The set that gave the copies.
    pub source: Arc<Set>,
    pub in_order: InOrder,
    /// The patch, and all copies.
    pub rows: Arc<Rows>,
    pub all: Bits,
}

impl Union {
    /// Adds the items of the union, known by their positions in its content.
    pub fn add_all(&self, union: &Set, growth: &mut Growth<'_>) {
        let Union { rows, all, .. } = self;
        let mut missing = all.clone();
        let items = items_in_order(&self.patch, &rows.colours);
        let hashes = Hashes::new(&items, all, growth.hashes());
        let mut few: Option<Vec<(u32, Item)>> = None;
        let (mut new, mut its_hashes, mut order) = (Vec::new(), Vec::new(), Vec::new());
        for by in (self.in_order)(&hashes, &self.by, &self.source) {
            if growth.is_complete() {
                break;
            }
            new.clear();
            // A few are looked for one by one, which takes less than to go through all rows of the copy.
            if let Some(awaited) = growth.awaited().filter(|awaited| awaited.len() <= rows.rows.len()) {
                let item = |&n: &u32| Some((n, self.item(union, n)?));
                let few = few.get_or_insert_with(|| awaited.iter().filter_map(item).collect());
                let is_in_copy = |item: &Item| rows.has(item.plane, item.i - by.0, item.j - by.1);
                new.extend(few.iter().filter(|(_, item)| is_in_copy(item)).map(|&(n, _)| n));
                if !new.is_empty() {
                    few.retain(|(_, item)| !is_in_copy(item));
                }
            } else {
                missing.each_word_at(rows, by, |at, word, bits| {
                    let mut rest = bits & *word;
                    *word &= !rest;
                    while rest != 0 {
                        new.push(hashes.number(at, rest.trailing_zeros()));
                        rest &= rest - 1;
                    }
                });
            }
            growth.add(&new, |growth, ordered| {
                hashes.of_copy(by, &mut its_hashes);
                order_of_grown(its_hashes.iter().copied(), &mut order);
                let number = |&n: &u32| {
                    let item = &items[n as usize];
                    let (at, bit) = all.at(item.plane, item.i + by.0, item.j + by.1);
                    hashes.number(at, bit)
                };
                ordered.extend(order.iter().map(number).filter(|&number| !growth.has(number)));
            });
        }
    }

    /// An item of the union.
    fn item(&self, union: &Set, n: u32) -> Option<Item> {
        match union.pairs() {
            Some(places) => Some(Item { plane: 0, i: places[n as usize].0, j: places[n as usize].1 }),
            None => {
                let &(colour, i, j) = union.cells()?.get(n as usize)?;
                Some(Item { plane: self.rows.plane(colour)?, i, j })
            }
        }
    }
}

/// By how much the copies are moved, in the order in which the set of all copies has them. Copies that are moved by the same are
/// equal, and others are not.
pub fn copies_in_order(hashes: &Hashes<'_>, by: &[(i32, i32)], source: &Set) -> Vec<(i32, i32)> {
    let mut known = FxHashSet::default();
    let came: Vec<(i32, i32)> = source.positions_in_order().map(|n| by[n]).filter(|&by| known.insert(by)).collect();
    let mut order = Vec::new();
    order_of_grown(hashes.of_copies(&came).into_iter(), &mut order);
    order.into_iter().map(|n| came[n as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Moved;
    use super::*;
    use megabatt_core::CellLayout;
    use megabatt_core::set::End;

    /// Of all cells of many copies that meet at one place the last one, told without the whole order and with it.
    #[test]
    fn the_last_cell_at_a_place_is_that_of_the_whole_order() {
        let (mut told, mut untold) = (0, 0);
        for round in 0..120 {
            let cells = (0..40 + round).map(|n| (n * 7 % 5, n * (3 + round % 4) % 11, n / 11)).collect();
            let patch = Arc::new(Set::grown_cells(CellLayout::ColourFirst, cells));
            let (down, right) = (1 + round % 3, 1 + round % 2);
            let by: Vec<(i32, i32)> = (-5..6).flat_map(|i| (-6..5).map(move |j| (i * down, j * right))).collect();
            let source = Arc::new(Set::grown_pairs(by.clone()));
            let union = || Moved::new(&patch, &by)?.union(&source);
            let (Some(ours), Some(plain)) = (union(), union()) else { panic!("they are near each other") };
            let cells = ours.cells().unwrap_or_default();
            let mut by_place: Vec<u32> = (0..cells.len() as u32).collect();
            by_place.sort_unstable_by_key(|&n| (cells[n as usize].1, cells[n as usize].2));
            let same_place = |a: &u32, b: &u32| {
                let (a, b) = (cells[*a as usize], cells[*b as usize]);
                (a.1, a.2) == (b.1, b.2)
            };
            let groups: Vec<&[u32]> = by_place.chunk_by(same_place).filter(|group| group.len() > 1).collect();
            let mut ends = Vec::new();
            groups.iter().for_each(|group| ends.push(ends.last().unwrap_or(&0) + group.len() as u32));
            let Some(last) = ours.end_of_each(End::Last, &groups.concat(), &ends) else {
                untold += 1;
                continue;
            };
            told += 1;
            let mut rank = vec![0; cells.len()];
            plain.positions_in_order().enumerate().for_each(|(at, n)| rank[n] = at);
            let expected = groups.iter().filter_map(|group| group.iter().copied().max_by_key(|&n| rank[n as usize]));
            assert!(last.into_iter().eq(expected), "round {round}");
        }
        assert!(told > untold, "{told} told, {untold} not");
    }
}
