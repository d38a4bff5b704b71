//! Files without their dead and repeated lines.

use super::File;
use crate::output::{print, tell};
use megabatt_core::Dialect;
use megabatt_lang::check::{Fixes, fix};
use similar::TextDiff;
use std::io::Write;
use std::path::Path;

/// Prints the changes as unified diffs; whether there are any.
pub fn show(files: &[File], dialect: Dialect, fixes: Fixes) -> bool {
    let mut any = false;
    for file in files {
        if let Some(fixed) = fixed(file, dialect, fixes) {
            any = true;
            let (old, new) = (String::from_utf8_lossy(&file.bytes), String::from_utf8_lossy(&fixed));
            let diff = TextDiff::from_lines(&*old, &*new);
            print(&diff.unified_diff().header(&format!("a/{}", file.name), &format!("b/{}", file.name)).to_string());
        }
    }
    any
}

/// The new content of a file, if it changes.
fn fixed(file: &File, dialect: Dialect, fixes: Fixes) -> Option<Vec<u8>> {
    fix(&file.name, &file.bytes, dialect, fixes).unwrap_or_else(|e| {
        tell(&format!("error: {}: {e}\n  help: please report it as a defect of megabatt, with the file", file.name));
        None
    })
}

/// Writes the files that change and keeps their new content; false if one could not be written.
pub fn write(files: &mut [File], dialect: Dialect, fixes: Fixes) -> bool {
    let mut all = true;
    for file in files {
        let Some(fixed) = fixed(file, dialect, fixes) else { continue };
        match replace(&file.path, &fixed) {
            Ok(()) => {
                let gone = lines(&file.bytes).saturating_sub(lines(&fixed));
                tell(&format!("fixed {}: {gone} line{} removed", file.name, if gone == 1 { "" } else { "s" }));
                file.bytes = fixed;
            }
            Err(e) => {
                all = false;
                tell(&format!("error: {} could not be written: {e}\n  help: it is as it was before", file.name));
            }
        }
    }
    all
}

fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

/// Puts the new content in the place of the old at once: a crash leaves one or the other.
fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    // A link stays a link: what it points to changes.
    let path = std::fs::canonicalize(path)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let beside = path.with_file_name(format!(".{name}.megabatt-{}", std::process::id()));
    let written = (|| {
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(&beside)?;
        file.write_all(content)?;
        file.set_permissions(std::fs::metadata(&path)?.permissions())?;
        file.sync_all()?;
        std::fs::rename(&beside, &path)
    })();
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
