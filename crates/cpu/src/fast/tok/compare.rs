//! Two grids, cell by cell.

use super::planes;
use megabatt_core::{Arc, Grid, Result, Set, Value};

/// What a row is compared with: a row of the other grid, and what counts beyond its end. What is no grid at all has 0 everywhere:
/// that is what looking a place up in it gives.
fn row_of(b: &Value, i: usize, width: usize) -> Option<Other<'_>> {
    match b {
        Value::Grid(b) if i < b.height() => Some(Other::Row(&b.row(i)[..b.width().min(width)])),
        Value::Grid(_) => Some(Other::Row(&[])),
        Value::None | Value::Int(_) => Some(Other::Zeros),
        _ => None,
    }
}

enum Other<'a> {
    /// Beyond its end nothing agrees.
    Row(&'a [i8]),
    Zeros,
}

/// Where the grids agree their colour, elsewhere the fallback.
pub fn cellwise(a: &Grid, b: &Value, fallback: i64) -> Option<Result<Value>> {
    let fallback = i8::try_from(fallback).ok()?;
    let (h, w) = (a.height(), a.width());
    let mut cells = Vec::with_capacity(h * w);
    for i in 0..h {
        let row = a.row(i);
        match row_of(b, i, w)? {
            Other::Row(other) => {
                let both = row.iter().zip(other);
                cells.extend(both.map(|(&a, &b)| if a == b { a } else { fallback }));
                cells.resize((i + 1) * w, fallback);
            }
            Other::Zeros => cells.extend(row.iter().map(|&a| if a == 0 { 0 } else { fallback })),
        }
    }
    Some(Ok(Value::grid(Grid::new(h, w, cells))))
}

/// `f_ofcolor(cellwise(a, b, fallback), fallback)`: where the grids differ, and where they agree on the fallback itself.
pub fn differing(a: &Arc<Grid>, b: &Value, fallback: i64) -> Option<Set> {
    let fallback = i8::try_from(fallback).ok()?;
    match b {
        // The fallback is no colour as a rule.
        Value::Grid(b) if a.width() <= WIDEST && a.height() <= WIDEST && !a.cells().contains(&fallback) => {
            Some(Set::grown_pairs(differing_places(a, b)))
        }
        _ => differing_from_any(a, b, fallback),
    }
}

/// Columns and rows of grids that are compared by words.
const WIDEST: usize = 64;

/// The places of a small grid that another one has in another colour, or has not.
fn differing_places(a: &Grid, b: &Grid) -> Vec<(i32, i32)> {
    let (h, w) = (a.height(), a.width());
    let mut rows = [0u64; WIDEST];
    for (i, bits) in rows[..h].iter_mut().enumerate() {
        let common = if i < b.height() { b.width().min(w) } else { 0 };
        let beyond = u64::MAX.checked_shl(common as u32).unwrap_or(0) & (u64::MAX >> (WIDEST - w));
        *bits = beyond;
        if common > 0 {
            *bits |= planes::differing(&a.cells()[i * w..], &b.cells()[i * b.width()..], common);
        }
    }
    planes::listed(&rows[..h], |i, j| (i as i32, j as i32))
}

/// [`differing`] for grids that are large or have the fallback, and for what is no grid.
fn differing_from_any(a: &Grid, b: &Value, fallback: i8) -> Option<Set> {
    let (h, w) = (a.height(), a.width());
    let mut places = Vec::new();
    for i in 0..h {
        let row = a.row(i);
        let place = |j: usize| (i as i32, j as i32);
        match row_of(b, i, w)? {
            Other::Row(other) => {
                let differs = |&j: &usize| row[j] != other[j] || row[j] == fallback;
                if row[..other.len()] != *other || row.contains(&fallback) {
                    places.extend((0..other.len()).filter(differs).map(place));
                }
                places.extend((other.len()..w).map(place));
            }
            Other::Zeros => places.extend((0..w).filter(|&j| row[j] != 0 || fallback == 0).map(place)),
        }
    }
    Some(Set::grown_pairs(places))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::colour::ofcolor;

    #[test]
    fn differing_places_are_those_of_the_fallback() {
        let mut seed = 3u32;
        let mut next = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for round in 0..2_000 {
            let most = if round % 20 == 0 { 70 } else { 4 };
            let (mut h, mut w) = (1 + next(most) as usize, 1 + next(most) as usize);
            let a = Arc::new(Grid::from_fn(h, w, |_, _| next(3) as i8 - 1));
            (h, w) = (1 + next(most) as usize, 1 + next(most) as usize);
            let grid = Value::grid(Grid::from_fn(h, w, |_, _| next(3) as i8 - 1));
            for b in [&grid, &Value::None, &Value::Int(1)] {
                for fallback in [-1, 0, 1, 7] {
                    let Some(Ok(Value::Grid(compared))) = cellwise(&a, b, fallback) else { panic!("a grid") };
                    let expected = ofcolor(&compared, fallback).expect("places");
                    let found = differing(&a, b, fallback).expect("places");
                    assert_eq!(megabatt_core::py::repr(&Value::set(found)), megabatt_core::py::repr(&expected));
                    for (i, j) in (0..a.height()).flat_map(|i| (0..a.width()).map(move |j| (i, j))) {
                        let other = match b {
                            Value::Grid(b) => b.get(i as i32, j as i32),
                            _ => Some(0),
                        };
                        let is = if other == Some(a.at(i, j)) { a.at(i, j) } else { fallback as i8 };
                        assert_eq!(compared.at(i, j), is);
                    }
                }
            }
        }
    }
}
