//! `cargo xtask bench python`: the Python package next to the binary, on the same programs and tasks.
//!
//! Both read the files and run the programs, their repetitions interleaved. What counts is CPU time: on a busy machine the clock
//! tells about the others. Of the package, Python's own start is left out, and told beside it.

use super::cpu_time;
use super::maps;
use super::measure::{number, parsed};
use super::report::{self, Page, Table};
use crate::package::{self, Venv};
use crate::{Result, python, repo};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const REPEATS: usize = 5;
/// Of the 400 tasks, so many run with all programs.
const TASKS: usize = 40;

pub fn run(args: &[&str]) -> Result<()> {
    let tasks = match args {
        [] => Some(TASKS),
        ["--tasks", n] => n.parse().ok().filter(|n| (1..=400).contains(n)),
        _ => None,
    };
    let tasks = tasks.ok_or_else(|| "cargo xtask bench python [--tasks N], of 400".to_string())?;
    let python = python::find()?;
    println!("building, and fetching what is compared with");
    repo::build_dist(&["--bin", "megabatt"])?;
    let packages = python.packages()?;
    let venv = package::installed(&python, repo::DIST)?;
    let (mut rows, mut measured) = (Vec::new(), Vec::new());
    let mut about = Value::Null;
    for (pair, limit) in [("own", 400), ("all", tasks)] {
        let (mut package, mut process, mut binary) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..REPEATS {
            let before = cpu_time::of_children();
            about = parsed(&mut with_package(&venv, &packages, pair, limit))?;
            let between = cpu_time::of_children();
            let said = parsed(&mut with_binary(&packages, pair, &about))?;
            package.push(number(&about, "cpu_seconds")?);
            process.push(between - before);
            binary.push(cpu_time::of_children() - between);
            let last = binary.len() - 1;
            println!("{pair}: package {:.3} s of {:.3} s, binary {:.3} s", package[last], process[last], binary[last]);
            if number(&about, "right")? != number(&said["totals"], "right")? {
                return Err(format!("the two sides differ: {about} and {}", said["totals"]));
            }
        }
        let (ours, whole, theirs) = (median(&package), median(&process), median(&binary));
        rows.push(vec![
            pair.to_string(),
            limit.to_string(),
            about["runs"].to_string(),
            format!("{ours:.3} s"),
            format!("{theirs:.3} s"),
            format!("{:.2}", ours / theirs),
            format!("{whole:.3} s"),
        ]);
        measured.push(json!({"pair": pair, "tasks": limit, "runs": about["runs"], "package_cpu_seconds": package,
                             "package_process_cpu_seconds": process, "binary_cpu_seconds": binary,
                             "ratio_of_medians": ours / theirs}));
    }
    println!("mb.patch");
    let mut command = venv.run(&["-B"]);
    command.arg(repo::root().join("xtask").join("python").join("time_calls.py")).arg("--packages").arg(&packages);
    let calls = parsed(&mut command)?;
    println!(".map of all verifiers; this takes minutes");
    let (maps, mapped) = maps::measure(&venv, &packages)?;
    let import: Vec<f64> = (0..REPEATS).map(|_| import_seconds(&venv)).collect::<Result<_>>()?;
    let least = import.iter().copied().fold(f64::INFINITY, f64::min);
    let page = Page {
        name: "python",
        title: "The Python package",
        note: format!(
            "400 verifiers on ARC-AGI-1 training tasks, with reading the files; CPU time, median of {REPEATS}. The last column \
             has Python's start, too. `import megabatt` takes {:.0} ms of CPU time (least of {REPEATS}).",
            least * 1e3
        ),
        tables: [
            Table {
                note: String::new(),
                headings: &[
                    "pair",
                    "tasks",
                    "runs",
                    "mb.load(…).run(…)",
                    "megabatt run",
                    "ratio",
                    "with Python's start",
                ],
                rows,
            },
            calls_table(&calls)?,
        ]
        .into_iter()
        .chain(maps)
        .collect(),
    };
    let command = ["cargo xtask bench python"].iter().chain(args).copied().collect::<Vec<_>>().join(" ");
    report::write_page(
        &page,
        &command,
        &about,
        &json!({"runs": measured, "calls": calls, "map": mapped, "import_cpu_seconds": import}),
    )
}

/// `mb.patch` next to Python.
fn calls_table(calls: &Value) -> Result<Table> {
    let patch = &calls["patch"];
    let (python, ours) = (number(patch, "python_cpu_seconds")?, number(patch, "patched_cpu_seconds")?);
    let rows = vec![vec![
        "mb.patch, own samples".to_string(),
        patch["calls"].to_string(),
        format!("{python:.2} s"),
        format!("{ours:.3} s"),
        format!("{:.0}×", python / ours),
    ]];
    let (first, later) = (number(patch, "first_setup_cpu_seconds")?, number(patch, "later_setup_cpu_seconds")?);
    let note = format!(
        "Calls in the place of Python's, CPU time. Recognising all solvers takes {first:.2} s the first time and {later:.2} s later, \
         which is not in the table."
    );
    Ok(Table { note, headings: &["calls", "number", "Python", "megabatt", "ratio"], rows })
}

fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn with_package(venv: &Venv, packages: &Path, pair: &str, tasks: usize) -> Command {
    let mut command = venv.run(&["-B"]);
    command.arg(repo::root().join("xtask").join("python").join("time_package.py"));
    command.arg("--packages").arg(packages).args(["--pair", pair, "--tasks", &tasks.to_string()]);
    command
}

fn with_binary(packages: &Path, pair: &str, about: &Value) -> Command {
    let ids: Vec<&str> = about["ids"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut command = Command::new(repo::dist("megabatt"));
    command.arg("run").arg(packages.join("rearc_utils").join("verifiers.py"));
    command.arg("--data").arg(packages.join("arc.json"));
    command.args(["--split", "train", "--dialect", "rearc", "--pair", pair, "--tasks", &ids.join(",")]);
    command.args(["--progress", "never", "--format", "json"]);
    command
}

fn import_seconds(venv: &Venv) -> Result<f64> {
    let code = "import time; s = time.process_time(); import megabatt; print(time.process_time() - s)";
    let output = venv.run(&["-c", code]).output().map_err(|e| e.to_string())?;
    String::from_utf8_lossy(&output.stdout).trim().parse().map_err(|e| format!("import megabatt: {e}"))
}
