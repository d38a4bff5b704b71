//! Marks on the places in and around a grid, which need not be wiped off.
//!
//! Most patches lie on a grid or a little beside it. To find out which items of several patches are the same takes a mark at each place.
//! A table for the box around them has to be measured, allocated and cleared first, and what was found has to be cut to its size
//! afterwards; together this takes longer than marking. So a thread keeps one table, in which every mark says in which round it was made.
//! Whether an item is new cannot be foreseen, so each is written down, and the next one goes to the same place of the list if it was not.

use super::union::Located;
use megabatt_core::Set;
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

fn larger_first<'a, T>(a: &'a [T], b: &'a [T]) -> (&'a [T], &'a [T]) {
    if a.len() >= b.len() { (a, b) } else { (b, a) }
}

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

    /// The table, and room for so many places that may be new. One more, since those that are not are written behind the last.
    fn with_room_for_places(&mut self, count: usize) -> (&mut [u32; SIDE * SIDE], &mut [(i32, i32)]) {
        let room = count.min(SIDE * SIDE) + 1;
        if self.places.len() < room {
            self.places.resize(room, (0, 0));
        }
        (&mut self.at, &mut self.places)
    }

    /// The same for cells.
    fn with_room_for_cells(&mut self, count: usize) -> (&mut [u32; SIDE * SIDE], &mut [Coloured]) {
        let room = count.min(SIDE * SIDE * COLOURS as usize) + 1;
        if self.cells.len() < room {
            self.cells.resize(room, (0, 0, 0));
        }
        (&mut self.at, &mut self.cells)
    }

    /// The places of two sets, each once. None if one is beside the table. Those of the larger set are new, so that they are only marked, and
    /// those of the other one differ from each other, so that they are only looked at.
    pub fn places_of_two(a: &Set, b: &Set) -> Option<Vec<(i32, i32)>> {
        let (large, small) = larger_first(<(i32, i32)>::of(a), <(i32, i32)>::of(b));
        if large.len() > SIDE * SIDE {
            return None;
        }
        Marks::with(|marks| {
            let base = marks.round << COLOURS;
            let (table, places) = marks.with_room_for_places(small.len());
            let (mut beside, mut len) = (0, 0);
            for &(i, j) in large {
                let (row, column) = (i.wrapping_add(BEFORE) as u32, j.wrapping_add(BEFORE) as u32);
                beside |= row | column;
                table[at(row, column)] = base;
            }
            for &(i, j) in small {
                let (row, column) = (i.wrapping_add(BEFORE) as u32, j.wrapping_add(BEFORE) as u32);
                beside |= row | column;
                places[len] = (i, j);
                len += usize::from(table[at(row, column)] != base);
            }
            (beside < SIDE as u32).then(|| [large, &places[..len]].concat())
        })
    }

    /// The cells of two objects that have a place each, each once, and whether no two of them share a place. None if one is beside the table
    /// or has a colour beyond 9. As [`Marks::places_of_two`].
    pub fn cells_of_two(a: &Set, b: &Set) -> Option<(Vec<Coloured>, bool)> {
        let (large, small) = larger_first(Coloured::of(a), Coloured::of(b));
        if large.len() > SIDE * SIDE {
            return None;
        }
        // A mark of this round, whatever the colour is.
        let mark_of = |base: u32, c: i32| base | (c as u32 & ALL_COLOURS);
        Marks::with(|marks| {
            let base = marks.round << COLOURS;
            let (table, cells) = marks.with_room_for_cells(small.len());
            let (mut beside, mut colours, mut len, mut shared) = (0, 0, 0, false);
            for &(c, i, j) in large {
                let (row, column) = (i.wrapping_add(BEFORE) as u32, j.wrapping_add(BEFORE) as u32);
                beside |= row | column;
                colours = colours.max(c as u32);
                table[at(row, column)] = mark_of(base, c);
            }
            for &(c, i, j) in small {
                let (row, column) = (i.wrapping_add(BEFORE) as u32, j.wrapping_add(BEFORE) as u32);
                beside |= row | column;
                colours = colours.max(c as u32);
                let there = table[at(row, column)];
                let is_new = there != mark_of(base, c);
                cells[len] = (c, i, j);
                len += usize::from(is_new);
                shared |= is_new & (there >= base);
            }
            (beside < SIDE as u32 && colours < COLOURS).then(|| ([large, &cells[..len]].concat(), !shared))
        })
    }

    /// The places of all lists, at most so many, each once, in the order in which they come. None if one is beside the table.
    pub fn distinct_places(
        lists: impl Iterator<Item = impl Iterator<Item = (i32, i32)>>,
        count: usize,
    ) -> Option<Box<[(i32, i32)]>> {
        Marks::with(|marks| {
            let base = marks.round << COLOURS;
            let (table, places) = marks.with_room_for_places(count);
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
            let (table, cells) = marks.with_room_for_cells(count);
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
    fn items_of_two_sets_are_found_once() {
        let mut seed = 5u64;
        let mut random = move |below: i32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % below as u64) as i32
        };
        let mut beside = 0;
        for round in 0..400 {
            let all = lists(4 * round + 1, &mut random);
            let one_each = |list: &Vec<Coloured>| {
                let mut known = FxHashSet::default();
                let far = if round % 9 == 0 { 70 } else { 0 };
                let cells = list.iter().filter(|cell| known.insert((cell.1, cell.2))).map(|&(c, i, j)| (c, i + far, j));
                Set::grown_cells(megabatt_core::CellLayout::ColourFirst, cells.collect())
            };
            let [a, b] = [&all[0], &all[1]].map(one_each);
            let both = [Coloured::of(&a).to_vec(), Coloured::of(&b).to_vec()];
            let places = both.clone().map(|cells| cells.into_iter().map(|(_, i, j)| (i, j)).collect::<Vec<_>>());
            let [c, d] = places.clone().map(Set::grown_pairs);
            let sorted = |mut cells: Vec<Coloured>| {
                cells.sort_unstable();
                cells
            };
            let fits = both.iter().flatten().all(|&(_, i, j)| i < 84 && j < 84);
            beside += usize::from(!fits);
            let distinct = one_by_one(&places);
            let expected = one_by_one(&both);
            let apart = expected.len() == distinct.len();
            let found = Marks::cells_of_two(&a, &b).map(|(cells, apart)| (sorted(cells), apart));
            assert_eq!(found, fits.then(|| (sorted(expected), apart)));
            let found = Marks::places_of_two(&c, &d).map(|places| places.into_iter().collect::<FxHashSet<_>>());
            assert_eq!(found, fits.then(|| distinct.into_iter().collect()));
        }
        assert!(beside > 10);
        for colour in [-1, 10, i32::MAX, i32::MIN] {
            let [odd, one] =
                [colour, 3].map(|c| Set::grown_cells(megabatt_core::CellLayout::ColourFirst, vec![(c, 2, 3)]));
            assert_eq!(Marks::cells_of_two(&odd, &one), None);
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
