//! What is said about grids, pairs and tasks that are wrong.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "fixtures/data/folder.rs"]
mod folder;

use folder::{Folder, OTHER_PAIR, PAIR, task, task_with_input};

const GRID: &str = "  help: a grid is a list of 1 to 30 rows of equal length, each row a list of 1 to 30 colours, such as [[0,1],[1,0]]";
const COLOUR: &str = "  help: colours are the whole numbers 0 to 9, without quotes or a decimal point";
const SIZE: &str = "  help: a grid of a task is at most 30 high and 30 wide; cut it or take the task out of the file";
const TASK: &str = r#"  help: a task is {"train": [pairs], "test": [pairs]}, a pair {"input": grid, "output": grid}"#;
const TWICE: &str = "  help: keep one of the two";

/// Loads this text as the task `0a` beside a good task, which must come through, and compares all that is said.
#[track_caller]
fn assert_told(text: &str, expected: &[&str]) {
    let folder = Folder::with(&[("0a.json", text), ("0b.json", &task())]);
    let loaded = folder.load(&["0a.json", "0b.json"]);
    assert_eq!(loaded.ids().last().map(String::as_str), Some("0b:?"));
    assert_eq!(loaded.told().lines().collect::<Vec<_>>(), expected);
}

#[test]
fn ragged_grid() {
    assert_told(
        &task_with_input("[[1, 2], [1, 2, 3]]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 2: the row is 3 wide, but row 1 is 2 wide; the task is left out",
            GRID,
        ],
    );
}

#[test]
fn empty_grid_and_empty_rows() {
    assert_told(
        &task_with_input("[]"),
        &["error: ~/0a.json: task 0a, train pair 1, input: the grid has no rows; the task is left out", GRID],
    );
    assert_told(
        &task_with_input("[[]]"),
        &["error: ~/0a.json: task 0a, train pair 1, input, row 1: the row is empty; the task is left out", GRID],
    );
    assert_told(
        &task_with_input("[[1], []]"),
        &["error: ~/0a.json: task 0a, train pair 1, input, row 2: the row is empty; the task is left out", GRID],
    );
}

#[test]
fn cells_that_are_no_colours() {
    assert_told(
        &task_with_input("[[1, 10]]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 1, column 2: 10 is not a colour; the task is left out",
            COLOUR,
        ],
    );
    assert_told(
        &task_with_input("[[-1]]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 1, column 1: -1 is not a colour; the task is left out",
            COLOUR,
        ],
    );
    assert_told(
        &task_with_input("[[1.0]]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 1, column 1: 1.0 is not a colour; the task is left out",
            COLOUR,
        ],
    );
    assert_told(
        &task_with_input("[[2.5]]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 1, column 1: 2.5 is not a colour; the task is left out",
            COLOUR,
        ],
    );
    assert_told(
        &task_with_input("[[18446744073709551615]]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 1, column 1: 18446744073709551615 is not a colour; the task is left out",
            COLOUR,
        ],
    );
    assert_told(
        &task_with_input("[[true]]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 1, column 1: true is not a colour; the task is left out",
            COLOUR,
        ],
    );
    assert_told(
        &task_with_input("[[\"1\"]]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 1, column 1: a string is not a colour; the task is left out",
            COLOUR,
        ],
    );
    assert_told(
        &task_with_input("[[null]]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 1, column 1: null is not a colour; the task is left out",
            COLOUR,
        ],
    );
    assert_told(
        &task_with_input("[[[1]]]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 1, column 1: a list is not a colour; the task is left out",
            COLOUR,
        ],
    );
}

#[test]
fn values_that_are_no_grids() {
    assert_told(
        &task_with_input("7"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input: the grid is a number, not a list of rows; the task is left out",
            GRID,
        ],
    );
    assert_told(
        &task_with_input("\"12/34\""),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input: the grid is a string, not a list of rows; the task is left out",
            GRID,
        ],
    );
    assert_told(
        &task_with_input("{}"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input: the grid is an object, not a list of rows; the task is left out",
            GRID,
        ],
    );
    assert_told(
        &task_with_input("[1, 2]"),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input, row 1: the row is a number, not a list of colours; the task is left out",
            GRID,
        ],
    );
}

#[test]
fn grids_that_are_too_large() {
    let row = |width: usize| format!("[{}]", vec!["0"; width].join(","));
    let grid = |height: usize, width| format!("[{}]", vec![row(width); height].join(","));
    assert_told(&task_with_input(&grid(30, 30)), &[]);
    assert_told(
        &task_with_input(&grid(31, 2)),
        &["error: ~/0a.json: task 0a, train pair 1, input: the grid is 31 high and 2 wide; the task is left out", SIZE],
    );
    assert_told(
        &task_with_input(&grid(2, 500)),
        &[
            "error: ~/0a.json: task 0a, train pair 1, input: the grid is 2 high and 500 wide; the task is left out",
            SIZE,
        ],
    );
}

