//! The Python that megabatt is compared with.

use crate::{Result, paths};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An interpreter, and the packages with the DSL and the tasks.
#[derive(Clone, Debug)]
pub struct Python {
    program: &'static str,
    scripts: PathBuf,
    /// Holds `rearc_utils/` and `arc.json`.
    pub packages: PathBuf,
}

impl Python {
    /// Finds an interpreter and fetches the packages, unless an earlier test did. CPython 3.11 is preferred: its
    /// outcomes are the ones promised.
    pub fn prepare() -> Result<Python> {
        let version = |program: &str| {
            let code = "import sys; print(sys.implementation.name, *sys.version_info[:2])";
            let output = Command::new(program).args(["-c", code]).stderr(Stdio::null()).output().ok()?;
            let text = String::from_utf8(output.stdout).ok()?;
            let mut words = text.split_whitespace();
            let cpython = words.next()? == "cpython" && words.next()? == "3";
            cpython.then(|| words.next()?.parse::<u32>().ok())?
        };
        let program = ["python3.11", "python3"]
            .into_iter()
            .find(|program| version(program).is_some_and(|minor| minor >= 10))
            .ok_or("The differential tests run the real DSL and need CPython 3.10 or later, best 3.11, as python3.")?;
        if let Some(minor) = version(program).filter(|&minor| minor != 11) {
            println!("note: compared with CPython 3.{minor}; the outcomes promised are those of 3.11");
        }
        let python = Python {
            program,
            scripts: Path::new(env!("CARGO_MANIFEST_DIR")).join("python"),
            packages: paths::target().join("python"),
        };
        python.fetch()?;
        Ok(python)
    }

    /// One test at a time fetches; the others find it done.
    fn fetch(&self) -> Result<()> {
        std::fs::create_dir_all(&self.packages).map_err(|e| format!("cannot make {}: {e}", self.packages.display()))?;
        let lock = File::create(self.packages.join("lock")).map_err(|e| format!("cannot make a lock: {e}"))?;
        lock.lock().map_err(|e| format!("cannot lock {}: {e}", self.packages.display()))?;
        self.run("packages.py", [self.packages.as_os_str()]).map(|_| ())
    }

    /// The programs of re-arc.
    pub fn verifiers(&self) -> PathBuf {
        self.packages.join("rearc_utils").join("verifiers.py")
    }

    /// The tasks of ARC-AGI-1.
    pub fn tasks(&self) -> PathBuf {
        self.packages.join("arc.json")
    }

    /// Runs a script of `python/` and gives what it printed.
    pub fn run(&self, script: &str, args: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>) -> Result<String> {
        self.run_with_input(script, args, "")
    }

    /// The same, with the packages named in the arguments.
    pub fn run_with_packages(
        &self,
        script: &str,
        args: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>,
    ) -> Result<String> {
        let named = [std::ffi::OsString::from("--packages"), self.packages.clone().into()];
        self.run(script, named.into_iter().chain(args.into_iter().map(|a| a.as_ref().to_os_string())))
    }

    /// The same, with a text on standard input.
    pub fn run_with_input(
        &self,
        script: &str,
        args: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>,
        input: &str,
    ) -> Result<String> {
        let mut child = Command::new(self.program)
            .arg("-B")
            .arg(self.scripts.join(script))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot start {}: {e}", self.program))?;
        let mut stdin = child.stdin.take().ok_or("no standard input")?;
        let input = input.to_string();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().map_err(|e| format!("{script}: {e}"))?;
        let _ = writer.join();
        if !output.status.success() {
            return Err(format!("{script} failed ({}); what it said is above", output.status));
        }
        String::from_utf8(output.stdout).map_err(|e| format!("{script}: {e}"))
    }
}

/// What a script noted beside its outcomes.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct Meta {
    pub none_hash: i64,
    #[serde(default)]
    pub calls: usize,
    #[serde(default)]
    pub errors: usize,
    #[serde(default)]
    pub programs: usize,
    #[serde(default)]
    pub replaced: usize,
    #[serde(default)]
    pub operations: usize,
}

impl Meta {
    /// Reads the notes beside `outcomes`.
    pub fn beside(outcomes: &Path) -> Result<Meta> {
        let path = outcomes.with_extension("meta.json");
        serde_json::from_str(&paths::read(&path)?).map_err(|e| format!("{}: {e}", path.display()))
    }
}
