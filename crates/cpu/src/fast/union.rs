//! The distinct items of several sets of places, or of several objects.

use super::marks::Marks;
use megabatt_core::mask::{Bounds, Mask};
use megabatt_core::set::{Batches, Growth};
use megabatt_core::{Arc, Set};
use rustc_hash::{FxHashMap, FxHashSet};

/// A place, or a cell.
pub trait Located: Copy + Eq + std::hash::Hash {
    /// Whether there may be several at one place.
    const COLOURED: bool;

    fn place(self) -> (i32, i32);

    /// The items of a set of this kind.
    fn of(set: &Set) -> &[Self];
}

impl Located for (i32, i32) {
    const COLOURED: bool = false;

    fn place(self) -> (i32, i32) {
        self
    }

    fn of(set: &Set) -> &[(i32, i32)] {
        set.pairs().unwrap_or_default()
    }
}

/// A colour and a place.
type Cell = (i32, i32, i32);

impl Located for Cell {
    const COLOURED: bool = true;

    fn place(self) -> (i32, i32) {
        (self.1, self.2)
    }

    fn of(set: &Set) -> &[(i32, i32, i32)] {
        set.coloured().unwrap_or_default()
    }
}

const NONE: u32 = u32::MAX;

/// A table with an entry per place of a box pays while the box has at most this many places per item: clearing it takes less than
/// hashing the items. A bit per place takes far less, and a byte less than that where most of them are marked.
const PLACES_PER_ITEM: i64 = 64;
const BITS_PER_ITEM: i64 = 512;
const BYTES_PER_ITEM: i64 = 16;

/// A byte for each place of a larger box, or a number, takes long to clear; bits take less.
const LARGEST_OF_BYTES: usize = 1 << 18;
const LARGEST_OF_NUMBERS: usize = 1 << 16;

/// With fewer items than this, a box as large as for so many is no loss.
const FEW: usize = 64;

/// The places of all sets, each once.
pub fn union_of_places(sets: &[Arc<Set>]) -> Vec<(i32, i32)> {
    if let [a, b] = sets
        && let Some(items) = with_a_mask(a, b)
    {
        return items;
    }
    if are_side_by_side(sets) {
        return all_items(sets);
    }
    let may_be_marked = may_be_marked::<(i32, i32)>(sets);
    if let [a, b] = sets
        && may_be_marked
        && let Some(places) = Marks::places_of_two(a, b)
    {
        return places;
    }
    let lists = sets.iter().map(|set| <(i32, i32)>::of(set).iter().copied());
    if may_be_marked && let Some(places) = Marks::distinct_places(lists, sets.iter().map(|set| set.len()).sum()) {
        return places.into_vec();
    }
    let (bounds, count) = extent(sets);
    let all = || sets.iter().flat_map(|set| <(i32, i32)>::of(set)).copied();
    union_of_listed_places(all(), bounds, count).unwrap_or_else(|| distinct(all()).collect())
}

/// The places of copies of a patch, each moved by so much, each once.
pub fn union_of_copies(patch: &[(i32, i32)], by: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let all = || by.iter().flat_map(|&(di, dj)| patch.iter().map(move |&(i, j)| (i + di, j + dj)));
    let (b, moves) = (Bounds::of_places(patch.iter().copied()), Bounds::of_places(by.iter().copied()));
    let bounds = Bounds {
        top: b.top + moves.top,
        left: b.left + moves.left,
        bottom: b.bottom + moves.bottom,
        right: b.right + moves.right,
    };
    union_of_listed_places(all(), bounds, patch.len() * by.len()).unwrap_or_else(|| distinct(all()).collect())
}

