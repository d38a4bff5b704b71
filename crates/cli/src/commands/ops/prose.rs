//! The pages' paragraphs in a terminal: the little Markdown they use, wrapped to the width.

use megabatt_view::{Accent, Block, ColourMode, Line, Style};

/// A paragraph wrapped to a width. Links keep their words; code stands out by colour, or by backticks where there is none.
pub fn paragraph(text: &str, width: usize, mode: ColourMode) -> Block {
    let mut block = Block::new();
    let mut line = Line::new();
    for word in words(text, mode) {
        let needed: usize = word.iter().map(|(part, style)| Line::of(part.as_str(), *style).width()).sum();
        if line.width() > 0 && line.width() + 1 + needed > width {
            block.push(std::mem::take(&mut line));
        }
        if line.width() > 0 {
            line.push(" ", Style::default());
        }
        for (part, style) in word {
            line.push(part, style);
        }
    }
    if line.width() > 0 {
        block.push(line);
    }
    block
}

/// Words, each in pieces of one look.
fn words(text: &str, mode: ColourMode) -> Vec<Vec<(String, Style)>> {
    let mut words: Vec<Vec<(String, Style)>> = vec![Vec::new()];
    for (span, style) in spans(text, mode) {
        for (n, piece) in span.split(char::is_whitespace).enumerate() {
            if n > 0 {
                words.push(Vec::new());
            }
            if let Some(word) = words.last_mut().filter(|_| !piece.is_empty()) {
                word.push((piece.to_string(), style));
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The text in pieces of one look, without the marks.
fn spans(text: &str, mode: ColourMode) -> Vec<(String, Style)> {
    let plain = mode == ColourMode::Plain;
    let mut spans = vec![(String::new(), Style::default())];
    let (mut code, mut bold) = (false, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut skip = c.len_utf8();
        match c {
            '`' => code = !code,
            '*' if !code => {
                bold = !bold;
                skip = if rest.starts_with("**") { 2 } else { 1 };
            }
            '[' if !code => {}
            ']' if !code && rest.starts_with("](") => skip = rest.find(')').map_or(1, |end| end + 1),
            _ => {
                if let Some((span, _)) = spans.last_mut() {
                    span.push(c);
                }
                rest = &rest[skip..];
                continue;
            }
        }
        let style = match (code, bold) {
            (true, _) => Style::accent(Accent::Guide),
            (_, true) => Style::bold(),
            _ => Style::default(),
        };
        let mark = if c == '`' && plain { "`" } else { "" };
        if let Some((span, _)) = spans.last_mut() {
            span.push_str(mark);
        }
        if plain {
            spans.push((String::new(), Style::default()));
        } else {
            spans.push((String::new(), style));
        }
        rest = &rest[skip..];
    }
    spans.retain(|(span, _)| !span.is_empty());
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The *mean* row; see [`center`](shape.md#center), **not**\n`mass`.";

    #[test]
    fn marks_are_dropped_and_lines_broken() {
        let plain = |width| paragraph(TEXT, width, ColourMode::Plain).render(ColourMode::Plain);
        assert_eq!(plain(80), "The mean row; see `center`, not `mass`.\n");
        assert_eq!(plain(16), "The mean row;\nsee `center`,\nnot `mass`.\n");
    }

    #[test]
    fn code_is_coloured() {
        let text = paragraph(TEXT, 80, ColourMode::True).render(ColourMode::True);
        assert!(text.contains("\x1b[36mcenter\x1b[0m,") && text.contains("\x1b[1mnot\x1b[0m") && !text.contains('`'));
    }
}
