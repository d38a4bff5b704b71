//! Where the time of a run went.

use crate::common::{Folder, TASKS, programs};
use serde_json::Value;

fn phases(run: &Value) -> Vec<(&str, f64)> {
    let phases = run["phases"].as_object().unwrap();
    phases.iter().map(|(name, phase)| (name.as_str(), phase["seconds"].as_f64().unwrap())).collect()
}

fn names<'a>(phases: &[(&'a str, f64)]) -> Vec<&'a str> {
    phases.iter().map(|(name, _)| *name).collect()
}

#[test]
fn only_phases_that_happened_are_shown_and_they_add_up() {
    let folder = Folder::with("phases", &programs(), TASKS);
    let own = folder.run_both(&["--format", "json"]).json();
    assert_eq!(names(&phases(&own)), ["load", "demo_samples", "test_samples", "score"]);
    let all = ["--format", "json", "--pair", "all", "--verify", "1", "--outcomes", "o.jsonl"];
    let all = folder.run_both(&all).json();
    let found = phases(&all);
    assert_eq!(names(&found), ["load", "merge", "demo_samples", "test_samples", "score", "validate", "outcomes"]);
    [own, all].iter().for_each(adds_up);
}

fn adds_up(run: &Value) {
    let (sum, whole) = (
        phases(run).iter().map(|(_, seconds)| seconds).sum::<f64>(),
        run["totals"]["load_seconds"].as_f64().unwrap() + run["totals"]["run_seconds"].as_f64().unwrap(),
    );
    // What follows the run, such as closing scores, is a phase too.
    assert!(sum >= whole * 0.999 && sum < whole + 1.0, "{sum} of {whole} seconds: {:?}", phases(run));
}

#[test]
fn differs_are_a_phase_of_their_own() {
    let folder = Folder::with("phases_differs", crate::demos::PROGRAMS, TASKS);
    for args in [&["--pair", "own"][..], &["--pair", "all"], &["--pair", "all", "--alone"]] {
        let run = folder.run_both(&[args, &["--format", "json"]].concat()).json();
        let mut found = phases(&run);
        found.retain(|(name, _)| *name != "merge");
        assert_eq!(names(&found), ["load", "demo_samples", "test_samples", "score", "differs"], "{args:?}");
        adds_up(&run);
        assert!(run["phases"]["differs"]["busy_seconds"].as_f64().unwrap() > 0.0, "{run}");
    }
}

#[test]
fn all_numbers_of_a_run_are_there() {
    let folder = Folder::with("phases_numbers", &programs(), TASKS);
    let run = folder.run_both(&["--format", "json", "--pair", "all"]).json();
    let number = |name: &str| run["totals"][name].as_u64().unwrap();
    let names = ["programs", "tasks", "samples", "runs", "values", "errors", "limits", "tasks_solved"];
    assert_eq!(names.map(number), [2, 2, 5, 10, 10, 0, 0, 2]);
    assert!(run["totals"]["runs_per_second"].as_f64().unwrap() > 0.0);
    let nodes = ["lines", "nodes_apart", "nodes"].map(|name| run["battery"][name].as_u64().unwrap());
    assert_eq!(nodes, [2, 2, 2]);
    let table = folder.run_both(&["--pair", "all"]).out;
    for part in [
        "2 programs, 2 tasks, 10 runs: 10 values, 0 exceptions, 0 limits",
        "5 samples, 8 of 10 runs right",
        "runs/s",
        "2 lines in 2 nodes",
        "tasks solved by which program: 2 of 2",
        "phases: load ",
        " merge ",
        " demo samples ",
        " test samples ",
        " score ",
    ] {
        assert!(table.contains(part), "{part:?} is not in:\n{table}");
    }
}
