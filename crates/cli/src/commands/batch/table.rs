//! Results as a table.

use super::Done;
use crate::table::{Align, render};
use megabatt_batch::{ObjectInfo, Row};
use megabatt_core::{Value, py};

/// The first rows; of sets of objects, a line for each object.
pub fn text(done: &Done<'_>, head: usize) -> String {
    let shown = done.rows.len().min(head);
    let objects = done.results.rows.iter().any(|row| ObjectInfo::of_row(row).is_some_and(|all| !all.is_empty()));
    let mut rows = Vec::new();
    for n in 0..shown {
        let row = &done.results.rows[n];
        match ObjectInfo::of_row(row) {
            Some(all) if objects => rows.extend(object_lines(&done.rows[n].words(), &all)),
            _ if objects => rows.push(line_of_objects(&done.rows[n].words(), &[&words(row)])),
            _ => rows.push(vec![done.rows[n].words(), words(row)]),
        }
    }
    let mut text = if objects {
        let right = Align::Right;
        let headings = [
            ("grid", Align::Left),
            ("object", right),
            ("colour", Align::Left),
            ("cells", right),
            ("top", right),
            ("left", right),
            ("size", Align::Left),
        ];
        render(&headings, &rows)
    } else {
        render(&[("grid", Align::Left), ("result", Align::Left)], &rows)
    };
    if shown < done.rows.len() {
        let more = done.rows.len() - shown;
        let grids = if more == 1 { "grid" } else { "grids" };
        text.push_str(&format!("… and {more} more {grids}; -o FILE writes all, --head N shows more\n"));
    }
    text
}

fn object_lines(name: &str, all: &[ObjectInfo]) -> Vec<Vec<String>> {
    if all.is_empty() {
        return vec![line_of_objects(name, &["none"])];
    }
    let line = |(n, object): (usize, &ObjectInfo)| {
        let colours: Vec<String> = object.colours.iter().map(i64::to_string).collect();
        let (height, width) = object.shape();
        line_of_objects(
            if n == 0 { name } else { "" },
            &[
                &n.to_string(),
                &colours.join(" "),
                &object.cells.to_string(),
                &object.top.to_string(),
                &object.left.to_string(),
                &format!("{height}×{width}"),
            ],
        )
    };
    all.iter().enumerate().map(line).collect()
}

fn line_of_objects(name: &str, cells: &[&str]) -> Vec<String> {
    let mut line: Vec<String> = std::iter::once(name).chain(cells.iter().copied()).map(String::from).collect();
    line.resize(7, String::new());
    line
}

/// A result in a few words.
fn words(row: &Row) -> String {
    match row {
        Row::Grid(grid) => {
            let first: String = grid.row(0).iter().map(|cell| format!("{cell} ")).collect();
            format!(
                "{}×{} grid  {}{}",
                grid.height(),
                grid.width(),
                first.trim_end(),
                if grid.height() > 1 { " …" } else { "" }
            )
        }
        Row::Value(value @ Value::Set(set)) => match set.len() {
            0..=12 => py::repr(value),
            n => format!("a set of {n}"),
        },
        Row::Value(value) => py::repr(value),
        Row::Objects(objects) => format!("{} objects", objects.len()),
        Row::Error(e) => e.name().to_string(),
        Row::Limit(l) => format!("limit {}", l.name()),
    }
}
