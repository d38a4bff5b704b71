//! How wide the output may be.

use crate::environment;
use terminal_size::{Height, Width, terminal_size_of};

/// How wide standard output may be: as its terminal, or as `COLUMNS` says. What goes into a file is as wide as it is.
pub fn width() -> Option<usize> {
    told(terminal_size_of(std::io::stdout()))
}

/// How wide standard error may be.
pub fn error_width() -> Option<usize> {
    told(terminal_size_of(std::io::stderr()))
}

fn told(terminal: Option<(Width, Height)>) -> Option<usize> {
    let terminal = terminal.map(|(width, _)| usize::from(width.0));
    terminal.filter(|&width| width > 0).or_else(environment::columns)
}

/// A text cut to so many characters, with a mark where something is missing.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Lines broken between words so that they fit; what follows a break is set in a little. Lines that are set in already
/// stay as they are.
pub fn wrap(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.lines().map(|line| format!("{line}\n")).collect() };
    let mut wrapped = String::new();
    for line in text.lines() {
        if line.starts_with(' ') {
            wrapped.push_str(line);
            wrapped.push('\n');
            continue;
        }
        let mut used = 0;
        for word in line.split(' ') {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > width {
                wrapped.push_str("\n  ");
                used = 2;
            } else if used > 0 {
                wrapped.push(' ');
                used += 1;
            }
            wrapped.push_str(word);
            used += length;
        }
        wrapped.push('\n');
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::{cut, wrap};

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three\nfour\n", Some(8)), "one two\n  three\nfour\n");
        assert_eq!(wrap("one two three\n", Some(13)), "one two three\n");
        assert_eq!(wrap("one two three\n", None), "one two three\n");
    }

    #[test]
    fn only_what_is_too_long_is_cut() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdef", 5), "abcd…");
        assert_eq!(cut("ab def", 4), "ab…");
        assert_eq!(cut("abc", 0), "…");
    }
}
