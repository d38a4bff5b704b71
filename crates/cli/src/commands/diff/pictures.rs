//! The values of rows that changed, drawn beside each other. The files are read again for them: they are not kept.

use super::compare::{Changed, Comparison};
use super::read::{Key, key, read_json};
use super::report::describe;
use megabatt_core::Grid;
use megabatt_view::{Accent, Block, Canvas, Line, Style, beside};
use serde_json::Value as Json;
use std::collections::HashMap;
use std::path::Path;

/// Nobody looks at more of them.
const MOST: usize = 50;

/// A value as the file has it.
enum Drawn {
    Grid(Grid),
    Text(String),
    /// The file has a hash or nothing.
    Missing,
}

pub fn draw(canvas: &Canvas, comparison: &mut Comparison, before: &Path, after: &Path) -> Result<Block, String> {
    let chosen: Vec<Changed> = comparison.changed.iter().take(MOST).cloned().collect();
    let mut values = |path: &Path| {
        let mut found: HashMap<Key, Drawn> = HashMap::new();
        let wanted: HashMap<Key, ()> = chosen.iter().map(|row| (row.key, ())).collect();
        read_json(path, |json| {
            let key = key(json, &mut comparison.names)?;
            if wanted.contains_key(&key) && !found.contains_key(&key) {
                found.insert(key, drawn(json));
            }
            Ok(())
        })
        .map(|()| found)
    };
    let (old, new) = (values(before)?, values(after)?);
    let mut block = Block::new();
    for row in &chosen {
        block.append(draw_row(canvas, comparison, row, old.get(&row.key), new.get(&row.key)));
        block.push(Line::new());
    }
    if comparison.changed.len() > MOST {
        let rest = comparison.changed.len() - MOST;
        let text = format!("{rest} more rows changed; compare fewer tasks or programs to see them drawn");
        block.append(canvas.wrapped(&text, Style::faint()));
        block.push(Line::new());
    }
    let hashes = [&old, &new]
        .into_iter()
        .any(|values| chosen.iter().any(|row| matches!(values.get(&row.key), Some(Drawn::Missing))));
    if hashes {
        let text = "some values are not in the files; megabatt run --values full writes them";
        block.append(canvas.wrapped(text, Style::faint()));
        block.push(Line::new());
    }
    Ok(block)
}

fn draw_row(
    canvas: &Canvas,
    comparison: &Comparison,
    row: &Changed,
    old: Option<&Drawn>,
    new: Option<&Drawn>,
) -> Block {
    let names = &comparison.names;
    let mut heading = Line::of(names.name(row.key.program), Style::bold());
    heading.push(format!("  {}  ", names.name(row.key.task)), Style::default());
    heading.push(row.key.pair(), Style::accent(Accent::Guide));
    heading.push(format!("  {}", row.change.words()), Style::default());
    let mut block = canvas.wrapped_line(heading);
    let mut sides = Vec::new();
    for (name, outcome, value, other) in [("A", &row.before, old, None), ("B", &row.after, new, old)] {
        let shape = match value {
            Some(Drawn::Grid(grid)) => format!(" {}x{}", grid.height(), grid.width()),
            _ => String::new(),
        };
        let title = Line::of(format!("{name}: {}{shape}", describe(outcome.as_ref(), names)), Style::default());
        sides.push(picture(canvas, value, other).under(title));
    }
    block.append(beside(sides, 3, canvas.width));
    block
}

/// A value, with the cells marked that differ from the other one.
fn picture(canvas: &Canvas, value: Option<&Drawn>, other: Option<&Drawn>) -> Block {
    match (value, other) {
        (Some(Drawn::Grid(grid)), Some(Drawn::Grid(other))) => canvas
            .grid_marked(grid, |i, j| i >= other.height() || j >= other.width() || grid.at(i, j) != other.at(i, j)),
        (Some(Drawn::Grid(grid)), _) => canvas.grid(grid),
        (Some(Drawn::Text(text)), _) => canvas.with_width(canvas.width.min(60)).wrapped(text, Style::default()),
        _ => Block::new(),
    }
}

fn drawn(json: &Json) -> Drawn {
    const LONGEST: usize = 600;
    match json.get("value") {
        None if json.get("outcome").and_then(Json::as_str) != Some("value") => Drawn::Text(String::new()),
        None | Some(Json::String(_)) => Drawn::Missing,
        Some(value) => match grid(value) {
            Some(grid) => Drawn::Grid(grid),
            None => {
                let text = value.to_string();
                let cut: String = text.chars().take(LONGEST).collect();
                Drawn::Text(if cut.len() < text.len() { cut + "..." } else { cut })
            }
        },
    }
}

/// The grid that a value is.
fn grid(value: &Json) -> Option<Grid> {
    let cell = |cell: &Json| cell.as_i64().and_then(|n| i8::try_from(n).ok());
    let row = |row: &Json| row.as_array()?.iter().map(cell).collect::<Option<Vec<i8>>>();
    Grid::from_rows(&value.as_array()?.iter().map(row).collect::<Option<Vec<_>>>()?)
}
