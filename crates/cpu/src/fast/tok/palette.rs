//! The colours of a grid or of an object.
//!
//! A set of small ints is in the order of its table's slots. Up to four colours have a table of eight slots, in which 8 and 9
//! ask for the slots of 0 and 1; five or more have one of 32, where each colour has a slot to itself. So the order follows
//! from the colours alone, unless one of few takes another's slot: then it matters which came first.

use super::LAYOUT;
use crate::fast::colour::distinct;
use megabatt_core::{Arc, Grid, Result, Set, SetBuilder, Value};

/// The usual colours.
const COLOURS: u32 = 10;
/// Most items of a table of eight slots.
const FEW: u32 = 4;

/// The usual colours in the order of a set that they were added to one by one, as bits; None if there are others, or if the order
/// in which they were added matters.
struct Usual {
    seen: u32,
    n: u32,
}

impl Usual {
    fn of(colours: impl Iterator<Item = i32>) -> Option<Usual> {
        Usual::of_seen(colours.fold(0, |seen, colour| seen | bit(colour)))
    }

    fn of_grid(g: &Grid) -> Option<Usual> {
        Usual::of_seen(seen(g.cells()))
    }

    fn of_seen(seen: u32) -> Option<Usual> {
        let n = seen.count_ones();
        let collide = n <= FEW && (seen >> 8) & seen != 0;
        (seen >> COLOURS == 0 && !collide).then_some(Usual { seen, n })
    }

    fn in_order(&self) -> impl Iterator<Item = i64> {
        // 8 and 9 first, in a table of eight slots; they meet neither 0 nor 1 there, but come before 2.
        let (seen, few) = (self.seen, self.n <= FEW);
        let order: [i64; COLOURS as usize] =
            if few { [0, 8, 1, 9, 2, 3, 4, 5, 6, 7] } else { [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] };
        order.into_iter().filter(move |colour| seen >> colour & 1 == 1)
    }
}

/// The bit of a colour. Anything beyond the usual ones is one bit that stands for all of it.
#[inline(always)]
fn bit(colour: i32) -> u32 {
    1 << (colour as u32).min(31)
}

/// The bits of all colours.
fn seen(cells: &[i8]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor was asked.
        return unsafe { seen_by_many(cells) };
    }
    seen_one_by_one(cells)
}

#[inline(always)]
fn seen_one_by_one(cells: &[i8]) -> u32 {
    cells.iter().fold(0, |seen, &colour| seen | bit(colour.into()))
}

/// A loop that the compiler makes wide: with AVX2, eight words are moved by eight numbers of bits at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn seen_by_many(cells: &[i8]) -> u32 {
    seen_one_by_one(cells)
}

/// `{v for row in grid for v in row}`.
fn added(g: &Grid) -> SetBuilder {
    match Usual::of_grid(g) {
        // In this order they come to the same slots.
        Some(usual) => distinct(usual.in_order()),
        None => distinct(g.cells().iter().map(|&v| v.into())),
    }
}

pub fn of_grid(g: &Grid) -> Result<Value> {
    added(g).finish().map(Value::set)
}

pub fn of_grid_as_tuple(g: &Grid) -> Result<Value> {
    match Usual::of_grid(g) {
        Some(usual) => {
            let mut ints = [0; COLOURS as usize];
            ints.iter_mut().zip(usual.in_order()).for_each(|(int, colour)| *int = colour);
            Ok(Value::ints(&ints[..usual.n as usize]))
        }
        None => Value::tuple(added(g).in_order().cloned().collect()),
    }
}

/// The order of the object's cells matters only where colours collide.
pub fn of_object(set: &Arc<Set>) -> Option<Result<Value>> {
    let cells = set.cells_in(LAYOUT)?;
    Some(match Usual::of(cells.iter().map(|cell| cell.0)) {
        Some(usual) => distinct(usual.in_order()).finish().map(Value::set),
        None => {
            let colours = cells.iter().map(|cell| Value::Int(cell.0.into())).collect();
            Set::deferred_results(set, colours, false).map(Value::set)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_come_as_a_set_of_them_has_them() {
        // Every set of colours, added in both directions.
        for seen in 1u32..1 << COLOURS {
            let up: Vec<i32> = (0..COLOURS as i32).filter(|c| seen >> c & 1 == 1).collect();
            let down: Vec<i32> = up.iter().rev().copied().collect();
            for colours in [up, down] {
                let set = distinct(colours.iter().map(|&c| c.into()));
                let expected: Vec<i64> = set.in_order().filter_map(Value::as_int).collect();
                if let Some(usual) = Usual::of(colours.iter().copied()) {
                    assert_eq!(usual.in_order().collect::<Vec<_>>(), expected, "{colours:?}");
                    let again = distinct(usual.in_order());
                    assert_eq!(again.in_order().filter_map(Value::as_int).collect::<Vec<_>>(), expected);
                } else {
                    assert!(colours.len() <= 4 && (seen >> 8) & seen & 3 != 0, "{colours:?}");
                }
            }
        }
    }

    #[test]
    fn other_colours_are_left_to_the_table() {
        for colours in [[-1, 3], [10, 3], [100, -100]] {
            assert!(Usual::of(colours.into_iter()).is_none());
        }
    }
}
