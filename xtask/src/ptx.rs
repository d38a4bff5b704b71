//! `cargo xtask ptx`: the kernels become PTX, which is committed.

use crate::repo::{root, show, target};
use crate::{Result, python};

/// Compiles the kernels with NVRTC out of a pinned wheel, and PTX to machine code with the assembler out of another.
pub fn write() -> Result<()> {
    compile(&root().join("crates/cuda/ptx"), &[])
}

/// Compiles the kernels to PTX again and compares with what is committed.
pub fn check() -> Result<()> {
    let fresh = target().join("ptx-check");
    compile(&fresh, &["--ptx-only"])?;
    let committed = root().join("crates/cuda/ptx");
    for entry in std::fs::read_dir(&committed).map_err(|e| format!("{}: {e}", committed.display()))?.flatten() {
        if entry.path().extension().is_none_or(|ending| ending != "ptx") {
            continue;
        }
        let read = |path: std::path::PathBuf| std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()));
        if read(entry.path())? != read(fresh.join(entry.file_name()))? {
            return Err(format!(
                "{} is not what its source compiles to: run `cargo xtask ptx`",
                entry.path().display()
            ));
        }
    }
    println!("the committed PTX is what the kernels compile to");
    Ok(())
}

fn compile(out: &std::path::Path, more: &[&str]) -> Result<()> {
    let mut script = python::find()?.script("xtask/python/ptx.py");
    show(script.arg(root().join("crates/cuda/kernels")).arg(target().join("nvrtc")).arg(out).args(more))
}
