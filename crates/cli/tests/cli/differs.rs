//! Differs: scores of what programs give.

use crate::common::{Folder, Ran, TASKS, program, programs};
use serde_json::{Value, json};

/// Two that work, one that gives no score, one that raises on grids of one row, and one that sees the demos.
const DIFFERS: &str = "
def differ_cells(S, I, C):
    x1 = asobject(I)
    x2 = asobject(C)
    x3 = intersection(x1, x2)
    return size(x3)


def differ_same(S, I, C):
    return astuple(equality(I, C), palette(I))


def differ_grid(S, I, C):
    return C


def differ_second_row(S, I, C):
    x1 = remove(first(I), I)
    return first(first(x1))


def differ_demos(S, I, C):
    x1 = size(S)
    x2 = contained(I, apply(last, S))
    return branch(x2, x1, ZERO)
";

/// Two right programs, one that always raises, one that gives an int.
fn text() -> String {
    programs() + &program("fails", "first(())") + &program("number", "size(I)") + DIFFERS
}

/// The part of the summary about differs.
fn section(ran: &Ran) -> String {
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines = ran.out.lines().skip_while(|line| !line.starts_with("differ "));
    lines.take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

fn without_times(text: &str) -> Vec<Value> {
    let mut rows: Vec<Value> = serde_json::from_str(text).expect(text);
    rows.iter_mut().for_each(|row| row["seconds"] = json!(0));
    rows
}

#[test]
fn the_summary_has_a_line_for_each_differ() {
    let folder = Folder::with("differs_table", &text(), TASKS);
    let (own, all) = (folder.run_both(&[]), folder.run_both(&["--pair", "all"]));
    insta::assert_snapshot!("differs_table", format!("=== own\n{}=== all\n{}", section(&own), section(&all)));
    let summary = folder.run_both(&["--pair", "all", "--format", "json"]).json();
    assert_eq!(
        summary["differs"][3],
        json!({
            "differ": "differ_second_row", "scores": 4, "sum": 15, "mean": 3.75,
            "failures": {"StopIteration": 6, "TypeError": 5},
            "no_program": {"scores": 2, "sum": 9, "mean": 4.5, "failures": {"StopIteration": 3}},
        })
    );
    assert_eq!(summary["totals"]["programs"], 4, "differs are no programs");
}

#[test]
fn scores_have_each_sample_and_the_sum() {
    let folder = Folder::with("differs_scores", &text(), TASKS);
    let ran = folder.run_both(&["--pair", "all", "--quiet", "--scores", "s.json", "--scores-all"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    let rows = without_times(&folder.read("s.json"));
    let of = |program: &str, task: &str| {
        rows.iter().find(|row| row["program"] == program && row["task"] == task).unwrap()["differs"].clone()
    };
    let right = of("solve_11111111", "11111111");
    let no_failures = json!({});
    assert_eq!(
        right["differ_cells"],
        json!({"sum": 6, "samples": [4, 2], "failures": no_failures, "no_program": 0}),
        "all cells of both samples; mirrored, none is where it was"
    );
    assert_eq!(right["differ_same"]["samples"], json!([1, 1]));
    assert_eq!(
        right["differ_grid"],
        json!({"sum": 0, "samples": [null, null], "failures": {"not a score": 2}, "no_program": null})
    );
    assert_eq!(right["differ_demos"]["samples"], json!([1, 0]), "the test's output is not among the demos");
    let raised = of("fails", "22222222");
    assert_eq!(
        raised["differ_cells"],
        json!({"sum": 0, "samples": [null, null, null], "failures": {}, "no_program": 4})
    );
    assert_eq!(of("number", "11111111")["differ_cells"]["failures"], json!({"TypeError": 2}));

    folder.run_both(&["--pair", "all", "--quiet", "--scores", "s.csv", "--scores-all"]);
    let csv = folder.read("s.csv");
    let cells = |line: usize| csv.lines().nth(line).unwrap().split(',').skip(10).collect::<Vec<_>>();
    assert_eq!(cells(0)[..3], ["differ_cells", "differ_cells_failures", "differ_cells_no_program"]);
    assert_eq!(cells(1)[..9], ["6", "0", "0", "2", "0", "0", "0", "2", ""]);
    assert!(csv.lines().all(|line| line.split(',').count() == 25), "{csv}");
}

#[test]
fn threads_batches_and_running_alone_change_nothing() {
    let folder = Folder::with("differs_threads", &text(), TASKS);
    let scores = |args: &[&str]| {
        let ran = folder.run_both(&[&["--pair", "all", "--quiet", "--scores", "-", "--scores-all"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        without_times(&ran.out)
    };
    let first = scores(&[]);
    for args in [
        &["--threads", "1"][..],
        &["--threads", "4", "--batch-size", "1"],
        &["--alone"],
        &["--alone", "--threads", "1", "--batch-size", "3"],
        &["--call-timeout", "20"],
        &["--engine", "reference"],
    ] {
        assert_eq!(scores(args), first, "{args:?}");
    }
}

#[test]
fn outcomes_are_the_same_with_and_without() {
    let folder = Folder::with("differs_outcomes", &text(), TASKS);
    let with = folder.outcomes(&["--pair", "all"]);
    folder.write("p.py", text().replace(DIFFERS, ""));
    assert_eq!(folder.outcomes(&["--pair", "all"]), with);
    assert_eq!(with.len(), 20);
    let ran = folder.run_both(&["--pair", "all", "--format", "json"]);
    assert!(ran.json().get("differs").is_none());
}

#[test]
fn unknown_targets_have_no_scores() {
    let task = r#"{"train": [{"input": [[1, 2]], "output": [[1, 2]]}], "test": [{"input": [[1]]}]}"#;
    let folder = Folder::with("differs_unknown", &(program("same", "I") + DIFFERS), task);
    let ran = folder.run_both(&["--pair", "all", "--quiet", "--scores", "-"]);
    let differ = &ran.json()[0]["differs"]["differ_cells"];
    assert_eq!(*differ, json!({"sum": 2, "samples": [2, null], "failures": {}, "no_program": 2}));
}

#[test]
fn limits_end_a_differ_and_nothing_else() {
    let differ = "def differ_heavy(S, I, C):\n    return size(canvas(ONE, (90000, 90000)))\n";
    let folder = Folder::with("differs_limits", &(programs() + differ), TASKS);
    let shown = section(&folder.run_both(&["--strict"]));
    assert!(shown.contains("limit memory ×5") || shown.contains("limit fuel ×5"), "{shown}");
    let huge = "def differ_huge(S, I, C):\n    return 9000000000000000000\n";
    folder.write("p.py", programs() + huge);
    let shown = section(&folder.run_both(&[]));
    assert!(shown.contains(&i64::MAX.to_string()), "sums end where 64 bits do: {shown}");
}

#[test]
fn differs_of_several_files_are_told_apart() {
    let folder = Folder::with("differs_files", &programs(), TASKS);
    folder.write("a.py", "def differ_x(S, I, C):\n    return ONE\n");
    folder.write("b.py", "def differ_x(S, I, C):\n    return TWO\n");
    let ran = folder.run(&["p.py", "a.py", "b.py", "--data", "t.json"]);
    let shown = section(&ran);
    assert!(shown.contains("a.py::differ_x") && shown.contains("b.py::differ_x"), "{shown}");
    assert_eq!(ran.err, "");
    let alone = folder.run(&["a.py", "--data", "t.json"]);
    assert_eq!(alone.code, 2);
    alone.says(&["no program for them to score", "megabatt run solvers.py differs.py"]);
}

/// Each differ makes few calls, which take some time; there are too many of them for the time there is.
#[test]
fn a_stopped_run_has_the_scores_it_made() {
    let slow = "def differ_slow(S, I, C):\n    x1 = upscale(I, 300)\n    return size(objects(x1, T, T, F))\n";
    let many: String = (0..2_000).map(|n| program(&format!("p{n}"), "rot90(I)")).collect();
    let folder = Folder::with("differs_stopped", &(many + slow), TASKS);
    for alone in [&[][..], &["--alone"]] {
        let args = ["--pair", "all", "--time-limit", "1", "--threads", "1", "--format", "json"];
        let ran = folder.run_both(&[&args[..], alone].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.time.as_secs() < 10, "{:?}", ran.time);
        let summary = ran.json();
        assert_eq!((&summary["stop"], &summary["differs"][0]["no_program"]), (&json!("time limit"), &Value::Null));
        assert!(summary["differs"][0]["scores"].as_u64() < Some(10_000), "{summary}");
    }
}
