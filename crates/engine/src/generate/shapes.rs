//! Objects of grids: dots, lines, rectangles, frames, crosses and blobs.

use super::{Rng, Span};

/// The cells of a random shape at a random place of a grid this large; at least one.
pub(super) fn draw(rng: &mut Rng, height: usize, width: usize) -> Vec<(usize, usize)> {
    // Objects are at most half as large as the grid: larger ones leave no room for a second.
    let side = |rng: &mut Rng, most: usize| rng.within(Span::new(1, most.div_ceil(2)));
    let (h, w) = (side(rng, height), side(rng, width));
    let cells = match rng.below(6) {
        0 => vec![(0, 0)],
        1 => line(rng, h.max(w), height, width),
        2 => rectangle(h, w, |_, _| true),
        3 => rectangle(h, w, |i, j| i == 0 || j == 0 || i == h - 1 || j == w - 1),
        4 => rectangle(h, w, |i, j| i == h / 2 || j == w / 2),
        _ => blob(rng, h, w),
    };
    let extent = |side: fn(&(usize, usize)) -> usize| cells.iter().map(side).max().unwrap_or(0) + 1;
    let top = rng.below(height - extent(|cell| cell.0) + 1);
    let left = rng.below(width - extent(|cell| cell.1) + 1);
    cells.into_iter().map(|(i, j)| (i + top, j + left)).collect()
}

fn rectangle(h: usize, w: usize, has: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    (0..h).flat_map(|i| (0..w).map(move |j| (i, j))).filter(|&(i, j)| has(i, j)).collect()
}

/// Across, down or slanted, cut where the grid is too small for it.
fn line(rng: &mut Rng, length: usize, height: usize, width: usize) -> Vec<(usize, usize)> {
    match rng.below(4) {
        0 => (0..length.min(width)).map(|n| (0, n)).collect(),
        1 => (0..length.min(height)).map(|n| (n, 0)).collect(),
        2 => (0..length.min(height).min(width)).map(|n| (n, n)).collect(),
        _ => {
            let length = length.min(height).min(width);
            (0..length).map(|n| (n, length - 1 - n)).collect()
        }
    }
}

/// A connected shape that grows at random inside a box.
fn blob(rng: &mut Rng, h: usize, w: usize) -> Vec<(usize, usize)> {
    let wanted = rng.within(Span::new(1, (h * w).min(12)));
    let mut cells = vec![(rng.below(h), rng.below(w))];
    while cells.len() < wanted {
        let mut edge: Vec<(usize, usize)> = Vec::new();
        for &(i, j) in &cells {
            let around = [(i.wrapping_sub(1), j), (i + 1, j), (i, j.wrapping_sub(1)), (i, j + 1)];
            edge.extend(around.into_iter().filter(|cell| cell.0 < h && cell.1 < w && !cells.contains(cell)));
        }
        match rng.pick(&edge) {
            Some(cell) => cells.push(cell),
            None => break,
        }
    }
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells.iter().map(|(i, j)| (i - top, j - left)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_lie_inside_every_size_of_grid() {
        let mut rng = Rng::new(&["shapes"]);
        for height in 1..=30 {
            for width in 1..=30 {
                for _ in 0..10 {
                    let cells = draw(&mut rng, height, width);
                    assert!(!cells.is_empty() && cells.iter().all(|&(i, j)| i < height && j < width));
                }
            }
        }
    }

    #[test]
    fn blobs_are_connected() {
        let mut rng = Rng::new(&["blobs"]);
        for _ in 0..200 {
            let cells = blob(&mut rng, 5, 6);
            let mut seen = vec![cells[0]];
            let mut next = 0;
            while next < seen.len() {
                let (i, j) = seen[next];
                next += 1;
                let near = cells.iter().filter(|c| c.0.abs_diff(i) + c.1.abs_diff(j) == 1).copied();
                let new: Vec<_> = near.filter(|c| !seen.contains(c)).collect();
                seen.extend(new);
            }
            assert_eq!(seen.len(), cells.len());
        }
    }
}
