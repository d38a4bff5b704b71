//! Colours of grids and objects.

use super::{Patch, wanted};
use megabatt_core::grid::{COLOURS, colour_counts};
use megabatt_core::{Grid, Op, Result, Set, SetBuilder, Value};

/// Fewer cells are looked at one by one.
const MANY: usize = 64;

/// How often each colour occurs; None if there are cells that are no colours.
pub fn colours(g: &Grid) -> Option<[u32; COLOURS]> {
    let counts = colour_counts(g.cells());
    (counts.iter().sum::<u32>() as usize == g.cells().len()).then_some(counts)
}

/// How often each byte occurs.
fn counts(g: &Grid) -> [u32; 256] {
    let mut counts = [0; 256];
    for &v in g.cells() {
        counts[v as u8 as usize] += 1;
    }
    counts
}

/// The value with the best count; where several share it, the first in the order of `set(values)`.
fn best_by<T: Copy + Into<i64>, V: Iterator<Item = i64>>(
    candidates: impl Iterator<Item = (T, u32)> + Clone,
    values: impl Fn() -> V,
    fewest: bool,
) -> i64 {
    let counts = candidates.clone().map(|(_, n)| n);
    let target = if fewest { counts.min() } else { counts.max() };
    let mut tied = candidates.filter(|&(_, n)| Some(n) == target).map(|(v, _)| v.into());
    let (first, second) = (tied.next(), tied.next());
    match (first, second) {
        (Some(only), None) => only,
        _ => {
            let tied: Vec<i64> = first.into_iter().chain(second).chain(tied).collect();
            let distinct = distinct(values());
            let in_order = distinct.in_order().filter_map(Value::as_int);
            in_order.into_iter().find(|v| tied.contains(v)).unwrap_or_default()
        }
    }
}

/// `set(values)`.
pub fn distinct(values: impl Iterator<Item = i64>) -> SetBuilder {
    let mut set = SetBuilder::new();
    let mut seen = [false; 256];
    for v in values {
        match usize::try_from(v).ok().filter(|&v| v < seen.len()) {
            Some(small) if seen[small] => continue,
            Some(small) => seen[small] = true,
            None => {}
        }
        set.add(Value::Int(v));
    }
    set
}

/// Those that occur, with how often they do.
fn occurring(counts: &[u32]) -> impl Iterator<Item = (i8, u32)> + Clone + '_ {
    counts.iter().enumerate().filter(|&(_, &n)| n > 0).map(|(v, &n)| (v as u8 as i8, n))
}

fn grid_best(g: &Grid, fewest: bool) -> i64 {
    let values = || g.cells().iter().map(|&v| v.into());
    match colours(g) {
        Some(counts) => best_by(occurring(&counts), values, fewest),
        None => best_by(occurring(&counts(g)), values, fewest),
    }
}

/// The int that occurs most often, or least often, as `mostcommon` finds it. None if there is one that is no small number, or none at all.
pub fn most_frequent(ints: &[i64], fewest: bool) -> Option<i64> {
    let mut counts = [0; 16];
    for &n in ints {
        *counts.get_mut(usize::try_from(n).ok()?)? += 1;
    }
    (!ints.is_empty()).then(|| best_by(occurring(&counts), || ints.iter().copied(), fewest))
}

/// `mostcolor(grid)` as a byte.
pub fn most_common(g: &Grid) -> i8 {
    grid_best(g, false) as i8
}

pub fn mostcolor(g: &Grid) -> Result<Value> {
    Ok(Value::Int(grid_best(g, false)))
}

pub fn leastcolor(g: &Grid) -> Result<Value> {
    Ok(Value::Int(grid_best(g, true)))
}

/// Which ints below 16 there are; None if there are others.
fn small_ints(values: impl Iterator<Item = i64>) -> Option<u16> {
    let (mut bits, mut others) = (0u64, 0);
    for v in values {
        others |= v >> 4;
        bits |= 1 << (v & 63);
    }
    if others == 0 { u16::try_from(bits).ok() } else { None }
}

