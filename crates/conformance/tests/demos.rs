//! Programs of (S, I, C) on whole tasks, and the scores of differs.

use megabatt_conformance::outcome::Outcome;
use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::tally::Tally;
use megabatt_conformance::{Result, paths};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    Suite::run("demos", |suite| ["rearc", "arc"].into_iter().try_for_each(|dialect| compare(suite, dialect)))
}

fn compare(suite: &mut Suite, dialect: &'static str) -> Result<()> {
    let python = suite.python.clone();
    let dir = paths::workspace(&format!("demos {dialect}"))?;
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join("demos.py");
    let (out, file) = (dir.to_string_lossy(), programs.to_string_lossy());
    let choice = ["--out", &*out, "--programs", &*file, "--tasks", "10", "--seed", "demos", "--dialect", dialect];
    python.run_with_packages("demo_cases.py", choice)?;
    let mut battery = Battery::new(programs, dir.join("data.json"), dialect, "all");
    let expected = dir.join("expected.jsonl");
    print!("  {}", battery.run_python(&python, &expected)?);
    for engine in ["fast", "reference"] {
        battery.engine = engine;
        let tally = battery.compare(&format!("demos, {dialect}, {engine}"), &expected, &python)?;
        suite.add(&tally, Some(&battery));
        suite.add(&scores(&battery, &dir)?, None);
    }
    Ok(())
}

/// A cell of the scores: program, task and differ.
type Cell = (String, String, String);

/// What differs said in Python and in megabatt.
fn scores(battery: &Battery, dir: &Path) -> Result<Tally> {
    let file = dir.join(format!("{}.json", battery.engine));
    let output = Command::new(paths::megabatt()?)
        .arg("run")
        .arg(&battery.programs)
        .args(["--dialect", battery.dialect, "--engine", battery.engine, "--pair", "all", "--quiet", "--scores-all"])
        .arg("--data")
        .arg(&battery.data)
        .arg("--scores")
        .arg(&file)
        .output()
        .map_err(|e| format!("cannot start megabatt: {e}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("megabatt run ended with {}: {said:.2000}", output.status));
    }
    let mut got = cells(&file)?;
    let mut tally = Tally::new(&format!("differs, {}, {}", battery.dialect, battery.engine));
    for (cell, expected) in cells(&dir.join("scores.json"))? {
        let (program, task, differ) = &cell;
        let row = format!("{{\"program\":\"{program}\",\"task\":\"{task}\",\"differ\":\"{differ}\"}}");
        match got.remove(&cell) {
            Some(found) => tally.compare(differ, &row, Outcome::Value(expected), Outcome::Value(found), false),
            None => tally.complain(format!("megabatt has no scores for {row}")),
        }
    }
    if !got.is_empty() {
        tally.complain(format!("megabatt has {} scores that Python has not", got.len()));
    }
    tally.close();
    Ok(tally)
}

/// The scores of a file by cell, as JSON with sorted keys.
fn cells(path: &Path) -> Result<BTreeMap<Cell, String>> {
    let rows: Vec<Value> = serde_json::from_str(&paths::read(path)?).map_err(|e| format!("{}: {e}", path.display()))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let mut cells = BTreeMap::new();
    for row in &rows {
        for (differ, said) in row["differs"].as_object().into_iter().flatten() {
            cells.insert((text(&row["program"]), text(&row["task"]), differ.clone()), sorted(said).to_string());
        }
    }
    Ok(cells)
}

/// The same whatever the order of the keys was.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> = fields.iter().map(|(name, field)| (name.clone(), sorted(field))).collect();
            Value::Object(fields.into_iter().collect())
        }
        other => other.clone(),
    }
}
