//! `cargo xtask bench tok`: batt files of tokpidjin's generator, here and in tokpidjin itself.
//!
//! Needs a checkout of tokpidjin, named by MEGABATT_TOKPIDJIN. Each of the two calls of a batt (C = None and C = the target) is
//! timed by itself on both sides, and here also both as the one run that `megabatt run` makes of them.

use super::measure::{number, parsed_with_peak};
use super::report::{self, Page, Table, mebibytes};
use crate::{Result, python, repo};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Solvers in the batt that is compared, and in the large one.
const SOLVERS: &str = "20";
const LARGE: &str = "350";
/// Tasks that the first runs on.
const TASKS: &str = "60";
/// Samples that the large one runs on, at least.
const SAMPLES: usize = 1_000;
const REPEATS: usize = 9;
/// The example of the engine that times the calls of a batt.
const TIMER: &str = "time_batt";

pub fn run(args: &[&str]) -> Result<()> {
    if !args.is_empty() {
        return Err("cargo xtask bench tok takes no arguments".to_string());
    }
    let python = python::find()?;
    println!("building, and fetching what is compared with");
    repo::build_dist(&["--bin", "megabatt"])?;
    repo::build_dist(&["--package", "megabatt-engine", "--example", TIMER])?;
    let packages = python.packages()?;
    let work = repo::target().join("bench-tok");
    std::fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    println!("tokpidjin makes batt files and runs one of them; this takes minutes");
    let mut command = python.script("xtask/python/time_batt.py");
    command.arg("--packages").arg(&packages).arg("--out").arg(&work);
    let (about, _) = parsed_with_peak(command.args(["--solvers", SOLVERS, "--large", LARGE, "--tasks", TASKS]))?;
    let (small, compared) = compare(&about, &work)?;
    let (after, stored) = store(&about, &work)?;
    let (large, measured) = run_large(&about, &packages)?;
    let page = Page {
        name: "tok",
        title: "Batt files of tokpidjin",
        note: format!(
            "Against tokpidjin at {}. A sample there is two calls of the batt, one after the other; here they can also be one run, \
             in which lines that do not depend on C run once. CPU time, one thread on each side; both sides run the same calls on \
             the same samples and give all candidates and scores. tokpidjin keeps nothing from one call to the next; megabatt keeps the \
             values of lines that need no sample, and those that need S alone for the samples of a task.",
            about["commit"].as_str().unwrap_or_default().get(..8).unwrap_or_default()
        ),
        tables: vec![small, after, large],
    };
    let mut reference = about.clone();
    // Where the files lay says nothing to anybody else.
    for path in ["small", "large"] {
        reference.as_object_mut().map(|fields| fields.remove(path));
    }
    let data = json!({"reference": reference, "small": compared, "after": stored, "large": measured});
    report::write_page(&page, "cargo xtask bench tok", &about, &data)
}

fn megabatt(batt: &Value, data: &Path, options: &[&str]) -> Result<(Value, Option<u64>)> {
    let batt = batt.as_str().ok_or("tokpidjin named no batt file")?;
    let mut command = Command::new(repo::dist("megabatt"));
    command.arg("run").arg(batt).arg("--data").arg(data).args(["--format", "json", "--progress", "never"]);
    parsed_with_peak(command.args(options))
}

