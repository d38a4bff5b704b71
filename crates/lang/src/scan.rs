//! A first look at the text: cut it into top-level blocks, and refuse what a parser should not be given.
//!
//! Two promises rest on this. A mistake in one function must not lose the others, so each block is parsed alone and
//! brackets and quotes left open end with their block. And no text may overflow the stack, so whatever could make a
//! parser recurse deeply is counted here, without recursion.

mod line;
mod strings;

use line::{Cursor, Starts};
pub(crate) use line::{is_keyword, word_length};
use std::ops::Range;

/// Brackets inside brackets. CPython refuses 200.
pub(crate) const MAX_BRACKETS: usize = 100;
/// Spaces at the start of a line; CPython refuses 100 levels of indentation.
const MAX_INDENT: usize = 400;
/// Tokens that could nest in each other: see [`Depth`].
pub(crate) const MAX_CHAIN: usize = 4_000;
/// Blocks over these are parsed on a thread with a large stack.
const DEEP_CHAIN: usize = 200;
const DEEP_INDENT: usize = 100;

/// A piece of the file that starts at the left margin: a function, an import, a constant …
#[derive(Debug)]
pub(crate) struct Block {
    pub range: Range<usize>,
    /// The name after `def`, if the block is a function.
    pub name: Option<Range<usize>>,
    pub fault: Option<Fault>,
    /// Parsing it may take more stack than usual.
    pub deep: bool,
    /// A text in triple quotes has a line that looks like the start of a function: the quotes before it may never
    /// have been closed.
    pub def_in_text: bool,
}

#[derive(Debug)]
pub(crate) struct Fault {
    pub kind: FaultKind,
    pub at: Range<usize>,
    pub other: Option<Range<usize>>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    Brackets,
    Chain,
    Indent,
    Unclosed,
    Mismatched,
    Unopened,
    OpenText,
    FormatText,
}

/// Cuts `range` of the text into blocks. With `strict`, a function's start at the left margin ends a text in triple
/// quotes, which is then reported as never closed.
pub(crate) fn scan(text: &str, range: Range<usize>, strict: bool) -> Vec<Block> {
    let mut cursor = Cursor::new(text, range, strict);
    let mut blocks: Vec<Block> = Vec::new();
    while let Some(start) = cursor.next_block_start() {
        let mut block = Block {
            range: start..start,
            name: cursor.name_after_def(start),
            fault: None,
            deep: false,
            def_in_text: false,
        };
        let mut decorators_only = cursor.peek() == Some(b'@');
        loop {
            if let Err(fault) = logical_line(&mut cursor, &mut block) {
                block.fault = Some(fault);
                cursor.skip_to_new_start();
                break;
            }
            cursor.skip_blank_lines();
            match cursor.line_starts_with() {
                Starts::End => break,
                Starts::Block if decorators_only => {
                    decorators_only = cursor.peek() == Some(b'@');
                    block.name = cursor.name_after_def(cursor.at);
                }
                Starts::Block => break,
                Starts::Continuation => {}
            }
        }
        block.range.end = cursor.at;
        blocks.push(block);
    }
    blocks
}

/// An upper bound for how deeply the parser can recurse at a place.
///
/// Expressions nest through brackets and through chains such as `- - - x`, `a ** b ** c`, `f()()()`, `x.a.b.c` or
/// `lambda: lambda: …`. Every link of a chain is at least one token, and a comma inside brackets starts anew, unless
/// a keyword was seen (`lambda x,: lambda y,: …`). So the tokens since the last such comma, summed over the open
/// brackets, bound the depth, and a table of a thousand numbers still counts as flat.
#[derive(Default)]
struct Depth {
    open: Vec<Level>,
    /// Tokens outside of all brackets.
    outside: usize,
    /// Sum over `outside` and all of `open`.
    total: usize,
}

struct Level {
    bracket: u8,
    at: usize,
    tokens: usize,
    keyword: bool,
}

impl Depth {
    fn token(&mut self, keyword: bool) {
        self.total += 1;
        match self.open.last_mut() {
            Some(level) => {
                level.tokens += 1;
                level.keyword |= keyword;
            }
            None => self.outside += 1,
        }
    }