/// Which ints below 16 a grid has; None if it has others.
fn small_colours(g: &Grid) -> Option<u16> {
    if g.cells().len() < MANY {
        return small_ints(g.cells().iter().map(|&v| v.into()));
    }
    match colours(g) {
        Some(counts) => Some((0..COLOURS).fold(0, |bits, v| bits | u16::from(counts[v] > 0) << v)),
        None => small_ints(g.cells().iter().map(|&v| v.into())),
    }
}

/// `palette` of a grid.
pub fn grid_palette(g: &Grid) -> Result<Value> {
    match small_colours(g).and_then(Set::of_small_ints) {
        Some(palette) => Ok(Value::set(palette)),
        None => Ok(Value::set(distinct(g.cells().iter().map(|&v| v.into())).finish_copy()?)),
    }
}

/// `numcolors` of a grid.
pub fn grid_numcolors(g: &Grid) -> Result<Value> {
    match small_colours(g) {
        Some(bits) => Ok(i64::from(bits.count_ones()).into()),
        None => Ok(distinct(g.cells().iter().map(|&v| v.into())).len().into()),
    }
}

fn numcolors(values: impl Iterator<Item = i64> + Clone) -> Result<Value> {
    match small_ints(values.clone()) {
        Some(bits) => Ok(i64::from(bits.count_ones()).into()),
        None => Ok(distinct(values).len().into()),
    }
}

/// Colours of an object. Its order matters only for ties and for palettes whose colours collide.
pub fn of_object(op: Op, patch: Patch<'_>) -> Option<Result<Value>> {
    let Patch::Cells(set, cells) = patch else { return None };
    let colours = cells.iter().map(|c| i64::from(c.0));
    if op == Op::numcolors {
        return Some(numcolors(colours));
    }
    if op == Op::palette {
        if let Some(palette) = small_ints(colours.clone()).and_then(Set::of_small_ints) {
            return Some(Ok(Value::set(palette)));
        }
        let palette = distinct(colours).finish_copy();
        return Some(match palette {
            Ok(palette) if palette.len() > 1 && !palette.order_is_free_of_history() => {
                let colours = cells.iter().map(|c| Value::Int(c.0.into())).collect();
                Set::deferred_results(set, colours, true).map(Value::set)
            }
            palette => palette.map(Value::set),
        });
    }
    let mut counts: Vec<(i32, u32)> = Vec::new();
    for &(c, ..) in cells {
        match counts.iter().position(|&(colour, _)| colour == c) {
            Some(at) => counts[at].1 += 1,
            None if counts.len() == 16 => return None,
            None => counts.push((c, 1)),
        }
    }
    let best = best_by(counts.iter().copied(), || in_order(set), op == Op::leastcolor);
    Some(Ok(Value::Int(best)))
}

/// The colours of an object in its order.
fn in_order(set: &Set) -> impl Iterator<Item = i64> + '_ {
    set.in_order().filter_map(|cell| cell.as_cell().map(|(c, ..)| c.into()))
}

pub fn object_colorcount(cells: &[(i32, i32, i32)], value: i64) -> Option<Result<Value>> {
    Some(Ok(cells.iter().filter(|c| i64::from(c.0) == value).count().into()))
}

pub fn colorcount(g: &Grid, value: i64) -> Result<Value> {
    Ok(match i8::try_from(value) {
        Ok(value) => g.count(value).into(),
        Err(_) => Value::Int(0),
    })
}

pub fn ofcolor(g: &Grid, value: i64) -> Result<Value> {
    let places = i8::try_from(value).map_or(Vec::new(), |value| where_it_is(g, value, |place| place));
    Ok(Value::set(Set::grown_pairs(places)))
}

/// What `item` makes of each place of a colour, row by row.
pub fn where_it_is<T>(g: &Grid, colour: i8, item: impl Fn((i32, i32)) -> T) -> Vec<T> {
    wanted::where_it_is(g.cells(), g.width(), colour, item)
}
