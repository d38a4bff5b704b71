//! ARC Prize submissions: `{id: [{"attempt_1": grid, "attempt_2": grid}, …]}`, an entry for each test input of a task,
//! in order.
//!
//! As with all data, what can be read is read, and each thing that cannot is a [`Problem`] with its place. An attempt
//! that is no grid is not there, and so cannot be right. An id or a key that comes twice counts as in Python's
//! `json.load`, with which submissions are scored elsewhere: the last one is taken.

mod build;
mod compare;
mod outline;
mod write;

pub use write::submission_text;

use super::json::{Allowance, parse_with};
use super::limits::Limits;
use super::problem::{Complaint, Problem, Report, Severity};
use super::read;
use super::words;
use megabatt_core::Value;
use std::path::Path;

/// How a submission looks, for messages.
const SHAPE: &str = "a submission is {id: [{\"attempt_1\": grid, \"attempt_2\": grid}, …]}, one object for each test \
                     input of the task, in order";

/// What somebody answers.
#[derive(Clone, Debug, Default)]
pub struct Submission {
    /// The file, as messages show it.
    pub file: String,
    /// In the file's order; an id comes once.
    pub entries: Vec<Entry>,
    /// What was wrong with the file by itself; see also [`Submission::compare`].
    pub problems: Vec<Problem>,
}

/// The answers for one task.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub id: String,
    /// For each test input.
    pub outputs: Vec<Output>,
}

/// The answers for one test input.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// `attempt_1` and `attempt_2`.
    pub attempts: [Attempt; 2],
}

#[derive(Clone, Debug, PartialEq)]
pub enum Attempt {
    /// A [`Value::Grid`] of a size and of colours that tasks have.
    Grid(Value),
    /// There is none, or it is `null`.
    Absent,
    /// Something else stands there.
    Faulty,
}

impl Attempt {
    pub fn grid(&self) -> Option<&Value> {
        match self {
            Attempt::Grid(grid) => Some(grid),
            Attempt::Absent | Attempt::Faulty => None,
        }
    }
}

impl Submission {
    /// The answers for a task.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}

/// Reads a submission, gzipped or not. Fails where there is nothing to score.
pub fn read_submission(path: &Path) -> Result<Submission, Box<Problem>> {
    let file = words::path(path);
    let complain = |complaint: Complaint| Box::new(complaint.about(Severity::Error, file.clone()));
    let limits = Limits::default();
    if path.is_dir() {
        return Err(complain(Complaint::new("this is a folder", "give the submission's .json file")));
    }
    let data = read::file(path, limits.file_bytes).map_err(complain)?;
    let data = read::gunzip(data, limits.file_bytes, &mut 0).map_err(complain)?;
    let text = read::text(&data).map_err(complain)?;
    parse(&file, text, limits.values).map_err(complain)
}

/// The submission in a text.
fn parse(file: &str, text: &str, values: usize) -> Result<Submission, Complaint> {
    let allowance = Allowance::new(values);
    let outline = parse_with(text, values, outline::FileReader { allowance: &allowance })?;
    let mut report = Report::new(file);
    let entries = build::entries(outline, &mut report)?;
    Ok(Submission { file: file.to_owned(), entries, problems: report.finish() })
}
