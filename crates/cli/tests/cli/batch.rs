//! `megabatt batch`.

use crate::common::Folder;
use serde_json::Value;

const DATA: &str = r#"{
  "train": {"aaaaaaaa": {"train": [{"input": [[1, 2], [3, 3]], "output": [[5]]}],
                         "test": [{"input": [[3, 0, 3]], "output": [[3]]}]},
            "bbbbbbbb": {"train": [{"input": [[0, 0, 0], [0, 4, 4], [2, 0, 4]], "output": [[7, 7]]}],
                         "test": [{"input": [[2]], "output": [[1]]}]}}
}"#;

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("d.json", DATA);
    folder
}

/// Times are the machine's.
fn without_times(text: &str) -> String {
    text.lines().map(|line| line.rsplit_once(" in ").map_or(line, |(start, _)| start)).collect::<Vec<_>>().join("\n")
}

#[test]
fn tables_of_grids_numbers_palettes_and_objects() {
    let folder = folder("batch_tables");
    let run = |args: &[&str]| {
        let ran = folder.megabatt_with(&[&["batch"], args, &["--data", "d.json"]].concat(), &[("COLUMNS", "80")]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        format!("$ megabatt batch {}\n{}{}\n", args.join(" "), ran.out, without_times(&ran.err))
    };
    let parts = [
        run(&["rot90 | vmirror | replace(3, 7)"]),
        run(&["colorcount(3)", "--of", "both"]),
        run(&["palette", "--of", "outputs"]),
        run(&["objects(T, F, T)"]),
        run(&["objects(T, F, T) | argmax(size) | shape", "--head", "1"]),
        run(&["mir_rot_t(R1)", "--tasks", "aaaaaaaa"]),
    ];
    insta::assert_snapshot!("batch_tables", parts.join("\n"));
}

#[test]
fn lines_and_documents_of_json() {
    let folder = folder("batch_json");
    let batch =
        |args: &[&str]| folder.megabatt(&[&["batch", "hsplit(3) | last", "--data", "d.json", "-q"], args].concat());
    let ran = batch(&["-o", "-"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("batch_lines", ran.out);
    assert_eq!(batch(&["-o", "out.jsonl"]).code, 0);
    assert_eq!(folder.read("out.jsonl"), ran.out);
    assert_eq!(batch(&["-o", "out.json"]).code, 0);
    let document: Value = serde_json::from_str(&folder.read("out.json")).unwrap();
    assert_eq!(document["about"]["grids"], 4);
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(document["rows"], Value::Array(lines));
    let ran = folder.megabatt(&["batch", "partition", "--data", "d.json", "-q", "-o", "-", "--tables"]);
    insta::assert_snapshot!("batch_tables_as_lines", ran.out);
    let again = batch(&["-o", "out.json"]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("--force"), "{}", again.err);
}

#[test]
fn what_raises_is_a_result_and_fails_only_with_strict() {
    let folder = folder("batch_strict");
    let args = ["batch", "trim | first", "--data", "d.json", "--verify"];
    let ran = folder.megabatt(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("StopIteration") && ran.err.contains("all 4 results are those of the CPU"), "{}", ran.err);
    assert_eq!(folder.megabatt(&[&args[..], &["--strict"]].concat()).code, 1);
}

#[test]
fn a_pipeline_that_cannot_be_read_is_shown_with_its_place() {
    let folder = folder("batch_wrong");
    let told: Vec<String> =
        ["rot90 | vmiror", "replace(3)", "rot90 | 7", "", "mostcolor | rot90", "rot90 |", "replace(3, 7"]
            .iter()
            .map(|text| {
                let ran = folder.megabatt(&["batch", text, "--data", "d.json"]);
                assert_eq!((ran.code, ran.out.as_str()), (2, ""));
                ran.err
            })
            .collect();
    insta::assert_snapshot!("batch_wrong", told.join("\n"));
}

#[test]
fn the_demos_grids_are_taken_where_no_data_is_given() {
    let ran = folder("batch_demo").megabatt(&["batch", "rot90", "--backend", "cpu", "-o", "-", "-q"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.lines().count() > 100);
}
