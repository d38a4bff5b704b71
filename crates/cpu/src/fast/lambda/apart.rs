//! Products of places, and functions that only see how far the two places are apart.
//!
//! `argmax(product(places, places), fork(both, matcher(compose(size, fork(intersection, …)), ZERO), …))` moves one patch to the first place
//! and another to the second, and asks what they have in common. Of 900 places there are 810,000 tuples, but only 3,481 distances: if all
//! that is asked stays the same when both places are moved, one tuple of each distance answers for all of them.

use super::bill::Bill;
use super::coded::Coded;
use super::column::{Column, View};
use super::tree::{Node, Opaque};
use crate::Machine;
use megabatt_core::mask::Bounds;
use megabatt_core::set::{Factor, Twos};
use megabatt_core::{Closure, Op, Set, Value};
use std::rc::Rc;

/// Places further away than this are left to the ordinary way: nothing here leaves 32 bits then.
const FAR: i32 = 1 << 28;

/// Functions of more closures than this are left to the ordinary way.
const MOST_CLOSURES: u32 = 1_000;

/// What each tuple's function gives, and what all the calls would have charged. None if it is no product of places, if the function
/// sees more than the distance, or if there are hardly more tuples than distances.
pub fn call_each(m: &mut Machine, function: &Value, twos: &Twos) -> Option<(Column, Bill)> {
    if !sees_only_distance(function) {
        return None;
    }
    let groups = Groups::of(twos)?;
    let one_of_each = twos.part(&groups.first);
    let mut bill = Bill::of_groups(groups.counts.into());
    let results = Node::of(function, Opaque::Allowed)?.call(m, View::Tuples(&one_of_each), &mut bill)?;
    let values = results.into_column()?.into_values()?;
    Some((Coded { values: values.into(), codes: groups.codes.into() }.into_column(), bill))
}

/// Whether all that the function sees of a tuple of two places is how far they are apart.
pub fn sees_only_distance(function: &Value) -> bool {
    kind(function, Seen::Tuple, &mut { MOST_CLOSURES }) == Some(Seen::Still)
}

/// How to tell the distance of the two places of a tuple.
struct Lengths {
    /// For each item of the left side, and of the right side, one number, so that their difference is the distance's.
    from: Vec<i64>,
    to: Vec<i64>,
    /// All distances are below.
    count: usize,
    /// Both sides if they are boxes of which no place is missing.
    boxes: Option<[Filled; 2]>,
}

/// A box, and which item each of its places is, row by row.
struct Filled {
    bounds: Bounds,
    items: Vec<u32>,
}

impl Filled {
    /// None if places of the box are missing.
    fn of(places: &[(i32, i32)], bounds: Bounds) -> Option<Filled> {
        if bounds.height().checked_mul(bounds.width()) != Some(places.len() as i64) {
            return None;
        }
        let mut items = vec![0; places.len()];
        let (top, left, width) = (i64::from(bounds.top), i64::from(bounds.left), bounds.width());
        for (n, &(i, j)) in (0..).zip(places) {
            items[((i64::from(i) - top) * width + i64::from(j) - left) as usize] = n;
        }
        Some(Filled { bounds, items })
    }

    fn item(&self, (i, j): (i32, i32)) -> u32 {
        let (row, column) = (i64::from(i - self.bounds.top), i64::from(j - self.bounds.left));
        self.items[(row * self.bounds.width() + column) as usize]
    }
}

/// For each distance how many tuples have it, and the position of one of these.
type Counted = (Vec<u32>, Vec<u32>);

