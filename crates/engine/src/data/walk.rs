//! The data files in a folder.

use super::limits::Limits;
use super::problem::{Complaint, Problem, Severity};
use super::read::unreadable;
use super::words;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders nested deeper than this are not looked into.
const MAX_DEPTH: usize = 64;

/// Whether a file is looked at when it is found in a folder or a zip.
pub(super) fn is_data_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".json") || name.ends_with(".json.gz")
}

/// Whether a file or folder is none of the user's: `.git`, `.ipynb_checkpoints`, the shadow folder that macOS
/// puts into zips.
pub(super) fn is_hidden(name: &str) -> bool {
    name.starts_with('.') || name == "__MACOSX"
}

/// All data files below `root`, by name, folder by folder.
pub(super) fn folder(root: &Path, limits: &Limits, problems: &mut Vec<Problem>) -> Vec<PathBuf> {
    let mut walk =
        Walk { limits, problems, files: Vec::new(), zips: Vec::new(), open: Vec::new(), done: HashSet::new() };
    let before = walk.problems.len();
    let enough = walk.enter(root);
    let Walk { files, zips, problems, .. } = walk;
    if enough.is_err() {
        let what =
            format!("there are more than {} data files or folders in this folder; the rest is left out", limits.files);
        let help = "check that this is the folder you meant, or give its parts one by one";
        problems.push(Complaint::new(what, help).about(Severity::Error, words::path(root)));
    } else if files.is_empty() && problems.len() == before {
        let help = match zips.first() {
            Some(zip) => format!("zips in folders are not opened; give the path of the zip itself: `{zip}`"),
            None => "give a folder of task files, a data file, or a zip of such files".to_owned(),
        };
        let what = "there are no files named *.json or *.json.gz in this folder";
        problems.push(Complaint::new(what, help).about(Severity::Error, words::path(root)));
    }
    files
}

struct Walk<'a> {
    limits: &'a Limits,
    problems: &'a mut Vec<Problem>,
    files: Vec<PathBuf>,
    zips: Vec<String>,
    /// The folders we are in, with all links resolved: a link to one of these is a loop.
    open: Vec<PathBuf>,
    /// Folders already read: a second link to one brings nothing new.
    done: HashSet<PathBuf>,
}

/// There are too many files, or folders.
struct Full;

impl Walk<'_> {
    fn enter(&mut self, folder: &Path) -> Result<(), Full> {
        let real = match fs::canonicalize(folder) {
            Ok(real) => real,
            Err(e) => return self.problem(Severity::Error, folder, unreadable(folder, &e)),
        };
        if self.open.contains(&real) {
            let what = "this link leads back to a folder that it is in; it is not followed";
            return self.problem(Severity::Warning, folder, Complaint::new(what, "remove the link"));
        }
        if self.done.contains(&real) {
            return Ok(());
        }
        if self.open.len() == MAX_DEPTH {
            let what = format!("folders are nested more than {MAX_DEPTH} deep here; this one is left out");
            return self.problem(Severity::Error, folder, Complaint::new(what, "give this folder by itself"));
        }
        let listed = fs::read_dir(folder).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
        let mut names: Vec<_> = match listed {
            Ok(entries) => entries.into_iter().map(|e| e.file_name()).collect(),
            Err(e) => return self.problem(Severity::Error, folder, unreadable(folder, &e)),
        };
        names.sort();
        if self.done.len() == self.limits.files {
            return Err(Full);
        }
        self.open.push(real);
        for name in names {
            let text = name.to_string_lossy();
            if !is_hidden(&text) {
                self.entry(&folder.join(&name), &text)?;
            }
        }
        self.done.extend(self.open.pop());
        Ok(())
    }

    fn entry(&mut self, path: &Path, name: &str) -> Result<(), Full> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => self.enter(path),
            // Only plain files: a pipe would make us wait for ever.
            Ok(found) if found.is_file() && is_data_name(name) => {
                if self.files.len() == self.limits.files {
                    return Err(Full);
                }
                self.files.push(path.to_owned());
                Ok(())
            }
            Ok(found) if found.is_file() && name.to_ascii_lowercase().ends_with(".zip") => {
                self.zips.push(words::path(path));
                Ok(())
            }
            Err(e) if is_data_name(name) => self.problem(Severity::Error, path, unreadable(path, &e)),
            _ => Ok(()),
        }
    }

    fn problem(&mut self, severity: Severity, path: &Path, complaint: Complaint) -> Result<(), Full> {
        self.problems.push(complaint.about(severity, words::path(path)));
        Ok(())
    }
}