    fn comma(&mut self) {
        match self.open.last_mut() {
            Some(level) if !level.keyword => {
                self.total -= level.tokens;
                level.tokens = 0;
            }
            _ => self.token(false),
        }
    }

    fn close(&mut self) -> Option<Level> {
        let level = self.open.pop()?;
        self.total -= level.tokens;
        Some(level)
    }
}

/// Walks one logical line, which may span several lines of text.
fn logical_line(cursor: &mut Cursor<'_>, block: &mut Block) -> Result<(), Fault> {
    let line_start = cursor.at;
    let indent = cursor.indent();
    if indent > MAX_INDENT {
        return Err(fault(FaultKind::Indent, line_start..line_start + indent));
    }
    block.deep |= indent > DEEP_INDENT;
    let mut depth = Depth::default();
    while let Some(byte) = cursor.peek() {
        match byte {
            b'\n' | b'\r' => {
                cursor.newline();
                if depth.open.is_empty() {
                    break;
                }
                if cursor.at_def() {
                    return Err(unclosed(&depth));
                }
            }
            b'\\' => cursor.backslash(),
            b'#' => cursor.comment(),
            b' ' | b'\t' | 0x0c => cursor.at += 1,
            b'(' | b'[' | b'{' => {
                depth.token(false);
                depth.open.push(Level { bracket: byte, at: cursor.at, tokens: 0, keyword: false });
                if depth.open.len() > MAX_BRACKETS {
                    return Err(fault(FaultKind::Brackets, cursor.at..cursor.at + 1));
                }
                cursor.at += 1;
            }
            b')' | b']' | b'}' => {
                close_bracket(&mut depth, byte, cursor.at)?;
                cursor.at += 1;
            }
            b',' => {
                depth.comma();
                cursor.at += 1;
            }
            b'"' | b'\'' => {
                depth.token(false);
                block.def_in_text |= cursor.string(cursor.at)?;
            }
            _ => word_or_sign(cursor, block, &mut depth)?,
        }
        block.deep |= depth.total > DEEP_CHAIN;
        if depth.total > MAX_CHAIN {
            // A bracket left open lines ago collects tokens without end; say that instead.
            let left_open = depth.open.last().is_some_and(|level| cursor.has_newline(level.at));
            return Err(if left_open { unclosed(&depth) } else { fault(FaultKind::Chain, cursor.at - 1..cursor.at) });
        }
    }
    if depth.open.is_empty() { Ok(()) } else { Err(unclosed(&depth)) }
}

fn word_or_sign(cursor: &mut Cursor<'_>, block: &mut Block, depth: &mut Depth) -> Result<(), Fault> {
    let start = cursor.at;
    let word = cursor.word();
    if word.is_empty() {
        cursor.at += 1;
        depth.token(false);
        return Ok(());
    }
    depth.token(line::is_keyword(word));
    if strings::is_prefix(word) && matches!(cursor.peek(), Some(b'"' | b'\'')) {
        if strings::is_format_prefix(word) {
            // What is inside can be code with quotes of its own, so there is no telling where it ends.
            return Err(fault(FaultKind::FormatText, start..cursor.at + 1));
        }
        block.def_in_text |= cursor.string(start)?;
    }
    Ok(())
}

fn close_bracket(depth: &mut Depth, byte: u8, at: usize) -> Result<(), Fault> {
    let Some(level) = depth.close() else {
        return Err(fault(FaultKind::Unopened, at..at + 1));
    };
    let closes = match level.bracket {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    };
    if closes != byte {
        return Err(Fault { kind: FaultKind::Mismatched, at: at..at + 1, other: Some(level.at..level.at + 1) });
    }
    Ok(())
}

fn fault(kind: FaultKind, at: Range<usize>) -> Fault {
    Fault { kind, at, other: None }
}

fn unclosed(depth: &Depth) -> Fault {
    let at = depth.open.last().map_or(0, |level| level.at);
    fault(FaultKind::Unclosed, at..at + 1)
}
