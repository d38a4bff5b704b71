//! Functions that are made for each item, and applied to the same tuple.
//!
//! `compose(minimum, chain(rbind(apply, places), lbind(rbind, manhattan), initset))` makes a function for each place,
//! `rbind(manhattan, {place})`, asks it about every one of `places`, and takes the least distance.

use super::bill::{Bill, CALL};
use super::binary::distance;
use super::coded::Weights;
use super::column::Column;
use megabatt_core::Op;

/// What a function weighs.
const FUNCTION: u64 = 1;

/// Tuples of more ints than this are left to the ordinary way: large values count by other rules.
const MOST: usize = 1_000;

/// `rbind(op, {place})` for each place.
#[derive(Clone)]
pub struct Bound {
    pub op: Op,
    pub places: Vec<(i32, i32)>,
}

/// A tuple of ints for each item, all of one length.
#[derive(Clone)]
pub struct Rows {
    pub width: usize,
    pub ints: Vec<i64>,
}

impl Rows {
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[i64]> {
        self.ints.chunks_exact(self.width)
    }
}

/// `apply(function, singles)` for each function; the tuple of sets of one place each is the same for all.
pub fn applied(functions: &Bound, singles: &[(i32, i32)], bill: &mut Bill) -> Option<Column> {
    let width = singles.len();
    if functions.op != Op::manhattan || width == 0 || width > MOST {
        return None;
    }
    let (single, int) = (Weights::Same(4), Weights::Same(1));
    let mut inner = Bill::new(width);
    inner.charge(CALL);
    let level = inner.enter();
    inner.op(functions.op, &[Weights::Same(4), single], &int)?;
    inner.leave(level, &int);
    // The operation, and the generator in it.
    bill.frames(2 + inner.deepest);
    bill.charge(CALL + FUNCTION + (1 + 4 * width as u64) + inner.fuel());
    bill.peak(inner.most_memory.max(width as u64));
    bill.make(&Weights::Same(1 + width as u64));
    let mut ints = Vec::with_capacity(functions.places.len() * width);
    for &place in &functions.places {
        ints.extend(singles.iter().map(|&single| distance(single, place)));
    }
    Some(Column::Rows(Rows { width, ints }))
}
