//! What ids depend on, and what they do not; and that printing keeps them.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{file, lines, written};
use megabatt_lang::{Dialect, Id, Program, parse};
use proptest::prelude::*;

fn program(text: &str) -> Program {
    let module = parse("generated.py", text, Dialect::Arc);
    assert!(module.diagnostics.is_empty(), "{text}\n{:?}", module.diagnostics);
    module.programs.last().unwrap().clone()
}

fn ids(text: &str) -> (Id, Id) {
    let program = program(text);
    (program.exact_id(), program.canonical_id())
}

fn solve(body: &str) -> (Id, Id) {
    ids(&format!("def solve(I):\n{body}"))
}

fn plain(i: usize) -> String {
    format!("v{i}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn printing_keeps_the_program(lines in lines()) {
        let text = file("solve", "I", &written(&lines, "I", plain), &plain(lines.len() - 1));
        let first = program(&text);
        let printed = first.to_source();
        prop_assert_eq!(ids(&printed), ids(&text), "{}\n{}", text, printed);
        prop_assert_eq!(program(&printed).to_source(), printed);
    }

    #[test]
    fn names_do_not_matter(lines in lines()) {
        let text = file("solve", "I", &written(&lines, "I", plain), &plain(lines.len() - 1));
        let other = |i: usize| format!("{}_{}", ["objects", "ONE", "é", "x"][i % 4], 100 - i);
        let renamed = file("verify_0a0b0c0d", "grid", &written(&lines, "grid", other), &other(lines.len() - 1));
        prop_assert_eq!(ids(&text), ids(&renamed));
    }

    #[test]
    fn dead_lines_matter_to_the_exact_id_only(lines in lines(), place in 0usize..9) {
        let mut text = written(&lines, "I", plain);
        let result = plain(lines.len() - 1);
        let before = ids(&file("solve", "I", &text, &result));
        text.insert(place.min(text.len()), "    mostcolor(leastcolor(I))\n".to_string());
        let after = ids(&file("solve", "I", &text, &result));
        prop_assert_ne!(before.0, after.0);
        prop_assert_eq!(before.1, after.1);
    }

    #[test]
    fn independent_lines_may_trade_places(lines in lines(), place in 0usize..9) {
        let mut text = written(&lines, "I", plain);
        let place = place.min(text.len());
        let result = plain(lines.len() - 1);
        text.insert(place, "    p = height(I)\n".to_string());
        text.insert(place, "    q = width(I)\n".to_string());
        let result = format!("(p, q, {result})");
        let before = ids(&file("solve", "I", &text, &result));
        text.swap(place, place + 1);
        let after = ids(&file("solve", "I", &text, &result));
        prop_assert_ne!(before.0, after.0);
        prop_assert_eq!(before.1, after.1);
    }
}

#[test]
fn true_is_not_one() {
    for (a, b) in
        [("T", "ONE"), ("True", "1"), ("F", "ZERO"), ("(T, 0)", "(1, 0)"), ("None", "0"), ("(0, 1)", "(1, 0)")]
    {
        let (x, y) = (solve(&format!("    return fill(I, {a}, I)\n")), solve(&format!("    return fill(I, {b}, I)\n")));
        assert!(x.0 != y.0 && x.1 != y.1, "{a} {b}");
    }
    assert_eq!(solve("    return fill(I, T, UP)\n"), solve("    return fill(I, True, (-1, 0))\n"));
}

#[test]
fn repeated_work_counts_once_in_the_canonical_id() {
    let once = solve("    x = rot90(I)\n    return hconcat(x, x)\n");
    let twice = solve("    x = rot90(I)\n    y = rot90(I)\n    z = y\n    return hconcat(x, z)\n");
    assert_eq!(once.1, twice.1);
    assert_ne!(once.0, twice.0);
}

#[test]
fn the_unused_parameter_of_a_helper_counts() {
    let with = |def: &str| {
        ids(&format!("def helper({def}):\n    return rot90(a)\n\n\ndef solve(I):\n    return rbind(helper, I)\n"))
    };
    assert_ne!(with("a, b"), with("a, b, c"));
    assert_eq!(with("a, b"), with("a, other"));
}

#[test]
fn keywords_of_helpers_count_by_place() {
    let direct = |p: &str, k: &str| {
        ids(&format!("def helper({p}):\n    return hconcat(a, b)\n\n\ndef solve(I):\n    return helper({k})\n"))
    };
    assert_eq!(direct("a, b", "a=I, b=ONE"), direct("a, b", "b=ONE, a=I"));
    assert_ne!(direct("a, b", "a=I, b=ONE"), direct("b, a", "a=I, b=ONE"));
    // Through a variable only the run can tell which parameter is meant, so the names count.
    let through = |p: &str| {
        ids(&format!("def helper({p}):\n    return rot90({p})\n\n\ndef solve(I):\n    x = helper\n    return x(a=I)\n"))
    };
    assert_ne!(through("a"), through("b"));
}

#[test]
fn the_canonical_id_sees_neither_dead_keywords_nor_other_names() {
    let with = |body: &str| ids(&format!("def helper(a, b):\n    return hconcat(a, b)\n\n\ndef solve(I):\n{body}"));
    let plain = with("    return helper(a=I, b=ONE)\n");
    for other in [
        "    dead = first(I)(a=I)\n    return helper(a=I, b=ONE)\n",
        "    f = helper\n    g = f\n    return g(b=ONE, a=I)\n",
    ] {
        assert_eq!(with(other).1, plain.1, "{other}");
        assert_ne!(with(other).0, plain.0, "{other}");
    }
    // Here only the run can tell what is called.
    assert_ne!(
        with("    f = first(I)\n    return f(helper(I, I), b=ONE)\n").1,
        with("    return helper(helper(I, I), b=ONE)\n").1
    );
}

#[test]
fn a_helper_counts_by_what_it_does() {
    let with =
        |helper: &str| ids(&format!("def helper(g):\n{helper}\n\ndef solve(I):\n    return apply(helper, (I, I))\n"));
    let plain = with("    return rot90(g)\n");
    let dead = with("    first(g)\n    return rot90(g)\n");
    assert_eq!(plain.1, dead.1);
    assert_ne!(plain.0, dead.0);
    assert_ne!(plain.1, with("    return rot180(g)\n").1);
    assert_ne!(plain.1, ids("def solve(I):\n    return apply(rot90, (I, I))\n").1);
}

#[test]
fn two_helpers_with_the_same_lines_are_two() {
    let with = |f: &str| {
        ids(&format!("def a(x):\n    return x\ndef b(x):\n    return x\ndef solve(I):\n    return equality(a, {f})\n"))
    };
    let module = |f| {
        parse("twins", &format!("def a(x):\n    return x\ndef solve(I):\n    return equality(a, {f})\n"), Dialect::Arc)
    };
    assert_eq!(with("b").1, module("a").programs[0].canonical_id());
    assert_ne!(with("b").0, module("a").programs[0].exact_id());
}

#[test]
fn ids_are_locked() {
    // Stored libraries depend on these: a change here needs a new version tag in the hash, and a migration.
    let (exact, canonical) = solve("    x1 = objects(I, T, F, T)\n    O = first(x1)\n    return O\n");
    assert_eq!(
        (exact.to_string().as_str(), canonical.to_string().as_str()),
        ("afb1a35e1c5e60c5cd72b796fcfe2017", "64e8d3f297f14c858491d4f0cad240ec")
    );
    assert_eq!(exact.to_string().parse::<Id>().unwrap(), exact);
    assert!("xyz".parse::<Id>().is_err() && "+0000000000000000000000000000000".parse::<Id>().is_err());
}
