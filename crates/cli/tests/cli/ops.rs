//! `megabatt ops`: the table, one operation, one constant, names that are none.

use crate::common::{Folder, Ran};
use megabatt_core::{Op, constants};
use std::process::Command;

/// `megabatt ops ARGS` on a screen of this width.
pub fn ops(folder: &Folder, width: usize, args: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
    command.arg("ops").args(args).env("COLUMNS", width.to_string());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM"] {
        command.env_remove(name);
    }
    let child = folder.start_command(&mut command);
    folder.wait(child)
}

/// What it shows, with no line wider than the screen.
fn shown(test: &str, width: usize, args: &[&str]) -> String {
    let ran = ops(&Folder::new(test), width, args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for line in ran.out.lines().filter(|line| !line.contains('\x1b')) {
        assert!(line.chars().count() <= width, "{} columns: {line}", line.chars().count());
    }
    // Escapes would end up in the terminal of whoever reads the snapshot.
    ran.out.replace('\x1b', "␛")
}

#[test]
fn the_table() {
    for width in [60, 80, 160] {
        insta::assert_snapshot!(format!("ops_table_{width}"), shown("ops_table", width, &[]));
        let colour = shown("ops_table_colour", width, &["--color", "truecolor"]);
        insta::assert_snapshot!(format!("ops_table_{width}_colour"), colour);
    }
}

#[test]
fn the_table_has_everything() {
    let text = shown("ops_all", 160, &[]);
    for op in Op::ALL {
        let start = format!("  {}(", op.name());
        assert_eq!(text.lines().filter(|line| line.starts_with(&start)).count(), 1, "{}", op.name());
    }
    for name in constants::NAMES {
        assert!(text.contains(&format!("{name} = ")), "{name}");
    }
}

#[test]
fn one_operation() {
    for (name, width) in [("fill", 60), ("fill", 80), ("objects", 60), ("objects", 80), ("objects", 160)] {
        insta::assert_snapshot!(format!("ops_{name}_{width}"), shown("ops_one", width, &[name]));
        let colour = shown("ops_one_colour", width, &[name, "--color", "truecolor"]);
        insta::assert_snapshot!(format!("ops_{name}_{width}_colour"), colour);
    }
    insta::assert_snapshot!("ops_argmax_80_256", shown("ops_256", 80, &["argmax", "--color", "256"]));
    insta::assert_snapshot!("ops_branch_rearc", shown("ops_rearc", 80, &["branch", "--dialect", "rearc"]));
}

#[test]
fn a_constant() {
    for (name, width) in [("UP", 80), ("THREE_BY_THREE", 60), ("ORIGIN", 80), ("TWO", 80), ("NEG_ONE", 80), ("T", 80)] {
        insta::assert_snapshot!(format!("ops_{name}"), shown("ops_constant", width, &[name]));
    }
    insta::assert_snapshot!("ops_UP_colour", shown("ops_constant_colour", 80, &["UP", "--color", "truecolor"]));
}

#[test]
fn every_operation_and_constant_can_be_shown_at_any_width() {
    let folder = Folder::new("ops_each");
    for (n, name) in Op::ALL.iter().map(|op| op.name()).chain(constants::NAMES).enumerate() {
        let width = [20, 33, 47, 60, 80, 120, 200][n % 7];
        let ran = ops(&folder, width, &[name]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name} at {width}");
        let first = ran.out.lines().next().unwrap();
        assert!(first.starts_with(name), "{name} at {width}: {first}");
        if constants::constant(name).is_none() {
            assert!(ran.out.contains("Used by "), "{name} at {width}");
        }
        let json = ops(&folder, width, &[name, "--format", "json"]).json();
        assert_eq!(json["name"], name);
    }
}

#[test]
fn ones_own_programs_are_who_uses_it() {
    let folder = Folder::new("ops_users");
    folder.write(
        "mine.py",
        "def solve_00000001(I):\n    O = trim(I)\n    return O\n\ndef solve_00000002(I):\n    return I\n",
    );
    let ran = ops(&folder, 80, &["trim", "--programs", "mine.py"]);
    assert!(ran.out.contains("Used by 1 of the 2 programs of these files: solve_00000001\n"), "{}", ran.out);
    let json = ops(&folder, 80, &["trim", "--programs", "mine.py", "--format", "json"]).json();
    assert_eq!(json["used_by"], serde_json::json!({"programs": ["solve_00000001"], "of": 2}));
    assert_eq!(json["signature"], "trim(grid: Grid) -> Grid");
    assert!(json["examples"].as_array().unwrap().iter().any(|e| e["gives"] == "((2, 3), (4, 5))"), "{json}");
}

#[test]
fn the_table_as_json() {
    let folder = Folder::new("ops_json");
    let json = ops(&folder, 80, &["--format", "json"]).json();
    assert_eq!(json["operations"].as_array().unwrap().len(), 160);
    assert_eq!(json["constants"].as_array().unwrap().len(), constants::NAMES.len());
    let up = json["constants"].as_array().unwrap().iter().find(|c| c["name"] == "UP").unwrap();
    assert_eq!(up["value"], serde_json::json!([-1, 0]));
    let grids = ops(&folder, 80, &["--family", "grid", "--format", "json"]).json();
    assert!(grids["operations"].as_array().unwrap().iter().all(|op| op["family"] == "grid"));
}

#[test]
fn names_that_are_none() {
    let folder = Folder::new("ops_near");
    for (name, says) in [
        ("vmiror", "did you mean vmirror"),
        ("up", "did you mean UP"),
        ("rotate", "megabatt ops lists all"),
        ("mirror", "hmirror"),
        ("", "megabatt ops lists all"),
        ("\u{1b}[31m", "there is no operation"),
    ] {
        let ran = ops(&folder, 80, &[name]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{name}");
        ran.says(&["there is no operation or constant", says]);
        assert!(!ran.err.contains('\u{1b}'));
    }
}

#[test]
fn what_cannot_be_asked_for_is_refused() {
    let folder = Folder::new("ops_refused");
    assert_eq!(ops(&folder, 80, &["fill", "--family", "grid"]).code, 2);
    assert_eq!(ops(&folder, 80, &["fill", "--counts", "x.py"]).code, 2);
    assert_eq!(ops(&folder, 80, &["--programs", "x.py"]).code, 2);
    let ran = ops(&folder, 80, &["fill", "--programs", "missing.py"]);
    assert_eq!(ran.code, 2);
    ran.says(&["missing.py: cannot be read", "no program could be loaded"]);
}
