//! `megabatt inline`: forms, ids, groups, wrong input.

use crate::common::{Folder, program};
use serde_json::Value;
use std::process::Command;
use std::time::Duration;

const PROGRAMS: &str = "\
from dsl import *


def beside(g, way):
    h = way(g)
    return hconcat(g, h)


def solve_11111111(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = divide(ONE, ZERO)
    x4 = argmax(x1, size)
    x5 = subgrid(x2, I)
    x6 = hmirror(x5)
    O = vconcat(x6, subgrid(x4, I))
    return O


def solve_22222222(I):
    return beside(I, way=rot90)
";

/// The first program of [`PROGRAMS`] with other names and without the dead line, and a twin of the second.
const OTHERS: &str = "\
def turned(a, b):
    c = b(a)
    return hconcat(a, c)


def by_largest(grid):
    objs = objects(grid, True, False, True)
    big = subgrid(argmax(objs, size), grid)
    return vconcat(hmirror(big), big)


def solve_22222222(J):
    return turned(J, b=rot90)


def alone(I):
    return I
";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("a.py", PROGRAMS);
    folder.write("b.py", OTHERS);
    folder
}

/// Standard output of a run that must succeed; the same in any terminal, because it is Python.
fn printed(folder: &Folder, args: &[&str]) -> String {
    let args = [&["inline"], args].concat();
    let texts = ["60", "80", "160"].map(|columns| {
        let ran = folder.megabatt_with(&args, &[("COLUMNS", columns)]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
        ran.out
    });
    assert!(texts[0] == texts[1] && texts[1] == texts[2], "{args:?}");
    let [text, ..] = texts;
    text
}

#[test]
fn every_form() {
    let folder = folder("inline_forms");
    let mut text = String::new();
    for args in [
        &["a.py"] as &[&str],
        &["a.py", "--limit", "100"],
        &["a.py", "--form", "ssa"],
        &["a.py", "--form", "ssa", "--keep-dead"],
        &["a.py", "b.py", "--form", "hash"],
        &["b.py", "--dialect", "rearc", "--program", "by_largest,alone"],
        &["a.py", "b.py", "--program", "b.py::solve_22222222"],
        &["a.py", "b.py", "--program", "solve_22222222"],
        &["a.py", "b.py", "--dedupe"],
        &["b.py", "--dedupe"],
        &["b.py", "b.py", "--dedupe"],
    ] {
        text.push_str(&format!("=== megabatt inline {}\n{}\n", args.join(" "), printed(&folder, args)));
    }
    insta::assert_snapshot!("inline_forms", text);
}

#[test]
fn json() {
    let folder = folder("inline_json");
    let expr = printed(&folder, &["a.py", "--format", "json"]);
    let hash = printed(&folder, &["b.py", "--format", "json", "--form", "hash"]);
    let groups = printed(&folder, &["a.py", "b.py", "--format", "json", "--dedupe"]);
    for text in [&expr, &hash, &groups] {
        serde_json::from_str::<Value>(text).unwrap();
    }
    insta::assert_snapshot!("inline_json", format!("{expr}{hash}{groups}"));
}

/// What is printed runs as what it was made from; the dead line that raises is the difference.
#[test]
fn printed_programs_run() {
    let folder = folder("inline_runs");
    folder.write(
        "t.json",
        r#"{"train": {"11111111": {"train": [{"input": [[1, 0], [0, 0], [2, 2]], "output": [[2]]}], "test": []},
        "22222222": {"train": [{"input": [[1, 2], [3, 4]], "output": [[2]]}], "test": []}}, "eval": {}}"#,
    );
    let outcomes = |file: &str| folder.run(&[file, "--data", "t.json", "--quiet", "--outcomes", "-"]).out;
    let original = outcomes("a.py");
    assert!(original.contains("ZeroDivisionError"));
    folder.write("kept.py", printed(&folder, &["a.py", "--form", "ssa", "--keep-dead"]));
    assert_eq!(outcomes("kept.py"), original);
    let without = PROGRAMS.replace("    x3 = divide(ONE, ZERO)\n", "");
    folder.write("without.py", without);
    for args in [&["a.py"] as &[&str], &["a.py", "--limit", "0"], &["a.py", "--form", "ssa"]] {
        folder.write("small.py", printed(&folder, args));
        assert_eq!(outcomes("small.py"), outcomes("without.py"), "{args:?}");
        assert!(!outcomes("small.py").contains("error"));
    }
}

#[test]
fn the_demo_without_files() {
    let folder = Folder::new("inline_demo");
    let text = printed(&folder, &[]);
    assert_eq!(text.lines().filter(|line| line.starts_with("    return ")).count(), text.matches("def ").count());
    folder.write("demo.py", &text);
    let canonical = |args: &[&str]| -> Vec<String> {
        printed(&folder, args).lines().map(|line| line.split_whitespace().nth(1).unwrap().to_string()).collect()
    };
    let ids = canonical(&["--form", "hash"]);
    assert_eq!(ids.len(), 95);
    assert_eq!(canonical(&["demo.py", "--form", "hash"]), ids);
}

