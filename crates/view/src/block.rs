//! Lines of styled text whose width is known.

use crate::screen::ColourMode;
use crate::style::Style;
use unicode_width::UnicodeWidthStr;

/// A line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    parts: Vec<(String, Style)>,
    width: usize,
}

impl Line {
    pub fn new() -> Line {
        Line::default()
    }

    /// A line of one look.
    pub fn of(text: impl Into<String>, style: Style) -> Line {
        let mut line = Line::new();
        line.push(text, style);
        line
    }

    /// Appends text. Control characters would break the layout and are shown as `?`.
    pub fn push(&mut self, text: impl Into<String>, style: Style) {
        let mut text: String = text.into();
        if text.contains(char::is_control) {
            text = text.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        }
        self.width += text.width();
        match self.parts.last_mut() {
            Some((last, same)) if *same == style => last.push_str(&text),
            _ => self.parts.push((text, style)),
        }
    }

    pub fn append(&mut self, other: &Line) {
        for (text, style) in &other.parts {
            self.push(text.clone(), *style);
        }
    }

    /// Blanks up to a width.
    pub fn pad(&mut self, width: usize) {
        if self.width < width {
            self.push(" ".repeat(width - self.width), Style::default());
        }
    }

    /// In columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Its pieces of one look each.
    pub fn parts(&self) -> impl Iterator<Item = (&str, Style)> {
        self.parts.iter().map(|(text, style)| (text.as_str(), *style))
    }

    fn render(&self, mode: ColourMode, out: &mut String) {
        let mut line = String::new();
        for (text, style) in &self.parts {
            style.write(text, mode, &mut line);
        }
        out.push_str(line.trim_end_matches(' '));
        out.push('\n');
    }
}

/// Lines under each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    lines: Vec<Line>,
    width: usize,
}

impl Block {
    pub fn new() -> Block {
        Block::default()
    }

    /// A block of plain text.
    pub fn text(text: &str) -> Block {
        Block::styled(text, Style::default())
    }

    /// A block of text of one look.
    pub fn styled(text: &str, style: Style) -> Block {
        text.lines().map(|line| Line::of(line, style)).collect()
    }

    pub fn push(&mut self, line: Line) {
        self.width = self.width.max(line.width());
        self.lines.push(line);
    }

    pub fn push_text(&mut self, text: &str) {
        self.push(Line::of(text, Style::default()));
    }

    /// Puts another block under this one.
    pub fn append(&mut self, below: Block) {
        for line in below.lines {
            self.push(line);
        }
    }

    /// This block under a heading.
    pub fn under(self, heading: Line) -> Block {
        let mut block = Block::new();
        block.push(heading);
        block.append(self);
        block
    }

    /// This block moved to the right.
    pub fn indented(self, columns: usize) -> Block {
        let indent = |line: Line| {
            let mut moved = Line::of(" ".repeat(columns), Style::default());
            moved.append(&line);
            moved
        };
        self.lines.into_iter().map(indent).collect()
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The width of the widest line, in columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many lines there are.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The text, each line with its end. No line has blanks at its end.
    pub fn render(&self, mode: ColourMode) -> String {
        let mut out = String::new();
        for line in &self.lines {
            line.render(mode, &mut out);
        }
        out
    }
}

impl FromIterator<Line> for Block {
    fn from_iter<I: IntoIterator<Item = Line>>(lines: I) -> Block {
        let mut block = Block::new();
        for line in lines {
            block.push(line);
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_counts_columns_and_not_bytes() {
        let block = Block::text("añb\n日本");
        assert_eq!((block.width(), block.height()), (4, 2));
    }

    #[test]
    fn nothing_in_a_text_can_drive_the_terminal() {
        assert_eq!(Line::of("a\x1b[31mb", Style::default()).width(), 7);
        assert_eq!(Block::text("a\x1bb").render(ColourMode::True), "a?b\n");
    }
}
