//! Grids with None in them.
//!
//! `index` gives None outside a grid, and `canvas` makes grids of it. Where None is what there is most of and the background is left out,
//! no object has it, and the objects are those of a grid with an unused number in its place.

use super::{Manner, objects};
use megabatt_core::set::address;
use megabatt_core::{Arc, CellLayout, Grid, Result, Value};

/// `objects` of rows of small ints and None. None, as a result, if the grid is none of these, or if its Nones show.
pub fn objects_without(rows: &Value, layout: CellLayout, manner: Manner) -> Option<Result<Value>> {
    let Value::Tuple(rows) = rows else { return None };
    let width = row(rows.slice().first()?)?.len();
    if !manner.without_bg || width == 0 {
        return None;
    }
    let mut counts = [0u32; 256];
    let mut nones = 0;
    for cells in rows.slice() {
        let cells = row(cells).filter(|cells| cells.len() == width)?;
        for cell in cells {
            match cell {
                Value::None => nones += 1,
                Value::Int(n) => counts[i8::try_from(*n).ok()? as u8 as usize] += 1,
                _ => return None,
            }
        }
    }
    // Of equally many the order of a set would decide.
    if counts.iter().any(|&count| count >= nones) {
        return None;
    }
    // The plain form marks whoever looks at a set with None in it among others, whatever is decided there.
    if counts.iter().any(|&count| count > 0) && address::is_uncertain(&Value::None) {
        address::note();
    }
    let unused = counts.iter().position(|&count| count == 0)? as u8 as i8;
    let cell = |cell: &Value| if let Value::Int(n) = *cell { n as i8 } else { unused };
    let cells = rows.slice().iter().flat_map(|cells| row(cells).unwrap_or_default()).map(cell).collect();
    objects(&Arc::new(Grid::new(rows.slice().len(), width, cells)), layout, manner)
}

fn row(value: &Value) -> Option<&[Value]> {
    if let Value::Tuple(cells) = value { Some(cells.slice()) } else { None }
}