/// So many places in this box, each once; None if they are far apart.
pub fn union_of_listed_places(
    all: impl Iterator<Item = (i32, i32)>,
    bounds: Bounds,
    count: usize,
) -> Option<Vec<(i32, i32)>> {
    if Marks::reach(bounds) {
        let places = Marks::distinct_places(std::iter::once(all), count);
        return places.map(<[_]>::into_vec);
    }
    if has_at_most(bounds, BYTES_PER_ITEM, count) && area(bounds) <= LARGEST_OF_BYTES {
        return Some(union_with_bytes(all, bounds, count));
    }
    let mut mask = mask_for(bounds, count)?;
    let mut places = Vec::with_capacity(count.min(area(bounds)));
    places.extend(all.filter(|&(i, j)| mask.insert(i, j)));
    Some(places)
}

/// [`union_of_listed_places`] with a byte for each place of the box: neighbours share no word, so that a processor can mark one while it
/// still marks the other. Whether a place is new cannot be foreseen, so every one is written down, and the next one goes to the same
/// place of the list if it was not.
fn union_with_bytes(all: impl Iterator<Item = (i32, i32)>, bounds: Bounds, count: usize) -> Vec<(i32, i32)> {
    let (area, width) = (area(bounds), bounds.width() as usize);
    let mut seen = vec![0u8; area];
    // One more, since those that are not new are written behind the last.
    let mut places = vec![(0, 0); count.min(area) + 1];
    let mut len = 0;
    all.for_each(|(i, j)| {
        let at = (i - bounds.top) as usize * width + (j - bounds.left) as usize;
        places[len] = (i, j);
        len += usize::from(seen[at] ^ 1);
        seen[at] = 1;
    });
    places.truncate(len);
    places
}

/// The items of all sets, of which no two share one.
pub fn all_items<T: Located>(sets: &[Arc<Set>]) -> Vec<T> {
    let mut all = Vec::with_capacity(sets.iter().map(|set| set.len()).sum());
    sets.iter().for_each(|set| all.extend_from_slice(T::of(set)));
    all
}

/// The cells of all objects, each once; and whether no two of them share a place, where that is found out on the way.
pub fn union_of_cells(sets: &[Arc<Set>]) -> (Vec<Cell>, Option<bool>) {
    if are_side_by_side(sets) {
        let are_known = sets.iter().all(|set| set.is_empty() || set.is_known_to_have_distinct_places());
        return (all_items(sets), are_known.then_some(true));
    }
    let may_be_marked = may_be_marked::<Cell>(sets);
    if let [a, b] = sets
        && may_be_marked
        && a.is_known_to_have_distinct_places()
        && b.is_known_to_have_distinct_places()
        && let Some((cells, distinct_places)) = Marks::cells_of_two(a, b)
    {
        return (cells, Some(distinct_places));
    }
    let lists = sets.iter().map(|set| Cell::of(set).iter().copied());
    if may_be_marked
        && let Some((cells, distinct_places)) = Marks::distinct_cells(lists, sets.iter().map(|set| set.len()).sum())
    {
        return (cells.into_vec(), Some(distinct_places));
    }
    let (bounds, count) = extent(sets);
    if is_dense(bounds, count)
        && let Some((cells, distinct_places)) =
            union_of_listed_cells(sets.iter().flat_map(|set| Cell::of(set)).copied(), bounds, count)
    {
        return (cells, Some(distinct_places));
    }
    (distinct(sets.iter().flat_map(|set| Cell::of(set)).copied()).collect(), None)
}

