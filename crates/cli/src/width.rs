//! How wide the output may be.

use crate::environment;

/// The width of the terminal, or what `COLUMNS` says; without either, text is as wide as it is.
pub fn width() -> Option<usize> {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
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

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn only_what_is_too_long_is_cut() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdef", 5), "abcd…");
        assert_eq!(cut("ab def", 4), "ab…");
        assert_eq!(cut("abc", 0), "…");
    }
}
