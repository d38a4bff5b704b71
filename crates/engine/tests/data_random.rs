//! Whatever the bytes are, loading ends, and says something if it gives nothing.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "fixtures/data/folder.rs"]
mod folder;

use folder::{Folder, PAIR, challenge, gzip, task, zip};
use megabatt_core::Value;
use megabatt_engine::data::Task;
use proptest::collection::vec;
use proptest::prelude::*;

/// Valid data of each shape and packing.
fn valid() -> Vec<Vec<u8>> {
    let package = format!(r#"{{"train": {{"0a": {0}}}, "eval": {{"0b": {0}}}}}"#, task());
    let combined = format!(r#"{{"0a": {0}, "0b": {0}}}"#, challenge());
    let entries: [(&str, &[u8]); 3] = [
        ("a_challenges.json", combined.as_bytes()),
        ("a_solutions.json", br#"{"0a": [[[1]]], "0b": [[[2]], null]}"#),
        ("training/0c.json.gz", &gzip(task())),
    ];
    vec![
        task().into_bytes(),
        format!("[{PAIR}, {PAIR}]").into_bytes(),
        package.into_bytes(),
        combined.clone().into_bytes(),
        br#"{"0a": [[[1]]], "0b": [[[2]], null]}"#.to_vec(),
        gzip(task()),
        zip(&entries),
    ]
}

fn is_task_grid(value: &Value) -> bool {
    match value {
        Value::Grid(g) => g.height() <= 30 && g.width() <= 30 && g.cells().iter().all(|c| (0..=9).contains(c)),
        _ => false,
    }
}

fn is_sound(task: &Task) -> bool {
    let known = task.train.iter().all(|pair| pair.output.is_some());
    let mut grids = task.train.iter().chain(&task.test).flat_map(|pair| pair.output.iter().chain([&pair.input]));
    known && !task.train.is_empty() && grids.all(is_task_grid)
}

/// Loads the bytes under several names, and checks what must hold of any result.
fn check(data: &[u8]) -> Result<(), TestCaseError> {
    let folder = Folder::new();
    folder.write("in/a_challenges.json", data);
    folder.write("0a.json.gz", data);
    folder.write("x.zip", data);
    for source in ["in", "in/a_challenges.json", "0a.json.gz", "x.zip"] {
        let loaded = folder.load(&[source]);
        prop_assert!(loaded.data.tasks.iter().all(is_sound), "{:?}", loaded.data.tasks);
        prop_assert!(!loaded.data.tasks.is_empty() || loaded.data.has_errors(), "nothing said about {source}");
        for problem in &loaded.data.problems {
            prop_assert!(!problem.what.is_empty() && !problem.help.is_empty());
            prop_assert!(!problem.what.contains('\n') && !problem.help.contains('\n'), "{problem}");
        }
    }
    Ok(())
}

/// Text that is nearly data: its pieces in any order.
fn nearly_data() -> impl Strategy<Value = Vec<u8>> {
    let pieces = ["{", "}", "[", "]", ",", ":", "\"train\"", "\"test\"", "\"input\"", "\"output\"", "1", "-1", "2.0"];
    let more = ["[[1]]", "[[]]", "null", "true", "\"0a\"", "{\"input\":[[1]]}", "[[[0]]]", "1e999", "\"\\u0000\"", " "];
    let all: Vec<&'static str> = pieces.into_iter().chain(more).collect();
    vec(proptest::sample::select(all), 0..40).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(data in vec(any::<u8>(), 0..400)) {
        check(&data)?;
    }

    #[test]
    fn random_bytes_after_a_magic_number(kind in 0usize..3, data in vec(any::<u8>(), 0..400)) {
        let magic: [&[u8]; 3] = [b"PK\x03\x04", b"\x1f\x8b\x08\x00", b"\xef\xbb\xbf{\""];
        check(&[magic[kind], &data].concat())?;
    }

    #[test]
    fn pieces_of_data(data in nearly_data()) {
        check(&data)?;
    }

    #[test]
    fn cut_off_data(which in 0usize..7, at in any::<proptest::sample::Index>()) {
        let data = &valid()[which];
        check(&data[..at.index(data.len() + 1)])?;
    }

    #[test]
    fn flipped_bytes(which in 0usize..7, flips in vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6)) {
        let mut data = valid()[which].clone();
        for (at, byte) in flips {
            let at = at.index(data.len());
            data[at] = byte;
        }
        check(&data)?;
    }

    #[test]
    fn swapped_stretches(which in 0usize..7, a in any::<proptest::sample::Index>(), b in any::<proptest::sample::Index>()) {
        let data = &valid()[which];
        let (a, b) = (a.index(data.len()), b.index(data.len()));
        let (a, b) = (a.min(b), a.max(b));
        check(&[&data[..a], &data[b..], &data[a..b]].concat())?;
    }
}
