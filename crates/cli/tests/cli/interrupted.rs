//! Ctrl-C while values are on their way that take seconds to write: the end comes soon, and what is there is whole.

use crate::common::{Folder, Ran, TASKS, ends_within_a_second, program};
use serde::de::IgnoredAny;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Programs whose values are grids of 24 to 96 million cells, and quick ones between them.
const HUGE: usize = 4;

fn huge(test: &str) -> Folder {
    let one = |n: usize| {
        let (down, right) = (70 - n, 70 + n);
        program(&format!("solve_huge_{n}"), &format!("upscale(upscale(I, {down}), {right})"))
            + &program(&format!("solve_quick_{n}"), &format!("replace(I, 0, {n})"))
    };
    Folder::with(test, &(0..HUGE).map(one).collect::<String>(), TASKS)
}

/// Presses Ctrl-C so long after the child began to listen to it.
fn interrupt(folder: &Folder, child: Child, after: Duration) -> Ran {
    let start = Instant::now();
    while !listens(&child) {
        assert!(start.elapsed() < Duration::from_secs(20), "it does not listen");
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(after);
    press_ctrl_c(&child);
    folder.wait(child)
}

/// Whether the child has a handler for Ctrl-C. Linux tells; elsewhere half a second is enough.
fn listens(child: &Child) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id())) else {
        std::thread::sleep(Duration::from_millis(500));
        return true;
    };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
    const SIGINT: u32 = 2;
    u64::from_str_radix(caught, 16).unwrap() >> (SIGINT - 1) & 1 == 1
}

fn press_ctrl_c(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// How many lines a file has; each is an object of JSON, and has its end.
fn whole_lines(folder: &Folder, file: &str) -> usize {
    let mut reader = BufReader::new(std::fs::File::open(folder.path(file)).unwrap());
    let (mut line, mut count) = (String::new(), 0);
    while reader.read_line(&mut line).unwrap() > 0 {
        assert!(line.starts_with("{\"program\":") && line.ends_with("}\n"), "half a line of {} bytes", line.len());
        let parsed = serde_json::from_str::<IgnoredAny>(&line);
        assert!(parsed.is_ok(), "{parsed:?} in a line of {} bytes", line.len());
        line.clear();
        count += 1;
    }
    count
}

#[test]
fn huge_values_on_their_way_into_the_outcomes_do_not_hold_up_the_end() {
    for (n, (how, after)) in
        [(&[][..], 150), (&["--alone"], 400), (&["--values", "hash"], 150), (&[], 700)].into_iter().enumerate()
    {
        ends_within_a_second(|| interrupted_run(&format!("interrupted_huge_{n}"), how, after));
    }
}

/// What it took to the end.
fn interrupted_run(test: &str, how: &[&str], after: u64) -> Duration {
    let all = HUGE * 2 * 5;
    let folder = huge(test);
    let args = ["p.py", "--data", "t.json", "--pair", "all", "--threads", "2", "--outcomes", "o.jsonl", "--store"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
    command.arg("run").args(args).args(how).env("MEGABATT_LIBRARY", folder.path("library.sqlite"));
    let child = folder.start_command(&mut command);
    let ran = interrupt(&folder, child, Duration::from_millis(after));
    assert_eq!(ran.code, 130, "{how:?} after {after} ms: {}{}", ran.out, ran.err);
    let lines = whole_lines(&folder, "o.jsonl");
    let told = format!("interrupted after {lines} of {all} runs");
    assert!(lines < all && ran.out.contains(&told), "{how:?} after {after} ms: {told}, but:\n{}", ran.out);
    let library = megabatt_store::Store::open_existing(&folder.path("library.sqlite")).unwrap();
    assert_eq!(library.integrity().unwrap(), "ok");
    ran.time
}

#[test]
fn a_pipe_that_nobody_reads_ends_with_the_second_time() {
    ends_within_a_second(pipe_that_nobody_reads);
}

fn pipe_that_nobody_reads() -> Duration {
    // A line of six megabytes is more than any pipe holds.
    let folder = Folder::with("interrupted_pipe", &program("solve_11111111", "upscale(upscale(I, 30), 30)"), TASKS);
    let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
    let args = ["run", "p.py", "--data", "t.json", "--outcomes", "-", "--batch-size", "1"];
    let child = command.args(args).current_dir(folder.path("")).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = child.spawn().unwrap();
    // The first bytes of a line have come, and there is no room for the others.
    let mut reader = BufReader::with_capacity(1, child.stdout.take().unwrap());
    assert_eq!(reader.fill_buf().unwrap(), b"{");
    for pressed in 1..=2 {
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(child.try_wait().unwrap(), None, "pressed {} times", pressed - 1);
        press_ctrl_c(&child);
    }
    let start = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    start.elapsed()
}

#[test]
fn a_batch_of_huge_grids_ends_too_and_leaves_no_half_file() {
    for (file, after) in [("o.jsonl", 300), ("o.json", 300), ("o.jsonl", 1_200)] {
        ends_within_a_second(|| {
            let folder = huge(&format!("interrupted_batch_{after}_{file}"));
            let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
            command.args(["batch", "upscale(90) | upscale(90)", "--data", "t.json", "--of", "both", "-o", file]);
            command.env("CUDA_VISIBLE_DEVICES", "-1").env("MEGABATT_DEVICES", folder.path("devices.json"));
            let ran = interrupt(&folder, folder.start_command(&mut command), Duration::from_millis(after));
            assert_eq!(ran.code, 130, "{}", ran.err);
            assert!(
                !folder.path(file).exists() && ran.err.contains(&format!("before {file} was whole")),
                "{}",
                ran.err
            );
            let left: Vec<_> = std::fs::read_dir(folder.path("")).unwrap().map(|f| f.unwrap().file_name()).collect();
            assert!(!left.iter().any(|name| name.to_string_lossy().starts_with(".megabatt-")), "{left:?}");
            ran.time
        });
    }
}
