//! Operations of two arguments on all items.

use super::built::{Built, Part};
use super::coded::Weights;
use super::column::{Column, Scalar, View};
use super::drawing::Drawings;
use super::fits::Boxes;
use super::outline::{Outlines, overlaps};
use super::patches;
use super::regions::Regions;
use super::unmade::Unmade;
use crate::fast::line::shot;
use crate::fast::shapes::{Lines, Strokes};
use megabatt_core::Op;
use megabatt_core::py::number::floor_div_int;

/// An argument: of each item its own, or the same for all.
#[derive(Clone, Copy)]
pub enum Side<'a> {
    Each(View<'a>),
    Same(Scalar),
}

impl<'a> Side<'a> {
    pub fn weights(self) -> Weights {
        match self {
            Side::Each(view) => view.weights(),
            Side::Same(scalar) => Weights::Same(scalar.weight()),
        }
    }

    fn part(self) -> Option<Part> {
        match self {
            Side::Each(view) => Part::of(view),
            Side::Same(scalar) => Some(Part::Same(scalar)),
        }
    }

    fn bools(self) -> Option<Arg<'a, bool>> {
        match self {
            Side::Each(View::Bools(v)) => Some(Arg::Each(v)),
            Side::Same(Scalar::Bool(b)) => Some(Arg::Same(b)),
            _ => None,
        }
    }

    fn ints(self) -> Option<Arg<'a, i64>> {
        match self {
            Side::Each(View::Ints(v)) => Some(Arg::Each(v)),
            Side::Same(Scalar::Int(n)) => Some(Arg::Same(n)),
            _ => None,
        }
    }

    fn pairs(self) -> Option<Arg<'a, (i32, i32)>> {
        match self {
            Side::Each(View::Pairs(v)) => Some(Arg::Each(v)),
            Side::Same(Scalar::Pair(i, j)) => Some(Arg::Same((i, j))),
            _ => None,
        }
    }

    fn singles(self) -> Option<Arg<'a, (i32, i32)>> {
        match self {
            Side::Each(View::Singles(v)) => Some(Arg::Each(v)),
            Side::Same(Scalar::Single(i, j)) => Some(Arg::Same((i, j))),
            _ => None,
        }
    }

    fn cells(self) -> Option<Arg<'a, (i32, i32, i32)>> {
        match self {
            Side::Each(View::Cells(v)) => Some(Arg::Each(v)),
            Side::Same(Scalar::Cell(c, i, j)) => Some(Arg::Same((c, i, j))),
            _ => None,
        }
    }
}

/// An argument of a known type.
#[derive(Clone, Copy)]
enum Arg<'a, T> {
    Each(&'a [T]),
    Same(T),
}

/// `f` of both arguments, item by item. At least one of them has items.
fn zip<A: Copy, B: Copy, R>(a: Arg<'_, A>, b: Arg<'_, B>, f: impl Fn(A, B) -> R) -> Option<Vec<R>> {
    Some(match (a, b) {
        (Arg::Each(a), Arg::Each(b)) => a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect(),
        (Arg::Each(a), Arg::Same(b)) => a.iter().map(|&a| f(a, b)).collect(),
        (Arg::Same(a), Arg::Each(b)) => b.iter().map(|&b| f(a, b)).collect(),
        (Arg::Same(_), Arg::Same(_)) => return None,
    })
}

/// As [`zip`]; None if `f` fails for one of the items.
fn try_zip<A: Copy, B: Copy, R>(a: Arg<'_, A>, b: Arg<'_, B>, f: impl Fn(A, B) -> Option<R>) -> Option<Vec<R>> {
    let n = match (a, b) {
        (Arg::Each(a), _) => a.len(),
        (_, Arg::Each(b)) => b.len(),
        (Arg::Same(_), Arg::Same(_)) => return None,
    };
    let mut results = Vec::with_capacity(n);
    match (a, b) {
        (Arg::Each(a), Arg::Each(b)) => {
            for (&a, &b) in a.iter().zip(b) {
                results.push(f(a, b)?);
            }
        }
        (Arg::Each(a), Arg::Same(b)) => {
            for &a in a {
                results.push(f(a, b)?);
            }
        }
        (Arg::Same(a), Arg::Each(b)) => {
            for &b in b {
                results.push(f(a, b)?);
            }
        }
        (Arg::Same(_), Arg::Same(_)) => return None,
    }
    Some(results)
}

