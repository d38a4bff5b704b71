//! All about one operation.

use super::example;
use super::list::signature;
use super::prose::paragraph;
use super::uses::Uses;
use megabatt_core::{Dialect, Op, Type};
use megabatt_docs::Part;
use megabatt_view::{Block, Canvas, Line, Style, join};

/// Programs named before the rest is counted.
const MOST_USERS: usize = 12;
/// Longer lines are hard to read.
pub const WIDEST_PROSE: usize = 100;

pub fn page(op: Op, dialect: Option<Dialect>, uses: &Uses, who: &str, canvas: &Canvas) -> Block {
    let mut block = signature(op, dialect.unwrap_or_default(), canvas.width);
    block.push(Line::new());
    block.append(types(op, dialect, canvas).indented(2));
    let parts = megabatt_docs::entry(op).map_or(&[][..], |entry| &entry.parts);
    let concerned = |part: &&Part| match part {
        Part::Examples(examples) => dialect.is_none_or(|dialect| examples.concerns(dialect)),
        Part::Text(_) => true,
    };
    for part in parts.iter().filter(concerned) {
        block.push(Line::new());
        block.append(match part {
            Part::Text(text) => paragraph(text, canvas.width.min(WIDEST_PROSE), canvas.mode),
            Part::Examples(examples) => example::draw(examples, &canvas.with_width(canvas.width - 2)).indented(2),
        });
    }
    block.push(Line::new());
    block.append(users(op.name(), uses, who, canvas));
    let page = format!("docs/operations/{}.md#{}", op.info().family.name(), op.name());
    block.push(Line::of(page, Style::faint()));
    block
}

/// A line per parameter and one for the result, with what their types mean.
fn types(op: Op, dialect: Option<Dialect>, canvas: &Canvas) -> Block {
    let info = op.info();
    let dialect = dialect.unwrap_or_default();
    let rows = info.params.iter().enumerate().map(|(i, param)| (op.param_name(i, dialect), param.ty));
    types_of(&rows.chain([("gives", info.result)]).collect::<Vec<_>>(), canvas)
}

/// A line for each name, with its type and what that means.
pub fn types_of(rows: &[(&str, Type)], canvas: &Canvas) -> Block {
    let widest = |part: fn(&(&str, Type)) -> usize| rows.iter().map(part).max().unwrap_or(0);
    let (names, types) = (widest(|row| row.0.len()), widest(|row| row.1.name().len()));
    let room = canvas.width.saturating_sub(2 + names + types + 4);
    let mut block = Block::new();
    for (name, ty) in rows {
        let style = if *name == "gives" { Style::faint() } else { Style::default() };
        let mut head = Line::of(format!("{name:names$}  "), style);
        head.push(format!("{:types$}", ty.name()), Style::bold());
        block.append(join(&[[head].into_iter().collect(), paragraph(ty.about(), room, canvas.mode)], 2));
    }
    block
}

pub fn users(op: &str, uses: &Uses, who: &str, canvas: &Canvas) -> Block {
    let users = uses.users(op);
    let all = uses.names.len();
    let mut text = format!("Used by {} of the {all} programs of {who}", users.len());
    if !users.is_empty() {
        text.push_str(": ");
        text.push_str(&users[..users.len().min(MOST_USERS)].join(", "));
    }
    if users.len() > MOST_USERS {
        text.push_str(&format!(" and {} more", users.len() - MOST_USERS));
    }
    canvas.with_width(canvas.width.min(WIDEST_PROSE)).wrapped(&text, Style::default())
}
