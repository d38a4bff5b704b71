//! A text without its dead and repeated lines.
//!
//! Only those lines and the names that pointed to them change; comments and layout elsewhere stay. The result is held
//! against the canonical ids of all programs before it is given out, so a slip here cannot change a program.

use super::repeated::Repeated;
use super::subject::Subject;
use std::collections::{BTreeSet, HashMap};
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
    let instead: HashMap<u32, &str> = repeated.iter().map(|line| (line.slot, line.instead.as_str())).collect();
    for name in subject.places.uses.iter().filter(|name| !gone.contains(&name.statement)) {
        if let Some(instead) = instead.get(&name.slot) {
            edits.push(Edit { at: name.at.clone(), text: instead.to_string() });
        }
    }
    let groups = lines(subject);
    // The `return` stays, so the body is never empty.
    edits.extend(gone.iter().map(|&n| Edit { at: removal(subject, &gone, groups[n].clone(), n), text: String::new() }));
    edits
}

/// What to cut so that a statement is gone: its lines, or its part of a line with several statements.
fn removal(subject: &Subject<'_>, gone: &BTreeSet<usize>, line: Range<usize>, n: usize) -> Range<usize> {
    let text = &subject.source.text;
    let statements = &subject.places.statements;
    let (first, last) = (line.start, line.end - 1);
    let start = statements[first].at.start;
    let line_start = text[..start].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let own_lines = text[line_start..start].trim().is_empty();
    if own_lines && gone.range(line.clone()).count() == line.len() {
        if n > first {
            // Gone with the first one.
            return statements[n].at.end..statements[n].at.end;
        }
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
    let kept = line.rev().skip(1).find(|k| !gone.contains(k));
    let rest = &text[at.end..];
    let tail = &rest[..rest.len() - rest.trim_start_matches([' ', '\t', ';']).len()];
    let behind = tail.rfind(';').map_or(0, |semicolon| semicolon + 1);
    kept.map_or(at.start, |k| statements[k].at.end)..at.end + behind
}

/// For each statement, which statements share its line.
fn lines(subject: &Subject<'_>) -> Vec<Range<usize>> {
    let (text, statements) = (&subject.source.text, &subject.places.statements);
    let mut lines: Vec<Range<usize>> = Vec::new();
    for (n, statement) in statements.iter().enumerate() {
        let shares = n > 0 && !text[statements[n - 1].at.end..statement.at.start].contains(['\n', '\r']);
        match lines.last_mut().filter(|_| shares) {
            Some(line) => line.end = n + 1,
            None => lines.push(n..n + 1),
        }
    }
    lines.into_iter().flat_map(|line| std::iter::repeat_n(line.clone(), line.len())).collect()
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
