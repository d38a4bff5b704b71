//! Steps in Python's order of evaluation, with lines; and which functions are programs.

#![allow(clippy::unwrap_used, reason = "tests")]

use megabatt_core::code::{Action, Operand};
use megabatt_core::py;
use megabatt_lang::{Dialect, Program, parse};

fn load(text: &str) -> Vec<Program> {
    let module = parse("test.py", text, Dialect::Arc);
    assert_eq!(module.errors().count(), 0, "{:?}", module.diagnostics);
    module.programs
}

fn operand(operand: &Operand) -> String {
    match operand {
        Operand::Slot(slot) => format!("${slot}"),
        Operand::Const(value) => py::repr(value),
    }
}

/// The steps as text: `line: slot <- action`.
fn steps(program: &Program) -> Vec<String> {
    let list = |items: &[Operand]| items.iter().map(operand).collect::<Vec<_>>().join(" ");
    let action = |action: &Action| match action {
        Action::Copy(value) => operand(value),
        Action::Tuple(items) => format!("({})", list(items)),
        Action::Call(call) | Action::Try(call) => {
            let keywords: String =
                call.keywords.iter().map(|(name, value)| format!(" {name}={}", operand(value))).collect();
            format!("{} [{}{keywords}]", operand(&call.function), list(&call.args))
        }
    };
    let mut out: Vec<String> = program
        .code
        .steps
        .iter()
        .map(|step| format!("{}: ${} <- {}", step.line, step.slot, action(&step.action)))
        .collect();
    out.push(operand(&program.code.result));
    out
}

#[test]
fn nested_calls_run_inside_out_and_left_to_right() {
    let programs = load(
        "def solve(I):\n    x = f(I)(rot90(I), (first(I), 2),\n        key=last(I))\n    return x\n\ndef f(x):\n    return x\n",
    );
    assert_eq!(
        steps(&programs[0]),
        [
            "2: $1 <- f [$0]",
            "2: $2 <- rot90 [$0]",
            "2: $3 <- first [$0]",
            "2: $4 <- ($3 2)",
            "3: $5 <- last [$0]",
            "2: $6 <- $1 [$2 $4 key=$5]",
            "$6"
        ]
    );
}

#[test]
fn names_are_slots_and_constants_are_values() {
    let programs =
        load("A = (1, T)\ndef solve(I):\n    x = A\n    x = (x, I)\n    y = (A, -2, vmirror)\n    y\n    return x\n");
    assert_eq!(
        steps(&programs[0]),
        ["3: $1 <- (1, True)", "4: $2 <- ($1 $0)", "5: $3 <- ((1, True), -2, vmirror)", "$2"]
    );
}

#[test]
fn helpers_are_not_programs_unless_their_name_says_so() {
    let text = "
def a(x):
    return b(x)
def b(x):
    return rot90(x)
def solve_with(I):
    return apply(solve_0a0a0a0a, (a(I),))
def solve_0a0a0a0a(I):
    return I
def of_task_00112233(x):
    return verify(x)
def verify(x):
    return x
";
    let programs = load(text);
    let names: Vec<_> = programs.iter().map(|p| (p.name.as_str(), p.task.as_deref(), p.line)).collect();
    let expected = [
        ("solve_with", None, 6),
        ("solve_0a0a0a0a", Some("0a0a0a0a"), 8),
        ("of_task_00112233", Some("00112233"), 10),
        ("verify", None, 12),
    ];
    assert_eq!(names, expected);
}

#[test]
fn the_last_definition_counts() {
    let before = "def rot90(g):\n    return hmirror(g)\nfrom dsl import *\ndef solve(I):\n    return rot90(I)\n";
    assert_eq!(steps(&load(before)[0])[0], "5: $1 <- rot90 [$0]");
    assert!(load(before)[0].to_source().lines().count() == 3, "the DSL's own rot90 is meant");
    let after = "from dsl import *\ndef solve(I):\n    return rot90(I)\ndef rot90(g):\n    return hmirror(g)\n";
    assert!(load(after)[0].to_source().contains("return O\n\n\ndef solve(I):\n"));
    assert!(
        load(after)[0].to_source().contains("def rot90_2(g):"),
        "the text must not call the DSL's rot90 by that name"
    );
}

#[test]
fn one_helper_is_one_value() {
    let programs = load("def h(x):\n    return x\ndef solve(I):\n    a = h\n    b = h\n    return (a, b)\n");
    let values: Vec<_> = programs[0]
        .code
        .steps
        .iter()
        .filter_map(|step| match &step.action {
            Action::Copy(Operand::Const(value)) => Some(value.clone()),
            _ => None,
        })
        .collect();
    assert!(values[0].is(&values[1]), "as in Python, where both are the same function");
}

#[test]
fn printed_text_is_in_arc_dsls_style() {
    let text = "
def solve_x(grid):
    return hconcat(vmirror(grid), framed(upscale(grid, 2), colour=(1, 1)))
def framed(g, colour):
    c = colour
    return fill(g, 11, box(g))
";
    let expected = "\
def framed(g, colour):
    x1 = colour
    x2 = box(g)
    O = fill(g, 11, x2)
    return O


def solve_x(grid):
    x1 = vmirror(grid)
    x2 = upscale(grid, TWO)
    x3 = framed(x2, colour=UNITY)
    O = hconcat(x1, x3)
    return O
";
    assert_eq!(load(text)[0].to_source(), expected);
}
