//! Functions that are made for each item, and applied to the same tuple.
//!
//! `compose(minimum, chain(rbind(apply, places), lbind(rbind, manhattan), initset))` makes a function for each place,
//! `rbind(manhattan, {place})`, asks it about every one of `places`, and takes the least distance.

use super::bill::{Bill, CALL};
use super::binary::distance;
use super::coded::Weights;
use super::column::Column;
use super::made::FUNCTION;
use megabatt_core::Op;
use megabatt_core::mask::Bounds;

/// Tuples of more ints than this are left to the ordinary way: large values count by other rules.
const MOST: usize = 1_000;

/// Fewer than this are asked one by one, which is quick.
const MANY: usize = 16;

/// `rbind(op, {place})` for each place.
#[derive(Clone)]
pub struct Bound {
    pub op: Op,
    pub places: Vec<(i32, i32)>,
}

/// A tuple of distances for each item: those of its place to the same few others. Nobody asks for more than the
/// greatest or the least of them, so they are not written down.
#[derive(Clone)]
pub struct Distances {
    from: Vec<(i32, i32)>,
    to: Vec<(i32, i32)>,
}

impl Distances {
    pub fn len(&self) -> usize {
        self.from.len()
    }

    /// How many there are for each item.
    pub fn width(&self) -> usize {
        self.to.len()
    }

    /// The least of each item.
    pub fn least(&self) -> Vec<i64> {
        self.nearest()
            .or_else(|| self.extreme(i32::MAX, i32::min))
            .unwrap_or_else(|| self.far_extreme(|distances| distances.min()))
    }

    /// The greatest of each item.
    pub fn greatest(&self) -> Vec<i64> {
        self.extreme(i32::MIN, i32::max).unwrap_or_else(|| self.far_extreme(|distances| distances.max()))
    }

    /// The least of each item, if there are many others: over the whole box in which the items are, from each place to the next. None
    /// if that is not worth it, or if a distance may leave 32 bits.
    fn nearest(&self) -> Option<Vec<i64>> {
        if self.to.len() < MANY || !self.are_near() {
            return None;
        }
        let around = Bounds::of_places(self.from.iter().copied());
        let (height, width) = (around.height() as usize, around.width() as usize);
        if height.checked_mul(width)? > 4 * self.from.len() {
            return None;
        }
        let at = |i: i32, j: i32| (i - around.top) as usize * width + (j - around.left) as usize;
        let mut table = vec![i32::MAX / 2; height * width];
        for &(i, j) in &self.to {
            // The way to a place outside leads through the place of the box that is next to it.
            let (inside_i, inside_j) = (i.clamp(around.top, around.bottom), j.clamp(around.left, around.right));
            let known = &mut table[at(inside_i, inside_j)];
            *known = (*known).min((i - inside_i).abs() + (j - inside_j).abs());
        }
        let mut to_the_next = |from: usize, to: usize| {
            let [from, to] =
                table.get_disjoint_mut([from * width..(from + 1) * width, to * width..(to + 1) * width])?;
            to.iter_mut().zip(from).for_each(|(to, from)| *to = (*to).min(*from + 1));
            Ok::<(), std::slice::GetDisjointMutError>(())
        };
        for i in 1..height {
            to_the_next(i - 1, i).ok()?;
        }
        for i in (1..height).rev() {
            to_the_next(i, i - 1).ok()?;
        }
        let along = |best: i32, distance: &mut i32| {
            *distance = (*distance).min(best + 1);
            *distance
        };
        for row in table.chunks_exact_mut(width) {
            row.iter_mut().fold(i32::MAX / 2, along);
            row.iter_mut().rev().fold(i32::MAX / 2, along);
        }
        Some(self.from.iter().map(|&(i, j)| table[at(i, j)].into()).collect())
    }

    /// Whether all distances are within 32 bits.
    fn are_near(&self) -> bool {
        const NEAR: std::ops::Range<i32> = -(1 << 28)..1 << 28;
        let is_near = |(i, j): &(i32, i32)| NEAR.contains(i) && NEAR.contains(j);
        self.from.iter().chain(&self.to).all(is_near)
    }

    /// Place by place of the few, so that the loop over the many has no branch; None if a distance may leave 32 bits.
    fn extreme(&self, start: i32, better: impl Fn(i32, i32) -> i32) -> Option<Vec<i64>> {
        if !self.are_near() {
            return None;
        }
        let mut best = vec![start; self.from.len()];
        for &(ti, tj) in &self.to {
            for (best, &(i, j)) in best.iter_mut().zip(&self.from) {
                *best = better(*best, (i - ti).abs() + (j - tj).abs());
            }
        }
        Some(best.into_iter().map(i64::from).collect())
    }

    fn far_extreme(&self, best: impl Fn(&mut dyn Iterator<Item = i64>) -> Option<i64>) -> Vec<i64> {
        let of = |&from: &(i32, i32)| best(&mut self.to.iter().map(|&to| distance(to, from)));
        self.from.iter().filter_map(of).collect()
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
    Some(Column::distances(Distances { from: functions.places.clone(), to: singles.to_vec() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far_distances_are_the_same() {
        let near = vec![(0, 0), (3, -4), (-7, 2), (29, 29)];
        let far = vec![(i32::MIN, i32::MAX), (0, 5), (i32::MAX, i32::MIN)];
        let box_of_places: Vec<(i32, i32)> = (0..77).map(|n| (n / 11 - 2, n % 11 + 3)).collect();
        let around: Vec<(i32, i32)> = (0..40).map(|n| (n * 29 % 23 - 9, n * 37 % 31 - 8)).collect();
        let cases = [(&near, &near), (&near, &far), (&far, &near), (&far, &far)];
        let many = [(&box_of_places, &around), (&around, &box_of_places), (&box_of_places, &box_of_places)];
        for (from, to) in cases.into_iter().chain(many) {
            let distances = Distances { from: from.clone(), to: to.clone() };
            let each = |from: &(i32, i32)| to.iter().map(|&to| distance(to, *from)).collect::<Vec<_>>();
            let least: Vec<_> = from.iter().filter_map(|place| each(place).into_iter().min()).collect();
            let greatest: Vec<_> = from.iter().filter_map(|place| each(place).into_iter().max()).collect();
            assert_eq!(distances.least(), least);
            assert_eq!(distances.greatest(), greatest);
        }
    }
}
