//! `megabatt run batt.py`: generated batt files.

use crate::common::{Folder, TASKS};
use crate::stopping::ALL_THE_FUEL;
use megabatt_store::Store;
use serde_json::{Value, json};
use std::process::Command;
use std::time::Duration;

const HEAD: &str = "# Generated\n\nfrom dsl import *\nfrom constants import *\nfrom safe_dsl import _get_safe_default\n\n\
                    def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n";

/// A line with its default.
fn attempt(line: &str) -> String {
    let (name, call) = line.split_once(" = ").unwrap();
    let function = call.split('(').next().unwrap();
    format!(
        "    try:\n        {line}\n    except (TypeError, AttributeError, ValueError, IndexError, KeyError):\n        \
         {name} = _get_safe_default({function})\n"
    )
}

/// A batt file of lines, of which those that append are no calls.
fn batt(lines: &[&str]) -> String {
    let line = |line: &&str| if line.contains(".append(") { format!("    {line}\n") } else { attempt(line) };
    format!("{HEAD}{}    return o, s\n", lines.iter().map(line).collect::<String>())
}

/// A thousand, less a hundred for each colour of the target that is not there; one candidate per task of [`TASKS`].
const LINES: [&str; 18] = [
    "t1 = p_g(C)",
    "t2 = p_g(I)",
    "t3 = difference_tuple(t1, t2)",
    "t4 = size(t3)",
    "t5 = multiply(t4, HUNDRED)",
    "t6 = subtract(THOUSAND, t5)",
    "t7 = astuple(t6, t4)",
    "s.append((7, 'None', 'differ_missing', t7))",
    "t8 = mir_rot_t(I, R0)",
    "o.append((8, False, '11111111', t8))",
    "t9 = p_g(t8)",
    "t10 = difference_tuple(t1, t9)",
    "t11 = size(t10)",
    "t12 = multiply(t11, NEG_TEN)",
    "t13 = astuple(t12, t11)",
    "s.append((13, '11111111', 'differ_missing', t13))",
    "t14 = identity(I)",
    "o.append((14, True, '22222222', t14))",
];

fn folder(name: &str, lines: &[&str]) -> Folder {
    Folder::with(name, &batt(lines), TASKS)
}

