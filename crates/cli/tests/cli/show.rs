//! `megabatt show`.

use crate::common::{Folder, Ran, TASKS, program};
use std::path::Path;
use std::process::Command;

/// `megabatt ARGS` with this width, in an environment that says nothing about colours.
pub fn megabatt(folder: &Folder, width: usize, args: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"] {
        command.env_remove(name);
    }
    command.args(args).env("COLUMNS", width.to_string()).env("TERM", "xterm-256color");
    folder.wait(folder.start_command(&mut command))
}

fn show(test: &str, args: &[&str]) -> Ran {
    megabatt(&Folder::new(test), 80, &[&["show"], args].concat())
}

/// The text of what must work, its escapes made visible.
fn shown(test: &str, width: usize, args: &[&str]) -> String {
    let ran = megabatt(&Folder::new(test), width, &[&["show"], args].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for line in ran.out.lines() {
        assert!(columns(line) <= width, "{} columns of {width}: {line}", columns(line));
    }
    ran.out.replace('\x1b', "␛")
}

/// How wide a line is without its colours.
fn columns(line: &str) -> usize {
    line.split('\x1b')
        .enumerate()
        .map(|(n, part)| if n == 0 { part } else { part.split_once('m').map_or("", |p| p.1) })
        .map(|part| part.chars().count())
        .sum()
}

/// Snapshots at three widths, plain and in colour.
fn snapshots(name: &str, args: &[&str]) {
    for width in [60, 80, 160] {
        for (mode, colour) in [("plain", "never"), ("colour", "truecolor")] {
            let case = format!("{name}_{width}_{mode}");
            insta::assert_snapshot!(case.clone(), shown(&case, width, &[args, &["--color", colour]].concat()));
        }
    }
}

#[test]
fn a_task_looks_like_this() {
    snapshots("show_task", &["e5ca1a7e"]);
    insta::assert_snapshot!(shown("show_task_256", 80, &["e5ca1a7e", "--color", "256"]));
}

#[test]
fn a_wrong_program_looks_like_this() {
    snapshots("show_wrong", &["solve_b1f0ca15_wrong_colour", "b1f0ca15"]);
}

#[test]
fn a_failing_dead_line_looks_like_this() {
    snapshots("show_dead", &["solve_1ace1ace_fails_zerodivisionerror_in_a_dead_line"]);
}

#[test]
fn a_failure_inside_a_function_looks_like_this() {
    snapshots("show_inside", &["solve_ba5eba11_fails_runtimeerror", "ba5eba11", "--sample", "test:0"]);
}

#[test]
fn one_line_looks_like_this() {
    snapshots("show_line", &["solve_e5ca1a7e", "e5ca1a7e", "--line", "x2"]);
}

#[test]
fn colours_follow_the_environment() {
    let folder = Folder::new("show_environment");
    let colours = |set: &[(&str, &str)], args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"] {
            command.env_remove(name);
        }
        command.args(["show", "ca5caded"]).args(args).env("TERM", "xterm").envs(set.iter().copied());
        let out = folder.wait(folder.start_command(&mut command)).out;
        if out.contains("48;2;") {
            "24 bits"
        } else if out.contains("48;5;") {
            "256"
        } else {
            "none"
        }
    };
    assert_eq!(colours(&[], &[]), "none");
    assert_eq!(colours(&[("CLICOLOR_FORCE", "1")], &[]), "256");
    assert_eq!(colours(&[("CLICOLOR_FORCE", "1"), ("COLORTERM", "truecolor")], &[]), "24 bits");
    assert_eq!(colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]), "none");
    assert_eq!(colours(&[("NO_COLOR", "1")], &["--color", "truecolor"]), "24 bits");
    assert_eq!(colours(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]), "none");
}

#[test]
fn plain_is_ascii() {
    for args in [&["ca5caded"][..], &["solve_e5ca1a7e"], &["solve_b1f0ca15_wrong_colour"]] {
        assert!(shown("show_ascii", 80, args).is_ascii());
    }
}

