//! Options and exit codes.

use crate::common::{Folder, TASKS, program, programs};
use serde_json::json;

#[test]
fn a_run_that_matches_is_0_with_and_without_strict() {
    let folder = Folder::with("options_right", &programs(), TASKS);
    assert_eq!(folder.run_both(&[]).code, 0);
    assert_eq!(folder.run_both(&["--strict"]).code, 0);
}

#[test]
fn only_strict_makes_a_wrong_answer_1() {
    for (n, wrong) in ["vmirror(I)", "first(())", "multiply(9223372036854775807, 2)"].iter().enumerate() {
        let folder = Folder::with(&format!("options_strict_{n}"), &program("solve_11111111", wrong), TASKS);
        assert_eq!(folder.run_both(&[]).code, 0, "{wrong}");
        assert_eq!(folder.run_both(&["--strict", "--quiet"]).code, 1, "{wrong}");
    }
}

#[test]
fn what_cannot_run_is_2() {
    let folder = Folder::with("options_2", &programs(), TASKS);
    folder.write("lonely.py", program("solve_33333333", "I"));
    for (args, says) in [
        (&["p.py"][..], "--data"),
        (&["--data", "t.json"], "no file of programs"),
        (&["none.py", "--data", "t.json"], "none.py"),
        (&["p.py", "--data", "none.json"], "none.json"),
        (&["p.py", "--data", "t.json", "--tasks", "33333333"], "33333333"),
        (&["lonely.py", "--data", "t.json"], "--pair all"),
        (&["p.py", "--data", "t.json", "--pair", "some"], "--pair"),
        (&["p.py", "--data", "t.json", "--time-limit", "0"], "--time-limit"),
        (&["p.py", "--data", "t.json", "--call-timeout", "nan"], "--call-timeout"),
        (&["p.py", "--data", "t.json", "--fuel", "-1"], "-1"),
        (&["p.py", "--data", "t.json", "--nonsense"], "--nonsense"),
        (&["."], "folder"),
    ] {
        let ran = folder.run(args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.err);
        ran.says(&[says]);
    }
}

#[test]
fn a_program_meets_its_own_task_or_all() {
    let folder = Folder::with("options_pair", &programs(), TASKS);
    assert_eq!(folder.outcomes(&[]).len(), 5);
    assert_eq!(folder.outcomes(&["--pair", "all"]).len(), 10);
}

#[test]
fn splits_and_tasks_choose() {
    let folder = Folder::with("options_split", &programs(), TASKS);
    for (args, rows) in [
        (&["--split", "train"], 2),
        (&["--split", "eval"], 3),
        (&["--split", "all"], 5),
        (&["--tasks", "22222222"], 3),
        (&["--tasks", "22222222,11111111"], 5),
    ] {
        assert_eq!(folder.outcomes(args).len(), rows, "{args:?}");
    }
}

#[test]
fn a_task_that_is_not_there_is_named_and_the_rest_runs() {
    let folder = Folder::with("options_missing_task", &programs(), TASKS);
    let ran = folder.run_both(&["--tasks", "11111111,1111111f", "--format", "json"]);
    assert_eq!(ran.code, 0);
    ran.says(&["1111111f"]);
    assert_eq!(ran.json()["totals"]["tasks"], 1);
}

#[test]
fn programs_without_a_task_are_told_and_the_rest_runs() {
    let folder = Folder::with("options_lonely", &(programs() + &program("solve_33333333", "I")), TASKS);
    let ran = folder.run_both(&[]);
    assert_eq!(ran.code, 0);
    ran.says(&["1 of 3 programs", "solve_33333333"]);
}

#[test]
fn equal_names_are_qualified_by_their_file() {
    let folder = Folder::with("options_names", &program("solve_11111111", "hmirror(I)"), TASKS);
    folder.write("q.py", program("solve_11111111", "I") + &program("solve_22222222", "I"));
    let ran = folder.run(&["p.py", "q.py", "--data", "t.json", "--format", "json"]);
    let summary = ran.json();
    let names: Vec<&str> =
        summary["programs"].as_array().unwrap().iter().map(|p| p["program"].as_str().unwrap()).collect();
    assert_eq!(names, ["p.py::solve_11111111", "q.py::solve_11111111", "solve_22222222"]);
}

#[test]
fn data_may_be_given_several_times() {
    let folder = Folder::with("options_data", &programs(), TASKS);
    for id in ["11111111", "22222222"] {
        folder.write(&format!("{id}.json"), r#"{"train": [{"input": [[1]], "output": [[1]]}], "test": []}"#);
    }
    let ran = folder.run(&["p.py", "--data", "11111111.json", "--data", "22222222.json", "--format", "json"]);
    assert_eq!(ran.json()["totals"]["tasks"], 2, "{}", ran.err);
}

#[test]
fn the_json_summary_counts() {
    let text = program("solve_11111111", "hmirror(I)") + &program("solve_22222222", "first(())");
    let folder = Folder::with("options_json", &text, TASKS);
    let summary = folder.run_both(&["--format", "json"]).json();
    let totals = &summary["totals"];
    for (field, expected) in [
        ("programs", 2),
        ("tasks", 2),
        ("planned", 5),
        ("runs", 5),
        ("values", 2),
        ("errors", 3),
        ("limits", 0),
        ("right", 2),
    ] {
        assert_eq!(totals[field], expected, "{field}");
    }
    assert_eq!(summary["programs"][1]["failures"], json!({"StopIteration": 3}));
}

#[test]
fn the_table_has_a_line_per_program_and_totals() {
    let folder = Folder::with("options_table", &programs(), TASKS);
    let out = folder.run_both(&[]).out;
    let line = out.lines().find(|line| line.starts_with("solve_22222222")).unwrap();
    assert!(line.contains("3/3") && line.ends_with("ok"), "{line}");
    assert!(out.contains("2 programs, 2 tasks, 5 runs: 5 values, 0 exceptions, 0 limits"), "{out}");
}

#[test]
fn quiet_says_nothing() {
    let folder = Folder::with("options_quiet", &programs(), TASKS);
    let ran = folder.run_both(&["--quiet"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
}

#[test]
fn dialects_differ_where_they_should() {
    let folder = Folder::with("options_dialect", &program("solve_11111111", "argmax((), size)"), TASKS);
    assert_eq!(folder.outcomes(&[])[0]["error"], "ValueError");
    assert_eq!(folder.outcomes(&["--dialect", "rearc"])[0]["value"], json!(null));
}

#[test]
fn a_helper_can_be_called() {
    let text =
        "def twice(x):\n    return hmirror(hmirror(x))\n\n\ndef solve_11111111(I):\n    return hmirror(twice(I))\n";
    let folder = Folder::with("options_helper", text, TASKS);
    assert_eq!(folder.run_both(&["--strict"]).code, 0);
}
