//! `ops.lock`: the operations as stored programs know them.

use crate::{Result, repo};
use std::path::PathBuf;

fn path() -> PathBuf {
    repo::root().join("ops.lock")
}

/// Writes the file anew.
pub fn write() -> Result<()> {
    std::fs::write(path(), megabatt_core::ops::lock_text()).map_err(|e| format!("ops.lock: {e}"))?;
    println!("ops.lock written; say in CHANGELOG.md what changed and what it means for stored programs");
    Ok(())
}

/// Fails where the table and the file differ, and names the first difference.
pub fn check() -> Result<()> {
    let stored = std::fs::read_to_string(path()).map_err(|e| format!("ops.lock: {e}"))?;
    let table = megabatt_core::ops::lock_text();
    if stored == table {
        return Ok(());
    }
    let mut pairs = stored.lines().zip(table.lines());
    let (old, new) = pairs.find(|(old, new)| old != new).unwrap_or(("the end, or more lines", "fewer or more lines"));
    Err(format!(
        "ops.lock and the operation table differ\n  ops.lock: {old}\n  table:    {new}\nStored programs depend on names and \
         numbers of operations. If the change is meant: cargo xtask ops-lock"
    ))
}