impl Lengths {
    /// None if there are hardly more tuples than distances.
    fn of(twos: &Twos) -> Option<Lengths> {
        let (left, right) = (places(twos.left())?, places(twos.right())?);
        let (a, b) = (Bounds::of_places(left.iter().copied()), Bounds::of_places(right.iter().copied()));
        let (top, first_column) = (b.top - a.bottom, b.left - a.right);
        let (height, width) = ((b.bottom - a.top - top + 1) as usize, (b.right - a.left - first_column + 1) as usize);
        let count = height.checked_mul(width).filter(|&count| count <= twos.len() / 2)?;
        let line = |&(i, j): &(i32, i32)| i64::from(i) * width as i64 + i64::from(j);
        let origin = i64::from(top) * width as i64 + i64::from(first_column);
        let to = right.iter().map(|place| line(place) - origin).collect();
        let boxes = Filled::of(&left, a).zip(Filled::of(&right, b)).map(|(left, right)| [left, right]);
        Some(Lengths { from: left.iter().map(line).collect(), to, count, boxes })
    }

    /// Tuple by tuple.
    fn one_by_one(&self) -> Counted {
        let (mut counts, mut one_of) = (vec![0; self.count], vec![0; self.count]);
        let mut n = 0;
        for &to in &self.to {
            for &from in &self.from {
                let distance = (to - from) as usize;
                counts[distance] += 1;
                one_of[distance] = n;
                n += 1;
            }
        }
        (counts, one_of)
    }

    /// From boxes alone: so often as one fits into the other when it is moved by the distance. None if they are no boxes.
    fn between_boxes(&self) -> Option<Counted> {
        let [left, right] = self.boxes.as_ref()?;
        let (a, b) = (&left.bounds, &right.bounds);
        let (mut counts, mut one_of) = (Vec::with_capacity(self.count), Vec::with_capacity(self.count));
        for di in b.top - a.bottom..=b.bottom - a.top {
            let (top, bottom) = (a.top.max(b.top - di), a.bottom.min(b.bottom - di));
            for dj in b.left - a.right..=b.right - a.left {
                let (first, last) = (a.left.max(b.left - dj), a.right.min(b.right - dj));
                counts.push(((bottom - top + 1) * (last - first + 1)) as u32);
                one_of.push(right.item((top + di, first + dj)) * self.from.len() as u32 + left.item((top, first)));
            }
        }
        Some((counts, one_of))
    }

    /// The distance of a tuple of these items.
    #[inline]
    fn between(&self, (l, r): (u32, u32)) -> usize {
        (self.to[r as usize] - self.from[l as usize]) as usize
    }
}

/// The tuples by distance.
struct Groups {
    /// The number of its distance for each tuple.
    codes: Vec<u32>,
    /// How many tuples have the distance.
    counts: Vec<u32>,
    /// The position of the first of these.
    first: Vec<u32>,
}

impl Groups {
    fn of(twos: &Twos) -> Option<Groups> {
        let lengths = Lengths::of(twos)?;
        let mut codes: Vec<u32> = twos.codes().iter().map(|&code| lengths.between(code) as u32).collect();
        let mut numbers = vec![NONE; lengths.count];
        let (mut counts, mut first) = (Vec::new(), Vec::new());
        for (n, code) in codes.iter_mut().enumerate() {
            let number = &mut numbers[*code as usize];
            if *number == NONE {
                *number = counts.len() as u32;
                counts.push(0);
                first.push(n as u32);
            }
            *code = *number;
            counts[*number as usize] += 1;
        }
        Some(Groups { codes, counts, first })
    }
}

const NONE: u32 = u32::MAX;

/// `argmax` or `argmin` over a whole product: which key each distance has, and so each tuple, without a key for each tuple.
pub struct Keyed<'a> {
    twos: &'a Twos,
    lengths: Lengths,
    /// For each distance the number among those that there are.
    numbers: Vec<u32>,
    counts: Rc<[u32]>,
    /// For each of these a position of a tuple, and the key.
    one_of: Vec<u32>,
    keys: Vec<i64>,
    /// What all keys weigh.
    pub weight: u64,
    pub bill: Bill,
}

