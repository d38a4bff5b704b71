//! The same work in NumPy and CuPy, where Python has them.

use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Measures with NumPy and CuPy and prints JSON.
const SCRIPT: &str = include_str!("../../../python/batch_bench.py");

/// What Python measured, or why it did not.
pub struct Beside(Result<Value, String>);

/// Runs the script with this Python. It is ours, and reads and writes nothing but its own output.
pub fn measure(python: &Path) -> Beside {
    Beside(run(python).map_err(|why| format!("NumPy and CuPy were not measured: {why}")))
}

fn run(python: &Path) -> Result<Value, String> {
    let mut child = Command::new(python)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("{} cannot be started: {e}", python.display()))?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(SCRIPT.as_bytes()).map_err(|e| e.to_string())?;
    }
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.lines().last().unwrap_or("Python failed").to_string());
    }
    serde_json::from_slice(&output.stdout).map_err(|e| format!("what Python printed is not JSON: {e}"))
}

impl Beside {
    pub fn json(&self) -> Value {
        match &self.0 {
            Ok(value) => value.clone(),
            Err(why) => json!({ "error": why }),
        }
    }

    pub fn text(&self) -> String {
        let value = match &self.0 {
            Ok(value) => value,
            Err(why) => return format!("{why}\n"),
        };
        let mut text = String::new();
        for library in ["numpy", "cupy"] {
            let part = &value[library];
            if let Some(missing) = part["missing"].as_str() {
                text.push_str(&format!("{library}: {missing}\n"));
                continue;
            }
            for measured in part["measured"].as_array().into_iter().flatten() {
                let (work, grids) = (measured["work"].as_str().unwrap_or("?"), &measured["grids"]);
                let milliseconds = measured["ms"].as_f64().unwrap_or(f64::NAN);
                text.push_str(&format!(
                    "{library}: {work}, {grids} grids 25x25: {} ms\n",
                    super::table::number(milliseconds)
                ));
            }
        }
        text
    }
}
