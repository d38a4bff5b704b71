//! The objects of all colours but the most common one in many parts of one grid.
//!
//! `sfilter(places, chain(…, fgpartition, rbind(lbind(crop, I), (7, 7))))` counts the colours of each part, and parts overlap. How many cells of
//! each colour there are above and to the left of a place is found out once; four such places tell it of a part. Which cells are not of one
//! colour is a row of bits.

use super::coded::{Each, Weights};
use super::outline::CELL;
use crate::fast::wanted::row_bits_where;
use megabatt_core::Grid;
use megabatt_core::mask::Bounds;

/// Grids with other colours are left to the ordinary way.
pub const COLOURS: usize = 10;

/// So many bits has each colour's count, which has to stay below 4,096.
const BITS: usize = 12;

/// How many cells of each colour are above and to the left of each place, put together in one number. Those that are too large
/// spill into others, and do not once they are subtracted from each other.
pub struct Counts {
    width: usize,
    sums: Vec<u128>,
}

impl Counts {
    /// None if the grid has other colours than those from zero to nine.
    pub fn of(grid: &Grid) -> Option<Counts> {
        let width = grid.width() + 1;
        let mut sums = vec![0u128; width * (grid.height() + 1)];
        for i in 0..grid.height() {
            let mut in_row = 0u128;
            for (j, &colour) in grid.row(i).iter().enumerate() {
                let colour = usize::try_from(colour).ok().filter(|&colour| colour < COLOURS)?;
                in_row = in_row.wrapping_add(1 << (colour * BITS));
                sums[(i + 1) * width + j + 1] = sums[i * width + j + 1].wrapping_add(in_row);
            }
        }
        Some(Counts { width, sums })
    }

    /// How many cells of each colour a part of the grid has, which are fewer than 4,096.
    pub fn within(&self, part: &Bounds) -> [u32; COLOURS] {
        let at = |i: i32, j: i32| self.sums[i as usize * self.width + j as usize];
        let (bottom, right) = (part.bottom + 1, part.right + 1);
        let below = at(bottom, right).wrapping_sub(at(bottom, part.left));
        let above = at(part.top, right).wrapping_sub(at(part.top, part.left));
        let all = below.wrapping_sub(above);
        std::array::from_fn(|colour| (all >> (colour * BITS)) as u32 & ((1 << BITS) - 1))
    }
}

/// For each colour that was asked for, which cells of each row have another one.
pub struct Others<'a> {
    grid: &'a Grid,
    rows: [Option<Vec<u64>>; COLOURS],
}

impl<'a> Others<'a> {
    /// None if the grid is too wide.
    pub fn of(grid: &'a Grid) -> Option<Others<'a>> {
        (grid.width() <= 64).then_some(Others { grid, rows: [const { None }; COLOURS] })
    }

    /// The shape of the box around the cells of a part that are not of this colour; there is one.
    pub fn shape(&mut self, colour: i8, part: &Bounds) -> (i32, i32) {
        let of_all = || row_bits_where(self.grid.cells(), self.grid.width(), colour).map(|same| !same).collect();
        let rows = &self.rows[colour as usize].get_or_insert_with(of_all)[part.top as usize..=part.bottom as usize];
        let within = u64::MAX >> (63 - (part.right - part.left)) << part.left;
        let has_some = |row: &u64| row & within != 0;
        let (first, last) = (rows.iter().position(has_some), rows.iter().rposition(has_some));
        let columns = rows.iter().fold(0, |columns, row| columns | row) & within;
        let height = last.unwrap_or(0) + 1 - first.unwrap_or(0);
        (height as i32, 64 - (columns.leading_zeros() + columns.trailing_zeros()) as i32)
    }
}

/// The objects of all colours but the most common one, for each item.
pub struct Foregrounds {
    shapes: Vec<(i32, i32)>,
    weights: Each,
    of_merged: Each,
}

impl Foregrounds {
    /// The shape of the box around all of them, how many objects there are, and how many cells they have.
    pub fn new(shapes: Vec<(i32, i32)>, objects: &[u64], sizes: &[u32]) -> Foregrounds {
        let cells = |size: u32| CELL * u64::from(size);
        let weights = objects.iter().zip(sizes).map(|(objects, &size)| 1 + objects + cells(size)).collect();
        let of_merged = sizes.iter().map(|&size| 1 + cells(size)).collect();
        Foregrounds { shapes, weights: Each::new(weights), of_merged: Each::new(of_merged) }
    }

    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    /// `merge` of each.
    pub fn merged(&self) -> Merged {
        Merged { shapes: self.shapes.clone(), weights: self.of_merged.clone() }
    }
}

/// All cells of these objects in one; of some there are none.
pub struct Merged {
    pub shapes: Vec<(i32, i32)>,
    weights: Each,
}

impl Merged {
    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_as_cell_by_cell() {
        let (height, width) = (9, 64);
        let cells = (0..height * width).map(|n: usize| (n * n % 7 * (n % 5) % 10) as i8).collect();
        let grid = Grid::new(height, width, cells);
        let (counts, mut others) = (Counts::of(&grid).expect("usual colours"), Others::of(&grid).expect("narrow"));
        for (top, left, bottom, right) in [(0, 0, 8, 63), (3, 5, 3, 5), (0, 60, 8, 63), (2, 10, 7, 20), (8, 0, 8, 63)] {
            let part = Bounds { top, left, bottom, right };
            let places = || (top..=bottom).flat_map(|i| (left..=right).map(move |j| (i, j)));
            let colour = |(i, j)| grid.at(i as usize, j as usize);
            for (wanted, count) in (0..).zip(counts.within(&part)) {
                assert_eq!(count as usize, places().filter(|&place| colour(place) == wanted).count());
                let around = Bounds::of_places(places().filter(|&place| colour(place) != wanted));
                if around.top <= around.bottom {
                    let shape = (around.height() as i32, around.width() as i32);
                    assert_eq!(others.shape(wanted, &part), shape, "{part:?} without {wanted}");
                }
            }
        }
        assert!(Counts::of(&Grid::new(1, 2, vec![3, 10])).is_none());
        assert!(Others::of(&Grid::new(1, 65, vec![3; 65])).is_none());
    }
}
