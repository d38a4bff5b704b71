//! Drawing onto grids.

use super::Patch;
use super::colour::most_common;
use super::picture;
use megabatt_core::set::End;
use megabatt_core::{Arc, CellLayout, Grid, Plan, Result, Set, Value};

type Taken = Option<Result<Value>>;

fn with_cells(g: &Grid, cells: Vec<i8>) -> Result<Value> {
    Ok(Value::grid(Grid::new(g.height(), g.width(), cells)))
}

/// One colour at all places; with a background, only where the grid has it.
pub fn fill(g: &Arc<Grid>, value: i64, patch: Patch<'_>, only_on: Option<i8>) -> Taken {
    let value = i8::try_from(value).ok()?;
    if g.is_planned() && only_on.is_none() {
        let (Patch::Pairs(set, _) | Patch::Cells(set, _)) = patch;
        let filled = Plan::Filled { on: g.clone(), value, patch: set.clone() };
        return Some(Ok(Value::grid(Grid::planned(g.height(), g.width(), filled))));
    }
    let mut cells = g.copied_cells();
    patch.each(|i, j| {
        if let Some(at) = g.position(i, j)
            && only_on.is_none_or(|background| cells[at] == background)
        {
            cells[at] = value;
        }
    });
    Some(with_cells(g, cells))
}

/// [`fill`] with a tuple of places or cells.
pub fn fill_list(g: &Grid, value: i64, list: &Value, only_on: Option<i8>) -> Taken {
    let value = i8::try_from(value).ok()?;
    let mut cells = g.copied_cells();
    super::each_listed(list, |i, j| {
        if let Some(at) = g.position(i, j)
            && only_on.is_none_or(|background| cells[at] == background)
        {
            cells[at] = value;
        }
    })?;
    Some(with_cells(g, cells))
}

/// [`fill`] with places of which some may come twice.
pub fn fill_places(g: &Grid, value: i64, places: Vec<(i32, i32)>, only_on: Option<i8>) -> Taken {
    let value = i8::try_from(value).ok()?;
    let mut cells = g.copied_cells();
    for (i, j) in places {
        if let Some(at) = g.position(i, j)
            && only_on.is_none_or(|background| cells[at] == background)
        {
            cells[at] = value;
        }
    }
    Some(with_cells(g, cells))
}

/// [`paint`] with a tuple of cells, one after the other.
pub fn paint_list(g: &Grid, list: &Value) -> Taken {
    let Value::Tuple(items) = list else { return None };
    let mut cells = g.copied_cells();
    if let Some(sets) = items.sets() {
        // All of one kind: places cannot be painted, and that of them that is first in order tells how this fails.
        let all = || sets.iter().filter_map(|set| Some((set, set.cells()?)));
        all().next()?;
        if all().any(|(_, painted)| painted.iter().any(|c| i8::try_from(c.0).is_err())) {
            return None;
        }
        all().for_each(|(set, painted)| paint_onto(&mut cells, g, set, painted));
        return Some(with_cells(g, cells));
    }
    for item in items.slice() {
        let &Value::Cell(value, i, j) = item else { return None };
        let value = i8::try_from(value).ok()?;
        if let Some(at) = g.position(i, j) {
            cells[at] = value;
        }
    }
    Some(with_cells(g, cells))
}

/// [`paint`] with cells, one after the other.
pub fn paint_cells(g: &Grid, painted: &[(i32, i32, i32)]) -> Taken {
    let mut cells = g.copied_cells();
    for &(value, i, j) in painted {
        let value = i8::try_from(value).ok()?;
        if let Some(at) = g.position(i, j) {
            cells[at] = value;
        }
    }
    Some(with_cells(g, cells))
}

/// Puts the cells of an object onto those of a grid, in its order where two of them meet at one place. All colours fit a byte.
fn paint_onto(cells: &mut [i8], g: &Grid, obj: &Set, painted: &[(i32, i32, i32)]) {
    let all_apart = obj.is_known_to_have_distinct_places() || obj.has_distinct_places();
    if !all_apart && paint_one_each(cells, g, obj, painted, None).is_none() {
        return obj.positions_in_order().for_each(|n| put(cells, g, painted[n]));
    }
    if all_apart {
        painted.iter().for_each(|&cell| put(cells, g, cell));
    }
}

#[inline]
fn put(cells: &mut [i8], g: &Grid, (value, i, j): (i32, i32, i32)) {
    if let Some(at) = g.position(i, j) {
        cells[at] = value as i8;
    }
}

