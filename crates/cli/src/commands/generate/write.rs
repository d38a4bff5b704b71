//! Where the tasks go: a folder, a file or standard output.

use crate::output::print;
use crate::whole_file::{WholeFile, exists, failed};
use megabatt_engine::data::Task;
use megabatt_engine::generate::{Plan, entry_json, task_json};
use std::path::{Path, PathBuf};

/// Takes tasks one by one.
pub struct Writer {
    to: To,
    written: usize,
}

enum To {
    Folder(PathBuf),
    File(WholeFile),
    Stdout,
}

impl Writer {
    /// Makes sure, before any work, that tasks can be written and overwrite nothing.
    pub fn open(out: &Path, force: bool, plans: &[Plan]) -> Result<Writer, String> {
        let to = if out == Path::new("-") {
            To::Stdout
        } else if out.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("json")) && !out.is_dir() {
            To::File(WholeFile::create(out, force)?)
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
            To::File(out) => out.write(&format!("{before}{}", entry_json(task))),
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
            To::File(mut out) => {
                out.write("\n}\n")?;
                out.close()
            }
        }
    }
}

fn file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.json"))
}
