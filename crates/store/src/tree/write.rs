//! Writing a tree. Its files are real ones: links with absolute paths would break when the tree is moved.

use crate::reports::TimeClass;
use std::io;
use std::path::{Path, PathBuf};

/// Where a solver goes in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub task: String,
    pub points: u64,
    pub time_class: TimeClass,
    /// The name of the file without `.py`.
    pub file: String,
}

impl Place {
    /// Its path in the tree. None if the task or the file cannot be a name there.
    pub fn path(&self) -> Option<PathBuf> {
        let is_name = |text: &str| !text.is_empty() && !text.contains(['/', '\\', '\0']) && !text.starts_with('.');
        (is_name(&self.task) && is_name(&self.file)).then(|| {
            let folder = Path::new(&format!("solve_{}", self.task)).join(self.points.to_string());
            folder.join(self.time_class.0.to_string()).join(format!("{}.py", self.file))
        })
    }
}

/// Writes one solver under its path in the tree at `root`. A file appears whole or not at all.
pub fn write(root: &Path, path: &Path, text: &str) -> io::Result<()> {
    let path = root.join(path);
    let folder = path.parent().unwrap_or(root);
    std::fs::create_dir_all(folder)?;
    // Beside its place, under a name that no reader of trees looks at.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = folder.join(format!(".{name}.{}", std::process::id()));
    std::fs::write(&unfinished, text)?;
    std::fs::rename(&unfinished, &path).inspect_err(|_| drop(std::fs::remove_file(&unfinished)))
}
