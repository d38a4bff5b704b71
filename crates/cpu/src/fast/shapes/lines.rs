//! Lines, one for each item, and the colour of each if they are objects.

use super::super::lambda::Each;
use super::super::line::{DRAWN, Line};
use super::joined::joined;
use super::{All, Shape, is_near};
use megabatt_core::set::{Growth, Sequence, order_of_grown};
use megabatt_core::{Arc, CellLayout, Op, Result, Set, Value, hash};
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc as Shared;

/// What a place weighs, and what a cell does.
const PLACE: u64 = 3;
const CELL: u64 = 5;

/// The lines; None where two places are in no line, which makes a set of nothing.
#[derive(Clone)]
pub struct Lines {
    lines: Shared<[Option<Line>]>,
    colours: Option<Shared<[i32]>>,
    weights: OnceCell<Rc<Each>>,
}

impl Lines {
    fn new(lines: Shared<[Option<Line>]>, colours: Option<Shared<[i32]>>) -> Lines {
        Lines { lines, colours, weights: OnceCell::new() }
    }

    /// `connect(a, b)` of each two; None if one of them is far away, or not known.
    pub fn connecting(ends: impl Iterator<Item = Option<[(i32, i32); 2]>>) -> Option<Lines> {
        let line = |ends: Option<[(i32, i32); 2]>| {
            ends.filter(|ends| ends.iter().all(|&end| is_near(end))).map(|[a, b]| Line::between(a, b))
        };
        Some(Lines::new(ends.map(line).collect::<Option<_>>()?, None))
    }

    /// `recolor(colour, line)` of each; None if they are objects already, or if a colour does not fit 32 bits.
    pub fn recoloured(&self, colours: impl Iterator<Item = i64>) -> Option<Lines> {
        if self.colours.is_some() {
            return None;
        }
        let colours: Shared<[i32]> = colours.map(|colour| i32::try_from(colour).ok()).collect::<Option<_>>()?;
        Some(Lines::new(self.lines.clone(), Some(colours)))
    }

    /// The lines that are the items of a set, by position in its content.
    pub fn in_set(set: &Set) -> Option<Lines> {
        let ends = set.copies()?.ends()?;
        let mut lines = Vec::with_capacity(ends.len());
        for ends in ends {
            lines.push(match ends {
                Some([a, b]) if is_near(a) && is_near(b) => Line::between(a, b),
                Some(_) => return None,
                None => None,
            });
        }
        Some(Lines::new(lines.into(), None))
    }

    /// The items of all lines in one set, as `merge` makes it of the set that has them. None if it is better left to others.
    pub fn merged(&self, outer: &Arc<Set>) -> Option<Set> {
        self.lines.iter().flatten().next()?;
        All { of_set: true, ..All::of(self.uncoloured()?.iter().copied(), outer) }.into_union()
    }

    /// The lines, if they are sets of places; None is the set of nothing.
    pub fn uncoloured(&self) -> Option<&[Option<Line>]> {
        self.colours.is_none().then_some(&*self.lines)
    }

    /// The lines, whether they have colours or not.
    pub(super) fn all(&self) -> &Shared<[Option<Line>]> {
        &self.lines
    }

