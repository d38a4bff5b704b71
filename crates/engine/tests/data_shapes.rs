//! Each shape of data that is accepted, plain, gzipped and zipped.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "fixtures/data/folder.rs"]
mod folder;

use folder::{Folder, OTHER_PAIR, PAIR, challenge, gzip, task, zip};
use megabatt_core::{Grid, Value};
use megabatt_engine::data::{Filter, Limits, Split, Task, load_contents};

fn grid(rows: &[&[i8]]) -> Value {
    Value::grid(Grid::from_rows(rows).unwrap())
}

/// The one task that [`task`] is.
#[track_caller]
fn assert_is_task(found: &Task, id: &str) {
    assert_eq!(found.id, id);
    assert_eq!((found.train.len(), found.test.len()), (2, 1));
    assert_eq!(found.train[0].input, grid(&[&[1, 2], &[2, 2]]));
    assert_eq!(found.train[0].output, Some(grid(&[&[2, 1], &[1, 1]])));
    assert_eq!(found.train[1].input, grid(&[&[1, 1, 2]]));
    assert_eq!(found.test[0].input, grid(&[&[2]]));
    assert_eq!(found.test[0].output, Some(grid(&[&[1]])));
}

/// Loads a file plain, gzipped, gzipped without saying so, and in a zip, both plain and gzipped.
fn in_all_packings(name: &str, text: &str, check: impl Fn(&[Task])) {
    let folder = Folder::with(&[(name, text)]);
    folder.write(&format!("gz/{name}.gz"), gzip(text));
    folder.write(&format!("quiet/{name}"), gzip(text));
    folder.write("one.zip", zip(&[(name, text.as_bytes())]));
    folder.write("two.zip", zip(&[("deep/", b""), (&format!("deep/{name}.gz"), &gzip(text))]));
    for source in [name, &format!("gz/{name}.gz"), &format!("quiet/{name}"), "one.zip", "two.zip", "gz"] {
        check(folder.load(&[source]).clean());
    }
}

#[test]
fn a_task_file() {
    in_all_packings("0a.json", &task(), |tasks| {
        assert_eq!(tasks.len(), 1);
        assert_is_task(&tasks[0], "0a");
        assert_eq!(tasks[0].split, None);
    });
}

#[test]
fn a_task_file_with_a_byte_order_mark_and_keys_of_others() {
    let text = task().replacen('{', "\u{feff}{\"name\": \"swap\", \"meta\": {\"a\": {\"b\": {\"c\": [[]]}}}, ", 1);
    in_all_packings("0a.json", &text, |tasks| assert_is_task(&tasks[0], "0a"));
}

#[test]
fn a_test_pair_may_lack_its_output() {
    let null = challenge().replace("[[2]]}", "[[2]], \"output\": null}");
    for text in [challenge(), null] {
        in_all_packings("0a.json", &text, |tasks| assert_eq!(tasks[0].test[0].output, None));
    }
}

