//! Marks on the places in and around a grid, which need not be wiped off.
//!
//! Most patches lie on a grid or a little beside it. To find out which items of several patches are the same takes a mark at each place.
//! A table for the box around them has to be measured, allocated and cleared first, and what was found has to be cut to its size
//! afterwards; together this takes longer than marking. So a thread keeps one table, in which every mark says in which round it was made.
//! Whether an item is new cannot be foreseen, so each is written down, and the next one goes to the same place of the list if it was not.

use megabatt_core::mask::Bounds;
use std::cell::Cell;

/// Rows and columns of the table.
const SIDE: usize = 128;

/// So many of them are above the first row of a grid and left of its first column: lines that are shot go on for 42 places.
const BEFORE: i32 = 44;

/// The bits of a mark that say which colours are there; the others say in which round.
const COLOURS: u32 = 10;
const ALL_COLOURS: u32 = (1 << COLOURS) - 1;
const LAST_ROUND: u32 = u32::MAX >> COLOURS;

/// Where the mark of a place is; somewhere for those that are beside the table.
#[inline]
fn at(row: u32, column: u32) -> usize {
    row.wrapping_mul(SIDE as u32).wrapping_add(column) as usize % (SIDE * SIDE)
}

/// A colour and a place.
type Coloured = (i32, i32, i32);

/// The table, and room for lists.
pub struct Marks {
    at: Box<[u32; SIDE * SIDE]>,
    round: u32,
    places: Vec<(i32, i32)>,
    cells: Vec<Coloured>,
}

impl Marks {
    /// Runs with the thread's own ones.
    fn with<R>(work: impl FnOnce(&mut Marks) -> R) -> R {
        thread_local! {
            static SPARE: Cell<Option<Box<Marks>>> = const { Cell::new(None) };
        }
        let new = || Marks { at: Box::new([0; SIDE * SIDE]), round: 0, places: Vec::new(), cells: Vec::new() };
        let mut marks = SPARE.take().unwrap_or_else(|| Box::new(new()));
        if marks.round == LAST_ROUND {
            marks.at.fill(0);
            marks.round = 0;
        }
        marks.round += 1;
        let result = work(&mut marks);
        SPARE.set(Some(marks));
        result
    }

    /// Whether all places of the box are in the table.
    pub fn reach(bounds: Bounds) -> bool {
        let last = SIDE as i32 - 1 - BEFORE;
        Bounds { top: -BEFORE, left: -BEFORE, bottom: last, right: last }.has_all_of(&bounds)
    }

    /// The places of all lists, at most so many, each once, in the order in which they come. None if one is beside the table.
    pub fn distinct_places(
        lists: impl Iterator<Item = impl Iterator<Item = (i32, i32)>>,
        count: usize,
    ) -> Option<Box<[(i32, i32)]>> {
        Marks::with(|marks| {
            let base = marks.round << COLOURS;
            // One more, since those that are not new are written behind the last.
            let room = count.min(SIDE * SIDE) + 1;
            if marks.places.len() < room {
                marks.places.resize(room, (0, 0));
            }
            let (table, places) = (&mut *marks.at, &mut marks.places[..]);
            let mut len = 0;
            for list in lists {
                let mut beside = 0;
                list.for_each(|(i, j)| {
                    let (row, column) = (i.wrapping_add(BEFORE) as u32, j.wrapping_add(BEFORE) as u32);
                    beside |= row | column;
                    let mark = &mut table[at(row, column)];
                    places[len] = (i, j);
                    len += usize::from(*mark != base);
                    *mark = base;
                });
                if beside >= SIDE as u32 {
                    return None;
                }
            }
            Some(places[..len].into())
        })
    }

