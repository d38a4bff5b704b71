//! Objects of one cell, without the others.
//!
//! Differs ask for `sizefilter(o_g(grid, R5), ONE)`. A cell is an object by itself if none of its neighbours joins it, which rows
//! tell when they are laid beside each other. In which order a set has such objects depends on all objects; that is found out
//! if somebody asks for it.
//!
//! ```text
//! 1 1 0        . . .
//! 0 0 2   →    . . 2
//! 3 0 0        3 . .
//! ```

use super::planes::{self, Planes};
use crate::fast::search::{Manner, Open};
use crate::fast::{colour, patch};
use megabatt_core::{Arc, Grid, Result, Set, hash};

/// Of larger grids the places are not kept in order.
const MOST_CELLS: usize = 1 << 16;

/// The objects of one cell; None where only a search can tell.
pub fn singles(g: &Arc<Grid>, manner: Manner) -> Option<Result<Set>> {
    let cells = single_cells(g, manner);
    match cells.len() {
        0 => return Some(Ok(Set::empty())),
        2.. if g.cells().len() > MOST_CELLS => return None,
        _ => {}
    }
    let grid = g.clone();
    let sequence = move |set: &Set| in_order(&grid, manner, set.singles().unwrap_or_default());
    Some(Set::deferred_singles(cells, Box::new(sequence)))
}

/// Positions among the cells, in the order in which the set of all objects has them. Of the other objects only the hash counts.
fn in_order(g: &Grid, manner: Manner, cells: &[(i32, i32, i32)]) -> Vec<u32> {
    /// Other objects have no position.
    const LARGER: u32 = u32::MAX;
    let (all, width) = (patch::indices_of(g.height(), g.width()), g.width());
    let all_places = all.pairs().unwrap_or_default();
    let background = manner.without_bg.then(|| background(g));
    let (mut open, mut added) = (Open::new(g, background), Vec::new());
    hash::many::of_grid(g.cells(), width, &mut added);
    let at = |i: i32, j: i32| i as usize * width + j as usize;
    let mut position = vec![LARGER; g.cells().len()];
    (0..).zip(cells).for_each(|(n, &(_, i, j))| position[at(i, j)] = n);
    let (mut hashes, mut objects) = (Vec::with_capacity(cells.len() + 8), Vec::with_capacity(cells.len() + 8));
    for n in without(background, g.cells(), all.positions_in_order()) {
        let n = n as usize;
        if position[n] != LARGER {
            hashes.push(hash::of_frozenset(added[n], 1));
            objects.push(position[n]);
            continue;
        }
        let (i, j) = all_places[n];
        if !open.is_taken(i, j) {
            let object = open.fill((i, j), manner);
            let xored = object.iter().fold(0, |xored, &(_, i, j)| xored ^ added[at(i, j)]);
            hashes.push(hash::of_frozenset(xored, object.len()));
            objects.push(LARGER);
        }
    }
    let ordered = Set::order_of_copied(hashes).into_iter();
    ordered.map(|object| objects[object as usize]).filter(|&position| position != LARGER).collect()
}

/// The positions of cells of other colours than the background. Which ones these are cannot be guessed, so all are written down, and those of
/// the background are written over.
fn without(background: Option<i8>, cells: &[i8], positions: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut kept = vec![0; cells.len()];
    let mut found = 0;
    // Places come row by row here, and so do cells.
    for n in positions {
        kept[found] = n as u32;
        found += usize::from(Some(cells[n]) != background);
    }
    kept.truncate(found);
    kept
}

/// The colour that most cells have. Mostly that is more than half of them, and the first cell has it, or it is black.
fn background(g: &Grid) -> i8 {
    let cells = g.cells();
    let guesses = [cells.first().copied().unwrap_or_default(), 0];
    match guesses.into_iter().find(|&colour| 2 * count(cells, colour) > cells.len()) {
        Some(colour) => colour,
        None => most_common(g),
    }
}

/// How many cells have a colour.
fn count(cells: &[i8], colour: i8) -> usize {
    // As many as a byte can count.
    let few = |cells: &[i8]| cells.iter().fold(0u8, |n, &cell| n + u8::from(cell == colour));
    cells.chunks(32).map(|cells| usize::from(few(cells))).sum()
}

/// The same for colours of which none has more than half; it takes a closer look if several have most, or if there are others than the
/// usual ones.
fn most_common(g: &Grid) -> i8 {
    const USUAL: usize = 16;
    let mut counts = [0u32; USUAL];
    let mut others = 0;
    for &colour in g.cells() {
        others |= colour & !(USUAL as i8 - 1);
        counts[colour as usize % USUAL] += 1;
    }
    let most = counts.iter().max().copied().unwrap_or(0);
    let mut best = (0..USUAL).filter(|&colour| counts[colour] == most);
    match (best.next(), best.next()) {
        (Some(colour), None) if others == 0 => colour as i8,
        _ => colour::most_common(g),
    }
}

