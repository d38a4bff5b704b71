//! Sets of places as rows of bits.
//!
//! `sfilter(objs, fork(equality, toindices, backdrop))` makes two sets for each object to compare them, and `matcher(compose(size,
//! fork(difference, toindices, box)), ZERO)` three to count what is left. What is asked of such sets is whether they are the same, how many
//! places they have, or whether a place is among them, and that shows in a bit for each place.

use super::area::{Area, Areas};
use super::coded::{Each, Weights};
use super::column::{Column, View};
use super::unmade::Unmade;
use megabatt_core::Op;
use megabatt_core::mask::Bounds;
use std::borrow::Cow;

/// Sets with more rows or columns are left to the ordinary way.
const MOST_LINES: i64 = 64;

/// Sets of places, one for each item.
#[derive(Clone)]
pub struct Regions {
    all: Vec<Region>,
    /// The rows of all, one after the other: a bit for each column from the first one on.
    rows: Vec<u64>,
}

/// Where a set's box is, though the box may be larger than it must be, and where its rows begin.
#[derive(Clone, Copy)]
struct Region {
    top: i32,
    left: i32,
    height: u32,
    start: u32,
    size: u32,
}

/// A set of places.
#[derive(Clone, Copy)]
struct Rows<'a> {
    top: i32,
    left: i32,
    rows: &'a [u64],
}

impl Rows<'_> {
    /// A row, as bits from a column on; those of other columns than the 64 after it are left out.
    #[inline]
    fn row(&self, i: i64, left: i32) -> u64 {
        let bits = usize::try_from(i - i64::from(self.top)).ok().and_then(|n| self.rows.get(n));
        let right = i64::from(self.left) - i64::from(left);
        match (bits, right) {
            (Some(bits), 0..64) => bits << right,
            (Some(bits), -63..0) => bits >> -right,
            _ => 0,
        }
    }

    /// Its rows, and what another set has in the same places.
    fn with<'a>(&'a self, other: Rows<'a>) -> impl Iterator<Item = (u64, u64)> + 'a {
        let its = move |(n, &bits): (i64, &u64)| (bits, other.row(i64::from(self.top) + n, self.left));
        (0..).zip(self.rows).map(its)
    }
}

impl Regions {
    /// What the sets of a column are. None if they are no sets of places, or if one is too large.
    pub fn of(view: View<'_>) -> Option<Cow<'_, Regions>> {
        let mut regions = Regions { all: Vec::with_capacity(view.len()), rows: Vec::new() };
        match view {
            View::Unmade(Unmade::Regions(regions)) => return Some(Cow::Borrowed(regions)),
            View::Unmade(Unmade::Outlined(outlined)) => {
                for (bounds, edge) in outlined.edges() {
                    regions.add(&bounds)?;
                    edge.for_each(|place| regions.mark(place));
                }
            }
            View::Areas(areas) => {
                for area in areas.all() {
                    regions.add_area(area)?;
                }
            }
            View::Lines(lines) => {
                for line in lines.uncoloured()? {
                    let Some(line) = line else {
                        regions.add_nothing();
                        continue;
                    };
                    regions.add(&Bounds::of_places(line.ends().into_iter()))?;
                    line.places().for_each(|place| regions.mark(place));
                }
            }
            View::Strokes(strokes) => {
                for places in strokes.places()? {
                    if places.clone().next().is_none() {
                        regions.add_nothing();
                        continue;
                    }
                    regions.add(&Bounds::of_places(places.clone()))?;
                    places.for_each(|place| regions.mark(place));
                }
            }
            View::Singles(places) => {
                for &(i, j) in places {
                    regions.add(&Bounds { top: i, left: j, bottom: i, right: j })?;
                    regions.mark((i, j));
                }
            }
            _ => return None,
        }
        Some(Cow::Owned(regions.counted()))
    }

    /// `corners` of patches in these boxes. None if one is no box, or too large.
    pub fn of_corners(boxes: &Areas) -> Option<Regions> {
        let mut regions = Regions { all: Vec::with_capacity(boxes.all().len()), rows: Vec::new() };
        for area in boxes.all() {
            let Area::All(b) = area else { return None };
            regions.add(b)?;
            [(b.top, b.left), (b.top, b.right), (b.bottom, b.left), (b.bottom, b.right)]
                .into_iter()
                .for_each(|corner| regions.mark(corner));
        }
        Some(regions.counted())
    }

    /// For each area some of its places. None if one is too large.
    pub fn within(areas: &Areas, parts: impl Iterator<Item = Vec<(i32, i32)>>) -> Option<Regions> {
        let mut regions = Regions { all: Vec::with_capacity(areas.all().len()), rows: Vec::new() };
        for (area, part) in areas.all().iter().zip(parts) {
            regions.add(area.bounds())?;
            part.into_iter().for_each(|place| regions.mark(place));
        }
        Some(regions.counted())
    }

    fn add_area(&mut self, area: &Area) -> Option<()> {
        match area {
            Area::Of(set, bounds) => {
                self.add(bounds)?;
                set.pairs().unwrap_or_default().iter().for_each(|&place| self.mark(place));
                set.cells().unwrap_or_default().iter().for_each(|&(_, i, j)| self.mark((i, j)));
            }
            Area::All(bounds) => {
                self.add(bounds)?;
                let start = self.rows.len() - bounds.height() as usize;
                self.rows[start..].fill(u64::MAX >> (64 - bounds.width()));
            }
        }
        Some(())
    }

    /// One more set, without a place yet.
    fn add(&mut self, bounds: &Bounds) -> Option<()> {
        let lines = 1..=MOST_LINES;
        if !lines.contains(&bounds.height()) || !lines.contains(&bounds.width()) {
            return None;
        }
        let (height, start) = (bounds.height() as u32, self.rows.len() as u32);
        self.all.push(Region { top: bounds.top, left: bounds.left, height, start, size: 0 });
        self.rows.resize(self.rows.len() + height as usize, 0);
        Some(())
    }

    fn add_nothing(&mut self) {
        self.all.push(Region { top: 0, left: 0, height: 0, start: self.rows.len() as u32, size: 0 });
    }

    /// Marks a place in the box of the last set.
    #[inline]
    fn mark(&mut self, (i, j): (i32, i32)) {
        if let Some(last) = self.all.last() {
            self.rows[last.start as usize + (i - last.top) as usize] |= 1 << (j - last.left);
        }
    }

    /// With the sizes of all.
    fn counted(mut self) -> Regions {
        for region in &mut self.all {
            let rows = &self.rows[region.start as usize..][..region.height as usize];
            region.size = rows.iter().map(|bits| bits.count_ones()).sum();
        }
        self
    }

    fn rows(&self, n: usize) -> Rows<'_> {
        let Region { top, left, height, start, .. } = self.all[n];
        Rows { top, left, rows: &self.rows[start as usize..][..height as usize] }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(Each::new(self.all.iter().map(|region| 1 + 3 * u64::from(region.size)).collect()))
    }