    /// The cells of all lists, at most so many, each once, in the order in which they come, and whether no two of them share a place. None if
    /// one is beside the table or has a colour beyond 9.
    pub fn distinct_cells(
        lists: impl Iterator<Item = impl Iterator<Item = Coloured>>,
        count: usize,
    ) -> Option<(Box<[Coloured]>, bool)> {
        Marks::with(|marks| {
            let base = marks.round << COLOURS;
            let room = count.min(SIDE * SIDE * COLOURS as usize) + 1;
            if marks.cells.len() < room {
                marks.cells.resize(room, (0, 0, 0));
            }
            let (table, cells) = (&mut *marks.at, &mut marks.cells[..]);
            let (mut len, mut shared) = (0, 0);
            for list in lists {
                let (mut beside, mut others) = (0, false);
                list.for_each(|(c, i, j)| {
                    let (row, column) = (i.wrapping_add(BEFORE) as u32, j.wrapping_add(BEFORE) as u32);
                    beside |= row | column;
                    let is_other = c as u32 >= COLOURS;
                    others |= is_other;
                    let colour = if is_other { 1 } else { 1 << c };
                    let mark = &mut table[at(row, column)];
                    let there = if *mark > base { *mark & ALL_COLOURS } else { 0 };
                    cells[len] = (c, i, j);
                    len += usize::from(there & colour == 0);
                    shared |= there & !colour;
                    *mark = base | there | colour;
                });
                if beside >= SIDE as u32 || others {
                    return None;
                }
            }
            Some((cells[..len].into(), shared == 0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;
    use std::hash::Hash;

    fn one_by_one<T: Copy + Eq + Hash>(lists: &[Vec<T>]) -> Vec<T> {
        let mut known = FxHashSet::default();
        lists.iter().flatten().copied().filter(|&item| known.insert(item)).collect()
    }

    /// Lists of cells at random, drawn closely or not.
    fn lists(round: i32, random: &mut impl FnMut(i32) -> i32) -> Vec<Vec<(i32, i32, i32)>> {
        let (top, side) = (random(30) - 16, 1 + random(30));
        let cell =
            |random: &mut dyn FnMut(i32) -> i32| (random(1 + round % 10), top + random(side), top + random(side));
        (0..1 + round % 4).map(|_| (0..random(60)).map(|_| cell(&mut *random)).collect()).collect()
    }

    #[test]
    fn items_are_found_once_as_one_by_one() {
        let mut seed = 3u64;
        let mut random = move |below: i32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % below as u64) as i32
        };
        for round in 0..400 {
            let cells = lists(round, &mut random);
            let places: Vec<Vec<(i32, i32)>> =
                cells.iter().map(|list| list.iter().map(|&(_, i, j)| (i, j)).collect()).collect();
            let count = cells.iter().map(Vec::len).sum();
            let found = Marks::distinct_places(places.iter().map(|list| list.iter().copied()), count);
            assert_eq!(found.as_deref(), Some(&one_by_one(&places)[..]));
            let (found, apart) =
                Marks::distinct_cells(cells.iter().map(|list| list.iter().copied()), count).expect("they are near");
            let expected = one_by_one(&cells);
            assert_eq!(*found, *expected);
            assert_eq!(apart, expected.len() == one_by_one(&places).len());
        }
    }

    #[test]
    fn what_does_not_fit_is_left_to_others() {
        let cells = |cell: (i32, i32, i32)| {
            Marks::distinct_cells([[(1, 2, 3)].into_iter(), [cell].into_iter()].into_iter(), 2)
                .map(|(cells, apart)| (cells.into_vec(), apart))
        };
        let places = |place: (i32, i32)| {
            let found = Marks::distinct_places([[(2, 3)].into_iter(), [place].into_iter()].into_iter(), 2);
            found.map(<[_]>::into_vec)
        };
        for far in [-45, 84, 128, i32::MAX, i32::MIN] {
            assert_eq!((cells((1, 3, far)), cells((1, far, 3))), (None, None));
            assert_eq!((places((3, far)), places((far, 3))), (None, None));
        }
        for colour in [-1, 10, 31, 32, i32::MAX, i32::MIN] {
            assert_eq!(cells((colour, 3, 3)), None);
        }
        assert_eq!(cells((1, 2, 3)), Some((vec![(1, 2, 3)], true)));
        assert_eq!(cells((9, 2, 3)), Some((vec![(1, 2, 3), (9, 2, 3)], false)));
        assert_eq!(places((83, -44)), Some(vec![(2, 3), (83, -44)]));
    }

    #[test]
    fn marks_of_the_last_round_are_wiped_off() {
        let once = || Marks::distinct_places([[(0, 0), (0, 0)].into_iter()].into_iter(), 2);
        Marks::with(|marks| {
            marks.at.fill(2 << COLOURS);
            marks.round = LAST_ROUND - 1;
        });
        for _ in 0..4 {
            assert_eq!(once().as_deref(), Some(&[(0, 0)][..]));
        }
    }
}