/// The cells that no neighbour joins, row by row.
fn single_cells(g: &Grid, manner: Manner) -> Vec<(i32, i32, i32)> {
    let background = manner.without_bg.then(|| background(g));
    let Some(planes) = Planes::of(g) else { return single_cells_of_any(g, manner, background) };
    let (cells, width) = (g.cells(), g.width());
    planes::listed(&planes.alone(manner, background), |i, j| (cells[i * width + j].into(), i as i32, j as i32))
}

/// The same for grids that are wide or have other colours.
fn single_cells_of_any(g: &Grid, manner: Manner, background: Option<i8>) -> Vec<(i32, i32, i32)> {
    let (h, w) = (g.height(), g.width());
    let mut found = Vec::new();
    let mut alone = vec![0u8; w.next_multiple_of(TOGETHER)];
    for i in 0..h {
        let row = g.row(i);
        match background {
            Some(background) => alone.iter_mut().zip(row).for_each(|(alone, &v)| *alone = u8::from(v != background)),
            None => alone[..w].fill(1),
        }
        let mut look = |row: &[i8], other: &[i8], at: usize| {
            let alone = alone[at..].iter_mut().zip(row.iter().zip(other));
            match (manner.univalued, background) {
                (true, _) => alone.for_each(|(alone, (a, b))| *alone &= u8::from(a != b)),
                (false, Some(background)) => alone.for_each(|(alone, (_, b))| *alone &= u8::from(*b == background)),
                (false, None) => alone.for_each(|(alone, _)| *alone = 0),
            }
        };
        look(&row[1..], row, 1);
        look(row, &row[1..], 0);
        let above = (i > 0).then(|| g.row(i - 1));
        let below = (i + 1 < h).then(|| g.row(i + 1));
        for other in [above, below].into_iter().flatten() {
            look(row, other, 0);
            if manner.diagonal {
                look(&row[1..], other, 1);
                look(row, &other[1..], 0);
            }
        }
        for (n, eight) in alone.as_chunks::<TOGETHER>().0.iter().enumerate() {
            if u64::from_ne_bytes(*eight) != 0 {
                let each = (n * TOGETHER..w.min((n + 1) * TOGETHER)).filter(|&j| alone[j] != 0);
                found.extend(each.map(|j| (row[j].into(), i as i32, j as i32)));
            }
        }
    }
    found
}

/// Flags that are looked at together.
const TOGETHER: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::object::sizefilter;
    use crate::fast::search;
    use crate::fast::tok::LAYOUT;
    use megabatt_core::Value;

    /// All grids of a shape with three colours.
    fn grids(h: usize, w: usize) -> impl Iterator<Item = Arc<Grid>> {
        let cells = (h * w) as u32;
        (0..3usize.pow(cells))
            .map(move |n| Arc::new(Grid::from_fn(h, w, |i, j| (n / 3usize.pow((i * w + j) as u32) % 3) as i8)))
    }

    fn check(g: &Arc<Grid>) {
        for code in 0..8 {
            let manner = Manner::of_code(code).expect("a code");
            let Some(Ok(Value::Set(all))) = search::objects(g, LAYOUT, manner) else { panic!("a small grid") };
            let Some(Ok(Value::Set(expected))) = sizefilter(&all, 1) else { panic!("a set of sets") };
            let found = singles(g, manner).expect("a small grid").expect("no deep nesting");
            assert_eq!(megabatt_core::py::repr_set(&found), megabatt_core::py::repr_set(&expected), "{g:?} {code}");
            assert_eq!(
                (found.hash(), found.weight(), found.depth()),
                (expected.hash(), expected.weight(), expected.depth())
            );
        }
    }

    #[test]
    fn they_are_those_that_a_filter_of_all_objects_gives() {
        for (h, w) in [(1, 1), (1, 4), (4, 1), (2, 3), (3, 3)] {
            grids(h, w).for_each(|g| check(&g));
        }
    }

    #[test]
    fn bits_tell_what_rows_tell() {
        for (h, w) in [(1, 1), (1, 4), (4, 1), (2, 3), (3, 3)] {
            for g in grids(h, w) {
                for code in 0..8 {
                    let manner = Manner::of_code(code).expect("a code");
                    let background = manner.without_bg.then(|| colour::most_common(&g));
                    assert_eq!(single_cells(&g, manner), single_cells_of_any(&g, manner, background), "{g:?} {code}");
                }
            }
        }
    }

    #[test]
    fn wide_and_speckled_grids_have_many() {
        let mut seed = 7u32;
        let mut next = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((seed >> 16) % below) as i8
        };
        for (h, w) in [(5, 8), (9, 17), (30, 30), (3, 40), (4, 64), (4, 65)] {
            for colours in [2, 4, 10, 20] {
                check(&Arc::new(Grid::from_fn(h, w, |_, _| next(colours))));
            }
        }
    }
}
