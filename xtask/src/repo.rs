//! Where things are, and which files belong to the repository.

use crate::{Result, trained};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The folder cargo builds into: the one that CARGO_TARGET_DIR names, else the one this program was built into.
pub fn target() -> PathBuf {
    if let Some(named) = std::env::var_os("CARGO_TARGET_DIR").filter(|named| !named.is_empty()) {
        // Cargo takes it from where it is started.
        return std::env::current_dir().unwrap_or_default().join(named);
    }
    let exe = std::env::current_exe().ok();
    let found = exe.as_deref().and_then(|exe| exe.ancestors().find(|dir| dir.join("CACHEDIR.TAG").exists()));
    found.map_or_else(|| root().join("target"), Path::to_path_buf)
}

/// The release binary that `cargo build --release` leaves.
pub fn binary() -> PathBuf {
    target().join("release").join(format!("megabatt{}", std::env::consts::EXE_SUFFIX))
}

/// Cargo's profile for what is handed out and measured.
pub const DIST: &str = "dist";

/// Where [`build_dist`] leaves what it builds for handing out: programs, or `examples/…`.
pub fn dist(program: &str) -> PathBuf {
    target().join(host()).join(DIST).join(format!("{program}{}", std::env::consts::EXE_SUFFIX))
}

/// Builds something for handing out, trained where that can be done.
pub fn build_dist(what: &[&str]) -> Result<()> {
    // With a target, flags are for programs alone, not for what runs while they are built.
    let mut cargo = cargo(&["build", "--quiet", "--profile", DIST, "--target", &host()]);
    if let Some(flags) = trained::flags_of_dist()? {
        cargo.env(trained::FLAGS, flags);
    }
    show(cargo.args(what))
}

/// The machine that programs are built for: this one.
pub fn host() -> String {
    let version = ask("rustc", &["-vV"]).unwrap_or_default();
    version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("x86_64-unknown-linux-gnu").to_string()
}

/// Cargo, in the root of the repository, building into [`target`].
pub fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root()).env("CARGO_TARGET_DIR", target());
    command
}

/// Runs a command whose output the user sees.
pub fn show(command: &mut Command) -> Result<()> {
    let name = name(command);
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(e) => Err(format!("{name} could not be started: {e}")),
    }
}

/// What a command is called, without the folder it is in.
pub fn name(command: &Command) -> String {
    let program = Path::new(command.get_program());
    program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned()
}

/// What a command prints, or None if it cannot be run or fails.
pub fn ask(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).current_dir(root()).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// The files of the repository, relative to its root, in order: what git knows or would add; without git all but
/// hidden folders and build output.
pub fn files() -> Result<Vec<PathBuf>> {
    let mut files = match ask("git", &["ls-files", "--cached", "--others", "--exclude-standard"]) {
        Some(list) => list.lines().map(PathBuf::from).filter(|path| root().join(path).is_file()).collect(),
        None => {
            let mut found = Vec::new();
            walk(&root(), &mut found)?;
            found
        }
    };
    files.sort();
    Ok(files)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_file() {
            found.extend(path.strip_prefix(root()).map(Path::to_path_buf));
        } else if !name.starts_with('.') && name != "target" && name != "__pycache__" {
            walk(&path, found)?;
        }
    }
    Ok(())
}
