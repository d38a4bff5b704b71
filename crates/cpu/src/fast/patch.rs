//! Patches to patches.

use super::Patch;
use super::bounds::{self, Bounds, Mask};
use crate::Machine;
use crate::reference::patch::outline_weight;
use megabatt_core::set::Places;
use megabatt_core::{Arc, CellLayout, Grid, Op, Result, Set, SetBuilder, Value};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

type Taken = Option<Result<Value>>;

/// `asindices` by shape: its order depends on nothing else.
#[derive(Default)]
struct Indices {
    by_shape: FxHashMap<(usize, usize), Arc<Set>>,
    /// Of all shapes together.
    places: usize,
}

thread_local! {
    /// An address alone, since all libraries of a process share the place for such variables.
    static INDICES: RefCell<Box<Indices>> = RefCell::default();
}

/// All places of a grid of this shape, one shared object per shape. Programs on foreign samples make grids of many thousand
/// cells and look for their objects, so shapes far beyond ARC's are kept too; a place takes some twenty bytes.
pub fn indices_of(h: usize, w: usize) -> Arc<Set> {
    const MOST_PLACES: usize = 1 << 20;
    const LARGEST_KEPT: usize = 1 << 18;
    let make = || {
        let places = (0..h as i32).flat_map(|i| (0..w as i32).map(move |j| (i, j)));
        Arc::new(Set::grown_pairs(places.collect()))
    };
    if h * w > LARGEST_KEPT {
        return make();
    }
    INDICES.with_borrow_mut(|known| {
        if let Some(indices) = known.by_shape.get(&(h, w)) {
            return indices.clone();
        }
        if known.places + h * w > MOST_PLACES {
            **known = Indices::default();
        }
        known.places += h * w;
        known.by_shape.entry((h, w)).or_insert_with(make).clone()
    })
}

pub fn asindices(g: &Grid) -> Result<Value> {
    let all = indices_of(g.height(), g.width());
    // Found out once for all twins.
    all.bounds();
    Ok(Value::set(Set::twin(&all)))
}

/// `toindices(patch)` as a set.
pub fn indices(patch: Patch<'_>) -> Result<Arc<Set>> {
    match patch {
        Patch::Pairs(set, _) => Ok(set.clone()),
        Patch::Cells(set, cells) if set.has_distinct_places() => {
            let places = cells.iter().map(|&(_, i, j)| (i, j)).collect();
            Ok(Arc::new(Set::mapped_to_pairs(set, places).within_bounds_of(set)))
        }
        Patch::Cells(set, _) => {
            let mut places = SetBuilder::new();
            for cell in set.in_order() {
                if let Some((_, i, j)) = cell.as_cell() {
                    places.add_pair(i, j);
                }
            }
            Ok(Arc::new(places.finish()?))
        }
    }
}

/// `toindices` of a tuple of cells.
pub fn indices_of_list(list: &Value) -> Option<Arc<Set>> {
    let Value::Tuple(items) = list else { return None };
    if let Some(sets) = items.sets() {
        return super::walked::indices(sets).map(Arc::new);
    }
    if !matches!(items.slice().first()?, Value::Cell(..)) {
        return None;
    }
    let mut places = super::listed_places(list)?;
    let mut mask = Mask::over(Bounds::of_places(places.iter().copied()))?;
    // The second of two at one place changes nothing.
    places.retain(|&(i, j)| mask.insert(i, j));
    Some(Arc::new(Set::grown_pairs(places)))
}

pub fn toindices(patch: Patch<'_>) -> Result<Value> {
    Ok(Value::Set(indices(patch)?))
}

pub fn recolor(value: i64, layout: CellLayout, patch: Patch<'_>) -> Taken {
    let value = i32::try_from(value).ok()?;
    match indices(patch) {
        Ok(places) => recoloured(value, layout, &places),
        Err(e) => Some(Err(e)),
    }
}

/// `recolor` of places.
pub fn recoloured(value: i32, layout: CellLayout, source: &Arc<Set>) -> Taken {
    let cells = source.pairs()?.iter().map(|&(i, j)| (value, i, j)).collect();
    let recoloured = Set::mapped_to_cells(source, layout, cells).within_bounds_of(source);
    Some(Ok(Value::set(recoloured.with_distinct_places())))
}

