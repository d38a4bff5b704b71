//! The lines of a program as they stand in its file, for showing them beside what they do.

use crate::program::Program;
use crate::scan::scan;
use crate::source::Source;
use crate::syntax::{bytes, pieces};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;
use std::sync::Arc;

/// A line of a program, or several that one statement takes, or several statements of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedLine {
    /// The name it assigns, the last one if there are several.
    pub name: Option<String>,
    /// Its text without indentation, in one line.
    pub text: String,
    /// The first and the last line of the file that it takes, counted from 1. The steps it made have lines among these.
    pub lines: (u32, u32),
    /// Whether it has the `return`.
    pub is_return: bool,
}

/// The lines of a program in the text it was loaded from. None if the text has no such program, or another one.
pub fn listing(text: &str, program: &Program) -> Option<Vec<ListedLine>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = Arc::new(Source::new(&program.file, text));
    let mut blocks = scan(text, 0..text.len(), false);
    blocks.retain(|block| block.name.as_ref().is_some_and(|at| source.line(at.start) == program.line));
    let piece = pieces(&source, blocks).into_iter().next()?;
    let def = piece.body.ok()?.into_iter().find_map(Stmt::function_def_stmt)?;
    if def.name.as_str() != program.name {
        return None;
    }
    let mut listed: Vec<ListedLine> = Vec::new();
    for stmt in &def.body {
        let Some(line) = list(&source, stmt) else { continue };
        match listed.last_mut() {
            Some(last) if last.lines.1 >= line.lines.0 => {
                last.text = format!("{}; {}", last.text, line.text);
                last.lines.1 = line.lines.1;
                last.name = line.name.or(last.name.take());
                last.is_return |= line.is_return;
            }
            _ => listed.push(line),
        }
        if stmt.is_return_stmt() {
            break;
        }
    }
    Some(listed)
}

/// A statement as a line; None for one that does nothing.
fn list(source: &Source, stmt: &Stmt) -> Option<ListedLine> {
    let name = match stmt {
        Stmt::Assign(assign) => target(assign.targets.first()?),
        Stmt::AnnAssign(assign) if assign.value.is_some() => target(&assign.target),
        Stmt::Expr(expr) if !expr.value.is_string_literal_expr() => None,
        Stmt::Return(_) => None,
        _ => return None,
    };
    let at = bytes(stmt.range());
    let parts: Vec<&str> = source.text[at.clone()].split_whitespace().collect();
    Some(ListedLine {
        name,
        text: parts.join(" "),
        lines: (source.line(at.start), source.line(at.end.saturating_sub(1))),
        is_return: stmt.is_return_stmt(),
    })
}

fn target(expr: &Expr) -> Option<String> {
    expr.as_name_expr().map(|name| name.id.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, parse};

    const TEXT: &str = "\
from dsl import *

def helper(x):
    return first(x)

def solve_00000001(I: Grid) -> Grid:
    \"\"\"What it does.\"\"\"
    x1: Objects = objects(
        I, T,
        F, T)
    x2 = helper(x1); x3 = size(x2)
    O = canvas(x3, (TWO, TWO))
    return O
    pass
";

    #[test]
    fn lines_have_their_names_and_places() {
        let module = parse("p.py", TEXT, Dialect::Arc);
        let lines = listing(TEXT, &module.programs[0]).expect("it is the text");
        let shown: Vec<(Option<&str>, &str, (u32, u32))> =
            lines.iter().map(|line| (line.name.as_deref(), line.text.as_str(), line.lines)).collect();
        assert_eq!(
            shown,
            [
                (Some("x1"), "x1: Objects = objects( I, T, F, T)", (8, 10)),
                (Some("x3"), "x2 = helper(x1); x3 = size(x2)", (11, 11)),
                (Some("O"), "O = canvas(x3, (TWO, TWO))", (12, 12)),
                (None, "return O", (13, 13)),
            ]
        );
        assert_eq!(listing("def other(I):\n    return I\n", &module.programs[0]), None);
    }
}
