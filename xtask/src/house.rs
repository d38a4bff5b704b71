//! The rules of the house that neither compiler nor clippy checks.

use crate::{Result, ops_lock, repo, skips, stubs};
use std::path::Path;

/// A file longer than this is a table, or two files.
const MOST_LINES: usize = 1_000;
/// Files that are tables.
const TABLES: &[&str] = &[];

/// Beginnings of paths that exist on one machine only; cut in two so that this file has none.
const MACHINE_PATHS: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!("/wo", "rk/"),
    concat!("/op", "t/"),
];

pub fn check() -> Result<()> {
    let mut faults = Vec::new();
    faults.extend(ops_lock::check().err());
    faults.extend(stubs::check().err());
    let files = repo::files()?;
    faults.extend(skips::faults(&files));
    let mut looked_at = 0;
    for path in &files {
        let is_text = path.extension().is_some_and(|ext| ["rs", "py", "toml", "md", "sh"].iter().any(|e| ext == *e));
        if !is_text && !path.starts_with(".ci") {
            continue;
        }
        let text = std::fs::read_to_string(repo::root().join(path)).map_err(|e| format!("{}: {e}", path.display()))?;
        faults.extend(file_faults(path, &text));
        looked_at += 1;
    }
    println!("{looked_at} files looked at");
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

fn file_faults(path: &Path, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let lines = text.lines().count();
    if lines > MOST_LINES && !TABLES.iter().any(|table| path == Path::new(table)) {
        faults.push(format!("{}: {lines} lines; past {MOST_LINES} only a table may go", path.display()));
    }
    let depth = path.components().count() - 1;
    for (n, line) in text.lines().enumerate() {
        if let Some(start) = MACHINE_PATHS.iter().find(|start| mentions(line, start)) {
            faults.push(format!("{}:{}: a path under {start} exists on one machine only", path.display(), n + 1));
        }
        if steps_up(line) > depth {
            faults.push(format!("{}:{}: a path that leaves the repository", path.display(), n + 1));
        }
    }
    faults
}

/// Whether a line has a path that starts so; the middle of a longer path or address does not count.
fn mentions(line: &str, start: &str) -> bool {
    line.match_indices(start).any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "_-.}".contains(c)))
}

/// The longest run of `../` in a line.
fn steps_up(line: &str) -> usize {
    let mut rest = line;
    let mut most = 0;
    while let Some(at) = rest.find("../") {
        let run = &rest[at..];
        let end = run.as_bytes().chunks(3).take_while(|chunk| *chunk == b"../").count();
        most = most.max(end);
        rest = &run[end * 3..];
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_up_counts_the_longest_run() {
        assert_eq!(steps_up("join(\"../../demo\") and ../x"), 2);
        assert_eq!(steps_up("for i in 0..3"), 0);
    }

    #[test]
    fn a_path_of_one_machine_is_a_fault() {
        let line = format!("let p = \"{}me/x\";", "/ho");
        assert_eq!(file_faults(Path::new("a/b.rs"), &line).len(), 1);
        assert!(file_faults(Path::new("a/b.rs"), &format!("see example.org{}me/x", "/ho")).is_empty());
    }

    #[test]
    fn a_long_file_is_a_fault() {
        assert_eq!(file_faults(Path::new("a.rs"), &"x\n".repeat(MOST_LINES + 1)).len(), 1);
    }
}