    pub fn sizes(&self) -> Column {
        Column::Ints(self.all.iter().map(|region| region.size.into()).collect())
    }

    /// Whether each has the same places as another one of the same item.
    pub fn equal(&self, others: &Regions) -> Vec<bool> {
        let same = |n: usize| {
            self.all[n].size == others.all[n].size && self.rows(n).with(others.rows(n)).all(|(its, other)| its == other)
        };
        (0..self.len()).map(same).collect()
    }

    /// `intersection`, `difference` or `combine` of each with another one of the same item. None if one gets too large.
    pub fn put_together(&self, op: Op, others: &Regions) -> Option<Regions> {
        let mut all = Regions { all: Vec::with_capacity(self.len()), rows: Vec::with_capacity(self.rows.len()) };
        for n in 0..self.len() {
            let (its, other) = (self.rows(n), others.rows(n));
            if op == Op::combine {
                all.add_both(its, other)?;
                continue;
            }
            let start = all.rows.len() as u32;
            all.all.push(Region { start, size: 0, ..self.all[n] });
            let left = |(its, other): (u64, u64)| if op == Op::intersection { its & other } else { its & !other };
            all.rows.extend(its.with(other).map(left));
        }
        Some(all.counted())
    }

    /// One more set, of the places of two.
    fn add_both(&mut self, a: Rows<'_>, b: Rows<'_>) -> Option<()> {
        let both = match (bounds_of(a), bounds_of(b)) {
            (Some(a), Some(b)) => a.with(&b),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => {
                self.add_nothing();
                return Some(());
            }
        };
        self.add(&both)?;
        let start = self.rows.len() - both.height() as usize;
        for (i, row) in (i64::from(both.top)..).zip(&mut self.rows[start..]) {
            *row = a.row(i, both.left) | b.row(i, both.left);
        }
        Some(())
    }

    /// `remove` of a place for each.
    pub fn without_each(&self, places: &[(i32, i32)]) -> Regions {
        let mut regions = self.clone();
        for (region, &(i, j)) in regions.all.iter().zip(places) {
            if let Some((row, bit)) = region.at(i, j) {
                regions.rows[row] &= !bit;
            }
        }
        regions.counted()
    }

    /// `insert` of a place for each. None if one gets too large.
    pub fn with_each(&self, places: &[(i32, i32)]) -> Option<Regions> {
        self.put_together(Op::combine, &*Regions::of(View::Singles(places))?)
    }

    /// Whether each has the place for it.
    pub fn have_each(&self, places: &[(i32, i32)]) -> Vec<bool> {
        let has = |(region, &(i, j)): (&Region, &(i32, i32))| {
            region.at(i, j).is_some_and(|(row, bit)| self.rows[row] & bit != 0)
        };
        self.all.iter().zip(places).map(has).collect()
    }
}

