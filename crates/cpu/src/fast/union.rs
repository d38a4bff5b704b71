//! The distinct items of several sets of places, or of several objects.

use megabatt_core::mask::Bounds;
use megabatt_core::set::Sequence;
use megabatt_core::{Arc, Set};
use rustc_hash::FxHashMap;

/// A place, or a cell.
pub trait Located: Copy + Eq + std::hash::Hash {
    fn place(self) -> (i32, i32);
}

impl Located for (i32, i32) {
    fn place(self) -> (i32, i32) {
        self
    }
}

impl Located for (i32, i32, i32) {
    fn place(self) -> (i32, i32) {
        (self.1, self.2)
    }
}

/// The items of all sets, each once.
pub struct Union<T> {
    pub items: Vec<T>,
    /// For each item of each set, one set after the other, its position among the items.
    numbers: Vec<u32>,
}

const NONE: u32 = u32::MAX;

/// A table with an entry per place of a box pays while the box has at most this many places per item.
const PLACES_PER_ITEM: i64 = 16;

impl<T: Located> Union<T> {
    pub fn of<'a>(sets: impl Iterator<Item = &'a [T]> + Clone) -> Union<T>
    where
        T: 'a,
    {
        let (mut bounds, mut count) = (Bounds::of_nothing(), 0);
        for set in sets.clone() {
            count += set.len();
            set.iter().for_each(|item| bounds.take_in(item.place()));
        }
        let mut union = Union { items: Vec::with_capacity(count), numbers: Vec::with_capacity(count) };
        match bounds.height().checked_mul(bounds.width()) {
            Some(area) if area <= PLACES_PER_ITEM * count as i64 => union.add_by_place(sets, bounds, area as usize),
            _ => {
                let mut known = FxHashMap::default();
                for &item in sets.flatten() {
                    union.add(item, &mut known);
                }
            }
        }
        union
    }

    fn add_by_place<'a>(&mut self, sets: impl Iterator<Item = &'a [T]>, bounds: Bounds, area: usize)
    where
        T: 'a,
    {
        let width = bounds.width() as usize;
        let mut first_at = vec![NONE; area];
        // Cells of several colours may share a place: for each item the next one there.
        let mut next = Vec::with_capacity(self.items.capacity());
        for set in sets {
            for &item in set {
                let (i, j) = item.place();
                let at = (i - bounds.top) as usize * width + (j - bounds.left) as usize;
                let mut number = first_at[at];
                let mut last = NONE;
                while number != NONE && self.items[number as usize] != item {
                    last = number;
                    number = next[number as usize];
                }
                if number == NONE {
                    number = self.items.len() as u32;
                    self.items.push(item);
                    next.push(NONE);
                    match last {
                        NONE => first_at[at] = number,
                        last => next[last as usize] = number,
                    }
                }
                self.numbers.push(number);
            }
        }
    }

    fn add(&mut self, item: T, known: &mut FxHashMap<T, u32>) {
        let number = *known.entry(item).or_insert(self.items.len() as u32);
        if number as usize == self.items.len() {
            self.items.push(item);
        }
        self.numbers.push(number);
    }

    /// The order in which the items come when the sets are walked in the order given, each in its own.
    pub fn sequence(
        &mut self,
        sets: Vec<Arc<Set>>,
        order: impl Fn() -> Vec<usize> + Send + Sync + 'static,
    ) -> Sequence {
        let numbers = std::mem::take(&mut self.numbers);
        Box::new(move |union| {
            let mut starts = Vec::with_capacity(sets.len());
            let mut start = 0;
            for set in &sets {
                starts.push(start);
                start += set.len();
            }
            let mut seen = vec![false; union.len()];
            let mut sequence = Vec::with_capacity(union.len());
            for s in order() {
                for at in sets[s].positions_in_order() {
                    let number = numbers[starts[s] + at];
                    if !std::mem::replace(&mut seen[number as usize], true) {
                        sequence.push(number);
                    }
                }
            }
            sequence
        })
    }
}
