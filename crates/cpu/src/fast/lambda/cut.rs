//! Cells of a grid that are only asked for their colours.
//!
//! `matcher(chain(palette, rbind(toobject, I), compose(delta, merge)), colours)` looks at what a grid has between two objects: it makes a
//! list, two sets of places, an object and a palette for each pair of them. All it takes is the objects as rows of bits, and the grid as
//! rows of bits for each colour.
//!
//! ```text
//! two objects      their box without them      the colours there
//! 3 . .            . x x
//! . . .            x x x                        { those of the grid at x }
//! . . 5            x x .
//! ```

use super::coded::{Each, Weights};
use super::outline::{CELL, PLACE, Rows};
use crate::fast::shapes::Around;
use crate::fast::wanted::bits_where;
use megabatt_core::Grid;
use megabatt_core::mask::Bounds;
use megabatt_core::set::{Factor, Twos};
use std::rc::Rc;

/// `merge` of each tuple of two objects: a tuple of the cells of one and then of the other.
pub struct Joined {
    parts: Rc<Parts>,
    weights: Each,
}

/// The objects of a product as rows of bits, and which two of them a tuple has.
struct Parts {
    left: Vec<Rows>,
    right: Vec<Rows>,
    codes: Vec<(u32, u32)>,
    /// For each tuple the first one of these two objects, which may have them the other way round.
    first: Vec<u32>,
}

/// For each tuple of a product of a set with itself the first one with the same two items, else its own number.
fn first_of_two(twos: &Twos) -> Vec<u32> {
    let (left, right, codes) = (twos.left().values(), twos.right().values(), twos.codes());
    let count = codes.len() as u32;
    let are_same = left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.is(b));
    if !are_same || left.len() * left.len() > 32 * codes.len() {
        return (0..count).collect();
    }
    let mut known = vec![u32::MAX; left.len() * left.len()];
    let first = |(n, &(l, r)): (u32, &(u32, u32))| {
        let known = &mut known[l.max(r) as usize * left.len() + l.min(r) as usize];
        *known = n.min(*known);
        *known
    };
    (0..).zip(codes).map(first).collect()
}

impl Parts {
    fn get(&self, n: usize) -> (&Rows, &Rows) {
        let (l, r) = self.codes[n];
        (&self.left[l as usize], &self.right[r as usize])
    }

    /// The rows of the box of both with the places that neither has, as bits from the left of the box.
    fn holes(&self, n: usize, b: &Bounds) -> impl Iterator<Item = (i32, u64)> {
        let (one, other) = self.get(n);
        let all = u64::MAX >> (64 - b.width());
        (b.top..=b.bottom).map(move |i| (i, all & !(one.row(i, b.left) | other.row(i, b.left))))
    }
}

impl Joined {
    /// None if an item is no object, or if two of them are too far apart.
    pub fn of(twos: &Twos) -> Option<Joined> {
        let rows = |factor: &Factor| factor.values().iter().map(Rows::of_object).collect::<Option<Vec<_>>>();
        let (left, right) = (rows(twos.left())?, rows(twos.right())?);
        let all = left.iter().chain(&right).map(|rows| rows.bounds).reduce(|a, b| a.with(&b))?;
        if all.width() > 64 || all.height() > 1 << 10 {
            return None;
        }
        let parts = Parts { left, right, codes: twos.codes().to_vec(), first: first_of_two(twos) };
        let weight = |n: usize| {
            let (one, other) = parts.get(n);
            1 + CELL * u64::from(one.size + other.size)
        };
        let weights = Each::new((0..parts.codes.len()).map(weight).collect());
        Some(Joined { parts: Rc::new(parts), weights })
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    pub fn len(&self) -> usize {
        self.parts.codes.len()
    }

    /// `delta` of each.
    pub fn holes(&self) -> Holes {
        let bounds = |n: usize| {
            let (one, other) = self.parts.get(n);
            one.bounds.with(&other.bounds)
        };
        let bounds: Vec<Bounds> = (0..self.len()).map(bounds).collect();
        let mut weights: Vec<u64> = Vec::with_capacity(self.len());
        for (n, (b, &first)) in bounds.iter().zip(&self.parts.first).enumerate() {
            weights.push(match weights.get(first as usize) {
                Some(&known) => known,
                None => 1 + PLACE * self.parts.holes(n, b).map(|(_, bits)| u64::from(bits.count_ones())).sum::<u64>(),
            });
        }
        let weights = Each::new(weights);
        Holes { parts: self.parts.clone(), bounds, weights }
    }
}

/// For each tuple of two objects the places of their box that are in neither.
pub struct Holes {
    parts: Rc<Parts>,
    bounds: Vec<Bounds>,
    weights: Each,
}

impl Holes {
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    /// What the largest of the boxes weighs as a set of places: room is asked for it.
    pub fn largest_box(&self) -> u64 {
        let weight = |b: &Bounds| 1 + PLACE * (b.height() * b.width()) as u64;
        self.bounds.iter().map(weight).max().unwrap_or(0)
    }

