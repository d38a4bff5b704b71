//! Which places of a set are within reach of others.
//!
//! `chain(lbind(sfilter, places), lbind(compose, condition), lbind(lbind, astuple))` asks of each place which others lie near. If all that the
//! condition sees of two places is how far they are apart, it is asked once for each distance, and a row of bits says where in a row of
//! places those within reach would be.
//!
//! ```text
//! the set        within reach of x        both
//! # . # .        # # # .                  # . # .
//! . x . #        # x # .                  . x . .
//! ```

use super::apart::sees_only_distance;
use super::bill::{Bill, CALL};
use super::coded::Weights;
use super::column::View;
use super::made::{Made, OfTwoPlaces};
use super::tree::{Node, Opaque};
use crate::Machine;
use megabatt_core::mask::Bounds;
use megabatt_core::{Op, Set};

/// Boxes with longer sides are left to others: a row of distances has to fit into 128 bits.
const LONGEST: i64 = 64;

/// For each function the positions of the places for which it holds; and on the bill what all calls take. None if the functions are no
/// conditions of a distance.
pub fn within(m: &mut Machine, set: &Set, functions: &Made, bill: &mut Bill) -> Option<Vec<Vec<u32>>> {
    let places = set.pairs()?;
    let OfTwoPlaces { condition, places: from, first } = functions.of_two_places()?;
    let all = Bounds::of_places(places.iter().chain(from).copied());
    let (height, width) = (all.height(), all.width());
    let distances = (2 * height - 1).checked_mul(2 * width - 1)?;
    if height > LONGEST || width > LONGEST || distances > (places.len() * from.len()) as i64 {
        return None;
    }
    if !sees_only_distance(condition) {
        return None;
    }
    let (down, right) = (height as i32 - 1, width as i32 - 1);
    let steps = || (-down..=down).flat_map(move |di| (-right..=right).map(move |dj| (di, dj)));
    let two = |step: (i32, i32)| if first { [(0, 0), step] } else { [step, (0, 0)] };
    let twos: Vec<_> = steps().map(two).collect();
    let mut inner = Bill::new(twos.len());
    // The closure made of the condition, the one that is bound in it, and the tuple.
    inner.charge(CALL);
    let made = inner.enter();
    inner.charge(CALL);
    let bound = inner.enter();
    inner.op(Op::astuple, &[Weights::Same(3), Weights::Same(3)], &Weights::Same(7))?;
    inner.leave(bound, &Weights::Same(7));
    let holds = Node::of(condition, Opaque::Refused)?.call(m, View::Twos(&twos), &mut inner)?;
    inner.leave(made, &holds.view().weights());
    let holds = holds.into_column()?.truthy_positions();
    bill.charge(inner.same_for_all()?.checked_mul(places.len() as u64)?);
    bill.frames(inner.deepest);
    bill.peak(inner.most_memory);
    bill.ask(inner.asked);
    let reach = Reach::of(holds, down, right);
    Some(reach.positions(places, from, &all))
}

/// The distances within reach, row by row of those in which there are any; the first bit is `right` columns to the left.
struct Reach {
    rows: Vec<(i32, u128)>,
    right: i32,
}

impl Reach {
    /// Of the numbers of distances.
    fn of(numbers: Vec<u32>, down: i32, right: i32) -> Reach {
        let width = 2 * right as u32 + 1;
        let mut rows: Vec<(i32, u128)> = Vec::new();
        for number in numbers {
            let (di, bit) = ((number / width) as i32 - down, 1u128 << (number % width));
            match rows.last_mut() {
                Some((last, bits)) if *last == di => *bits |= bit,
                _ => rows.push((di, bit)),
            }
        }
        Reach { rows, right }
    }

    /// For each place the positions among the places of those within reach.
    fn positions(&self, places: &[(i32, i32)], from: &[(i32, i32)], all: &Bounds) -> Vec<Vec<u32>> {
        let (height, width) = (all.height() as usize, all.width() as usize);
        let mut bits = vec![0u64; height];
        let mut numbers = vec![0u32; height * width];
        for (n, &(i, j)) in (0u32..).zip(places) {
            let (i, j) = ((i - all.top) as usize, (j - all.left) as usize);
            bits[i] |= 1 << j;
            numbers[i * width + j] = n;
        }
        let around = |&(i, j): &(i32, i32)| {
            let (i, j) = (i - all.top, j - all.left);
            let mut found = Vec::new();
            for &(di, reach) in &self.rows {
                let row = (i + di) as usize;
                if row < height {
                    let mut both = bits[row] & (reach >> (self.right - j)) as u64;
                    while both != 0 {
                        found.push(numbers[row * width + both.trailing_zeros() as usize]);
                        both &= both - 1;
                    }
                }
            }
            found.sort_unstable();
            found
        };
        from.iter().map(around).collect()
    }
}
