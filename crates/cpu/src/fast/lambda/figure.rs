//! Where the items of a set are within its box, told without making the set.
//!
//! `fork(equality, normalize, turned)` of a patch that is drawn, turned and taken out of its grid again holds for symmetric patches only. Size
//! and box tell most of the others apart but not all: they stay the same in a square. Where a patch is put together of a fixed set and a
//! copy of another one, its items are rows of bits, and these are turned and compared.

use super::drawing::turned;
use super::outline::{Outlines, Rows};
use crate::fast::moved::Moved;
use megabatt_core::{Arc, Op, Set};

/// For each item a fixed set of places and a copy of a patch, turned and mirrored. Where the box is, is not known here.
#[derive(Clone)]
pub struct Figures {
    fixed: Arc<Set>,
    copies: Moved,
    turns: Vec<Op>,
}

impl Figures {
    pub fn of_unions(copies: &Moved, fixed: &Arc<Set>) -> Figures {
        Figures { fixed: fixed.clone(), copies: copies.clone(), turns: Vec::new() }
    }

    /// The same after one more operation that turns or mirrors them.
    pub fn turned(&self, op: Op) -> Figures {
        let mut turns = self.turns.clone();
        turns.push(op);
        Figures { turns, ..self.clone() }
    }

    fn drawn(&self) -> Option<Drawn<'_>> {
        let (fixed, patch) = (Rows::of_set(&self.fixed)?, Rows::of_set(self.copies.patch())?);
        Some(Drawn { fixed, patch, by: self.copies.by(), turns: &self.turns })
    }
}

/// Two figures for each item, whose boxes are the same.
pub struct Pairs<'a>(Drawn<'a>, Drawn<'a>);

impl<'a> Pairs<'a> {
    /// None if it is not known of both where the items are, or if they are not of one kind.
    pub fn of(some: &'a Outlines, others: &'a Outlines) -> Option<Pairs<'a>> {
        if !some.are_like(others) {
            return None;
        }
        Some(Pairs(some.figures.as_ref()?.drawn()?, others.figures.as_ref()?.drawn()?))
    }

    /// Whether the two of the n-th item are the same. None if they are too large to be drawn.
    pub fn are_same(&self, n: usize) -> Option<bool> {
        Some(self.0.of_item(n)? == self.1.of_item(n)?)
    }
}

/// What figures are drawn of.
struct Drawn<'a> {
    fixed: Rows,
    patch: Rows,
    by: &'a [(i32, i32)],
    turns: &'a [Op],
}

impl Drawn<'_> {
    fn of_item(&self, n: usize) -> Option<Figure> {
        let (fixed, patch, by) = (&self.fixed, &self.patch, self.by[n]);
        // Copies are near, so this stays within 32 bits.
        let corner = (patch.bounds.top + by.0, patch.bounds.left + by.1);
        let (top, left) = (fixed.bounds.top.min(corner.0), fixed.bounds.left.min(corner.1));
        let side = |end: i32, moved: i32, start: i32| i32::try_from(i64::from(end.max(moved)) - i64::from(start) + 1);
        let height = side(fixed.bounds.bottom, patch.bounds.bottom + by.0, top).ok()?;
        let width = side(fixed.bounds.right, patch.bounds.right + by.1, left).ok()?;
        let mut figure = Figure::empty(height, width)?;
        for (rows, (i, j)) in [(fixed, (fixed.bounds.top, fixed.bounds.left)), (patch, corner)] {
            let (down, right) = ((i - top) as usize, j - left);
            figure.rows[down..].iter_mut().zip(&rows.bits).for_each(|(row, bits)| *row |= bits << right);
        }
        self.turns.iter().try_fold(figure, |figure, &op| figure.turned(op))
    }
}

/// Places as rows of bits.
#[derive(PartialEq, Eq, Debug)]
struct Figure {
    width: i32,
    rows: Vec<u64>,
}

impl Figure {
    /// None if a row does not fit into a word, or would not if it were turned.
    fn empty(height: i32, width: i32) -> Option<Figure> {
        (height.max(width) <= 64).then(|| Figure { width, rows: vec![0; height as usize] })
    }

    fn turned(&self, op: Op) -> Option<Figure> {
        let shape = (self.rows.len() as i32, self.width);
        let (bottom, right) = turned(op, shape, (0, 0)).zip(turned(op, shape, (shape.0 - 1, shape.1 - 1))).map(
            // Opposite corners stay opposite.
            |(a, b)| (a.0.max(b.0), a.1.max(b.1)),
        )?;
        let mut figure = Figure::empty(bottom + 1, right + 1)?;
        for (i, &row) in (0..).zip(&self.rows) {
            let mut rest = row;
            while rest != 0 {
                let (i, j) = turned(op, shape, (i, rest.trailing_zeros() as i32))?;
                figure.rows[i as usize] |= 1 << j;
                rest &= rest - 1;
            }
        }
        Some(figure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(places: &[(i32, i32)]) -> Arc<Set> {
        Arc::new(Set::grown_pairs(places.to_vec()))
    }

    #[test]
    fn figures_are_the_unions_turned() {
        let (fixed, patch) = (set(&[(3, -2), (3, 0), (4, 1)]), set(&[(0, 0), (1, 0), (1, 2)]));
        let by = [(3, -2), (0, 5), (-9, -9), (4, 0)];
        let copies = Moved::new(&patch, &by).expect("it is near");
        let figures = Figures::of_unions(&copies, &fixed).turned(Op::rot90).turned(Op::vmirror);
        let drawn = figures.drawn().expect("it is small");
        for (n, by) in by.iter().enumerate() {
            let copy = patch.pairs().expect("places").iter().map(|&(i, j)| (i + by.0, j + by.1));
            let all: Vec<_> = fixed.pairs().expect("places").iter().copied().chain(copy).collect();
            let top = all.iter().map(|place| place.0).min().expect("not empty");
            let left = all.iter().map(|place| place.1).min().expect("not empty");
            let right = all.iter().map(|place| place.1).max().expect("not empty");
            // A quarter turn and then left to right is the mirror at the diagonal.
            let bottom = all.iter().map(|place| place.0).max().expect("not empty");
            let mut rows = vec![0u64; (right - left + 1) as usize];
            all.iter().for_each(|&(i, j)| rows[(j - left) as usize] |= 1 << (i - top));
            assert_eq!(drawn.of_item(n), Some(Figure { width: bottom - top + 1, rows }));
        }
    }

    #[test]
    fn what_is_too_large_is_not_drawn() {
        let (fixed, patch) = (set(&[(0, 0)]), set(&[(0, 0)]));
        let copies = Moved::new(&patch, &[(0, 63), (63, 0), (0, 64), (64, 0), (1 << 27, 0)]).expect("it is near");
        let figures = Figures::of_unions(&copies, &fixed);
        let drawn = figures.drawn().expect("it is small");
        let told: Vec<bool> = (0..5).map(|n| drawn.of_item(n).is_some()).collect();
        assert_eq!(told, [true, true, false, false, false]);
    }
}
