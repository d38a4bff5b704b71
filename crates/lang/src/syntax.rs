//! From text to Python's syntax tree, block by block.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Refused};
use crate::plain;
use crate::scan::{Block, Fault, FaultKind, MAX_BRACKETS, MAX_CHAIN, scan};
use crate::source::Source;
use ruff_python_ast::Stmt;
use ruff_python_parser::{Mode, ParseErrorType, ParseOptions, parse_cells_unchecked};
use ruff_text_size::{TextRange, TextSize};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A block with its statements, or why it has none.
pub(crate) struct Piece {
    pub range: Range<usize>,
    /// The name of the function the block defines, as far as the text tells.
    pub name: Option<(String, Range<usize>)>,
    pub body: Refused<Vec<Stmt>>,
}

/// Parses the blocks of the file. Offsets in the trees are offsets into the file.
pub(crate) fn pieces(source: &Arc<Source>, blocks: Vec<Block>) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(blocks.len());
    for block in blocks {
        let piece = parse_block(source, &block);
        if block.def_in_text && piece.body.is_err() {
            // Quotes that were never closed may have swallowed functions: look again, with those apart.
            let again = scan(&source.text, block.range, true);
            pieces.extend(again.iter().map(|block| parse_block(source, block)));
        } else {
            pieces.push(piece);
        }
    }
    pieces
}

fn parse_block(source: &Arc<Source>, block: &Block) -> Piece {
    let name = block.name.clone().map(|at| (source.text[at.clone()].to_string(), at));
    let body = match &block.fault {
        Some(fault) if fault.kind == FaultKind::FormatText && name.is_none() => {
            skip_script(source, block.range.clone())
        }
        Some(fault) => Err(Box::new(explain_fault(source, fault))),
        None => match plain::function(&source.text, block) {
            Some(function) => Ok(vec![function]),
            None => parse_range(source, block.range.clone()),
        },
    };
    let body = body.map_err(|mut diagnostic| {
        diagnostic.function = name.as_ref().map(|(name, _)| name.clone());
        diagnostic
    });
    Piece { range: block.range.clone(), name, body }
}

/// Text at the top of the file that only a script would run; formatted text is common there.
fn skip_script(source: &Arc<Source>, range: Range<usize>) -> Refused<Vec<Stmt>> {
    if source.text[range.clone()].starts_with("if __name__") {
        Ok(Vec::new())
    } else {
        Err(Box::new(not_run(source, range)))
    }
}

/// The warning about a statement that has no place in a file of programs.
pub(crate) fn not_run(source: &Arc<Source>, at: Range<usize>) -> Diagnostic {
    Diagnostic::warning(source, at, "this is not run: only functions, constants and imports are read")
        .code(Code::NotRun)
        .label("skipped")
        .help("Nothing to do, unless your programs depend on it.")
}

fn parse_range(source: &Arc<Source>, range: Range<usize>) -> Refused<Vec<Stmt>> {
    let whole = text_range(&range);
    let options = ParseOptions::from(Mode::Module);
    let parse = || parse_cells_unchecked(&source.text, [whole], &options);
    let parsed = catch_unwind(AssertUnwindSafe(parse)).map_err(|_| {
        Diagnostic::error(source, range.clone(), "the Python parser failed on this text")
            .code(Code::Syntax)
            .help("Please report it as a defect of megabatt, with the text.")
    })?;
    match parsed.errors().first() {
        Some(error) => Err(Box::new(explain_syntax(source, &range, error.location, &error.error))),
        None => Ok(parsed.into_syntax().body.into_iter().collect()),
    }
}

fn explain_syntax(source: &Arc<Source>, block: &Range<usize>, at: TextRange, error: &ParseErrorType) -> Diagnostic {
    // An error at the very end of a block would be shown on the first line of the next one.
    let last = source.text[block.clone()].trim_end().len() + block.start;
    let at = bytes(at);
    let at = if at.start >= last { last..last } else { at.start..at.end.min(last) };
    let text = error.to_string();
    let mut letters = text.chars();
    let text: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    Diagnostic::error(source, at, format!("this is not valid Python: {text}"))
        .code(Code::Syntax)
        .help("Correct the line; the other functions of the file are not affected.")
}

fn explain_fault(source: &Arc<Source>, fault: &Fault) -> Diagnostic {
    let shown = &source.text[fault.at.clone()];
    let error = |message: String| Diagnostic::error(source, fault.at.clone(), message).code(Code::Syntax);
    let diagnostic = match fault.kind {
        FaultKind::Brackets => error(format!("brackets are nested more than {MAX_BRACKETS} deep"))
            .label("one too many")
            .help("Give inner calls a line and a name of their own."),
        FaultKind::Chain => error(format!("this line has more than {MAX_CHAIN} parts in a row"))
            .label("it goes on from here")
            .help("Split it into several lines with names of their own."),
        FaultKind::Indent => {
            error("this line is indented too far".into()).help("Indent the lines of a function by four spaces.")
        }
        FaultKind::Unclosed => error(format!("this `{shown}` is never closed"))
            .label("opened here")
            .help("Add the closing bracket; the other functions of the file are not affected."),
        FaultKind::Mismatched => {
            error(format!("this `{shown}` closes a bracket of another kind")).help("Use the bracket that fits.")
        }
        FaultKind::Unopened => {
            error(format!("this `{shown}` closes nothing")).help("Remove it, or add the opening bracket.")
        }
        FaultKind::OpenText => error("this text is never closed".into())
            .label("opened here")
            .help("Add the closing quotes; the other functions of the file are not affected."),
        FaultKind::FormatText => error("formatted text cannot be used in a program".into())
            .code(Code::Unsupported)
            .help("Programs have ints, booleans, None, tuples and the operations of the DSL."),
    };
    match &fault.other {
        Some(other) => diagnostic.also(other.clone(), "opened here"),
        None => diagnostic,
    }
}

pub(crate) fn bytes(range: TextRange) -> Range<usize> {
    range.start().to_usize()..range.end().to_usize()
}

pub(crate) fn text_range(range: &Range<usize>) -> TextRange {
    // Files are capped far below 4 GiB.
    let size = |n: usize| TextSize::new(u32::try_from(n).unwrap_or(u32::MAX));
    TextRange::new(size(range.start), size(range.end))
}
