//! `cargo xtask bench vs-python`: CPU time of the same programs on the same samples, here and in Python.
//!
//! Both sides run single-threaded on this machine in one go, their repetitions interleaved, so that a slow moment of
//! the machine meets both. Python's time is that of the calls alone. Ours is given twice: that of the whole process,
//! reading files included, and, by the clock, the sum over the rows.

pub mod ablation;
pub mod battery;
mod cpu_time;
mod maps;
mod measure;
pub mod ops;
pub mod package;
mod passes;
mod peak;
mod report;
pub mod tok;

use crate::{Result, python, repo};
use measure::{Part, Runs, Side};
use std::path::Path;

struct Options {
    battery_repeats: usize,
    cap: f64,
    /// Names of parts; all of them if there is none.
    only: Vec<String>,
}

/// Programs × samples of the battery, and the seed that chooses them.
const BATTERY: [&str; 6] = ["--programs", "400", "--samples", "200", "--seed", "4"];
/// Examples of each task that generators make, and their seed.
const GENERATED: [&str; 4] = ["--each", "20", "--seed", "4"];
const OURS_REPEATS: usize = 5;
const PYTHON_REPEATS: usize = 3;

pub fn run(args: &[&str]) -> Result<()> {
    let options = parse(args)?;
    let python = python::find()?;
    println!("building, and fetching what is compared with");
    repo::build_dist(&["--bin", "megabatt"])?;
    let packages = python.packages()?;
    let work = repo::target().join("bench-vs-python");
    std::fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    repo::show(
        python
            .script("crates/conformance/python/cross_pairs.py")
            .args(["--packages".as_ref(), packages.as_os_str(), "--out".as_ref(), work.as_os_str()])
            .args(BATTERY),
    )?;
    let generated = work.join("generated.json");
    repo::show(
        python
            .script("xtask/python/generated_examples.py")
            .args(["--packages".as_ref(), packages.as_os_str(), "--out".as_ref(), generated.as_os_str()])
            .args(GENERATED),
    )?;
    let side = Side { python: &python, packages: &packages, binary: &repo::dist("megabatt"), cap: options.cap };
    let mut done: Vec<(Part, Runs)> = Vec::new();
    for part in parts(&packages, &work, &options) {
        println!("\n{}", part.title);
        let runs = side.measure(&part)?;
        done.push((part, runs));
    }
    report::write(&done, args, options.cap)
}

fn parts(packages: &Path, work: &Path, options: &Options) -> Vec<Part> {
    let verifiers = packages.join("rearc_utils").join("verifiers.py");
    let on_own = |name: &'static str, title, data| Part {
        name,
        title,
        programs: verifiers.clone(),
        data,
        kept: work.join(format!("{name}-kept.py")),
        pair: "own",
        ours: OURS_REPEATS,
        theirs: PYTHON_REPEATS,
    };
    let own =
        on_own("own", "verifiers on the ARC-AGI-1 training samples of their own tasks", packages.join("arc.json"));
    let generated = on_own(
        "generated",
        "verifiers on 20 examples of each task that re-arc's generators made",
        work.join("generated.json"),
    );
    let battery = Part {
        name: "battery",
        title: "400 verifiers, each on the same 200 samples",
        programs: work.join("programs.py"),
        data: work.join("data.json"),
        kept: work.join("battery-kept.py"),
        pair: "all",
        ours: OURS_REPEATS,
        theirs: options.battery_repeats,
    };
    [own, generated, battery]
        .into_iter()
        .filter(|part| options.only.is_empty() || options.only.iter().any(|only| only == part.name))
        .collect()
}

fn parse(args: &[&str]) -> Result<Options> {
    let mut options = Options { battery_repeats: 1, cap: 10.0, only: Vec::new() };
    for pair in args.chunks(2) {
        match *pair {
            ["--battery-repeats", n] => {
                options.battery_repeats = n.parse().ok().filter(|&n| n > 0).ok_or_else(usage)?
            }
            ["--cap", s] => options.cap = s.parse().ok().filter(|&s| s > 0.0).ok_or_else(usage)?,
            ["--only", part @ ("own" | "generated" | "battery")] => options.only.push(part.to_string()),
            _ => return Err(usage()),
        }
    }
    Ok(options)
}

fn usage() -> String {
    "cargo xtask bench vs-python [--battery-repeats N] [--cap SECONDS] [--only own|generated|battery]…".to_string()
}
