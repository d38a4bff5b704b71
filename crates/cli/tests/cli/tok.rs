//! tokpidjin's dialect, from outside: found by itself, run, looked at, checked.

use crate::common::Folder;
use crate::ops::ops;
use megabatt_core::TokOp;
use megabatt_core::tok::CONSTANT_NAMES;

const PROGRAMS: &str = "\
from dsl import *
from constants import *


def solve_f11bbed0(S, I, C):
    x1 = o_g(I, R5)
    x2 = get_nth_f(x1, F0)
    x3 = recolor_o(RED, x2)
    x4 = paint(I, x3)
    O = mir_rot_t(x4, A0)
    return O


def solve_f11bbed0_never_raises(S, I, C):
    x1 = crop(I, UNITY, THREE_BY_THREE)
    x2 = mostcolor_t(x1)
    x3 = get_nth_t(x1, F0)
    x4 = divide(x2, ZERO)
    O = astuple(astuple(x2, x3), astuple(x4, index(I, (9, 9))))
    return O
";

const TASKS: &str = r#"{"f11bbed0": {
    "train": [{"input": [[0, 5], [0, 0]], "output": [[0, 0], [0, 2]]}, {"input": [[0, 0], [7, 0]], "output": [[2, 0], [0, 0]]}],
    "test": [{"input": [[0, 0, 4]], "output": [[0, 0, 2]]}]}}"#;

#[test]
fn programs_run_without_a_word_about_the_dialect() {
    let folder = Folder::with("tok_run", PROGRAMS, TASKS);
    let outcomes = folder.outcomes(&[]);
    let of = |name: &str| {
        outcomes.iter().filter(|o| o["program"] == name).map(|o| o["value"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(of("solve_f11bbed0"), ["[[0,0],[0,2]]", "[[2,0],[0,0]]", "[[0,0,2]]"]);
    // Nothing to crop there: each line gives what tokpidjin gives instead of raising.
    let defaults = r#"[[{"float":"nan"},{"float":"nan"}],[[],{"float":"-inf"}]]"#;
    assert_eq!(of("solve_f11bbed0_never_raises"), [defaults; 3]);
    assert!(outcomes.iter().all(|o| o["outcome"] == "value"), "{outcomes:?}");
}

#[test]
fn another_dialect_can_be_asked_for() {
    let folder = Folder::with("tok_as_arc", PROGRAMS, TASKS);
    let ran = folder.run_both(&["--dialect", "arc"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("there is nothing called `o_g`"), "{}", ran.err);
}

#[test]
fn objects_are_drawn() {
    let folder = Folder::with("tok_show", PROGRAMS, TASKS);
    let ran = folder.megabatt(&["show", "p.py::solve_f11bbed0", "--data", "t.json", "--color", "never"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("tok_show", ran.out);
}

#[test]
fn calls_with_too_many_arguments_are_told() {
    let text = "def solve(S, I, C):\n    O = size_f(o_g(I, R5), ONE)\n    return O\n";
    let folder = Folder::with("tok_check", text, TASKS);
    let ran = folder.megabatt(&["check", "p.py", "--color", "never"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("`size_f` takes 1 argument, not 2, so this always gives 0"), "{}{}", ran.out, ran.err);
}

#[test]
fn all_operations_and_constants_are_listed() {
    let ran = ops(&Folder::new("tok_ops"), 160, &["--dialect", "tok"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for op in TokOp::ALL {
        let start = format!("  {}(", op.name());
        assert_eq!(ran.out.lines().filter(|line| line.starts_with(&start)).count(), 1, "{}", op.name());
    }
    for name in CONSTANT_NAMES {
        assert!(ran.out.contains(&format!("{name} = ")), "{name}");
    }
    let json = ops(&Folder::new("tok_ops_json"), 80, &["--dialect", "tok", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["operations"].as_array().unwrap().len(), TokOp::ALL.len());
    assert_eq!(json["constants"].as_array().unwrap().len(), CONSTANT_NAMES.len());
}

#[test]
fn one_operation_says_what_a_failure_gives() {
    for width in [60, 80] {
        // A name that only tokpidjin has needs no dialect.
        let ran = ops(&Folder::new("tok_op"), width, &["get_arg_rank_f"]);
        insta::assert_snapshot!(format!("tok_op_{width}"), ran.out);
    }
    let shared = ops(&Folder::new("tok_op_shared"), 80, &["fill", "--dialect", "tok"]);
    assert!(shared.out.contains("fill(grid: Grid, color: Int, patch: Patch) -> Grid"), "{}", shared.out);
    assert!(shared.out.contains("arc-dsl has an operation of this name"), "{}", shared.out);
}
