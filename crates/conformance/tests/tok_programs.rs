//! tokpidjin's own 400 programs on every ARC-AGI-1 training sample of their task, against its DSL, which runs beside.
//!
//! They are not part of this repository: a checkout is named with `MEGABATT_TOKPIDJIN`, else nothing is compared.

use megabatt_conformance::outcome::Line;
use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, paths};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const SAMPLES: usize = 1_717;

fn main() -> ExitCode {
    Suite::run_with_tokpidjin("tok_programs", compare)
}

fn compare(suite: &mut Suite) -> Result<()> {
    let python = suite.python.clone();
    let checkout = paths::tokpidjin()?.ok_or("the checkout is gone")?;
    let mut battery = Battery::new(programs(&checkout)?, python.tasks(), "tok", "own");
    let expected = paths::workspace("tok_programs")?.join("expected.jsonl");
    print!("  {}", battery.run_python(&python, &expected)?);
    println!("  tokpidjin solves {}", solved(&expected)?);
    for engine in ["fast", "reference"] {
        battery.engine = engine;
        let mut tally = battery.compare(&format!("tok programs, {engine}"), &expected, &python)?;
        println!("  megabatt solves {}", solved(&expected.with_file_name(format!("{engine}.jsonl")))?);
        if tally.compared != SAMPLES {
            tally.complain(format!("{} samples instead of {SAMPLES}", tally.compared));
        }
        suite.add(&tally, Some(&battery));
    }
    Ok(())
}

fn programs(checkout: &Path) -> Result<PathBuf> {
    let file = checkout.join("solvers_pre.py");
    if file.exists() { Ok(file) } else { Err(format!("{} is not there", file.display())) }
}

/// How many programs are right on all samples of their task.
fn solved(outcomes: &Path) -> Result<String> {
    let mut right: BTreeMap<String, bool> = BTreeMap::new();
    for line in paths::read(outcomes)?.lines() {
        let line = Line::parse(line)?;
        *right.entry(line.key.program).or_insert(true) &= line.matches == Some(true);
    }
    Ok(format!("{} of {} tasks", right.values().filter(|&&all| all).count(), right.len()))
}