/// Each place mapped by a function that keeps distinct places distinct, and rows and columns rows or columns; so the corners of the box
/// become corners.
fn map(patch: Patch<'_>, b: Bounds, f: impl Fn(i32, i32) -> (i32, i32)) -> Taken {
    let corners = [f(b.top, b.left), f(b.bottom, b.right)];
    Some(Ok(Value::set(mapped(patch, f).within(&Bounds::of_places(corners.into_iter())))))
}

/// Each place mapped by a function that keeps distinct places distinct.
#[inline]
fn mapped(patch: Patch<'_>, f: impl Fn(i32, i32) -> (i32, i32)) -> Set {
    match patch {
        Patch::Pairs(set, pairs) => Set::mapped_to_pairs(set, pairs.iter().map(|&(i, j)| f(i, j)).collect()),
        Patch::Cells(set, cells) => {
            let moved = cells.iter().map(|&(c, i, j)| {
                let (i, j) = f(i, j);
                (c, i, j)
            });
            Set::mapped_to_cells(set, set.cell_layout(), moved.collect()).with_places_as(set)
        }
    }
}

/// Whether the places stay so small, when moved by so much, that nothing here leaves 32 bits.
pub fn stays_small(b: Bounds, di: i32, dj: i32) -> bool {
    const FAR: i64 = 1 << 29;
    let small = |n: i32| i64::from(n).abs() < FAR;
    [b.top, b.left, b.bottom, b.right, di, dj].into_iter().all(small)
}

pub fn shift(patch: Patch<'_>, di: i32, dj: i32) -> Taken {
    // As stays_small, without the box: nobody else wants it here. What is far is left to others after all.
    let far = |n: i32| n.wrapping_add(1 << 29) as u32 >> 30;
    let any_far = Cell::new(far(di) | far(dj));
    let moved = mapped(patch, |i, j| {
        any_far.set(any_far.get() | far(i) | far(j));
        (i.wrapping_add(di), j.wrapping_add(dj))
    });
    (any_far.get() == 0).then(|| {
        let (Patch::Pairs(set, _) | Patch::Cells(set, _)) = patch;
        Ok(Value::set(moved.within_moved(set, |b| b.moved((di, dj)))))
    })
}

/// `shift` of one of arc-dsl's patches by so little that nothing leaves 32 bits.
pub fn moved_by(patch: &Arc<Set>, (di, dj): (i32, i32)) -> Option<Set> {
    let moved = mapped(Patch::of_set(patch)?, |i, j| (i + di, j + dj));
    Some(moved.within_moved(patch, |b| b.moved((di, dj))))
}

pub fn normalize(patch: Patch<'_>) -> Taken {
    let b = bounds::of(patch);
    stays_small(b, 0, 0).then(|| map(patch, b, |i, j| (i - b.top, j - b.left)))?
}

pub fn hmirror(patch: Patch<'_>) -> Taken {
    let b = bounds::of(patch);
    stays_small(b, 0, 0).then(|| map(patch, b, |i, j| (b.top + b.bottom - i, j)))?
}

pub fn vmirror(patch: Patch<'_>) -> Taken {
    let b = bounds::of(patch);
    stays_small(b, 0, 0).then(|| map(patch, b, |i, j| (i, b.left + b.right - j)))?
}

pub fn dmirror(patch: Patch<'_>) -> Taken {
    let b = bounds::of(patch);
    stays_small(b, 0, 0).then(|| map(patch, b, |i, j| (j - b.left + b.top, i - b.top + b.left)))?
}

/// `vmirror(dmirror(vmirror(piece)))`.
pub fn cmirror(patch: Patch<'_>) -> Taken {
    let value = match vmirror(patch)? {
        Ok(value) => value,
        Err(e) => return Some(Err(e)),
    };
    let value = match dmirror(again(&value)?)? {
        Ok(value) => value,
        Err(e) => return Some(Err(e)),
    };
    vmirror(again(&value)?)
}

/// What became of a patch, whichever way its cells are written.
fn again(value: &Value) -> Option<Patch<'_>> {
    let Value::Set(set) = value else { return None };
    Patch::in_layout(set, set.cell_layout())
}