    /// `toobject` of each with a grid. None if the grid is too wide or has uncommon colours.
    pub fn cut_from(&self, grid: &Grid) -> Option<Cuts> {
        let planes = Planes::of(grid)?;
        let mut cuts = Cuts::with_capacity(self.len());
        for (n, (b, &first)) in self.bounds.iter().zip(&self.parts.first).enumerate() {
            if (first as usize) < n {
                cuts.push(cuts.sizes[first as usize], cuts.colours[first as usize]);
                continue;
            }
            let (mut size, mut colours) = (0, 0);
            for (i, bits) in self.parts.holes(n, b) {
                if i >= 0 && (i as usize) < planes.height {
                    let bits = if b.left >= 0 { planes.to_right(bits, b.left) } else { planes.to_left(bits, b.left) };
                    size += bits.count_ones();
                    colours |= planes.colours(i as usize, bits, colours);
                }
            }
            cuts.push(size, colours);
        }
        Some(cuts.weighed())
    }
}

/// A grid as rows of bits for each colour that it has.
struct Planes {
    height: usize,
    inside: u64,
    planes: Vec<(u16, Vec<u64>)>,
}

impl Planes {
    fn of(grid: &Grid) -> Option<Planes> {
        if grid.width() > 64 || grid.is_planned() || grid.cells().iter().any(|&v| !(0..16).contains(&v)) {
            return None;
        }
        let has = grid.cells().iter().fold(0u16, |has, &v| has | 1 << v);
        let plane = |colour: i8| (1 << colour, (0..grid.height()).map(|i| bits_where(grid.row(i), colour)).collect());
        let planes = (0..16).filter(|colour| has >> colour & 1 == 1).map(plane).collect();
        Some(Planes { height: grid.height(), inside: u64::MAX >> (64 - grid.width()), planes })
    }

    /// Bits that begin at a column, from the grid's first one on.
    fn to_right(&self, bits: u64, column: i32) -> u64 {
        if column < 64 { bits << column & self.inside } else { 0 }
    }

    /// The same for a column before the first.
    fn to_left(&self, bits: u64, column: i32) -> u64 {
        if column > -64 { bits >> -column & self.inside } else { 0 }
    }

    /// The colours of some cells of a row that are not known yet.
    fn colours(&self, i: usize, bits: u64, known: u16) -> u16 {
        let mut found = 0;
        for (colour, plane) in &self.planes {
            if known & colour == 0 && plane[i] & bits != 0 {
                found |= colour;
            }
        }
        found
    }
}

/// An object for each item of which only the size and the colours are known; all colours are below 16.
pub struct Cuts {
    sizes: Vec<u32>,
    colours: Vec<u16>,
    weights: Each,
}

impl Cuts {
    pub fn with_capacity(n: usize) -> Cuts {
        Cuts { sizes: Vec::with_capacity(n), colours: Vec::with_capacity(n), weights: Each::new(Vec::new()) }
    }

    pub fn push(&mut self, size: u32, colours: u16) {
        self.sizes.push(size);
        self.colours.push(colours);
    }

    /// When all are there.
    pub fn weighed(self) -> Cuts {
        let weights = Each::new(self.sizes.iter().map(|&size| 1 + CELL * u64::from(size)).collect());
        Cuts { weights, ..self }
    }

    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    pub fn palettes(&self) -> Palettes {
        Palettes::new(self.colours.clone())
    }

    /// `toobject` of the neighbours of each place with a grid. None if the grid has uncommon colours.
    pub fn of_neighbours(around: &Around, grid: &Grid) -> Option<Cuts> {
        if grid.is_planned() || grid.cells().iter().any(|&v| !(0..16).contains(&v)) {
            return None;
        }
        let (height, width, cells) = (grid.height(), grid.width(), grid.cells());
        let mut cuts = Cuts::with_capacity(around.len());
        for &(i, j) in around.places() {
            let (mut size, mut colours) = (0, 0);
            for &(di, dj) in around.steps() {
                // Below zero is far beyond the end.
                let (i, j) = ((i + di) as usize, (j + dj) as usize);
                if i < height && j < width {
                    size += 1;
                    colours |= 1 << cells[i * width + j];
                }
            }
            cuts.push(size, colours);
        }
        Some(cuts.weighed())
    }
}

/// Sets of ints below 16, a bit for each.
pub struct Palettes {
    pub bits: Vec<u16>,
    weights: Each,
}

impl Palettes {
    fn new(bits: Vec<u16>) -> Palettes {
        let weights = Each::new(bits.iter().map(|&bits| weight_of_palette(bits)).collect());
        Palettes { bits, weights }
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    /// What comparing each with a value of this weight takes.
    pub fn weights_up_to(&self, most: u64) -> Weights {
        Weights::each(self.weights.iter().map(|weight| weight.min(most)).collect())
    }

    pub fn sizes(&self) -> Vec<i64> {
        self.bits.iter().map(|bits| bits.count_ones().into()).collect()
    }

    /// Whether each has the value.
    pub fn have(&self, value: i64) -> Vec<bool> {
        let bit = bit_of(value);
        self.bits.iter().map(|&bits| bits & bit != 0).collect()
    }

    /// `remove` of a value from each.
    pub fn without(&self, value: i64) -> Palettes {
        let bit = bit_of(value);
        Palettes::new(self.bits.iter().map(|&bits| bits & !bit).collect())
    }
}

/// The bit of an int; none if no palette has it.
fn bit_of(value: i64) -> u16 {
    if (0..16).contains(&value) { 1 << value } else { 0 }
}

/// What a set of ints weighs.
pub fn weight_of_palette(bits: u16) -> u64 {
    1 + u64::from(bits.count_ones())
}
