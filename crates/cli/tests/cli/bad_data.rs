//! Data that is broken: the message names file and place, and the good rest still runs.

use crate::common::{Folder, Ran, program, task};
use std::fs::File;
use std::time::Duration;

/// Runs on a folder with one good task, `00000000`, and a bad file beside it.
fn beside_a_good_one(test: &str, name: &str, content: impl AsRef<[u8]>) -> Ran {
    let folder = Folder::new(test);
    folder.write("p.py", program("solve_p", "I"));
    folder.write("data/00000000.json", task("[[1]]", "[[1]]"));
    folder.write(&format!("data/{name}"), content);
    let ran = folder.run(&["p.py", "--data", "data", "--pair", "all", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.json()["totals"]["runs"].as_u64().unwrap() >= 1);
    ran.says(&[name, "help:"]);
    ran
}

/// Runs on the bad file alone, where nothing can run.
fn alone(test: &str, name: &str, content: impl AsRef<[u8]>) -> Ran {
    let folder = Folder::new(test);
    folder.write("p.py", program("solve_p", "I"));
    folder.write(name, content);
    let ran = folder.run(&["p.py", "--data", name, "--pair", "all"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    ran.says(&[name]);
    ran
}

#[test]
fn broken_json() {
    let text = "{\"train\": [\n  {\"input\": [[1]], \"output\": [[1]]\n  ]}";
    beside_a_good_one("data_broken", "bad.json", text).says(&["bad.json:3:"]);
    alone("data_broken_alone", "bad.json", text).says(&["bad.json:3:"]);
}

#[test]
fn an_empty_file() {
    alone("data_empty_file", "bad.json", "");
}

#[test]
fn grids_that_are_none() {
    for (n, (grid, says)) in [
        ("[[1, 2], [3]]", "row 2"),
        ("[]", "no rows"),
        ("[[]]", "row 1"),
        ("[[1, 10]]", "10"),
        ("[[1, -1]]", "-1"),
        ("[[1.5]]", "1.5"),
        ("[[\"1\"]]", "input"),
        ("[[true]]", "input"),
        ("[[null]]", "input"),
        ("{\"a\": 1}", "input"),
        ("7", "input"),
    ]
    .iter()
    .enumerate()
    {
        beside_a_good_one(&format!("data_grid_{n}"), "bad.json", task(grid, "[[1]]")).says(&["train", says]);
        alone(&format!("data_grid_alone_{n}"), "bad.json", task(grid, "[[1]]"));
    }
}

#[test]
fn grids_over_30_by_30() {
    let row = |n| format!("[{}]", vec!["0"; n].join(","));
    let tall = format!("[{}]", vec![row(2); 31].join(","));
    for (test, grid) in [("data_wide", format!("[{}]", row(31))), ("data_tall", tall)] {
        beside_a_good_one(test, "bad.json", task(&grid, "[[1]]")).says(&["31", "30"]);
    }
}

#[test]
fn duplicated_ids() {
    let folder = Folder::new("data_duplicates");
    folder.write("p.py", program("solve_00000000", "I"));
    folder.write("a/00000000.json", task("[[1]]", "[[1]]"));
    folder.write("b/00000000.json", task("[[2]]", "[[2]]"));
    let ran = folder.run(&["p.py", "--data", "a", "b", "--quiet", "--outcomes", "-"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.says(&["00000000"]);
    assert_eq!(ran.out.lines().count(), 1, "one of them runs, not both: {}", ran.out);
}

#[test]
fn a_key_that_comes_twice() {
    let pair = r#"{"train": [{"input": [[1]], "output": [[1]]}], "test": []}"#;
    let folder = Folder::new("data_key_twice");
    folder.write("p.py", program("solve_p", "I"));
    folder.write("set.json", format!(r#"{{"00000000": {pair}, "11111111": {pair}, "00000000": {pair}}}"#));
    let ran = folder.run(&["p.py", "--data", "set.json", "--pair", "all", "--quiet", "--outcomes", "-"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.says(&["set.json", "00000000"]);
}

#[test]
fn missing_solutions_leave_the_match_open() {
    let folder = Folder::new("data_no_solutions");
    folder.write("p.py", program("solve_00000000", "I"));
    let text = r#"{"00000000": {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[2]]}]}}"#;
    folder.write("arc_challenges.json", text);
    let ran = folder.run(&["p.py", "--data", "arc_challenges.json", "--quiet", "--outcomes", "-"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.lines().nth(1).unwrap().ends_with("\"match\":null}"), "{}", ran.out);
    folder.write("arc_solutions.json", r#"{"00000000": [[[2]]]}"#);
    let ran = folder.run(&["p.py", "--data", "arc_challenges.json", "--quiet", "--outcomes", "-"]);
    assert!(ran.out.lines().nth(1).unwrap().ends_with("\"match\":true}"), "{}", ran.out);
}

#[test]
fn a_file_of_a_gigabyte_is_not_read() {
    let folder = Folder::new("data_gigabyte");
    folder.write("p.py", program("solve_p", "I"));
    for name in ["big.json", "big.json.gz", "big.zip", "big.py"] {
        File::create(folder.path(name)).unwrap().set_len(1 << 30).unwrap();
    }
    for name in ["big.json", "big.json.gz", "big.zip"] {
        let ran = folder.run(&["p.py", "--data", name, "--pair", "all"]);
        assert_eq!(ran.code, 2, "{name}: {}", ran.err);
        ran.says(&[name]);
        assert!(ran.time < Duration::from_secs(5), "{name}: {:?}", ran.time);
    }
    folder.write("t.json", task("[[1]]", "[[1]]"));
    let ran = folder.run(&["big.py", "p.py", "--data", "t.json", "--pair", "all"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.says(&["big.py", "1024 MiB"]);
}

#[test]
fn binary_files() {
    let bytes: Vec<u8> = (0..4096u32).map(|n| ((n * 7919) >> 3) as u8).collect();
    for (test, name) in [("data_bin", "bad.json"), ("data_bin_gz", "bad.json.gz")] {
        beside_a_good_one(test, name, &bytes);
        alone(&format!("{test}_alone"), name, &bytes);
    }
    alone("data_bin_zip", "bad.zip", &bytes);
}

#[test]
fn deeply_nested_json() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    alone("data_deep", "bad.json", &deep);
    alone("data_deep_open", "bad.json", "[".repeat(100_000));
    alone("data_deep_objects", "bad.json", "{\"train\":".repeat(100_000));
    beside_a_good_one("data_deep_grid", "bad.json", task(&deep, "[[1]]"));
}

#[test]
fn one_bad_pair_does_not_take_the_other_tasks_along() {
    let folder = Folder::new("data_one_bad_pair");
    folder.write("p.py", program("solve_p", "I"));
    let (good, bad) = (task("[[1]]", "[[1]]"), task("[[1, 2], [3]]", "[[1]]"));
    folder.write("set.json", format!(r#"{{"aaaaaaaa": {good}, "bbbbbbbb": {bad}, "cccccccc": {good}}}"#));
    let ran = folder.run(&["p.py", "--data", "set.json", "--pair", "all", "--format", "json"]);
    assert_eq!((ran.code, ran.json()["totals"]["tasks"].as_u64()), (0, Some(2)), "{}", ran.err);
    ran.says(&["set.json", "bbbbbbbb"]);
}
