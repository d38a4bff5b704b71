//! What every verb prints, plain and in colour, at 60, 80 and 160 columns.

use crate::common::{Folder, Ran, TASKS, program, programs};
use crate::validate::printed;

/// Verbs with what they are given. Help and manual pages are in `help.rs`; what a verb prints as JSON has no width.
const COMMANDS: &[(&str, &[&str])] = &[
    ("run", &["run", "p.py", "--data", "t.json"]),
    ("run_all", &["run", "p.py", "--data", "t.json", "--pair", "all", "--verify", "1"]),
    ("check", &["check", "p.py"]),
    ("ops_family", &["ops", "--family", "logic"]),
    ("ops_one", &["ops", "hmirror"]),
    ("ops_counts", &["ops", "--counts", "p.py"]),
    ("show_task", &["show", "22222222", "--data", "t.json"]),
    ("show_program", &["show", "p.py::solve_22222222", "--data", "t.json"]),
    ("diff", &["diff", "a.jsonl", "b.jsonl", "--pictures"]),
    ("validate", &["validate", "p.py", "--data", "t.json", "--slowest", "0"]),
    ("library_add", &["library", "add", "p.py", "--data", "t.json"]),
    ("library_list", &["library", "list"]),
    ("library_best", &["library", "best"]),
    ("library_show", &["library", "show", "solve_22222222"]),
    ("library_stats", &["library", "stats"]),
    ("library_gc", &["library", "gc", "--dry-run"]),
    ("cache", &["cache"]),
    ("data_list", &["data", "list"]),
    ("generate", &["generate", "p.py::solve_11111111", "-o", "made", "--force"]),
    ("submit", &["submit", "p.py", "--data", "t.json", "--force"]),
    ("score", &["score", "submission.json", "--data", "t.json"]),
    ("inline", &["inline", "p.py"]),
];

/// Their text is a program's, a path, or a list that one copies from.
const NEVER_CUT: &[&str] = &["inline", "library_show", "library_stats", "library_gc", "cache"];

fn folder() -> Folder {
    let failing = program(
        "solve_22222222_with_a_name_that_no_narrow_terminal_has_room_for",
        "first(sizefilter(objects(I, T, F, T), 99))",
    );
    let folder = Folder::with("widths", &(programs() + &failing), TASKS);
    for (file, fuel) in [("a.jsonl", "100000"), ("b.jsonl", "20")] {
        let ran = folder.run_both(&["--quiet", "--outcomes", file, "--fuel", fuel]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    folder
}

/// Sentences may be longer than the terminal is wide: it breaks them.
fn is_of_a_table(line: &str) -> bool {
    line.trim().contains("  ")
}

/// What is printed, with times and rates hidden.
fn steady(folder: &Folder, ran: &Ran) -> String {
    let text = printed(folder, ran);
    let mut steady = String::new();
    for line in text.lines() {
        match (line.find('('), line.strip_suffix(" runs/s)")) {
            (Some(start), Some(_)) => steady.push_str(&format!("{}(RATE)\n", &line[..start])),
            _ => steady.push_str(&format!("{line}\n")),
        }
    }
    steady
}

#[test]
fn every_verb_at_every_width() {
    let folder = folder();
    for (name, args) in COMMANDS {
        // What a first call makes, the others find.
        let _ = folder.megabatt(args);
        let mut text = String::new();
        for columns in [60, 80, 160] {
            let plain = folder.megabatt_with(args, &[("COLUMNS", &columns.to_string()), ("NO_COLOR", "1")]);
            let colour = folder.megabatt_with(args, &[("COLUMNS", &columns.to_string()), ("CLICOLOR_FORCE", "1")]);
            assert!(plain.code < 2, "{name}: {}", plain.err);
            assert!(!plain.out.contains('\x1b'), "{name} is not plain");
            assert_eq!(plain.code, colour.code, "{name}");
            for line in plain.out.lines().filter(|line| is_of_a_table(line) && !NEVER_CUT.contains(name)) {
                assert!(line.chars().count() <= columns, "{name} at {columns} columns: {line}");
            }
            text.push_str(&format!("=== {columns} columns\n{}", steady(&folder, &plain)));
            let coloured = steady(&folder, &colour);
            match coloured.contains('\x1b') {
                true => text.push_str(&format!("=== {columns} columns, colour\n{}", coloured.replace('\x1b', "ESC"))),
                false => assert_eq!(coloured, steady(&folder, &plain), "{name}"),
            }
        }
        insta::assert_snapshot!(format!("width_{name}"), text);
    }
}
