//! Real grids, if the bundle brought some.

use megabatt_core::Grid;
use serde_json::Value;

/// All grids of `tasks.json` beside this program, whatever the file looks like around them; none without the file.
pub fn real_grids() -> Vec<Grid> {
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("tasks.json")));
    let text = beside.and_then(|path| std::fs::read_to_string(path).ok());
    let tasks = text.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let mut grids = Vec::new();
    if let Some(tasks) = tasks {
        collect(&tasks, &mut grids);
    }
    grids
}

fn collect(value: &Value, grids: &mut Vec<Grid>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|field| collect(field, grids)),
        Value::Array(items) => match grid(items) {
            Some(grid) => grids.push(grid),
            None => items.iter().for_each(|item| collect(item, grids)),
        },
        _ => {}
    }
}

fn grid(rows: &[Value]) -> Option<Grid> {
    let cell = |cell: &Value| i8::try_from(cell.as_i64()?).ok();
    let row = |row: &Value| row.as_array()?.iter().map(cell).collect::<Option<Vec<i8>>>();
    Grid::from_rows(&rows.iter().map(row).collect::<Option<Vec<_>>>()?)
}