/// None where the operation is not for such items, or fails for one of them.
pub fn binary(op: Op, a: Side<'_>, b: Side<'_>) -> Option<Column> {
    if let (Side::Each(View::Coded(a)), Side::Each(View::Coded(b))) = (a, b) {
        return match op {
            Op::hmatching | Op::vmatching => patches::matching(op, a, b).map(Column::Bools),
            _ => overlaps(op, a, b).map(Column::outlines),
        };
    }
    match op {
        Op::equality => equality(a, b),
        Op::greater => Some(Column::Bools(zip(a.ints()?, b.ints()?, |a, b| a > b)?)),
        Op::both | Op::either => {
            let wants = op == Op::either;
            if let (Some(a), Some(b)) = (a.bools(), b.bools()) {
                return Some(Column::Bools(zip(a, b, |a, b| if a == wants { a } else { b })?));
            }
            Some(Column::Ints(zip(a.ints()?, b.ints()?, |a, b| if (a != 0) == wants { a } else { b })?))
        }
        Op::add => arithmetic(a, b, i64::checked_add),
        Op::subtract => arithmetic(a, b, i64::checked_sub),
        Op::multiply => arithmetic(a, b, i64::checked_mul),
        Op::divide => arithmetic(a, b, floor_div_int),
        Op::astuple => astuple(a, b),
        Op::colorcount => match (a, b) {
            (Side::Each(View::Sets(sets)), Side::Same(Scalar::Int(colour))) => {
                patches::colour_counts(sets.sets(), colour)
            }
            (Side::Each(View::Moved(copies)), Side::Same(Scalar::Int(colour))) => {
                Some(Column::Ints(vec![patches::colour_count(copies.patch(), colour)?; copies.len()]))
            }
            (Side::Each(View::Unmade(Unmade::Windows(windows))), Side::Same(Scalar::Int(colour))) => {
                Some(Column::Ints(windows.colour_counts(colour)))
            }
            _ => None,
        },
        Op::insert => match (a, b) {
            (Side::Each(View::Pairs(places)), Side::Each(View::Singles(others))) => {
                Some(Column::outlines(Outlines::of_twos(places, others)))
            }
            (Side::Each(View::Pairs(places)), Side::Each(regions)) => {
                Some(Column::unmade(Unmade::Regions(Regions::of(regions)?.with_each(places)?)))
            }
            _ => None,
        },
        Op::difference => match (a, b) {
            (Side::Each(View::Kept(kept)), Side::Each(View::Moved(others))) => {
                Some(Column::kept(kept.without(others)?))
            }
            _ => regions(op, a, b),
        },
        Op::combine => match (strokes(a), strokes(b)) {
            (Some(some), Some(others)) if let Some(both) = some.with(&others) => Some(Column::strokes(both)),
            _ => regions(op, a, b),
        },
        Op::intersection => regions(op, a, b),
        Op::connect => {
            Some(Column::Lines(Lines::connecting(zip(a.pairs()?, b.pairs()?, |a, b| Some([a, b]))?.into_iter())?))
        }
        Op::shoot => {
            let ends = |start, direction| Some([start, shot(start, direction)?]);
            Some(Column::Lines(Lines::connecting(zip(a.pairs()?, b.pairs()?, ends)?.into_iter())?))
        }
        Op::recolor => match (a.ints()?, b) {
            (Arg::Same(colour), Side::Each(View::Outlines(patches))) => {
                Some(Column::outlines(patches.recoloured(colour)?))
            }
            (Arg::Same(colour), Side::Each(View::Areas(areas))) => {
                Some(Column::unmade(Unmade::Boxes(Boxes::of(areas, colour)?)))
            }
            (Arg::Same(colour), Side::Each(View::Lines(lines))) => {
                lines.recoloured(std::iter::repeat_n(colour, lines.len())).map(Column::Lines)
            }
            (Arg::Same(colour), Side::Each(View::Along(along))) => {
                along.recoloured(std::iter::repeat_n(colour, along.len())).map(Column::Along)
            }
            (Arg::Each(colours), Side::Each(View::Along(along))) => {
                along.recoloured(colours.iter().copied()).map(Column::Along)
            }
            (Arg::Each(colours), Side::Each(View::Lines(lines))) => {
                lines.recoloured(colours.iter().copied()).map(Column::Lines)
            }
            (colours, patches) => {
                let patches = strokes(patches)?;
                let recoloured = match colours {
                    Arg::Same(colour) => patches.recoloured(std::iter::repeat_n(colour, patches.len())),
                    Arg::Each(colours) => patches.recoloured(colours.iter().copied()),
                };
                recoloured.map(Column::strokes)
            }
        },
        Op::canvas => match (a, b) {
            (Side::Same(Scalar::Int(ground)), Side::Each(View::Pairs(shapes))) => {
                Some(Column::drawings(Drawings::canvases(ground, shapes)?))
            }
            _ => None,
        },
        Op::paint => match (a, b) {
            (Side::Each(View::Drawings(grids)), Side::Each(View::Outlines(patches))) => {
                Some(Column::drawings(grids.painted(patches)?))
            }
            _ => None,
        },
        Op::ofcolor => match (a, b) {
            (Side::Each(View::Drawings(grids)), Side::Same(Scalar::Int(colour))) => {
                Some(Column::outlines(grids.places_of(colour)?))
            }
            _ => None,
        },
        Op::toobject => match (a, b) {
            (Side::Each(View::Unmade(patches)), Side::Each(View::Unmade(grids))) => {
                Some(Column::unmade(patches.cut_from_each(grids)?))
            }
            _ => None,
        },
        Op::remove => match (a, b) {
            (Side::Same(Scalar::Int(value)), Side::Each(View::Unmade(Unmade::Palettes(palettes)))) => {
                Some(Column::unmade(Unmade::Palettes(palettes.without(value))))
            }
            (Side::Each(View::Pairs(places)), Side::Each(View::Lines(_) | View::Strokes(_)))
                if let Some(left) = strokes(b).and_then(|strokes| strokes.without_each(places)) =>
            {
                Some(Column::strokes(left))
            }
            (Side::Each(View::Pairs(places)), Side::Each(regions)) => {
                Some(Column::unmade(Unmade::Regions(Regions::of(regions)?.without_each(places))))
            }
            _ => None,
        },
        Op::contained => match (a, b) {
            (Side::Same(Scalar::Int(value)), Side::Each(View::Unmade(Unmade::Palettes(palettes)))) => {
                Some(Column::Bools(palettes.have(value)))
            }
            (Side::Same(Scalar::Int(n)), Side::Each(View::Unmade(Unmade::Intervals(intervals)))) => {
                Some(Column::Bools(intervals.which_have(n)))
            }
            (Side::Same(value), Side::Each(View::Lists(lists))) => Some(Column::Bools(lists.contain(value)?)),
            (Side::Each(View::Pairs(places)), Side::Each(regions)) => {
                Some(Column::Bools(Regions::of(regions)?.have_each(places)))
            }
            _ => None,
        },
        Op::shift => match (a, b) {
            (Side::Each(View::Sets(sets)), Side::Each(View::Pairs(by))) => {
                patches::shifted(sets.sets(), by).map(Column::Coded)
            }
            _ => None,
        },
        Op::manhattan => Some(Column::Ints(zip(a.singles()?, b.singles()?, distance)?)),
        _ => None,
    }
}

