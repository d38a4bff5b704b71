//! Objects of grids in which not all cells are colours.
//!
//! Where a solver meant for another task finds no colour, it fills cells with `()` or with an empty set. What belongs together
//! in such a grid is a matter of which cells are equal: so each distinct value gets a number that no colour has, the search
//! runs on numbers, and the objects that have such cells are made of the values again.

use super::LAYOUT;
use crate::fast::search::{self, Manner};
use megabatt_core::{Arc, Grid, Result, Set, Value};

/// The number of the first value that is no colour.
const FIRST: i8 = 100;

/// A grid of numbers, and the values that those from [`FIRST`] on stand for.
struct Coded {
    grid: Arc<Grid>,
    values: Vec<Value>,
}

impl Coded {
    fn of(rows: &Value) -> Option<Coded> {
        let Value::Tuple(rows) = rows else { return None };
        let mut cells = Vec::new();
        let mut values = Vec::new();
        for row in rows.slice() {
            match *row {
                Value::Pair(a, b) => {
                    for n in [a, b] {
                        cells.push(colour(n.into())?);
                    }
                }
                Value::Triple(a, b, c) => {
                    for n in [a, b, c] {
                        cells.push(colour(n.into())?);
                    }
                }
                Value::Tuple(ref row) => {
                    for cell in row.slice() {
                        cells.push(number(cell, &mut values)?);
                    }
                }
                _ => return None,
            }
        }
        let (h, w) = (rows.len(), cells.len().checked_div(rows.len())?);
        let is_row = |row: &Value| megabatt_core::py::len(row) == Ok(w);
        (w > 0 && rows.slice().iter().all(is_row)).then(|| Coded { grid: Arc::new(Grid::new(h, w, cells)), values })
    }

    fn value(&self, number: i32) -> Value {
        match usize::try_from(number - i32::from(FIRST)) {
            Ok(at) => self.values[at].clone(),
            Err(_) => Value::Int(number.into()),
        }
    }

    /// Whether one number is there more often than each other: which of several is taken for the background is a matter of values.
    fn has_one_background(&self) -> bool {
        let mut counts = [0u32; 256];
        self.grid.cells().iter().for_each(|&number| counts[number as u8 as usize] += 1);
        let most = counts.iter().max().copied().unwrap_or(0);
        counts.iter().filter(|&&count| count == most).count() == 1
    }
}

fn colour(n: i64) -> Option<i8> {
    i8::try_from(n).ok().filter(|&n| n < FIRST)
}

/// The number of a cell. Truths, floats and None are left to the ordinary way: they may equal a colour, or not themselves, or what
/// stands for no background.
fn number(cell: &Value, values: &mut Vec<Value>) -> Option<i8> {
    match cell {
        Value::Int(n) => colour(*n),
        Value::Pair(..) => place(cell, values),
        Value::Tuple(items) if items.is_empty() => place(cell, values),
        Value::Set(items) if items.is_empty() => place(cell, values),
        _ => None,
    }
}

fn place(value: &Value, values: &mut Vec<Value>) -> Option<i8> {
    let at = values.iter().position(|other| other == value).unwrap_or(values.len());
    if at == values.len() {
        values.push(value.clone());
    }
    i8::try_from(at + FIRST as usize).ok()
}

/// `o_g` of rows that are no grid of colours.
pub fn objects(rows: &Value, manner: Manner) -> Option<Result<Value>> {
    let coded = Coded::of(rows)?;
    if manner.without_bg && !coded.has_one_background() {
        return None;
    }
    let Ok(Value::Set(found)) = search::objects(&coded.grid, LAYOUT, manner)? else { return None };
    let mut objects = Vec::with_capacity(found.len());
    for object in found.values() {
        let Value::Set(object) = object else { return None };
        let cells = object.cells_in(LAYOUT)?;
        if cells.iter().all(|cell| cell.0 < FIRST.into()) {
            objects.push(object);
            continue;
        }
        let item =
            |&(c, i, j): &(i32, i32, i32)| Value::tuple(vec![i64::from(i).into(), i64::from(j).into(), coded.value(c)]);
        let made = cells.iter().map(item).collect::<Result<Vec<_>>>();
        match made.and_then(|items| Set::with_other_items(&object, items)) {
            Ok(set) => objects.push(Arc::new(set)),
            Err(fail) => return Some(Err(fail)),
        }
    }
    Some(Set::grown_sets(objects, true).map(Value::set))
}
