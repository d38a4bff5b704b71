//! What `--data` means: paths, or names of sets.

use super::cache;
use crate::output::tell;
use megabatt_engine::sets::Set;
use std::path::PathBuf;

/// The paths to load. A path that is there wins over a set of the same name.
pub fn sources(given: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    for path in given {
        let Some(set) = path.to_str().and_then(Set::from_name) else {
            paths.push(path.clone());
            continue;
        };
        if path.exists() {
            tell(&format!(
                "note: --data {0} is `{0}` in this folder, not the data set\n  help: for the data set: \
                 --data \"$(megabatt data path {0})\"",
                set.name
            ));
            paths.push(path.clone());
        } else {
            paths.push(cache().and_then(|cache| cache.file(set)).map_err(|e| e.to_string())?.0);
        }
    }
    Ok(paths)
}

/// What a score says of the data it was won on: the name and version of a set, or the path as it was given. `source` is a
/// task's file.
pub fn label(given: &[PathBuf], source: &str) -> String {
    for path in given {
        if source.starts_with(&path.display().to_string()) {
            return path.display().to_string();
        }
        let set = path.to_str().and_then(Set::from_name);
        if let Some((file, manifest)) = set.and_then(|set| cache().and_then(|cache| cache.file(set)).ok())
            && source == file.display().to_string()
        {
            return format!("{} ({} {})", manifest.name, manifest.package, manifest.version);
        }
    }
    source.to_string()
}