/// The cells of an object, in its order where two of them meet at one place.
pub fn paint(g: &Arc<Grid>, obj: &Arc<Set>, layout: CellLayout, only_on: Option<i8>) -> Taken {
    if let Some(picture) = obj.picture()
        && obj.cell_layout() == layout
        && only_on.is_none()
        && !g.is_planned()
    {
        let mut cells = g.copied_cells();
        picture::paint(&mut cells, g, picture);
        return Some(with_cells(g, cells));
    }
    if let Some(colours) = obj.unlisted_colours()
        && obj.cell_layout() == layout
        && only_on.is_none()
        && g.is_planned()
        && colours.iter().all(|&colour| i8::try_from(colour).is_ok())
    {
        return Some(Ok(paint_later(g, obj)));
    }
    let painted = obj.cells_in(layout)?;
    // All of them without a way out, so that several are looked at at a time.
    if painted.iter().fold(false, |any, cell| any | i8::try_from(cell.0).is_err()) {
        return None;
    }
    if g.is_planned() && only_on.is_none() {
        return Some(Ok(paint_later(g, obj)));
    }
    let mut cells = g.copied_cells();
    let all_apart = obj.is_known_to_have_distinct_places();
    if all_apart && only_on.is_none() {
        painted.iter().for_each(|&cell| put(&mut cells, g, cell));
        return Some(with_cells(g, cells));
    }
    if obj.may_share_places() {
        return Some(with_cells(g, paint_in_order(g, obj, only_on)));
    }
    // Outside the grid cells may meet as they like.
    let mut hit = if all_apart { Vec::new() } else { vec![false; cells.len()] };
    for &(value, i, j) in painted {
        if let Some(at) = g.position(i, j) {
            if let Some(hit) = hit.get_mut(at)
                && std::mem::replace(hit, true)
            {
                return Some(with_cells(g, paint_in_order(g, obj, only_on)));
            }
            if only_on.is_none_or(|background| cells[at] == background) {
                cells[at] = value as i8;
            }
        }
    }
    Some(with_cells(g, cells))
}

/// A large grid that is painted when somebody looks at it. All colours fit a byte.
fn paint_later(g: &Arc<Grid>, obj: &Arc<Set>) -> Value {
    let painted = Plan::Painted { on: g.clone(), object: obj.clone() };
    Value::grid(Grid::planned(g.height(), g.width(), painted))
}

fn paint_in_order(g: &Grid, obj: &Set, only_on: Option<i8>) -> Vec<i8> {
    let mut cells = g.copied_cells();
    if let Some(painted) = obj.coloured() {
        if paint_one_each(&mut cells, g, obj, painted, only_on).is_some() {
            return cells;
        }
        cells = g.copied_cells();
    }
    for cell in obj.in_order() {
        if let Some((value, i, j)) = cell.as_cell()
            && let Some(at) = g.position(i, j)
            && only_on.is_none_or(|background| cells[at] == background)
        {
            cells[at] = value as i8;
        }
    }
    cells
}

/// Paints of the cells that meet at one place the last one, or, where only the background is painted on, the first one that has another
/// colour. None, and some painted, if it takes the order of all to know it.
fn paint_one_each(
    cells: &mut [i8],
    g: &Grid,
    obj: &Set,
    painted: &[(i32, i32, i32)],
    only_on: Option<i8>,
) -> Option<()> {
    const NOBODY: u32 = u32::MAX;
    let mut at_place = vec![NOBODY; cells.len()];
    // For each cell the one before it at its place, and the places with several.
    let mut before = vec![NOBODY; painted.len()];
    let mut shared: Vec<u32> = Vec::new();
    for (n, &(value, i, j)) in (0u32..).zip(painted) {
        let Some(at) = g.position(i, j) else { continue };
        if let Some(background) = only_on {
            // Who paints the background on itself leaves the place to the next one.
            let is_taken = at_place[at] == NOBODY && cells[at] != background;
            if is_taken || value == i32::from(background) {
                continue;
            }
        }
        match std::mem::replace(&mut at_place[at], n) {
            NOBODY => cells[at] = value as i8,
            other => {
                if before[other as usize] == NOBODY {
                    shared.push(at as u32);
                }
                before[n as usize] = other;
            }
        }
    }
    if shared.is_empty() {
        return Some(());
    }
    let (mut rivals, mut ends) = (Vec::with_capacity(2 * shared.len()), Vec::with_capacity(shared.len()));
    for &at in &shared {
        let there = |n: u32| Some(n).filter(|&n| n != NOBODY);
        rivals.extend(std::iter::successors(there(at_place[at as usize]), |&n| there(before[n as usize])));
        ends.push(rivals.len() as u32);
    }
    let end = if only_on.is_some() { End::First } else { End::Last };
    let stays = obj.end_of_each(end, &rivals, &ends)?;
    shared.iter().zip(stays).for_each(|(&at, n)| cells[at as usize] = painted[n as usize].0 as i8);
    Some(())
}

/// `move`: the object's places covered, then the object painted further on.
pub fn shifted(g: &Grid, obj: &Set, layout: CellLayout, (di, dj): (i32, i32)) -> Taken {
    let cells = obj.cells_in(layout)?;
    let background = most_common(g);
    let b = obj.bounds();
    b.top.checked_add(di).and(b.bottom.checked_add(di)).and(b.left.checked_add(dj)).and(b.right.checked_add(dj))?;
    if cells.iter().any(|c| i8::try_from(c.0).is_err()) {
        return None;
    }
    let mut result = g.copied_cells();
    for &(_, i, j) in cells {
        if let Some(at) = g.position(i, j) {
            result[at] = background;
        }
    }
    let mut hit = vec![false; result.len()];
    for &(value, i, j) in cells {
        if let Some(at) = g.position(i + di, j + dj) {
            if std::mem::replace(&mut hit[at], true) {
                return None;
            }
            result[at] = value as i8;
        }
    }
    Some(with_cells(g, result))
}
