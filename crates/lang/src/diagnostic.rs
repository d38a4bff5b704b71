//! What went wrong, where, and what to do about it.

use crate::code::Code;
use crate::source::Source;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A message about a file of programs: an error keeps one function from loading, a warning does not.
///
/// It is a [`miette::Diagnostic`], so a terminal program can show it in colour; [`Diagnostic::render`] is the plain
/// text.
#[derive(Clone)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    pub message: String,
    /// What the reader can do.
    pub help: Option<String>,
    /// The function it is about, if it is about one.
    pub function: Option<String>,
    /// The places shown, the one that matters most first; offsets in bytes.
    pub labels: Vec<(Range<usize>, String)>,
    pub source: Arc<Source>,
}

/// Functions that give up carry the reason in a box: it is large, and rare.
pub(crate) type Refused<T> = Result<T, Box<Diagnostic>>;

impl Diagnostic {
    pub(crate) fn error(source: &Arc<Source>, at: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let at = source.clip(at);
        Diagnostic {
            code: Code::Unsupported,
            severity: Severity::Error,
            message: message.into(),
            help: None,
            function: None,
            labels: vec![(at, "here".to_string())],
            source: source.clone(),
        }
    }

    pub(crate) fn warning(source: &Arc<Source>, at: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(source, at, message) }
    }

    /// A message of `check`, as grave as its code.
    pub(crate) fn finding(
        source: &Arc<Source>,
        at: Range<usize>,
        code: Code,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic { code, severity: code.severity(), ..Diagnostic::error(source, at, message) }
    }

    pub(crate) fn code(mut self, code: Code) -> Diagnostic {
        self.code = code;
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Says what the first place is.
    pub(crate) fn label(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(first) = self.labels.first_mut() {
            first.1 = text.into();
        }
        self
    }

    pub(crate) fn also(mut self, at: Range<usize>, text: impl Into<String>) -> Diagnostic {
        self.labels.push((self.source.clip(at), text.into()));
        self
    }

    pub(crate) fn function(mut self, name: &str) -> Diagnostic {
        self.function = Some(name.to_string());
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Where it is about: a byte offset into the source.
    pub fn offset(&self) -> usize {
        self.labels.first().map_or(0, |(at, _)| at.start)
    }

    /// The line, counted from 1.
    pub fn line(&self) -> u32 {
        self.source.line(self.offset())
    }

    /// The column in characters, counted from 1.
    pub fn column(&self) -> u32 {
        self.source.column(self.offset())
    }

    /// The message with file, line, column and the line of the source, as plain text.
    pub fn render(&self) -> String {
        let mut out = String::new();
        let handler =
            GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100).without_cause_chain();
        match handler.render_report(&mut out, self) {
            Ok(()) => out,
            Err(fmt::Error) => format!("{}:{}:{}: {}\n", self.source.name, self.line(), self.column(), self.message),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// One line, as a compiler would print it.
impl fmt::Debug for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Advice => "note",
        };
        write!(f, "{}:{}:{}: {kind}: {}", self.source.name, self.line(), self.column(), self.message)
    }
}

impl miette::Diagnostic for Diagnostic {
    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&*self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.labels.iter().enumerate().map(|(i, (at, text))| {
            let span = (at.start, at.len());
            match i {
                0 => LabeledSpan::new_primary_with_span(Some(text.clone()), span),
                _ => LabeledSpan::new_with_span(Some(text.clone()), span),
            }
        });
        Some(Box::new(labels))
    }
}
