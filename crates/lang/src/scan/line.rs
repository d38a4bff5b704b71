//! A cursor over bytes that knows lines.

use std::ops::Range;

/// What the line at the cursor begins with, seen from the block before it.
#[derive(PartialEq, Eq)]
pub(super) enum Starts {
    End,
    /// Something new at the left margin.
    Block,
    /// An indented line, or `else:` and the like.
    Continuation,
}

pub(super) struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) strict: bool,
}

pub(crate) fn is_keyword(word: &[u8]) -> bool {
    /// By their length: a word is compared with few.
    const KEYWORDS: [&[&[u8]]; 9] = [
        &[],
        &[],
        &[b"as", b"if", b"in", b"is", b"or"],
        &[b"and", b"def", b"del", b"for", b"not", b"try"],
        &[b"elif", b"else", b"from", b"pass", b"with"],
        &[b"async", b"await", b"break", b"class", b"raise", b"while", b"yield"],
        &[b"assert", b"except", b"global", b"import", b"lambda", b"return"],
        &[b"finally"],
        &[b"continue", b"nonlocal"],
    ];
    KEYWORDS.get(word.len()).is_some_and(|same| same.iter().any(|keyword| keyword[0] == word[0] && *keyword == word))
}

/// Whether a byte can be part of a name or number.
static IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte >= 128 || byte == b'_' as usize || (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

/// How many of the first bytes are a name or number.
pub(crate) fn word_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| !IN_WORD[usize::from(byte)]).unwrap_or(bytes.len())
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, range: Range<usize>, strict: bool) -> Cursor<'a> {
        Cursor { bytes: text.as_bytes(), at: range.start, end: range.end, strict }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        if self.at < self.end { Some(self.bytes[self.at]) } else { None }
    }

    /// Moves over one line end.
    pub(super) fn newline(&mut self) {
        if self.peek() == Some(b'\r') {
            self.at += 1;
            if self.peek() != Some(b'\n') {
                return;
            }
        }
        self.at += 1;
    }

    pub(super) fn comment(&mut self) {
        while self.peek().is_some_and(|b| b != b'\n' && b != b'\r') {
            self.at += 1;
        }
    }

    /// A backslash joins the next line to this one.
    pub(super) fn backslash(&mut self) {
        self.at += 1;
        if matches!(self.peek(), Some(b'\n' | b'\r')) {
            self.newline();
        }
    }

    /// Moves over a name or number and returns it; empty if there is none here.
    pub(super) fn word(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..self.end).unwrap_or_default();
        let word = &rest[..word_length(rest)];
        self.at += word.len();
        word
    }

    /// How many bytes of space the line starts with.
    pub(super) fn indent(&self) -> usize {
        self.bytes[self.at..self.end].iter().take_while(|b| matches!(b, b' ' | b'\t' | 0x0c)).count()
    }

    /// Whether there is a line end between `from` and the cursor.
    pub(super) fn has_newline(&self, from: usize) -> bool {
        self.bytes[from..self.at].iter().any(|b| matches!(b, b'\n' | b'\r'))
    }

    /// Moves over lines that hold nothing but space and comments.
    pub(super) fn skip_blank_lines(&mut self) {
        loop {
            let line = self.at;
            self.at += self.indent();
            if self.peek() == Some(b'#') {
                self.comment();
            }
            match self.peek() {
                Some(b'\n' | b'\r') => self.newline(),
                Some(_) => {
                    self.at = line;
                    return;
                }
                None => return,
            }
        }
    }

    pub(super) fn next_block_start(&mut self) -> Option<usize> {
        self.skip_blank_lines();
        self.peek().map(|_| self.at)
    }

    pub(super) fn line_starts_with(&self) -> Starts {
        match self.peek() {
            None => Starts::End,
            Some(b' ' | b'\t' | 0x0c) => Starts::Continuation,
            Some(_) => match self.word_at(self.at) {
                b"else" | b"elif" | b"except" | b"finally" => Starts::Continuation,
                _ => Starts::Block,
            },
        }
    }

    fn word_at(&self, at: usize) -> &'a [u8] {
        Cursor { at, bytes: self.bytes, ..*self }.word()
    }

    /// Whether the line here starts a function or a class; neither word can stand at the left margin inside brackets.
    pub(super) fn at_def(&self) -> bool {
        match self.word_at(self.at) {
            b"def" | b"class" => self.bytes.get(self.at + self.word_at(self.at).len()) == Some(&b' '),
            b"async" => self.bytes[self.at..self.end].starts_with(b"async def "),
            _ => false,
        }
    }

    /// The name in `def name` or `async def name` at an offset.
    pub(super) fn name_after_def(&self, at: usize) -> Option<Range<usize>> {
        let mut cursor = Cursor { at, bytes: self.bytes, ..*self };
        let mut word = cursor.word();
        if word == b"async" {
            cursor.at += cursor.indent();
            word = cursor.word();
        }
        if word != b"def" {
            return None;
        }
        cursor.at += cursor.indent();
        let start = cursor.at;
        let name = cursor.word();
        if name.is_empty() { None } else { Some(start..cursor.at) }
    }

    /// After a fault: moves to the next line that surely starts something new.
    pub(super) fn skip_to_new_start(&mut self) {
        let begin_of_line = self.at > 0 && matches!(self.bytes[self.at - 1], b'\n' | b'\r');
        if begin_of_line && self.surely_starts() {
            return;
        }
        loop {
            self.comment();
            if self.peek().is_none() {
                return;
            }
            self.newline();
            if self.surely_starts() {
                return;
            }
        }
    }

    fn surely_starts(&self) -> bool {
        if self.at_def() || self.peek() == Some(b'@') {
            return true;
        }
        let word = self.word_at(self.at);
        if word.is_empty() || word[0].is_ascii_digit() {
            return false;
        }
        match word {
            b"from" | b"import" => true,
            _ if is_keyword(word) => false,
            _ => {
                let mut after = Cursor { at: self.at + word.len(), bytes: self.bytes, ..*self };
                after.at += after.indent();
                after.peek() == Some(b'=') && self.bytes.get(after.at + 1) != Some(&b'=')
            }
        }
    }
}
