//! What came out, against what was expected.

use megabatt_core::{Grid, Value};
use megabatt_exec::Outcome;
use megabatt_view::{Accent, Block, Canvas, Comparison, Line, Style};

/// The last part of a shown program.
pub fn draw(canvas: &Canvas, outcome: &Outcome, expected: Option<&Value>) -> Block {
    let say = |text: &str, accent: Accent| canvas.wrapped(text, Style { bold: true, ..Style::accent(accent) });
    let actual = match outcome {
        Outcome::Value(value) => value,
        Outcome::Error(e) => return say(&format!("failed: {}", e.name()), Accent::Bad),
        Outcome::Limit(l) => return say(&format!("failed: limit {}", l.name()), Accent::Bad),
    };
    let Some(expected) = expected else {
        let mut block = say("result; the expected output is not known", Accent::Note);
        block.append(canvas.value(actual, None));
        return block;
    };
    if actual == expected {
        return say("right: the result is the expected output", Accent::Good);
    }
    match (as_grid(expected), as_grid(actual)) {
        (Some(expected), Some(actual)) => {
            let comparison = Comparison::of(&expected, &actual);
            let mut block = say(&format!("wrong: {}", comparison.describe(&expected, &actual)), Accent::Bad);
            block.append(canvas.compared(&expected, &actual));
            block
        }
        _ => {
            let mut block = say(&format!("wrong: the result is no grid but {}", canvas.summary(actual)), Accent::Bad);
            block.append(canvas.value(expected, None).under(Line::of("expected", Style::bold())));
            block
        }
    }
}

fn as_grid(value: &Value) -> Option<Grid> {
    match value {
        Value::Grid(grid) => Some((**grid).clone()),
        other => Grid::from_value(other),
    }
}
