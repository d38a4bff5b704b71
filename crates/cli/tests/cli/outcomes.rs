//! The outcomes file: its fields, its values, its path.

use crate::common::{Folder, TASKS, program, programs, task};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The lines of programs of one expression each, on the grid `[[1, 2], [3, 4]]`.
fn lines(test: &str, expressions: &[&str], args: &[&str]) -> Vec<String> {
    let names = expressions.iter().enumerate().map(|(n, e)| program(&format!("solve_p{n}"), e));
    let folder = Folder::with(test, &names.collect::<String>(), &task("[[1, 2], [3, 4]]", "[[3, 4], [1, 2]]"));
    let ran = folder.run_both(&[&["--pair", "all", "--quiet", "--outcomes", "-"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.out.lines().map(str::to_string).collect()
}

/// The same, parsed.
fn outcomes(test: &str, expressions: &[&str], args: &[&str]) -> Vec<Value> {
    lines(test, expressions, args).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_line_has_the_fields_in_this_order() {
    let lines = lines("outcomes_lines", &["hmirror(I)", "first(())", "multiply(9223372036854775807, 2)"], &[]);
    let start = |n| format!(r#"{{"program":"solve_p{n}","task":"t","split":"train","index":0,"outcome":"#);
    assert_eq!(lines[0], start(0) + r#""value","value":[[3,4],[1,2]],"match":true}"#);
    assert_eq!(lines[1], start(1) + r#""error","error":"StopIteration","match":false}"#);
    assert_eq!(lines[2], start(2) + r#""limit","limit":"int","match":false}"#);
}

#[test]
fn every_kind_of_value_can_be_written() {
    let cases = [
        ("ONE", json!(1)),
        ("-7", json!(-7)),
        ("T", json!(true)),
        ("index(I, (9, 9))", json!(null)),
        ("()", json!([])),
        ("(ONE, T, (TWO,))", json!([1, true, [2]])),
        ("palette(I)", json!({"set": [1, 2, 3, 4]})),
        ("asindices(I)", json!({"set": [[0, 1], [1, 0], [0, 0], [1, 1]]})),
        ("initset(initset(()))", json!({"set": [{"set": [[]]}]})),
        ("hmirror", json!({"function": "hmirror"})),
    ];
    let expressions: Vec<&str> = cases.iter().map(|(expression, _)| *expression).collect();
    for (line, (expression, value)) in outcomes("outcomes_values", &expressions, &[]).iter().zip(&cases) {
        match expression.starts_with("asindices") {
            // Its order is the differential suite's business.
            true => assert_eq!(line["value"]["set"].as_array().unwrap().len(), 4),
            false => assert_eq!(line["value"], *value, "{expression}"),
        }
        assert!(line.get("address_dependent").is_none(), "{expression}");
    }
}

#[test]
fn a_closure_is_a_function_with_a_description() {
    let lines = outcomes("outcomes_closure", &["rbind(add, ONE)"], &[]);
    assert!(lines[0]["value"]["function"].as_str().unwrap().contains("add"));
}

#[test]
fn an_order_that_depends_on_addresses_is_flagged() {
    let flagged = ["totuple(insert(vmirror, initset(hmirror)))", "insert(index(I, (9, 9)), palette(I))"];
    for line in outcomes("outcomes_addresses", &flagged, &[]) {
        assert_eq!(line["address_dependent"], true, "{line}");
    }
}

#[test]
fn a_known_hash_of_none_settles_its_order() {
    let line = &outcomes("outcomes_none_hash", &["insert(index(I, (9, 9)), palette(I))"], &["--none-hash", "-5"])[0];
    assert!(line.get("address_dependent").is_none(), "{line}");
}

#[test]
fn a_hash_is_the_sha256_of_the_compact_json() {
    let expressions = ["hmirror(I)", "palette(I)", "(ONE, T)"];
    let full = lines("outcomes_full", &expressions, &[]);
    let hashed = outcomes("outcomes_hash", &expressions, &["--values", "hash"]);
    for (full, hashed) in full.iter().zip(&hashed) {
        let value = full.split_once("\"value\":").unwrap().1;
        let value = value.split_once("\"value\":").map_or(value, |(_, rest)| rest);
        let value = value.rsplit_once(",\"match\"").unwrap().0;
        let digest: String = Sha256::digest(value.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hashed["value"], digest, "{full}");
    }
}

#[test]
fn values_can_be_left_out() {
    let line = &lines("outcomes_none", &["hmirror(I)"], &["--values", "none"])[0];
    assert!(line.ends_with(r#""outcome":"value","match":true}"#), "{line}");
}

#[test]
fn rows_come_in_order_with_their_split() {
    let folder = Folder::with("outcomes_order", &programs(), TASKS);
    let places = |args: &[&str]| -> Vec<String> {
        let lines = folder.outcomes(&[&["--pair", "all", "--threads", "4"], args].concat());
        let place = |line: &Value| format!("{} {} {} {}", line["program"], line["task"], line["split"], line["index"]);
        lines.iter().map(|line| place(line).replace('"', "")).collect()
    };
    let programs = ["solve_11111111", "solve_22222222"];
    let samples = ["11111111 train 0", "11111111 test 0", "22222222 train 0", "22222222 test 0", "22222222 test 1"];
    let by_program = programs.iter().flat_map(|p| samples.map(|s| format!("{p} {s}")));
    assert_eq!(places(&["--alone"]), by_program.collect::<Vec<_>>());
    let by_sample = samples.iter().flat_map(|s| programs.map(|p| format!("{p} {s}")));
    assert_eq!(places(&[]), by_sample.collect::<Vec<_>>());
}

#[test]
fn an_unknown_output_matches_neither_way() {
    let folder = Folder::with(
        "outcomes_unknown",
        &program("solve_p", "I"),
        r#"{"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[2]]}]}"#,
    );
    let matches: Vec<Value> = folder.outcomes(&["--pair", "all"]).iter().map(|line| line["match"].clone()).collect();
    assert_eq!(matches, [json!(true), json!(null)]);
}

#[test]
fn the_file_has_what_standard_output_would_have() {
    let folder = Folder::with("outcomes_file", &programs(), TASKS);
    let to_stdout = folder.run_both(&["--quiet", "--outcomes", "-"]).out;
    let ran = folder.run_both(&["--quiet", "--outcomes", "o.jsonl"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert_eq!(folder.read("o.jsonl"), to_stdout);
}

#[test]
fn a_bad_path_fails_before_anything_runs() {
    let folder = Folder::with("outcomes_bad_path", &programs(), TASKS);
    let ran = folder.run_both(&["--outcomes", "no/such/folder/o.jsonl"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    ran.says(&["no/such/folder/o.jsonl", "cannot be written"]);
}
