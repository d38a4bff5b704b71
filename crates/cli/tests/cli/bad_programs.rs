//! Programs that are broken or mean harm: the message names file, line and column; nothing is ever executed.

use crate::common::{Folder, Ran, program, task};
use std::time::Duration;

/// Runs a file with a bad program and a good one.
fn beside_a_good_one(test: &str, bad: &str) -> Ran {
    let folder = Folder::with(test, &format!("{bad}\n\n{}", program("solve_good", "I")), &task("[[1]]", "[[1]]"));
    let ran = folder.run_both(&["--pair", "all", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let summary = ran.json();
    let names: Vec<_> = summary["programs"].as_array().unwrap().iter().map(|p| p["program"].clone()).collect();
    assert_eq!(names, ["solve_good"], "{}", ran.err);
    ran
}

/// Runs a file in which nothing can run.
fn alone(test: &str, bad: impl AsRef<[u8]>) -> Ran {
    let folder = Folder::with(test, "", &task("[[1]]", "[[1]]"));
    folder.write("p.py", bad);
    let ran = folder.run_both(&["--pair", "all"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    ran.says(&["p.py"]);
    ran
}

#[test]
fn one_function_is_refused_with_its_place() {
    for (n, (bad, place, says)) in [
        ("def solve_bad(I):\n    x1 = hmirror(I\n    return x1", "p.py:2:", "("),
        ("def solve_bad(I):\n    x1 = hmiror(I)\n    return x1", "p.py:2:10", "hmirror"),
        ("def solve_bad(I):\n    return frobnicate(I)", "p.py:2:12", "frobnicate"),
        ("def solve_bad(I):\n    for x in I:\n        I = x\n    return I", "p.py:2:5", "for"),
        ("def solve_bad(I):\n    while T:\n        I = I\n    return I", "p.py:2:5", "while"),
        ("def solve_bad(I):\n    import os\n    return I", "p.py:2:5", "import"),
        ("def solve_bad(I):\n    return __import__(\"os\")", "p.py:2:", "__import__"),
        ("def solve_bad(I):\n    return open(I)", "p.py:2:12", "open"),
        ("def solve_bad(I):\n    return I.x", "p.py:2:", "I"),
        ("def solve_bad(I):\n    return solve_bad(I)", "p.py:2:", "solve_bad"),
        ("def solve_bad(I):\n    return [x for x in I]", "p.py:2:12", ""),
        ("def solve_bad(I):\n    return lambda x: x", "p.py:2:12", "lambda"),
        ("def solve_bad(I):\n    return multiply(I, 99999999999999999999)", "p.py:2:", "99999999999999999999"),
    ]
    .iter()
    .enumerate()
    {
        beside_a_good_one(&format!("program_bad_{n}"), bad).says(&[place, says]);
        alone(&format!("program_bad_alone_{n}"), bad).says(&[place]);
    }
}

#[test]
fn an_import_of_os_is_told_and_nothing_is_executed() {
    let text = "import os\n\nos.system(\"touch executed\")\n\n\ndef solve_bad(I):\n    os.system(\"touch executed\")\n    return I\n";
    let folder = Folder::with("program_os", &(text.to_string() + &program("solve_good", "I")), &task("[[1]]", "[[1]]"));
    let ran = folder.run_both(&["--pair", "all", "--format", "json"]);
    ran.says(&["p.py:1:", "os"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!folder.path("executed").exists());
}

#[test]
fn a_file_that_is_no_text() {
    let bytes: Vec<u8> = (0..4096u32).map(|n| ((n * 7919) >> 3) as u8).collect();
    alone("program_binary", bytes);
    alone("program_zeros", [0u8; 5000]);
    alone("program_utf16", [&b"\xff\xfe"[..], b"d\0e\0f\0"].concat());
    alone("program_empty", "");
}

#[test]
fn a_missing_file_does_not_stop_the_others() {
    let folder = Folder::with("program_missing", &program("solve_good", "I"), &task("[[1]]", "[[1]]"));
    let ran = folder.run(&["none.py", "p.py", "--data", "t.json", "--pair", "all"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.says(&["none.py"]);
}

#[test]
fn calls_nested_100_000_deep() {
    let deep = format!("def solve_bad(I):\n    return {}I{}", "hmirror(".repeat(100_000), ")".repeat(100_000));
    let ran = beside_a_good_one("program_deep", &deep);
    ran.says(&["p.py:2:"]);
    assert!(ran.time < Duration::from_secs(10) && ran.err.len() < 10_000, "{} bytes in {:?}", ran.err.len(), ran.time);
    for (n, (open, close)) in
        [("(", ",)"), ("(", ")"), ("-", ""), ("[", "]"), ("{", "}"), ("not ", "")].iter().enumerate()
    {
        let deep = format!("def solve_bad(I):\n    return {}I{}", open.repeat(100_000), close.repeat(100_000));
        beside_a_good_one(&format!("program_deep_{n}"), &deep).says(&["p.py:2:"]);
    }
    alone("program_deep_open", "(".repeat(100_000));
    alone("program_deep_indents", (0..2_000).map(|n| " ".repeat(n) + "if T:\n").collect::<String>());
}

#[test]
fn a_program_of_100_000_lines_runs() {
    let lines: String = (0..100_000).map(|n| format!("    x{n} = increment({n})\n")).collect();
    let text = format!("def solve_long(I):\n{lines}    return x99999\n");
    let folder = Folder::with("program_long", &text, &task("[[1]]", "[[1]]"));
    let lines = folder.outcomes(&["--pair", "all"]);
    assert_eq!(lines[0]["value"], 100_000);
}
