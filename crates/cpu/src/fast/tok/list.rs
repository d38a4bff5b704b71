//! Patches that are tuples: what `o_g_t` finds, and what `mapply` over a tuple gives.
//!
//! tokpidjin looks at the first item to see whether it has places or cells before it, and walks a tuple as well as a set. A grid
//! is a tuple, too: with three columns its rows are cells, with two they are places, and with others they are neither.

use super::LAYOUT;
use crate::fast::{bounds::Bounds, colour, draw};
use megabatt_core::mask::Mask;
use megabatt_core::{Fail, Grid, Result, Set, TokOp, Value};

type Taken = Option<Result<Value>>;

/// Whether it is an operation on patches that may be tuples.
pub const fn knows(op: TokOp) -> bool {
    use TokOp::{cover, fill, leftmost, lowermost, paint, rightmost, shift, toindices, ulcorner, underfill, uppermost};
    let asks = matches!(op, uppermost | lowermost | leftmost | rightmost | ulcorner);
    asks || matches!(op, toindices | shift | paint | fill | underfill | cover)
}

/// The result for a patch that is a tuple.
pub fn call(op: TokOp, args: &[&Value]) -> Taken {
    use TokOp::{cover, fill, leftmost, lowermost, paint, rightmost, shift, toindices, ulcorner, underfill, uppermost};
    match (op, args) {
        (uppermost | lowermost | leftmost | rightmost, [a]) => side(op, a),
        (ulcorner, [a]) => upper_left(a),
        (toindices, [a]) => Some(Ok(Value::set(places_of_cells(a)?))),
        (shift, [a, Value::Pair(di, dj)]) => Some(Ok(Value::set(shifted(a, (*di, *dj))?))),
        (paint, [Value::Grid(g), a]) => draw::paint_cells(g, &cells(a)?),
        (fill, [Value::Grid(g), Value::Int(colour), a]) => draw::fill_places(g, *colour, places(a)?, None),
        (underfill, [Value::Grid(g), Value::Int(colour), a]) => {
            draw::fill_places(g, *colour, places(a)?, Some(colour::most_common(g)))
        }
        (cover, [Value::Grid(g), a]) => draw::fill_places(g, colour::most_common(g).into(), places(a)?, None),
        _ => None,
    }
}

/// The cells of a tuple of cells, colour first.
fn cells(list: &Value) -> Option<Vec<(i32, i32, i32)>> {
    match list {
        Value::Tuple(items) if !items.is_empty() => {
            let mut cells = Vec::with_capacity(items.len());
            for item in items.slice() {
                let Value::Triple(i, j, c) = *item else { return None };
                cells.push((c, i, j));
            }
            Some(cells)
        }
        Value::Grid(g) if g.width() == 3 => {
            let rows = g.cells().as_chunks::<3>().0;
            Some(rows.iter().map(|&[i, j, c]| (c.into(), i.into(), j.into())).collect())
        }
        _ => None,
    }
}

/// The places of a tuple of places or of cells; some may come twice.
fn places(list: &Value) -> Option<Vec<(i32, i32)>> {
    match list {
        Value::Tuple(items) if matches!(items.slice().first(), Some(Value::Pair(..))) => {
            let mut places = Vec::with_capacity(items.len());
            for item in items.slice() {
                let Value::Pair(i, j) = *item else { return None };
                places.push((i, j));
            }
            Some(places)
        }
        Value::Grid(g) if g.width() == 2 => {
            let rows = g.cells().as_chunks::<2>().0;
            Some(rows.iter().map(|&[i, j]| (i.into(), j.into())).collect())
        }
        _ => Some(cells(list)?.into_iter().map(|(_, i, j)| (i, j)).collect()),
    }
}

/// A grid whose rows are neither places nor cells: whoever takes them apart fails.
fn is_no_list(g: &Grid) -> bool {
    !(2..=3).contains(&g.width())
}

fn side(op: TokOp, list: &Value) -> Taken {
    if let Value::Grid(g) = list
        && is_no_list(g)
    {
        return Some(Err(Fail::VALUE));
    }
    let b = Bounds::of_places(places(list)?.into_iter());
    let side = match op {
        TokOp::uppermost => b.top,
        TokOp::lowermost => b.bottom,
        TokOp::leftmost => b.left,
        _ => b.right,
    };
    Some(Ok(Value::Int(side.into())))
}

/// The least row and column; of a grid that is no list, the least value of each column.
fn upper_left(list: &Value) -> Taken {
    if let Value::Grid(g) = list
        && is_no_list(g)
    {
        let mut least = g.row(0).to_vec();
        for i in 1..g.height() {
            least.iter_mut().zip(g.row(i)).for_each(|(least, &value)| *least = value.min(*least));
        }
        return Some(Value::tuple(least.into_iter().map(|value| Value::Int(value.into())).collect()));
    }
    let b = Bounds::of_places(places(list)?.into_iter());
    Some(Ok(Value::Pair(b.top, b.left)))
}

/// The places of a tuple of cells as a set.
fn places_of_cells(list: &Value) -> Option<Set> {
    let mut places: Vec<(i32, i32)> = cells(list)?.into_iter().map(|(_, i, j)| (i, j)).collect();
    let mut mask = Mask::over(Bounds::of_places(places.iter().copied()))?;
    // The second of two at one place changes nothing.
    places.retain(|&(i, j)| mask.insert(i, j));
    Some(Set::grown_pairs(places))
}

/// Sums of two of these do not leave 32 bits.
const NEAR: std::ops::Range<i32> = -(1 << 29)..1 << 29;

/// The cells as a set, moved; None where two of them are at one place.
fn shifted(list: &Value, (di, dj): (i32, i32)) -> Option<Set> {
    let mut cells = cells(list)?;
    let b = Bounds::of_places(cells.iter().map(|&(_, i, j)| (i, j)));
    if ![di, dj, b.top, b.left, b.bottom, b.right].iter().all(|n| NEAR.contains(n)) {
        return None;
    }
    let mut mask = Mask::over(b)?;
    if !cells.iter().all(|&(_, i, j)| mask.insert(i, j)) {
        return None;
    }
    cells.iter_mut().for_each(|(_, i, j)| (*i, *j) = (*i + di, *j + dj));
    Some(Set::grown_cells(LAYOUT, cells).with_distinct_places())
}
