//! In which order `objects` looks at the cells of a grid: that of `asindices`, which follows from the shape.
//!
//! Most cells belong to the background, or to an object by the time they are looked at. So where they are is kept for each shape, in the
//! very form in which it is asked.

use crate::fast::patch::indices_of;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// As many cells are kept, of all shapes together.
const MOST_CELLS: usize = 1 << 19;

#[derive(Default)]
struct Known {
    by_shape: FxHashMap<(usize, usize), Rc<[u32]>>,
    cells: usize,
}

thread_local! {
    /// An address alone, since all libraries of a process share the place for such variables.
    static KNOWN: RefCell<Box<Known>> = RefCell::default();
}

/// The cells of a grid of this shape, as places in the cells of [`super::Open`].
pub fn of(h: usize, w: usize) -> Rc<[u32]> {
    KNOWN.with_borrow_mut(|known| {
        if let Some(visits) = known.by_shape.get(&(h, w)) {
            return visits.clone();
        }
        if known.cells + h * w > MOST_CELLS {
            **known = Known::default();
        }
        known.cells += h * w;
        let visits = found(h, w);
        known.by_shape.insert((h, w), visits.clone());
        visits
    })
}

fn found(h: usize, w: usize) -> Rc<[u32]> {
    let all = indices_of(h, w);
    let places = all.pairs().unwrap_or_default();
    let at = |n: usize| {
        let (i, j) = places[n];
        (i + 1) as u32 * (w as u32 + 2) + (j + 1) as u32
    };
    all.positions_in_order().map(at).collect()
}
