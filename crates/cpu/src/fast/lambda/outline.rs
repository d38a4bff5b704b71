//! Sets of places by size and box: all that most questions about an overlap need.

use super::area::{Area, Areas};
use super::coded::{Coded, Each, Weights};
use super::column::Column;
use super::figure::Figures;
use megabatt_core::mask::Bounds;
use megabatt_core::{Op, Set, Value};

/// What is known of a set of places or cells for each item.
#[derive(Clone)]
pub struct Outlines {
    pub sizes: Vec<u32>,
    /// None: not known. Of those that are, no set is empty.
    pub bounds: Option<Vec<Bounds>>,
    /// The colour of all cells, if they are cells of one colour.
    pub colour: Option<i32>,
    /// Where the items are within the box, if somebody can tell.
    pub figures: Option<Figures>,
    item: u64,
    weights: Each,
}

impl Outlines {
    /// An item of the sets weighs `item`: three if it is a place.
    pub fn new(sizes: Vec<u32>, bounds: Option<Vec<Bounds>>, item: u64) -> Outlines {
        let weights = Each::new(sizes.iter().map(|&size| 1 + item * u64::from(size)).collect());
        Outlines { sizes, bounds, colour: None, figures: None, item, weights }
    }

    /// The set of two places for each item; of one where they are the same.
    pub fn of_twos(some: &[(i32, i32)], others: &[(i32, i32)]) -> Outlines {
        let twos = || some.iter().zip(others);
        let sizes = twos().map(|(a, b)| 1 + u32::from(a != b)).collect();
        let bounds = twos().map(|(&a, &b)| Bounds::of_places([a, b].into_iter())).collect();
        Outlines::new(sizes, Some(bounds), PLACE)
    }

    /// The same sets at other places.
    fn with_bounds(&self, bounds: Vec<Bounds>) -> Outlines {
        Outlines { bounds: Some(bounds), ..self.clone() }
    }

    /// The same sets after an operation that turns or mirrors them.
    pub fn turned(&self, op: Op, bounds: Vec<Bounds>) -> Outlines {
        let figures = self.figures.as_ref().map(|figures| figures.turned(op));
        Outlines { figures, ..self.with_bounds(bounds) }
    }

    /// `recolor` of each. None for cells of several colours, of which two may share a place.
    pub fn recoloured(&self, colour: i64) -> Option<Outlines> {
        let places = self.places()?;
        let of_cells = Outlines::new(places.sizes, places.bounds, CELL);
        Some(Outlines { colour: Some(i32::try_from(colour).ok()?), figures: places.figures, ..of_cells })
    }

    /// `toindices` of each. None for cells of several colours.
    pub fn places(&self) -> Option<Outlines> {
        match (self.item, self.colour) {
            (PLACE, _) => Some(self.clone()),
            (_, Some(_)) => {
                let places = Outlines::new(self.sizes.clone(), self.bounds.clone(), PLACE);
                Some(Outlines { figures: self.figures.clone(), ..places })
            }
            _ => None,
        }
    }

    /// Whether an item of one of these can be equal to one of others.
    pub fn are_like(&self, others: &Outlines) -> bool {
        self.item == others.item && self.colour == others.colour
    }

    /// What each answers whose box is known.
    pub fn answers(&self, op: Op) -> Option<Column> {
        let bounds = self.bounds.as_ref()?;
        let ints = |f: fn(&Bounds) -> i64| Some(Column::Ints(bounds.iter().map(f).collect()));
        let pairs = |f: fn(&Bounds) -> (i32, i32)| Some(Column::Pairs(bounds.iter().map(f).collect()));
        match op {
            Op::height => ints(Bounds::height),
            Op::width => ints(Bounds::width),
            Op::uppermost => ints(|b| b.top.into()),
            Op::lowermost => ints(|b| b.bottom.into()),
            Op::leftmost => ints(|b| b.left.into()),
            Op::rightmost => ints(|b| b.right.into()),
            Op::ulcorner => pairs(|b| (b.top, b.left)),
            Op::urcorner => pairs(|b| (b.top, b.right)),
            Op::llcorner => pairs(|b| (b.bottom, b.left)),
            Op::lrcorner => pairs(|b| (b.bottom, b.right)),
            Op::shape => {
                let side = |n: i64| i32::try_from(n).ok();
                let shape = |b: &Bounds| Some((side(b.height())?, side(b.width())?));
                Some(Column::Pairs(bounds.iter().map(shape).collect::<Option<_>>()?))
            }
            Op::normalize => {
                let to_origin = |b: &Bounds| {
                    let side = |n: i64| i32::try_from(n - 1).ok();
                    Some(Bounds { top: 0, left: 0, bottom: side(b.height())?, right: side(b.width())? })
                };
                Some(Column::outlines(self.with_bounds(bounds.iter().map(to_origin).collect::<Option<_>>()?)))
            }
            Op::toindices => Some(Column::outlines(self.places()?)),
            Op::backdrop => {
                let areas = bounds.iter().map(|b| Area::all_of(*b)).collect::<Option<_>>()?;
                Some(Column::areas(Areas::new(areas)))
            }
            _ => None,
        }
    }

