//! Made-up calls whose arguments are calls: what any operation gives goes into any other.

use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, paths};
use std::process::ExitCode;

/// How many are made for each dialect, and on how many samples they run.
const COUNT: usize = 6_000;
const SAMPLES: usize = 4;

fn main() -> ExitCode {
    Suite::run("nested", |suite| {
        compare(suite, "rearc")?;
        compare(suite, "arc")
    })
}

fn compare(suite: &mut Suite, dialect: &'static str) -> Result<()> {
    let python = suite.python.clone();
    let dir = paths::workspace(&format!("nested {dialect}"))?;
    let (count, out) = (COUNT.to_string(), dir.to_string_lossy());
    let choice = ["--out", &*out, "--count", &count, "--seed", "1", "--dialect", dialect];
    python.run_with_packages("nested.py", choice)?;
    let battery = Battery::in_folder(&dir, dialect, "all");
    let expected = dir.join("expected.jsonl");
    print!("  {}", battery.run_python(&python, &expected)?);
    for engine in ["fast", "reference"] {
        let battery = Battery { engine, ..battery.clone() };
        let mut tally = battery.compare(&format!("nested, {dialect}, {engine}"), &expected, &python)?;
        if tally.compared != COUNT * SAMPLES {
            tally.complain(format!("{} rows instead of {COUNT} × {SAMPLES}", tally.compared));
        }
        let raised = tally.percent_raised();
        if !(20.0..=70.0).contains(&raised) {
            tally.complain(format!("{raised:.1} % of the calls raise; it should be 20 to 70 %"));
        }
        suite.add(&tally, Some(&battery));
    }
    Ok(())
}