#[test]
fn arckits_package() {
    let text = format!(r#"{{"train": {{"0b": {0}, "0a": {0}}}, "eval": {{"0c": {0}}}}}"#, task());
    in_all_packings("pack.json", &text, |tasks| {
        let ids: Vec<_> = tasks.iter().map(|t| (t.id.as_str(), t.split)).collect();
        assert_eq!(ids, [("0b", Some(Split::Train)), ("0a", Some(Split::Train)), ("0c", Some(Split::Eval))]);
        assert_is_task(&tasks[2], "0c");
    });
}

#[test]
fn a_generated_set() {
    in_all_packings("tasks/0a.json", &format!("[{PAIR}, {OTHER_PAIR}, {PAIR}]"), |tasks| {
        assert_eq!((tasks[0].id.as_str(), tasks[0].train.len(), tasks[0].test.len()), ("0a", 3, 0));
        assert_eq!(tasks[0].train[1].output, Some(grid(&[&[2, 2, 1]])));
    });
}

#[test]
fn challenges_with_solutions() {
    let challenges = format!(r#"{{"0b": {0}, "0a": {0}}}"#, challenge());
    let solutions = r#"{"0a": [[[1]]], "0b": [[[1]]]}"#;
    let folder = Folder::with(&[
        ("arc-agi_training_challenges.json", challenges.as_str()),
        ("arc-agi_training_solutions.json", solutions),
        ("apart/answers.json", solutions),
        ("apart/questions.json", &challenges),
    ]);
    folder.write("gz/a_evaluation_challenges.json.gz", gzip(&challenges));
    folder.write("gz/a_evaluation_solutions.json.gz", gzip(solutions));
    folder.write(
        "all.zip",
        zip(&[
            ("arc/arc-agi_training_solutions.json", solutions.as_bytes()),
            ("arc/arc-agi_training_challenges.json", challenges.as_bytes()),
        ]),
    );
    for (sources, split) in [
        (vec!["arc-agi_training_challenges.json"], "t"),
        (vec!["arc-agi_training_solutions.json", "arc-agi_training_challenges.json"], "t"),
        (vec!["gz/a_evaluation_challenges.json.gz"], "e"),
        (vec!["gz"], "e"),
        (vec!["all.zip"], "t"),
        (vec!["apart"], "?"),
        (vec!["apart/questions.json", "apart/answers.json"], "?"),
        (vec!["apart/questions.json", "arc-agi_training_solutions.json"], "?"),
    ] {
        let loaded = folder.load(&sources);
        assert_eq!(loaded.ids(), [format!("0b:{split}"), format!("0a:{split}")], "{sources:?}");
        loaded.clean().iter().zip(["0b", "0a"]).for_each(|(task, id)| assert_is_task(task, id));
    }
}

#[test]
fn solutions_of_the_same_name_are_nearer_than_others() {
    let challenges = format!(r#"{{"0a": {}}}"#, challenge());
    let folder = Folder::with(&[
        ("d/a_solutions.json", r#"{"0a": [[[7]]]}"#),
        ("d/b_challenges.json", &challenges),
        ("d/b_solutions.json", r#"{"0a": [[[1]]]}"#),
    ]);
    assert_is_task(&folder.load(&["d"]).clean()[0], "0a");
}

#[test]
fn a_folder_of_splits_in_the_order_of_names() {
    let folder = Folder::with(&[
        ("data/training/b.json", &task()),
        ("data/training/a.json", &task()),
        ("data/evaluation/part/d.json", &task()),
        ("data/evaluation.json", &format!(r#"{{"c": {}}}"#, task())),
        ("data/x.json", &task()),
        ("data/.git/hidden.json", "not JSON"),
        ("data/readme.txt", "not JSON"),
    ]);
    let all = ["d:e", "c:e", "a:t", "b:t", "x:?"];
    assert_eq!(folder.load(&["data"]).ids(), all);
    folder.load(&["data"]).clean();
    assert_eq!(folder.load(&["data/training"]).ids(), ["a:t", "b:t"]);
    assert_eq!(folder.load(&["data/training/b.json", "data/training/a.json"]).ids(), ["b:t", "a:t"]);

    let entries: Vec<(&str, String)> = [
        ("z/x.json", task()),
        ("z/training/b.json", task()),
        ("z/evaluation.json", format!(r#"{{"c": {}}}"#, task())),
        ("z/training/a.json", task()),
        ("z/evaluation/part/d.json", task()),
        ("__MACOSX/z/training/._a.json", "\0\0".to_owned()),
    ]
    .into();
    let entries: Vec<(&str, &[u8])> = entries.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    folder.write("data.zip", zip(&entries));
    assert_eq!(folder.load(&["data.zip"]).ids(), all);
    assert!(folder.load(&["data.zip"]).clean()[2].source.ends_with("data.zip/z/training/a.json"));
}

#[test]
fn contents_at_hand() {
    let (plain, challenges) = (task(), format!(r#"{{"0b": {}}}"#, challenge()));
    let files: [(&str, &[u8]); 4] = [
        ("training/0a.json", plain.as_bytes()),
        ("demo_evaluation_challenges.json.gz", &gzip(challenges)),
        ("demo_evaluation_solutions.json", br#"{"0b": [[[1]]]}"#),
        ("more.zip", &zip(&[("0c.json", plain.as_bytes())])),
    ];
    let data = load_contents(&files, &Filter::default());
    assert!(data.problems.is_empty(), "{}", data.problems[0]);
    let splits: Vec<_> = data.tasks.iter().map(|task| task.split).collect();
    assert_eq!(splits, [Some(Split::Train), Some(Split::Eval), None]);
    data.tasks.iter().zip(["0a", "0b", "0c"]).for_each(|(task, id)| assert_is_task(task, id));
    assert_eq!(data.tasks[2].source, "more.zip/0c.json");
}

#[test]
fn the_filter_keeps_what_is_wanted() {
    let text = format!(r#"{{"train": {{"0b": {0}, "0a": {0}}}, "eval": {{"0c": {0}}}}}"#, task());
    let folder = Folder::with(&[("pack.json", &text), ("0d.json", &task())]);
    let ids = |split, ids: &[&str], limit| {
        let filter = Filter { split, ids: ids.iter().map(|s| s.to_string()).collect(), limit };
        let loaded = folder.load_as(&["pack.json", "0d.json"], &filter, &Limits::default());
        loaded.clean();
        loaded.ids().concat()
    };
    assert_eq!(ids(None, &[], None), "0b:t0a:t0c:e0d:?");
    assert_eq!(ids(Some(Split::Train), &[], None), "0b:t0a:t0d:?");
    assert_eq!(ids(Some(Split::Eval), &[], None), "0c:e0d:?");
    assert_eq!(ids(None, &["0d", "0a.json", "0a"], None), "0a:t0d:?");
    assert_eq!(ids(None, &[], Some(2)), "0b:t0a:t");
    assert_eq!(ids(Some(Split::Eval), &["0c"], Some(9)), "0c:e");
}

#[test]
fn copies_of_a_task_are_one_and_complete_each_other() {
    let folder = Folder::with(&[
        ("training/0a.json", task().as_str()),
        ("bare/0a.json", &challenge()),
        ("pack.json", &format!(r#"{{"0a": {0}, "0a": {0}}}"#, task())),
    ]);
    let loaded = folder.load(&["bare", "training", "pack.json", "bare/0a.json"]);
    assert_eq!(loaded.ids(), ["0a:t"]);
    assert_is_task(&loaded.clean()[0], "0a");
    assert!(loaded.data.tasks[0].source.ends_with("bare/0a.json"));
}
