//! The items of a set or a tuple for which a function gives a number, for each of many numbers.
//!
//! `apply(compose(lbind(sfilter, shapes), lbind(matcher, area)), areas)` groups shapes by their area: it goes through all shapes for each
//! area. What the function gives does not depend on the number it is compared with, so it is called once for all items, and all
//! groups are found in one go.

use super::bill::{Bill, CALL};
use super::column::Column;
use super::made::Made;
use crate::Machine;
use megabatt_core::Value;
use rustc_hash::FxHashMap;

/// For each `matcher(function, number)` the positions of the items for which it holds; and on the bill what all calls take. None if the
/// functions are others, or if they do not give ints all at once.
pub fn positions(m: &mut Machine, container: &Value, functions: &Made, bill: &mut Bill) -> Option<Vec<Vec<u32>>> {
    const INT: u64 = 1;
    let (function, numbers) = functions.of_numbers()?;
    let (Column::Ints(given), inner) = super::call_each(m, function, container)? else { return None };
    // Every matcher calls the function for every item, inside a frame of its own, and compares an int with an int.
    bill.charge(inner.fuel().checked_add((CALL + INT).checked_mul(given.len() as u64)?)?);
    bill.frames(1 + inner.deepest);
    bill.peak(inner.most_memory.max(INT));
    bill.ask(inner.asked);
    let mut groups: FxHashMap<i64, Vec<u32>> = FxHashMap::default();
    (0u32..).zip(&given).for_each(|(n, &number)| groups.entry(number).or_default().push(n));
    Some(numbers.iter().map(|number| groups.get(number).cloned().unwrap_or_default()).collect())
}
