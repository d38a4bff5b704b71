//! Parts of a grid that are turned, and compared with themselves.
//!
//! `fork(equality, identity, rot90)` turns each of many parts to see whether it is the same all round. A turned part is read from
//! the grid in another direction; nobody makes it.

use super::coded::Weights;
use super::window::Windows;
use megabatt_core::Op;

/// A way through the cells of a grid: where a part begins, and how many cells further the next row and the next column are.
#[derive(Clone, Copy)]
pub struct Way {
    start: isize,
    down: isize,
    right: isize,
    height: usize,
    width: usize,
}

impl Way {
    /// Row by row through a part of a grid that is `stride` cells wide.
    pub fn through(start: usize, stride: usize, height: usize, width: usize) -> Way {
        Way { start: start as isize, down: stride as isize, right: 1, height, width }
    }

    fn upside_down(self) -> Way {
        Way { start: self.start + self.down * (self.height as isize - 1), down: -self.down, ..self }
    }

    fn back_to_front(self) -> Way {
        Way { start: self.start + self.right * (self.width as isize - 1), right: -self.right, ..self }
    }

    fn columns_as_rows(self) -> Way {
        Way { start: self.start, down: self.right, right: self.down, height: self.width, width: self.height }
    }

    /// None if the operation turns nothing.
    fn turned(self, op: Op) -> Option<Way> {
        Some(match op {
            Op::hmirror => self.upside_down(),
            Op::vmirror => self.back_to_front(),
            Op::dmirror => self.columns_as_rows(),
            Op::cmirror => self.upside_down().back_to_front().columns_as_rows(),
            Op::rot90 => self.upside_down().columns_as_rows(),
            Op::rot180 => self.upside_down().back_to_front(),
            Op::rot270 => self.back_to_front().columns_as_rows(),
            _ => return None,
        })
    }

    fn row(self, i: usize) -> impl Iterator<Item = usize> {
        let start = self.start + i as isize * self.down;
        (0..self.width as isize).map(move |j| (start + j * self.right) as usize)
    }
}

/// A part of the grid for each item, turned as all others.
#[derive(Clone)]
pub struct Turned {
    of: Windows,
    op: Op,
    weights: Weights,
}

impl Turned {
    /// None if the operation turns nothing.
    pub fn of(windows: &Windows, op: Op) -> Option<Turned> {
        let weight = |way: Way| 1 + way.height as u64 * (1 + way.width as u64);
        let weights = match op {
            Op::hmirror | Op::vmirror | Op::rot180 => windows.weights(),
            _ if windows.are_square() => windows.weights(),
            _ => {
                Weights::each((0..windows.len()).map(|n| windows.way(n).turned(op).map(weight)).collect::<Option<_>>()?)
            }
        };
        Way::through(0, 1, 1, 1).turned(op)?;
        Some(Turned { of: windows.clone(), op, weights })
    }

    pub fn len(&self) -> usize {
        self.of.len()
    }

    pub fn weights(&self) -> Weights {
        self.weights.clone()
    }

    /// Whether each is equal to a part that is not turned.
    pub fn equal(&self, windows: &Windows) -> Vec<bool> {
        let (mine, others) = (self.of.cells(), windows.cells());
        let same = |n: usize| {
            let (Some(a), b) = (self.of.way(n).turned(self.op), windows.way(n)) else { return false };
            let is_same_row = |i: usize| a.row(i).zip(b.row(i)).all(|(a, b)| mine[a] == others[b]);
            (a.height, a.width) == (b.height, b.width) && (0..a.height).all(is_same_row)
        };
        (0..self.len()).map(same).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::typed_call;
    use crate::{Engine, Machine};
    use megabatt_core::{Arc, CellLayout, Dialect, Grid, Value};
    use megabatt_exec::{Cancel, Limits};

    #[test]
    fn ways_lead_through_turned_parts() {
        let grid = Arc::new(Grid::new(4, 5, (0..20).map(|n| (n * 7 % 16) as i8).collect()));
        let part = Grid::new(2, 3, [6, 7, 8, 11, 12, 13].iter().map(|&n: &usize| grid.cells()[n]).collect());
        let mut m = Machine::new(Dialect::Rearc, Engine::Fast, &Limits::default(), &Cancel::default());
        let turns = [Op::hmirror, Op::vmirror, Op::dmirror, Op::cmirror, Op::rot90, Op::rot180, Op::rot270];
        for op in turns {
            let way = Way::through(6, 5, 2, 3).turned(op).expect("it turns");
            let cells = (0..way.height).flat_map(|i| way.row(i)).map(|n| grid.cells()[n]).collect();
            let found = Value::grid(Grid::new(way.height, way.width, cells));
            let asked = typed_call(&mut m, op, &[&Value::grid(part.clone())], CellLayout::ColourFirst);
            assert_eq!(asked, Some(Ok(found)), "{op:?}");
        }
    }
}
