//! The Python package: its wheel, and the environments in which it is made and tested.

use crate::python::{self, Python};
use crate::{Result, repo, trained};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What builds wheels: one of those that pyproject.toml allows.
const MATURIN: &str = "maturin==1.16.0";
/// A C compiler for old versions of Linux's library, so that a wheel made here runs on machines with those.
const ZIG: &str = "ziglang==0.17.0";
/// What the tests of the package use; [`CONSTRAINTS`] says in which versions.
const TESTED_WITH: &[&str] = &["numpy", "pandas", "tqdm", "pytest", "mypy", "pyright[nodejs]", "nbclient", "ipykernel"];
/// The versions of what the tests use, and of what that needs.
const CONSTRAINTS: &str = "python/tests/constraints.txt";
/// The oldest Linux that wheels are made for: glibc 2.17, of 2012.
const MANYLINUX: &str = "manylinux2014";

/// A virtual environment.
pub struct Venv {
    pub python: PathBuf,
}

impl Venv {
    /// One with these packages. A fresh one if that is wanted, else one that is there is used again.
    fn new(python: &str, name: &str, packages: &[&str], fresh: bool) -> Result<Venv> {
        let folder = repo::target().join("venvs").join(name);
        if fresh && folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        let bin = if cfg!(windows) { "Scripts" } else { "bin" };
        let venv = Venv { python: folder.join(bin).join("python") };
        if !venv.python.exists() {
            repo::show(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
        }
        venv.install(packages)?;
        Ok(venv)
    }

    fn install<S: AsRef<std::ffi::OsStr>>(&self, packages: &[S]) -> Result<()> {
        if packages.is_empty() {
            return Ok(());
        }
        let mut pip = self.run(&["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]);
        pip.arg("--constraint").arg(repo::root().join(CONSTRAINTS));
        repo::show(pip.args(packages)).map_err(|e| {
            let names: Vec<_> = packages.iter().map(|p| p.as_ref().to_string_lossy()).collect();
            format!(
                "{e}\n{} could not be installed; they come from PyPI, or from a folder of wheels in PIP_FIND_LINKS",
                names.join(", ")
            )
        })
    }

    /// Its interpreter, away from the sources, so that the installed package is the one that is imported.
    pub fn run(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.python);
        command.args(args).current_dir(repo::target().join("venvs")).env("PYTHONDONTWRITEBYTECODE", "1");
        command
    }
}

/// Builds a wheel with one of cargo's profiles, and gives its path.
fn build(venv: &Venv, profile: &str, options: &[&str]) -> Result<PathBuf> {
    let out = repo::target().join("wheels").join(profile);
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    // maturin looks for zig as a module of the first Python on the path.
    let bin = venv.python.parent().map(Path::to_path_buf);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(bin.into_iter().chain(std::env::split_paths(&path))).map_err(|e| e.to_string())?;
    let mut maturin = venv.run(&["-m", "maturin", "build", "--quiet", "--profile", profile, "--out"]);
    maturin.arg(&out).args(options).current_dir(repo::root()).env("CARGO_TARGET_DIR", repo::target());
    if profile == repo::DIST
        && let Some(flags) = trained::flags_of_dist()?
    {
        maturin.args(["--target", &repo::host()]).env(trained::FLAGS, flags);
    }
    repo::show(maturin.env("PATH", path))?;
    let found = std::fs::read_dir(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    let wheel = found.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|e| e == "whl"));
    wheel.ok_or_else(|| format!("maturin left no wheel in {}", out.display()))
}

/// A fresh environment with the package. Not stripped: then it shares all crates with the binary of the same profile.
pub fn installed(python: &Python, profile: &str) -> Result<Venv> {
    let tools = Venv::new(&python.program, "build", &[MATURIN], false)?;
    let wheel = build(&tools, profile, &["--strip", "false"])?;
    let venv = Venv::new(&python.program, "test", TESTED_WITH, true)?;
    venv.install(&[wheel])?;
    Ok(venv)
}

/// The step of `cargo xtask test`.
pub fn test() -> Result<()> {
    let python = python::find()?;
    let packages = python.packages()?;
    let venv = installed(&python, "release")?;
    // What the command line says is what the package has to say, too.
    repo::show(&mut repo::cargo(&["build", "--quiet", "--release", "--package", "megabatt"]))?;
    let root = repo::root();
    let config = root.join("pyproject.toml");
    let pytest = |what: &[&str]| {
        let mut command = venv.run(&["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "-c"]);
        command.arg(&config).args(what).env("MEGABATT_PACKAGES", &packages);
        command.env("MEGABATT_BINARY", repo::binary());
        // What mb.fetch downloads was downloaded for the differential suite already.
        repo::show(command.env("PIP_FIND_LINKS", packages.join("wheels")))
    };
    let tests = root.join("python").join("tests");
    pytest(&[&tests.display().to_string()])?;
    pytest(&["--doctest-modules", "--pyargs", "megabatt"])?;
    let mut mypy = venv.run(&["-m", "mypy", "--no-incremental", "--config-file"]);
    let typed = tests.join("typed.py");
    repo::show(mypy.arg(&config).arg(root.join("python").join("megabatt")).arg(&typed))?;
    repo::show(venv.run(&["-m", "pyright", "--pythonpath"]).arg(&venv.python).arg(&typed))
}

/// `cargo xtask wheel`: a wheel for old and new Linux, tried in every Python that is found.
pub fn wheel() -> Result<()> {
    let python = python::find()?;
    let tools = Venv::new(&python.program, "build", &[MATURIN, ZIG], false)?;
    let options: &[&str] = match cfg!(target_os = "linux") {
        true => &["--zig", "--compatibility", MANYLINUX, "--strip"],
        false => &["--strip"],
    };
    let wheel = build(&tools, repo::DIST, options)?;
    let size = std::fs::metadata(&wheel).map_or(0, |found| found.len());
    for minor in 9..=14 {
        let program = format!("python3.{minor}");
        if repo::ask(&program, &["-c", "import venv"]).is_some() {
            try_offline(&program, &wheel)?;
            println!("{program}: installed without a network, runs");
        } else {
            println!("{program}: not here, not tried");
        }
    }
    println!("{} ({:.1} MiB)", wheel.display(), size as f64 / f64::from(1 << 20));
    Ok(())
}

/// Installs a wheel with nothing but itself, and runs a program.
fn try_offline(program: &str, wheel: &Path) -> Result<()> {
    let venv = Venv::new(program, program, &[], true)?;
    let mut pip = venv.run(&["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]);
    repo::show(pip.arg(wheel))?;
    repo::show(venv.run(&["-B"]).arg(repo::root().join("xtask").join("python").join("smoke.py")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tests_use_has_its_version() {
        let text = std::fs::read_to_string(repo::root().join(CONSTRAINTS)).expect("the file is there");
        let pinned: Vec<&str> =
            text.lines().filter(|l| !l.starts_with('#')).filter_map(|l| Some(l.split_once("==")?.0)).collect();
        for package in TESTED_WITH {
            let name = package.split('[').next().unwrap_or(package);
            assert!(pinned.contains(&name), "{CONSTRAINTS} has no version of {name}");
        }
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), pinned.len(), "every line gives one version");
        assert!([MATURIN, ZIG].iter().all(|tool| tool.contains("==")));
    }
}
