//! Where boxes of one colour occur in a grid.
//!
//! `compose(lbind(occurrences, I), chain(lbind(recolor, ZERO), asindices, lbind(canvas, ZERO)))` looks for a free box of each of many
//! shapes. Whether all cells of a box have its colour is asked for all places of a row at once, with a bit for each, and a box of eight
//! rows is two of four: no cell of a box is ever listed.

use super::area::{Area, Areas};
use super::coded::{Each, Weights};
use super::outline::CELL;
use crate::fast::joined::order_of_applied;
use crate::fast::union::batches;
use megabatt_core::set::Batches;
use megabatt_core::{Arc, Grid, Set, Value};
use std::sync::Arc as Shared;

/// All cells of a box, of one colour, for each item.
pub struct Boxes {
    colour: i64,
    shapes: Vec<(usize, usize)>,
    weights: Each,
}

impl Boxes {
    /// `recolor` of each area. None if one is no box.
    pub fn of(areas: &Areas, colour: i64) -> Option<Boxes> {
        i32::try_from(colour).ok()?;
        let shape = |area: &Area| match area {
            Area::All(b) => Some((usize::try_from(b.height()).ok()?, usize::try_from(b.width()).ok()?)),
            Area::Of(..) => None,
        };
        let shapes: Vec<(usize, usize)> = areas.all().iter().map(shape).collect::<Option<_>>()?;
        let weights = Each::new(shapes.iter().map(|&(h, w)| 1 + CELL * (h * w) as u64).collect());
        Some(Boxes { colour, shapes, weights })
    }

    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }
}

/// The places in one grid at which something fits, for each item.
#[derive(Clone)]
pub struct Fits {
    /// So many words are those of an item: a row of places each.
    height: usize,
    words: Shared<[u64]>,
    weights: Each,
}

impl Fits {
    /// `occurrences` of each in the grid. None if the grid is wider than a word has bits.
    pub fn of(grid: &Grid, boxes: &Boxes) -> Option<Fits> {
        if grid.is_planned() || grid.width() > 64 || grid.height() == 0 {
            return None;
        }
        let is_wanted = |v: &i8| i64::from(*v) == boxes.colour;
        let bits = |row: &[i8]| row.iter().rev().fold(0u64, |bits, v| bits << 1 | u64::from(is_wanted(v)));
        let cells: Vec<u64> = (0..grid.height()).map(|i| bits(grid.row(i))).collect();
        let mut words = Vec::with_capacity(boxes.len() * cells.len());
        for &(height, width) in &boxes.shapes {
            let start = words.len();
            if height <= grid.height() && width <= grid.width() {
                words.extend(cells.iter().map(|&row| runs(row, width)));
                stacks(&mut words[start..], height);
            } else {
                words.resize(start + cells.len(), 0);
            }
        }
        let size = |rows: &[u64]| rows.iter().map(|row| u64::from(row.count_ones())).sum::<u64>();
        let weights = Each::new(words.chunks_exact(cells.len()).map(|rows| 1 + 3 * size(rows)).collect());
        Some(Fits { height: cells.len(), words: words.into(), weights })
    }

    pub fn len(&self) -> usize {
        self.words.len() / self.height
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    pub fn into_values(self) -> Vec<Value> {
        sets(&self.words, self.height).map(Value::set).collect()
    }

    /// How many places the items of each group have together; so many items are in each, one group after the other.
    pub fn sizes_together(&self, groups: impl Iterator<Item = usize>) -> Vec<u32> {
        let mut rest = &self.words[..];
        let together = |count: usize| {
            let (its, others) = rest.split_at(count * self.height);
            rest = others;
            let row = |i: usize| its[i..].iter().step_by(self.height).fold(0, |all, row| all | row);
            (0..self.height).map(|i| row(i).count_ones()).sum()
        };
        groups.map(together).collect()
    }

    /// What the items of each such group weigh together.
    pub fn weights_together(&self, groups: impl Iterator<Item = usize>) -> Vec<u64> {
        let mut each = self.weights.iter();
        groups.map(|count| each.by_ref().take(count).sum()).collect()
    }

    /// All places in one set, as `mapply` over the source makes it.
    pub fn union(&self, source: &Arc<Set>) -> Set {
        let all = (0..self.height).map(|i| self.words[i..].iter().step_by(self.height).fold(0, |all, row| all | row));
        let places = places(all);
        if places.is_empty() {
            return Set::empty();
        }
        let (words, height, walked) = (self.words.clone(), self.height, source.clone());
        let in_batches: Batches = Box::new(move |set, growth| {
            let sets: Shared<[Arc<Set>]> = sets(&words, height).map(Arc::new).collect();
            let walked = walked.clone();
            batches::<(i32, i32)>(sets, move |all| order_of_applied(walked.positions_in_order(), all))(set, growth);
        });
        Set::pairs_in_batches(places, in_batches, [source])
    }
}

/// As `occurrences` makes them, row by row.
fn sets(words: &[u64], height: usize) -> impl Iterator<Item = Set> {
    words.chunks_exact(height).map(|rows| Set::copied_pairs(places(rows.iter().copied())))
}

/// The bits from which on so many in a row are set.
fn runs(mut bits: u64, width: usize) -> u64 {
    let mut known = 1;
    while known < width {
        let step = known.min(width - known);
        bits &= bits >> step;
        known += step;
    }
    bits
}

/// The same for words: a bit stays if it is set in so many words from there on.
fn stacks(words: &mut [u64], height: usize) {
    let mut known = 1;
    while known < height {
        let step = known.min(height - known);
        for i in 0..words.len() {
            words[i] &= words.get(i + step).copied().unwrap_or(0);
        }
        known += step;
    }
}

fn places(rows: impl Iterator<Item = u64>) -> Vec<(i32, i32)> {
    let mut places = Vec::new();
    for (i, mut row) in rows.enumerate() {
        while row != 0 {
            places.push((i as i32, row.trailing_zeros() as i32));
            row &= row - 1;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stay_where_boxes_fit() {
        let rows: Vec<u64> =
            (0..7).map(|n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 0x00FF_00F3_C0FF_1E3F).collect();
        for (height, width) in [(1, 1), (1, 5), (3, 2), (2, 3), (7, 1), (6, 4)] {
            let mut words: Vec<u64> = rows.iter().map(|&row| runs(row, width)).collect();
            stacks(&mut words, height);
            let has = |i: usize, j: usize| j < 64 && rows.get(i).is_some_and(|row| row >> j & 1 == 1);
            let fits = |i: usize, j: usize| (0..height).all(|di| (0..width).all(|dj| has(i + di, j + dj)));
            let found = (0..7).flat_map(|i| (0..64).map(move |j| (i, j))).filter(|&(i, j)| fits(i, j));
            let found: Vec<(i32, i32)> = found.map(|(i, j)| (i as i32, j as i32)).collect();
            assert_eq!(places(words.into_iter()), found, "{height} by {width}");
            assert!(!found.is_empty());
        }
    }
}
