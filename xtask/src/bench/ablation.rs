//! `cargo xtask bench ablation`: what a battery and a batt take with each idea left out.
//!
//! The binary is built with the feature `ablation`, in which ideas can be left out by name (`megabatt_core::ablation`). What counts is
//! CPU time on one thread; the runs with everything and those without one idea take turns, so that a slow moment of the machine
//! meets all of them, and the least of each counts. Outcomes have to be the same every time.

use super::cpu_time;
use super::measure::{number, parsed};
use super::report::{self, Page, Table};
use crate::{Result, python, repo};
use megabatt_core::ablation::Idea;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Of the 400 tasks, all verifiers run on the samples of so many.
const TASKS: usize = 10;
const REPEATS: usize = 3;
/// The example of the engine that times the calls of a batt.
const TIMER: &str = "time_batt";

/// What is left out: nothing, an idea, or a pass.
struct Without {
    name: String,
    about: &'static str,
    /// For `MEGABATT_WITHOUT`.
    idea: &'static str,
    options: &'static [&'static str],
}

impl Without {
    fn idea(idea: &'static str, about: &'static str) -> Without {
        Without { name: idea.to_string(), about, idea, options: &[] }
    }

    /// Everything there is to be compared, nothing left out first.
    fn all() -> Vec<Without> {
        let mut all = vec![Without { name: "nothing".to_string(), about: "", idea: "", options: &[] }];
        all.extend(Idea::ALL.into_iter().map(|idea| Without::idea(idea.name(), described(idea))));
        all.push(Without::idea("allocator", "the system's instead of mimalloc"));
        let pass = |name: &str, about, options| Without { name: name.to_string(), about, idea: "", options };
        all.push(pass("share", "lines that programs have in common run for each of them", &["--no-pass", "share"]));
        all.push(pass("once", "lines that need no sample run for each sample", &["--no-pass", "once"]));
        all
    }
}

/// What happens without it.
fn described(idea: Idea) -> &'static str {
    match idea {
        Idea::Order => "the order of every set is worked out when an operation gives it",
        Idea::Columns => "functions are called item by item",
        Idea::Products => "the product of two sets is made tuple by tuple",
        Idea::Plans => "large grids are made of cells at once",
        Idea::Moved => "copies of a patch are made one by one",
        Idea::Hashes => "hashes of places and cells one by one",
        Idea::AtOnce => "small calls go the way of all others",
        Idea::Together => "the programs of a batt run one after the other",
        Idea::Alike => "each candidate of a batt is asked, equal or not",
        Idea::Fused => "pairs of lines of a batt run one after the other",
        Idea::Groups => "lines of a battery run on one sample after the other",
    }
}

pub fn run(args: &[&str]) -> Result<()> {
    let tasks = match args {
        [] => Some(TASKS),
        ["--tasks", n] => n.parse().ok().filter(|n| (1..=400).contains(n)),
        _ => None,
    };
    let tasks = tasks.ok_or_else(|| "cargo xtask bench ablation [--tasks N], of 400".to_string())?;
    let python = python::find()?;
    println!("building, and fetching what is run");
    let packages = python.packages()?;
    let work = repo::target().join("bench-ablation");
    std::fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    let binary = built(&work, &["--features", "ablation"], "", "megabatt")?;
    let example = ["--package", "megabatt-engine", "--features", "ablation", "--example", TIMER];
    let timer = built(&work, &example, "examples", TIMER)?;

    let battery = Battery { binary, packages: &packages, tasks: chosen(&packages, tasks)? };
    let batt = Batt::found(timer);
    let mut tables = vec![];
    let all = Without::all();
    let measured = compare("battery", &all, |without| battery.run(without))?;
    tables.push(table(format!("400 verifiers on all samples of {tasks} tasks, one thread."), &all, &measured));
    let mut data = json!({"battery": {"tasks": tasks, "runs": as_json(&all, &measured)}});
    match &batt {
        Some(batt) => {
            let ideas: Vec<Without> = all.into_iter().filter(|without| without.options.is_empty()).collect();
            let measured = compare("batt", &ideas, |without| batt.run(without))?;
            tables.push(table(
                "A batt of 20 solvers on the samples of 60 tasks, both calls in one.".into(),
                &ideas,
                &measured,
            ));
            data["batt"] = json!({"runs": as_json(&ideas, &measured)});
        }
        None => println!("no batt file is there; `cargo xtask bench tok` leaves one"),
    }
    let page = Page {
        name: "ablation",
        title: "What each idea is worth",
        note: format!(
            "CPU time with one idea left out, least of {REPEATS} runs in turn; the outcomes are the same in all of them. What two \
             ideas save together is not the sum of what each saves."
        ),
        tables,
    };
    let today = repo::ask(&python.program, &["-c", "import datetime; print(datetime.date.today())"]);
    let about = json!({"python": python.version.trim_start_matches("CPython "), "date": today});
    let command = ["cargo xtask bench ablation"].iter().chain(args).copied().collect::<Vec<_>>().join(" ");
    report::write_page(&page, &command, &about, &data)?;
    println!("building the usual binary again, so that whoever runs it next has that one");
    repo::show(&mut repo::cargo(&["build", "--quiet", "--release"]))
}

