//! Where an object occurs in a grid.
//!
//! A bit for each column: whether a cell of the object is found is asked for all places of a row at once. Programs look for one object
//! after the other in the same grid, turned or upscaled, so where the colours of the last grid are is kept.

use super::wanted::{bits_where, row_bits_where};
use megabatt_core::mask::Bounds;
use megabatt_core::{Arc, Grid, Result, Set, Value};
use std::cell::Cell;
use std::ops::{BitAnd, Shr};

/// `occurrences` of an object with these cells.
pub fn occurrences(g: &Arc<Grid>, object: &Set, cells: &[(i32, i32, i32)]) -> Option<Result<Value>> {
    let b = object.bounds();
    // `rearc` tries every cell as a start, but where the box does not fit, some cell is outside.
    let room = |n: usize, taken: i64| (n as i64 - taken + 1).max(0) as usize;
    let (rows, columns) = (room(g.height(), b.height()), room(g.width(), b.width()));
    let found = match g.width() {
        _ if rows == 0 || columns == 0 => None,
        0..=64 => with_planes_of(g, |planes| fits(g, planes, cells, &b, rows, columns)),
        65..=128 => fits::<u128>(g, &mut Planes::default(), cells, &b, rows, columns),
        _ => fits_one_by_one(g, cells, &b, rows, columns),
    };
    Some(Ok(Value::set(Set::copied_pairs(found.unwrap_or_default()))))
}

/// The places among the first rows and columns at which all cells, seen from there, have the colours they are wanted to have. None if a
/// colour is none that the grid has.
fn fits_one_by_one(
    g: &Grid,
    cells: &[(i32, i32, i32)],
    b: &Bounds,
    rows: usize,
    columns: usize,
) -> Option<Vec<(i32, i32)>> {
    let wanted =
        |&(c, i, j): &(i32, i32, i32)| Some((i8::try_from(c).ok()?, (i - b.top) as usize, (j - b.left) as usize));
    let wanted: Vec<(i8, usize, usize)> = cells.iter().map(wanted).collect::<Option<_>>()?;
    let mut found = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            if wanted.iter().all(|&(c, di, dj)| g.row(i + di)[j + dj] == c) {
                found.push((i as i32, j as i32));
            }
        }
    }
    Some(found)
}

/// A bit for each column of a grid that has no more of them.
trait Columns: Copy + PartialEq + BitAnd<Output = Self> + Shr<u32, Output = Self> {
    const NONE: Self;

    /// The first columns, so many of them.
    fn first(count: usize) -> Self;

    /// Adds the columns of each row in which the colour is.
    fn add_rows(g: &Grid, colour: i8, rows: &mut Vec<Self>);

    fn count(self) -> u32;

    /// Calls `f` with each column, from the first one on.
    fn each(self, f: impl FnMut(u32));
}

impl Columns for u64 {
    const NONE: u64 = 0;

    fn first(count: usize) -> u64 {
        u64::MAX >> (64 - count)
    }

    fn add_rows(g: &Grid, colour: i8, rows: &mut Vec<u64>) {
        rows.extend(row_bits_where(g.cells(), g.width(), colour));
    }

    fn each(mut self, mut f: impl FnMut(u32)) {
        while self != 0 {
            f(self.trailing_zeros());
            self &= self - 1;
        }
    }

    fn count(self) -> u32 {
        self.count_ones()
    }
}

impl Columns for u128 {
    const NONE: u128 = 0;

    fn first(count: usize) -> u128 {
        u128::MAX >> (128 - count)
    }

    fn add_rows(g: &Grid, colour: i8, rows: &mut Vec<u128>) {
        rows.extend(g.cells().chunks_exact(g.width()).map(|row| {
            let (left, right) = row.split_at(64);
            u128::from(bits_where(left, colour)) | u128::from(bits_where(right, colour)) << 64
        }));
    }

    fn each(self, mut f: impl FnMut(u32)) {
        (self as u64).each(&mut f);
        ((self >> 64) as u64).each(|j| f(j + 64));
    }

    fn count(self) -> u32 {
        self.count_ones()
    }
}

/// Where the colours of a grid are, as far as somebody has asked.
struct Planes<C> {
    known: Vec<Plane>,
    /// The rows of all planes, one plane after the other.
    rows: Vec<C>,
}

impl<C> Default for Planes<C> {
    fn default() -> Planes<C> {
        Planes { known: Vec::new(), rows: Vec::new() }
    }
}

/// A colour, how many cells have it, and where its rows begin.
#[derive(Clone, Copy)]
struct Plane {
    colour: i32,
    count: u32,
    start: usize,
}

