//! `cargo xtask bench battery`: all verifiers on all samples of some or all tasks, as one battery on all cores.
//!
//! Python runs a seeded sample of the same pairs, on one core, for comparison: all of them would take it most of a day.

use super::measure::{number, parsed_with_peak};
use super::passes;
use super::report::{self, Page, Table, mebibytes};
use crate::{Result, python, repo};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many tasks the runs have that people compare by; the last one has all.
const SIZES: [usize; 4] = [10, 50, 200, 400];

/// On how many tasks passes are compared.
const TASKS_OF_PASSES: usize = 50;

/// Programs × samples that Python runs, and the seed that chooses them.
const SAMPLE: [&str; 6] = ["--programs", "100", "--samples", "50", "--seed", "4"];

/// A call of Python's that takes longer is cut, and its program left out of Python's rate.
const CAP: &str = "10";

pub fn run(args: &[&str]) -> Result<()> {
    let sizes = parse(args)?;
    let python = python::find()?;
    println!("building, and fetching what is compared with");
    repo::build_dist(&["--bin", "megabatt"])?;
    let packages = python.packages()?;
    let (about, python_peak) = time_python(&python, &packages)?;
    let python_rate = number(&about, "calls")? / number(&about, "seconds")?;
    println!("Python: {python_rate:.0} evaluations/s on one core");
    let corpus = Corpus::read(&packages)?;
    let (table, measured) = compare_sizes(&corpus, &sizes)?;
    let (mut tables, passes) = passes::compare(&corpus, TASKS_OF_PASSES.min(sizes[sizes.len() - 1]))?;
    tables.insert(0, table);
    let page = Page {
        name: "battery",
        title: "400 verifiers as a battery",
        note: format!(
            "All cores here. Python, on one core, runs {} seeded pairs of them at {python_rate:.0} evaluations/s with {} of \
             memory; among those is none of the programs it does not survive on all samples, which take most of the time \
             here. For a ratio on equal terms see vs-python.",
            about["calls"],
            mebibytes(python_peak)
        ),
        tables,
    };
    let command = ["cargo xtask bench battery"].iter().chain(args).copied().collect::<Vec<_>>().join(" ");
    let data = json!({"python": about, "python_peak_bytes": python_peak, "sizes": measured, "passes": passes});
    report::write_page(&page, &command, &about, &data)
}

fn parse(args: &[&str]) -> Result<Vec<usize>> {
    let size = |text: &str| text.parse().ok().filter(|n| (1..=400).contains(n));
    let sizes = match args {
        [] => Some(SIZES.to_vec()),
        ["--tasks", list] => list.split(',').map(size).collect(),
        _ => None,
    };
    sizes.ok_or_else(|| "cargo xtask bench battery [--tasks N,N], of 400 tasks".to_string())
}

fn compare_sizes(corpus: &Corpus<'_>, sizes: &[usize]) -> Result<(Table, Vec<Value>)> {
    let (mut rows, mut measured) = (Vec::new(), Vec::new());
    for &size in sizes {
        let (run, peak) = corpus.run(size, &[])?;
        let (runs, seconds) = (number(&run["totals"], "runs")?, number(&run["totals"], "run_seconds")?);
        let rate = runs / seconds;
        println!("{size} tasks: {runs} evaluations in {seconds:.1} s, {rate:.0}/s, {}", mebibytes(peak));
        rows.push(vec![
            size.to_string(),
            format!("{runs}"),
            format!("{seconds:.2} s"),
            format!("{rate:.0}"),
            mebibytes(peak),
            format!("{}", run["totals"]["limits"]),
        ]);
        let about = json!({"tasks": size, "totals": run["totals"], "phases": run["phases"], "battery": run["battery"]});
        measured.push(json!({"run": about, "per_second": rate, "peak_bytes": peak}));
    }
    let headings = &["tasks", "evaluations", "time", "evaluations/s", "peak memory", "limits"];
    Ok((Table { note: String::new(), headings, rows }, measured))
}

fn time_python(python: &python::Python, packages: &Path) -> Result<(Value, Option<u64>)> {
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
    parsed_with_peak(command.arg("--kept").arg(work.join("kept.py")))
}

/// The verifiers, and the tasks they run on.
pub struct Corpus<'a> {
    packages: &'a Path,
    data: PathBuf,
    ids: Vec<String>,
}

impl Corpus<'_> {
    fn read(packages: &Path) -> Result<Corpus<'_>> {
        let data = packages.join("arc.json");
        let text = std::fs::read_to_string(&data).map_err(|e| format!("{}: {e}", data.display()))?;
        let sets: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", data.display()))?;
        let ids = sets["train"].as_object().into_iter().flat_map(|tasks| tasks.keys().cloned()).collect();
        Ok(Corpus { packages, data, ids })
    }

    /// The summary of a run on every n-th task, so that all kinds are there, and the most memory it had.
    pub fn run(&self, size: usize, options: &[&str]) -> Result<(Value, Option<u64>)> {
        let chosen = self.ids.iter().step_by((self.ids.len() / size).max(1)).take(size);
        let chosen = chosen.map(String::as_str).collect::<Vec<_>>().join(",");
        let mut command = Command::new(repo::dist("megabatt"));
        command.arg("run").arg(self.packages.join("rearc_utils").join("verifiers.py")).arg("--data").arg(&self.data);
        command.args(["--split", "train", "--dialect", "rearc", "--pair", "all", "--progress", "never"]);
        parsed_with_peak(command.args(["--format", "json", "--tasks", &chosen]).args(options))
    }
}
