//! What was wrong with the data, told so that a person can mend it.

use std::fmt;

/// How much was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// All that is there was loaded, but look at this.
    Warning,
    /// Something you asked for was left out.
    Error,
}

/// Where in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the text, both counted from 1, the column in bytes.
    Text { line: usize, column: usize },
    /// In the data: `task 0a, train pair 2, input, row 3`, counted from 1.
    Data(String),
}

/// One thing that was wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub severity: Severity,
    /// The file or folder; `None` where it is about the request itself.
    pub file: Option<String>,
    pub place: Option<Place>,
    pub what: String,
    pub help: String,
}

/// `error: a.json:3:7: what is wrong`, and the help on a second line.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.severity {
            Severity::Warning => "warning: ",
            Severity::Error => "error: ",
        })?;
        if let Some(file) = &self.file {
            f.write_str(file)?;
        }
        match &self.place {
            Some(Place::Text { line, column }) => write!(f, ":{line}:{column}: ")?,
            Some(Place::Data(place)) if self.file.is_some() => write!(f, ": {place}: ")?,
            Some(Place::Data(place)) => write!(f, "{place}: ")?,
            None if self.file.is_some() => f.write_str(": ")?,
            None => {}
        }
        write!(f, "{}\n  help: {}", self.what, self.help)
    }
}

impl std::error::Error for Problem {}

/// A problem before it is known how bad it is and whose it is.
#[derive(Debug)]
pub(super) struct Complaint {
    pub place: Option<Place>,
    pub what: String,
    pub help: String,
}

impl Complaint {
    pub(super) fn new(what: impl Into<String>, help: impl Into<String>) -> Complaint {
        Complaint { place: None, what: what.into(), help: help.into() }
    }

    pub(super) fn within(self, place: impl Into<String>) -> Complaint {
        Complaint { place: Some(Place::Data(place.into())), ..self }
    }

    pub(super) fn about(self, severity: Severity, file: impl Into<String>) -> Problem {
        Problem { severity, file: Some(file.into()), place: self.place, what: self.what, help: self.help }
    }

    pub(super) fn about_request(self, severity: Severity) -> Problem {
        Problem { severity, file: None, place: self.place, what: self.what, help: self.help }
    }
}

/// The problems of one file. A file that is wrong throughout fills a screen, not a thousand.
pub(super) struct Report {
    file: String,
    problems: Vec<Problem>,
    more: usize,
    worst: Severity,
}

/// Problems of one file that are told one by one.
const TOLD: usize = 20;

impl Report {
    pub(super) fn new(file: &str) -> Report {
        Report { file: file.to_owned(), problems: Vec::new(), more: 0, worst: Severity::Warning }
    }

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    pub(super) fn error(&mut self, complaint: Complaint) {
        self.push(Severity::Error, complaint);
    }

    pub(super) fn warning(&mut self, complaint: Complaint) {
        self.push(Severity::Warning, complaint);
    }

    fn push(&mut self, severity: Severity, complaint: Complaint) {
        if self.problems.len() < TOLD {
            self.problems.push(complaint.about(severity, &self.file));
        } else {
            self.more += 1;
            self.worst = self.worst.max(severity);
        }
    }

    pub(super) fn finish(mut self) -> Vec<Problem> {
        if self.more > 0 {
            let what = format!("{} more with this file", super::words::count(self.more, "problem"));
            let help = "mend the ones above first; they often have one cause";
            self.problems.push(Complaint::new(what, help).about(self.worst, self.file));
        }
        self.problems
    }
}