/// The names of the demo's programs.
fn demo_programs() -> Vec<String> {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    let texts = ["programs.py", "failing.py"].map(|name| std::fs::read_to_string(demo.join(name)).unwrap());
    let defs = texts.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("def solve_"));
    defs.map(|rest| format!("solve_{}", rest.split('(').next().unwrap())).collect()
}

#[test]
fn every_program_of_the_demo_is_shown() {
    let names = demo_programs();
    assert_eq!(names.len(), 95);
    for name in names {
        let text = shown("show_demo_train", 80, &[&name]);
        let wrong = name.contains("_fails_") || name.contains("_wrong_");
        assert!(wrong || text.contains("right: the result is the expected output"), "{text}");
        assert_eq!(name.contains("_fails_"), text.contains("failed: ") && text.contains("why: "), "{text}");
    }
}

#[test]
fn every_program_of_the_demo_is_shown_on_its_test_pair_in_colour() {
    for name in demo_programs() {
        shown("show_demo_test", 60, &[&name, "--sample", "test:0", "--color", "truecolor"]);
    }
}

#[test]
fn programs_come_from_files() {
    let folder = Folder::with("show_file", &program("solve_11111111", "vmirror(I)"), TASKS);
    let args = |more: &[&'static str]| [&["show"], more, &["--data", "t.json"]].concat();
    for args in [
        args(&["p.py::solve_11111111"]),
        args(&["p.py::solve_11111111", "11111111"]),
        args(&["solve_11111111", "--programs", "p.py"]),
        args(&["solve_11111111", "1111", "--programs", "p.py", "--dialect", "rearc"]),
    ] {
        let ran = megabatt(&folder, 80, &args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(ran.out.contains("O = vmirror(I)") && ran.out.contains("wrong: 4 cells of 4 differ"), "{}", ran.out);
    }
}

#[test]
fn what_is_not_there_is_said_with_what_is_near() {
    let fails = |args: &[&str], parts: &[&str]| {
        let ran = show("show_missing", args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        ran.says(parts);
    };
    fails(&["ca5cadee"], &["there is no task ca5cadee", "did you mean ca5caded?"]);
    fails(&["ffff"], &["there is no task ffff", "--data"]);
    fails(&["d1"], &["tasks start with d1", "did you mean one of "]);
    fails(&["solve_ca5cadet"], &["no task or program", "solve_ca5caded"]);
    fails(&["solve_e5ca1a7", "e5ca1a7e"], &["has no program solve_e5ca1a7", "solve_e5ca1a7e"]);
    fails(&["nowhere.py::x", "e5ca1a7e"], &["nowhere.py: cannot be read"]);
    fails(&["solve_e5ca1a7e", "--sample", "train:9"], &["has no pair train:9", "it has train:0"]);
    fails(&["solve_e5ca1a7e", "--sample", "last"], &["is no pair; write train:0"]);
    fails(&["solve_e5ca1a7e", "--line", "x99"], &["has no line x99", "x9"]);
    fails(&["e5ca1a7e", "--line", "x1"], &["--line is for programs"]);
}

#[test]
fn order_is_marked_where_it_matters() {
    let lines = "    x1 = objects(I, T, F, F)\n    x2 = first(x1)\n    x3 = color(x2)\n    x4 = size(x1)\n    \
                 O = canvas(x3, astuple(x4, ONE))\n    return O\n";
    let folder = Folder::with("show_order", &format!("def solve_11111111(I):\n{lines}"), TASKS);
    let ran = megabatt(&folder, 80, &["show", "p.py::solve_11111111", "--data", "t.json"]);
    let marked = |text: &str| ran.out.lines().any(|line| line.trim_end().ends_with(text));
    assert!(marked("x2 = first(x1)  [order]") && marked("x3 = color(x2)  [order from x2]"), "{}", ran.out);
    assert!(marked("x1 = objects(I, T, F, F)") && marked("x4 = size(x1)"), "{}", ran.out);
    assert!(marked("O = canvas(x3, astuple(x4, ONE))  [order from x3]"), "{}", ran.out);
}

#[test]
fn long_containers_say_how_to_see_all() {
    let lines = "    x1 = asindices(canvas(ZERO, (NINE, NINE)))\n    x2 = totuple(x1)\n    return I\n";
    let folder = Folder::with("show_long", &format!("def solve_11111111(I):\n{lines}"), TASKS);
    let both = ["p.py::solve_11111111", "--data", "t.json"];
    let ran = megabatt(&folder, 80, &[&["show"], &both[..]].concat());
    assert!(ran.out.contains("... 73") && ran.out.contains("(--line x2 shows all)"), "{}", ran.out);
    assert!(ran.out.contains("x2 = totuple(x1)  [dead]  [order]"), "{}", ran.out);
    let ran = megabatt(&folder, 80, &[&["show", "--line", "x2"], &both[..]].concat());
    assert!(ran.out.contains("(8, 8)") && !ran.out.contains("more"), "{}", ran.out);
}

#[test]
fn absurd_values_are_shown() {
    let expressions = [
        "canvas(-5, (40, 40))",
        "canvas(ONE, (300, 300))",
        "shift(asindices(I), (2000000000, -2000000000))",
        "insert((ONE, 1000000000), initset((0, 0)))",
        "repeat(repeat(repeat(I, 20), 20), 20)",
        "((1, 2), (3,))",
        "initset(initset(first))",
        "None",
        "power(increment, 400)",
        "x",
    ];
    for (n, expression) in expressions.iter().enumerate() {
        let folder = Folder::with(&format!("show_absurd_{n}"), &program("solve_11111111", expression), TASKS);
        let ran = megabatt(&folder, 60, &["show", "p.py::solve_11111111", "--data", "t.json"]);
        assert_eq!(ran.code, if *expression == "x" { 2 } else { 0 }, "{expression}: {}", ran.err);
        assert!(ran.out.lines().all(|line| columns(line) <= 60), "{expression}:\n{}", ran.out);
        assert!(ran.out.len() < 100_000, "{expression}: {}", ran.out.len());
    }
}

#[test]
fn the_innermost_call_that_failed_is_named() {
    let why = |n: usize, lines: &str, parts: &[&str]| {
        let text =
            format!("def half(x):\n    return divide(x, ZERO)\n\n\ndef solve_11111111(I):\n{lines}    return I\n");
        let folder = Folder::with(&format!("show_why_{n}"), &text, TASKS);
        let ran = megabatt(&folder, 200, &["show", "p.py::solve_11111111", "--data", "t.json"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        for part in parts {
            assert!(ran.out.contains(part), "{part:?} is not in:\n{}", ran.out);
        }
    };
    why(
        0,
        "    x1 = half(THREE)\n",
        &["in: half fails in its line 2", "why: `b` is 0, and nothing can be divided by 0"],
    );
    why(1, "    x1 = apply(compose(half, size), I)\n", &["for item #0", "in: half fails in its line 2"]);
    why(2, "    x1 = first(I, I)\n", &["TypeError in first(I, I)", "why: first takes 1 argument, and 2 were given"]);
    why(3, "    x1 = SEVEN\n    x2 = x1(I)\n", &["why: 7 is an int and cannot be called"]);
    why(
        4,
        "    x1 = argmax(initset(I), height)\n    x2 = argmax(difference(x1, x1), size)\n",
        &["ValueError", "is empty"],
    );
    why(5, "    x1 = rbind(add, ONE)\n    x2 = x1(I, I)\n", &["why: rbind(add, 1) takes 1 argument, and 2 were given"]);
    why(6, "    x1 = interval(ONE, TWO, ZERO)\n", &["ValueError", "why: `step` is 0"]);
    why(7, "    x1 = hsplit(grid=I, n=ZERO)\n", &["n: ZERO = 0", "why: `n` is 0"]);
    why(
        8,
        "    x1 = canvas(ONE, (5000, 5000))\n    x2 = asobject(x1)\n",
        &["limit memory in asobject(x1)", "more memory"],
    );
    why(
        9,
        "    x1 = crop(I, ORIGIN, SEVEN)\n",
        &["TypeError", "why: `dims` is an int 7 where a pair of ints is wanted"],
    );
}
