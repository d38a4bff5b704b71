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

/// Adds the items of the union, known by their positions in the content that [`super::Moved::union`] makes.
pub fn add_all(patch: &Arc<Set>, by: &[(i32, i32)], source: &Set, in_order: InOrder, growth: &mut Growth<'_>) {
    let Some(rows) = Rows::of(patch) else { unreachable!("the union was made of rows") };
    let Some(all) = Bits::of_all(&rows, by) else { unreachable!("the union was made of bits") };
    let mut missing = all.clone();
    let items = items_in_order(patch, &rows.colours);
    let hashes = Hashes::new(&items, &all, growth.hashes());
    let (mut new, mut its_hashes, mut order) = (Vec::new(), Vec::new(), Vec::new());
    for by in in_order(&hashes, by, source) {
        if growth.is_complete() {
            break;
        }
        new.clear();
        missing.each_word_at(&rows, by, |at, word, bits| {
            let mut rest = bits & *word;
            *word &= !rest;
            while rest != 0 {
                new.push(hashes.number(at, rest.trailing_zeros()));
                rest &= rest - 1;
            }
        });
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

/// By how much the copies are moved, in the order in which the set of all copies has them. Copies that are moved by the same are
/// equal, and others are not.
pub fn copies_in_order(hashes: &Hashes<'_>, by: &[(i32, i32)], source: &Set) -> Vec<(i32, i32)> {
    let mut known = FxHashSet::default();
    let came: Vec<(i32, i32)> = source.positions_in_order().map(|n| by[n]).filter(|&by| known.insert(by)).collect();
    let mut order = Vec::new();
    order_of_grown(hashes.of_copies(&came).into_iter(), &mut order);
    order.into_iter().map(|n| came[n as usize]).collect()
}
