//! `megabatt check` on re-arc's 400 verifiers and on mutants of them.
//!
//! Dead and repeated lines are counted again with Python's own parser; `--fix` must not change an outcome; and what is
//! called certain to raise must raise on every sample.

use megabatt_conformance::check::{Finding, findings, fix};
use megabatt_conformance::outcome::{Line, Outcome};
use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::tally::Tally;
use megabatt_conformance::{Result, paths};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

const MUTANTS: usize = 1_200;
/// So many of them at least are certain to raise.
const CERTAIN: usize = 100;

fn main() -> ExitCode {
    Suite::run("check", |suite| {
        verifiers(suite)?;
        mutants(suite, "rearc")?;
        mutants(suite, "arc")
    })
}

#[derive(Deserialize)]
struct Needless {
    dead: Vec<usize>,
    repeated: Vec<usize>,
}

fn verifiers(suite: &mut Suite) -> Result<()> {
    let python = suite.python.clone();
    let file = paths::workspace("check verifiers")?.join("verifiers.py");
    paths::write(&file, &paths::read(&python.verifiers())?)?;
    let text = python.run("needless.py", ["--programs".as_ref(), file.as_os_str()])?;
    let expected: Needless = serde_json::from_str(&text).map_err(|e| format!("needless.py: {e}"))?;
    let found = findings(&file, "rearc")?;
    let mut tally = fixed(&Battery::new(file, python.tasks(), "rearc", "own"), "check, verifiers")?;
    for (code, expected) in [("dead-line", &expected.dead), ("repeated-line", &expected.repeated)] {
        let lines: Vec<usize> = found.iter().filter(|f| f.code == code).map(|f| f.line).collect();
        let functions: BTreeSet<_> = found.iter().filter(|f| f.code == code).map(|f| &f.function).collect();
        println!("  {code}: {} lines in {} programs", lines.len(), functions.len());
        if lines != *expected || lines.is_empty() {
            tally.complain(format!("{code} on {lines:?}, and Python's parser says {expected:?}"));
        }
    }
    let needless = ["dead-line", "repeated-line", "same-program", "equal-program", "simplify", "repeated-expression"];
    for wrong in found.iter().filter(|f| !needless.contains(&f.code.as_str())) {
        tally.complain(format!("the verifiers are right, and yet: line {}: {}", wrong.line, wrong.message));
    }
    suite.add(&tally, None);
    Ok(())
}

fn mutants(suite: &mut Suite, dialect: &'static str) -> Result<()> {
    let dir = paths::workspace(&format!("check mutants {dialect}"))?;
    let (count, out) = (MUTANTS.to_string(), dir.to_string_lossy());
    suite.python.run_with_packages("check_mutants.py", ["--out", &*out, "--count", &count, "--dialect", dialect])?;
    let battery = Battery::in_folder(&dir, dialect, "own");
    let certain: BTreeMap<String, Finding> = findings(&battery.programs, dialect)?
        .into_iter()
        .filter(|finding| finding.severity == "error")
        .filter_map(|finding| Some((finding.function.clone()?, finding)))
        .collect();
    let mut tally = fixed(&battery, &format!("check, mutants, {dialect}"))?;
    for line in outcomes(&dir.join("before.jsonl"))?.values() {
        if let (Outcome::Value(_), Some(finding)) = (&line.outcome, certain.get(&line.key.program)) {
            tally.complain(format!(
                "{} gives a value; line {} was said to raise: {}",
                line.key, finding.line, finding.message
            ));
        }
    }
    println!("  {} of {MUTANTS} mutants are certain to raise, and do", certain.len());
    if certain.len() < CERTAIN {
        tally.complain(format!("only {} of {MUTANTS} mutants are said to raise", certain.len()));
    }
    suite.add(&tally, None);
    Ok(())
}

/// Runs the programs, fixes their file, and runs them again: what gave a value gives it still.
fn fixed(battery: &Battery, part: &str) -> Result<Tally> {
    let (before, after) =
        (battery.programs.with_file_name("before.jsonl"), battery.programs.with_file_name("after.jsonl"));
    battery.run_megabatt(0, &before)?;
    fix(&battery.programs, battery.dialect)?;
    battery.run_megabatt(0, &after)?;
    let mut tally = Tally::new(part);
    for left in findings(&battery.programs, battery.dialect)? {
        if left.code == "dead-line" || left.code == "repeated-line" {
            tally.complain(format!("--fix left line {}: {}", left.line, left.message));
        }
    }
    let mut after = outcomes(&after)?;
    for (key, line) in outcomes(&before)? {
        let Some(now) = after.remove(&key) else {
            tally.complain(format!("after --fix there is no {key}"));
            continue;
        };
        if matches!(line.outcome, Outcome::Value(_)) {
            let flagged = line.address_dependent || now.address_dependent;
            tally.compare(&line.key.program, &key, line.outcome, now.outcome, flagged);
        }
    }
    for (_, limit) in std::mem::take(&mut tally.unconfirmed) {
        tally.complain(format!("--fix turned the value of {} into {}", limit.row, limit.got));
    }
    tally.close();
    Ok(tally)
}

fn outcomes(file: &Path) -> Result<BTreeMap<String, Line>> {
    paths::read(file)?.lines().map(|text| Line::parse(text).map(|line| (line.key.to_string(), line))).collect()
}
