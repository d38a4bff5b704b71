//! One cell of a grid.
//!
//! Searches ask for every cell, and on foreign samples rows have thousands of them. So a cell inside a compact grid is taken from there;
//! everything else goes Python's way, by way of the row.

use megabatt_core::py::{get, get_item};
use megabatt_core::{Result, Value};

/// `grid[i][j]`.
pub fn of(grid: &Value, i: &Value, j: &Value) -> Result<Value> {
    if let (Value::Grid(cells), Value::Int(i), Value::Int(j)) = (grid, i, j)
        && let (Ok(i), Ok(j)) = (i32::try_from(*i), i32::try_from(*j))
        && let Some(colour) = cells.get(i, j)
    {
        return Ok(Value::Int(colour.into()));
    }
    get_item(&get_item(grid, i)?, j)
}

/// `grid[place[0]][place[1]]`.
pub fn at(grid: &Value, place: &Value) -> Result<Value> {
    match place {
        Value::Pair(i, j) => of(grid, &Value::Int((*i).into()), &Value::Int((*j).into())),
        _ => get_item(&get_item(grid, &get(place, 0)?)?, &get(place, 1)?),
    }
}
