//! Verifiers on samples of other tasks, where most of what they were written for does not hold.

use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, paths};
use std::process::ExitCode;

fn main() -> ExitCode {
    Suite::run("cross_pairs", |suite| {
        compare(suite, "rearc", 110, 200, "1133")?;
        compare(suite, "arc", 40, 60, "3")
    })
}

/// The seeds are chosen so that Python finishes: three verifiers of the 400 (91413438, ac0a08a4, feca6190) make grids of
/// up to 27,000 × 27,000 cells on some samples of other tasks.
fn compare(suite: &mut Suite, dialect: &'static str, programs: usize, samples: usize, seed: &str) -> Result<()> {
    let python = suite.python.clone();
    let dir = paths::workspace(&format!("cross_pairs {dialect}"))?;
    let (programs_n, samples_n) = (programs.to_string(), samples.to_string());
    let out = dir.to_string_lossy();
    let choice = ["--out", &*out, "--programs", &programs_n, "--samples", &samples_n, "--seed", seed];
    python.run_with_packages("cross_pairs.py", choice)?;
    let battery = Battery { programs: dir.join("programs.py"), data: dir.join("data.json"), dialect, pair: "all" };
    let expected = dir.join("expected.jsonl");
    battery.run_python(&python, &expected)?;
    let mut tally = battery.compare(&format!("cross pairs, {dialect}"), &expected, "fast", &python)?;
    if tally.compared != programs * samples {
        tally.complain(format!("{} rows instead of {programs} × {samples}", tally.compared));
    }
    suite.add(&tally, Some(&battery));
    Ok(())
}
