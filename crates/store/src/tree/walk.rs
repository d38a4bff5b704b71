//! Finding the files of a tree.
//!
//! A tree is exactly three folders deep, and folders that are links are not entered; so no loop is ever walked, whatever
//! links there are. Files may be links, for that is what trees are made of.

use crate::reports::TimeClass;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// More than any solver has.
const LARGEST: u64 = 16 << 20;

/// A stored solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub task: String,
    pub points: u64,
    pub time_class: TimeClass,
    /// The name of the file without `.py`.
    pub file: String,
    pub path: PathBuf,
    /// Where the file is looked for if the path is a link that leads nowhere.
    beside: PathBuf,
}

/// Something in the tree that is not what a tree has there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub path: PathBuf,
    pub what: String,
}

/// The solvers of a tree by task, points, class and file, and what else was found. An error: there is no such folder.
pub fn walk(root: &Path) -> Result<(Vec<Leaf>, Vec<Problem>), Problem> {
    let mut walk = Walk { leaves: Vec::new(), problems: Vec::new(), beside: beside(root) };
    let entries = fs::read_dir(root).map_err(|e| Problem { path: root.to_owned(), what: said(&e) })?;
    for (name, path) in walk.named(root, entries) {
        match name.strip_prefix("solve_") {
            Some(task) if !task.is_empty() && walk.is_folder(&path) => walk.task(task, &path),
            _ => {}
        }
    }
    Ok((walk.leaves, walk.problems))
}

impl Leaf {
    /// The solver's text. An error says why it cannot be read.
    pub fn read(&self) -> Result<Vec<u8>, String> {
        let (path, meta) = match fs::metadata(&self.path) {
            Ok(meta) => (&self.path, meta),
            Err(e) => match fs::metadata(&self.beside) {
                Ok(meta) if is_link(&self.path) => (&self.beside, meta),
                _ if is_link(&self.path) => return Err(self.leads_nowhere()),
                _ => return Err(said(&e)),
            },
        };
        readable(&meta)?;
        fs::read(path).map_err(|e| said(&e))
    }

    fn leads_nowhere(&self) -> String {
        let target = fs::read_link(&self.path).map(|target| target.display().to_string()).unwrap_or_default();
        format!("is a link to {target}, where no file is\n  help: put the folder solver_md5 beside the tree")
    }
}

struct Walk {
    leaves: Vec<Leaf>,
    problems: Vec<Problem>,
    beside: PathBuf,
}

impl Walk {
    fn task(&mut self, task: &str, folder: &Path) {
        for (points, folder) in self.numbers::<u64>(folder) {
            for (class, folder) in self.numbers::<i32>(&folder) {
                let Some(entries) = self.entries(&folder) else { continue };
                for (name, path) in self.named(&folder, entries) {
                    let Some(file) = name.strip_suffix(".py").filter(|file| !file.is_empty()) else { continue };
                    self.leaves.push(Leaf {
                        task: task.to_string(),
                        points,
                        time_class: TimeClass(class),
                        file: file.to_string(),
                        beside: self.beside.join(&name),
                        path,
                    });
                }
            }
        }
    }

    /// The folders in a folder that are numbers, the greatest first.
    fn numbers<N: std::str::FromStr + Ord + Copy>(&mut self, folder: &Path) -> Vec<(N, PathBuf)> {
        let Some(entries) = self.entries(folder) else { return Vec::new() };
        let mut found = Vec::new();
        for (name, path) in self.named(folder, entries) {
            match name.parse::<N>() {
                Ok(number) if self.is_folder(&path) => found.push((number, path)),
                Ok(_) => {}
                Err(_) => self.problem(path, "is not a number, as folders have to be here"),
            }
        }
        found.sort_by(|(a, x), (b, y)| b.cmp(a).then_with(|| x.cmp(y)));
        found
    }

    fn entries(&mut self, folder: &Path) -> Option<fs::ReadDir> {
        fs::read_dir(folder).map_err(|e| self.problem(folder.to_owned(), &said(&e))).ok()
    }

    /// What is in a folder, by name. Names that begin with a point are nobody's business.
    fn named(&mut self, folder: &Path, entries: fs::ReadDir) -> Vec<(String, PathBuf)> {
        let mut named = Vec::new();
        for entry in entries {
            match entry.map(|entry| (entry.file_name().into_string(), entry.path())) {
                Ok((Ok(name), path)) if !name.starts_with('.') => named.push((name, path)),
                Ok((Ok(_), _)) => {}
                Ok((Err(_), path)) => self.problem(path, "has a name that is not UTF-8 text"),
                Err(e) => self.problem(folder.to_owned(), &said(&e)),
            }
        }
        named.sort();
        named
    }

    /// A folder itself, not a link to one; that would be told.
    fn is_folder(&mut self, path: &Path) -> bool {
        match fs::symlink_metadata(path) {
            Ok(meta) if meta.is_symlink() && path.is_dir() => {
                self.problem(path.to_owned(), "is a link to a folder, which is not followed");
                false
            }
            Ok(meta) => meta.is_dir(),
            Err(e) => {
                self.problem(path.to_owned(), &said(&e));
                false
            }
        }
    }

    fn problem(&mut self, path: PathBuf, what: &str) {
        self.problems.push(Problem { path, what: what.to_string() });
    }
}

/// The folder that links of a tree usually lead into.
fn beside(root: &Path) -> PathBuf {
    let parent = fs::canonicalize(root).ok().and_then(|path| path.parent().map(Path::to_owned));
    parent.unwrap_or_default().join("solver_md5")
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink())
}

/// Pipes and devices would never end.
fn readable(meta: &Metadata) -> Result<(), String> {
    if !meta.is_file() {
        return Err("is not a file".to_string());
    }
    if meta.len() > LARGEST {
        return Err(format!("has {} MiB, too much for a solver", meta.len() >> 20));
    }
    Ok(())
}

fn said(e: &std::io::Error) -> String {
    format!("cannot be read: {e}")
}
