//! The fingerprint of all the source that decides outcomes, for `megabatt_cpu::engine_version`.
//!
//! A number to be raised by hand would be forgotten one day, and a stored answer of the old engine served as the new
//! one's. A changed comment changes the fingerprint too; that costs one more run and no wrong answer.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Values and operations, limits and fuel, and this crate.
const SOURCES: [&str; 3] = ["../core/src", "../exec/src", "src"];

fn main() -> std::io::Result<()> {
    let mut hash = Sha256::new();
    for folder in SOURCES {
        println!("cargo:rerun-if-changed={folder}");
        let mut files = Vec::new();
        collect(Path::new(folder), &mut files)?;
        files.sort();
        for file in files {
            // Line ends may differ between two checkouts of the same source.
            let text = std::fs::read_to_string(&file)?.replace("\r\n", "\n");
            let name = file.display().to_string().replace('\\', "/");
            for part in [name, text] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
    }
    let digits: String = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=MEGABATT_SOURCE={digits}");
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
