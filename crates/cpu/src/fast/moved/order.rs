//! The order of all copies of a patch in one set.

use super::bits::{Bits, Rows};
use megabatt_core::set::order_of_grown;
use megabatt_core::{Arc, Set, Value, hash};
use rustc_hash::FxHashSet;

/// An item of the patch: its plane and place, and its colour unless it is a place.
struct Item {
    plane: usize,
    colour: Option<i32>,
    i: i32,
    j: i32,
}

/// Works out hashes of copies.
struct Hashes<'a> {
    items: &'a [Item],
    places: Vec<(i32, i32)>,
    cells: Vec<(i32, i32, i32)>,
    hashes: Vec<u64>,
}

impl<'a> Hashes<'a> {
    fn new(items: &'a [Item]) -> Hashes<'a> {
        Hashes { items, places: Vec::new(), cells: Vec::new(), hashes: Vec::new() }
    }

    /// The hashes of the items of a copy, in the order of the patch.
    fn of_copy(&mut self, (di, dj): (i32, i32)) -> &[u64] {
        self.places.clear();
        self.cells.clear();
        match self.items.first() {
            Some(Item { colour: Some(_), .. }) => {
                let cell = |item: &Item| Some((item.colour?, item.i + di, item.j + dj));
                self.cells.extend(self.items.iter().filter_map(cell));
                hash::many::of_cells(&self.cells, &mut self.hashes);
            }
            _ => {
                self.places.extend(self.items.iter().map(|item| (item.i + di, item.j + dj)));
                hash::many::of_pairs(&self.places, &mut self.hashes);
            }
        }
        &self.hashes
    }
}

/// The items of the patch in its order.
fn in_order(patch: &Set, colours: &[i32]) -> Vec<Item> {
    let item = |value: Value| match value {
        Value::Cell(colour, i, j) => {
            let plane = colours.iter().position(|&c| c == colour)?;
            Some(Item { plane, colour: Some(colour), i, j })
        }
        Value::Pair(i, j) => Some(Item { plane: 0, colour: None, i, j }),
        _ => None,
    };
    patch.in_order().filter_map(item).collect()
}

/// In which order the union has its items: positions in the content that [`super::Moved::union`] makes.
pub fn sequence(count: usize, patch: &Arc<Set>, by: &[(i32, i32)], source: &Arc<Set>) -> Vec<u32> {
    let Some(rows) = Rows::of(patch) else { unreachable!("the union was made of rows") };
    let Some(all) = Bits::of_all(&rows, by) else { unreachable!("the union was made of bits") };
    let mut seen = all.emptied();
    let items = in_order(patch, &rows.colours);
    let mut hashes = Hashes::new(&items);
    // How many items there are before each word.
    let mut before = Vec::with_capacity(all.words.len());
    let mut total = 0;
    for word in &all.words {
        before.push(total);
        total += word.count_ones();
    }
    let number = |at: usize, bit: u32| before[at] + (all.words[at] & ((1 << bit) - 1)).count_ones();
    let (mut sequence, mut order) = (Vec::with_capacity(count), Vec::new());
    for by in copies_in_order(&mut hashes, by, source) {
        if sequence.len() == count {
            break;
        }
        let mut new = 0;
        seen.each_word(&rows, by, |word, bits| new += (bits & !*word).count_ones());
        if new == 0 {
            continue;
        }
        let mut take = |item: &Item, seen: &mut Bits| {
            let (at, bit) = seen.at(item.plane, item.i + by.0, item.j + by.1);
            if seen.words[at] >> bit & 1 == 0 {
                seen.words[at] |= 1 << bit;
                sequence.push(number(at, bit));
            }
        };
        if new == 1 {
            // Where there is one, the order of the others does not matter.
            items.iter().for_each(|item| take(item, &mut seen));
        } else {
            order_of_grown(hashes.of_copy(by).iter().copied(), &mut order);
            order.iter().for_each(|&n| take(&items[n as usize], &mut seen));
        }
    }
    sequence
}

/// By how much the copies are moved, in the order in which the set of all copies has them. Copies that are moved by the same are
/// equal, and others are not.
fn copies_in_order(hashes: &mut Hashes<'_>, by: &[(i32, i32)], source: &Set) -> Vec<(i32, i32)> {
    let mut known = FxHashSet::default();
    let came: Vec<(i32, i32)> = source.positions_in_order().map(|n| by[n]).filter(|&by| known.insert(by)).collect();
    let hash_of_copy = |&by: &(i32, i32)| {
        let of_items = hashes.of_copy(by);
        hash::of_frozenset(hash::many::xored(of_items), of_items.len())
    };
    let mut order = Vec::new();
    order_of_grown(came.iter().map(hash_of_copy), &mut order);
    order.into_iter().map(|n| came[n as usize]).collect()
}
