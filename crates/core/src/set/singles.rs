//! Sets of objects of one cell each, as `sizefilter(o_g(grid, R5), ONE)` gives them.
//!
//! Differs ask how many there are, which of them another grid has not, and for the first one of those. For that a cell is enough, and
//! an object is made of it when somebody wants to see it, each time anew: in which order an object of one cell is walked, and
//! what becomes of it in a union or an intersection, is the same whether it is one object with another or not.

use super::content::Content;
use super::{Recipe, Sequence, Set};
use crate::dialect::CellLayout;
use crate::error::Result;
use crate::hash as hashes;
use crate::value::checked_depth;

/// A cell, colour first.
type Cell = (i32, i32, i32);

/// The weight and the depth of an object of one cell.
const WEIGHT: u64 = 5;
const DEPTH: u32 = 2;

/// The object of a cell.
pub(super) fn made(cell: Cell) -> Set {
    Set::copied_cells(CellLayout::ColourLast, vec![cell]).with_distinct_places()
}

/// The hash of the object of a cell.
#[inline]
pub(super) fn hash((c, i, j): Cell) -> u64 {
    hashes::of_frozenset(hashes::shuffled(hashes::of_triple(i, j, c)), 1)
}

/// Whether a set is the object of the cell.
pub(super) fn is_same(cell: Cell, set: &Set) -> bool {
    match &set.content {
        Content::Triples(cells) => **cells == [cell],
        _ => made(cell).same_items(set),
    }
}

/// The weight and the depth of a set of such objects.
pub(super) fn measure(cells: &[Cell]) -> Result<(u64, u32)> {
    Ok((WEIGHT.saturating_mul(cells.len() as u64).saturating_add(1), checked_depth(DEPTH)?))
}

/// The positions of the cells that are among the others, or of those that are not.
pub(super) fn positions(cells: &[Cell], others: &[Cell], wanted: bool, taken: &mut Vec<u32>) {
    /// Among so few a cell is found soon, however they lie.
    const FEW: usize = 4;
    let place = |cell: &Cell| (cell.1, cell.2);
    // Whether one is taken cannot be guessed, so all are written down, and those that are not are written over.
    taken.resize(cells.len(), 0);
    let mut found = 0;
    let mut take = |n: usize, is_there: bool| {
        taken[found] = n as u32;
        found += usize::from(is_there == wanted);
    };
    if others.len() <= FEW {
        let is_there = |cell: &Cell| others.iter().fold(false, |found, other| found | (other == cell));
        (0..).zip(cells).for_each(|(n, cell)| take(n, is_there(cell)));
    } else if !cells.is_sorted_by_key(place) || !others.is_sorted_by_key(place) {
        (0..).zip(cells).for_each(|(n, cell)| take(n, others.contains(cell)));
    } else {
        // Both row by row: one walk along both.
        let mut rest = others;
        for (n, cell) in cells.iter().enumerate() {
            while let [first, after @ ..] = rest
                && place(first) < place(cell)
            {
                rest = after;
            }
            // Objects of two colours at one place are of no grid, but nobody has to know that here.
            let here = rest.iter().take_while(|other| place(other) == place(cell));
            take(n, here.into_iter().any(|other| other == cell));
        }
    }
    taken.truncate(found);
}

impl Set {
    /// The objects of distinct cells that are written colour last, with a way to find the order in which they came, should somebody ask; see
    /// [`Set::deferred_pairs`].
    pub fn deferred_singles(cells: Vec<Cell>, sequence: Sequence) -> Result<Set> {
        match cells.len() {
            0 => Ok(Set::empty()),
            _ => {
                Set::measured(Content::Singles(cells.into_boxed_slice()), Recipe::Deferred { sequence, copied: false })
            }
        }
    }

    /// The cells of a set that [`Set::deferred_singles`] made, or of a part of it, colour first.
    pub fn singles(&self) -> Option<&[Cell]> {
        match &self.content {
            Content::Singles(cells) => Some(cells),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use triomphe::Arc;

    fn cells(n: i32, step: i32) -> Vec<Cell> {
        (0..n).map(|k| (k * step % 7, k / 6, k * step % 6 + k % 2)).collect()
    }

    /// The same objects in two forms, added last to first.
    fn both(cells: &[Cell]) -> [Arc<Set>; 2] {
        let last = cells.len() as u32;
        let sequence = || -> Sequence { Box::new(move |_: &Set| (0..last).rev().collect()) };
        let sets = cells.iter().map(|&cell| Arc::new(made(cell))).collect();
        [Set::deferred_singles(cells.to_vec(), sequence()), Set::deferred_sets(sets, false, sequence())]
            .map(|set| Arc::new(set.expect("not too deep")))
    }

    fn assert_same(a: &Set, b: &Set) {
        assert!(a.in_order().eq(b.in_order()), "{a:?} {b:?}");
        assert_eq!((a.weight(), a.depth(), a.hash(), a.first()), (b.weight(), b.depth(), b.hash(), b.first()));
        assert!(a.same_items(b) && b.same_items(a));
    }

    #[test]
    fn they_are_as_if_they_were_made() {
        for n in [1, 2, 4, 5, 9, 40] {
            let [singles, plain] = both(&cells(n, 1));
            assert_same(&singles, &plain);
            assert!(plain.values().all(|object| singles.contains(&object)));
            for other in [(9, 9, 9), (1, 0, 0)] {
                let object = Value::set(made(other));
                assert_eq!(singles.contains(&object), plain.contains(&object));
            }
            let equal =
                Set::single(Value::tuple(vec![Value::Bool(false), Value::Int(0), Value::Int(0)]).expect("flat"));
            let equal = Value::set(equal.expect("flat"));
            assert_eq!(singles.contains(&equal), plain.contains(&equal), "False is 0");
            assert!(!singles.contains(&Value::Triple(0, 0, 0)));
        }
    }

    #[test]
    fn what_is_in_another_set_is_found_in_every_form() {
        let turned = |cells: Vec<Cell>| -> Vec<Cell> { cells.into_iter().rev().collect() };
        for (n, m) in [(1, 1), (3, 20), (20, 3), (30, 40), (40, 30), (36, 36)] {
            for (a, b) in [
                (cells(n, 1), cells(m, 1)),
                (cells(n, 1), cells(m, 5)),
                (turned(cells(n, 1)), cells(m, 5)),
                (cells(n, 5), turned(cells(m, 1))),
            ] {
                let ([a, plain_a], [b, plain_b]) = (both(&a), both(&b));
                for wanted in [false, true] {
                    let expected = plain_a.positions_in(&plain_b, wanted);
                    for (a, b) in [(&a, &b), (&plain_a, &b), (&a, &plain_b)] {
                        assert_eq!(a.positions_in(b, wanted), expected);
                    }
                    let part = |set: &Arc<Set>| Set::filtered(set, expected.clone()).expect("not too deep");
                    assert_same(&part(&a), &part(&plain_a));
                }
            }
        }
    }
}
