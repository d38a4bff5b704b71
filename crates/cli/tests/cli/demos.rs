//! Programs of (S, I, C) in every verb.

use crate::common::{Folder, Ran, TASKS, program};
use crate::validate::printed_json;
use serde_json::json;

/// Each solves one of the tasks with what the demo pairs show; the last is a differ.
pub const PROGRAMS: &str = "
def solve_11111111(S, I, C):
    x1 = first(first(S))
    x2 = last(first(S))
    x3 = equality(hmirror(x1), x2)
    x4 = branch(x3, hmirror, identity)
    O = x4(I)
    return O


def solve_22222222(S, I, C):
    x1 = apply(fork(equality, first, last), S)
    x2 = size(x1)
    O = branch(equality(C, None), I, x2)
    return O


def differ_cells(S, I, C):
    return size(intersection(asobject(I), asobject(C)))
";

fn folder(name: &str) -> Folder {
    Folder::with(name, &(PROGRAMS.to_string() + "\n\n" + &program("mirror", "hmirror(I)")), TASKS)
}

fn fine(ran: Ran) -> Ran {
    assert_eq!(ran.code, 0, "{}{}", ran.err, ran.out);
    ran
}

#[test]
fn run_alone_and_as_a_battery() {
    let folder = folder("demos_run");
    let own = fine(folder.run_both(&["--strict"]));
    assert!(own.out.contains("5 of 5 runs right"), "{}", own.out);
    let battery = folder.outcomes(&["--pair", "all", "--verify", "1"]);
    let mut alone = folder.outcomes(&["--pair", "all", "--alone"]);
    let place = |row: &serde_json::Value| {
        let text = |key: &str| row[key].as_str().unwrap().to_string();
        (
            text("task"),
            std::cmp::Reverse(text("split")),
            row["index"].as_u64(),
            text("program") == "mirror",
            text("program"),
        )
    };
    alone.sort_by_key(place);
    assert_eq!(alone, battery);
    assert_eq!(battery.len(), 15);
    let summary = fine(folder.run_both(&["--pair", "all", "--format", "json", "--verify", "1"])).json();
    // `first(S)` stands twice in the first program and is one node.
    assert_eq!((&summary["battery"]["different"], &summary["battery"]["once_per_task"]), (&json!(0), &json!(8)));
    let shown = fine(folder.run_both(&["--pair", "all"])).out;
    assert!(shown.contains("once per task"), "{shown}");
}

#[test]
fn the_target_is_never_told() {
    let text = "def solve_11111111(S, I, C):\n    return C\n\n\ndef solve_22222222(S, I, C):\n    return S\n";
    let folder = Folder::with("demos_target", text, TASKS);
    let rows = folder.outcomes(&[]);
    assert_eq!(rows[0]["value"], json!(null));
    assert_eq!(rows[2]["value"], json!([[[[7]], [[7]]]]), "a tuple of pairs of grids");
}

#[test]
fn validate_keeps_what_depends_on_the_demos() {
    let folder = folder("demos_validate");
    let validate = || {
        fine(folder.megabatt(&["validate", "p.py", "--data", "t.json", "--format", "json"])).json()["totals"]["from_cache"].clone()
    };
    assert_eq!((validate(), validate()), (json!(0), json!(2)));
    folder.write("t.json", TASKS.replace("[[3, 4], [1, 2]]", "[[3, 4], [1, 9]]"));
    assert_eq!(validate(), 1, "other demo pairs are another task");
}

#[test]
fn the_library_gives_back_what_it_got() {
    let folder = folder("demos_library");
    fine(folder.megabatt(&["library", "add", "p.py", "--data", "t.json"]));
    fine(folder.megabatt(&["library", "export", "-o", "back.py"]));
    let back = folder.read("back.py");
    assert!(back.contains("def solve_11111111(S, I, C):") && !back.contains("differ_cells"), "{back}");
    let ran = fine(folder.run(&["back.py", "--data", "t.json", "--strict"]));
    assert!(ran.out.contains("5 of 5 runs right"), "{}", ran.out);
}

