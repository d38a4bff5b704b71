//! `megabatt show` on 50 of re-arc's verifiers: each is drawn without a panic, no line is too wide, and what it says of
//! the result is what `megabatt run` says.

use megabatt_conformance::outcome::{Line, Outcome};
use megabatt_conformance::programs::Battery;
use megabatt_conformance::python::Python;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::tally::Tally;
use megabatt_conformance::{Result, paths};
use std::process::{Command, ExitCode};

const PROGRAMS: usize = 50;
const WIDTH: usize = 80;
/// Any will do: both sides are megabatt.
const NONE_HASH: i64 = 1;

fn main() -> ExitCode {
    Suite::run("show_verifiers", |suite| {
        let python = suite.python.clone();
        let battery = Battery::new(python.verifiers(), python.tasks(), "rearc", "own");
        let outcomes = paths::workspace("show_verifiers")?.join("outcomes.jsonl");
        battery.run_megabatt(NONE_HASH, &outcomes)?;
        let mut tally = Tally::new("show against run, rearc");
        let text = paths::read(&outcomes)?;
        let first_pairs: Vec<(&str, Line)> = text
            .lines()
            .map(|row| Line::parse(row).map(|line| (row, line)))
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .filter(|(_, line)| line.key.split == "train" && line.key.index == 0)
            .collect();
        for (row, line) in first_pairs.iter().step_by((first_pairs.len() / PROGRAMS).max(1)).take(PROGRAMS) {
            match show(&python, line) {
                Ok(shown) => tally.compare(&line.key.program, row, verdict(line), shown, line.address_dependent),
                Err(why) => tally.complain(format!("{}: {why}", line.key.program)),
            }
        }
        if tally.compared + tally.complaints.len() != PROGRAMS {
            tally.complain(format!("{} programs instead of {PROGRAMS}", tally.compared));
        }
        suite.add(&tally, None);
        Ok(())
    })
}

/// What a row comes to, in the words of `show`.
fn verdict(line: &Line) -> Outcome {
    match (&line.outcome, line.matches) {
        (Outcome::Value(_), Some(true)) => Outcome::Value("\"right\"".to_string()),
        (Outcome::Value(_), _) => Outcome::Value("\"wrong\"".to_string()),
        (other, _) => other.clone(),
    }
}

/// Draws a program and reads the verdict off the drawing.
fn show(python: &Python, line: &Line) -> Result<Outcome> {
    let binary = paths::megabatt()?;
    let output = Command::new(&binary)
        .arg("show")
        .arg(format!("{}::{}", python.verifiers().display(), line.key.program))
        .arg(&line.key.task)
        .arg("--data")
        .arg(python.tasks())
        .args(["--split", "train", "--dialect", "rearc", "--sample", "train:0", "--color", "never"])
        .env("COLUMNS", WIDTH.to_string())
        .output()
        .map_err(|e| format!("cannot start {}: {e}", binary.display()))?;
    let (text, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !output.status.success() || said.contains("panicked") {
        return Err(format!("ended with {}: {said:.2000}", output.status));
    }
    if let Some(wide) = text.lines().find(|line| line.chars().count() > WIDTH) {
        return Err(format!("a line is wider than {WIDTH} columns: {wide}"));
    }
    let find = |start: &str| text.lines().rev().find_map(|line| line.strip_prefix(start));
    match (find("right: "), find("wrong: "), find("failed: ")) {
        (Some(_), ..) => Ok(Outcome::Value("\"right\"".to_string())),
        (_, Some(_), _) => Ok(Outcome::Value("\"wrong\"".to_string())),
        (.., Some(failed)) => Ok(match failed.strip_prefix("limit ") {
            Some(limit) => Outcome::Limit(limit.to_string()),
            None => Outcome::Error(failed.to_string()),
        }),
        _ => Err("there is no verdict".to_string()),
    }
}
