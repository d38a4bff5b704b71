//! Several processes on one file, and processes that are killed while they write.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use megabatt_lang::{Dialect, Program, parse};
use megabatt_store::Store;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How many programs one transaction adds.
const BATCH: usize = 5;

fn batch(writer: &str, number: usize) -> Vec<Program> {
    let name = |n: usize| format!("w{writer}_b{number}_{n}");
    let colour = |n: usize| format!("({writer}, {number}, {n})");
    let text: String = (0..BATCH)
        .map(|n| format!("def {}(I):\n    O = insert({}, I)\n    return O\n\n\n", name(n), colour(n)))
        .collect();
    let module = parse("written.py", &text, Dialect::Arc);
    assert_eq!(module.programs.len(), BATCH, "{:?}", module.diagnostics);
    module.programs
}

/// Not a test of its own: what a child process does. It says each batch that is committed.
#[test]
fn child_that_writes() {
    let Ok(path) = std::env::var("STORE_TEST_FILE") else { return };
    let writer = std::env::var("STORE_TEST_WRITER").unwrap();
    let from: usize = std::env::var("STORE_TEST_FROM").unwrap().parse().unwrap();
    let count: usize = std::env::var("STORE_TEST_COUNT").unwrap().parse().unwrap();
    let mut store = Store::open(Path::new(&path)).unwrap();
    for number in from..from + count {
        store.add_programs(&batch(&writer, number)).unwrap();
        // Past the test harness, which would hold it back.
        let mut out = std::io::stderr().lock();
        writeln!(out, "committed {number}").unwrap();
    }
}

fn start(path: &Path, writer: &str, from: usize, count: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_that_writes", "--nocapture"])
        .env("STORE_TEST_FILE", path)
        .env("STORE_TEST_WRITER", writer)
        .env("STORE_TEST_FROM", from.to_string())
        .env("STORE_TEST_COUNT", count.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Which batches are there, by writer and number, with how many of their programs.
fn batches(store: &Store) -> BTreeMap<(String, usize), usize> {
    let mut found = BTreeMap::new();
    for program in store.programs().unwrap() {
        let mut parts = program.name.split('_');
        let writer = parts.next().unwrap()[1..].to_string();
        let number = parts.next().unwrap()[1..].parse().unwrap();
        *found.entry((writer, number)).or_default() += 1;
    }
    found
}

fn numbers(text: &str) -> impl Iterator<Item = usize> {
    // The last line may have been cut.
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole).to_string();
    let numbers: Vec<usize> =
        whole.lines().filter_map(|line| line.strip_prefix("committed ")).map(|n| n.parse().unwrap()).collect();
    numbers.into_iter()
}

#[test]
fn a_killed_writer_loses_at_most_its_batch() {
    const KILLS: usize = 50;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut committed = Vec::new();
    let mut cut_short = 0;
    for kill in 0..KILLS {
        let from = kill * 100_000;
        let mut child = start(&path, "1", from, 100_000);
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        // Every fifth is killed while it starts, which for the first one means: while it makes the file.
        let mut text = String::new();
        if kill % 5 != 0 {
            lines.read_line(&mut text).unwrap();
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros((random >> 33) % 25_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut rest = Vec::new();
        lines.read_to_end(&mut rest).unwrap();
        text.push_str(&String::from_utf8_lossy(&rest));
        committed.extend(numbers(&text));

        let store = Store::open(&path).unwrap();
        assert_eq!(store.integrity().unwrap(), "ok", "after kill {kill}");
        let found = batches(&store);
        for number in &committed {
            assert!(found.contains_key(&("1".to_string(), *number)), "batch {number} is lost after kill {kill}");
        }
        assert!(found.values().all(|&programs| programs == BATCH), "half a batch after kill {kill}");
        cut_short += usize::from(found.len() > committed.len());
    }
    assert!(committed.len() > KILLS, "only {} batches were written", committed.len());
    // Said or not, a batch counts from its commit on; both happen.
    println!("{} batches, {cut_short} times one more than was said", committed.len());
}

#[test]
fn two_writers_lose_nothing_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    // Neither finds the file: they make it at the same time.
    let children = ["1", "2", "3"].map(|writer| start(&path, writer, 0, 40));
    for mut child in children {
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        assert!(child.wait().unwrap().success(), "{text}");
    }
    let store = Store::open(&path).unwrap();
    let found = batches(&store);
    assert_eq!(found.len(), 3 * 40);
    assert!(found.values().all(|&programs| programs == BATCH));
}