impl Region {
    /// In which row a place is, and its bit there. None outside of all rows and columns.
    #[inline]
    fn at(&self, i: i32, j: i32) -> Option<(usize, u64)> {
        let (down, right) = (i64::from(i) - i64::from(self.top), i64::from(j) - i64::from(self.left));
        let inside = (0..i64::from(self.height)).contains(&down) && (0..64).contains(&right);
        inside.then(|| (self.start as usize + down as usize, 1 << right))
    }
}

/// The box of the places; None if there are none.
fn bounds_of(rows: Rows<'_>) -> Option<Bounds> {
    let first = rows.rows.iter().position(|&bits| bits != 0)?;
    let last = rows.rows.iter().rposition(|&bits| bits != 0)?;
    let columns = rows.rows.iter().fold(0, |all, bits| all | bits);
    Some(Bounds {
        top: rows.top + first as i32,
        bottom: rows.top + last as i32,
        left: rows.left + columns.trailing_zeros() as i32,
        right: rows.left + 63 - columns.leading_zeros() as i32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::{Arc, Set};
    use std::collections::BTreeSet;

    type Places = BTreeSet<(i32, i32)>;

    /// Sets of places here and there.
    fn some(seed: i32) -> Vec<Places> {
        let places = |n: i32| {
            let (top, left) = (n * seed % 7 - 3, n * n % 11 * seed - 30);
            (0..1 + n % 9).map(move |k| (top + k * seed % (1 + n % 5), left + k * 3 % (1 + n % 30))).collect()
        };
        (0..40).map(places).collect()
    }

    fn area(places: impl Iterator<Item = (i32, i32)> + Clone) -> Area {
        let set = Arc::new(Set::grown_pairs(places.clone().collect()));
        Area::within(&set, Bounds::of_places(places)).expect("places")
    }

    fn regions(all: &[Places]) -> Regions {
        let areas = all.iter().map(|places| area(places.iter().copied())).collect();
        Regions::of(View::Areas(&Areas::new(areas))).expect("they are small").into_owned()
    }

    fn places(regions: &Regions, n: usize) -> Places {
        let Rows { top, left, rows } = regions.rows(n);
        let of_row = |(i, bits): (i32, &u64)| {
            let bits = *bits;
            (0..64).filter(move |j| bits >> j & 1 == 1).map(move |j| (i, left + j))
        };
        (top..).zip(rows).flat_map(of_row).collect()
    }

    #[test]
    fn regions_are_put_together_as_sets_are() {
        let (a, b) = (some(1), some(2));
        let (these, those) = (regions(&a), regions(&b));
        for (op, f) in [
            (Op::intersection, (|a, b| &a & &b) as fn(Places, Places) -> Places),
            (Op::difference, |a, b| &a - &b),
            (Op::combine, |a, b| &a | &b),
        ] {
            let found = these.put_together(op, &those).expect("they are small");
            let twice = found.put_together(op, &these).expect("they are small");
            for n in 0..a.len() {
                let expected = f(a[n].clone(), b[n].clone());
                assert_eq!(places(&found, n), expected, "{op:?} of {:?} and {:?}", a[n], b[n]);
                assert_eq!(found.all[n].size as usize, expected.len());
                assert_eq!(places(&twice, n), f(expected, a[n].clone()));
            }
        }
        let equal: Vec<bool> = a.iter().zip(&b).map(|(a, b)| a == b).collect();
        assert_eq!(these.equal(&those), equal);
        assert!(equal.contains(&true) && equal.contains(&false));
    }

    #[test]
    fn places_come_and_go_one_by_one() {
        let all = some(1);
        let these = regions(&all);
        let wanted: Vec<(i32, i32)> = all
            .iter()
            .enumerate()
            .map(|(n, its)| its.first().map_or((0, 0), |&(i, j)| (i, j + n as i32 % 3)))
            .collect();
        let (with, without) = (these.with_each(&wanted).expect("they are small"), these.without_each(&wanted));
        let has = these.have_each(&wanted);
        for (n, place) in wanted.iter().enumerate() {
            let (mut more, mut fewer) = (all[n].clone(), all[n].clone());
            more.insert(*place);
            assert_eq!(has[n], fewer.remove(place));
            assert_eq!((places(&with, n), places(&without, n)), (more, fewer));
        }
    }

    #[test]
    fn what_is_too_large_is_left_out() {
        let regions = |places: [(i32, i32); 2]| {
            let areas = Areas::new(vec![area(places.into_iter())]);
            Regions::of(View::Areas(&areas)).map(Cow::into_owned)
        };
        assert!(regions([(0, 0), (0, 64)]).is_none());
        let near = regions([(0, 0), (0, 63)]).expect("it fits");
        assert!(near.with_each(&[(0, -1)]).is_none() && near.with_each(&[(5, 7)]).is_some());
    }
}
