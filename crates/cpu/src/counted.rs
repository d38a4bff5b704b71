//! How many items two patches have in common, without the set of them.
//!
//! `compose(size, lbind(intersection, patch))` is how programs ask which of several patches lies most on another one. What the set
//! would weigh follows from how many there are, and so does what all the calls take.

use crate::machine::CALL;
use crate::machine_tok::FRAMES;
use crate::{Engine, Machine};
use megabatt_core::mask::Bounds;
use megabatt_core::{Closure, Cost, Function, Result, Set, TokOp, Value};

/// The sides of boxes in which places are compared as bits.
const WIDEST: i64 = 64;

/// So many comparisons take no longer than making a mask.
const FEW: usize = 48;

impl Machine {
    /// What `op(inner(x))` gives inside of the function that calls the two, if that is the size of an intersection of patches. None, and
    /// nothing paid, if it is something else or if there may be too little of something.
    #[inline(never)]
    pub(crate) fn counted(&mut self, op: TokOp, inner: &Function, x: &Value) -> Option<Value> {
        let (a, b) = match (&inner.kind, x) {
            (Closure::Lbind { function: Value::Tok(TokOp::intersection), fixed, arity: 2 }, _) => (fixed, x),
            (Closure::Rbind { function: Value::Tok(TokOp::intersection), fixed, arity: 2 }, _) => (x, fixed),
            _ => return None,
        };
        let (Value::Set(first), Value::Set(second)) = (a, b) else { return None };
        let is_plain = self.engine == Engine::Fast && self.tally.is_none() && !inner.is_shared();
        if !is_plain || op.info().cost != Cost::Const {
            return None;
        }
        let (count, weight) = in_common(first, second)?;
        let before = self.mark();
        let paid = self.pay_for_counting(&[a, b], weight);
        if paid.is_err() {
            self.rewind(before);
        }
        paid.ok().map(|()| Value::Int(count as i64))
    }

    /// What a closure takes that calls `intersection`, and then `size`, the set having this weight.
    fn pay_for_counting(&mut self, args: &[&Value], weight: u64) -> Result<()> {
        self.enter()?;
        self.meter.charge(CALL)?;
        self.enter_many(FRAMES)?;
        self.meter.before(TokOp::intersection.info().cost, args)?;
        self.leave_many(FRAMES + 1);
        self.meter.made(weight)?;
        self.enter_many(FRAMES)?;
        self.meter.before_constant()?;
        self.leave_many(FRAMES);
        self.meter.made(1)
    }
}

/// How many items are in both patches, and what the set of them weighs. None if they are no patches of one kind, or not of one colour
/// each, or lie far apart. Of a set and itself it would be another object.
fn in_common(a: &Set, b: &Set) -> Option<(usize, u64)> {
    /// What a place and a cell weigh.
    const PLACE: u64 = 3;
    const CELL: u64 = 4;
    if std::ptr::eq(a, b) {
        return None;
    }
    let (count, each) = match (a.pairs(), b.pairs()) {
        (Some(a), Some(b)) => (places_in_common(a, |&place| place, b)?, PLACE),
        _ => {
            let layout = megabatt_core::CellLayout::ColourLast;
            let (cells, others) = (a.cells_in(layout)?, b.cells_in(layout)?);
            match (a.one_colour()?, b.one_colour()?) {
                (colour, other) if colour != other => (0, CELL),
                _ => (places_in_common(cells, |&(_, i, j)| (i, j), others)?, CELL),
            }
        }
    };
    Some((count, 1 + each * count as u64))
}

/// How many of distinct places are among others.
fn places_in_common<T>(a: &[T], place: impl Fn(&T) -> (i32, i32), b: &[T]) -> Option<usize> {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if few.len() * many.len() <= FEW {
        let is_there = |item: &&T| many.iter().any(|other| place(other) == place(item));
        return Some(few.iter().filter(is_there).count());
    }
    let bounds = Bounds::of_places(few.iter().map(&place));
    if bounds.height() > WIDEST || bounds.width() > WIDEST {
        return None;
    }
    let mut rows = [0u64; WIDEST as usize];
    for item in few {
        let (i, j) = place(item);
        rows[(i - bounds.top) as usize] |= 1 << (j - bounds.left);
    }
    let is_there = |item: &&T| {
        let (i, j) = place(item);
        bounds.has((i, j)) && rows[(i - bounds.top) as usize] >> (j - bounds.left) & 1 == 1
    };
    Some(many.iter().filter(is_there).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::CellLayout;

    #[test]
    fn as_many_are_in_common_as_the_intersection_has() {
        let mut seed = 11u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((seed >> 16) % below) as i32
        };
        let mut told = 0;
        for round in 0..3_000 {
            let side = [3, 8, 20, 90][round % 4];
            let mut places = |n: i32| {
                let mut places: Vec<(i32, i32)> = (0..n).map(|_| (random(side) - 5, random(side) - 5)).collect();
                places.sort_unstable();
                places.dedup();
                places
            };
            let (a, b) = (places(1 + round as i32 % 40), places(1 + round as i32 % 23));
            let cells = |places: &[(i32, i32)], colour: i32| -> Set {
                Set::grown_cells(CellLayout::ColourLast, places.iter().map(|&(i, j)| (colour, i, j)).collect())
            };
            for (a, b) in [
                (Set::grown_pairs(a.clone()), Set::grown_pairs(b.clone())),
                (cells(&a, 1), cells(&b, 1)),
                (cells(&a, 1), cells(&b, 2)),
            ] {
                if let Some((count, weight)) = in_common(&a, &b) {
                    let both: Vec<Value> = a.values().filter(|item| b.contains(item)).collect();
                    let set = Set::from_items(both).expect("flat");
                    assert_eq!((count, weight), (set.len(), set.weight()), "{a:?} {b:?}");
                    told += 1;
                }
            }
        }
        assert!(told > 6_000, "told only {told} times");
    }
}
