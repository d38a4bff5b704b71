//! Grids as tuples of rows, and rows as tuples of small ints: which of the items are there more than once.

use megabatt_core::{Grid, Result, Value};

type Taken = Option<Result<Value>>;

/// Grids with more rows are left to a table.
const MOST_ROWS: usize = 64;
/// Ints up to this one are counted.
const COUNTED: usize = 16;

/// For each row the number of the first one like it.
fn first_alike(g: &Grid) -> Option<Vec<usize>> {
    if g.height() > MOST_ROWS || g.is_planned() {
        return None;
    }
    let width = g.width().max(1);
    let rows: Vec<(u64, &[i8])> = g.cells().chunks_exact(width).map(|row| (fingerprint(row), row)).collect();
    let alike = |n: usize| (0..n).find(|&k| rows[k].0 == rows[n].0 && rows[k].1 == rows[n].1).unwrap_or(n);
    Some((0..rows.len()).map(alike).collect())
}

/// Rows that differ mostly differ in this, too; rows that do not, do not.
fn fingerprint(row: &[i8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut print = row.len() as u64;
    let mut parts = row.chunks_exact(8);
    for part in &mut parts {
        let word = part.iter().fold(0, |word, &cell| word << 8 | u64::from(cell as u8));
        print = (print ^ word).wrapping_mul(ODD).rotate_left(29);
    }
    let rest = parts.remainder().iter().fold(0, |word, &cell| word << 8 | u64::from(cell as u8));
    (print ^ rest).wrapping_mul(ODD)
}

/// The items of a tuple of small ints.
fn small_ints(items: &[Value]) -> Option<impl Iterator<Item = usize> + Clone + '_> {
    let small = |item: &Value| matches!(item, Value::Int(n) if (0..COUNTED as i64).contains(n));
    let number = |item: &Value| if let Value::Int(n) = item { *n as usize } else { 0 };
    items.iter().all(small).then(|| items.iter().map(number))
}

/// `dedupe` of the rows of a grid, or of small ints.
pub fn dedupe(value: &Value) -> Taken {
    match value {
        Value::Grid(g) => {
            let first = first_alike(g)?;
            let kept: Vec<usize> = (0..first.len()).filter(|&n| first[n] == n).collect();
            if kept.len() == first.len() {
                return Some(Ok(value.clone()));
            }
            let mut cells = Vec::with_capacity(kept.len() * g.width());
            kept.iter().for_each(|&n| cells.extend_from_slice(g.row(n)));
            Some(Ok(Value::grid(Grid::new(kept.len(), g.width(), cells))))
        }
        Value::Tuple(items) => {
            let mut seen = 0u32;
            let mut is_new = |n: usize| {
                let is_new = seen & 1 << n == 0;
                seen |= 1 << n;
                is_new
            };
            let kept: Vec<Value> =
                small_ints(items.slice())?.filter(|&n| is_new(n)).map(|n| Value::Int(n as i64)).collect();
            if kept.len() == items.slice().len() {
                return Some(Ok(value.clone()));
            }
            Some(Value::tuple(kept))
        }
        _ => None,
    }
}

/// `mostcommon` or `leastcommon` of the rows of a grid, or of small ints. None if two are equally common: then the order of a set decides.
pub fn common(value: &Value, fewest: bool) -> Taken {
    match value {
        Value::Grid(g) => {
            let mut counts = vec![0u32; g.height()];
            first_alike(g)?.into_iter().for_each(|n| counts[n] += 1);
            Some(Ok(g.row_value(only_extreme(&counts, fewest)?)))
        }
        Value::Tuple(items) => {
            let mut counts = [0u32; COUNTED];
            small_ints(items.slice())?.for_each(|n| counts[n] += 1);
            Some(Ok(Value::Int(only_extreme(&counts, fewest)? as i64)))
        }
        _ => None,
    }
}

/// Where the most or the fewest are counted, of those of which there are any.
fn only_extreme(counts: &[u32], fewest: bool) -> Option<usize> {
    let counted = counts.iter().copied().filter(|&count| count > 0);
    let extreme = if fewest { counted.min() } else { counted.max() }?;
    let mut places = (0..counts.len()).filter(|&n| counts[n] == extreme);
    let place = places.next();
    if places.next().is_some() { None } else { place }
}
