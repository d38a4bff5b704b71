//! Grids to grids.

use super::Patch;
use super::bounds;
use crate::Machine;
use megabatt_core::py::number::{floor_div_int, modulo_int};
use megabatt_core::value::bulk_of_grid;
use megabatt_core::{Arc, Grid, Plan, Result, Value};

type Taken = Option<Result<Value>>;

fn grid(g: Grid) -> Result<Value> {
    Ok(Value::grid(g))
}

/// A part of the grid; None if nothing of it is left.
fn part(g: &Arc<Grid>, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> Option<Grid> {
    if rows.is_empty() || columns.is_empty() {
        return None;
    }
    let (h, w) = (rows.len(), columns.len());
    if g.is_planned() {
        return Some(Grid::planned(h, w, Plan::Part { of: g.clone(), top: rows.start, left: columns.start }));
    }
    let mut cells = Vec::with_capacity(h * w);
    for i in rows {
        cells.extend_from_slice(&g.row(i)[columns.clone()]);
    }
    Some(Grid::new(h, w, cells))
}

pub fn rot90(g: &Grid) -> Result<Value> {
    let (h, w, cells) = (g.height(), g.width(), g.cells());
    grid(Grid::from_fn(w, h, |i, j| cells[(h - 1 - j) * w + i]))
}

pub fn rot180(g: &Grid) -> Result<Value> {
    let cells = g.cells().iter().rev().copied().collect();
    grid(Grid::new(g.height(), g.width(), cells))
}

pub fn rot270(g: &Grid) -> Result<Value> {
    let (h, w, cells) = (g.height(), g.width(), g.cells());
    grid(Grid::from_fn(w, h, |i, j| cells[j * w + w - 1 - i]))
}

pub fn hmirror(g: &Grid) -> Result<Value> {
    let (h, w) = (g.height(), g.width());
    let mut cells = Vec::with_capacity(h * w);
    for i in (0..h).rev() {
        cells.extend_from_slice(g.row(i));
    }
    grid(Grid::new(h, w, cells))
}

pub fn vmirror(g: &Grid) -> Result<Value> {
    let (h, w) = (g.height(), g.width());
    let mut cells = Vec::with_capacity(h * w);
    for row in g.cells().chunks_exact(w) {
        cells.extend(row.iter().rev());
    }
    grid(Grid::new(h, w, cells))
}

pub fn dmirror(g: &Arc<Grid>) -> Result<Value> {
    let (h, w) = (g.height(), g.width());
    if g.is_planned() {
        return grid(Grid::planned(w, h, Plan::Transposed(g.clone())));
    }
    let cells = g.cells();
    grid(Grid::from_fn(w, h, |i, j| cells[j * w + i]))
}

pub fn cmirror(g: &Grid) -> Result<Value> {
    let (h, w, cells) = (g.height(), g.width(), g.cells());
    grid(Grid::from_fn(w, h, |i, j| cells[(h - 1 - j) * w + w - 1 - i]))
}

pub fn trim(g: &Arc<Grid>) -> Taken {
    part(g, 1..g.height() - 1, 1..g.width() - 1).map(grid)
}

pub fn tophalf(g: &Arc<Grid>) -> Taken {
    part(g, 0..g.height() / 2, 0..g.width()).map(grid)
}

pub fn bottomhalf(g: &Arc<Grid>) -> Taken {
    part(g, g.height().div_ceil(2)..g.height(), 0..g.width()).map(grid)
}

pub fn lefthalf(g: &Arc<Grid>) -> Taken {
    part(g, 0..g.height(), 0..g.width() / 2).map(grid)
}

pub fn righthalf(g: &Arc<Grid>) -> Taken {
    part(g, 0..g.height(), g.width().div_ceil(2)..g.width()).map(grid)
}

pub fn compress(g: &Grid) -> Taken {
    let rows: Vec<usize> = (0..g.height()).filter(|&i| !row_is_uniform(g, i)).collect();
    let columns: Vec<usize> = (0..g.width()).filter(|&j| !column_is_uniform(g, j)).collect();
    if rows.is_empty() || columns.is_empty() {
        return None;
    }
    Some(grid(Grid::from_fn(rows.len(), columns.len(), |i, j| g.at(rows[i], columns[j]))))
}

pub fn row_is_uniform(g: &Grid, i: usize) -> bool {
    g.row(i).iter().all(|&v| v == g.at(i, 0))
}

pub fn column_is_uniform(g: &Grid, j: usize) -> bool {
    (0..g.height()).all(|i| g.at(i, j) == g.at(0, j))
}

pub fn hconcat(a: &Grid, b: &Grid) -> Taken {
    let (h, w) = (a.height().min(b.height()), a.width() + b.width());
    let rows = a.cells().chunks_exact(a.width()).zip(b.cells().chunks_exact(b.width()));
    let mut cells = Vec::with_capacity(h * w);
    for (left, right) in rows {
        cells.extend_from_slice(left);
        cells.extend_from_slice(right);
    }
    Some(grid(Grid::new(h, w, cells)))
}

pub fn vconcat(a: &Arc<Grid>, b: &Arc<Grid>) -> Taken {
    if a.width() != b.width() {
        return None;
    }
    let (h, w) = (a.height() + b.height(), a.width());
    if a.is_planned() || b.is_planned() {
        return Some(grid(Grid::planned(h, w, Plan::Stacked(vec![a.clone(), b.clone()]))));
    }
    Some(grid(Grid::new(h, w, [a.cells(), b.cells()].concat())))
}

/// The parts' starts and their extent when a length is cut into n, a line left out between them if it does not fit.
fn cuts(length: usize, n: i64) -> Option<(Vec<usize>, usize)> {
    if n < 1 || n as usize > length {
        return None;
    }
    let extent = floor_div_int(length as i64, n)? as usize;
    let gap = (modulo_int(length as i64, n) != 0) as usize;
    let starts: Vec<usize> = (0..n as usize).map(|i| extent * i + i * gap).collect();
    Some((starts, extent))
}

pub fn hsplit(g: &Arc<Grid>, n: i64) -> Taken {
    let (starts, w) = cuts(g.width(), n)?;
    let end = g.width();
    // A part that starts beyond the grid has rows, but nothing in them.
    let rows_of_nothing = Value::tuple(vec![Value::empty_tuple(); g.height()]).ok()?;
    let cut =
        |s: usize| part(g, 0..g.height(), s.min(end)..(s + w).min(end)).map_or(rows_of_nothing.clone(), Value::grid);
    Some(Value::tuple(starts.into_iter().map(cut).collect()))
}

pub fn vsplit(g: &Arc<Grid>, n: i64) -> Taken {
    let (starts, h) = cuts(g.height(), n)?;
    let end = g.height();
    let cut =
        |s: usize| part(g, s.min(end)..(s + h).min(end), 0..g.width()).map_or_else(Value::empty_tuple, Value::grid);
    Some(Value::tuple(starts.into_iter().map(cut).collect()))
}

pub fn upscale(m: &mut Machine, g: &Arc<Grid>, down: i64, right: i64) -> Taken {
    if down < 1 {
        let nothing = Value::empty_tuple();
        return Some(m.meter.reserve(nothing.bulk()).map(|()| nothing));
    }
    if right < 1 {
        return None;
    }
    let row = (g.width() as u64).saturating_mul(right as u64).saturating_add(1);
    let weight = row.saturating_mul(g.height() as u64).saturating_mul(down as u64).saturating_add(1);
    if let Err(e) = m.meter.reserve(bulk_of_grid(weight)) {
        return Some(Err(e));
    }
    let (down, right) = (down as usize, right as usize);
    Some(grid(Grid::planned(g.height() * down, g.width() * right, Plan::Upscaled { of: g.clone(), down, right })))
}

pub fn downscale(g: &Grid, factor: i64) -> Taken {
    let factor = usize::try_from(factor).ok().filter(|&f| f > 0)?;
    let (h, w) = (g.height().div_ceil(factor), g.width().div_ceil(factor));
    Some(grid(Grid::from_fn(h, w, |i, j| g.at(i * factor, j * factor))))
}

pub fn canvas(m: &mut Machine, value: i64, h: i32, w: i32) -> Taken {
    let value = i8::try_from(value).ok()?;
    if h < 1 || w < 1 {
        return None;
    }
    let (h, w) = (h as usize, w as usize);
    if let Err(e) = m.meter.reserve(bulk_of_grid(h as u64 * (w as u64 + 1) + 1)) {
        return Some(Err(e));
    }
    Some(grid(Grid::planned(h, w, Plan::Canvas(value))))
}

/// A bound of a slice after Python's clamping.
fn clamp(i: i64, n: usize) -> usize {
    (if i < 0 { (i + n as i64).max(0) } else { i.min(n as i64) }) as usize
}

pub fn crop(g: &Arc<Grid>, start: (i32, i32), dims: (i32, i32)) -> Taken {
    let range =
        |start: i32, extent: i32, n: usize| clamp(start.into(), n)..clamp(i64::from(start) + i64::from(extent), n);
    part(g, range(start.0, dims.0, g.height()), range(start.1, dims.1, g.width())).map(grid)
}

pub fn subgrid(patch: Patch<'_>, g: &Arc<Grid>) -> Taken {
    let b = bounds::of(patch);
    let (h, w) = (i32::try_from(b.height()).ok()?, i32::try_from(b.width()).ok()?);
    crop(g, (b.top, b.left), (h, w))
}

fn each(g: &Grid, f: impl Fn(i8) -> i8) -> Result<Value> {
    grid(Grid::new(g.height(), g.width(), g.cells().iter().map(|&v| f(v)).collect()))
}

pub fn replace(g: &Grid, replacee: i64, replacer: i64) -> Taken {
    let new = i8::try_from(replacer).ok()?;
    Some(match i8::try_from(replacee) {
        Ok(old) => each(g, |v| if v == old { new } else { v }),
        Err(_) => each(g, |v| v),
    })
}

pub fn switch(g: &Grid, a: i64, b: i64) -> Taken {
    let (a, b) = (i8::try_from(a).ok()?, i8::try_from(b).ok()?);
    Some(each(g, |v| {
        if v == a {
            b
        } else if v == b {
            a
        } else {
            v
        }
    }))
}

pub fn cellwise(a: &Grid, b: &Grid, fallback: i64) -> Taken {
    let fallback = i8::try_from(fallback).ok()?;
    let (h, w) = (a.height(), a.width());
    if b.height() < h || b.width() < w {
        return None;
    }
    Some(grid(Grid::from_fn(h, w, |i, j| if a.at(i, j) == b.at(i, j) { a.at(i, j) } else { fallback })))
}
