//! Progress: where it goes, and where it does not.

use crate::common::{Folder, Ran, TASKS};

/// Busy for as long as it may.
const BUSY: &str = "def solve_11111111(I):
    x1 = compose(increment, increment)
    x2 = power(x1, 100)
    x3 = interval(0, 10000000, 1)
    x4 = apply(x2, x3)
    O = size(x4)
    return O
";

/// A run of a bit more than a second.
fn run(test: &str, args: &[&str]) -> Ran {
    let folder = Folder::with(test, BUSY, TASKS);
    let limits = ["--fuel", "1000000000000000", "--memory", "1000000000000000", "--time-limit", "1.2"];
    let ran = folder.megabatt(&[&["run", "p.py", "--data", "t.json"], &limits[..], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran
}

#[test]
fn a_line_is_redrawn_and_gone_at_the_end() {
    let ran = run("progress_always", &["--progress", "always"]);
    let draws: Vec<&str> = ran.err.split('\r').filter(|draw| draw.contains("of 2 runs")).collect();
    assert!((1..=12).contains(&draws.len()), "at most ten a second, and none at first: {:?}", ran.err);
    assert!(ran.err.ends_with("\r\x1b[K") && !ran.err.contains('\n'), "{:?}", ran.err);
    assert!(ran.out.contains("stopped by the time limit"), "{}", ran.out);
}

#[test]
fn a_file_gets_no_redrawn_line_and_the_quiet_nothing() {
    for (n, args) in [&[][..], &["--progress", "never"], &["--progress", "always", "--quiet"]].iter().enumerate() {
        assert_eq!(run(&format!("progress_none_{n}"), args).err, "", "{args:?}");
    }
}

#[test]
fn short_runs_show_nothing() {
    let ran = Folder::new("progress_short").megabatt(&["run", "--progress", "always"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}