#[test]
fn the_scores_are_those_of_run_batt() {
    let folder = folder("batt_scores", &LINES);
    let ran = folder.run_both(&["--format", "json", "--verify", "1"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let report = ran.json();
    assert_eq!(
        report["batt"],
        json!({"file": "p.py", "calls": null, "lines": 14, "candidates": 2, "scores": 2, "differs": 1})
    );
    assert_eq!(report["battery"]["different"], 0);
    assert_eq!(report["tasks"][0]["task"], "11111111");
    assert_eq!(report["tasks"][0]["o_score"], json!({"11111111": 2000, "22222222": 0}));
    assert_eq!(report["tasks"][1]["o_score"], json!({"11111111": 3000, "22222222": 3000}));
    let right = json!([{"candidate": "solve_11111111_t8", "t": 8, "solver": "11111111", "mutated": false, "demos_right": 1,
        "tests_right": 1}]);
    assert_eq!(report["tasks"][0]["right"], right);
    // The input itself gets a thousand for each of two calls on two samples, whatever its score; below nothing is nothing.
    let differs = json!({"None": {"differ_missing": {"last_t": 7, "score": 4000}},
        "11111111": {"differ_missing": {"last_t": 7, "score": 0}}});
    assert_eq!(report["tasks"][0]["d_score"], differs);
    assert_eq!(report["totals"]["tasks_solved"], 2);
    assert_eq!(report["totals"]["differ_score"], 10_000);
    for phase in ["load", "merge", "demo_samples", "test_samples", "score"] {
        assert!(report["phases"][phase]["seconds"].as_f64().unwrap() > 0.0, "{phase}");
    }
    let table = folder.run_both(&["--strict"]);
    assert_eq!(table.code, 0, "every task has its candidate");
    assert!(
        table.out.contains("11111111        2    1/2  solve_11111111_t8 2/2   2000     4000  ok\n"),
        "{}",
        table.out
    );
    assert!(table.out.contains("2 tasks, 5 samples: 2 solved by a candidate; differ scores add up to 10000"));
}

#[test]
fn outcomes_have_candidates_and_scores_of_both_calls() {
    let folder = folder("batt_outcomes", &LINES);
    let lines = folder.outcomes(&["--tasks", "11111111"]);
    let names: Vec<&str> = lines[..6].iter().map(|line| line["program"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "solve_11111111_t8",
            "solve_22222222_t14",
            "differ_missing_None_t7",
            "differ_missing_11111111_t13",
            "differ_missing_None_t7_with_target",
            "differ_missing_11111111_t13_with_target"
        ]
    );
    assert_eq!(lines.len(), 12);
    assert_eq!((&lines[0]["value"], &lines[0]["match"]), (&json!([[3, 4], [1, 2]]), &json!(true)));
    assert_eq!((&lines[1]["match"], &lines[2]["match"]), (&json!(false), &Value::Null));
    assert_eq!(lines[4]["value"], json!([1000, 0]));
    let diff =
        folder.megabatt(&["run", "p.py", "--data", "t.json", "--outcomes", "a.jsonl", "--quiet", "--threads", "1"]);
    assert_eq!(diff.code, 0, "{}", diff.err);
    folder.run_both(&["--outcomes", "b.jsonl", "--quiet", "--batch-size", "1", "--engine", "reference"]);
    assert_eq!(folder.read("a.jsonl"), folder.read("b.jsonl"));
}

#[test]
fn what_is_not_caught_ends_the_batt() {
    // A grid is no function. In its `try` the line gives a default, outside of it the batt ends.
    let caught = ["t1 = identity(I)", "t2 = t1(I)", "o.append((1, False, '22222222', t1))"];
    let folder = folder("batt_ended", &caught);
    assert_eq!(folder.run_both(&["--format", "json"]).json()["tasks"][1]["o_score"], json!({"22222222": 3000}));
    folder.write("p.py", batt(&caught).replace(&attempt("t2 = t1(I)"), "    t2 = t1(I)\n"));
    let report = folder.run_both(&["--format", "json"]).json();
    assert_eq!(report["tasks"][1]["o_score"], json!({"22222222": 0}), "even though nobody uses the line");
    assert_eq!(report["totals"]["gave_nothing"], json!({"TypeError": 5}));
    let table = folder.run_both(&["--strict"]);
    assert!(table.out.contains("the batt gave nothing on 5 calls: TypeError ×5"), "{}", table.out);
    assert!(table.out.contains("  first on 11111111 train[0], in line 14: t2 = t1(I)\n"), "{}", table.out);
    assert!(table.out.contains("TypeError ×3"), "{}", table.out);
    assert_eq!(table.code, 1);
    let lines = folder.outcomes(&[]);
    assert_eq!((lines.len(), &lines[0]["error"], &lines[0]["match"]), (5, &json!("TypeError"), &json!(false)));
    // With a target only the second call ends.
    folder.write(
        "p.py",
        batt(&caught).replace(&attempt("t2 = t1(I)"), "    t2 = branch(C, I, identity)\n    t3 = t2(I)\n"),
    );
    let report = folder.run_both(&["--format", "json"]).json();
    assert_eq!(report["tasks"][1]["o_score"], json!({"22222222": 3000}));
    assert_eq!(report["totals"]["gave_nothing"], json!({"TypeError": 5}));
    let first = &report["totals"]["gave_nothing_first"];
    assert_eq!((&first["with_target"], &first["text"]), (&json!(true), &json!("t3 = t2(I)")));
}

#[test]
fn without_a_known_output_there_is_one_call() {
    let folder = folder("batt_unknown", &LINES);
    folder.write(
        "t.json",
        r#"{"train": [{"input": [[1], [2]], "output": [[2], [1]]}], "test": [{"input": [[3], [4]]}]}"#,
    );
    let report = folder.run_both(&["--format", "json"]).json();
    let task = &report["tasks"][0];
    assert_eq!((&task["samples"], &task["known"]), (&json!(2), &json!(1)));
    assert_eq!(task["o_score"], json!({"11111111": 1000, "22222222": 0}));
    assert_eq!(task["d_score"]["None"]["differ_missing"]["score"], 3000);
    assert_eq!(folder.outcomes(&[]).len(), 6 + 4);
}

#[test]
fn candidates_go_into_the_library() {
    let folder = folder("batt_store", &LINES);
    let ran = folder.megabatt(&["run", "p.py", "--data", "t.json", "--store"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("library: 2 programs added, 0 known already; 3 of 3 scores stored in"), "{}", ran.out);
    let library = Store::open_existing(&folder.path("library.sqlite")).unwrap();
    let stored = library.programs().unwrap();
    let names: Vec<_> = stored.iter().map(|p| (p.name.as_str(), p.dialect.name())).collect();
    assert_eq!(names, [("solve_11111111_t8", "tok"), ("solve_22222222_t14", "tok")]);
    assert_eq!(stored[0].source, "def solve_11111111_t8(S, I, C):\n    O = mir_rot_t(I, ZERO)\n    return O\n");
    assert!(stored[0].program().is_some());
    let scores: Vec<_> =
        library.scores_of(stored[0].key).unwrap().into_iter().map(|s| (s.task, s.right, s.known)).collect();
    assert_eq!(scores, [("11111111".to_string(), 2, 2), ("22222222".to_string(), 3, 3)]);
    let again =
        folder.megabatt(&["run", "p.py", "--data", "t.json", "--store", "--keep", "all", "--format", "json"]).json();
    assert_eq!((&again["library"]["added"], &again["library"]["known"]), (&json!(0), &json!(2)));
}

#[test]
fn other_verbs_take_candidates_as_programs() {
    let folder = folder("batt_verbs", &LINES);
    let ran = |args: &[&str]| {
        let ran = folder.megabatt(args);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        ran.out
    };
    assert!(ran(&["check", "p.py"]).contains("2 programs in 1 file: nothing to say"));
    let inlined = ran(&["inline", "p.py", "--program", "solve_11111111_t8"]);
    assert!(inlined.contains("def solve_11111111_t8(S, I, C):\n    return mir_rot_t(I, ZERO)\n"), "{inlined}");
    let validated = ran(&["validate", "p.py", "--data", "t.json"]);
    assert!(validated.contains("2 programs, 2 tasks: 5 of 5 samples right"), "{validated}");
    let shown = ran(&["show", "p.py::solve_11111111_t8", "11111111", "--data", "t.json"]);
    assert!(shown.contains("mir_rot_t(I, ZERO)"), "{shown}");
    assert!(ran(&["library", "add", "p.py"]).contains("2 programs added"));
    // Nothing is taken out of a file that others wrote and that is no list of programs.
    let before = folder.read("p.py");
    ran(&["check", "p.py", "--fix"]);
    assert_eq!(folder.read("p.py"), before);
    folder.write("p.py", batt(&["t1 = rot99(I)", "o.append((1, False, 'x', t1))"]));
    let wrong = folder.megabatt(&["check", "p.py"]);
    assert_eq!(wrong.code, 1, "{}", wrong.out);
    assert!(wrong.out.contains("rot99"), "{}", wrong.out);
}

#[test]
fn a_candidate_that_lives_by_the_default_is_no_program() {
    // The second line fails and gives `()`; alone, without the batt's `try`, it is a TypeError.
    let lines = ["t1 = identity(I)", "t2 = t1(I)", "t3 = branch(T, I, t2)", "o.append((3, False, '22222222', t3))"];
    let folder = folder("batt_default", &lines);
    let ran = folder.megabatt(&["run", "p.py", "--data", "t.json", "--store"]);
    assert!(ran.out.contains("1 solved by a candidate"), "{}", ran.out);
    assert!(ran.out.contains("0 programs added, 0 known already; 0 of 1 score stored"), "{}", ran.out);
}

#[test]
fn calls_from_a_file_of_their_own() {
    let folder = folder("batt_calls", &LINES[8..10]);
    folder.write("p_call.py", "t_call = {8: 'mir_rot_t, I, R0'}\n");
    let ran = folder.run(&["p.py", "p_call.py", "--data", "t.json", "--format", "json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.json()["batt"]["calls"], "p_call.py");
    folder.write("p_call.py", "t_call = {8: 'mir_rot_t, I, R1'}\n");
    let ran = folder.megabatt(&["run", "p_call.py", "p.py", "--data", "t.json", "--store"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.says(&["p_call.py has 1 line otherwise than p.py: t8 (mir_rot_t(I, R1) there, mir_rot_t(I, R0) here)"]);
    assert!(ran.out.contains("1 program added"), "a single column has only one diagonal: {}", ran.out);
    folder.write("p_call.py", "t_call = {7: 'identity, I'}\n");
    let ran = folder.megabatt(&["run", "p.py", "p_call.py", "--data", "t.json", "--store"]);
    ran.says(&["t8 (nothing there", "1 candidates cannot be put together: p_call.py has no call t8"]);
}

#[test]
fn what_cannot_run_says_why() {
    let folder = folder("batt_wrong", &["t1 = rot99(I)", "o.append((1, False, 'x', t1))"]);
    let refused = |args: &[&str], parts: &[&str]| {
        let ran = folder.run(args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.out);
        ran.says(parts);
    };
    refused(&["p.py", "--data", "t.json"], &["nothing called `rot99`", "NameError", "p.py:11", "cannot be run"]);
    folder.write("p.py", batt(&LINES));
    folder.write("q.py", "def solve(I):\n    return I\n");
    refused(&["p.py", "q.py", "--data", "t.json"], &["is a batt file and runs by itself", "p_call.py"]);
    refused(&["p.py", "p.py", "--data", "t.json"], &["runs by itself"]);
    refused(&["p.py"], &["no tasks were given"]);
    for option in [&["--alone"][..], &["--live"], &["--scores", "s.json"], &["--profile"], &["--call-timeout", "1"]] {
        refused(&[&["p.py", "--data", "t.json"], option].concat(), &[option[0], "does not go with a batt file"]);
    }
    refused(&["p.py", "--data", "t.json", "--keep", "all"], &["add --store"]);
    folder.write("p.py", format!("{HEAD}    return o, s\n"));
    refused(&["p.py", "--data", "t.json"], &["appends nothing"]);
}

/// Busy for longer than any test waits, were it not for its fuel.
const ENDLESS: [&str; 8] = [
    "t1 = compose(increment, increment)",
    "t2 = power(t1, 100)",
    "t3 = interval(0, 1000000, 1)",
    "t4 = apply(t2, t3)",
    "t5 = apply(t2, t4)",
    "t6 = apply(t2, t5)",
    "t7 = combine(I, t6)",
    "o.append((7, False, 'x', t7))",
];

#[test]
fn a_limit_costs_the_candidate_alone() {
    let folder = folder("batt_limit", &[&ENDLESS[..], &LINES[8..10]].concat());
    let report = folder.run_both(&["--format", "json", "--fuel", "100000"]).json();
    assert_eq!(report["tasks"][0]["o_score"], json!({"x": 0, "11111111": 2000}));
    assert_eq!(report["totals"]["limits"], json!({"limit fuel": 5}));
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_the_time_limit_end_it() {
    let folder = folder("batt_stopped", &ENDLESS);
    let child = folder.start(&[&["p.py", "--data", "t.json"], &ALL_THE_FUEL[..]].concat());
    std::thread::sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ran = folder.wait(child);
    assert_eq!(ran.code, 130, "{}", ran.err);
    assert!(ran.time < Duration::from_secs(2), "{:?}", ran.time);
    assert!(ran.out.contains("interrupted after 0 of 5 samples"), "{}", ran.out);
    let args = [&["--time-limit", "0.3", "--store", "--library", "l.sqlite"][..], &ALL_THE_FUEL].concat();
    let ran = folder.run_both(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("stopped by the time limit after 0 of 5 samples"), "{}", ran.out);
}
