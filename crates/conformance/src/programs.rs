//! Whole programs: the `megabatt` binary against Python, outcome file against outcome file.

use crate::outcome::{Key, Line, Outcome};
use crate::python::{Meta, Python};
use crate::tally::Tally;
use crate::{Result, paths, probe};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs and the samples they run on.
#[derive(Clone, Debug)]
pub struct Battery {
    pub programs: PathBuf,
    pub data: PathBuf,
    /// `rearc` or `arc`.
    pub dialect: &'static str,
    /// `own` or `all`.
    pub pair: &'static str,
    /// megabatt's: `fast` or `reference`.
    pub engine: &'static str,
    /// What megabatt may use instead of its default.
    pub fuel: Option<u64>,
    /// CPU seconds that Python may take for a call.
    pub cap: u32,
}

impl Battery {
    /// The programs and data that a script left in a folder.
    pub fn in_folder(dir: &Path, dialect: &'static str, pair: &'static str) -> Battery {
        Battery::new(dir.join("programs.py"), dir.join("data.json"), dialect, pair)
    }

    pub fn new(programs: PathBuf, data: PathBuf, dialect: &'static str, pair: &'static str) -> Battery {
        Battery { programs, data, dialect, pair, engine: "fast", fuel: None, cap: 60 }
    }

    /// Has Python write its outcomes, and gives what it says about them.
    pub fn run_python(&self, python: &Python, out: &Path) -> Result<String> {
        let args = self.files("--programs").into_iter().chain(options(&[
            ("--dialect", self.dialect.into()),
            ("--pair", self.pair.into()),
            ("--cap", self.cap.to_string().into()),
            ("--out", out.into()),
        ]));
        python.run_with_packages("reference.py", args)
    }

    /// Has megabatt write its outcomes.
    pub fn run_megabatt(&self, none_hash: i64, out: &Path) -> Result<()> {
        let binary = paths::megabatt()?;
        let output = Command::new(&binary)
            .arg("run")
            .arg(&self.programs)
            .args(options(&[
                ("--data", self.data.clone().into()),
                ("--split", "train".into()),
                ("--dialect", self.dialect.into()),
                ("--pair", self.pair.into()),
                ("--engine", self.engine.into()),
                ("--outcomes", out.into()),
                ("--values", "full".into()),
                ("--none-hash", none_hash.to_string().into()),
            ]))
            .args(self.fuel.iter().flat_map(|fuel| ["--fuel".to_string(), fuel.to_string()]))
            .arg("--quiet")
            .output()
            .map_err(|e| format!("cannot start {}: {e}", binary.display()))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("megabatt run ended with {}:\n{said:.4000}", output.status));
        }
        Ok(())
    }

    /// Compares megabatt with Python's outcomes in `expected`.
    pub fn compare(&self, part: &str, expected: &Path, python: &Python) -> Result<Tally> {
        let got = expected.with_file_name(format!("{}.jsonl", self.engine));
        self.run_megabatt(Meta::beside(expected)?.none_hash, &got)?;
        let got = paths::read(&got)?.lines().map(Line::parse).collect::<Result<Vec<_>>>()?;
        self.compare_lines(part, expected, got, python)
    }

    /// Compares outcomes that megabatt gave with Python's in `expected`.
    pub fn compare_lines(&self, part: &str, expected: &Path, got: Vec<Line>, python: &Python) -> Result<Tally> {
        let mut tally = Tally::new(part);
        compare_rows(&mut tally, &paths::read(expected)?, got)?;
        let mut context = options(&[("--dialect", self.dialect.into())]);
        context.extend(self.files("--programs"));
        probe::settle(&mut tally, python, &context)?;
        check_capped(&mut tally)?;
        tally.close();
        Ok(tally)
    }

    /// The files as arguments of a script.
    pub fn files(&self, programs: &str) -> Vec<OsString> {
        options(&[(programs, self.programs.clone().into()), ("--data", self.data.clone().into())])
    }
}

fn options(pairs: &[(&str, OsString)]) -> Vec<OsString> {
    pairs.iter().flat_map(|(name, value)| [OsString::from(name), value.clone()]).collect()
}

/// Compares outcomes row by row, whatever their order.
fn compare_rows(tally: &mut Tally, expected: &str, got: Vec<Line>) -> Result<()> {
    let mut rows: BTreeMap<Key, Line> = BTreeMap::new();
    for line in got {
        if let Some(twice) = rows.insert(line.key.clone(), line) {
            tally.complain(format!("megabatt has two outcomes for {}", twice.key));
        }
    }
    for row in expected.lines() {
        let line = Line::parse(row)?;
        let Some(found) = rows.remove(&line.key) else {
            tally.complain(format!("megabatt has no outcome for {}", line.key));
            continue;
        };
        let equal_values = matches!(line.outcome, Outcome::Value(_)) && line.outcome == found.outcome;
        if equal_values && found.matches.is_some() && found.matches != line.matches {
            tally.complain(format!("{}: \"match\" is {:?} and should be {:?}", line.key, found.matches, line.matches));
        }
        let who = if matches!(line.outcome, Outcome::Capped(_)) { line.key.to_string() } else { line.key.program };
        tally.compare(&who, row, line.outcome, found.outcome, found.address_dependent);
    }
    if let Some(key) = rows.keys().next() {
        tally.complain(format!("megabatt has {} outcomes that Python has not, such as {key}", rows.len()));
    }
    Ok(())
}

/// Holds the calls that Python did not finish against the committed list, both ways.
fn check_capped(tally: &mut Tally) -> Result<()> {
    let list = paths::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("not-compared.txt"))?;
    let listed: Vec<&str> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.strip_prefix(&format!("{}: ", tally.part)))
        .collect();
    let unlisted: Vec<String> = tally.capped.iter().filter(|row| !listed.contains(&row.as_str())).cloned().collect();
    for row in unlisted {
        tally.complain(format!("Python did not finish, and not-compared.txt does not have: {}: {row}", tally.part));
    }
    for row in listed {
        if !tally.capped.iter().any(|capped| capped == row) {
            tally.complain(format!("not-compared.txt lists what Python did finish: {}: {row}", tally.part));
        }
    }
    Ok(())
}
