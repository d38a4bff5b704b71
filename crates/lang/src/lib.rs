//! Program text to program and back.
//!
//! People have their programs as Python files: arc-dsl's `solvers.py`, re-arc's `verifiers.py`, and what they wrote or
//! generated themselves. [`parse`] reads such a file without ever running it. Each function is judged alone: one with
//! a mistake is reported with its place and what to do, and the others still load.
//!
//! ```
//! use megabatt_lang::{Dialect, parse};
//!
//! let module = parse("mine.py", "
//! def solve_3c9b0459(I):
//!     x1 = hmirror(I)
//!     O = vmirror(x1)
//!     return O
//! ", Dialect::Arc);
//! assert!(module.diagnostics.is_empty());
//! let program = &module.programs[0];
//! assert_eq!(program.task.as_deref(), Some("3c9b0459"));
//! assert_eq!(program.code.steps.len(), 2);
//! assert!(program.to_source().contains("O = vmirror(x1)"));
//! ```

pub mod batt;
pub mod check;
mod code;
mod diagnostic;
mod globals;
mod guess;
mod helpers;
mod id;
mod imports;
pub mod inline;
mod links;
mod listing;
mod literal;
mod load;
mod lower;
pub mod pipeline;
mod places;
mod plain;
mod print;
mod program;
mod scan;
mod scope;
mod source;
mod suggest;
mod syntax;
pub mod translate;
mod words;

pub use code::Code;
pub use diagnostic::Diagnostic;
pub use guess::guess_dialect;
pub use id::{Id, ParseIdError};
pub use listing::{ListedLine, listing};
pub use megabatt_core::Dialect;
pub use miette::Severity;
pub use print::constant_name;
pub use program::{Program, sources, unique_names};
pub use source::Source;

use diagnostic::Refused;
use load::Loaded;
use std::sync::Arc;

/// What a file holds: the programs that loaded, and messages about the rest.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// In the order of the file.
    pub programs: Vec<Program>,
    /// Functions `differ_…(S, I, C)`, which score what programs give. In the order of the file.
    pub differs: Vec<Program>,
    /// In the order of the file. Without an error among them, everything loaded.
    pub diagnostics: Vec<Diagnostic>,
}

impl Module {
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|d| d.is_error())
    }

    /// The programs, then the differs.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Program> {
        self.programs.iter().chain(&self.differs)
    }
}

/// Loads the programs of a text; `name` is what messages call it.
pub fn parse(name: &str, text: &str, dialect: Dialect) -> Module {
    parse_bytes(name, text.as_bytes(), dialect)
}

/// Loads the programs of a file's bytes, whatever they are. Those of a [`batt`] file are its candidates.
pub fn parse_bytes(name: &str, bytes: &[u8], dialect: Dialect) -> Module {
    load_bytes(name, bytes, dialect).module
}

fn load_bytes(name: &str, bytes: &[u8], dialect: Dialect) -> Loaded {
    match source_of(name, bytes) {
        Ok(source) if batt::is_batt(bytes) => batt::candidates(&source),
        Ok(source) => load::load(&source, dialect),
        Err(error) => Loaded::refused(*error),
    }
}

/// The text of a file, if its bytes are text of a fair size.
pub(crate) fn source_of(name: &str, bytes: &[u8]) -> Refused<Arc<Source>> {
    if bytes.len() > load::MAX_BYTES {
        let source = Arc::new(Source::new(name, ""));
        let (mib, most) = (bytes.len() as f64 / f64::from(1 << 20), load::MAX_BYTES >> 20);
        let error = Diagnostic::error(&source, 0..0, format!("the file `{name}` has {mib:.1} MiB; the most is {most}"))
            .code(Code::NotText)
            .help("Split it into several files.");
        return Err(Box::new(error));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Err(not_text(name, bytes, error.valid_up_to())),
    };
    let source = Arc::new(Source::new(name, text));
    if let Some(at) = text.find('\0') {
        let error = Diagnostic::error(&source, at..at + 1, "the file has a NUL character, so it is not Python source")
            .code(Code::NotText)
            .help("Check that this is the right file, and that it is saved as UTF-8.");
        return Err(Box::new(error));
    }
    Ok(source)
}

fn not_text(name: &str, bytes: &[u8], at: usize) -> Box<Diagnostic> {
    let utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    // Show some of it, with marks for the bytes that are no characters.
    let source = Arc::new(Source::new(name, &String::from_utf8_lossy(bytes)));
    let what = if utf16 { "the file is UTF-16, not UTF-8" } else { "the file is not UTF-8 text" };
    Diagnostic::error(&source, at..at, what)
        .code(Code::NotText)
        .label("from here on")
        .help("Save it as UTF-8, or check that this is the right file.")
        .into()
}
