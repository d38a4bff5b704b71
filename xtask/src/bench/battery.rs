//! `cargo xtask bench battery`: all verifiers on all samples of some or all tasks, as one battery on all cores.
//!
//! Python runs a seeded sample of the same pairs, on one core, for comparison: all of them would take it most of a day.

use super::measure::{number, parsed};
use super::report::{self, Table};
use crate::{Result, python, repo};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// How many tasks the runs have that people compare by; the last one has all.
const SIZES: [usize; 4] = [10, 50, 200, 400];

/// Programs × samples that Python runs, and the seed that chooses them.
const SAMPLE: [&str; 6] = ["--programs", "100", "--samples", "50", "--seed", "4"];

/// A call of Python's that takes longer is cut, and its program left out of Python's rate.
const CAP: &str = "10";

pub fn run(args: &[&str]) -> Result<()> {
    if !args.is_empty() {
        return Err("cargo xtask bench battery takes no arguments".to_string());
    }
    let python = python::find()?;
    println!("building, and fetching what is compared with");
    repo::show(&mut repo::cargo(&["build", "--quiet", "--release"]))?;
    let packages = python.packages()?;
    let about = time_python(&python, &packages)?;
    let python_rate = number(&about, "calls")? / number(&about, "seconds")?;
    println!("Python: {python_rate:.0} evaluations/s on one core");
    let mut rows = Vec::new();
    let mut sizes = Vec::new();
    for size in SIZES {
        let run = run_size(&packages, size)?;
        let (runs, seconds) = (number(&run["totals"], "runs")?, number(&run["totals"], "run_seconds")?);
        let rate = runs / seconds;
        println!("{size} tasks: {runs} evaluations in {seconds:.1} s, {rate:.0}/s");
        rows.push(vec![
            size.to_string(),
            format!("{runs}"),
            format!("{seconds:.2} s"),
            format!("{rate:.0}"),
            format!("{}", run["totals"]["limits"]),
        ]);
        sizes.push(json!({"tasks": size, "totals": run["totals"], "battery": run["battery"], "per_second": rate}));
    }
    let table = Table {
        name: "battery",
        title: "400 verifiers as a battery",
        note: format!(
            "All cores here. Python, on one core, runs {} seeded pairs of them at {python_rate:.0} evaluations/s; among those \
             is none of the programs it does not survive on all samples, which take most of the time here. For a ratio on \
             equal terms see vs-python.",
            about["calls"]
        ),
        headings: &["tasks", "evaluations", "time", "evaluations/s", "limits"],
        rows,
    };
    report::write_table(&table, "cargo xtask bench battery", &about, &json!({"python": about, "sizes": sizes}))
}

fn time_python(python: &python::Python, packages: &Path) -> Result<Value> {
    let work = repo::target().join("bench-battery");
    std::fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    repo::show(
        python
            .script("crates/conformance/python/cross_pairs.py")
            .args(["--packages".as_ref(), packages.as_os_str(), "--out".as_ref(), work.as_os_str()])
            .args(SAMPLE),
    )?;
    let mut command = python.script("xtask/python/time_programs.py");
    command.arg("--packages").arg(packages).arg("--programs").arg(work.join("programs.py"));
    command.arg("--data").arg(work.join("data.json")).args(["--pair", "all", "--cap", CAP]);
    parsed(command.arg("--kept").arg(work.join("kept.py")))
}

/// Every n-th task, so that all kinds are there.
fn run_size(packages: &Path, size: usize) -> Result<Value> {
    let data = packages.join("arc.json");
    let text = std::fs::read_to_string(&data).map_err(|e| format!("{}: {e}", data.display()))?;
    let sets: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", data.display()))?;
    let ids: Vec<&String> = sets["train"].as_object().into_iter().flat_map(|tasks| tasks.keys()).collect();
    let chosen: Vec<&str> = ids.iter().step_by((ids.len() / size).max(1)).take(size).map(|id| id.as_str()).collect();
    let mut command = Command::new(repo::binary());
    command.arg("run").arg(packages.join("rearc_utils").join("verifiers.py")).arg("--data").arg(&data);
    command.args([
        "--split",
        "train",
        "--dialect",
        "rearc",
        "--pair",
        "all",
        "--progress",
        "never",
        "--format",
        "json",
    ]);
    parsed(command.args(["--tasks", &chosen.join(",")]))
}
