//! Drawing onto grids.

use super::Patch;
use super::bounds::Bounds;
use super::colour::most_common;
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
        let all = || sets.iter().filter_map(|set| Some((set, set.cells()?)));
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
    let mut paint = |(value, i, j): (i32, i32, i32)| {
        if let Some(at) = g.position(i, j) {
            cells[at] = value as i8;
        }
    };
    if obj.has_distinct_places() {
        painted.iter().for_each(|&cell| paint(cell));
    } else {
        obj.positions_in_order().for_each(|n| paint(painted[n]));
    }
}

/// The cells of an object, in its order where two of them meet at one place.
pub fn paint(g: &Arc<Grid>, obj: &Arc<Set>, layout: CellLayout, only_on: Option<i8>) -> Taken {
    let painted = obj.cells_in(layout)?;
    if painted.iter().any(|c| i8::try_from(c.0).is_err()) {
        return None;
    }
    if g.is_planned() && only_on.is_none() {
        let painted = Plan::Painted { on: g.clone(), object: obj.clone() };
        return Some(Ok(Value::grid(Grid::planned(g.height(), g.width(), painted))));
    }
    let mut cells = g.copied_cells();
    // Outside the grid cells may meet as they like.
    let mut hit = if obj.is_known_to_have_distinct_places() { Vec::new() } else { vec![false; cells.len()] };
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

fn paint_in_order(g: &Grid, obj: &Set, only_on: Option<i8>) -> Vec<i8> {
    let mut cells = g.copied_cells();
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

/// `move`: the object's places covered, then the object painted further on.
pub fn shifted(g: &Grid, obj: &Set, layout: CellLayout, (di, dj): (i32, i32)) -> Taken {
    let cells = obj.cells_in(layout)?;
    let background = most_common(g);
    let b = Bounds::of_places(cells.iter().map(|&(_, i, j)| (i, j)));
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
