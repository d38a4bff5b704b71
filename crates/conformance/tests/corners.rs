//! Programs written for the corners of the language: dead lines, keywords, helpers, recursion, sets of anything.

use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, paths};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    Suite::run("corners", |suite| {
        for dialect in ["rearc", "arc"] {
            for engine in ["fast", "reference"] {
                compare(suite, dialect, engine)?;
            }
        }
        Ok(())
    })
}

fn compare(suite: &mut Suite, dialect: &'static str, engine: &'static str) -> Result<()> {
    let python = suite.python.clone();
    let dir = paths::workspace(&format!("corners {dialect} {engine}"))?;
    let choice = ["--out", &*dir.to_string_lossy(), "--programs", "1", "--samples", "12", "--seed", "corners"];
    python.run_with_packages("cross_pairs.py", choice)?;
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join("corners.py");
    let battery = Battery { engine, ..Battery::new(programs, dir.join("data.json"), dialect, "all") };
    let expected = dir.join("expected.jsonl");
    battery.run_python(&python, &expected)?;
    let tally = battery.compare(&format!("corners, {dialect}, {engine}"), &expected, &python)?;
    suite.add(&tally, Some(&battery));
    Ok(())
}