#[test]
fn strict_fails_on_equal_programs() {
    let folder = folder("inline_strict");
    assert_eq!(folder.megabatt(&["inline", "a.py", "b.py", "--dedupe", "--strict"]).code, 1);
    assert_eq!(folder.megabatt(&["inline", "a.py", "--dedupe", "--strict"]).code, 0);
}

#[test]
fn doubling_lines_are_no_trouble() {
    let folder = Folder::new("inline_doubling");
    let doubling: String = (1..200).map(|i| format!("    x{} = hconcat(x{i}, x{i})\n", i + 1)).collect();
    folder.write("p.py", format!("def solve(I):\n    x1 = hconcat(I, I)\n{doubling}    return x200\n"));
    let ran = folder.megabatt(&["inline", "p.py", "--limit", "1000000"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 4 + 201));
    assert!(ran.time < Duration::from_secs(5), "{:?}", ran.time);
    let json = folder.megabatt(&["inline", "p.py", "--format", "json"]).json();
    assert_eq!((&json["programs"][0]["nodes"], &json["programs"][0]["characters"]), (&200.into(), &Value::Null));
}

#[test]
fn what_cannot_be_loaded_is_told_and_the_rest_printed() {
    let folder = folder("inline_partly");
    folder.write("bad.py", format!("{}def solve_bad(I):\n    return [I]\n", program("solve_good", "rot90(I)")));
    let ran = folder.megabatt(&["inline", "bad.py"]);
    assert_eq!(ran.code, 1);
    ran.says(&["a list cannot be used in a program", "solve_bad"]);
    assert!(ran.out.ends_with("def solve_good(I):\n    return rot90(I)\n"), "{}", ran.out);
    let ran = folder.megabatt(&["inline", "missing.py", "a.py"]);
    assert_eq!(ran.code, 1);
    ran.says(&["missing.py: cannot be read"]);
    assert!(ran.out.contains("def solve_11111111(I):"));
}

#[test]
fn of_two_functions_of_one_name_the_last_is_printed() {
    let folder = Folder::new("inline_twice");
    folder.write("p.py", program("solve", "rot90(I)") + &program("solve", "rot180(I)"));
    let ran = folder.megabatt(&["inline", "p.py"]);
    assert_eq!(ran.code, 0);
    ran.says(&["`solve` is defined again"]);
    assert!(ran.out.ends_with("def solve(I):\n    return rot180(I)\n") && !ran.out.contains("rot90"), "{}", ran.out);
}

#[test]
fn wrong_input() {
    let folder = folder("inline_wrong");
    folder.write("empty.py", "");
    folder.write("binary.py", [0u8, 159, 146, 150]);
    for (args, parts) in [
        (&["missing.py"] as &[&str], &["missing.py: cannot be read", "no program could be loaded"] as &[&str]),
        (&["."], &["is a folder"]),
        (&["empty.py"], &["no program could be loaded"]),
        (&["binary.py"], &["not UTF-8"]),
        (&["a.py", "--program", "solve_1111"], &["there is no program solve_1111", "did you mean solve_11111111?"]),
        (&["a.py", "--program", "b.py::alone"], &["there is no program b.py::alone"]),
        (&["a.py", "--keep-dead"], &["--keep-dead is for lines", "--form ssa"]),
        (&["a.py", "--form", "ssa", "--limit", "5"], &["--limit is for expressions"]),
        (&["a.py", "--dedupe", "--form", "ssa"], &["cannot be used with"]),
        (&["a.py", "--strict"], &["--dedupe"]),
        (&["a.py", "--limit", "many"], &["invalid value 'many'"]),
        (&["a.py", "--limit", "1000001"], &["1000001 is not in 0..=1000000"]),
        (&["a.py", "--form", "tree"], &["[possible values: expr, ssa, hash]"]),
    ] {
        let ran = folder.megabatt(&[&["inline"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        ran.says(parts);
    }
}

/// What is printed is Python, however deep the program.
#[test]
fn python_compiles_what_is_printed() {
    let folder = Folder::new("inline_python");
    let deep: String = (1..500).map(|i| format!("    x{} = rot90(x{i})\n", i + 1)).collect();
    folder.write("deep.py", format!("def solve(I):\n    x1 = rot90(I)\n{deep}    return x500\n"));
    folder.write("out.py", printed(&folder, &[]) + &printed(&folder, &["deep.py"]));
    let check = "import ast, sys; ast.parse(open('out.py', encoding='utf-8').read()); compile(open('out.py').read(), 'out', 'exec')";
    let output = Command::new("python3").args(["-c", check]).current_dir(folder.path("")).output();
    let output = output.expect("the tests need python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
