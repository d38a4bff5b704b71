//! Mutated verifiers on three samples of their task each.

use megabatt_conformance::programs::Battery;
use megabatt_conformance::python::Meta;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, paths};
use std::process::ExitCode;

fn main() -> ExitCode {
    Suite::run("mutants", |suite| {
        compare(suite, "rearc", 3_000)?;
        compare(suite, "arc", 2_000)
    })
}

fn compare(suite: &mut Suite, dialect: &'static str, count: usize) -> Result<()> {
    let python = suite.python.clone();
    let dir = paths::workspace(&format!("mutants {dialect}"))?;
    let (number, out) = (count.to_string(), dir.to_string_lossy());
    let made = python.run_with_packages("mutants.py", ["--out", &*out, "--count", &number, "--dialect", dialect])?;
    print!("  {made}");
    let expected = dir.join("expected.jsonl");
    let replaced = Meta::beside(&expected)?.replaced;
    for engine in ["fast", "reference"] {
        let battery = Battery { engine, ..Battery::in_folder(&dir, dialect, "own") };
        let mut tally = battery.compare(&format!("mutants, {dialect}, {engine}"), &expected, &python)?;
        if tally.compared != 3 * count {
            tally.complain(format!("{} rows instead of 3 × {count}", tally.compared));
        }
        let raised = tally.percent_raised();
        if !(15.0..=50.0).contains(&raised) {
            tally.complain(format!("{raised:.1} % of the mutants raise; it should be 15 to 50 %"));
        }
        if replaced * 100 > count {
            tally.complain(format!("{replaced} mutants took Python too long; at most 1 % may"));
        }
        suite.add(&tally, Some(&battery));
    }
    Ok(())
}
