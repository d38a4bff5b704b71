//! `cargo xtask dist`: the binary as it is handed out and measured.

use crate::{Result, python, repo, trained};
use std::path::Path;
use std::process::Command;

/// Builds it, and holds what it answers against the plain build that the tests are about: all verifiers on samples of other
/// evaluation tasks than those of the training, values with the order of their sets.
pub fn run() -> Result<()> {
    repo::build_dist(&["--bin", "megabatt"])?;
    repo::show(&mut repo::cargo(&["build", "--quiet", "--release", "--bin", "megabatt"]))?;
    let packages = python::find()?.packages()?;
    let (handed_out, plain) = (answers(&repo::dist("megabatt"), &packages)?, answers(&repo::binary(), &packages)?);
    if handed_out != plain {
        return Err("the build for handing out answers otherwise than the plain one; please report this".to_string());
    }
    println!("{} answers are those of the plain build", plain.iter().filter(|&&byte| byte == b'\n').count());
    println!("{}", repo::dist("megabatt").display());
    Ok(())
}

/// What it says of all verifiers on samples of evaluation tasks, a line for each.
fn answers(binary: &Path, packages: &Path) -> Result<Vec<u8>> {
    let arc = packages.join("arc.json");
    let mut command = Command::new(binary);
    command.arg("run").arg(packages.join("rearc_utils").join("verifiers.py")).args(["--dialect", "rearc", "--data"]);
    command.arg(&arc).args(["--split", "eval", "--pair", "all", "--quiet"]);
    command.args(["--tasks", &trained::some_tasks(&arc, 5)?, "--values", "hash", "--outcomes", "-"]);
    let output = command.output().map_err(|e| format!("{}: {e}", repo::name(&command)))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!("{} ended with {}", repo::name(&command), output.status)),
    }
}
