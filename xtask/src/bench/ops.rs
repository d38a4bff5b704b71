//! `cargo xtask bench ops`: the time of one call of each operation, here and in Python, on the same arguments.

use super::report::{Page, Table, write_page};
use crate::{Result, python, repo};
use serde_json::{Value, json};
use std::path::Path;

/// What the times of an operation's calls are, in nanoseconds.
struct Times {
    op: String,
    python: Vec<f64>,
    ours: Vec<f64>,
    ordered: Vec<f64>,
}

impl Times {
    /// How many times as quick as Python, in the middle of the calls: without and with the order of results.
    fn ratios(&self) -> (f64, f64) {
        let middle = |ours: &[f64]| median(self.python.iter().zip(ours).map(|(theirs, ours)| theirs / ours).collect());
        (middle(&self.ours), middle(&self.ordered))
    }
}

pub fn run(args: &[&str]) -> Result<()> {
    let each = match *args {
        [] => "12",
        ["--each", n] if n.parse().is_ok_and(|n: u32| n > 0) => n,
        _ => return Err("cargo xtask bench ops [--each N]".to_string()),
    };
    let python = python::find()?;
    println!("building, and fetching what is compared with");
    repo::build_dist(&["--package", "megabatt-conformance", "--example", "op_bench"])?;
    let packages = python.packages()?;
    let work = repo::target().join("bench-ops");
    std::fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    let calls = work.join("calls.jsonl");
    repo::show(
        python
            .script("crates/conformance/python/op_bench.py")
            .args(["--packages".as_ref(), packages.as_os_str(), "--out".as_ref(), calls.as_os_str()])
            .args(["--each", each]),
    )?;
    let program = repo::dist("examples/op_bench");
    let printed = repo::ask(&program.to_string_lossy(), &[&*calls.to_string_lossy()])
        .ok_or("op_bench failed; run it by hand to see why")?;
    let times = together(&lines(&read(&calls)?)?, &lines(&printed)?)?;
    let about: Value = parsed(&read(&calls.with_extension("meta.json"))?)?;
    report(&times, each, &about)
}

fn report(times: &[Times], each: &str, about: &Value) -> Result<()> {
    let ratios: Vec<(f64, f64)> = times.iter().map(Times::ratios).collect();
    let middle = median(ratios.iter().map(|r| r.0).collect());
    let ordered = median(ratios.iter().map(|r| r.1).collect());
    let slow = ratios.iter().filter(|r| r.0 < 20.0).count();
    let mut rows: Vec<(f64, Vec<String>)> = times
        .iter()
        .zip(&ratios)
        .map(|(of, &(ratio, with_order))| {
            let middle = |ns: &[f64]| format!("{:.0}", median(ns.to_vec()));
            let cells = vec![
                format!("`{}`", of.op),
                middle(&of.python),
                middle(&of.ours),
                middle(&of.ordered),
                format!("{ratio:.0}×"),
                format!("{with_order:.0}×"),
            ];
            (ratio, cells)
        })
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let table = Table {
        note: format!(
            "Half of the operations are at least {middle:.0} times as quick as Python ({ordered:.0} times with the order of \
             their results); {slow} of {} are less than 20 times as quick. Slowest first.",
            times.len()
        ),
        headings: &["operation", "Python, ns", "megabatt, ns", "and its order", "ratio", "with order"],
        rows: rows.into_iter().map(|(_, cells)| cells).collect(),
    };
    let page = Page {
        name: "ops",
        title: "One call of each operation",
        note: format!(
            "{each} calls of each operation with arguments from ARC's grids; each is repeated with the same arguments, the quickest \
             round counts, and the middle of the calls is shown. One thread each. A set has its order here when somebody asks: \
             \"and its order\" has that worked out for every result."
        ),
        tables: vec![table],
    };
    let data =
        times.iter().map(|of| json!({"op": of.op, "python_ns": of.python, "ns": of.ours, "ordered_ns": of.ordered}));
    write_page(&page, &format!("cargo xtask bench ops --each {each}"), about, &Value::Array(data.collect()))
}

/// The times of both sides by operation; the lines are about the same calls.
fn together(python: &[Value], ours: &[Value]) -> Result<Vec<Times>> {
    if python.len() != ours.len() || python.is_empty() {
        return Err(format!("{} calls in Python, {} here", python.len(), ours.len()));
    }
    let mut all: Vec<Times> = Vec::new();
    for (theirs, ours) in python.iter().zip(ours) {
        let op = theirs["op"].as_str().unwrap_or_default();
        let number = |line: &Value, name: &str| line[name].as_f64().ok_or_else(|| format!("no {name} in {line}"));
        if all.last().is_none_or(|last| last.op != op) {
            all.push(Times { op: op.to_string(), python: Vec::new(), ours: Vec::new(), ordered: Vec::new() });
        }
        if let Some(last) = all.last_mut() {
            last.python.push(number(theirs, "ns")?);
            last.ours.push(number(ours, "ns")?);
            last.ordered.push(number(ours, "ordered_ns")?);
        }
    }
    Ok(all)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

fn parsed(text: &str) -> Result<Value> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

fn lines(text: &str) -> Result<Vec<Value>> {
    text.lines().map(parsed).collect()
}
