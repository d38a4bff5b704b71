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

impl Located for (i32, i32, i32) {
    const COLOURED: bool = true;

    fn place(self) -> (i32, i32) {
        (self.1, self.2)
    }

    fn of(set: &Set) -> &[(i32, i32, i32)] {
        set.coloured().unwrap_or_default()
    }
}

const NONE: u32 = u32::MAX;

/// A table with an entry per place of a box pays while the box has at most this many places per item.
const PLACES_PER_ITEM: i64 = 16;

/// The items of all sets, each once.
pub fn union<T: Located>(sets: &[Arc<Set>]) -> Vec<T> {
    if let [a, b] = sets
        && let Some(items) = with_a_mask(a, b)
    {
        return items;
    }
    let (mut bounds, mut count) = (Bounds::of_nothing(), 0);
    for set in sets {
        count += set.len();
        T::of(set).iter().for_each(|item| bounds.take_in(item.place()));
    }
    let all = sets.iter().flat_map(|set| T::of(set)).copied();
    let mut items = Vec::with_capacity(count);
    if !is_dense(bounds, count) {
        items.extend(distinct(all));
    } else if !T::COLOURED
        && let Some(mut mask) = Mask::over(bounds)
    {
        items.extend(all.filter(|item| mask.insert(item.place().0, item.place().1)));
    } else {
        let mut numbers = Numbers::new(bounds, count);
        all.for_each(|item| {
            numbers.add(item, &mut items);
        });
    }
    items
}

/// The places of two sets, of which the larger one has a mask: often it is the same in many calls.
fn with_a_mask<T: Located>(a: &Set, b: &Set) -> Option<Vec<T>> {
    let (large, small) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    if T::COLOURED {
        return None;
    }
    let mask = large.mask()?;
    let mut items = Vec::with_capacity(large.len() + small.len());
    items.extend_from_slice(T::of(large));
    items.extend(T::of(small).iter().copied().filter(|item| !mask.has(item.place().0, item.place().1)));
    Some(items)
}

fn distinct<T: Located>(items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut known = FxHashSet::default();
    items.filter(move |&item| known.insert(item))
}

fn is_dense(bounds: Bounds, count: usize) -> bool {
    bounds.height().checked_mul(bounds.width()).is_some_and(|area| area <= PLACES_PER_ITEM * count as i64)
}

/// Which item is where, in a table with an entry per place.
struct Numbers {
    bounds: Bounds,
    width: usize,
    first_at: Vec<u32>,
    /// Cells of several colours may share a place: for each item the next one there.
    next: Vec<u32>,
}

impl Numbers {
    /// For items that [`is_dense`] says are near each other.
    fn new(bounds: Bounds, count: usize) -> Numbers {
        let width = bounds.width() as usize;
        let first_at = vec![NONE; bounds.height() as usize * width];
        Numbers { bounds, width, first_at, next: Vec::with_capacity(count) }
    }

    #[inline]
    fn at<T: Located>(&self, item: T) -> usize {
        let (i, j) = item.place();
        (i - self.bounds.top) as usize * self.width + (j - self.bounds.left) as usize
    }

    /// The number of an item, which joins the others if it is new.
    #[inline]
    fn add<T: Located>(&mut self, item: T, items: &mut Vec<T>) -> u32 {
        let at = self.at(item);
        let mut number = self.first_at[at];
        let mut last = NONE;
        while number != NONE && items[number as usize] != item {
            last = number;
            number = self.next[number as usize];
        }
        if number == NONE {
            number = items.len() as u32;
            items.push(item);
            self.next.push(NONE);
            match last {
                NONE => self.first_at[at] = number,
                last => self.next[last as usize] = number,
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
        let numbering = Numbering::of(items);
        let numbers = |item| numbering.number(item, items);
        let mut seen = vec![false; items.len()];
        let mut sequence = Vec::with_capacity(items.len());
        for s in order(&sets) {
            if sequence.len() == items.len() {
                break;
            }
            let its = T::of(&sets[s]);
            let mut new = its.iter().map(|&item| numbers(item)).filter(|&number| !seen[number as usize]);
            // The order of a set matters only if it brings two new items.
            match (new.next(), new.next()) {
                (None, _) => {}
                (Some(number), None) => {
                    seen[number as usize] = true;
                    sequence.push(number);
                }
                (Some(_), Some(_)) => {
                    for at in sets[s].positions_in_order() {
                        let number = numbers(its[at]);
                        if !std::mem::replace(&mut seen[number as usize], true) {
                            sequence.push(number);
                        }
                    }
                }
            }
        }
        sequence
    })
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
        let mut numbers = Numbers::new(bounds, items.len());
        let mut known = Vec::with_capacity(items.len());
        for &item in items {
            numbers.add(item, &mut known);
        }
        Numbering::ByPlace(numbers)
    }

    #[inline]
    fn number(&self, item: T, items: &[T]) -> u32 {
        match self {
            Numbering::ByPlace(numbers) => {
                let mut number = numbers.first_at[numbers.at(item)];
                while items[number as usize] != item {
                    number = numbers.next[number as usize];
                }
                number
            }
            Numbering::Hashed(known) => known[&item],
        }
    }
}
