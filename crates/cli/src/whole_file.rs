//! Files that are there whole or not at all: written beside their place and renamed at the end.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file on its way.
pub struct WholeFile {
    path: PathBuf,
    out: BufWriter<NamedTempFile>,
}

impl WholeFile {
    /// Makes sure, before any work, that the file can be written. A file that is there is replaced only with `force`.
    pub fn create(path: &Path, force: bool) -> Result<WholeFile, String> {
        if path.is_dir() {
            return Err(format!("{} is a folder\n  help: give the name of a file in it", path.display()));
        }
        if path.exists() && !force {
            return Err(exists(path));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new().prefix(".megabatt-").tempfile_in(folder).map_err(|e| failed(path, &e))?;
        Ok(WholeFile { path: path.to_owned(), out: BufWriter::new(file) })
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn write(&mut self, text: &str) -> Result<(), String> {
        self.out.write_all(text.as_bytes()).map_err(|e| failed(&self.path, &e))
    }

    /// Puts the file into its place.
    pub fn close(self) -> Result<(), String> {
        let file = self.out.into_inner().map_err(|e| failed(&self.path, e.error()))?;
        readable(&file, &self.path)?;
        file.persist(&self.path).map_err(|e| failed(&self.path, &e.error)).map(|_| ())
    }
}

/// Temporary files are for their owner alone; this one becomes a file like others.
#[cfg(unix)]
fn readable(file: &NamedTempFile, path: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let rights = std::fs::Permissions::from_mode(0o644);
    file.as_file().set_permissions(rights).map_err(|e| failed(path, &e))
}

#[cfg(not(unix))]
fn readable(_: &NamedTempFile, _: &Path) -> Result<(), String> {
    Ok(())
}

/// What to say of a path that cannot be written.
pub fn failed(path: &Path, e: &std::io::Error) -> String {
    format!("{} cannot be written: {e}", path.display())
}

/// What to say of a path that is taken.
pub fn exists(path: &Path) -> String {
    format!("{} is there already\n  help: choose another place with -o, or replace it with --force", path.display())
}
