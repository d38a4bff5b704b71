//! A task: its pairs, inputs and outputs side by side.

use megabatt_core::{Grid, Value};
use megabatt_engine::data::{Pair, Task};
use megabatt_view::{Accent, Block, Canvas, CellWidth, Line, Style, beside, side_by_side};

const GAP: usize = 4;

pub fn draw(canvas: &Canvas, task: &Task) -> Block {
    let mut heading = Line::of(format!("task {}", task.id), Style::bold());
    let split = task.split.map_or(String::new(), |split| format!(", {split} split"));
    let count = |n: usize, what: &str| format!("{n} {what} pair{}", if n == 1 { "" } else { "s" });
    let (train, test) = (count(task.train.len(), "training"), count(task.test.len(), "test"));
    heading.push(format!("  {train}, {test}{split}"), Style::default());
    let mut block: Block = canvas.wrapped_line(heading);
    for (name, pairs) in [("train", &task.train), ("test", &task.test)] {
        if pairs.is_empty() {
            continue;
        }
        block.push(Line::new());
        let drawn = pairs.iter().enumerate().map(|(n, pair)| draw_pair(canvas, name, n, pair)).collect();
        block.append(beside(drawn, GAP, canvas.width));
    }
    block
}

fn draw_pair(canvas: &Canvas, section: &str, n: usize, pair: &Pair) -> Block {
    let shape = |value: &Value| match value {
        Value::Grid(grid) => format!("{}x{}", grid.height(), grid.width()),
        _ => "no grid".to_string(),
    };
    let output = pair.output.as_ref().map_or("not known".to_string(), shape);
    let mut heading = Line::of(format!("{section}:{n}"), Style::accent(Accent::Guide));
    heading.push(format!("  {} {} {output}", shape(&pair.input), canvas.arrow()), Style::default());
    pictures(canvas, &pair.input, pair.output.as_ref()).under(heading)
}

/// Input and output beside each other, with narrow cells if it takes that; under each other if even that is too wide.
pub fn pictures(canvas: &Canvas, input: &Value, output: Option<&Value>) -> Block {
    let across = Line::of(canvas.arrow(), Style::bold());
    let down = Line::of(canvas.arrow_down(), Style::bold());
    let pair = |canvas: &Canvas| {
        let output = output.map_or_else(|| Block::styled("?", Style::bold()), |output| grid(canvas, output));
        side_by_side(grid(canvas, input), output, across.clone(), down.clone(), canvas.width)
    };
    let fits_in_a_row = |cells: CellWidth| {
        let roomy = canvas.with_width(10_000).with_cells(cells);
        pair(&roomy).width() <= canvas.width
    };
    match [CellWidth::Wide, CellWidth::One].into_iter().find(|&cells| fits_in_a_row(cells)) {
        Some(cells) => pair(&canvas.with_cells(cells)),
        None => pair(canvas),
    }
}

fn grid(canvas: &Canvas, value: &Value) -> Block {
    match value {
        Value::Grid(grid) => canvas.grid(grid),
        other => canvas.value(other, None::<&Grid>),
    }
}
