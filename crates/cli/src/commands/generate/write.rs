//! Where the tasks go: a folder, a file or standard output.

use crate::output::print;
use megabatt_engine::data::Task;
use megabatt_engine::generate::{Plan, entry_json, task_json};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Takes tasks one by one.
pub struct Writer {
    to: To,
    written: usize,
}

enum To {
    Folder(PathBuf),
    /// Written beside the file and renamed at the end, so that there never is half a file.
    File(PathBuf, BufWriter<NamedTempFile>),
    Stdout,
}

impl Writer {
    /// Makes sure, before any work, that tasks can be written and overwrite nothing.
    pub fn open(out: &Path, force: bool, plans: &[Plan]) -> Result<Writer, String> {
        let to = if out == Path::new("-") {
            To::Stdout
        } else if out.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("json")) && !out.is_dir() {
            if out.exists() && !force {
                return Err(exists(out));
            }
            let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let mut builder = tempfile::Builder::new();
            let file = builder.prefix(".megabatt-").tempfile_in(folder).map_err(|e| failed(out, &e))?;
            To::File(out.to_owned(), BufWriter::new(file))
        } else {
            std::fs::create_dir_all(out).map_err(|e| failed(out, &e))?;
            let taken = plans.iter().map(|plan| file(out, &plan.id)).find(|path| path.exists());
            if let (Some(path), false) = (taken, force) {
                return Err(exists(&path));
            }
            To::Folder(out.to_owned())
        };
        Ok(Writer { to, written: 0 })
    }

    pub fn add(&mut self, task: &Task) -> Result<(), String> {
        let before = if self.written == 0 { "{\n" } else { ",\n" };
        self.written += 1;
        match &mut self.to {
            To::Folder(folder) => {
                let path = file(folder, &task.id);
                std::fs::write(&path, task_json(task)).map_err(|e| failed(&path, &e))
            }
            To::File(path, out) => {
                let entry = entry_json(task);
                out.write_all(before.as_bytes())
                    .and_then(|()| out.write_all(entry.as_bytes()))
                    .map_err(|e| failed(path, &e))
            }
            To::Stdout => {
                print(&format!("{before}{}", entry_json(task)));
                Ok(())
            }
        }
    }

    /// Ends the file. Without a task there is none.
    pub fn close(self) -> Result<(), String> {
        match self.to {
            _ if self.written == 0 => Ok(()),
            To::Folder(_) => Ok(()),
            To::Stdout => {
                print("\n}\n");
                Ok(())
            }
            To::File(path, mut out) => {
                out.write_all(b"\n}\n").map_err(|e| failed(&path, &e))?;
                let file = out.into_inner().map_err(|e| failed(&path, e.error()))?;
                readable(&file, &path)?;
                file.persist(&path).map_err(|e| failed(&path, &e.error)).map(|_| ())
            }
        }
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

fn file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.json"))
}

fn failed(path: &Path, e: &std::io::Error) -> String {
    format!("{} cannot be written: {e}", path.display())
}

fn exists(path: &Path) -> String {
    format!("{} is there already\n  help: choose another place with -o, or replace it with --force", path.display())
}