#[test]
fn missing_input_or_output() {
    let with = |pair: &str, test: &str| format!(r#"{{"train": [{PAIR}, {pair}], "test": [{test}]}}"#);
    assert_told(
        &with(r#"{"input": [[1]]}"#, r#"{"input": [[1]]}"#),
        &["error: ~/0a.json: task 0a, train pair 2: there is no `output`; the pair is left out", TASK],
    );
    assert_told(
        &with(r#"{"output": [[1]]}"#, r#"{"input": [[1]]}"#),
        &["error: ~/0a.json: task 0a, train pair 2: there is no `input`; the pair is left out", TASK],
    );
    assert_told(
        &with(r#"{"input": [[1]], "output": null}"#, r#"{"input": [[1]]}"#),
        &["error: ~/0a.json: task 0a, train pair 2: there is no `output`; the pair is left out", TASK],
    );
    assert_told(
        &with(PAIR, r#"{"output": [[1]]}"#),
        &["error: ~/0a.json: task 0a, test pair 1: there is no `input`; the task is left out", TASK],
    );
    assert_told(
        &with("[[1]]", r#"{"input": [[1]]}"#),
        &["error: ~/0a.json: task 0a, train pair 2: the pair is a list, not an object; the task is left out", TASK],
    );
    assert_told(
        &with("3", r#"{"input": [[1]]}"#),
        &["error: ~/0a.json: task 0a, train pair 2: the pair is a number, not an object; the task is left out", TASK],
    );
    assert_told(
        r#"{"train": [{"input": [[1]]}], "test": [{"input": [[1]]}]}"#,
        &[
            "error: ~/0a.json: task 0a, train pair 1: there is no `output`; the pair is left out",
            TASK,
            "error: ~/0a.json: task 0a: no train pair is left; the task is left out",
            TASK,
        ],
    );
}

#[test]
fn missing_train_or_test() {
    assert_told(
        &format!(r#"{{"test": [{PAIR}]}}"#),
        &["error: ~/0a.json: task 0a: there is no `train`; the task is left out", TASK],
    );
    assert_told(
        &format!(r#"{{"train": [], "test": [{PAIR}]}}"#),
        &["error: ~/0a.json: task 0a: `train` has no pairs; the task is left out", TASK],
    );
    assert_told(
        &format!(r#"{{"train": [{PAIR}]}}"#),
        &["warning: ~/0a.json: task 0a: there is no `test`; only the train pairs are loaded", TASK],
    );
    assert_told(
        &format!(r#"{{"train": [{PAIR}], "test": []}}"#),
        &["warning: ~/0a.json: task 0a: `test` has no pairs; only the train pairs are loaded", TASK],
    );
    assert_told(
        &format!(r#"{{"train": {PAIR}, "test": [{PAIR}]}}"#),
        &["error: ~/0a.json: task 0a: `train` is an object, not a list of pairs; the task is left out", TASK],
    );
    assert_told(
        &format!(r#"{{"train": [{PAIR}], "test": 5}}"#),
        &["error: ~/0a.json: task 0a: `test` is a number, not a list of pairs; the task is left out", TASK],
    );
}

#[test]
fn keys_that_are_there_twice() {
    assert_told(
        &format!(r#"{{"train": [{PAIR}], "test": [{PAIR}], "train": [{PAIR}]}}"#),
        &["error: ~/0a.json: task 0a: the key `train` is there twice; the task is left out", TWICE],
    );
    assert_told(
        &task_with_input(r#"[[1]], "input": [[2]]"#),
        &["error: ~/0a.json: task 0a, train pair 1: the key `input` is there twice; the task is left out", TWICE],
    );
    let twice = r#"{"input": [[1]], "output": [[1]], "output": [[2]]}"#;
    assert_told(
        &format!(r#"{{"train": [{PAIR}], "test": [{twice}]}}"#),
        &["error: ~/0a.json: task 0a, test pair 1: the key `output` is there twice; the task is left out", TWICE],
    );
}

#[test]
fn many_faults_in_one_task_are_cut_short() {
    let bad = r#"{"input": [[1]], "output": [[77]]}"#;
    let text = format!(r#"{{"train": [{bad}, {bad}, {bad}, {bad}, {bad}], "test": [{PAIR}]}}"#);
    assert_told(
        &text,
        &[
            "error: ~/0a.json: task 0a, train pair 1, output, row 1, column 1: 77 is not a colour; the task is left out",
            COLOUR,
            "error: ~/0a.json: task 0a, train pair 2, output, row 1, column 1: 77 is not a colour; the task is left out",
            COLOUR,
            "error: ~/0a.json: task 0a, train pair 3, output, row 1, column 1: 77 is not a colour; the task is left out",
            COLOUR,
            "error: ~/0a.json: task 0a: 2 problems more with this task",
            "  help: mend the ones above first",
        ],
    );
}

#[test]
fn a_generated_set_loses_only_the_wrong_pairs() {
    let text = format!(r#"[{PAIR}, {{"input": [[1]]}}, {{"input": [[12]], "output": [[1]]}}, 4, {OTHER_PAIR}]"#);
    assert_told(
        &text,
        &[
            "error: ~/0a.json: task 0a, pair 2: there is no `output`; the pair is left out",
            TASK,
            "error: ~/0a.json: task 0a, pair 3, input, row 1, column 1: 12 is not a colour; the pair is left out",
            COLOUR,
            "error: ~/0a.json: task 0a, pair 4: the pair is a number, not an object; the pair is left out",
            TASK,
        ],
    );
    let folder = Folder::with(&[("0a.json", &text)]);
    assert_eq!(folder.load(&["0a.json"]).data.tasks[0].train.len(), 2);
    assert_told(
        r#"[{"input": [[1]]}]"#,
        &[
            "error: ~/0a.json: task 0a, pair 1: there is no `output`; the pair is left out",
            TASK,
            "error: ~/0a.json: task 0a: no pair is left; the task is left out",
            r#"  help: a generated set is [{"input": grid, "output": grid}, …]"#,
        ],
    );
}
