//! Makes a mismatch small enough to look at: the first line that differs, as a Python script and a `grid!` literal.

use crate::outcome::Line;
use crate::programs::Battery;
use crate::python::{Meta, Python};
use crate::tally::{Mismatch, Tally};
use crate::{Result, paths};
use megabatt_core::Grid;
use std::ffi::OsString;
use std::path::Path;

/// So many mismatches are shown in full; the rest are counted.
const SHOWN: usize = 10;
const LONGEST: usize = 1_000;

/// Prints the first mismatches of a part and counts the others. `battery` is given for whole programs.
pub fn print(tally: &Tally, battery: Option<&Battery>, python: &Python) {
    for (n, mismatch) in tally.examples().into_iter().take(SHOWN).enumerate() {
        println!("\n  mismatch {} of {} in {}: {}", n + 1, tally.mismatches.len(), tally.part, mismatch.who);
        let shown = match battery {
            Some(battery) => program(mismatch, battery, python),
            None => case(mismatch, python),
        };
        let text = shown.unwrap_or_else(|e| format!("{:.LONGEST$}\n{}\n({e})", mismatch.row, ending(mismatch)));
        println!("{}", indented(&text));
    }
    if tally.mismatches.len() > SHOWN {
        let counts: Vec<String> = tally.by_who().into_iter().map(|(who, n)| format!("{who} {n}")).collect();
        println!("\n  mismatches by name: {:.LONGEST$}", counts.join(", "));
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

fn ending(mismatch: &Mismatch) -> String {
    format!("# Python:   {:.LONGEST$}\n# megabatt: {:.LONGEST$}", mismatch.expected, mismatch.got)
}

/// A direct call or a chain of set operations.
fn case(mismatch: &Mismatch, python: &Python) -> Result<String> {
    let dir = paths::workspace("reproduce")?;
    let row = dir.join("row.json");
    paths::write(&row, &mismatch.row)?;
    let script = python.run("reproduce.py", ["case".into(), "--row".into(), row.into_os_string()])?;
    let case: serde_json::Value = serde_json::from_str(&mismatch.row).map_err(|e| e.to_string())?;
    let args = case["args"].as_array().map(Vec::as_slice).unwrap_or_default();
    let grids: String = args.iter().filter_map(|arg| grid(&arg["g"])).map(|grid| format!("\n{grid:?}")).collect();
    Ok(format!("{script}{}{grids}", ending(mismatch)))
}

/// A program, cut after the first line that differs.
fn program(mismatch: &Mismatch, battery: &Battery, python: &Python) -> Result<String> {
    let dir = paths::workspace("reproduce")?;
    let row = dir.join("row.json");
    paths::write(&row, &mismatch.row)?;
    let mut common = battery.files("--programs");
    common.extend(["--row".into(), row.into_os_string()]);
    let cut_args = ["cut".into(), "--out".into(), dir.clone().into_os_string()];
    python.run("reproduce.py", cut_args.into_iter().chain(common.clone()))?;
    let cut = Battery { engine: battery.engine, cap: 5, ..Battery::in_folder(&dir, battery.dialect, "own") };
    let (line, mismatch) = first_difference(&cut, &dir, python)?.unwrap_or((usize::MAX, mismatch.clone()));
    let upto: [OsString; 5] =
        ["lines".into(), "--dialect".into(), battery.dialect.into(), "--upto".into(), line.to_string().into()];
    let script = python.run("reproduce.py", upto.into_iter().chain(common))?;
    let data: serde_json::Value = serde_json::from_str(&paths::read(&cut.data)?).map_err(|e| e.to_string())?;
    let task = data["train"].as_object().and_then(|tasks| tasks.values().next());
    let picture = task.and_then(|task| grid(&task["train"][0]["input"])).map_or(String::new(), |g| format!("{g:?}"));
    Ok(format!("{script}{}\n{picture}", ending(&mismatch)))
}

/// The number of the first line whose value differs, if running line by line shows one.
fn first_difference(cut: &Battery, dir: &Path, python: &Python) -> Result<Option<(usize, Mismatch)>> {
    let expected = dir.join("expected.jsonl");
    let got = dir.join("got.jsonl");
    cut.run_python(python, &expected)?;
    cut.run_megabatt(Meta::beside(&expected)?.none_hash, &got)?;
    let got: Vec<Line> = paths::read(&got)?.lines().map(Line::parse).collect::<Result<_>>()?;
    for row in paths::read(&expected)?.lines() {
        let line = Line::parse(row)?;
        let found = got.iter().find(|other| other.key == line.key);
        if let Some(found) = found.filter(|found| found.outcome != line.outcome && !found.address_dependent) {
            let number = line.key.program.split('_').nth(1).and_then(|n| n.parse().ok()).unwrap_or(usize::MAX);
            let who = line.key.program;
            let mismatch = Mismatch { row: row.to_string(), who, expected: line.outcome, got: found.outcome.clone() };
            return Ok(Some((number, mismatch)));
        }
    }
    Ok(None)
}

/// The grid in a list of rows of small ints, if it is one.
fn grid(rows: &serde_json::Value) -> Option<Grid> {
    let rows: Option<Vec<Vec<i8>>> = rows
        .as_array()?
        .iter()
        .map(|row| row.as_array()?.iter().map(|cell| i8::try_from(cell.as_i64()?).ok()).collect())
        .collect();
    Grid::from_rows(&rows?)
}
