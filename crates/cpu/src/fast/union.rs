//! The distinct items of several sets of places, or of several objects.

use megabatt_core::mask::{Bounds, Mask};
use megabatt_core::set::Sequence;
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
/// hashing the items. A bit per place takes far less.
const PLACES_PER_ITEM: i64 = 64;
const BITS_PER_ITEM: i64 = 512;

/// With fewer items than this, a box as large as for so many is no loss.
const FEW: usize = 64;

/// The places of all sets, each once.
pub fn union_of_places(sets: &[Arc<Set>]) -> Vec<(i32, i32)> {
    if let [a, b] = sets
        && let Some(items) = with_a_mask(a, b)
    {
        return items;
    }
    let (bounds, count) = extent::<(i32, i32)>(sets);
    let all = sets.iter().flat_map(|set| <(i32, i32)>::of(set)).copied();
    match mask_for(bounds, count) {
        Some(mut mask) => {
            let mut places = Vec::with_capacity(count.min(area(bounds)));
            places.extend(all.filter(|&(i, j)| mask.insert(i, j)));
            places
        }
        _ => distinct(all).collect(),
    }
}

/// The cells of all objects, each once; and whether no two of them share a place, where that is found out on the way.
pub fn union_of_cells(sets: &[Arc<Set>]) -> (Vec<Cell>, Option<bool>) {
    let (bounds, count) = extent::<Cell>(sets);
    if is_dense(bounds, count)
        && let Some((cells, distinct_places)) = by_colours_there(sets, bounds, count)
    {
        return (cells, Some(distinct_places));
    }
    (distinct(sets.iter().flat_map(|set| Cell::of(set)).copied()).collect(), None)
}

/// [`union_of_cells`] with a note for each place of the box which colours are there; None if one is no small number.
fn by_colours_there(sets: &[Arc<Set>], bounds: Bounds, count: usize) -> Option<(Vec<Cell>, bool)> {
    let width = bounds.width();
    let first = i64::from(bounds.top) * width + i64::from(bounds.left);
    let mut colours_at = vec![0u32; area(bounds)];
    let mut cells = Vec::with_capacity(count.min(area(bounds)));
    let mut distinct_places = true;
    for set in sets {
        for &(c, i, j) in Cell::of(set) {
            // A negative one is no small number then either.
            let colour = 1u32.checked_shl(c as u32)?;
            let there = &mut colours_at[(i64::from(i) * width + i64::from(j) - first) as usize];
            if *there & colour == 0 {
                distinct_places &= *there == 0;
                *there |= colour;
                cells.push((c, i, j));
            }
        }
    }
    Some((cells, distinct_places))
}

/// The box around all items, and how many there are.
fn extent<T: Located>(sets: &[Arc<Set>]) -> (Bounds, usize) {
    let (mut bounds, mut count) = (Bounds::of_nothing(), 0);
    for set in sets {
        count += set.len();
        T::of(set).iter().for_each(|item| bounds.take_in(item.place()));
    }
    (bounds, count)
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

/// The places of two sets, of which the larger one has a mask: often it is the same in many calls.
fn with_a_mask(a: &Set, b: &Set) -> Option<Vec<(i32, i32)>> {
    let (large, small) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mask = large.mask()?;
    let mut items = Vec::with_capacity(large.len() + small.len());
    items.extend_from_slice(large.pairs().unwrap_or_default());
    items.extend(small.pairs().unwrap_or_default().iter().copied().filter(|&(i, j)| !mask.has(i, j)));
    Some(items)
}

fn distinct<T: Located>(items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut known = FxHashSet::default();
    items.filter(move |&item| known.insert(item))
}

fn is_dense(bounds: Bounds, count: usize) -> bool {
    has_at_most(bounds, PLACES_PER_ITEM, count)
}

/// Whether the box has no more than so many places for each item.
fn has_at_most(bounds: Bounds, places: i64, count: usize) -> bool {
    bounds.height().checked_mul(bounds.width()).is_some_and(|area| area <= places * count as i64)
}

/// Which item is where, in a table with an entry per place.
struct Numbers {
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
    fn number<T: Located>(&self, item: T, items: &[T]) -> u32 {
        let mut number = self.last_at[self.at(item)];
        if T::COLOURED {
            while items[number as usize] != item {
                number = self.before[number as usize];
            }
        }
        number
    }
}

/// The order in which the items of the union come when the sets are walked in the order given, each in its own.
pub fn sequence<T: Located>(
    sets: std::sync::Arc<[Arc<Set>]>,
    order: impl Fn(&[Arc<Set>]) -> Vec<usize> + Send + Sync + 'static,
) -> Sequence {
    Box::new(move |union| {
        let items = T::of(union);
        match Numbering::of(items) {
            Numbering::ByPlace(numbers) => {
                walked(&sets, order(&sets), items.len(), |item: T| numbers.number(item, items))
            }
            Numbering::Hashed(known) => walked(&sets, order(&sets), items.len(), |item: T| known[&item]),
        }
    })
}

/// The numbers of all items, in the order in which they come.
fn walked<T: Located>(sets: &[Arc<Set>], order: Vec<usize>, count: usize, number: impl Fn(T) -> u32) -> Vec<u32> {
    let mut seen = vec![false; count];
    // One more, for what comes after the last new one.
    let (mut sequence, mut found) = (vec![0; count + 1], 0);
    for s in order {
        if found == count {
            break;
        }
        let its = T::of(&sets[s]);
        let mut new = its.iter().map(|&item| number(item)).filter(|&number| !seen[number as usize]);
        // The order of a set matters only if it brings two new items.
        match (new.next(), new.next()) {
            (None, _) => {}
            (Some(number), None) => {
                seen[number as usize] = true;
                sequence[found] = number;
                found += 1;
            }
            (Some(_), Some(_)) => {
                for at in sets[s].positions_in_order() {
                    let number = number(its[at]);
                    sequence[found] = number;
                    found += usize::from(!std::mem::replace(&mut seen[number as usize], true));
                }
            }
        }
    }
    sequence.truncate(found);
    sequence
}

/// The numbers of items that are known.
enum Numbering<T> {
    ByPlace(Numbers),
    Hashed(FxHashMap<T, u32>),
}

impl<T: Located> Numbering<T> {
    fn of(items: &[T]) -> Numbering<T> {
        let bounds = Bounds::of_places(items.iter().map(|item| item.place()));
        if !is_dense(bounds, items.len()) {
            return Numbering::Hashed(items.iter().copied().zip(0..).collect());
        }
        Numbering::ByPlace(Numbers::new(bounds, items))
    }
}