/// Each cell as a square of cells, from the object's upper left corner on.
pub fn upscale(m: &mut Machine, patch: Patch<'_>, factor: i64) -> Taken {
    let Patch::Cells(set, cells) = patch else { return None };
    let factor = i32::try_from(factor).ok().filter(|&f| f > 0)?;
    let square = (factor as u64).checked_mul(factor as u64)?;
    let layout = set.cell_layout();
    let weight = Value::cell(layout, 0, 0, 0).weight();
    let count = square.checked_mul(cells.len() as u64).filter(|&n| n <= 1 << 20)? as usize;
    if let Err(e) = m.meter.reserve(weight * count as u64 + 1) {
        return Some(Err(e));
    }
    let b = bounds::of(patch);
    let (last_row, last_column) =
        (i64::from(b.top) + b.height() * factor as i64, i64::from(b.left) + b.width() * factor as i64);
    i32::try_from(last_row).ok()?;
    i32::try_from(last_column).ok()?;
    let mut large = Vec::with_capacity(count);
    for &(c, i, j) in cells {
        let (top, left) = (b.top + (i - b.top) * factor, b.left + (j - b.left) * factor);
        for io in 0..factor {
            large.extend((0..factor).map(|jo| (c, top + io, left + jo)));
        }
    }
    let source = set.clone();
    let sequence = move |_: &Set| order_of_upscaled(&source, b, factor);
    let large = Set::deferred_cells(layout, large, false, Box::new(sequence), [set]).with_places_as(set);
    let around = Bounds { bottom: last_row as i32 - 1, right: last_column as i32 - 1, ..b };
    Some(Ok(Value::set(large.within(&around))))
}

/// In which order the cells of an upscaled object come: it is moved to the origin, upscaled there, and moved back.
fn order_of_upscaled(set: &Arc<Set>, b: Bounds, factor: i32) -> Vec<u32> {
    let cells = set.coloured().unwrap_or_default();
    let normed: Vec<(i32, i32, i32)> = cells.iter().map(|&(c, i, j)| (c, i - b.top, j - b.left)).collect();
    let square = || (0..factor).flat_map(|io| (0..factor).map(move |jo| (io, jo)));
    let large =
        normed.iter().flat_map(|&(c, i, j)| square().map(move |(io, jo)| (c, i * factor + io, j * factor + jo)));
    let (large, each) = (large.collect(), (factor * factor) as u32);
    let normed = Arc::new(Set::mapped_to_cells(set, set.cell_layout(), normed));
    let walked = normed.clone();
    let sequence =
        move |_: &Set| walked.positions_in_order().flat_map(|n| n as u32 * each..(n as u32 + 1) * each).collect();
    let large = Set::deferred_cells(set.cell_layout(), large, true, Box::new(sequence), [&normed]);
    large.positions_in_order().map(|n| n as u32).collect()
}

type Around = [(i32, i32); 4];

pub const STRAIGHT: Around = [(-1, 0), (1, 0), (0, -1), (0, 1)];
pub const DIAGONAL: Around = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

fn around(i: i32, j: i32, steps: Around) -> Option<Around> {
    let mut places = steps;
    for place in &mut places {
        *place = (i.checked_add(place.0)?, j.checked_add(place.1)?);
    }
    Some(places)
}

pub fn dneighbors(i: i32, j: i32) -> Taken {
    Some(Ok(Value::set(Set::copied_pairs(around(i, j, STRAIGHT)?.to_vec()))))
}

pub fn ineighbors(i: i32, j: i32) -> Taken {
    Some(Ok(Value::set(Set::copied_pairs(around(i, j, DIAGONAL)?.to_vec()))))
}

/// Both kinds of neighbours, united.
pub fn neighbors(i: i32, j: i32) -> Taken {
    let places = [around(i, j, STRAIGHT)?, around(i, j, DIAGONAL)?].concat();
    Some(Ok(Value::set(united_neighbours(places))))
}

/// The direct neighbours and then the diagonal ones, united.
pub fn united_neighbours(places: Vec<(i32, i32)>) -> Set {
    let all = places.clone();
    let replay = move || {
        let four = |from: u32| Places::grown((from..from + 4).map(|n| (n, all[n as usize]))).copy();
        four(0).union(&four(4))
    };
    Set::replayed_pairs(places, Box::new(replay))
}

/// All places of the box, row by row.
fn rectangle(m: &mut Machine, b: Bounds) -> Result<Set> {
    m.meter.reserve((b.height() as u64).saturating_mul(b.width() as u64).saturating_mul(3).saturating_add(1))?;
    let rows = b.top..=b.bottom;
    Ok(Set::grown_pairs(rows.flat_map(|i| (b.left..=b.right).map(move |j| (i, j))).collect()).within(&b))
}

pub fn backdrop(m: &mut Machine, patch: Patch<'_>) -> Taken {
    Some(rectangle(m, bounds::of(patch)).map(Value::set))
}

