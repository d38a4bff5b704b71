//! What a function of a file is: a program, a differ or a helper.

#![allow(clippy::unwrap_used, reason = "tests")]

use megabatt_lang::{Code, Dialect, Module, check, parse};

fn load(text: &str) -> Module {
    parse("roles.py", text, Dialect::Arc)
}

fn names(text: &str) -> (Vec<String>, Vec<String>, usize) {
    let module = load(text);
    let of = |list: &[megabatt_lang::Program]| list.iter().map(|p| p.name.clone()).collect();
    (of(&module.programs), of(&module.differs), module.diagnostics.len())
}

fn roles(text: &str, programs: &[&str], differs: &[&str], messages: usize) {
    let owned = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(text), (owned(programs), owned(differs), messages), "{text}");
}

#[test]
fn one_argument_or_s_i_c_make_a_program() {
    roles("def solve(x):\n    return x\n", &["solve"], &[], 0);
    roles("def anything(S, I, C):\n    return I\n", &["anything"], &[], 0);
    roles("def solve(I, S, C):\n    return I\n", &[], &[], 1);
    roles("def solve(S, I):\n    return I\n", &[], &[], 1);
    let module = load("def a(S, I, C):\n    return I\n\ndef b(I):\n    return I\n");
    assert_eq!(module.programs.iter().map(|p| p.takes_demos()).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn what_others_use_is_a_helper_unless_its_name_says_more() {
    let user = "\ndef solve(S, I, C):\n    return f(S, I, C)\n";
    roles(&format!("def f(S, I, C):\n    return I\n{user}"), &["solve"], &[], 0);
    roles(&format!("def f(a, b, c):\n    return b\n{user}"), &["solve"], &[], 0);
    let called = "def solve_a(S, I, C):\n    return I\n\ndef solve_b(I):\n    return solve_a(I, I, I)\n";
    roles(called, &["solve_a", "solve_b"], &[], 0);
}

#[test]
fn differs_are_no_programs() {
    roles("def differ_a(S, I, C):\n    return ONE\n", &[], &["differ_a"], 0);
    let called = "def differ_a(S, I, C):\n    return ONE\n\ndef differ_b(S, I, C):\n    return differ_a(S, I, C)\n";
    roles(called, &[], &["differ_a", "differ_b"], 0);
    roles("def differ_a(I, C):\n    return ONE\n", &[], &[], 1);
    roles("def different(S, I, C):\n    return I\n", &["different"], &[], 0);
}

#[test]
fn both_forms_have_ids_of_their_own() {
    let module = load("def a(I):\n    return I\n\ndef b(S, I, C):\n    return S\n");
    assert_ne!(module.programs[0].exact_id(), module.programs[1].exact_id());
    assert_ne!(module.programs[0].canonical_id(), module.programs[1].canonical_id());
}

fn found(text: &str) -> Vec<Code> {
    let checked = check::check(&[("roles.py", text.as_bytes())], Dialect::Arc);
    checked[0].findings.iter().map(|finding| finding.diagnostic.code).collect()
}

#[test]
fn check_knows_what_the_arguments_are() {
    let program = |value: &str| found(&format!("def solve(S, I, C):\n    return {value}\n"));
    let differ = |value: &str| found(&format!("def differ_a(S, I, C):\n    return {value}\n"));
    assert_eq!(program("palette(first(first(S)))"), []);
    assert_eq!(program("intersection(S, S)"), [Code::TypeError]);
    assert_eq!(program("palette(C)"), [Code::TypeError], "a program is not told its target");
    assert_eq!(program("intersection(I, I)"), [Code::TypeError]);
    assert_eq!(differ("subtract(numcolors(C), numcolors(I))"), []);
    assert_eq!(differ("intersection(I, I)"), [], "a program may give a set");
    assert_eq!(differ("intersection(C, C)"), [Code::TypeError]);
    assert_eq!(differ("last(last(first(S)))"), []);
}

#[test]
fn check_compares_differs_too() {
    let text = "def differ_a(S, I, C):\n    return size(I)\n\ndef differ_b(S, I, C):\n    return size(I)\n";
    assert_eq!(found(text), [Code::SameProgram]);
    let dead = "def differ_a(S, I, C):\n    x = size(C)\n    return size(I)\n";
    assert_eq!(found(dead), [Code::DeadLine]);
    let fixes = check::Fixes { dead: true, repeated: true };
    let fixed = check::fix("roles.py", dead.as_bytes(), Dialect::Arc, fixes).unwrap().unwrap();
    assert_eq!(String::from_utf8(fixed).unwrap(), "def differ_a(S, I, C):\n    return size(I)\n");
}