/// Sets that are put together of lines and places.
fn strokes(patches: Side<'_>) -> Option<Strokes> {
    match patches {
        Side::Each(View::Lines(lines)) => Some(Strokes::of_lines(lines)),
        Side::Each(View::Strokes(strokes)) => Some(strokes.clone()),
        Side::Each(View::Singles(places)) => Strokes::of_singles(places),
        _ => None,
    }
}

/// What two sets of places have in common, or only one of them has, or both together.
fn regions(op: Op, a: Side<'_>, b: Side<'_>) -> Option<Column> {
    let (Side::Each(a), Side::Each(b)) = (a, b) else { return None };
    Some(Column::unmade(Unmade::Regions(Regions::of(a)?.put_together(op, &*Regions::of(b)?)?)))
}

/// Python's `==`: bools are ints; values of other kinds differ.
fn equality(a: Side<'_>, b: Side<'_>) -> Option<Column> {
    if let (Side::Each(View::Unmade(Unmade::Palettes(palettes))), Side::Same(Scalar::Palette(other))) = (a, b) {
        return Some(Column::Bools(palettes.bits.iter().map(|&bits| bits == other).collect()));
    }
    if let (Side::Each(View::Unmade(a)), Side::Each(View::Unmade(b))) = (a, b)
        && let Some(equal) = a.equal(b)
    {
        return Some(Column::Bools(equal));
    }
    if let (Side::Each(a), Side::Each(b)) = (a, b)
        && let Some(some) = Regions::of(a)
    {
        return Some(Column::Bools(some.equal(&*Regions::of(b)?)));
    }
    if let (Some(a), Some(b)) = (a.ints(), b.ints()) {
        return Some(Column::Bools(zip(a, b, |a, b| a == b)?));
    }
    if let (Some(a), Some(b)) = (a.pairs(), b.pairs()) {
        return Some(Column::Bools(zip(a, b, |a, b| a == b)?));
    }
    if let (Some(a), Some(b)) = (a.bools(), b.bools()) {
        return Some(Column::Bools(zip(a, b, |a, b| a == b)?));
    }
    if let (Some(a), Some(b)) = (a.bools(), b.ints()) {
        return Some(Column::Bools(zip(a, b, |a, b| i64::from(a) == b)?));
    }
    if let (Some(a), Some(b)) = (a.ints(), b.bools()) {
        return Some(Column::Bools(zip(a, b, |a, b| a == i64::from(b))?));
    }
    Some(Column::Bools(zip(a.cells()?, b.cells()?, |a, b| a == b)?))
}