impl<'a> Keyed<'a> {
    /// None as in [`call_each`], or if it is a part of a product, or if the keys are neither numbers nor pairs.
    pub fn of(m: &mut Machine, function: &Value, twos: &'a Twos) -> Option<Keyed<'a>> {
        if twos.known_codes().is_some() || !sees_only_distance(function) {
            return None;
        }
        let lengths = Lengths::of(twos)?;
        let (counts, one_of) = lengths.between_boxes().unwrap_or_else(|| lengths.one_by_one());
        let there: Vec<usize> = (0..lengths.count).filter(|&distance| counts[distance] > 0).collect();
        let mut numbers = vec![NONE; lengths.count];
        (0u32..).zip(&there).for_each(|(number, &distance)| numbers[distance] = number);
        let counts: Rc<[u32]> = there.iter().map(|&distance| counts[distance]).collect();
        let one_of: Vec<u32> = there.iter().map(|&distance| one_of[distance]).collect();
        let mut bill = Bill::of_groups(counts.clone());
        let some = twos.part(&one_of);
        let results = Node::of(function, Opaque::Allowed)?.call(m, View::Tuples(&some), &mut bill)?.into_column()?;
        let weight = bill.total_of(&results.view().weights());
        let keys = results.into_sortable()?;
        Some(Keyed { twos, lengths, numbers, counts, one_of, keys, weight, bill })
    }

    /// The position of the first tuple in the set's order that has the greatest key, or the least.
    pub fn best(&self, set: &Set, greatest: bool) -> Option<usize> {
        let best = if greatest { self.keys.iter().max() } else { self.keys.iter().min() };
        let best = *best?;
        let mut ties = (0..self.keys.len()).filter(|&number| self.keys[number] == best);
        let first = ties.next()?;
        if self.counts[first] == 1 && ties.next().is_none() {
            return Some(self.one_of[first] as usize);
        }
        set.first_of(|n| self.keys[self.numbers[self.lengths.between(self.twos.code(n as u32))] as usize] == best)
    }
}

/// The items of a side, if they are places.
fn places(factor: &Factor) -> Option<Vec<(i32, i32)>> {
    let is_near = |n: i32| -FAR < n && n < FAR;
    let place = |value: &Value| match *value {
        Value::Pair(i, j) if is_near(i) && is_near(j) => Some((i, j)),
        _ => None,
    };
    factor.values().iter().map(place).collect()
}

/// What becomes of a value when both places of a tuple are moved by the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// The tuple itself.
    Tuple,
    /// A place that is moved as well.
    Place,
    /// A set of places or cells that are moved as well.
    Patch,
    /// A number, a truth or a pair that stays as it is.
    Still,
}

/// What a function gives for such a value; None if it is not known.
fn kind(function: &Value, x: Seen, room: &mut u32) -> Option<Seen> {
    *room = room.checked_sub(1)?;
    let f = match function {
        Value::Op(op) if op.arity() == 1 => return of_op(*op, x),
        Value::Func(f) => f,
        _ => return None,
    };
    match &f.kind {
        Closure::Compose { outer, inner } => {
            let y = kind(inner, x, room)?;
            kind(outer, y, room)
        }
        Closure::Chain { h, g, f } => {
            let y = kind(f, x, room)?;
            let z = kind(g, y, room)?;
            kind(h, z, room)
        }
        Closure::Matcher { function, .. } => is_still(kind(function, x, room)?),
        Closure::Fork { outer: Value::Op(op), a, b } => of_two(*op, kind(a, x, room)?, kind(b, x, room)?),
        Closure::Lbind { function: Value::Op(Op::shift), fixed: Value::Set(_), .. } if x == Seen::Place => {
            Some(Seen::Patch)
        }
        Closure::Lbind { function: Value::Op(Op::add), fixed: Value::Pair(..), .. }
        | Closure::Rbind { function: Value::Op(Op::add | Op::subtract), fixed: Value::Pair(..), .. }
            if x == Seen::Place =>
        {
            Some(Seen::Place)
        }
        Closure::Lbind { function: Value::Op(op), .. } | Closure::Rbind { function: Value::Op(op), .. }
            if is_of_numbers(*op) =>
        {
            is_still(x)
        }
        _ => None,
    }
}

