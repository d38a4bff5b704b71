//! Which dialect a file is written in, judged by the names it uses.

use megabatt_core::{Dialect, Op, TokOp};
use std::collections::HashSet;

/// The dialect whose own names a text has more of; None if it has none that only one of them knows. arc-dsl's and
/// re-arc's names are the same.
///
/// ```
/// use megabatt_lang::{Dialect, guess_dialect};
/// assert_eq!(guess_dialect("x1 = o_g(I, R5)\nx2 = size_f(x1)"), Some(Dialect::Tok));
/// assert_eq!(guess_dialect("x1 = ofcolor(I, ONE)"), Some(Dialect::Arc));
/// assert_eq!(guess_dialect("x1 = rot90(I)"), None);
/// ```
pub fn guess_dialect(text: &str) -> Option<Dialect> {
    let (mut tok, mut arc) = (HashSet::new(), HashSet::new());
    let mut own = HashSet::new();
    for line in text.lines() {
        let code = line.split('#').next().unwrap_or_default();
        if let Some(name) = defined(code) {
            own.insert(name);
        }
        for word in code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()) {
            match (TokOp::from_name(word), Op::from_name(word)) {
                (Some(_), None) => drop(tok.insert(word)),
                (None, Some(_)) => drop(arc.insert(word)),
                _ => {}
            }
        }
    }
    // A name that the file gives a meaning of its own speaks for nobody.
    let count = |names: &HashSet<&str>| names.difference(&own).count();
    match (count(&tok), count(&arc)) {
        (0, 0) => None,
        (tok, arc) if tok > arc => Some(Dialect::Tok),
        _ => Some(Dialect::Arc),
    }
}

/// The name that a line defines or assigns.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    match line.strip_prefix("def ") {
        Some(rest) => rest.split('(').next().map(str::trim),
        None => line.split_once('=').map(|(name, _)| name.trim()).filter(|name| !name.contains([' ', '(', '\''])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_ones_own_do_not_count() {
        let text = "def corner(x):\n    return first(x)\n\ndef solve(I):\n    O = corner(I)\n    return O\n";
        assert_eq!(guess_dialect(text), None);
        assert_eq!(guess_dialect("# size_t\nx = 1"), None, "nor do comments");
        let mixed = "x1 = p_g(I)\nx2 = size_t(x1)\nx3 = palette(x2)\n";
        assert_eq!(guess_dialect(mixed), Some(Dialect::Tok), "the greater part decides");
    }
}
