//! Grids to try things on: as in tasks, and as nobody would draw them.

use crate::random::Random;
use megabatt_core::Grid;

/// A grid of this shape: rectangles on a background, a few colours at random, stripes, one colour, or a comb.
pub fn grid(random: &mut Random, height: usize, width: usize) -> Grid {
    let mut cells = vec![0i8; height * width];
    let colour = |random: &mut Random| random.below(10) as i8;
    match random.below(20) {
        0..=8 => return drawn(random, height, width),
        9..=13 => {
            let (few, from) = (2 + random.below(3), random.below(6));
            cells.fill_with(|| (from + random.below(few)) as i8);
        }
        14 => cells.fill_with(|| colour(random)),
        15 => cells.fill(colour(random)),
        16 => {
            let rows: Vec<i8> = (0..height).map(|_| if random.one_in(2) { 5 } else { colour(random) }).collect();
            cells = (0..height * width).map(|n| rows[n / width]).collect();
            if random.one_in(2) {
                cells[0] = colour(random);
            }
        }
        17 => {
            let (a, b) = (colour(random), colour(random));
            let comb = |i: usize, j: usize| j.is_multiple_of(2) || i == height - 1;
            cells = (0..height * width).map(|n| if comb(n / width, n % width) { a } else { b }).collect();
        }
        18 => {
            let (a, b) = (colour(random), colour(random));
            let snake = |i: usize, j: usize| i.is_multiple_of(2) || j == if i % 4 == 1 { width - 1 } else { 0 };
            cells = (0..height * width).map(|n| if snake(n / width, n % width) { a } else { b }).collect();
        }
        _ => {
            let unusual = [-1i8, 10, -2, 11, 12, 13, 0, 8, 9];
            cells.fill_with(|| *random.pick(&unusual));
        }
    }
    Grid::new(height, width, cells)
}

/// A grid as in tasks: a background with up to ten rectangles on it.
pub fn drawn(random: &mut Random, height: usize, width: usize) -> Grid {
    let background = if random.one_in(3) { random.below(10) as i8 } else { 0 };
    let mut cells = vec![background; height * width];
    for _ in 0..=random.below(10) {
        let (top, left, colour) = (random.below(height), random.below(width), random.below(10) as i8);
        let (rows, columns) = (1 + random.below(6), 1 + random.below(6));
        for i in top..(top + rows).min(height) {
            cells[i * width + left..i * width + (left + columns).min(width)].fill(colour);
        }
    }
    Grid::new(height, width, cells)
}

/// A shape of up to `side`: mostly as in tasks, sometimes a line, a single cell or as large as can be.
pub fn shape(random: &mut Random, side: usize) -> (usize, usize) {
    let usual = |random: &mut Random| 1 + random.below(side.min(30));
    match random.below(12) {
        0 => (1, 1 + random.below(side)),
        1 => (1 + random.below(side), 1),
        2 => (side, side),
        3 => (1 + random.below(3), 1 + random.below(3)),
        4 => (1 + random.below(side), 1 + random.below(side)),
        _ => (usual(random), usual(random)),
    }
}

/// Grids of up to `side`, with a seed.
pub fn grids(count: usize, side: usize, seed: u64) -> Vec<Grid> {
    let mut random = Random::new(seed);
    let one = |_| {
        let (height, width) = shape(&mut random, side);
        grid(&mut random, height, width)
    };
    (0..count).map(one).collect()
}