    /// Whether the n-th set can be equal to the n-th of others.
    pub fn may_equal(&self, others: &Outlines, n: usize) -> bool {
        let same_box = match (&self.bounds, &others.bounds) {
            (Some(a), Some(b)) => a[n] == b[n],
            _ => true,
        };
        self.sizes[n] == others.sizes[n] && same_box
    }

    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }
}

/// What a place weighs, and what a cell does.
pub const PLACE: u64 = 3;
pub const CELL: u64 = 5;

/// The places of a patch as rows of bits.
pub struct Rows {
    pub bounds: Bounds,
    /// How many items the patch has.
    pub size: u32,
    /// A word for each row of the box.
    pub(super) bits: Vec<u64>,
}

impl Rows {
    /// None if it is empty, no set of places, or too wide.
    fn of(value: &Value) -> Option<Rows> {
        let Value::Set(set) = value else { return None };
        Rows::of_set(set)
    }

    /// None if it is empty, no set of places, or too wide.
    pub fn of_set(set: &Set) -> Option<Rows> {
        Rows::of_places(set.pairs()?.iter().copied())
    }

    /// None if it is empty, no object, or too wide.
    pub fn of_object(value: &Value) -> Option<Rows> {
        let Value::Set(set) = value else { return None };
        Rows::of_places(set.cells()?.iter().map(|&(_, i, j)| (i, j)))
    }

    fn of_places(places: impl ExactSizeIterator<Item = (i32, i32)> + Clone) -> Option<Rows> {
        let (bounds, size) = (Bounds::of_places(places.clone()), places.len() as u32);
        if bounds.width() > 64 || bounds.height() > 1 << 10 {
            return None;
        }
        let mut bits = vec![0; bounds.height() as usize];
        for (i, j) in places {
            bits[(i - bounds.top) as usize] |= 1 << (j - bounds.left);
        }
        Some(Rows { bounds, size, bits })
    }

    /// The places of a row, as bits from a column on that is not right of the box; all of them are less than 64 columns from it.
    #[inline]
    pub fn row(&self, i: i32, left: i32) -> u64 {
        let bits = usize::try_from(i - self.bounds.top).ok().and_then(|n| self.bits.get(n));
        bits.map_or(0, |bits| bits << (self.bounds.left - left))
    }

    /// How many places are in both.
    fn common(&self, other: &Rows) -> u32 {
        let (a, b) = (&self.bounds, &other.bounds);
        self.common_below(other, i64::from(b.top) - i64::from(a.top), i64::from(b.left) - i64::from(a.left))
    }

    /// How many places are in both if the corner of the other one is moved so far from that of this one.
    fn common_with_moved(&self, other: &Rows, (down, to_the_right): (i32, i32)) -> u32 {
        self.common_below(other, down.into(), to_the_right.into())
    }

    fn common_below(&self, other: &Rows, down: i64, to_the_right: i64) -> u32 {
        let (a, b) = (self.bits.len() as i64, other.bits.len() as i64);
        if down >= a || -down >= b || to_the_right.abs() >= 64 {
            return 0;
        }
        let pairs = self.bits[down.max(0) as usize..].iter().zip(&other.bits[(-down).max(0) as usize..]);
        if to_the_right >= 0 {
            pairs.map(|(a, b)| (a & b << to_the_right).count_ones()).sum()
        } else {
            pairs.map(|(a, b)| (a << -to_the_right & b).count_ones()).sum()
        }
    }

    fn joint_bounds(&self, other: &Rows) -> Bounds {
        self.bounds.with(&other.bounds)
    }
}

/// How many places two sets of a product have in common.
enum Common<'a> {
    Of(&'a [Rows], &'a [Rows]),
    /// The sets of a side are one set at several places: what two have in common depends on how far they are apart.
    Apart {
        left: Vec<(i32, i32)>,
        right: Vec<(i32, i32)>,
        near: Bounds,
        width: usize,
        known: Vec<u32>,
    },
}

