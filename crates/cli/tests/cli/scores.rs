//! `megabatt run --scores`, and which program solves which task.

use crate::common::{Folder, TASKS, program, programs};
use serde_json::{Value, json};

/// `11111111` and `22222222` have solvers; that of the first solves the second too, whose grids have one row. The third program is right on the demonstration of `22222222` alone.
fn text() -> String {
    programs() + &program("half", "branch(equality(shape(I), UNITY), I, ORIGIN)") + &program("fails", "first(())")
}

/// Times differ from run to run.
fn without_times(text: &str) -> String {
    let json = |mut line: Value| {
        assert!(line["seconds"].as_f64().unwrap() >= 0.0);
        line["seconds"] = json!("TIME");
        line
    };
    let lines: Vec<Value> = serde_json::from_str(text).expect(text);
    lines.into_iter().map(|line| json(line).to_string() + "\n").collect()
}

#[test]
fn scores_as_json_and_csv_are_the_same() {
    let folder = Folder::with("scores_forms", &text(), TASKS);
    let ran = folder.run_both(&["--pair", "all", "--quiet", "--scores", "s.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    insta::assert_snapshot!("scores_json", without_times(&folder.read("s.json")));
    let ran = folder.run_both(&["--pair", "all", "--quiet", "--scores", "s.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let csv = folder.read("s.csv");
    let lines: Vec<&str> = csv.lines().map(|line| line.rsplit_once(',').unwrap().0).collect();
    insta::assert_snapshot!("scores_csv", lines.join("\n"));
    let ran = folder.run_both(&["--pair", "all", "--quiet", "--scores", "-"]);
    assert_eq!(without_times(&ran.out), without_times(&folder.read("s.json")));
}

#[test]
fn only_what_has_something_right_unless_all_is_asked_for() {
    let folder = Folder::with("scores_all", &text(), TASKS);
    let count = |args: &[&str]| {
        let ran = folder.run_both(&[&["--quiet", "--scores", "-"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        serde_json::from_str::<Vec<Value>>(&ran.out).unwrap().len()
    };
    assert_eq!(count(&["--pair", "all"]), 4);
    assert_eq!(count(&["--pair", "all", "--scores-all"]), 8);
    assert_eq!(count(&[]), 2);
    folder.write("p.py", program("solve_11111111", "first(())"));
    assert_eq!(count(&[]), 1, "each program's own task is always there");
    assert_eq!(count(&["--pair", "all"]), 0);
}

#[test]
fn scores_do_not_depend_on_threads() {
    let folder = Folder::with("scores_threads", &text(), TASKS);
    let scores = |threads| {
        let args = ["--pair", "all", "--quiet", "--scores", "-", "--scores-all", "--threads", threads];
        without_times(&folder.run_both(&args).out)
    };
    assert_eq!(scores("1"), scores("4"));
}

#[test]
fn unknown_tests_are_null() {
    let task = r#"{"train": [{"input": [[1, 2]], "output": [[1, 2]]}], "test": [{"input": [[1]]}]}"#;
    let folder = Folder::with("scores_unknown", &program("same", "I"), task);
    let ran = folder.run_both(&["--pair", "all", "--quiet", "--scores", "-"]);
    let score = &ran.json()[0];
    assert_eq!((&score["solves_demos"], &score["solves_all"]), (&json!(true), &Value::Null));
    assert_eq!((&score["tests_known"], &score["cell_match"]), (&json!(0), &json!(1.0)));
    folder.run_both(&["--pair", "all", "--quiet", "--scores", "s.csv"]);
    assert!(folder.read("s.csv").contains("same,t,1,1,0,0,true,,1,"), "{}", folder.read("s.csv"));
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_run() {
    let folder = Folder::with("scores_2", &text(), TASKS);
    for (args, says) in [
        (&["--scores", "s.txt"][..], "ends in .json or .csv"),
        (&["--scores", "no/where.csv"], "no/where.csv cannot be written"),
        (&["--scores", "-", "--outcomes", "-"], "both want standard output"),
        (&["--scores-all"], "--scores"),
    ] {
        let ran = folder.run_both(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        ran.says(&[says]);
    }
}

/// The part of the summary that speaks of tasks.
fn section(out: &str) -> String {
    let lines = out.lines().skip_while(|line| !line.starts_with("tasks solved by"));
    lines.take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

#[test]
fn which_program_solves_which_task_at_every_width() {
    let mut text = text();
    for n in 0..7 {
        text.push_str(&program(&format!("another_name_for_the_same_{n}"), "identity(I)"));
    }
    let folder = Folder::with("scores_solved", &text, TASKS);
    let mut shown = String::new();
    for columns in ["60", "80", "160"] {
        let args = ["run", "p.py", "--data", "t.json", "--pair", "all"];
        let ran = folder.megabatt_with(&args, &[("COLUMNS", columns)]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        shown.push_str(&format!("=== {columns} columns\n{}", section(&ran.out)));
    }
    let ran = folder.run_both(&["--pair", "all"]);
    insta::assert_snapshot!("scores_solved", format!("{shown}=== plain\n{}", section(&ran.out)));
    assert_eq!(section(&folder.run_both(&[]).out), "", "own pairs have it in their lines");
    let solved = folder.run_both(&["--pair", "all", "--format", "json"]).json()["solved"].clone();
    assert_eq!(
        solved[0],
        json!({"task": "11111111", "solved": "demos and tests", "programs": ["solve_11111111"], "demos_only": []})
    );
    assert_eq!((solved[1]["programs"].as_array().unwrap().len(), &solved[1]["demos_only"]), (9, &json!(["half"])));
}

#[test]
fn long_lists_of_tasks_are_cut_with_a_count() {
    let task = r#"{"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[2]], "output": [[3]]}]}"#;
    let tasks: Vec<String> = (0..25).map(|n| format!("\"{n:08x}\": {task}")).collect();
    let folder = Folder::with("scores_long", &program("same", "I"), &format!("{{{}}}", tasks.join(",")));
    let shown = section(&folder.run_both(&["--pair", "all"]).out);
    assert!(
        shown.contains("solved on demos only: 25\n") && shown.ends_with("and 5 more; --scores FILE has all\n"),
        "{shown}"
    );
    assert_eq!(shown.lines().count(), 23);
}

#[test]
fn nothing_solved_is_said() {
    let folder = Folder::with("scores_none", &program("fails", "first(())"), TASKS);
    assert_eq!(section(&folder.run_both(&["--pair", "all"]).out), "tasks solved by which program: 0 of 2\n");
}
