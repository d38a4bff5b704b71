//! `megabatt inline` on re-arc's 400 verifiers: what it prints reads back with the same canonical ids, and in Python
//! gives what the verifiers give, on every training sample of their tasks.

use megabatt_conformance::outcome::{Key, Line};
use megabatt_conformance::programs::Battery;
use megabatt_conformance::python::Python;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::tally::Tally;
use megabatt_conformance::{Result, paths};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

const PROGRAMS: usize = 400;
const SAMPLES: usize = 1_717;
const FORMS: [(&str, &[&str]); 3] = [
    ("expr", &["--form", "expr"]),
    ("ssa", &["--form", "ssa"]),
    ("ssa with dead lines", &["--form", "ssa", "--keep-dead"]),
];

fn main() -> ExitCode {
    Suite::run("inline_verifiers", |suite| {
        let python = suite.python.clone();
        let expected = paths::workspace("inline_verifiers")?.join("expected.jsonl");
        let original = Battery::new(python.verifiers(), python.tasks(), "rearc", "own");
        print!("  {}", original.run_python(&python, &expected)?);
        for (form, options) in FORMS {
            let tally = compare(&python, form, options, &original, &expected)?;
            suite.add(&tally, None);
        }
        Ok(())
    })
}

fn compare(python: &Python, form: &str, options: &[&str], original: &Battery, expected: &Path) -> Result<Tally> {
    let dir = paths::workspace(&format!("inline_verifiers {form}"))?;
    let (programs, outcomes) = (dir.join("programs.py"), dir.join("outcomes.jsonl"));
    paths::write(&programs, &inline(&original.programs, options)?)?;
    let mut tally = Tally::new(&format!("verifiers inlined, {form}"));
    let (before, after) = (canonical_ids(&original.programs)?, canonical_ids(&programs)?);
    if before.len() != PROGRAMS {
        tally.complain(format!("{} programs instead of {PROGRAMS}", before.len()));
    }
    if before != after {
        let differ = before.iter().filter(|(name, id)| after.get(*name) != Some(id)).map(|(name, _)| name.as_str());
        tally.complain(format!("other canonical ids: {}", differ.collect::<Vec<_>>().join(", ")));
    }
    let inlined = Battery::new(programs, original.data.clone(), "rearc", "own");
    print!("  {}", inlined.run_python(python, &outcomes)?);
    compare_rows(&mut tally, &paths::read(expected)?, &paths::read(&outcomes)?)?;
    if tally.compared != SAMPLES {
        tally.complain(format!("{} samples instead of {SAMPLES}", tally.compared));
    }
    tally.close();
    Ok(tally)
}

/// Both sides are Python's, so a row is equal or it is not.
fn compare_rows(tally: &mut Tally, expected: &str, got: &str) -> Result<()> {
    let mut rows: BTreeMap<Key, Line> = BTreeMap::new();
    for line in got.lines() {
        let line = Line::parse(line)?;
        rows.insert(line.key.clone(), line);
    }
    for row in expected.lines() {
        let line = Line::parse(row)?;
        match rows.remove(&line.key) {
            Some(found) => tally.compare(&line.key.program, row, line.outcome, found.outcome, false),
            None => tally.complain(format!("there is no outcome for {}", line.key)),
        }
    }
    Ok(())
}

/// The canonical id of each program of a file.
fn canonical_ids(programs: &Path) -> Result<BTreeMap<String, String>> {
    let text = inline(programs, &["--form", "hash"])?;
    let one = |line: &str| {
        let mut words = line.split_whitespace();
        let (_, canonical, name) = (words.next()?, words.next()?, words.next_back()?);
        Some((name.rsplit_once("::")?.1.to_string(), canonical.to_string()))
    };
    text.lines().map(|line| one(line).ok_or_else(|| format!("not a line of ids: {line}"))).collect()
}

fn inline(programs: &Path, options: &[&str]) -> Result<String> {
    let binary = paths::megabatt()?;
    let output = Command::new(&binary)
        .arg("inline")
        .arg(programs)
        .args(["--dialect", "rearc"])
        .args(options)
        .output()
        .map_err(|e| format!("cannot start {}: {e}", binary.display()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("megabatt inline ended with {}:\n{said:.4000}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|e| format!("megabatt inline: {e}"))
}
