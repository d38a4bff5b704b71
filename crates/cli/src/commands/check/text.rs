//! Findings for people: the line shown and underlined, in colour where there is one.

use super::{Totals, all};
use crate::args::CheckArgs;
use crate::output;
use megabatt_lang::check::{Checked, Finding};
use megabatt_lang::{Code, Diagnostic, Severity};
use megabatt_view::{ColourMode, Screen};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use std::fmt;

/// A message with its code above it.
#[derive(Debug)]
struct Shown<'a>(&'a Diagnostic);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.0.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.0.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        miette::Diagnostic::help(self.0)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        miette::Diagnostic::source_code(self.0)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        miette::Diagnostic::labels(self.0)
    }
}

pub fn print(checked: &[Checked], totals: Totals, args: &CheckArgs) {
    let Screen { mode, width } = args.colour.screen();
    let theme = match mode {
        ColourMode::Plain => GraphicalTheme::unicode_nocolor(),
        ColourMode::Ansi256 | ColourMode::True => GraphicalTheme::unicode(),
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(width).with_links(false).without_cause_chain();
    for (_, finding) in all(checked) {
        output::print(&shown(&handler, finding));
    }
    output::print(&summary(checked, totals));
}

fn shown(handler: &GraphicalReportHandler, finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let mut out = String::new();
    match handler.render_report(&mut out, &Shown(diagnostic)) {
        Ok(()) => out.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>() + "\n",
        Err(fmt::Error) => format!("{diagnostic:?}\n"),
    }
}

fn summary(checked: &[Checked], totals: Totals) -> String {
    let count = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let programs: usize = checked.iter().map(|file| file.programs).sum();
    let what = [(totals.errors, "error"), (totals.warnings, "warning"), (totals.notes, "note")];
    let what: Vec<String> = what.iter().filter(|(n, _)| *n > 0).map(|(n, word)| count(*n, word)).collect();
    let what = if what.is_empty() { "nothing to say".to_string() } else { what.join(", ") };
    let fixable = all(checked)
        .filter(|(_, finding)| matches!(finding.diagnostic.code, Code::DeadLine | Code::RepeatedLine))
        .count();
    let hint = match fixable {
        0 => String::new(),
        n => format!("  help: --fix removes {}, with --dry-run it shows how\n", count(n, "line")),
    };
    format!("{} in {}: {what}\n{hint}", count(programs, "program"), count(checked.len(), "file"))
}