/// So many cells in this box, each once, and whether no two of them share a place; None if a colour is no small number. There is a note
/// for each place of the box which colours are there.
pub fn union_of_listed_cells(
    all: impl Iterator<Item = Cell>,
    bounds: Bounds,
    count: usize,
) -> Option<(Vec<Cell>, bool)> {
    if Marks::reach(bounds) {
        let found = Marks::distinct_cells(std::iter::once(all), count);
        return found.map(|(cells, distinct_places)| (cells.into_vec(), distinct_places));
    }
    if area(bounds) > LARGEST_OF_NUMBERS {
        return union_with_bits_of_colours(all, bounds, count);
    }
    let width = bounds.width();
    let first = i64::from(bounds.top) * width + i64::from(bounds.left);
    let mut colours_at = vec![0u32; area(bounds)];
    let mut cells = Vec::with_capacity(count.min(area(bounds)));
    let mut distinct_places = true;
    for (c, i, j) in all {
        // A negative one is no small number then either.
        let colour = 1u32.checked_shl(c as u32)?;
        let there = &mut colours_at[(i64::from(i) * width + i64::from(j) - first) as usize];
        if *there & colour == 0 {
            distinct_places &= *there == 0;
            *there |= colour;
            cells.push((c, i, j));
        }
    }
    Some((cells, distinct_places))
}

/// [`union_of_listed_cells`] with a bit for each colour that comes and each place of the box: mostly there are few colours.
fn union_with_bits_of_colours(
    all: impl Iterator<Item = Cell>,
    bounds: Bounds,
    count: usize,
) -> Option<(Vec<Cell>, bool)> {
    const COLOURS: usize = u32::BITS as usize;
    let (area, width) = (area(bounds), bounds.width() as usize);
    let words = area.div_ceil(64);
    // Where the bits of each colour begin.
    let (mut begins, mut bits): ([Option<usize>; COLOURS], Vec<u64>) = ([None; COLOURS], Vec::new());
    let mut cells = Vec::with_capacity(count.min(area));
    let mut distinct_places = true;
    for (c, i, j) in all {
        // A negative one is no small number then either.
        let begin = begins.get_mut(c as u32 as usize)?;
        let start = *begin.get_or_insert_with(|| {
            bits.resize(bits.len() + words, 0);
            bits.len() - words
        });
        let at = (i - bounds.top) as usize * width + (j - bounds.left) as usize;
        let (word, bit) = (at / 64, 1 << (at % 64));
        if bits[start + word] & bit == 0 {
            distinct_places =
                distinct_places && bits.iter().skip(word).step_by(words).all(|of_colour| of_colour & bit == 0);
            bits[start + word] |= bit;
            cells.push((c, i, j));
        }
    }
    Some((cells, distinct_places))
}

/// Whether all items may be in the table of marks, by the first and the last one of each set.
fn may_be_marked<T: Located>(sets: &[Arc<Set>]) -> bool {
    let ends = |set: &Arc<Set>| [T::of(set).first().copied(), T::of(set).last().copied()];
    let at = |item: T| {
        let (i, j) = item.place();
        Bounds { top: i, left: j, bottom: i, right: j }
    };
    sets.iter().flat_map(ends).flatten().all(|item| Marks::reach(at(item)))
}

/// The box around all items, and how many there are.
fn extent(sets: &[Arc<Set>]) -> (Bounds, usize) {
    let bounds = sets.iter().fold(Bounds::of_nothing(), |bounds, set| bounds.with(&set.bounds()));
    (bounds, sets.iter().map(|set| set.len()).sum())
}

/// More boxes than this are not compared with each other.
const MOST_BOXES: usize = 8;

/// The box around a few sets, if those around each of them are known, and whether no two of these meet.
fn known_boxes(sets: &[Arc<Set>]) -> Option<(Bounds, bool)> {
    if sets.len() > MOST_BOXES {
        return None;
    }
    let (mut boxes, mut all, mut are_apart) = ([Bounds::of_nothing(); MOST_BOXES], Bounds::of_nothing(), true);
    for (n, set) in sets.iter().filter(|set| !set.is_empty()).enumerate() {
        boxes[n] = set.known_bounds()?;
        are_apart = are_apart && boxes[..n].iter().all(|other| !other.meets(&boxes[n]));
        all = all.with(&boxes[n]);
    }
    Some((all, are_apart))
}

/// The box around all sets, if it is known and they are few.
pub fn known_extent(sets: &[Arc<Set>]) -> Option<Bounds> {
    known_boxes(sets).map(|(all, _)| all)
}