pub fn delta(m: &mut Machine, patch: Patch<'_>) -> Taken {
    let backdrop = match rectangle(m, bounds::of(patch)) {
        Ok(set) => Arc::new(set),
        Err(e) => return Some(Err(e)),
    };
    let indices = match indices(patch) {
        Ok(set) => set,
        Err(e) => return Some(Err(e)),
    };
    Some(super::container::set_difference(&backdrop, &indices).map(Value::set))
}

/// The outline of the box moved outwards by `out`; its order follows from the unions of its sides.
pub fn outline(m: &mut Machine, patch: Patch<'_>, out: i32) -> Taken {
    outline_of(m, bounds::of(patch), out)
}

/// What a tuple of places or cells has around it.
pub fn of_list(m: &mut Machine, op: Op, list: &Value) -> Taken {
    let b = super::bounds_of_list(list)?;
    match op {
        Op::backdrop => Some(rectangle(m, b).map(Value::set)),
        Op::delta => {
            let indices = indices_of_list(list)?;
            let difference = |backdrop| super::container::set_difference(&Arc::new(backdrop), &indices).map(Value::set);
            Some(rectangle(m, b).and_then(difference))
        }
        Op::r#box => outline_of(m, b, 0),
        Op::inbox => outline_of(m, b, -1),
        _ => outline_of(m, b, 1),
    }
}

fn outline_of(m: &mut Machine, b: Bounds, out: i32) -> Taken {
    let (top, bottom) = (b.top.checked_sub(out)?, b.bottom.checked_add(out)?);
    let (left, right) = (b.left.checked_sub(out)?, b.right.checked_add(out)?);
    let (si, ei) = (top.min(bottom), top.max(bottom));
    let (sj, ej) = (left.min(right), left.max(right));
    let (rows, columns) = ((i64::from(ei) - i64::from(si) + 1) as u64, (i64::from(ej) - i64::from(sj) + 1) as u64);
    if let Err(e) = m.meter.reserve(outline_weight(rows, columns)) {
        return Some(Err(e));
    }
    // Everything below counts in 32 bits.
    if ei == i32::MAX || ej == i32::MAX || rows + columns > 1 << 28 {
        return None;
    }
    let outline = Outline { top: si, left: sj, bottom: ei, right: ej };
    let around = Bounds { top: si, left: sj, bottom: ei, right: ej };
    Some(Ok(Value::set(Set::replayed_pairs(outline.places(), Box::new(move || outline.table())).within(&around))))
}

/// The four sides of a box.
///
/// ```text
/// 0 6 7 3
/// 1     4     left side, right side, the rest of the upper side, that of the lower side
/// 2 8 9 5
/// ```
#[derive(Clone, Copy)]
struct Outline {
    top: i32,
    left: i32,
    bottom: i32,
    right: i32,
}

impl Outline {
    fn places(self) -> Vec<(i32, i32)> {
        let Outline { top, left, bottom, right } = self;
        let inner = left.saturating_add(1)..right;
        let mut places = Vec::with_capacity(2 * ((bottom - top + 1) as usize + inner.len()));
        places.extend((top..=bottom).map(|i| (i, left)));
        if left < right {
            places.extend((top..=bottom).map(|i| (i, right)));
        }
        places.extend(inner.clone().map(|j| (top, j)));
        if top < bottom {
            places.extend(inner.map(|j| (bottom, j)));
        }
        places
    }

    /// The position of a place of the outline among [`Outline::places`].
    fn number(self, i: i32, j: i32) -> u32 {
        let (rows, row) = (self.bottom - self.top + 1, i - self.top);
        let number = if j == self.left {
            row
        } else if j == self.right {
            rows + row
        } else {
            let (columns, column) = (self.right - self.left - 1, j - self.left - 1);
            2 * rows + if i == self.top { 0 } else { columns } + column
        };
        number as u32
    }

    /// The table that follows from the unions of the sides.
    fn table(self) -> Places {
        let column = |j: i32| Places::grown((self.top..self.bottom + 1).map(|i| (self.number(i, j), (i, j))));
        let row = |i: i32| Places::grown((self.left..self.right + 1).map(|j| (self.number(i, j), (i, j))));
        let vlines = column(self.left).union(&column(self.right));
        let hlines = row(self.top).union(&row(self.bottom));
        vlines.union(&hlines).copy()
    }
}
