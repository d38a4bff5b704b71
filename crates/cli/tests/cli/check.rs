//! `megabatt check`: a corpus of mistakes, formats, exit codes and `--fix`.
//!
//! Each file in `tests/check/` has one mistake, and beside it what is said about it.
//! `MEGABATT_BLESS=1 cargo test -p megabatt --test cli check` writes that anew; read the difference.

use crate::common::{Folder, Ran, task};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// `megabatt check ARGS` in the folder, in a terminal of this width.
fn check(folder: &Folder, width: u32, args: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
    command.arg("check").args(args).env("COLUMNS", width.to_string());
    for name in ["NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    folder.wait(folder.start_command(&mut command))
}

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "py"));
    files.sort();
    files
}

/// A file of the corpus, in the folder under its own name.
fn placed(folder: &Folder, mistake: &str) -> String {
    let name = format!("{mistake}.py");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check").join(&name);
    folder.write(&name, std::fs::read_to_string(path).unwrap().replace("\r\n", "\n"));
    name
}

#[test]
fn every_mistake_has_its_message() {
    let bless = std::env::var_os("MEGABATT_BLESS").is_some();
    let folder = Folder::new("check_corpus");
    let mut wrong = Vec::new();
    let files = corpus();
    assert!(files.len() >= 30);
    for path in files {
        let mistake = path.file_stem().unwrap().to_str().unwrap();
        let name = placed(&folder, mistake);
        let ran = check(&folder, 80, &[&name]);
        let text = format!("{}exit code {}\n", ran.out, ran.code);
        let expected = path.with_extension("expected");
        if bless {
            std::fs::write(&expected, &text).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default().replace("\r\n", "\n") != text {
            wrong.push(format!("{mistake}:\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "these differ from the .expected beside them:\n{}", wrong.join("\n"));
}

/// What is called certain to fail fails, on every grid tried.
#[test]
fn certain_errors_of_the_corpus_do_raise() {
    let folder = Folder::new("check_certain");
    folder.write("t.json", task("[[1, 2], [3, 0]]", "[[1]]"));
    let mut tried = 0;
    for path in corpus() {
        let name = placed(&folder, path.file_stem().unwrap().to_str().unwrap());
        let report: Value = check(&folder, 80, &[&name, "--format", "json"]).json();
        let certain = ["wrong-arity", "wrong-keyword", "type-error", "always-fails"];
        let found =
            report["findings"].as_array().unwrap().iter().any(|f| certain.iter().any(|code| f["code"] == *code));
        if found {
            tried += 1;
            let ran = folder.run(&[&name, "--data", "t.json", "--pair", "all", "--quiet", "--outcomes", "-"]);
            assert!(ran.out.lines().count() > 0 && !ran.out.contains("\"value\""), "{name}: {}", ran.out);
        }
    }
    assert!(tried >= 15, "only {tried}");
}

const SEVERAL: &str = "\
# My programs.
from dsl import *


def solve_a(I):
    x1 = palette(I)  # nobody needs it
    x2 = shape(I)
    x3 = shape(I)
    O = canvas(vmirror(vmirror(ONE)), add(x2, x3))
    return O


def solve_b(grid):
    \"\"\"Upside down.\"\"\"
    return hmirror(grid, grid)
";

#[test]
fn text_fits_the_width() {
    let folder = Folder::with("check_width", SEVERAL, "");
    for width in [60, 80, 160] {
        for color in ["never", "always"] {
            let ran = check(&folder, width, &["p.py", "--color", color]);
            assert_eq!(ran.code, 1);
            // Lines of the source are shown as they are.
            let own = |line: &&str| color == "never" && !line.contains(['│', '·']);
            let wide = ran.out.lines().filter(own).find(|line| line.chars().count() > width as usize);
            assert_eq!(wide, None, "wider than {width}");
            assert_eq!(ran.out.contains('\x1b'), color == "always");
            insta::assert_snapshot!(format!("check_text_{width}_{color}"), ran.out);
        }
    }
}

#[test]
fn formats() {
    let folder = Folder::with("check_formats", SEVERAL, "");
    let json = check(&folder, 80, &["p.py", "--format", "json"]);
    assert_eq!(json.json()["totals"]["errors"], 2);
    insta::assert_snapshot!("check_json", json.out);
    insta::assert_snapshot!("check_github", check(&folder, 80, &["p.py", "--format", "github"]).out);
    insta::assert_snapshot!("check_diff", check(&folder, 80, &["p.py", "--fix", "--dry-run"]).out);
    assert_eq!(folder.read("p.py"), SEVERAL, "a dry run changes nothing");
}

#[test]
fn colours_follow_the_environment() {
    let folder = Folder::with("check_environment", SEVERAL, "");
    let colour = |name: &str, value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
        command.args(["check", "p.py"]).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env(name, value);
        folder.wait(folder.start_command(&mut command)).out.contains('\x1b')
    };
    assert!(colour("CLICOLOR_FORCE", "1"));
    assert!(!colour("CLICOLOR_FORCE", "0"));
    assert!(!colour("NO_COLOR", "1"));
}

#[test]
fn exit_codes() {
    let folder = Folder::with("check_exit", "def solve(I):\n    return hmirror(I)\n", "");
    folder.write("notes.py", "def solve(I):\n    return identity(I)\n");
    folder.write("warnings.py", "def solve(I):\n    x1 = size(I)\n    return I\n");
    for (args, code, says) in [
        (&["p.py"][..], 0, "nothing to say"),
        (&["notes.py"], 0, "1 note"),
        (&["warnings.py"], 1, "1 warning"),
        (&["warnings.py", "--allow", "dead-line"], 0, "nothing to say"),
        (&["warnings.py", "p.py", "notes.py"], 1, "3 programs in 3 files"),
        (&["p.py", "p.py"], 0, "1 program in 1 file"),
        (&["p.py", "--fix", "--dry-run"], 0, ""),
        (&["warnings.py", "--fix", "--dry-run"], 1, "-    x1 = size(I)"),
    ] {
        let ran = check(&folder, 80, args);
        assert_eq!(ran.code, code, "{args:?}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(says), "{args:?}: {}", ran.out);
    }
    for (args, says) in [
        (&[][..], "FILES"),
        (&["none.py"], "none.py"),
        (&["none.py", "p.py"], "none.py"),
        (&["."], "folder"),
        (&["p.py", "--dry-run"], "--fix"),
        (&["p.py", "--allow", "everything"], "dead-line"),
        (&["p.py", "--format", "xml"], "github"),
    ] {
        let ran = check(&folder, 80, args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.out);
        ran.says(&[says]);
    }
}

#[test]
fn fix_keeps_comments_layout_and_line_ends() {
    let messy = "\u{feff}# top\r\ndef solve(I):\r\n    '''What it does.'''\r\n    a = palette(I); b = shape(I)  # kept\r\n    # about c\r\n    c = shape(\r\n        I,\r\n    )\r\n    d: tuple = shape(I)\r\n\r\n    return astuple(b, add(c, d))  # end\r\n";
    let fixed = "\u{feff}# top\r\ndef solve(I):\r\n    '''What it does.'''\r\n    b = shape(I)  # kept\r\n    # about c\r\n\r\n    return astuple(b, add(b, b))  # end\r\n";
    let folder = Folder::with("check_fix_layout", messy, "");
    let ran = check(&folder, 80, &["p.py", "--fix"]);
    assert_eq!((ran.code, folder.read("p.py").as_str()), (0, fixed), "{}{}", ran.out, ran.err);
    ran.says(&["fixed p.py"]);
}

#[test]
fn fix_of_several_statements_on_a_line() {
    for (n, (before, after)) in [
        ("def f(I): x = size(I); return I\n", "def f(I): return I\n"),
        ("def f(I): return I\n", "def f(I): return I\n"),
        ("def f(I):\n    x = size(I); y = size(I)\n    return I\n", "def f(I):\n    return I\n"),
        (
            "def f(I):\n    x = I; y = size(x); z = size(x)\n    return (x, 1)\n",
            "def f(I):\n    x = I\n    return (x, 1)\n",
        ),
        ("def f(I):\n    y = size(I); x = I; z = 1;  # c\n    return x\n", "def f(I):\n    x = I  # c\n    return x\n"),
        ("def f(I):\n    x = size(I)\n", "def f(I):\n    x = size(I)\n"),
        (
            "def h(x):\n    return x\n\n\ndef solve(I):\n    y = h(I)\n    return I\n",
            "def h(x):\n    return x\n\n\ndef solve(I):\n    return I\n",
        ),
        (
            "def f(I):\n    a_long_name = shape(I)\n    b = shape(I)\n    return (b, b, b, b, a_long_name)\n",
            "def f(I):\n    a_long_name = shape(I)\n    return (a_long_name, a_long_name, a_long_name, a_long_name, a_long_name)\n",
        ),
        // The name of the first one means something else by then.
        (
            "def f(I):\n    x = shape(I)\n    y = invert(x)\n    x = size(I)\n    z = shape(I)\n    return (x, y, z)\n",
            "def f(I):\n    x = shape(I)\n    y = invert(x)\n    x = size(I)\n    z = shape(I)\n    return (x, y, z)\n",
        ),
        ("def f(I):\n    size(I)\n    return I", "def f(I):\n    return I"),
        ("def f(I):\n    x = 1\n    y = x\n    x = 1\n    return x", "def f(I):\n    x = 1\n    return x"),
    ]
    .iter()
    .enumerate()
    {
        let folder = Folder::with(&format!("check_fix_line_{n}"), before, "");
        check(&folder, 80, &["p.py", "--fix"]);
        assert_eq!(folder.read("p.py"), *after, "{before}");
    }
}

#[test]
fn fix_respects_allow_and_leaves_nothing_behind() {
    let folder = Folder::with("check_fix_allow", SEVERAL, "");
    check(&folder, 80, &["p.py", "--fix", "--allow", "dead-line"]);
    assert!(folder.read("p.py").contains("x1 = palette(I)") && !folder.read("p.py").contains("x3 ="));
    let ran = check(&folder, 80, &["p.py", "--fix", "--format", "json"]);
    assert!(!ran.out.contains("dead-line") && !ran.out.contains("repeated-line"), "{}", ran.out);
    let names: Vec<_> = std::fs::read_dir(folder.path(".")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().contains("megabatt")), "{names:?}");
}

#[test]
fn functions_that_are_compared_are_not_repeated() {
    let text =
        "def solve(I):\n    f = rbind(add, ONE)\n    g = rbind(add, ONE)\n    O = equality(f, g)\n    return O\n";
    let folder = Folder::with("check_functions", text, "");
    assert_eq!(check(&folder, 80, &["p.py"]).code, 0, "Python says that they are not equal");
    let called = text.replace("equality(f, g)", "astuple(f(ONE), apply(g, (1, 2)))");
    folder.write("p.py", called);
    let ran = check(&folder, 80, &["p.py"]);
    assert!(ran.code == 1 && ran.out.contains("`g` is the same as `f`"), "{}", ran.out);
}

/// A function that nothing in the file uses may be for another file: its argument need not be a grid.
#[test]
fn helpers_of_other_files_are_left_in_peace() {
    let text = "def one_more(n):\n    return increment(n)\n";
    let folder = Folder::with("check_helper", text, "");
    assert_eq!(check(&folder, 80, &["p.py"]).code, 0);
    folder.write("p.py", text.replace("(n)", "(I)"));
    assert_eq!(check(&folder, 80, &["p.py"]).code, 1, "a grid cannot be incremented");
}

#[test]
fn programs_are_compared_across_files() {
    let folder = Folder::with("check_across", "def solve(I):\n    return hmirror(I)\n", "");
    folder.write("q.py", "def other(grid):\n    x = hmirror(grid)\n    return x\n");
    let ran = check(&folder, 80, &["p.py", "q.py"]);
    assert!(ran.code == 1 && ran.out.contains("`solve` at p.py:1"), "{}", ran.out);
}

/// A link stays a link, and the mode of the file stays.
#[cfg(unix)]
#[test]
fn fix_through_a_link() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with("check_link", SEVERAL, "");
    std::fs::set_permissions(folder.path("p.py"), std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("p.py", folder.path("link.py")).unwrap();
    check(&folder, 80, &["link.py", "--fix"]);
    assert!(folder.path("link.py").is_symlink() && !folder.read("p.py").contains("x1 ="));
    assert_eq!(std::fs::metadata(folder.path("p.py")).unwrap().permissions().mode() & 0o777, 0o640);
}

/// Nothing a file holds makes it crash or crawl.
#[test]
fn hostile_files() {
    let lines = |n: usize, line: fn(usize) -> String| (0..n).map(line).collect::<String>();
    let long = |body: String, result: &str| format!("def solve(I):\n{body}    return {result}\n");
    let compose = |n: usize| format!("    f{} = compose(f{n}, f{n})\n", n + 1);
    for (n, text) in [
        long(lines(30_000, |n| format!("    x{n} = increment({n})\n")), "x29999"),
        long(lines(30_000, |n| format!("    x{n} = shape(I)\n")), "x29999"),
        long("    f0 = size\n".to_string() + &lines(5_000, compose), "f5000(I)"),
        long("    t0 = (I, I)\n".to_string() + &lines(3_000, |n| format!("    t{} = (t{n}, t{n})\n", n + 1)), "t3000"),
        long(lines(3_000, |n| format!("    x{n} = identity(I); I = x{n}\n")), "I"),
        "def h0(x):\n    return size(x)\n".to_string()
            + &lines(150, |n| format!("def h{}(x):\n    return add(h{n}(x), h{n}(x))\n", n + 1))
            + "def solve(I):\n    return h150(I)\n",
    ]
    .iter()
    .enumerate()
    {
        let folder = Folder::with(&format!("check_hostile_{n}"), text, "");
        for args in [&["p.py", "--format", "json"][..], &["p.py", "--fix", "--format", "github"]] {
            let ran = check(&folder, 80, args);
            assert!(ran.code <= 1, "case {n}: {}", ran.err);
        }
    }
}
