//! `megabatt score`.

use crate::common::Folder;

/// Four tasks; the second has two test inputs, the fourth no known solution.
const DATA: &str = r#"{
  "train": {"aaaaaaaa": {"train": [{"input": [[1]], "output": [[1]]}],
                         "test": [{"input": [[1]], "output": [[1, 2], [3, 4]]}]},
            "bbbbbbbb": {"train": [{"input": [[1]], "output": [[1]]}],
                         "test": [{"input": [[1]], "output": [[1]]}, {"input": [[2]], "output": [[5, 5, 5, 5]]}]}},
  "eval": {"cccccccc": {"train": [{"input": [[1]], "output": [[1]]}],
                        "test": [{"input": [[1]], "output": [[7, 8, 9]]}]},
           "dddddddd": {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]]}]}}
}"#;

/// Right by the second attempt; right and near; wrong in shape; whatever.
const SUBMISSION: &str = r#"{
  "aaaaaaaa": [{"attempt_1": [[1, 2], [3, 3]], "attempt_2": [[1, 2], [3, 4]]}],
  "bbbbbbbb": [{"attempt_1": [[1]], "attempt_2": [[0]]}, {"attempt_1": [[5, 5, 0, 0]], "attempt_2": [[5, 5, 5, 0]]}],
  "cccccccc": [{"attempt_1": [[7, 8]], "attempt_2": [[7], [8], [9]]}],
  "dddddddd": [{"attempt_1": [[1]], "attempt_2": [[2]]}]
}"#;

/// Everything that can be wrong in one place or another.
const MALFORMED: &str = r#"{
  "aaaaaaaa": [{"attempt_1": [[1, 2], [3]], "attempt_2": [[1, 2], [3, 4]]}],
  "bbbbbbbb": [{"attempt_1": [[1]]}],
  "eeeeeeee": [{"attempt_1": [[1]], "attempt_2": [[1]]}]
}"#;

fn folder(name: &str, submission: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("d.json", DATA);
    folder.write("s.json", submission);
    folder
}

#[test]
fn both_scores_and_near_misses_at_every_width() {
    let folder = folder("score_widths", SUBMISSION);
    let score = |args: &[&str], columns| {
        let args = [&["score", "s.json", "--data", "d.json"], args].concat();
        let ran = folder.megabatt_with(&args, &[("COLUMNS", columns)]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    let plain = score(&[], "60");
    for columns in ["80", "160"] {
        assert_eq!(score(&[], columns), plain);
    }
    assert!(plain.lines().all(|line| line.chars().count() <= 60), "{plain}");
    let parts = [plain, score(&["--by", "output"], "80"), score(&["--by", "task"], "80")];
    insta::assert_snapshot!("score_table", parts.join("=== by output, then by task\n"));
    insta::assert_snapshot!("score_json", score(&["--format", "json"], "80"));
}

#[test]
fn what_is_wrong_with_a_submission_is_told_and_fails_only_with_strict() {
    let folder = folder("score_malformed", MALFORMED);
    let ran = folder.megabatt(&["score", "s.json", "--data", "d.json"]);
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!("score_malformed", format!("{}=== standard error\n{}", ran.out, ran.err));
    let strict = folder.megabatt(&["score", "s.json", "--data", "d.json", "--strict"]);
    assert_eq!((strict.code, strict.out, strict.err), (1, ran.out, ran.err));
    folder.write("s.json", SUBMISSION);
    let ran = folder.megabatt(&["score", "s.json", "--data", "d.json", "--strict"]);
    assert_eq!(ran.code, 0, "solutions that are not known are no fault of the submission: {}", ran.err);
}

#[test]
fn a_part_of_the_data_can_be_scored() {
    let folder = folder("score_split", SUBMISSION);
    for (args, right, known) in
        [(&["--split", "train"][..], 2, 3), (&["--split", "eval"], 0, 1), (&["--tasks", "bbbbbbbb"], 1, 2), (&[], 2, 4)]
    {
        let all = [&["score", "s.json", "--data", "d.json", "--strict", "--format", "json"], args].concat();
        let ran = folder.megabatt(&all);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let score = &ran.json()["score"]["by_output"];
        assert_eq!((score["right"].clone(), score["known"].clone()), (right.into(), known.into()), "{args:?}");
        assert_eq!(score["score"], f64::from(right) / f64::from(known));
    }
}

#[test]
fn where_nothing_can_be_scored_it_is_2() {
    let folder = folder("score_2", SUBMISSION);
    folder.write("solutions.json", r#"{"aaaaaaaa": [[[1]]]}"#);
    folder.write("other.json", r#"{"0": [{"attempt_1": [[1]], "attempt_2": [[1]]}]}"#);
    folder.write("broken.json", r#"{"aaaaaaaa": [{"attempt_1": [[1]],"#);
    folder.write("list.json", "[]");
    for (args, says) in [
        (&["s.json"][..], "no tasks were given"),
        (&["none.json", "--data", "d.json"], "none.json: there is no such file"),
        (&[".", "--data", "d.json"], "folder"),
        (&["broken.json", "--data", "d.json"], "broken.json:1:34: the JSON stops in the middle"),
        (&["list.json", "--data", "d.json"], "this is a list, not a submission"),
        (&["solutions.json", "--data", "d.json"], "these are solutions, not a submission"),
        (&["d.json", "--data", "d.json"], "no submission"),
        (&["other.json", "--data", "d.json"], "none of its 1 ids (0, …) is among the 4 tasks"),
        (&["s.json", "--data", "s.json"], "this is a submission"),
        (&["s.json", "--data", "none.json"], "none.json"),
        (&["s.json", "--data", "d.json", "--tasks", "dddddddd"], "no solution of a test is known"),
        (&["s.json", "--data", "d.json", "--by", "colour"], "--by"),
        (&[], "SUBMISSION.json"),
    ] {
        let ran = folder.megabatt(&[&["score"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        ran.says(&[says]);
        assert!(!ran.err.contains("error: error"), "{}", ran.err);
    }
}

#[test]
fn solutions_beside_the_challenges_are_found_and_gzip_is_read() {
    let folder = folder("score_challenges", r#"{"0a": [{"attempt_1": [[1]], "attempt_2": [[2]]}]}"#);
    folder.write(
        "x_challenges.json",
        r#"{"0a": {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]]}]}}"#,
    );
    let score = || folder.megabatt(&["score", "s.json", "--data", "x_challenges.json"]);
    assert_eq!(score().code, 2);
    folder.write("x_solutions.json", r#"{"0a": [[[2]]]}"#);
    let ran = score();
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("100.0 %  1 of 1 test outputs"), "{}", ran.out);
}
