//! Inputs that are like given ones: turned, flipped, shifted, in other colours.
//!
//! Programs written for one task want what its inputs have: a frame, a wall, two dots of each colour. A random grid has
//! none of it, a variation of a real input has.

use super::{Inputs, Rng};
use megabatt_core::Grid;

/// The grids that inputs are varied from.
#[derive(Clone, Debug)]
pub struct Variations {
    originals: Vec<Grid>,
}

impl Variations {
    /// `None` without an original.
    pub fn of(originals: Vec<Grid>) -> Option<Variations> {
        (!originals.is_empty()).then_some(Variations { originals })
    }
}

impl Inputs for Variations {
    /// Each kind of change comes in every other draw, so that programs that cannot stand one of them find inputs too.
    fn draw(&self, rng: &mut Rng) -> Grid {
        let mut grid = self.originals[rng.below(self.originals.len())].clone();
        if rng.chance(0.5) {
            grid = turned(&grid, rng.below(8));
        }
        if rng.chance(0.5) {
            grid = recoloured(&grid, rng);
        }
        if rng.chance(0.5) {
            let (down, right) = (rng.below(grid.height()), rng.below(grid.width()));
            grid = shifted(&grid, down, right);
        }
        grid
    }
}

/// One of the eight ways to lay a sheet on its place.
fn turned(grid: &Grid, way: usize) -> Grid {
    let (h, w) = (grid.height(), grid.width());
    let (height, width) = if way & 4 == 0 { (h, w) } else { (w, h) };
    Grid::from_fn(height, width, |i, j| {
        let (i, j) = if way & 4 == 0 { (i, j) } else { (j, i) };
        grid.at(if way & 1 == 0 { i } else { h - 1 - i }, if way & 2 == 0 { j } else { w - 1 - j })
    })
}

/// Other colours for all but 0, which is the background more often than not.
fn recoloured(grid: &Grid, rng: &mut Rng) -> Grid {
    let mut colours: [i8; 10] = std::array::from_fn(|colour| colour as i8);
    rng.shuffle(&mut colours[1..]);
    let other = |cell: i8| usize::try_from(cell).ok().and_then(|n| colours.get(n)).copied().unwrap_or(cell);
    Grid::from_fn(grid.height(), grid.width(), |i, j| other(grid.at(i, j)))
}

/// What leaves on one side comes in on the other.
fn shifted(grid: &Grid, down: usize, right: usize) -> Grid {
    let (h, w) = (grid.height(), grid.width());
    Grid::from_fn(h, w, |i, j| grid.at((i + h - down) % h, (j + w - right) % w))
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::grid;

    #[test]
    fn the_eight_ways_differ_and_the_first_is_none() {
        let sheet = grid! { [1 2 3] [4 5 6] };
        let ways: Vec<Grid> = (0..8).map(|way| turned(&sheet, way)).collect();
        assert_eq!(ways[0], sheet);
        assert_eq!(ways[1], grid! { [4 5 6] [1 2 3] });
        assert_eq!(ways[2], grid! { [3 2 1] [6 5 4] });
        assert_eq!(ways[4], grid! { [1 4] [2 5] [3 6] });
        for n in 0..8 {
            assert!(!ways[..n].contains(&ways[n]));
        }
    }

    #[test]
    fn shifts_wrap_around() {
        assert_eq!(shifted(&grid! { [1 2 3] [4 5 6] }, 1, 1), grid! { [6 4 5] [3 1 2] });
    }

    #[test]
    fn variations_keep_what_a_grid_is_made_of() {
        let sheet = grid! { [0 1 1] [2 2 2] };
        let variations = Variations::of(vec![sheet.clone()]).expect("one original");
        let mut rng = Rng::new(&["variations"]);
        let counts = |grid: &Grid| {
            let mut counts: Vec<usize> =
                (0..=9).map(|colour| grid.cells().iter().filter(|&&cell| cell == colour).count()).collect();
            counts[1..].sort_unstable();
            counts
        };
        for _ in 0..100 {
            assert_eq!(counts(&variations.draw(&mut rng)), counts(&sheet));
        }
        assert!(Variations::of(Vec::new()).is_none());
    }
}
