//! The demo: `megabatt run` on its own.

use crate::common::{Folder, Ran};
use megabatt_core::Op;
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

fn demo(test: &str, args: &[&str]) -> Ran {
    let ran = Folder::new(test).run(args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.err, "");
    ran
}

#[test]
fn it_runs_at_once() {
    assert!(demo("demo_time", &[]).time < Duration::from_secs(2));
}

#[test]
fn the_table_says_which_failures_are_on_purpose() {
    let ran = demo("demo_table", &[]);
    let lines = |with: &str| ran.out.lines().filter(|line| line.contains(with)).count();
    assert!(ran.out.starts_with("program"));
    assert_eq!(lines("solve_"), 95);
    assert_eq!(lines(" ok"), 82);
    assert_eq!(lines("(on purpose)"), 13);
    assert_eq!(lines("NOT as its name promises"), 0);
    assert!(ran.out.contains("95 programs, 41 tasks, 392 runs"), "{}", ran.out);
}

#[test]
fn the_table_fits_a_narrow_terminal() {
    let folder = Folder::new("demo_narrow");
    for (pair, columns) in [("own", 60), ("own", 80), ("all", 60), ("all", 80)] {
        let ran = folder.megabatt_with(&["run", "--pair", pair], &[("COLUMNS", &columns.to_string())]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        let widest = ran.out.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
        assert!(widest.chars().count() <= columns, "{pair} at {columns}: {widest}");
    }
    let wide = folder.megabatt_with(&["run"], &[("COLUMNS", "160")]).out;
    assert!(wide.contains("solve_1ace1ace_fails_zerodivisionerror_in_a_dead_line  1ace1ace"), "{wide}");
}

#[test]
fn every_program_that_should_be_right_is() {
    let summary = demo("demo_json", &["--format", "json"]).json();
    let programs = summary["programs"].as_array().unwrap();
    assert!(programs.len() >= 40 && summary["totals"]["tasks"].as_u64().unwrap() >= 24);
    for program in programs {
        let name = program["program"].as_str().unwrap();
        let on_purpose = name.contains("_fails_") || name.contains("_wrong_");
        assert_eq!(program["right"] != program["known"], on_purpose, "{name}");
    }
    assert_eq!(summary["stop"], "finished");
}

#[test]
fn it_uses_at_least_120_operations() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/programs.py")).unwrap();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let used: HashSet<&str> = words.filter(|word| Op::from_name(word).is_some()).collect();
    assert!(used.len() >= 120, "{}", used.len());
}

#[test]
fn both_engines_and_all_thread_counts_give_the_same_lines() {
    let lines = |test: &str, args: &[&str]| demo(test, &[&["--quiet", "--outcomes", "-"], args].concat()).out;
    let one = lines("demo_threads_1", &["--threads", "1"]);
    assert_eq!(one.lines().count(), 392);
    assert_eq!(one, lines("demo_threads_4", &["--threads", "4"]));
    assert_eq!(one, lines("demo_reference", &["--engine", "reference"]));
}

#[test]
fn a_choice_of_tasks_is_respected() {
    let summary = demo("demo_tasks", &["--tasks", "ca5caded,7a11e57a", "--format", "json"]).json();
    assert_eq!(summary["totals"]["tasks"], 2);
}
