//! A name that is none, and those that may have been meant.

use megabatt_core::{Op, TokOp, constants};

const MOST: usize = 6;

/// Says that there is no such name, and which are near.
pub fn unknown(name: &str) -> String {
    let shown: String = name.chars().take(60).map(|c| if c.is_control() { '?' } else { c }).collect();
    let near = near(name);
    let help = match near.as_slice() {
        [] => "megabatt ops lists all of them".to_string(),
        [one] => format!("did you mean {one}?"),
        [others @ .., last] => format!("did you mean {} or {last}?", others.join(", ")),
    };
    format!("there is no operation or constant `{shown}`\n  help: {help}")
}

/// Names spelt nearly so, then names with the word in them, then operations whose line of documentation has it.
fn near(name: &str) -> Vec<&'static str> {
    let word = name.to_lowercase();
    let letters = word.chars().count();
    if letters == 0 || letters > 40 {
        return Vec::new();
    }
    let allowed = (letters / 3).clamp(1, 3);
    let names = || Op::ALL.iter().map(|op| op.name()).chain(constants::NAMES).chain(only_tok());
    let mut spelt: Vec<(usize, &'static str)> = names()
        .map(|other| (strsim::osa_distance(&word, &other.to_lowercase()), other))
        .filter(|(edits, other)| *edits <= allowed && *edits < other.len())
        .collect();
    spelt.sort_unstable();
    let mut found: Vec<&'static str> = spelt.into_iter().map(|(_, other)| other).collect();
    if letters >= 3 {
        found.extend(names().filter(|other| other.to_lowercase().contains(&word)));
        let explained = Op::ALL.iter().filter(|op| op.info().doc.to_lowercase().contains(&word));
        found.extend(explained.map(|op| op.name()));
    }
    let mut shown = Vec::new();
    for name in found {
        if !shown.contains(&name) && shown.len() < MOST {
            shown.push(name);
        }
    }
    shown
}

/// Operations that only tokpidjin has.
fn only_tok() -> impl Iterator<Item = &'static str> {
    TokOp::ALL.iter().map(|op| op.name()).filter(|name| Op::from_name(name).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_parts_and_words_are_found() {
        assert_eq!(near("vmiror"), ["vmirror", "cmirror", "dmirror", "hmirror"]);
        assert_eq!(near("Objects")[0], "objects");
        assert_eq!(near("down_lef")[0], "DOWN_LEFT");
        assert!(near("mirror").contains(&"hmirror"));
        assert!(near("clockwise").contains(&"rot90"));
        assert!(near("").is_empty() && near("qqqqqqqq").is_empty() && near(&"a".repeat(1000)).is_empty());
    }

    #[test]
    fn the_message_says_what_to_do() {
        assert!(unknown("zzzzzzz").ends_with("help: megabatt ops lists all of them"));
        assert!(unknown("roott90").contains("did you mean rot90"), "{}", unknown("roott90"));
    }
}