/// The batt of a few solvers: CPU time for each sample, call by call and both in one.
fn compare(about: &Value, work: &Path) -> Result<(Table, Value)> {
    let batt = about["small"].as_str().ok_or("tokpidjin named no batt file")?;
    let mut command = Command::new(repo::dist(&format!("examples/{TIMER}")));
    command.arg(batt).arg(work.join("data.json")).arg(REPEATS.to_string());
    let (ours, _) = parsed_with_peak(&mut command)?;
    let samples = number(about, "samples")?;
    for (what, there, here) in [
        ("samples", samples, number(&ours, "samples")?),
        ("candidates right", number(about, "right")?, number(&ours["none"], "right")?),
    ] {
        if there != here {
            return Err(format!("the two sides differ: {there} {what} there, {here} here"));
        }
    }
    let there = |of: &str| -> Result<[f64; 2]> {
        Ok([number(about, &format!("seconds_{of}"))?, number(about, &format!("seconds_{of}_with_hints_remembered"))?])
    };
    let (none, target) = (there("none")?, there("target")?);
    let both = [none[0] + target[0], none[1] + target[1]];
    let mut rows = Vec::new();
    for (name, call, [there, remembering]) in
        [("C = None", "none", none), ("C = the target", "target", target), ("both", "both", both)]
    {
        let sorted = |what: &str| -> Vec<f64> {
            let mut times: Vec<f64> =
                ours[call][what].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
            times.sort_by(f64::total_cmp);
            times
        };
        let (times, clock) = (sorted("seconds"), sorted("on_all_cores"));
        let of_sample = |seconds: f64| 1e3 * seconds / samples;
        let middle =
            |times: &[f64]| times.get(times.len() / 2).copied().map(of_sample).ok_or("the timer told no times");
        let (median, clock) = (middle(&times)?, middle(&clock)?);
        let (there, remembering) = (of_sample(there), of_sample(remembering));
        println!(
            "{name}: {there:.1} ms a sample there ({remembering:.1} ms with hints remembered), {median:.3} ms here, {clock:.3} ms on \
             the clock with all cores"
        );
        rows.push(vec![
            name.to_string(),
            format!("{there:.1} ms"),
            format!("{remembering:.1} ms"),
            format!("{median:.3} ms"),
            format!("{:.3} to {:.3} ms", of_sample(times[0]), of_sample(times[times.len() - 1])),
            format!("{:.0}x", there / median),
            format!("{:.0}x", remembering / median),
            format!("{clock:.3} ms"),
            format!("{:.0}x", there / clock),
        ]);
    }
    let defaults = &about["defaults_a_sample"];
    let note = format!(
        "{SOLVERS} merged solvers, {} lines, on {samples} samples of {TASKS} tasks; median of {REPEATS}, for each sample. A call that \
         fails in tokpidjin works out the type hints of its function to find the default: {:.0} times a sample with C = None, where \
         cells are compared with those of None, and {:.0} times with C = the target. That is most of the difference between \
         the two; the order of the calls makes none. tokpidjin means to remember the hints and does not; the columns on \
         remembering say what it would take if it did. The last two columns are megabatt's on the clock with all {} cores, against \
         tokpidjin's one.",
        about["lines"],
        number(defaults, "none")?,
        number(defaults, "target")?,
        ours["cores"],
    );
    let headings = &[
        "call",
        "tokpidjin",
        "remembering",
        "megabatt",
        "spread",
        "ratio",
        "ratio remembering",
        "all cores",
        "ratio of the clock",
    ];
    Ok((Table { note, headings, rows }, ours))
}

/// What comes after the samples: score, inline, validate, store.
fn store(about: &Value, work: &Path) -> Result<(Table, Value)> {
    let library = work.join("library.sqlite");
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", library.display()));
    }
    let named = library.display().to_string();
    let (summary, _) = megabatt(&about["small"], &work.join("data.json"), &["--store", "--library", &named])?;
    let tasks = number(&summary["totals"], "tasks")?;
    let phases = ["score", "inline", "validate", "store"];
    let seconds =
        |phase: &str| summary["phases"][phase].as_f64().or(summary["phases"][phase]["seconds"].as_f64()).unwrap_or(0.0);
    let row = phases.iter().map(|phase| format!("{:.2} ms", 1e3 * seconds(phase) / tasks));
    let sum: f64 = phases.iter().map(|phase| seconds(phase)).sum();
    println!("score, inline, validate and store: {:.2} ms a task", 1e3 * sum / tasks);
    let rows = vec![row.chain([format!("{:.2} ms", 1e3 * sum / tasks)]).collect()];
    let note = "After the samples of a task, for each task; tokpidjin takes 1.8 to 14.7 s for it.".to_string();
    let headings = &["score", "inline", "validate", "store", "together"];
    Ok((Table { note, headings, rows }, json!({"phases": summary["phases"], "added": summary["library"]["added"]})))
}

/// A batt of many lines on many samples, all cores.
fn run_large(about: &Value, packages: &Path) -> Result<(Table, Value)> {
    let data = packages.join("arc.json");
    let text = std::fs::read_to_string(&data).map_err(|e| format!("{}: {e}", data.display()))?;
    let sets: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", data.display()))?;
    let tasks = sets["train"].as_object().ok_or("no tasks of the training set")?;
    let (mut chosen, mut samples) = (Vec::new(), 0);
    for (id, task) in tasks {
        if samples >= SAMPLES {
            break;
        }
        samples += ["train", "test"].iter().filter_map(|part| task[part].as_array()).map(Vec::len).sum::<usize>();
        chosen.push(id.as_str());
    }
    let chosen = chosen.join(",");
    let (summary, peak) = megabatt(&about["large"], &data, &["--split", "train", "--tasks", &chosen])?;
    let (totals, battery) = (&summary["totals"], &summary["battery"]);
    let seconds = number(totals, "run_seconds")?;
    println!("{} lines on {} samples: {seconds:.1} s", summary["batt"]["lines"], totals["samples"]);
    let rows = vec![vec![
        summary["batt"]["lines"].to_string(),
        summary["batt"]["candidates"].to_string(),
        battery["lines"].to_string(),
        battery["nodes"].to_string(),
        format!("{:.2} s", number(totals, "load_seconds")?),
        totals["samples"].to_string(),
        format!("{seconds:.2} s"),
        mebibytes(peak),
    ]];
    let note = "A large batt, all cores. Lines of all its programs would be worked out without sharing, nodes are."
        .to_string();
    let headings = &["lines", "candidates", "lines of programs", "nodes", "load", "samples", "time", "peak memory"];
    Ok((Table { note, headings, rows }, json!({"run": totals, "battery": battery, "phases": summary["phases"]})))
}
