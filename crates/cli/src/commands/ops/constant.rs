//! All about one constant.

use megabatt_core::{Grid, Value, py};
use megabatt_view::{Block, Canvas, Dot, Line, Picture, Style, side_by_side};

/// ARC's colours, as people call them.
const COLOURS: [&str; 10] =
    ["black", "blue", "red", "green", "yellow", "grey", "magenta", "orange", "light blue", "maroon"];

pub fn page(name: &str, value: &Value, canvas: &Canvas) -> Block {
    let mut block = Block::new();
    let mut head = Line::of(name, Style::bold());
    head.push(format!(" = {}", py::repr(value)), Style::default());
    block.push(head);
    block.push(Line::new());
    block.append(canvas.wrapped(&meaning(value), Style::default()));
    let picture = match value {
        Value::Pair(i, j) => step(*i, *j, canvas),
        Value::Int(n) => colour(*n).map(|grid| canvas.grid(&grid)).unwrap_or_default(),
        _ => Block::new(),
    };
    if !picture.is_empty() {
        block.push(Line::new());
        block.append(picture.indented(2));
    }
    block
}

/// What programs use it for.
pub fn meaning(value: &Value) -> String {
    match value {
        Value::Bool(b) => {
            format!("A bool, {}; {} where a number is wanted.", if *b { "true" } else { "false" }, i32::from(*b))
        }
        Value::Int(n) => match usize::try_from(*n).ok().and_then(|n| COLOURS.get(n)) {
            Some(colour) => format!("A number; as a colour, {colour}."),
            None => "A number; no colour of ARC's.".to_string(),
        },
        Value::Pair(0, 0) => "A pair: the place in the upper left corner, or no step at all.".to_string(),
        Value::Pair(i, j) => {
            let part = |n: i32, forward: &str, back: &str, what: &str| match n {
                0 => None,
                1 | -1 => Some(format!("one {what} {}", if n > 0 { forward } else { back })),
                n => Some(format!("{} {what}s {}", n.abs(), if n > 0 { forward } else { back })),
            };
            let parts = [part(*i, "down", "up", "row"), part(*j, "right", "left", "column")];
            let step: Vec<String> = parts.into_iter().flatten().collect();
            let mut text = format!("A pair. As a step: {}.", step.join(" and "));
            if *i >= 0 && *j >= 0 {
                text.push_str(&format!(" As a place: row {i}, column {j}."));
            }
            if *i > 0 && *j > 0 {
                text.push_str(&format!(" As dimensions: {i} high and {j} wide."));
            }
            text
        }
        other => py::repr(other),
    }
}

/// A place in the middle of a sheet, and where the step leads.
fn step(i: i32, j: i32, canvas: &Canvas) -> Block {
    let reach = i.abs().max(j.abs()).clamp(1, 9);
    let side = 2 * reach as usize + 1;
    let sheet = |i: i32, j: i32| {
        let mut picture = Picture::empty(side, side);
        if let (Ok(i), Ok(j)) = (usize::try_from(reach + i), usize::try_from(reach + j)) {
            picture.put(i, j, Dot::Place);
        }
        canvas.picture(&picture)
    };
    let arrow = |sign: &str| Line::of(sign.to_string(), Style::bold());
    side_by_side(sheet(0, 0), sheet(i, j), arrow(canvas.arrow()), arrow(canvas.arrow_down()), canvas.width)
}

fn colour(n: i64) -> Option<Grid> {
    let n = i8::try_from(n).ok().filter(|n| (0..10).contains(n))?;
    Grid::from_rows(&[vec![n]])
}
