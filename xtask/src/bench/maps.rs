//! `.map` of every verifier next to Python's loop over the same grids, as tables of `cargo xtask bench python`.

use super::measure::{number, parsed};
use super::report::Table;
use crate::package::Venv;
use crate::{Result, repo};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Programs whose rows are shown: in the order of Python's time for a grid, those at these parts of the way.
const SHOWN: [f64; 9] = [0.0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1.0];
/// Programs that run on lists and arrays, too: one that only turns a grid round, and three of ordinary size.
const IN_OTHER_FORMS: &str = "3c9b0459,a79310a0,007bbfb7,ef135b50";

/// One program's times, in seconds for all grids.
struct Times {
    program: String,
    looped: f64,
    python: f64,
    cpu: f64,
    wall: f64,
}

impl Times {
    fn of(row: &Value) -> Result<Times> {
        Ok(Times {
            program: row["program"].as_str().unwrap_or_default().to_string(),
            looped: number(row, "looped")?,
            python: number(row, "python_cpu_seconds")?,
            cpu: number(row, "map_cpu_seconds")?,
            wall: number(row, "map_wall_seconds")?,
        })
    }

    fn per_core(&self) -> f64 {
        self.python / self.cpu
    }

    fn all_cores(&self) -> f64 {
        self.python / self.wall
    }
}

/// Runs all of it; what is shown, and all that was measured.
pub fn measure(venv: &Venv, packages: &Path) -> Result<(Vec<Table>, Value)> {
    let every = parsed(&mut script(venv, packages, &[]))?;
    let forms = parsed(&mut script(venv, packages, &["--forms", "--only", IN_OTHER_FORMS]))?;
    let mut times: Vec<Times> = listed(&every).map(Times::of).collect::<Result<_>>()?;
    times.sort_by(|a, b| a.python.total_cmp(&b.python));
    let grids = number(&every, "grids")?;
    let tables = vec![ratios(&times, grids), examples(&times, grids), other_forms(&forms, grids)?];
    Ok((tables, json!({"programs": every, "forms": forms})))
}

fn script(venv: &Venv, packages: &Path, options: &[&str]) -> Command {
    let mut command = venv.run(&["-B"]);
    command.arg(repo::root().join("xtask/python/time_map.py")).arg("--packages").arg(packages).args(options);
    command
}

fn listed(measured: &Value) -> impl Iterator<Item = &Value> {
    measured["programs"].as_array().into_iter().flatten()
}

/// How the ratios of all programs are distributed.
fn ratios(times: &[Times], grids: f64) -> Table {
    let row = |name: &str, ratio: fn(&Times) -> f64| {
        let mut sorted: Vec<f64> = times.iter().map(ratio).collect();
        sorted.sort_by(f64::total_cmp);
        let part = |part: f64| format!("{:.1}×", sorted[(part * (sorted.len() - 1) as f64).round() as usize]);
        let at_least = |least: f64| sorted.iter().filter(|&&ratio| ratio >= least).count().to_string();
        let ours: f64 = times.iter().map(|times| times.python / ratio(times)).sum();
        let sum = times.iter().map(|times| times.python).sum::<f64>() / ours;
        let parts = [0.0, 0.25, 0.5, 0.75, 0.9, 1.0].map(part);
        let counts = [at_least(50.0), at_least(200.0), format!("{sum:.0}×")];
        [name.to_string()].into_iter().chain(parts).chain(counts).collect()
    };
    Table {
        note: format!(
            "`.map` of each of the {} verifiers over {grids} grids of its task's kind, tuples in and tuples out, against a loop in \
             Python over the same grids in the same process with the real DSL; Python's loop ran on some of them and is reckoned \
             up. \"A core\" compares CPU times, \"all cores\" Python's CPU time with the clock of `.map`. The last column compares the \
             sums over all programs.",
            times.len()
        ),
        headings: &["ratio", "least", "25 %", "median", "75 %", "90 %", "most", "≥ 50×", "≥ 200×", "of the sums"],
        rows: vec![row("a core", Times::per_core), row("all cores", Times::all_cores)],
    }
}

/// Programs from the lightest to the heaviest.
fn examples(times: &[Times], grids: f64) -> Table {
    let micros = |seconds: f64| format!("{:.2} µs", 1e6 * seconds / grids);
    let shown = SHOWN.iter().filter_map(|part| times.get((part * (times.len() - 1) as f64).round() as usize));
    let row = |times: &Times| {
        vec![
            times.program.clone(),
            times.looped.to_string(),
            micros(times.python),
            micros(times.cpu),
            micros(times.wall),
            format!("{:.1}×", times.per_core()),
            format!("{:.1}×", times.all_cores()),
        ]
    };
    Table {
        note: "Programs from the lightest to the heaviest in Python, at 0, 5, 10, 25, 50, 75, 90, 95 and 100 % of the way; times \
               for each grid."
            .to_string(),
        headings: &["program", "looped", "Python", ".map, CPU", ".map, clock", "a core", "all cores"],
        rows: shown.map(row).collect(),
    }
}

/// The same programs on other forms of grids.
fn other_forms(measured: &Value, grids: f64) -> Result<Table> {
    let row = |row: &Value| -> Result<Vec<String>> {
        let times = Times::of(row)?;
        let micros = |seconds: f64| format!("{:.2} µs", 1e6 * seconds / grids);
        let form = |name: &str| number(&row["forms"], name).map(micros);
        Ok(vec![times.program.clone(), micros(times.python), micros(times.cpu), form("lists")?, form("arrays")?])
    };
    Ok(Table {
        note: "CPU time of `.map` for each grid, by the form in which grids are given; results are tuples, for arrays arrays."
            .to_string(),
        headings: &["program", "Python", "tuples", "lists", "arrays"],
        rows: listed(measured).map(row).collect::<Result<_>>()?,
    })
}
