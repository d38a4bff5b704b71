//! Findings as workflow commands: GitHub shows them beside the lines of a pull request.

use super::all;
use megabatt_lang::check::{Checked, Finding};
use megabatt_lang::{Severity, Source};

pub fn render(checked: &[Checked]) -> String {
    all(checked).map(|(file, finding)| command(&file.source, finding)).collect()
}

fn command(source: &Source, finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let word = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "notice",
    };
    let end = diagnostic.labels.first().map_or(0, |(at, _)| at.end);
    let help = diagnostic.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    format!(
        "::{word} file={},line={},col={},endColumn={},title={}::{}\n",
        property(&source.name),
        diagnostic.line(),
        diagnostic.column(),
        source.column(end),
        property(&format!("megabatt {}", diagnostic.code)),
        data(&format!("{}{help}", diagnostic.message)),
    )
}

/// What may stand after the second pair of colons.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// What may stand in a property, where colons and commas end it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(data("100 %\r\nof: a, b"), "100 %25%0D%0Aof: a, b");
        assert_eq!(property("C:\\a,b%.py"), "C%3A\\a%2Cb%25.py");
    }
}
