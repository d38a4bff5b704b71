//! re-arc's 400 verifiers on every ARC-AGI-1 training sample of their task.

use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, paths};
use std::process::ExitCode;

const SAMPLES: usize = 1_717;

fn main() -> ExitCode {
    Suite::run("own_pairs", |suite| {
        for dialect in ["rearc", "arc"] {
            compare(suite, dialect)?;
        }
        Ok(())
    })
}

fn compare(suite: &mut Suite, dialect: &'static str) -> Result<()> {
    let python = suite.python.clone();
    let mut battery = Battery::new(python.verifiers(), python.tasks(), dialect, "own");
    let expected = paths::workspace(&format!("own_pairs {dialect}"))?.join("expected.jsonl");
    print!("  {}", battery.run_python(&python, &expected)?);
    for engine in ["fast", "reference"] {
        battery.engine = engine;
        let mut tally = battery.compare(&format!("own pairs, {dialect}, {engine}"), &expected, &python)?;
        if tally.compared != SAMPLES {
            tally.complain(format!("{} samples instead of {SAMPLES}", tally.compared));
        }
        suite.add(&tally, Some(&battery));
    }
    Ok(())
}
