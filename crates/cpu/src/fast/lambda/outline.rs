//! Sets of places by size and box: all that most questions about an overlap need.

use super::coded::Coded;
use megabatt_core::mask::Bounds;
use megabatt_core::{Op, Value};

/// What is known of a set of places or cells.
#[derive(Clone, Copy)]
pub struct Outline {
    pub size: u32,
    /// None: not known.
    pub bounds: Option<Bounds>,
    /// What an item weighs: three if it is a place.
    pub item: u64,
}

impl Outline {
    pub fn weight(&self) -> u64 {
        1 + self.item * u64::from(self.size)
    }
}

/// What a place weighs.
pub const PLACE: u64 = 3;

/// A set of places as rows of bits.
struct Rows {
    bounds: Bounds,
    size: u32,
    bits: Vec<u64>,
}

impl Rows {
    /// None if it is empty, no set of places, or too wide.
    fn of(value: &Value) -> Option<Rows> {
        let Value::Set(set) = value else { return None };
        let places = set.pairs()?;
        let bounds = Bounds::of_places(places.iter().copied());
        if bounds.width() > 64 || bounds.height() > 1 << 10 {
            return None;
        }
        let mut bits = vec![0; bounds.height() as usize];
        for &(i, j) in places {
            bits[(i - bounds.top) as usize] |= 1 << (j - bounds.left);
        }
        Some(Rows { bounds, size: places.len() as u32, bits })
    }

    /// How many places are in both.
    fn common(&self, other: &Rows) -> u32 {
        let (a, b) = (&self.bounds, &other.bounds);
        let (top, bottom) = (a.top.max(b.top), a.bottom.min(b.bottom));
        let to_the_right = i64::from(b.left) - i64::from(a.left);
        if top > bottom || to_the_right.abs() >= 64 {
            return 0;
        }
        let rows = |rows: &Rows| {
            let start = (i64::from(top) - i64::from(rows.bounds.top)) as usize;
            start..start + (i64::from(bottom) - i64::from(top)) as usize + 1
        };
        let pairs = self.bits[rows(self)].iter().zip(&other.bits[rows(other)]);
        if to_the_right >= 0 {
            pairs.map(|(a, b)| (a & b << to_the_right).count_ones()).sum()
        } else {
            pairs.map(|(a, b)| (a << -to_the_right & b).count_ones()).sum()
        }
    }

    fn joint_bounds(&self, other: &Rows) -> Bounds {
        let (a, b) = (&self.bounds, &other.bounds);
        Bounds {
            top: a.top.min(b.top),
            left: a.left.min(b.left),
            bottom: a.bottom.max(b.bottom),
            right: a.right.max(b.right),
        }
    }
}

/// `intersection` or `combine` of two sets of places, item by item.
pub fn overlaps(op: Op, a: &Coded, b: &Coded) -> Option<Vec<Outline>> {
    if !matches!(op, Op::intersection | Op::combine) {
        return None;
    }
    let rows = |coded: &Coded| coded.values.iter().map(Rows::of).collect::<Option<Vec<_>>>();
    let (left, right) = (rows(a)?, rows(b)?);
    let outline = |(&a, &b): (&u32, &u32)| {
        let (a, b) = (&left[a as usize], &right[b as usize]);
        let common = a.common(b);
        match op {
            Op::intersection => Outline { size: common, bounds: None, item: PLACE },
            _ => Outline { size: a.size + b.size - common, bounds: Some(a.joint_bounds(b)), item: PLACE },
        }
    };
    Some(a.codes.iter().zip(b.codes.iter()).map(outline).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::Set;
    use std::rc::Rc;

    fn coded(sets: &[&[(i32, i32)]], codes: &[u32]) -> Coded {
        let values: Vec<Value> = sets.iter().map(|s| Value::set(Set::grown_pairs(s.to_vec()))).collect();
        Coded { values: values.into(), codes: Rc::from(codes) }
    }

    #[test]
    fn places_in_common_are_counted_wherever_the_boxes_are() {
        let a: &[(i32, i32)] = &[(0, 0), (0, 3), (5, -2), (7, 60)];
        let b: &[(i32, i32)] = &[(5, -2), (7, 60), (9, 1)];
        let far: &[(i32, i32)] = &[(0, 1000), (2_000_000_000, 1000)];
        let near: &[(i32, i32)] = &[(0, 3)];
        let sizes = |op, x: &[(i32, i32)], y: &[(i32, i32)]| {
            let found = overlaps(op, &coded(&[x], &[0]), &coded(&[y], &[0]))?;
            Some(found[0].size)
        };
        assert_eq!(sizes(Op::intersection, a, b), Some(2));
        assert_eq!(sizes(Op::combine, b, a), Some(5));
        assert_eq!(sizes(Op::intersection, a, near), Some(1));
        assert_eq!(sizes(Op::intersection, near, a), Some(1));
        assert_eq!(sizes(Op::intersection, a, far), None);
        assert_eq!(sizes(Op::intersection, near, &[(0, 1000)]), Some(0));
    }
}
