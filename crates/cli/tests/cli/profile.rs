//! `megabatt run --profile`.

use crate::common::{Folder, TASKS, program, programs};
use serde_json::Value;

/// Two programs share their first line; the second calls a function for every row.
const PROGRAMS: &str = "\
def solve_11111111(I):
    x1 = hmirror(I)
    return x1


def solve_22222222(I):
    y1 = hmirror(I)
    y2 = apply(identity, y1)
    O = astuple(first(y2),
        last(I))
    return O
";

fn profile(folder: &Folder, args: &[&str]) -> Value {
    let ran = folder.run_both(&[&["--profile", "--format", "json"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.json()["profile"].clone()
}

fn calls(profile: &Value) -> Vec<(String, u64)> {
    let one = |op: &Value| (op["operation"].as_str().unwrap().to_string(), op["calls"].as_u64().unwrap());
    let mut calls: Vec<_> = profile["operations"].as_array().unwrap().iter().map(one).collect();
    calls.sort();
    calls
}

fn expected(calls: &[(&str, u64)]) -> Vec<(String, u64)> {
    calls.iter().map(|(name, n)| (name.to_string(), *n)).collect()
}

#[test]
fn calls_are_counted_for_programs_by_themselves_and_in_a_battery() {
    let folder = Folder::with("profile_calls", PROGRAMS, TASKS);
    // Two samples of the first task, three of the second; grids of one or two rows.
    let own = profile(&folder, &["--engine", "reference"]);
    let of_own = [("apply", 3), ("astuple", 3), ("first", 3), ("hmirror", 5), ("identity", 3), ("last", 3)];
    assert_eq!(calls(&own), expected(&of_own));
    for threads in ["1", "4"] {
        let all = ["--engine", "reference", "--pair", "all", "--threads", threads];
        let battery = profile(&folder, &all);
        let of_all = [("apply", 5), ("astuple", 5), ("first", 5), ("hmirror", 5), ("identity", 7), ("last", 5)];
        assert_eq!(calls(&battery), expected(&of_all), "{threads} threads");
        let alone = profile(&folder, &[&all[..], &["--alone"]].concat());
        assert!(calls(&alone).contains(&("hmirror".to_string(), 10)), "{alone}");
    }
}

#[test]
fn times_add_up() {
    let folder = Folder::with("profile_times", PROGRAMS, TASKS);
    for pair in ["own", "all"] {
        let profile = profile(&folder, &["--pair", pair, "--engine", "reference"]);
        let seconds = |value: &Value, name: &str| value[name].as_f64().unwrap();
        let busy = seconds(&profile, "busy_seconds");
        let (mut own, mut share) = (0.0, 0.0);
        for op in profile["operations"].as_array().unwrap() {
            assert!(seconds(op, "own_seconds") <= seconds(op, "total_seconds"), "{op}");
            own += seconds(op, "own_seconds");
            share += seconds(op, "share");
        }
        assert!(own > 0.0 && own < busy && share < 1.0, "{own} of {busy}");
        assert!((own - seconds(&profile, "operation_seconds")).abs() < 1e-6);
        let op = |name: &str| {
            let ops = profile["operations"].as_array().unwrap();
            ops.iter().find(|op| op["operation"] == name).unwrap().clone()
        };
        // What `apply` calls is in its total time, and not in its own.
        assert!(seconds(&op("apply"), "own_seconds") < seconds(&op("apply"), "total_seconds"));
        assert_eq!(seconds(&op("first"), "own_seconds"), seconds(&op("first"), "total_seconds"));
    }
}

#[test]
fn lines_have_their_text_and_know_who_shares_them() {
    let folder = Folder::with("profile_lines", PROGRAMS, TASKS);
    let lines = profile(&folder, &["--pair", "all"])["lines"].clone();
    let mut found: Vec<(String, u64, String, u64, u64)> = lines
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            let (text, number) = (|name| line[name].as_str().unwrap().to_string(), |name| line[name].as_u64().unwrap());
            (text("program"), number("line"), text("text"), number("runs"), number("programs"))
        })
        .collect();
    found.sort();
    let (one, two) = ("solve_11111111".to_string(), "solve_22222222".to_string());
    assert_eq!(
        found,
        [
            (one, 2, "x1 = hmirror(I)".to_string(), 5, 2),
            (two.clone(), 8, "y2 = apply(identity, y1)".to_string(), 5, 1),
            (two.clone(), 9, "O = astuple(first(y2),".to_string(), 5, 1),
            (two, 10, "last(I))".to_string(), 5, 1),
        ]
    );
}

#[test]
fn a_line_that_a_program_has_twice_is_that_of_one_program() {
    let text = "def solve(I):\n    x1 = rot90(I)\n    x2 = rot90(I)\n    return astuple(x1, x2)\n";
    let folder = Folder::with("profile_twice", text, TASKS);
    let lines = profile(&folder, &["--pair", "all"])["lines"].clone();
    let of = |line: u64| lines.as_array().unwrap().iter().find(|found| found["line"] == line).cloned();
    let first = of(2).unwrap();
    assert_eq!((&first["runs"], &first["programs"]), (&Value::from(5), &Value::from(1)));
    assert!(of(3).is_none(), "it is worked out under the first: {lines}");
}

/// What depends on the demos alone is worked out once per task; differs are no programs.
#[test]
fn lines_of_programs_that_see_the_demos() {
    let text = "\
def solve_11111111(S, I, C):
    x1 = last(first(S))
    x2 = palette(x1)
    O = hmirror(I)
    return O


def mirror(I):
    O = hmirror(I)
    return O


def differ_cells(S, I, C):
    return size(asindices(I))
";
    let folder = Folder::with("profile_demos", text, TASKS);
    for threads in ["1", "4"] {
        let profile = profile(&folder, &["--pair", "all", "--threads", threads]);
        let number = |line: &Value, name: &str| line[name].as_u64().unwrap();
        let mut found: Vec<(u64, u64, u64)> = profile["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| (number(line, "line"), number(line, "runs"), number(line, "programs")))
            .collect();
        found.sort();
        // Two tasks of two and three samples; `mirror` shares the fourth line.
        assert_eq!(found, [(2, 2, 1), (3, 2, 1), (4, 5, 2)], "{threads} threads");
        let of_all = [("first", 2), ("hmirror", 5), ("last", 2), ("palette", 2)];
        assert_eq!(calls(&profile), expected(&of_all), "{threads} threads");
    }
}

#[test]
fn outcomes_are_the_same_with_a_profile() {
    let failing = program("solve_11111111_fails", "first(sizefilter(objects(I, T, F, T), 99))");
    const DEMOS: &str = "\ndef demos(S, I, C):\n    x1 = apply(last, S)\n    return astuple(x1, rot90(I))\n";
    let looping = program("solve_22222222_deep", "power(increment, 950)(height(I))");
    let folder = Folder::with("profile_same", &(programs() + PROGRAMS + &failing + &looping + DEMOS), TASKS);
    for args in [&["--pair", "all"][..], &["--pair", "all", "--alone"], &["--pair", "all", "--fuel", "12"], &[]] {
        let with = folder.outcomes(&[args, &["--profile"]].concat());
        assert_eq!(with, folder.outcomes(args), "{args:?}");
    }
}

#[test]
fn the_tables_fit_and_end_where_they_are_told() {
    let folder = Folder::with("profile_table", &(programs() + PROGRAMS), TASKS);
    for columns in ["60", "80", "160"] {
        let args = ["run", "p.py", "--data", "t.json", "--pair", "all", "--profile", "--profile-top", "2"];
        let ran = folder.megabatt_with(&args, &[("COLUMNS", columns)]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        for part in ["operations, slowest first", "programs, slowest first", "lines, slowest first", "a call"] {
            assert!(ran.out.contains(part), "{part}: {}", ran.out);
        }
        assert!(ran.out.contains("more; --format json has all"), "{}", ran.out);
        let widest = ran.out.lines().map(|line| line.chars().count()).max();
        assert!(widest <= columns.parse().ok(), "{columns}: {}", ran.out);
    }
    let ran = folder.run_both(&["--profile-top", "3"]);
    assert_eq!(ran.code, 2);
    ran.says(&["--profile"]);
}