/// Whether the sets are known to share no item, since there is none where the box of another one is.
fn are_side_by_side(sets: &[Arc<Set>]) -> bool {
    known_boxes(sets).is_some_and(|(_, are_apart)| are_apart)
}

/// An empty mask over the box of so many places, unless they are far apart.
pub fn near_each_other<'a>(places: impl Iterator<Item = &'a (i32, i32)>, count: usize) -> Option<Mask> {
    let bounds = Bounds::of_places(places.copied());
    mask_for(bounds, count.max(FEW))
}

/// An empty mask over the box of so many places, unless they are far apart.
fn mask_for(bounds: Bounds, count: usize) -> Option<Mask> {
    if has_at_most(bounds, BITS_PER_ITEM, count) { Mask::over(bounds) } else { None }
}

/// The places of a box that [`is_dense`].
fn area(bounds: Bounds) -> usize {
    bounds.height() as usize * bounds.width() as usize
}

/// A set this many times as large as the other one gets a mask: if it comes again, it need not be walked again.
const MUCH_LARGER: usize = 4;

/// The places of two sets, of which the larger one has a mask, or is so large that it gets one: often it is the same in many calls.
fn with_a_mask(a: &Set, b: &Set) -> Option<Vec<(i32, i32)>> {
    let (large, small) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mask = if large.len() >= MUCH_LARGER * small.len() { large.mask() } else { large.known_mask() }?;
    let mut items = Vec::with_capacity(large.len() + small.len());
    items.extend_from_slice(large.pairs().unwrap_or_default());
    items.extend(small.pairs().unwrap_or_default().iter().copied().filter(|&(i, j)| !mask.has(i, j)));
    Some(items)
}

fn distinct<T: Located>(items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut known = FxHashSet::default();
    items.filter(move |&item| known.insert(item))
}

/// Whether so many items in this box are near each other.
pub fn are_near(bounds: Bounds, count: usize) -> bool {
    is_dense(bounds, count.max(FEW))
}

fn is_dense(bounds: Bounds, count: usize) -> bool {
    has_at_most(bounds, PLACES_PER_ITEM, count)
}

/// Whether the box has no more than so many places for each item.
fn has_at_most(bounds: Bounds, places: i64, count: usize) -> bool {
    bounds.height().checked_mul(bounds.width()).is_some_and(|area| area <= places * count as i64)
}

/// Which item is where, in a table with an entry per place.
pub struct Numbers {
    bounds: Bounds,
    width: usize,
    last_at: Vec<u32>,
    /// Cells of several colours may share a place: for each item the one before it there.
    before: Vec<u32>,
}

impl Numbers {
    /// For distinct items that [`is_dense`] says are near each other.
    fn new<T: Located>(bounds: Bounds, items: &[T]) -> Numbers {
        let mut numbers =
            Numbers { bounds, width: bounds.width() as usize, last_at: vec![NONE; area(bounds)], before: Vec::new() };
        if T::COLOURED {
            numbers.before.reserve(items.len());
        }
        for (number, &item) in items.iter().enumerate() {
            let at = numbers.at(item);
            let before = std::mem::replace(&mut numbers.last_at[at], number as u32);
            if T::COLOURED {
                numbers.before.push(before);
            }
        }
        numbers
    }

    #[inline]
    fn at<T: Located>(&self, item: T) -> usize {
        let (i, j) = item.place();
        (i - self.bounds.top) as usize * self.width + (j - self.bounds.left) as usize
    }

    /// The number of an item that is there.
    #[inline]
    pub fn number<T: Located>(&self, item: T, items: &[T]) -> u32 {
        let mut number = self.last_at[self.at(item)];
        if T::COLOURED {
            while items[number as usize] != item {
                number = self.before[number as usize];
            }
        }
        number
    }
}

