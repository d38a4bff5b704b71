//! `megabatt submit`.

use crate::common::{Folder, TASKS, program, programs};
use serde_json::json;

const CHALLENGES: &str = r#"{
  "0000000a": {"train": [{"input": [[1, 2]], "output": [[2, 1]]}, {"input": [[1, 1]], "output": [[1, 1]]}],
               "test": [{"input": [[3, 4]]}, {"input": [[5, 5]]}]},
  "0000000b": {"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[9]]}]}
}"#;

fn mirrors() -> String {
    program("turned", "identity(I)") + &program("mirrored", "vmirror(I)") + &program("fails", "first(())")
}

#[test]
fn the_best_two_attempts_and_the_filling() {
    let folder = Folder::with("submit_best", &mirrors(), CHALLENGES);
    let ran = folder.megabatt(&["submit", "p.py", "--data", "t.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let written: serde_json::Value = serde_json::from_str(&folder.read("submission.json")).unwrap();
    let expected = json!({
        // `vmirror` solves the demonstrations, `identity` only one of them. On the second input they agree.
        "0000000a": [{"attempt_1": [[4, 3]], "attempt_2": [[3, 4]]}, {"attempt_1": [[5, 5]], "attempt_2": [[0]]}],
        "0000000b": [{"attempt_1": [[9]], "attempt_2": [[0]]}],
    });
    assert_eq!(written, expected);
    insta::assert_snapshot!("submit_table", ran.out);
    let ran = folder.megabatt(&["submit", "p.py", "--data", "t.json", "--force", "--format", "json"]);
    insta::assert_snapshot!("submit_json", ran.out);
    let ran = folder.megabatt(&["submit", "p.py", "--data", "t.json", "-o", "-"]);
    assert_eq!(ran.out, folder.read("submission.json"));
    ran.says(&["tasks with one attempt of a program"]);
}

#[test]
fn score_agrees_with_what_submit_says() {
    let text = programs() + &program("solve_11111112", "vmirror(I)");
    let folder = Folder::with("submit_agrees", &text, TASKS);
    let said = folder.megabatt(&["submit", "p.py", "--data", "t.json", "--format", "json"]).json();
    let scored = folder.megabatt(&["score", "submission.json", "--data", "t.json", "--strict", "--format", "json"]);
    assert_eq!(scored.code, 0, "{}", scored.err);
    assert_eq!(scored.json()["score"], said["score"]);
    assert_eq!(said["score"]["by_output"]["score"], 1.0);
}

#[test]
fn demo_programs_make_a_perfect_submission_whatever_the_threads() {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo");
    let (files, tasks) = (format!("{demo}/programs.py"), format!("{demo}/tasks"));
    let folder = Folder::new("submit_demo");
    for threads in ["1", "3"] {
        let ran = folder.megabatt(&[
            "submit",
            &files,
            "--data",
            &tasks,
            "--threads",
            threads,
            "-o",
            &format!("{threads}.json"),
            "--quiet",
        ]);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    }
    assert_eq!(folder.read("1.json"), folder.read("3.json"));
    let score = folder.megabatt(&["score", "1.json", "--data", &tasks, "--strict", "--format", "json"]);
    assert_eq!((score.code, &score.json()["score"]["by_task"]["score"]), (0, &json!(1.0)), "{}", score.err);
}

#[test]
fn what_cannot_be_submitted_is_2_and_nothing_is_overwritten() {
    let folder = Folder::with("submit_2", &mirrors(), CHALLENGES);
    folder.write("there.json", "mine");
    folder.write("generated.json", r#"[{"input": [[1]], "output": [[2]]}]"#);
    for (args, says) in [
        (&["p.py"][..], "no tasks were given"),
        (&["--data", "t.json"], "FILES"),
        (&["none.py", "--data", "t.json"], "none.py"),
        (&["p.py", "--data", "t.json", "-o", "there.json"], "there.json is there already"),
        (&["p.py", "--data", "t.json", "-o", "."], "is a folder"),
        (&["p.py", "--data", "t.json", "-o", "no/where.json"], "no/where.json cannot be written"),
        (&["p.py", "--data", "generated.json"], "no task has a test input"),
    ] {
        let ran = folder.megabatt(&[&["submit"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        ran.says(&[says]);
    }
    assert_eq!(folder.read("there.json"), "mine");
    assert!(!folder.path("submission.json").exists());
}

#[test]
fn a_time_limit_still_writes_a_whole_submission() {
    // Each of these takes some hundredths of a second on each of the samples.
    let slow = |n| format!("prapply(add, totuple(asindices(canvas({n}, (30, 30)))), asindices(I))");
    let slow: String = (0..400).map(|n| program(&format!("p{n}"), &slow(n))).collect();
    let folder = Folder::with("submit_stopped", &slow, CHALLENGES);
    let ran = folder.megabatt(&["submit", "p.py", "--data", "t.json", "--time-limit", "0.05"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("stopped by the time limit"), "{}", ran.out);
    let written: serde_json::Value = serde_json::from_str(&folder.read("submission.json")).unwrap();
    assert_eq!(written.as_object().unwrap().len(), 2);
}