/// Ints, pairs, or one of each: an int meets both parts of a pair.
fn arithmetic(a: Side<'_>, b: Side<'_>, f: impl Fn(i64, i64) -> Option<i64> + Copy) -> Option<Column> {
    let part = |a: i64, b: i64| i32::try_from(f(a, b)?).ok();
    if let (Some(a), Some(b)) = (a.ints(), b.ints()) {
        return Some(Column::Ints(try_zip(a, b, f)?));
    }
    let pairs = match (a.pairs(), b.pairs()) {
        (Some(a), Some(b)) => {
            try_zip(a, b, |(a, b), (c, d)| Some((part(a.into(), c.into())?, part(b.into(), d.into())?)))?
        }
        (Some(a), None) => try_zip(a, b.ints()?, |(a, b), n| Some((part(a.into(), n)?, part(b.into(), n)?)))?,
        (None, Some(b)) => try_zip(a.ints()?, b, |n, (c, d)| Some((part(n, c.into())?, part(n, d.into())?)))?,
        (None, None) => return None,
    };
    Some(Column::Pairs(pairs))
}

fn astuple(a: Side<'_>, b: Side<'_>) -> Option<Column> {
    if let (Some(a), Some(b)) = (a.ints(), b.ints()) {
        let pair = |a: i64, b: i64| Some((i32::try_from(a).ok()?, i32::try_from(b).ok()?));
        return Some(Column::Pairs(try_zip(a, b, pair)?));
    }
    if let (Some(a), Some(b)) = (a.ints(), b.pairs()) {
        let cell = |c: i64, (i, j)| Some((i32::try_from(c).ok()?, i, j));
        return Some(Column::Cells(try_zip(a, b, cell)?));
    }
    if let (Some(a), Some(b)) = (a.pairs(), b.pairs()) {
        return Some(Column::Twos(zip(a, b, |a, b| [a, b])?));
    }
    Some(Column::built(Built::tuples(a.part()?, b.part()?)?))
}

pub fn distance((ai, aj): (i32, i32), (bi, bj): (i32, i32)) -> i64 {
    (i64::from(ai) - i64::from(bi)).abs() + (i64::from(aj) - i64::from(bj)).abs()
}
