//! A text with a name, and fast answers to "which line is this".

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::ops::Range;
use std::sync::Arc;

/// How much of a very long line is shown around the place that matters.
const SHOWN_AROUND: usize = 120;

/// The text of a file of programs, without a byte order mark.
///
/// miette can read plain strings, but it walks them from the start for every message; a file with thousands of
/// mistakes would take minutes. This knows where its lines start.
#[derive(Debug)]
pub struct Source {
    pub name: String,
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

impl Source {
    pub fn new(name: &str, text: &str) -> Source {
        let bytes = text.as_bytes();
        let mut line_starts = vec![0];
        for (i, &byte) in bytes.iter().enumerate() {
            let ends_line = || byte == b'\n' || (byte == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
            if byte <= b'\r' && ends_line() {
                line_starts.push(u32::try_from(i + 1).unwrap_or(u32::MAX));
            }
        }
        Source { name: name.to_string(), text: text.into(), line_starts }
    }

    /// The line at a byte offset, counted from 1.
    pub fn line(&self, offset: usize) -> u32 {
        self.line_index(offset) as u32 + 1
    }

    /// The column at a byte offset, in characters, counted from 1.
    pub fn column(&self, offset: usize) -> u32 {
        let start = self.line_starts[self.line_index(offset)] as usize;
        self.text.get(start..offset).map_or(0, |s| s.chars().count()) as u32 + 1
    }

    fn line_index(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start as usize <= offset).saturating_sub(1)
    }

    /// The bytes of a line, its end included.
    fn line_range(&self, index: usize) -> Range<usize> {
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&end| end as usize);
        self.line_starts[index] as usize..end
    }

    /// The part of a range that is worth marking: on its first line, and not too long.
    pub(crate) fn clip(&self, range: Range<usize>) -> Range<usize> {
        let start = self.boundary(range.start);
        let end = self.boundary(range.end.min(start + SHOWN_AROUND)).max(start);
        let line = self.text[start..end].find(['\n', '\r']).map_or(end, |n| start + n);
        start..line
    }

    /// The nearest character boundary at or before the offset.
    fn boundary(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        (0..=offset).rev().find(|&i| self.text.is_char_boundary(i)).unwrap_or(0)
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let end = span.offset().saturating_add(span.len());
        if end > self.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let first = self.line_index(span.offset());
        let last = self.line_index(end.saturating_sub(1).max(span.offset()));
        let from_line = first.saturating_sub(lines_before);
        let to_line = (last + lines_after).min(self.line_starts.len() - 1);
        let mut from = self.line_range(from_line).start;
        let mut to = self.line_range(to_line).end;
        let (mut line, mut lines) = (from_line, to_line + 1 - from_line);
        if lines_before == 0 {
            // miette takes line and column of the message from here.
            from = span.offset();
            line = first;
        }
        if to - from > 4 * SHOWN_AROUND + span.len() {
            // Somewhere near is a very long line: show a window of the one that matters, without its neighbours.
            let near = span.offset().saturating_sub(SHOWN_AROUND).max(self.line_range(first).start);
            from = self.boundary(near.max(from));
            to = self.boundary((end + SHOWN_AROUND).min(self.line_range(last).end)).max(end);
            (line, lines) = (first, last + 1 - first);
        }
        let column = self.column(from) as usize - 1;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            &self.text.as_bytes()[from..to],
            (from, to - from).into(),
            line,
            column,
            lines,
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_lf_crlf_or_cr() {
        let source = Source::new("x", "a\nb\r\nc\rd");
        let lines: Vec<_> = source.text.char_indices().map(|(i, _)| source.line(i)).collect();
        assert_eq!(lines, [1, 1, 2, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("x", "äö = 1");
        assert_eq!(source.column(5), 4);
    }
}