fn is_still(x: Seen) -> Option<Seen> {
    (x == Seen::Still).then_some(x)
}

fn of_op(op: Op, x: Seen) -> Option<Seen> {
    use Op::{
        center, height, hline, llcorner, lrcorner, portrait, shape, size, square, ulcorner, urcorner, vline, width,
    };
    match (x, op) {
        (_, Op::identity) => Some(x),
        (Seen::Tuple, Op::first | Op::last) => Some(Seen::Place),
        (Seen::Place, Op::initset) => Some(Seen::Patch),
        (Seen::Patch, size | height | width | shape | hline | vline | square | portrait) => Some(Seen::Still),
        (Seen::Patch, Op::toindices) => Some(Seen::Patch),
        (Seen::Patch, center | ulcorner | urcorner | llcorner | lrcorner) => Some(Seen::Place),
        (Seen::Still, Op::first | Op::last | Op::flip | Op::even | Op::positive | Op::maximum | Op::minimum) => Some(x),
        (Seen::Still, _) if is_of_numbers(op) => Some(x),
        _ => None,
    }
}

fn of_two(op: Op, a: Seen, b: Seen) -> Option<Seen> {
    match (a, b, op) {
        (Seen::Still, Seen::Still, _) if is_of_numbers(op) => Some(Seen::Still),
        (Seen::Place, Seen::Place, Op::subtract | Op::equality) => Some(Seen::Still),
        (Seen::Place, Seen::Still, Op::add | Op::subtract) | (Seen::Still, Seen::Place, Op::add) => Some(Seen::Place),
        (Seen::Patch, Seen::Patch, Op::intersection | Op::combine | Op::difference) => Some(Seen::Patch),
        (Seen::Patch, Seen::Patch, Op::manhattan | Op::hmatching | Op::vmatching | Op::adjacent) => Some(Seen::Still),
        _ => None,
    }
}

/// Operations on ints, truths and pairs of ints that charge by their weights.
fn is_of_numbers(op: Op) -> bool {
    use Op::{add, astuple, both, crement, decrement, divide, double, either, equality, greater, halve, increment};
    use Op::{invert, multiply, sign, subtract, toivec, tojvec};
    matches!(op, add | astuple | both | crement | decrement | divide | double | either | equality | greater | halve)
        || matches!(op, increment | invert | multiply | sign | subtract | toivec | tojvec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_between_boxes_are_counted_as_one_by_one() {
        let turned = |(top, left, height, width): (i32, i32, i32, i32), turn: usize| {
            let mut places: Vec<Value> =
                (0..height * width).map(|n| Value::Pair(top + n % height, left + n / height)).collect();
            places.rotate_left(turn);
            places
        };
        for (left, right) in
            [((0, 0, 9, 7), (0, 0, 9, 7)), ((-3, 5, 6, 8), (2, -9, 11, 4)), ((0, 0, 1, 12), (4, 4, 7, 7))]
        {
            let set = Set::product(turned(left, 5), turned(right, 3)).expect("a product").expect("not too deep");
            let twos = set.twos().expect("a product");
            let lengths = Lengths::of(twos).expect("there are fewer distances");
            let ((counts, one_of), (expected, _)) = (lengths.between_boxes().expect("boxes"), lengths.one_by_one());
            assert_eq!(counts, expected);
            assert!(one_of.iter().enumerate().all(|(n, &at)| lengths.between(twos.code(at)) == n));
        }
        let with_a_hole: Vec<Value> = turned((0, 0, 9, 9), 0).into_iter().filter(|v| *v != Value::Pair(4, 4)).collect();
        let set = Set::product(with_a_hole, turned((0, 0, 9, 9), 0)).expect("a product").expect("not too deep");
        assert!(Lengths::of(set.twos().expect("a product")).expect("few distances").between_boxes().is_none());
    }
}
