//! `megabatt check` on whole files.

use crate::{Result, paths};
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

/// A message of `--format json`.
#[derive(Debug, Deserialize)]
pub struct Finding {
    pub code: String,
    pub severity: String,
    pub message: String,
    pub line: usize,
    pub function: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Report {
    findings: Vec<Finding>,
}

/// What is found in a file.
pub fn findings(programs: &Path, dialect: &str) -> Result<Vec<Finding>> {
    let text = run(&["--format", "json", "--dialect", dialect], programs)?;
    let report: Report = serde_json::from_str(&text).map_err(|e| format!("check --format json: {e}: {text:.200}"))?;
    Ok(report.findings)
}

/// Removes the dead and repeated lines of a file.
pub fn fix(programs: &Path, dialect: &str) -> Result<()> {
    run(&["--fix", "--format", "json", "--dialect", dialect], programs).map(|_| ())
}

fn run(args: &[&str], programs: &Path) -> Result<String> {
    let binary = paths::megabatt()?;
    let output = Command::new(&binary)
        .arg("check")
        .args(args)
        .arg(programs)
        .output()
        .map_err(|e| format!("cannot start {}: {e}", binary.display()))?;
    match output.status.code() {
        Some(0 | 1) => String::from_utf8(output.stdout).map_err(|e| e.to_string()),
        _ => Err(format!("megabatt check ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr))),
    }
}
