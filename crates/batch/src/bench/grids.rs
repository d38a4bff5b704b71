//! Grids to measure with: the same on every machine.

use megabatt_core::Grid;

/// The side of grids of one shape.
pub const SIDE: usize = 25;

/// Shapes of the grids of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shapes {
    /// All are 25 by 25.
    Same,
    /// From 1 by 1 to 30 by 30, most of them as large as in tasks.
    Mixed,
}

impl Shapes {
    pub const ALL: [Shapes; 2] = [Shapes::Same, Shapes::Mixed];

    pub fn name(self) -> &'static str {
        match self {
            Shapes::Same => "25x25",
            Shapes::Mixed => "mixed",
        }
    }
}

/// Different grids are not needed beyond this; each is still an allocation of its own.
pub const DIFFERENT: usize = 2_000;

/// Grids with rectangles on a background.
pub fn grids(count: usize, shapes: Shapes) -> Vec<Grid> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut below = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    let mut one = || {
        let (height, width) = match shapes {
            Shapes::Same => (SIDE, SIDE),
            Shapes::Mixed => (1 + below(30), 1 + below(30)),
        };
        let mut cells = vec![0i8; height * width];
        for _ in 0..12 {
            let (top, left, colour) = (below(height), below(width), below(10) as i8);
            let (bottom, right) = ((top + 1 + below(6)).min(height), (left + 1 + below(6)).min(width));
            for row in cells.chunks_exact_mut(width).take(bottom).skip(top) {
                row[left..right].fill(colour);
            }
        }
        Grid::new(height, width, cells)
    };
    let different: Vec<Grid> = (0..count.min(DIFFERENT)).map(|_| one()).collect();
    (0..count).map(|n| different[n % different.len()].clone()).collect()
}