impl<C: Columns> Planes<C> {
    /// Where the colour is in the grid. None if it is none that grids have.
    fn of(&mut self, g: &Grid, colour: i32) -> Option<Plane> {
        if let Some(&known) = self.known.iter().find(|plane| plane.colour == colour) {
            return Some(known);
        }
        let start = self.rows.len();
        C::add_rows(g, i8::try_from(colour).ok()?, &mut self.rows);
        let count = self.rows[start..].iter().map(|row| row.count()).sum();
        let plane = Plane { colour, count, start };
        self.known.push(plane);
        Some(plane)
    }
}

/// The planes of larger grids are not kept.
const MOST_KEPT: usize = 1 << 12;

/// A grid and its planes.
type Kept = Option<Box<(Arc<Grid>, Planes<u64>)>>;

thread_local! {
    /// The last grid of up to 64 columns in which somebody looked for an object.
    static LAST: Cell<Kept> = const { Cell::new(None) };
}

fn with_planes_of<R>(g: &Arc<Grid>, f: impl FnOnce(&mut Planes<u64>) -> R) -> R {
    let mut kept = match LAST.take() {
        Some(kept) if Arc::ptr_eq(&kept.0, g) => kept,
        _ => Box::new((g.clone(), Planes::default())),
    };
    let result = f(&mut kept.1);
    if g.cells().len() <= MOST_KEPT {
        LAST.set(Some(kept));
    }
    result
}

/// The same as [`fits_one_by_one`] for all places of a row at once. Cells of the rarest colour are asked first, which mostly leave no place
/// in a row.
fn fits<C: Columns>(
    g: &Grid,
    planes: &mut Planes<C>,
    cells: &[(i32, i32, i32)],
    b: &Bounds,
    rows: usize,
    columns: usize,
) -> Option<Vec<(i32, i32)>> {
    let mut wanted: Vec<Plane> = Vec::with_capacity(USUAL_COLOURS);
    for &(c, ..) in cells {
        if wanted.iter().all(|plane| plane.colour != c) {
            wanted.push(planes.of(g, c).filter(|plane| plane.count > 0)?);
        }
    }
    wanted.sort_unstable_by_key(|plane| plane.count);
    let mut asked = Vec::with_capacity(cells.len());
    for Plane { colour, start, .. } in wanted {
        let of_colour = cells.iter().filter(|cell| cell.0 == colour);
        asked.extend(of_colour.map(|&(_, i, j)| (start + (i - b.top) as usize, (j - b.left) as u32)));
    }
    let (all, planes) = (C::first(columns), &planes.rows[..]);
    let mut found = Vec::new();
    for i in 0..rows {
        let mut places = all;
        for &(row, dj) in &asked {
            places = places & planes[row + i] >> dj;
            if places == C::NONE {
                break;
            }
        }
        places.each(|j| found.push((i as i32, j as i32)));
    }
    Some(found)
}

/// Objects mostly have no more colours than this.
const USUAL_COLOURS: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::CellLayout;

    #[test]
    fn objects_are_found_in_grids_of_every_width() {
        let mut random = 7u32;
        let mut below = |n: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) % n
        };
        let mut found = 0;
        for width in [1, 2, 15, 16, 17, 33, 63, 64, 65, 66, 100, 127, 128, 129, 140] {
            for colours in [1, 2, 4] {
                let height = 1 + below(6) as usize;
                let g = Arc::new(Grid::from_fn(height, width, |_, _| below(colours) as i8));
                for _ in 0..20 {
                    let (h, w) = (1 + below(height as u32) as i32, 1 + below(width.min(4) as u32) as i32);
                    let (top, left) = (below(height as u32) as i32 - h, below(width as u32) as i32 - w);
                    let all = (0..h).flat_map(|i| (0..w).map(move |j| (i, j)));
                    let mut cells: Vec<(i32, i32, i32)> =
                        all.map(|(i, j)| (g.get(top + i, left + j).unwrap_or(0).into(), i - 3, j + 5)).collect();
                    if below(9) == 0 {
                        cells[0].0 = [77, 400, -1][below(3) as usize];
                    }
                    let object = Set::grown_cells(CellLayout::ColourFirst, cells.clone());
                    let b = Bounds::of_cells(&cells);
                    let room = |n: usize, taken: i64| (n as i64 - taken + 1).max(0) as usize;
                    let (rows, columns) = (room(height, b.height()), room(width, b.width()));
                    let one_by_one = fits_one_by_one(&g, &cells, &b, rows, columns).unwrap_or_default();
                    let Some(Ok(Value::Set(places))) = occurrences(&g, &object, &cells) else { panic!("a set") };
                    assert_eq!(places.pairs().unwrap_or_default(), one_by_one);
                    found += one_by_one.len();
                }
            }
        }
        assert!(found > 1_000);
    }
}
