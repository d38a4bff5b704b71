//! Reading all sources into documents: the contents of one file each.

use super::archive;
use super::json;
use super::limits::Limits;
use super::naming;
use super::problem::{Complaint, Problem, Report, Severity};
use super::read;
use super::shape::{self, Contents, Tasks};
use super::task::Split;
use super::{walk, words};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The contents of one file.
pub(super) struct Document {
    /// As messages show it.
    pub name: String,
    /// Which of the given paths it belongs to.
    pub source: usize,
    /// Where it lies, unless in a zip.
    path: Option<PathBuf>,
    pub contents: Contents,
}

/// Reads sources one after the other.
pub(super) struct Reader<'a> {
    limits: &'a Limits,
    /// Files read so far, links resolved: a file given twice is read once.
    seen: HashSet<PathBuf>,
    pub documents: Vec<Document>,
    pub problems: Vec<Problem>,
}

/// What is known of a file before it is opened.
struct Origin {
    name: String,
    source: usize,
    path: Option<PathBuf>,
    split: Option<Split>,
    /// It was given itself, not found in a folder or a zip: that it holds no tasks is then an error.
    asked: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(limits: &'a Limits) -> Reader<'a> {
        Reader { limits, seen: HashSet::new(), documents: Vec::new(), problems: Vec::new() }
    }

    /// Reads a path that the user gave.
    pub(super) fn source(&mut self, source: usize, path: &Path) {
        match fs::metadata(path) {
            Err(e) => self.problem(Severity::Error, words::path(path), read::unreadable(path, &e)),
            Ok(found) if found.is_dir() => {
                for file in walk::folder(path, self.limits, &mut self.problems) {
                    self.file(source, &file, path, false);
                }
            }
            Ok(_) => self.file(source, path, path, true),
        }
    }

    /// Reads a file whose contents are at hand.
    pub(super) fn contents(&mut self, source: usize, name: &str, data: &[u8]) {
        let mut parts = name.rsplit('/');
        let split = naming::split(parts.next().unwrap_or(name), parts);
        self.packed(Origin { name: words::name(name), source, path: None, split, asked: true }, data.to_vec());
    }

    /// Looks beside challenges files whose test outputs are unknown for the solutions.
    pub(super) fn find_solutions(&mut self) {
        let mut wanted = Vec::new();
        for document in &self.documents {
            if let (Contents::Tasks(tasks), Some(path)) = (&document.contents, &document.path)
                && lacks_outputs(tasks)
                && let Some(partner) = path.file_name().and_then(|n| naming::solutions_for(&n.to_string_lossy()))
            {
                let plain = naming::without_end(&partner, ".gz");
                let beside = [plain.to_owned(), format!("{plain}.gz")].map(|name| path.with_file_name(name));
                wanted.extend(beside.into_iter().find(|p| p.is_file()).map(|p| (document.source, p)));
            }
        }
        for (source, path) in wanted {
            self.file(source, &path, &path, false);
        }
    }

    fn file(&mut self, source: usize, path: &Path, root: &Path, asked: bool) {
        if !self.seen.insert(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())) {
            return;
        }
        let split = naming::split_on_disk(path, root);
        let origin = Origin { name: words::path(path), source, path: Some(path.to_owned()), split, asked };
        match read::file(path, self.limits.file_bytes) {
            Ok(data) => self.packed(origin, data),
            Err(complaint) => self.problem(Severity::Error, origin.name, complaint),
        }
    }

    /// Reads data that may be a zip or gzipped.
    fn packed(&mut self, origin: Origin, data: Vec<u8>) {
        if archive::is_zip(&data) {
            self.zip(&origin, &data);
        } else if !data.is_empty() && has_zip_name(&origin.name) {
            let what = "this is named as a zip, but it is none";
            self.problem(Severity::Error, origin.name, Complaint::new(what, "copy or download it again"));
        } else {
            match read::gunzip(data, self.limits.file_bytes, &mut 0) {
                Ok(data) => self.data(origin, &data),
                Err(complaint) => self.problem(Severity::Error, origin.name, complaint),
            }
        }
    }

    fn zip(&mut self, zip: &Origin, data: &[u8]) {
        let limits = self.limits;
        let outcome = archive::entries(data, limits, |entry, data| {
            let mut parts = entry.rsplit('/');
            let file = parts.next().unwrap_or(entry);
            let origin = Origin {
                name: format!("{}/{}", zip.name, words::name(entry)),
                source: zip.source,
                path: None,
                split: naming::split(file, parts).or(zip.split),
                asked: false,
            };
            match data {
                Ok(data) => self.data(origin, &data),
                Err(complaint) => self.problem(Severity::Error, origin.name, complaint),
            }
        });
        if let Err(complaint) = outcome {
            self.problem(Severity::Error, zip.name.clone(), complaint);
        }
    }

    fn data(&mut self, origin: Origin, data: &[u8]) {
        let Origin { name, source, path, split, asked } = origin;
        let node = match read::text(data).and_then(|text| json::parse(text, self.limits.values)) {
            Ok(node) => node,
            Err(complaint) => return self.problem(Severity::Error, name, complaint),
        };
        let mut report = Report::new(&name);
        let contents = shape::interpret(node, &name, naming::id(&name), split, &mut report);
        self.problems.extend(report.finish());
        match contents {
            Ok(contents) => self.documents.push(Document { name, source, path, contents }),
            Err(complaint) if asked => self.problem(Severity::Error, name, complaint),
            Err(mut complaint) => {
                complaint.what.push_str("; it is skipped");
                self.problem(Severity::Warning, name, complaint);
            }
        }
    }

    fn problem(&mut self, severity: Severity, file: String, complaint: Complaint) {
        self.problems.push(complaint.about(severity, file));
    }
}

fn has_zip_name(name: &str) -> bool {
    naming::without_end(name, ".zip") != name
}

fn lacks_outputs(tasks: &Tasks) -> bool {
    tasks.combined && tasks.good.iter().flat_map(|task| &task.test).any(|pair| pair.output.is_none())
}
