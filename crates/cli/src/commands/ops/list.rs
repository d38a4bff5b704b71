//! The table of all operations.

use super::prose::paragraph;
use megabatt_core::{Dialect, Family, Op, constants, py};
use megabatt_view::{Accent, Block, Canvas, Line, Style, join};

/// Signatures longer than this do not widen their column.
const WIDEST: usize = 58;
/// Narrower than this, what an operation does stands below its signature.
const TWO_COLUMNS: usize = 100;
const INDENT: usize = 2;

/// The operations of a family, or of all and the constants.
pub fn all(only: Option<Family>, canvas: &Canvas) -> Block {
    table(Dialect::default(), only, canvas, |family, canvas| {
        let ops = Op::ALL.iter().filter(|op| op.info().family == family);
        let rows: Vec<(String, &str)> = ops.map(|op| (op.info().signature(), op.info().doc)).collect();
        laid_out(&rows, canvas)
    })
}

/// A table by family, with the dialect's constants where all families are wanted.
pub fn table(
    dialect: Dialect,
    only: Option<Family>,
    canvas: &Canvas,
    members: impl Fn(Family, &Canvas) -> Block,
) -> Block {
    let mut block = Block::new();
    for family in Family::ALL.into_iter().filter(|family| only.is_none_or(|only| only == *family)) {
        if !block.is_empty() {
            block.push(Line::new());
        }
        block.push(heading(family));
        block.append(members(family, canvas).indented(INDENT));
    }
    if only.is_none() {
        block.push(Line::new());
        block.push(Line::of("Constants", Style::bold()));
        block.append(constants(dialect, canvas).indented(INDENT));
        block.push(Line::new());
        let closing = match dialect {
            Dialect::Tok => "`megabatt ops NAME --dialect tok` explains one of them.",
            _ => "`megabatt ops NAME` explains one of them, with pictures.",
        };
        block.append(paragraph(closing, canvas.width, canvas.mode));
    }
    block
}

fn heading(family: Family) -> Line {
    let title = megabatt_docs::pages().iter().flatten().find(|page| page.family == family).map(|page| &page.title);
    let mut line = Line::of(title.map_or(family.name(), String::as_str), Style::bold());
    line.push(format!(" ({})", family.name()), Style::faint());
    line
}

/// Signatures with what the operations do beside or below them.
pub fn laid_out(rows: &[(String, &str)], canvas: &Canvas) -> Block {
    let room = canvas.width.saturating_sub(INDENT);
    let lengths = rows.iter().map(|(signature, _)| signature.len());
    let column = lengths.filter(|length| *length <= WIDEST).max().unwrap_or(0);
    let mut block = Block::new();
    for (signature, doc) in rows {
        let two_columns = canvas.width >= TWO_COLUMNS;
        let doc_room = if two_columns { room.saturating_sub(column + 2) } else { room.saturating_sub(4) };
        let doc = paragraph(doc, doc_room, canvas.mode);
        let name = signature_text(signature, signature.find('(').unwrap_or(0), room);
        if two_columns && name.width() <= column {
            let mut padded: Block = name;
            let gap = column - padded.width();
            if gap > 0 {
                padded = join(&[padded, Block::text(&" ".repeat(gap))], 0);
            }
            block.append(join(&[padded, doc], 2));
        } else {
            block.append(name);
            block.append(doc.indented(if two_columns { column + 2 } else { 4 }));
        }
    }
    block
}

/// The signature as the dialect spells it, with its name standing out.
pub fn signature(op: Op, dialect: Dialect, width: usize) -> Block {
    let info = op.info();
    let params = info.params.iter().enumerate().map(|(i, p)| format!("{}: {}", op.param_name(i, dialect), p.ty));
    let text = format!("{}({}) -> {}", info.name, params.collect::<Vec<_>>().join(", "), info.result);
    signature_text(&text, op.name().len(), width)
}

/// A signature with its name standing out, broken after commas where it does not fit.
pub fn signature_text(text: &str, name: usize, width: usize) -> Block {
    let (name, rest) = text.split_at(name);
    let mut block = Block::new();
    let mut line = Line::of(name, Style { bold: true, ..Style::accent(Accent::Guide) });
    for piece in rest.split_inclusive(", ") {
        if line.width() + piece.trim_end().len() > width && line.width() > INDENT {
            block.push(std::mem::take(&mut line));
            line.push(" ".repeat(INDENT), Style::default());
        }
        line.push(piece, Style::default());
    }
    block.push(line);
    block
}

fn constants(dialect: Dialect, canvas: &Canvas) -> Block {
    let values: Vec<String> = constants::names_in(dialect)
        .iter()
        .filter_map(|name| Some(format!("{name} = {}", py::repr(&constants::constant_in(name, dialect)?))))
        .collect();
    let column = values.iter().map(String::len).max().unwrap_or(0);
    let blocks: Vec<Line> = values.iter().map(|value| Line::of(format!("{value:column$}"), Style::default())).collect();
    let per_row = (canvas.width.saturating_sub(INDENT) / (column + 2)).max(1);
    blocks
        .chunks(per_row)
        .map(|row| {
            let mut line = Line::new();
            for (n, cell) in row.iter().enumerate() {
                line.push(if n > 0 { "  " } else { "" }, Style::default());
                line.append(cell);
            }
            line
        })
        .collect()
}
