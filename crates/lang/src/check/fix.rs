//! A text without its dead and repeated lines.
//!
//! Only those lines and the names that pointed to them change; comments and layout elsewhere stay. The result is held
//! against the canonical ids of all programs before it is given out, so a slip here cannot change a program.

use super::repeated::Repeated;
use super::subject::Subject;
use std::collections::BTreeSet;
use std::ops::Range;

/// A replacement in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub at: Range<usize>,
    pub text: String,
}

/// The edits that take these statements out of a function.
pub fn edits(subject: &Subject<'_>, dead: &[usize], repeated: &[Repeated]) -> Vec<Edit> {
    let gone: BTreeSet<usize> = dead.iter().copied().chain(repeated.iter().map(|line| line.statement)).collect();
    let mut edits = Vec::new();
    for line in repeated {
        let uses = subject.places.uses.iter().filter(|name| name.slot == line.slot && !gone.contains(&name.statement));
        edits.extend(uses.map(|name| Edit { at: name.at.clone(), text: line.instead.clone() }));
    }
    let statements = &subject.places.statements;
    // A body needs a statement.
    let keep_a_body = gone.len() == statements.len();
    for &n in &gone {
        if keep_a_body && n + 1 == statements.len() {
            edits.push(Edit { at: statements[n].at.clone(), text: "pass".to_string() });
        } else {
            edits.push(Edit { at: removal(subject, &gone, n), text: String::new() });
        }
    }
    edits
}

/// What to cut so that a statement is gone: its lines, or its part of a line with several statements.
fn removal(subject: &Subject<'_>, gone: &BTreeSet<usize>, n: usize) -> Range<usize> {
    let text = &subject.source.text;
    let statements = &subject.places.statements;
    let joined = |n: usize| {
        let next = statements.get(n + 1)?;
        (!has_line_end(&text[statements[n].at.end..next.at.start])).then_some(n + 1)
    };
    let first = (0..n).rev().take_while(|&k| joined(k).is_some()).last().unwrap_or(n);
    let last = std::iter::successors(Some(n), |&k| joined(k)).last().unwrap_or(n);
    let start = statements[first].at.start;
    let line_start = text[..start].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let own_lines = text[line_start..start].trim().is_empty();
    if own_lines && (first..=last).all(|k| gone.contains(&k)) {
        let end = statements[last].at.end;
        let rest = &text[end..];
        let line_end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let newline = if rest[line_end..].starts_with("\r\n") { 2 } else { usize::from(line_end < rest.len()) };
        return line_start..end + line_end + newline;
    }
    let at = statements[n].at.clone();
    if n < last {
        return at.start..statements[n + 1].at.start;
    }
    // The last one of a line goes with what stands between it and the last statement that stays.
    let kept = (first..n).rev().find(|k| !gone.contains(k));
    let behind = text[at.end..].len() - text[at.end..].trim_start_matches([' ', '\t', ';']).len();
    kept.map_or(at.start, |k| statements[k].at.end)..at.end + behind
}

fn has_line_end(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

/// The text with all edits made.
pub fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        if edit.at.start < done {
            continue;
        }
        out.push_str(&text[done..edit.at.start]);
        out.push_str(&edit.text);
        done = edit.at.end;
    }
    out.push_str(&text[done..]);
    out
}