/// Builds a program and puts it aside, since the next build takes its place.
fn built(work: &Path, options: &[&str], folder: &str, name: &str) -> Result<PathBuf> {
    let mut build = vec!["build", "--quiet", "--release"];
    build.extend(options);
    repo::show(&mut repo::cargo(&build))?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let kept = work.join(&file);
    std::fs::copy(repo::target().join("release").join(folder).join(&file), &kept)
        .map_err(|e| format!("{}: {e}", kept.display()))?;
    Ok(kept)
}

/// What was measured of a run: its CPU seconds, and what must not depend on what is left out.
struct Measured {
    seconds: f64,
    outcomes: Value,
}

/// The least time of each, in turn.
fn compare(what: &str, all: &[Without], run: impl Fn(&Without) -> Result<Measured>) -> Result<Vec<f64>> {
    let mut least = vec![f64::INFINITY; all.len()];
    let mut outcomes: Option<Value> = None;
    for _ in 0..REPEATS {
        for (without, least) in all.iter().zip(&mut least) {
            let measured = run(without)?;
            println!("{what} without {}: {:.3} s", without.name, measured.seconds);
            *least = least.min(measured.seconds);
            let expected = outcomes.get_or_insert_with(|| measured.outcomes.clone());
            if *expected != measured.outcomes {
                let found = measured.outcomes;
                return Err(format!("{what} without {} has other outcomes: {found} and not {expected}", without.name));
            }
        }
    }
    Ok(least)
}

fn table(note: String, all: &[Without], least: &[f64]) -> Table {
    let row = |(without, &seconds): (&Without, &f64)| {
        let more = 100.0 * (seconds / least[0] - 1.0);
        vec![
            without.name.clone(),
            without.about.to_string(),
            format!("{seconds:.3} s"),
            if without.about.is_empty() { String::new() } else { format!("{more:+.1} %") },
        ]
    };
    let rows = all.iter().zip(least).map(row).collect();
    Table { note, headings: &["without", "what happens instead", "CPU time", "more"], rows }
}

fn as_json(all: &[Without], least: &[f64]) -> Vec<Value> {
    let one = |(without, seconds): (&Without, &f64)| json!({"without": without.name, "cpu_seconds": seconds});
    all.iter().zip(least).map(one).collect()
}

/// The ids of every n-th task, so that all kinds are there.
fn chosen(packages: &Path, tasks: usize) -> Result<String> {
    let data = packages.join("arc.json");
    let text = std::fs::read_to_string(&data).map_err(|e| format!("{}: {e}", data.display()))?;
    let sets: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", data.display()))?;
    let ids: Vec<&String> = sets["train"].as_object().into_iter().flat_map(|tasks| tasks.keys()).collect();
    let chosen: Vec<&str> = ids.iter().step_by((ids.len() / tasks).max(1)).take(tasks).map(|id| id.as_str()).collect();
    Ok(chosen.join(","))
}

/// All verifiers on some tasks.
struct Battery<'a> {
    binary: PathBuf,
    packages: &'a Path,
    tasks: String,
}

impl Battery<'_> {
    fn run(&self, without: &Without) -> Result<Measured> {
        let mut command = Command::new(&self.binary);
        command.arg("run").arg(self.packages.join("rearc_utils").join("verifiers.py"));
        command.arg("--data").arg(self.packages.join("arc.json")).env("MEGABATT_WITHOUT", without.idea);
        command.args(["--split", "train", "--dialect", "rearc", "--pair", "all", "--threads", "1"]);
        command.args(["--progress", "never", "--format", "json", "--tasks", &self.tasks]).args(without.options);
        let before = cpu_time::of_children();
        let summary = parsed(&mut command)?;
        let seconds = cpu_time::of_children() - before;
        let same = ["runs", "right", "values", "errors", "limits", "address_dependent", "most_fuel", "most_memory"];
        Ok(Measured { seconds, outcomes: same.iter().map(|name| summary["totals"][name].clone()).collect() })
    }
}

/// A batt file that `cargo xtask bench tok` left, and its tasks.
struct Batt {
    timer: PathBuf,
    file: PathBuf,
    data: PathBuf,
}

impl Batt {
    fn found(timer: PathBuf) -> Option<Batt> {
        let folder = repo::target().join("bench-tok");
        let (file, data) = (folder.join("small").join("run").join("frozen.py"), folder.join("data.json"));
        (file.exists() && data.exists()).then_some(Batt { timer, file, data })
    }

    fn run(&self, without: &Without) -> Result<Measured> {
        let mut command = Command::new(&self.timer);
        command.arg(&self.file).arg(&self.data).args(["3", "both"]).env("MEGABATT_WITHOUT", without.idea);
        let told = parsed(&mut command)?;
        let times = told["both"]["seconds"].as_array().into_iter().flatten().filter_map(Value::as_f64);
        let seconds = times.fold(f64::INFINITY, f64::min);
        Ok(Measured { seconds, outcomes: json!([number(&told, "samples")?, number(&told["both"], "right")?]) })
    }
}
