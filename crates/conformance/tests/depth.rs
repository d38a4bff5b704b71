//! Calls and values nested on both sides of CPython's recursion limit.

use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, paths};
use std::process::ExitCode;

fn main() -> ExitCode {
    Suite::run("depth", |suite| {
        for engine in ["fast", "reference"] {
            compare(suite, engine)?;
        }
        Ok(())
    })
}

fn compare(suite: &mut Suite, engine: &'static str) -> Result<()> {
    let python = suite.python.clone();
    let dir = paths::workspace(&format!("depth {engine}"))?;
    python.run("depth_cases.py", ["--out", &*dir.to_string_lossy()])?;
    let battery = Battery { engine, ..Battery::in_folder(&dir, "rearc", "all") };
    let expected = dir.join("expected.jsonl");
    print!("  {}", battery.run_python(&python, &expected)?);
    let tally = battery.compare(&format!("depth, {engine}"), &expected, &python)?;
    suite.add(&tally, Some(&battery));
    Ok(())
}
