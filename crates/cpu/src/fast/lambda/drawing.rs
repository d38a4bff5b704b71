//! Grids that are drawn for each item and asked where a colour is, without drawing them.
//!
//! `fork(paint, chain(lbind(canvas, ZERO), shape, patch), chain(lbind(recolor, ONE), normalize, patch))` makes a grid for each patch, a
//! program turns it, and `rbind(ofcolor, ONE)` takes the patch out again. How large the grid is and how large the box of what is drawn
//! on it follows from the patch's size and box.

use super::area::{Area, Areas};
use super::coded::{Each, Weights};
use super::outline::Outlines;
use megabatt_core::Op;
use megabatt_core::mask::Bounds;
use megabatt_core::value::bulk_of_grid;
use std::rc::Rc;

/// A grid of one colour for each item; a patch of another colour is drawn on all of them, or on none.
#[derive(Clone)]
pub struct Drawings {
    ground: i8,
    shapes: Rc<[(i32, i32)]>,
    drawn: Option<(i8, Outlines)>,
    bulks: Each,
}

impl Drawings {
    /// `canvas(ground, shape)` for each shape. None if it is no grid of small ints, or one of nothing.
    pub fn canvases(ground: i64, shapes: &[(i32, i32)]) -> Option<Drawings> {
        if shapes.iter().any(|&(h, w)| h < 1 || w < 1) {
            return None;
        }
        Some(Drawings::new(i8::try_from(ground).ok()?, shapes.into(), None))
    }

    fn new(ground: i8, shapes: Rc<[(i32, i32)]>, drawn: Option<(i8, Outlines)>) -> Drawings {
        let bulk = |&(h, w): &(i32, i32)| bulk_of_grid(1 + h as u64 * (1 + w as u64));
        let bulks = Each::new(shapes.iter().map(bulk).collect());
        Drawings { ground, shapes, drawn, bulks }
    }

    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// What operations are charged for them that take a byte a cell; there is no other here.
    pub fn bulks(&self) -> Weights {
        Weights::Each(self.bulks.clone())
    }

    /// `paint` of each with a patch. None unless it is the first one, of one other colour, and inside.
    pub fn painted(&self, patches: &Outlines) -> Option<Drawings> {
        let (colour, bounds) = (i8::try_from(patches.colour?).ok()?, patches.bounds.as_ref()?);
        let is_inside = |(b, &(h, w)): (&Bounds, &(i32, i32))| b.top >= 0 && b.left >= 0 && b.bottom < h && b.right < w;
        if self.drawn.is_some() || colour == self.ground || !bounds.iter().zip(self.shapes.iter()).all(is_inside) {
            return None;
        }
        let drawn = patches.clone();
        Some(Drawings { drawn: Some((colour, drawn)), ..self.clone() })
    }

    /// `asindices` of each. None if one is so large that it counts for less than it weighs.
    pub fn indices(&self) -> Option<Areas> {
        let is_small = |&(h, w): &(i32, i32)| {
            let weight = 1 + h as u64 * (1 + w as u64);
            bulk_of_grid(weight) == weight
        };
        let area = |&(h, w): &(i32, i32)| Area::all_of(Bounds { top: 0, left: 0, bottom: h - 1, right: w - 1 });
        if self.shapes.iter().all(is_small) {
            Some(Areas::new(self.shapes.iter().map(area).collect::<Option<_>>()?))
        } else {
            None
        }
    }

    /// `ofcolor` of each. None unless it is the colour of what is drawn.
    pub fn places_of(&self, colour: i64) -> Option<Outlines> {
        let (its, drawn) = self.drawn.as_ref()?;
        if i64::from(*its) == colour { drawn.places() } else { None }
    }

    /// Each turned or mirrored.
    pub fn turned(&self, op: Op) -> Option<Drawings> {
        let turns = matches!(op, Op::rot90 | Op::rot270 | Op::dmirror | Op::cmirror);
        let shapes = if turns { self.shapes.iter().map(|&(h, w)| (w, h)).collect() } else { self.shapes.clone() };
        let drawn = match &self.drawn {
            None if turned(op, (1, 1), (0, 0)).is_some() => None,
            None => return None,
            Some((colour, drawn)) => {
                let turned = |(b, &shape): (&Bounds, &(i32, i32))| {
                    let corners = [turned(op, shape, (b.top, b.left))?, turned(op, shape, (b.bottom, b.right))?];
                    Some(Bounds::of_places(corners.into_iter()))
                };
                let bounds = drawn.bounds.as_ref()?.iter().zip(self.shapes.iter()).map(turned);
                let bounds = bounds.collect::<Option<Vec<_>>>()?;
                Some((*colour, drawn.turned(op, bounds)))
            }
        };
        Some(Drawings::new(self.ground, shapes, drawn))
    }
}

/// Where a place of a grid of that shape is after the operation.
pub fn turned(op: Op, (h, w): (i32, i32), (i, j): (i32, i32)) -> Option<(i32, i32)> {
    Some(match op {
        Op::rot90 => (j, h - 1 - i),
        Op::rot180 => (h - 1 - i, w - 1 - j),
        Op::rot270 => (w - 1 - j, i),
        Op::hmirror => (h - 1 - i, j),
        Op::vmirror => (i, w - 1 - j),
        Op::dmirror => (j, i),
        Op::cmirror => (w - 1 - j, h - 1 - i),
        _ => return None,
    })
}