/// How the items of the union come when the sets are walked in the order given, each in its own.
pub fn batches<T: Located>(
    sets: std::sync::Arc<[Arc<Set>]>,
    order: impl Fn(&[Arc<Set>]) -> Vec<usize> + Send + Sync + 'static,
) -> Batches {
    Box::new(move |union, growth| add_all(&sets, order(&sets), T::of(union), growth))
}

/// Adds the items of the union, known by their numbers, when the sets are walked in the order given.
pub fn add_all<T: Located>(sets: &[Arc<Set>], order: Vec<usize>, union: &[T], growth: &mut Growth<'_>) {
    match Numbering::of(union) {
        Numbering::ByPlace(numbers) => add_numbered(sets, order, |item: T| numbers.number(item, union), growth),
        Numbering::Hashed(known) => add_numbered(sets, order, |item: T| known[&item], growth),
    }
}

fn add_numbered<T: Located>(sets: &[Arc<Set>], order: Vec<usize>, number: impl Fn(T) -> u32, growth: &mut Growth<'_>) {
    let mut new = Vec::new();
    for s in order {
        if growth.is_complete() {
            break;
        }
        let its = T::of(&sets[s]);
        new.clear();
        new.extend(its.iter().map(|&item| number(item)).filter(|&number| !growth.has(number)));
        growth.add(&new, |growth, ordered| {
            let in_order = sets[s].positions_in_order().map(|at| number(its[at]));
            ordered.extend(in_order.filter(|&number| !growth.has(number)));
        });
    }
}

/// The numbers of items that are known.
pub enum Numbering<T> {
    ByPlace(Numbers),
    Hashed(FxHashMap<T, u32>),
}

impl<T: Located> Numbering<T> {
    pub fn of(items: &[T]) -> Numbering<T> {
        let bounds = Bounds::of_places(items.iter().map(|item| item.place()));
        if !is_dense(bounds, items.len()) {
            return Numbering::Hashed(items.iter().copied().zip(0..).collect());
        }
        Numbering::ByPlace(Numbers::new(bounds, items))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_large_boxes_are_found_once() {
        for (colours, below) in [(1, 300), (3, 300), (10, 270), (32, 900)] {
            let cells: Vec<Cell> =
                (0..9_000).map(|n| (n * 5 % colours, n * 7 % 61 * n % below - 4, n * n % below + 70)).collect();
            let bounds = Bounds::of_places(cells.iter().map(|cell| cell.place()));
            let one_by_one: Vec<Cell> = distinct(cells.iter().copied()).collect();
            let places = distinct(cells.iter().map(|cell| cell.place())).count();
            let found = union_of_listed_cells(cells.iter().copied(), bounds, cells.len());
            assert_eq!(found, Some((one_by_one.clone(), places == one_by_one.len())), "{colours} {below}");
        }
        let odd = [(1, 0, 0), (32, 300, 300)];
        let bounds = Bounds { top: 0, left: 0, bottom: 300, right: 300 };
        assert_eq!(union_of_listed_cells(odd.into_iter(), bounds, 2), None);
        assert_eq!(union_of_listed_cells([(-1, 0, 0)].into_iter(), bounds, 2), None);
    }

    #[test]
    fn places_are_found_once_with_bytes_and_with_bits() {
        for (count, below) in [(1, 1), (40, 3), (200, 30), (300, 9), (90, 200)] {
            let places: Vec<(i32, i32)> = (0..count).map(|n| (n * 7 % below - 4, n * n % below + 70)).collect();
            let all = || places.iter().copied();
            let bounds = Bounds::of_places(all());
            let one_by_one: Vec<(i32, i32)> = distinct(all()).collect();
            assert_eq!(union_with_bytes(all(), bounds, places.len()), one_by_one);
            assert_eq!(union_of_listed_places(all(), bounds, places.len()), Some(one_by_one));
        }
    }
}