    /// The colour of each, if they are objects.
    pub(super) fn colours(&self) -> Option<&Shared<[i32]>> {
        self.colours.as_ref()
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    pub fn is_empty_at(&self, n: usize) -> bool {
        self.lines[n].is_none()
    }

    /// What each weighs, which is asked several times in a column.
    pub fn weights(&self) -> &Each {
        self.weights.get_or_init(|| {
            let item = if self.colours.is_some() { CELL } else { PLACE };
            Rc::new(Each::new(self.lines.iter().map(|line| 1 + item * line.map_or(0, Line::len)).collect()))
        })
    }

    /// How many items each has.
    pub fn sizes(&self) -> impl Iterator<Item = i64> {
        self.lines.iter().map(|line| line.map_or(0, |line| line.len() as i64))
    }

    /// How many of its places each has in common with a set of places. None if they are objects.
    pub fn common(&self, places: &Set) -> Option<Vec<u32>> {
        let mask = places.mask()?;
        Some(self.uncoloured()?.iter().map(|line| line.map_or(0, |line| line.count_in(mask))).collect())
    }

    /// `vline` or `hline` of each. A single place is both, and nothing is neither.
    pub fn lie_as(&self, op: Op) -> Vec<bool> {
        let lies = |line: Line| {
            let [start, end] = line.ends();
            if op == Op::vline { start.1 == end.1 } else { start.0 == end.0 }
        };
        self.lines.iter().map(|line| line.is_some_and(lies)).collect()
    }

    fn coloured(&self, colours: &[i32]) -> impl Iterator<Item = Option<Coloured>> {
        self.lines.iter().zip(colours).map(|(line, &colour)| line.map(|line| Coloured { line, colour }))
    }

    /// The lines as sets.
    pub fn into_values(self) -> Vec<Value> {
        fn values<S: Shape>(shapes: impl Iterator<Item = Option<S>>) -> Vec<Value> {
            shapes.map(|shape| Value::set(shape.map_or_else(Set::empty, S::set))).collect()
        }
        match &self.colours {
            Some(colours) => values(self.coloured(colours)),
            None => values(self.lines.iter().copied()),
        }
    }

    /// The set of all lines, as `apply` makes it; `source` is the set whose items gave the lines, by position in its content.
    pub fn as_set(&self, source: &Arc<Set>) -> Result<Set> {
        match &self.colours {
            Some(colours) => All::of(self.coloured(colours), source).into_set(),
            None => All::of(self.lines.iter().copied(), source).into_set(),
        }
    }

    /// The items of all lines in one set, as `mapply` makes it; `source` as in [`Lines::as_set`]. None if it is better left to others.
    pub fn union(&self, source: &Arc<Set>) -> Option<Set> {
        match &self.colours {
            Some(colours) => All::of(self.coloured(colours), source).into_union(),
            None => All::of(self.lines.iter().copied(), source).into_union(),
        }
    }
}

impl Shape for Line {
    type Item = (i32, i32);

    fn corners(self) -> [(i32, i32); 2] {
        self.ends()
    }

    fn len(self) -> usize {
        Line::len(self) as usize
    }

    fn items(self) -> impl Iterator<Item = (i32, i32)> {
        self.places()
    }

    fn sets(shapes: Vec<Option<Line>>, source: &Arc<Set>, sequence: Sequence) -> Result<Set> {
        let ends = shapes.into_iter().map(|line| line.map(Line::ends)).collect();
        Set::of_lines(ends, DRAWN, Some((source, sequence)))
    }

    fn joined(lines: Vec<Line>) -> (Vec<Line>, bool) {
        let joined = joined(lines.into_iter().map(|line| (0, line)).collect());
        (joined.lines.into_iter().map(|(_, line)| line).collect(), joined.are_parallel)
    }

    fn set(self) -> Set {
        Set::grown_pairs(self.places().collect())
    }

    fn order(self, items: &[u32], growth: &Growth<'_>, order: &mut Vec<u32>) {
        order_of_grown(items.iter().map(|&item| growth.hash(item)), order);
    }
}

/// A line as an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Coloured {
    line: Line,
    colour: i32,
}

impl Shape for Coloured {
    type Item = (i32, i32, i32);

    fn corners(self) -> [(i32, i32); 2] {
        self.line.ends()
    }

    fn len(self) -> usize {
        Shape::len(self.line)
    }

    fn items(self) -> impl Iterator<Item = (i32, i32, i32)> {
        self.line.places().map(move |(i, j)| (self.colour, i, j))
    }

    fn joined(lines: Vec<Coloured>) -> (Vec<Coloured>, bool) {
        let joined = joined(lines.into_iter().map(|Coloured { line, colour }| (colour, line)).collect());
        let are_apart = joined.are_parallel && joined.lines.windows(2).all(|two| two[0].0 == two[1].0);
        (joined.lines.into_iter().map(|(colour, line)| Coloured { line, colour }).collect(), are_apart)
    }

    fn set(self) -> Set {
        let places = Arc::new(self.line.set());
        Set::mapped_to_cells(&places, CellLayout::ColourFirst, self.items().collect()).with_distinct_places()
    }

    /// Places are added along the line; the cells in the order of these.
    fn order(self, items: &[u32], growth: &Growth<'_>, order: &mut Vec<u32>) {
        let mut of_places = Vec::with_capacity(items.len());
        order_of_grown(self.line.places().map(|(i, j)| hash::of_pair(i, j)), &mut of_places);
        order_of_grown(of_places.iter().map(|&at| growth.hash(items[at as usize])), order);
        order.iter_mut().for_each(|at| *at = of_places[*at as usize]);
    }
}
