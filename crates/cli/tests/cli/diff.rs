//! `megabatt diff`.

use crate::common::{Folder, Ran, TASKS, program, programs};
use crate::show::megabatt;
use serde_json::Value;

/// A folder with the outcomes of two batteries: `a.jsonl` and `b.jsonl`.
fn runs(test: &str, before: &str, after: &str, values: &str) -> Folder {
    let folder = Folder::new(test);
    folder.write("t.json", TASKS);
    for (name, text) in [("a", before), ("b", after)] {
        folder.write("p.py", text);
        let ran = folder.run_both(&["--quiet", "--values", values, "--outcomes", &format!("{name}.jsonl")]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    folder
}

fn diff(folder: &Folder, args: &[&str]) -> Ran {
    megabatt(folder, 80, &[&["diff", "a.jsonl", "b.jsonl"], args].concat())
}

/// One right and one wrong program, changed in every way there is.
fn changed() -> (String, String) {
    let before = programs()
        + &program("solve_11111111_fixed", "vmirror(I)")
        + &program("solve_11111111_value", "vmirror(I)")
        + &program("solve_11111111_error", "first(ofcolor(I, NINE))")
        + &program("solve_11111111_kind", "trim(trim(trim(first)))")
        + &program("solve_11111111_gone", "I");
    let after = program("solve_11111111", "hmirror(I)")
        + &program("solve_22222222", "first(ofcolor(I, NINE))")
        + &program("solve_11111111_fixed", "hmirror(I)")
        + &program("solve_11111111_value", "upscale(I, TWO)")
        + &program("solve_11111111_error", "divide(ONE, ZERO)")
        + &program("solve_11111111_kind", "7")
        + &program("solve_11111111_new", "I");
    (before, after)
}

#[test]
fn equal_runs_have_no_difference() {
    for values in ["full", "hash", "none"] {
        let folder = runs(&format!("diff_equal_{values}"), &programs(), &programs(), values);
        let ran = diff(&folder, &["--pictures"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(ran.out.starts_with("5 rows in both files, 5 unchanged\nno outcome changed\n"), "{}", ran.out);
        assert_eq!(ran.out.contains("compared without their values"), values == "none");
    }
}

#[test]
fn every_change_is_counted_once() {
    let (before, after) = changed();
    for values in ["full", "hash"] {
        let folder = runs(&format!("diff_changes_{values}"), &before, &after, values);
        let ran = diff(&folder, &["--format", "json"]);
        assert_eq!((ran.code, ran.err.as_str()), (1, ""));
        let json = ran.json();
        let counts = json["changes"].as_object().unwrap();
        let counts: Vec<(&str, u64)> = counts.iter().map(|(name, n)| (name.as_str(), n.as_u64().unwrap())).collect();
        let expected = [
            ("right_to_wrong", 3),
            ("wrong_to_right", 2),
            ("value_or_failure", 2),
            ("error", 2),
            ("value", 2),
            ("match", 0),
            ("only_before", 2),
            ("only_after", 2),
        ];
        assert_eq!(counts, expected);
        assert_eq!((&json["both"], &json["unchanged"]), (&Value::from(13), &Value::from(2)));
        assert_eq!(json["rows"].as_array().unwrap().len(), 15);
    }
}

#[test]
fn the_report_looks_like_this() {
    let (before, after) = changed();
    let folder = runs("diff_report", &before, &after, "full");
    let table = diff(&folder, &[]);
    assert_eq!((table.code, table.err.as_str()), (1, ""));
    insta::assert_snapshot!("diff_table", table.out);
    for width in [60, 80, 160] {
        for (mode, colour) in [("plain", "never"), ("colour", "truecolor")] {
            let args = ["diff", "a.jsonl", "b.jsonl", "--pictures", "--color", colour];
            let ran = megabatt(&folder, width, &args);
            insta::assert_snapshot!(format!("diff_pictures_{width}_{mode}"), ran.out.replace('\x1b', "␛"));
        }
    }
    insta::assert_snapshot!("diff_json", diff(&folder, &["--format", "json"]).out);
}

#[test]
fn without_values_only_the_rest_is_compared() {
    let (before, after) = changed();
    let folder = runs("diff_none", &before, &after, "none");
    let ran = diff(&folder, &[]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("3 right -> wrong, 2 wrong -> right, 2 value <-> failure, 2 error changed"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("value changed") && ran.out.contains("compared without their values"), "{}", ran.out);
}

#[test]
fn full_values_and_hashes_can_be_compared() {
    let folder = runs("diff_mixed", &programs(), &programs(), "full");
    let full = folder.read("a.jsonl");
    let ran = folder.run(&["p.py", "--data", "t.json", "--quiet", "--values", "hash", "--outcomes", "b.jsonl"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_ne!(full, folder.read("b.jsonl"));
    let ran = diff(&folder, &[]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn pictures_need_values() {
    let (before, after) = changed();
    let folder = runs("diff_no_pictures", &before, &after, "hash");
    let ran = diff(&folder, &["--pictures"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("--values full"), "{}", ran.out);
}

#[test]
fn files_that_are_no_outcomes_are_named() {
    let folder = runs("diff_bad", &programs(), &programs(), "full");
    let fails = |content: &str, parts: &[&str]| {
        folder.write("b.jsonl", content);
        let ran = diff(&folder, &[]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{content}");
        ran.says(parts);
    };
    fails("{\"program\":\"p\"}\n", &["b.jsonl:1: this line is no outcome: it has no text \"split\""]);
    fails("\n\nnot json\n", &["b.jsonl:3: this line is not JSON"]);
    fails("[1]", &["b.jsonl:1: this line is no outcome"]);
    let line =
        |outcome: &str| format!("{{\"program\":\"p\",\"task\":\"t\",\"split\":\"train\",\"index\":0,{outcome}}}\n");
    fails(&line("\"outcome\":\"other\""), &["\"outcome\" is \"other\""]);
    fails(&(line("\"outcome\":\"value\"") + "{\"progr"), &["b.jsonl:2: this line is not JSON"]);
    let ran = megabatt(&folder, 80, &["diff", "a.jsonl", "c.jsonl"]);
    assert_eq!(ran.code, 2);
    ran.says(&["c.jsonl: cannot be read"]);
    folder.write("b.jsonl", folder.read("a.jsonl").repeat(2));
    let ran = diff(&folder, &[]);
    assert_eq!(ran.code, 0);
    ran.says(&["5 rows come twice"]);
    let ran = diff(&folder, &["--pictures", "--format", "json"]);
    assert_eq!(ran.code, 2);
}

#[test]
fn many_rows_are_compared() {
    let folder = Folder::new("diff_large");
    let line = |n: usize, colour: usize| {
        format!(
            "{{\"program\":\"solve_{}\",\"task\":\"t{}\",\"split\":\"train\",\"index\":{},\"outcome\":\"value\",\
             \"value\":[[{colour}]],\"match\":false}}\n",
            n / 1_000,
            n / 10 % 100,
            n % 10
        )
    };
    folder.write("a.jsonl", (0..50_000).map(|n| line(n, n % 10)).collect::<String>());
    folder.write("b.jsonl", (0..50_000).map(|n| line(n, if n == 12_345 { 0 } else { n % 10 })).collect::<String>());
    let ran = diff(&folder, &["--pictures"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("50000 rows in both files, 49999 unchanged\n1 value changed\n"), "{}", ran.out);
    assert!(ran.out.contains("solve_12 ") && ran.out.contains("t34") && ran.out.contains("train:5"), "{}", ran.out);
}
