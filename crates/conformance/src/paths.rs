//! Where things are: the repository, the build folder, the binary under test.

use crate::Result;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The root of the repository.
pub fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The folder cargo builds into, which is where this test was built.
pub fn target() -> PathBuf {
    let test = std::env::current_exe().ok();
    let found = test.as_deref().and_then(|exe| exe.ancestors().find(|dir| dir.join("CACHEDIR.TAG").exists()));
    found.map_or_else(|| repository().join("target"), Path::to_path_buf)
}

/// The checkout of tokpidjin to compare with, if `MEGABATT_TOKPIDJIN` names one.
pub fn tokpidjin() -> Result<Option<PathBuf>> {
    let Some(named) = std::env::var_os("MEGABATT_TOKPIDJIN").filter(|value| !value.is_empty()) else { return Ok(None) };
    let folder = PathBuf::from(named);
    if folder.join("dsl.py").exists() {
        Ok(Some(folder))
    } else {
        Err(format!("MEGABATT_TOKPIDJIN names {}, which has no dsl.py: it is no checkout", folder.display()))
    }
}

/// A folder for the files of one part, empty at the start.
pub fn workspace(part: &str) -> Result<PathBuf> {
    let dir = target().join("conformance").join(part.replace(", ", "-").replace(' ', "-"));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).map_err(|e| format!("cannot make {}: {e}", dir.display()))?;
    Ok(dir)
}

/// The file name a text is stored under, beside others of a part.
pub fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

pub fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

/// The `megabatt` binary, built from the sources as they are now: an old one would be compared in vain.
pub fn megabatt() -> Result<PathBuf> {
    static BINARY: OnceLock<Result<PathBuf>> = OnceLock::new();
    BINARY.get_or_init(build_megabatt).clone()
}

fn build_megabatt() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--release", "--bin", "megabatt", "--target-dir"])
        .arg(target())
        .current_dir(repository())
        .status()
        .map_err(|e| format!("cannot start cargo: {e}"))?;
    if !built.success() {
        return Err("cargo build --release --bin megabatt failed".to_string());
    }
    let binary = target().join("release").join(format!("megabatt{}", std::env::consts::EXE_SUFFIX));
    if binary.exists() { Ok(binary) } else { Err(format!("{} is not there after building it", binary.display())) }
}
