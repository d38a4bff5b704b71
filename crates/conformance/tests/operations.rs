//! Every operation directly, on arguments from valid to absurd, on both engines.

use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, cases, paths};
use megabatt_core::{Dialect, Op};
use megabatt_cpu::Engine;
use std::process::ExitCode;

const EACH: usize = 320;

fn main() -> ExitCode {
    Suite::run("operations", |suite| {
        compare(suite, Dialect::Rearc, "1")?;
        compare(suite, Dialect::Arc, "2")
    })
}

/// The seeds differ, so that what both dialects have in common is tried on twice as many arguments.
fn compare(suite: &mut Suite, dialect: Dialect, seed: &str) -> Result<()> {
    let operations: Vec<&str> = Op::ALL.iter().map(|op| op.name()).collect();
    let python = suite.python.clone();
    let file = paths::workspace(&format!("operations {}", dialect.name()))?.join("cases.jsonl");
    let (out, each, only) = (file.to_string_lossy(), EACH.to_string(), operations.join(","));
    let choice = ["--out", &*out, "--each", &each, "--only", &only, "--dialect", dialect.name(), "--seed", seed];
    print!("  {}", python.run_with_packages("op_cases.py", choice)?);
    for engine in [Engine::Fast, Engine::Reference] {
        let part = format!("operations, {}, {}", dialect.name(), format!("{engine:?}").to_lowercase());
        let mut tally = cases::compare(&part, &file, dialect, engine, &python)?;
        if tally.compared != EACH * operations.len() {
            tally.complain(format!("{} cases instead of {EACH} × {}", tally.compared, operations.len()));
        }
        suite.add(&tally, None);
    }
    Ok(())
}