impl<'a> Common<'a> {
    /// For so many pairs of sets.
    fn new(left: &'a [Rows], right: &'a [Rows], pairs: usize) -> Common<'a> {
        Common::apart(left, right, pairs).unwrap_or(Common::Of(left, right))
    }

    /// None if the sets of a side differ, or if there are not many more pairs than distances.
    fn apart(left: &[Rows], right: &[Rows], pairs: usize) -> Option<Common<'a>> {
        let is_one = |rows: &[Rows]| rows.iter().all(|other| other.bits == rows[0].bits);
        let corner = |rows: &Rows| (rows.bounds.top, rows.bounds.left);
        let (from, to): (Vec<_>, Vec<_>) = (left.iter().map(corner).collect(), right.iter().map(corner).collect());
        let (a, b) = (Bounds::of_places(from.iter().copied()), Bounds::of_places(to.iter().copied()));
        let near = Bounds {
            top: b.top.checked_sub(a.bottom)?,
            left: b.left.checked_sub(a.right)?,
            bottom: b.bottom.checked_sub(a.top)?,
            right: b.right.checked_sub(a.left)?,
        };
        let distances = usize::try_from(near.height().checked_mul(near.width())?).ok()?;
        if distances > pairs / 2 || !is_one(left) || !is_one(right) {
            return None;
        }
        let mut known = Vec::with_capacity(distances);
        for i in near.top..=near.bottom {
            for j in near.left..=near.right {
                known.push(left[0].common_with_moved(&right[0], (i, j)));
            }
        }
        Some(Common::Apart { left: from, right: to, near, width: near.width() as usize, known })
    }

    #[inline]
    fn count(&self, l: u32, r: u32) -> u32 {
        let (l, r) = (l as usize, r as usize);
        match self {
            Common::Of(left, right) => left[l].common(&right[r]),
            Common::Apart { left, right, near, width, known } => {
                let (i, j) = (right[r].0 - left[l].0, right[r].1 - left[l].1);
                known[(i - near.top) as usize * width + (j - near.left) as usize]
            }
        }
    }
}

/// `intersection` or `combine` of two sets of places, item by item.
pub fn overlaps(op: Op, a: &Coded, b: &Coded) -> Option<Outlines> {
    if !matches!(op, Op::intersection | Op::combine) {
        return None;
    }
    let rows = |coded: &Coded| coded.values.iter().map(Rows::of).collect::<Option<Vec<_>>>();
    let (left, right) = (rows(a)?, rows(b)?);
    let common = Common::new(&left, &right, a.codes.len());
    let pairs = || a.codes.iter().zip(b.codes.iter()).map(|(&a, &b)| (a, b));
    if op == Op::intersection {
        let sizes = pairs().map(|(a, b)| common.count(a, b)).collect();
        return Some(Outlines::new(sizes, None, PLACE));
    }
    let size = |(a, b): (u32, u32)| left[a as usize].size + right[b as usize].size - common.count(a, b);
    let bounds = |(a, b): (u32, u32)| left[a as usize].joint_bounds(&right[b as usize]);
    Some(Outlines::new(pairs().map(size).collect(), Some(pairs().map(bounds).collect()), PLACE))
}

#[cfg(test)]
mod tests {
    use super::*;
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
            Some(found.sizes[0])
        };
        assert_eq!(sizes(Op::intersection, a, b), Some(2));
        assert_eq!(sizes(Op::combine, b, a), Some(5));
        assert_eq!(sizes(Op::intersection, a, near), Some(1));
        assert_eq!(sizes(Op::intersection, near, a), Some(1));
        assert_eq!(sizes(Op::intersection, a, far), None);
        assert_eq!(sizes(Op::intersection, near, &[(0, 1000)]), Some(0));
    }

    #[test]
    fn copies_have_in_common_what_they_have_one_by_one() {
        let copies = |patch: &[(i32, i32)], by: &[(i32, i32)]| -> Vec<Rows> {
            let copy = |&(di, dj): &(i32, i32)| {
                let places = patch.iter().map(|&(i, j)| (i + di, j + dj)).collect();
                Rows::of(&Value::set(Set::grown_pairs(places))).expect("it is small")
            };
            by.iter().map(copy).collect()
        };
        let by: Vec<(i32, i32)> = (0..60).map(|n| (n * 7 % 5 - 2, n * 11 % 9)).collect();
        let left = copies(&[(0, 0), (0, 3), (1, 2), (4, 0), (4, 1)], &by);
        let right = copies(&[(1, 1), (0, 1), (0, 2), (3, 40)], &by);
        let common = Common::new(&left, &right, left.len() * right.len());
        assert!(matches!(common, Common::Apart { .. }));
        let mut met = 0;
        for (l, a) in left.iter().enumerate() {
            for (r, b) in right.iter().enumerate() {
                assert_eq!(common.count(l as u32, r as u32), a.common(b));
                met += a.common(b);
            }
        }
        assert!(met > 100);
        assert!(matches!(Common::new(&left, &left[..1], 60), Common::Of(..)));
        let other: Vec<Rows> = copies(&[(0, 0)], &by).into_iter().chain(left).collect();
        assert!(matches!(Common::new(&other, &right, 120 * 60), Common::Of(..)));
    }
}
