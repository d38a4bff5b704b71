//! The folder with the sets that were fetched.

use super::catalogue::{SETS, Set};
use super::error::SetError;
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "manifest.json";

/// What is known about a set that was fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub name: String,
    pub package: String,
    pub version: String,
    pub file: String,
    pub bytes: u64,
    pub sha256: String,
    pub tasks: TaskCounts,
    /// When, in UTC.
    pub fetched: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskCounts {
    pub training: usize,
    pub evaluation: usize,
}

/// How a set stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    Missing,
    Ready(Manifest),
    /// It was fetched, but is not what it was then.
    Damaged(String),
}

/// The folder of one user.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// The cache in a folder that need not exist yet.
    pub fn at(root: impl Into<PathBuf>) -> Cache {
        Cache { root: root.into() }
    }

    /// `megabatt` in the folder where this system keeps caches: `$XDG_CACHE_HOME` or `~/.cache` on Linux,
    /// `~/Library/Caches` on macOS, the local application data on Windows.
    pub fn of_user() -> Result<Cache, SetError> {
        let strategy = etcetera::base_strategy::choose_native_strategy().map_err(|_| SetError::NoCacheFolder)?;
        Ok(Cache::at(strategy.cache_dir().join("megabatt")))
    }

    pub fn folder(&self, set: &Set) -> PathBuf {
        self.root.join("data").join(set.name)
    }

    /// The file with the tasks of a set that was fetched. Only its length is compared, since this is done by every run.
    pub fn file(&self, set: &'static Set) -> Result<(PathBuf, Manifest), SetError> {
        match self.look(set) {
            State::Ready(manifest) => Ok((self.file_of(set, &manifest), manifest)),
            State::Missing => Err(SetError::NotFetched(set.name)),
            State::Damaged(what) => Err(SetError::Damaged { name: set.name, what }),
        }
    }

    /// How a set stands, by its manifest and the length of its file.
    pub fn look(&self, set: &Set) -> State {
        let path = self.folder(set).join(MANIFEST);
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(e) if is_absent(&e) => return State::Missing,
            Err(e) => return State::Damaged(format!("{} cannot be read ({e})", path.display())),
        };
        let manifest: Manifest = match serde_json::from_slice(&text) {
            Ok(manifest) => manifest,
            Err(e) => return State::Damaged(format!("{} is not a manifest ({e})", path.display())),
        };
        if !is_plain(&manifest.file) || !is_plain(&manifest.version) || !is_plain(&manifest.package) {
            return State::Damaged(format!("{} names a file that cannot be one", path.display()));
        }
        let file = self.file_of(set, &manifest);
        match std::fs::metadata(&file) {
            Ok(found) if found.len() == manifest.bytes => State::Ready(manifest),
            Ok(found) => {
                State::Damaged(format!("{} has {} bytes instead of {}", file.display(), found.len(), manifest.bytes))
            }
            Err(e) => State::Damaged(format!("{} cannot be read ({e})", file.display())),
        }
    }

    /// [`Cache::look`], and the file is read and compared with its SHA-256.
    pub fn check(&self, set: &Set) -> State {
        let manifest = match self.look(set) {
            State::Ready(manifest) => manifest,
            other => return other,
        };
        let file = self.file_of(set, &manifest);
        match std::fs::read(&file) {
            Ok(data) if sha256(&data) == manifest.sha256 => State::Ready(manifest),
            Ok(_) => State::Damaged(format!("the content of {} was changed", file.display())),
            Err(e) => State::Damaged(format!("{} cannot be read ({e})", file.display())),
        }
    }

    /// Removes a set, and says whether there was one.
    pub fn remove(&self, set: &Set) -> Result<bool, SetError> {
        let folder = self.folder(set);
        let failed = |path: &Path, source| SetError::Cache { path: path.to_owned(), done: "removed", source };
        // Without its manifest it counts as missing, whatever becomes of the rest.
        let manifest = folder.join(MANIFEST);
        match std::fs::remove_file(&manifest) {
            Err(e) if !is_absent(&e) => return Err(failed(&manifest, e)),
            _ => {}
        }
        match std::fs::remove_dir_all(&folder) {
            Ok(()) => Ok(true),
            Err(e) if is_absent(&e) => Ok(false),
            Err(e) => Err(failed(&folder, e)),
        }
    }

    /// Stores the content of a set's file, then its manifest.
    pub(super) fn store(&self, set: &Set, manifest: &Manifest, content: &[u8]) -> Result<PathBuf, SetError> {
        let file = self.file_of(set, manifest);
        self.replace(&file, content)?;
        let mut text = serde_json::to_string_pretty(manifest).unwrap_or_default();
        text.push('\n');
        self.replace(&self.folder(set).join(MANIFEST), text.as_bytes())?;
        Ok(file)
    }

    /// Writes a file under another name in the same folder and renames it, so that nobody ever sees half of it.
    fn replace(&self, path: &Path, content: &[u8]) -> Result<(), SetError> {
        let failed = |source| SetError::Cache { path: path.to_owned(), done: "written", source };
        let folder = path.parent().unwrap_or(&self.root);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(folder).map_err(failed)?;
        file.write_all(content).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
        file.persist(path).map_err(|e| failed(e.error)).map(|_| ())
    }

    fn file_of(&self, set: &Set, manifest: &Manifest) -> PathBuf {
        self.folder(set).join(format!("{}-{}", manifest.package, manifest.version)).join(&manifest.file)
    }

    /// All sets and how they stand.
    pub fn all(&self) -> Vec<(&'static Set, State)> {
        SETS.iter().map(|set| (set, self.look(set))).collect()
    }
}

/// A path that leads through something that is no folder holds nothing either.
fn is_absent(e: &std::io::Error) -> bool {
    matches!(e.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// Whether a text can be part of a file's name everywhere, and leads nowhere else.
pub(super) fn is_plain(text: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"._+!-".contains(&b);
    !text.is_empty() && text.len() <= 100 && text.bytes().all(allowed) && !text.starts_with('.')
}

pub(super) fn sha256(data: &[u8]) -> String {
    Sha256::digest(data).iter().map(|byte| format!("{byte:02x}")).collect()
}