#[test]
fn run_stores_programs_and_no_differs() {
    let folder = folder("demos_store");
    // On all tasks, `mirror` and what looks at the demos of the first solve both.
    for (pair, scores) in [("own", 2), ("all", 5)] {
        let library = format!("{pair}.sqlite");
        let args = ["--pair", pair, "--library", &library, "--format", "json"];
        let kept = fine(folder.run_both(&args)).json()["library"].clone();
        assert_eq!([&kept["scores"], &kept["error"]], [&json!(scores), &json!(null)], "{kept}");
        fine(folder.megabatt(&["library", "export", "--library", &library, "-o", &format!("{pair}.py")]));
        let back = folder.read(&format!("{pair}.py"));
        assert!(back.contains("def solve_11111111(S, I, C):") && !back.contains("differ_cells"), "{back}");
        let ran = fine(folder.run(&[&format!("{pair}.py"), "--data", "t.json", "--strict"]));
        assert!(ran.out.contains("5 of 5 runs right"), "{}", ran.out);
    }
    // What a run stores is what adding and validating gives.
    fine(folder.megabatt(&["library", "add", "p.py", "--data", "t.json", "--library", "add.sqlite"]));
    let shown = |library: &str, name: &str| {
        let args = ["library", "show", name, "--library", library, "--format", "json"];
        printed_json(&folder, &fine(folder.megabatt(&args)))
    };
    for name in ["solve_11111111", "solve_22222222"] {
        assert_eq!(shown("own.sqlite", name), shown("add.sqlite", name));
    }
}

#[test]
fn show_inline_check() {
    let folder = folder("demos_verbs");
    let shown = fine(folder.megabatt(&["show", "p.py::solve_11111111", "--data", "t.json", "--sample", "test:0"]));
    assert!(shown.out.contains("x4 = branch(x3, hmirror, identity)") && shown.out.contains("right: "), "{}", shown.out);
    let inlined = fine(folder.megabatt(&["inline", "p.py"]));
    assert!(inlined.out.contains("def solve_11111111(S, I, C):\n    return branch("), "{}", inlined.out);
    folder.write("inlined.py", &inlined.out);
    fine(folder.run(&["inlined.py", "--data", "t.json", "--strict"]));
    let checked = fine(folder.megabatt(&["check", "p.py", "--allow", "repeated-expression"]));
    assert!(checked.out.contains("nothing to say"), "{}", checked.out);
}

/// A task whose colour only the demo pairs tell; programs of both kinds run as one battery.
#[test]
fn submit_learns_from_the_demos() {
    let tasks = r#"{
      "0000000a": {"train": [{"input": [[1, 0]], "output": [[5, 0]]}], "test": [{"input": [[0, 4]]}, {"input": [[3]]}]},
      "0000000b": {"train": [{"input": [[2]], "output": [[8]]}], "test": [{"input": [[6, 6]]}]}
    }"#;
    let learns = "
def learns(S, I, C):
    x1 = last(first(S))
    x2 = maximum(palette(x1))
    O = replace(I, maximum(palette(I)), x2)
    return O


def differ_cells(S, I, C):
    return size(intersection(asobject(I), asobject(C)))
";
    let folder = Folder::with("demos_submit", &(program("same", "identity(I)") + learns), tasks);
    for threads in ["1", "3"] {
        let args = ["submit", "p.py", "--data", "t.json", "-o", "s.json", "--force", "--threads", threads];
        fine(folder.megabatt(&args));
        let written: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
        let expected = json!({
            "0000000a": [{"attempt_1": [[0, 5]], "attempt_2": [[0, 4]]}, {"attempt_1": [[5]], "attempt_2": [[3]]}],
            "0000000b": [{"attempt_1": [[8, 8]], "attempt_2": [[6, 6]]}],
        });
        assert_eq!(written, expected, "{threads} threads");
    }
}

#[test]
fn a_differ_is_not_shown_as_a_program() {
    let folder = folder("demos_show_differ");
    let ran = folder.megabatt(&["show", "p.py::differ_cells", "11111111", "--data", "t.json"]);
    assert_eq!(ran.code, 2);
    ran.says(&["differ_cells of p.py is a differ"]);
}

#[test]
fn generate_says_what_it_cannot_do() {
    let folder = folder("demos_generate");
    let none = folder.megabatt(&["generate", "p.py::solve_11111111", "-o", "made"]);
    assert_eq!(none.code, 2);
    none.says(&["no tasks can be made from solve_11111111", "needs the demo pairs"]);
    let some = folder.megabatt(&["generate", "p.py", "-o", "made"]);
    assert_eq!(some.code, 0, "{}", some.err);
    some.says(&["note: left out: solve_11111111, solve_22222222"]);
    assert!(some.out.contains("mirror") && some.out.contains("1 of 1 tasks made"), "{}", some.out);
}

#[test]
fn other_names_of_three_arguments_are_told() {
    let folder = Folder::with("demos_names", "def solve_11111111(I, S, C):\n    return I\n", TASKS);
    let ran = folder.run_both(&[]);
    assert_eq!(ran.code, 2);
    ran.says(&["its arguments are (I, S, C)", "def solve(S, I, C):"]);
}
