//! Limits of a row, of the run, and people who stop it.

#[cfg(unix)]
use crate::common::ends_within_a_second;
use crate::common::{Folder, TASKS, program};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A program that is busy for longer than any test waits, were it not for its fuel.
pub const ENDLESS: &str = "def solve_11111111(I):
    x1 = compose(increment, increment)
    x2 = power(x1, 100)
    x3 = interval(0, 1000000, 1)
    x4 = apply(x2, x3)
    x5 = apply(x2, x4)
    x6 = apply(x2, x5)
    x7 = apply(x2, x6)
    O = size(x7)
    return O
";
pub const ALL_THE_FUEL: [&str; 4] = ["--fuel", "1000000000000000", "--memory", "1000000000000000"];

fn endless(test: &str, quick_programs: usize) -> Folder {
    let quick: String = (0..quick_programs).map(|n| program(&format!("solve_quick_{n}"), "hmirror(I)")).collect();
    Folder::with(test, &(quick + ENDLESS), TASKS)
}

#[test]
fn little_fuel_ends_a_row() {
    let folder = Folder::with("stop_fuel", &program("solve_11111111", "upscale(I, 9)"), TASKS);
    for line in folder.outcomes(&["--fuel", "10"]) {
        assert_eq!((&line["outcome"], &line["limit"]), (&Value::from("limit"), &Value::from("fuel")));
    }
    assert_eq!(folder.outcomes(&[])[0]["outcome"], "value");
}

#[test]
fn little_memory_ends_a_row() {
    let folder = Folder::with("stop_memory", &program("solve_11111111", "upscale(I, 9)"), TASKS);
    assert_eq!(folder.outcomes(&["--memory", "10"])[0]["limit"], "memory");
}

#[test]
fn a_call_timeout_ends_one_row_and_the_others_run() {
    let folder = endless("stop_call", 3);
    let start = Instant::now();
    let lines = folder
        .outcomes(&[&ALL_THE_FUEL[..], &["--call-timeout", "0.2", "--pair", "all", "--tasks", "11111111"]].concat());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(lines.len(), 8);
    assert!(lines[..6].iter().all(|line| line["match"] == true));
    assert!(lines[6..].iter().all(|line| line["limit"] == "time"));
}

#[test]
fn a_time_limit_keeps_what_is_done() {
    let folder = endless("stop_limit", 3);
    let args =
        ["--time-limit", "0.3", "--pair", "all", "--tasks", "11111111", "--outcomes", "o.jsonl", "--threads", "2"];
    let ran = folder.run_both(&[&ALL_THE_FUEL[..], &args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.time < Duration::from_secs(3), "{:?}", ran.time);
    assert!(ran.out.contains("stopped by the time limit after 6 of 8 runs"), "{}", ran.out);
    assert_eq!(folder.read("o.jsonl").lines().count(), 6);
    let strict = folder.run_both(&[&ALL_THE_FUEL[..], &args, &["--strict"]].concat());
    assert_eq!(strict.code, 1);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_within_a_second_and_leaves_complete_lines() {
    // Alone, the three quick programs are done with all five samples; a battery is still with its first samples.
    for (how, least) in [(&["--alone"][..], 15), (&[], 3)] {
        ends_within_a_second(|| {
            let folder = endless("stop_interrupt", 3);
            let args = ["p.py", "--data", "t.json", "--pair", "all", "--outcomes", "o.jsonl"];
            let child = folder.start(&[&args, how, &ALL_THE_FUEL[..]].concat());
            std::thread::sleep(Duration::from_millis(500));
            let pid = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
            let ran = folder.wait(child);
            assert_eq!(ran.code, 130, "{}", ran.err);
            let text = folder.read("o.jsonl");
            assert!(text.ends_with('\n') && text.lines().count() >= least, "{how:?}: {text}");
            assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
            assert!(ran.out.contains("interrupted after"), "{}", ran.out);
            ran.time
        });
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let programs: String = (0..300).map(|n| program(&format!("solve_{n}"), "upscale(I, 20)")).collect();
    let folder = Folder::with("stop_pipe", &programs, TASKS);
    for args in [&["--outcomes", "-"][..], &["--format", "json"], &[]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_megabatt"))
            .args(["run", "p.py", "--data", "t.json", "--pair", "all"])
            .args(args)
            .current_dir(folder.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), err.as_ref()), (Some(0), ""), "{args:?}");
        assert!(!first.is_empty());
    }
}
