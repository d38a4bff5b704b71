//! The Python that megabatt is compared with, and the packages the differential suite uses.

use crate::repo::{ask, root, target};
use crate::{Result, repo};
use std::path::PathBuf;
use std::process::Command;

/// An interpreter.
pub struct Python {
    pub program: String,
    /// `CPython 3.11.7`.
    pub version: String,
}

/// The interpreter of the differential suite: 3.11, whose outcomes are the ones promised, or what there is.
pub fn find() -> Result<Python> {
    let version = "import platform as p; print(p.python_implementation(), p.python_version())";
    ["python3.11", "python3"]
        .into_iter()
        .find_map(|program| {
            let version = ask(program, &["-c", version])?;
            version.starts_with("CPython 3.").then(|| Python { program: program.to_string(), version })
        })
        .ok_or_else(|| "python3 is missing: install CPython 3.11, or another 3.10 or later, with venv and pip".into())
}

impl Python {
    /// Fetches the DSL and the tasks as the differential suite does, and gives the folder that holds them.
    pub fn packages(&self) -> Result<PathBuf> {
        let packages = target().join("python");
        std::fs::create_dir_all(&packages).map_err(|e| format!("{}: {e}", packages.display()))?;
        repo::show(self.script("crates/conformance/python/packages.py").arg(&packages))?;
        Ok(packages)
    }

    /// A script of the repository.
    pub fn script(&self, path: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("-B").arg(root().join(path));
        command
    }
}
