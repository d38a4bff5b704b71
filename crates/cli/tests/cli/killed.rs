//! Verbs that are killed while they write: the library and the outcomes stay whole, and at most one batch is lost.

use crate::common::{Folder, program};
use megabatt_store::Store;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const KILLS: usize = 50;
const PROGRAMS: usize = 30;
const TASKS: usize = 12;

/// Tasks of two pairs whose outputs are their inputs: each program below solves them all.
fn tasks() -> String {
    let task = |n: usize| {
        let pair = |colour: usize| {
            let grid = format!("[[{colour}, {}, {}]]", n % 10, n / 10);
            format!(r#"{{"input": {grid}, "output": {grid}}}"#)
        };
        format!(r#""{n:08x}": {{"train": [{}], "test": [{}]}}"#, pair(1), pair(2))
    };
    format!("{{{}}}", (0..TASKS).map(task).collect::<Vec<_>>().join(", "))
}

/// Programs that nobody else writes.
fn programs(writer: usize) -> String {
    let one = |n: usize| {
        let (name, colour) = (name(writer, n), 100 + writer * PROGRAMS + n);
        program(&name, &format!("replace(I, {colour}, 5)"))
    };
    (0..PROGRAMS).map(one).collect()
}

/// It speaks of a task, so that every verb has something to do for it.
fn name(writer: usize, n: usize) -> String {
    format!("solve_{:08x}_w{writer}_{n}", n % TASKS)
}

fn args(verb: usize, file: &str) -> Vec<&str> {
    let both = ["--data", "t.json", "--progress", "never"];
    let verb: &[&str] = match verb {
        0 => &["run", file, "--pair", "all", "--store", "--outcomes", "o.jsonl", "--batch-size", "1", "--threads", "2"],
        1 => &["library", "add", file],
        _ => &["validate", file],
    };
    [verb, &both].concat()
}

fn start(folder: &Folder, verb: usize, writer: usize) -> Child {
    let file = format!("{writer}.py");
    folder.write(&file, programs(writer));
    Command::new(env!("CARGO_BIN_EXE_megabatt"))
        .args(args(verb, &file))
        .env("MEGABATT_LIBRARY", folder.path("library.sqlite"))
        .current_dir(folder.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The names in the library with the tasks they have scores on.
fn stored(folder: &Folder) -> BTreeMap<String, BTreeSet<String>> {
    let library = Store::open_existing(&folder.path("library.sqlite")).unwrap();
    assert_eq!(library.integrity().unwrap(), "ok");
    let names: BTreeMap<i64, String> = library.programs().unwrap().into_iter().map(|p| (p.key, p.name)).collect();
    let mut stored: BTreeMap<String, BTreeSet<String>> =
        names.values().map(|name| (name.clone(), BTreeSet::new())).collect();
    for score in library.scores().unwrap() {
        assert_eq!((score.right, score.known), (2, 2));
        stored.get_mut(&names[&score.program]).unwrap().insert(score.task);
    }
    stored
}

/// How many samples of a run are in the outcomes file. Its lines are whole, but for the last one if it was cut.
fn samples_in_outcomes(folder: &Folder) -> usize {
    let Ok(text) = std::fs::read_to_string(folder.path("o.jsonl")) else { return 0 };
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let lines: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(lines.iter().all(|line| line["match"] == true));
    lines.len().div_ceil(PROGRAMS)
}

/// What a process that was not killed stored.
fn is_complete(stored: &BTreeMap<String, BTreeSet<String>>, verb: usize, writer: usize) -> bool {
    let scores = [TASKS, 1, 0][verb.min(2)];
    verb == 2 || (0..PROGRAMS).all(|n| stored.get(&name(writer, n)).is_some_and(|tasks| tasks.len() == scores))
}

/// How many of the programs that a validation is asked about have kept results.
fn from_cache(folder: &Folder, writer: usize) -> u64 {
    let file = format!("{writer}.py");
    let ran = folder.megabatt(&["validate", &file, "--data", "t.json", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.json()["totals"]["from_cache"].as_u64().unwrap()
}

#[test]
fn killed_at_random_points_nothing_but_the_batch_in_flight_is_lost() {
    let folder = Folder::new("killed");
    folder.write("t.json", tasks());
    let mut finished = Vec::new();
    // What each verb takes if nobody stops it, and what is there from the start.
    let mut times: Vec<Duration> = (0..3)
        .map(|verb| {
            let start_time = Instant::now();
            assert!(start(&folder, verb, verb).wait().unwrap().success());
            finished.push((verb, verb));
            start_time.elapsed()
        })
        .collect();
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut cut_short, mut in_the_middle) = (0, 0);
    for kill in 0..KILLS {
        let (verb, writer) = (kill % 3, 3 + kill);
        let _ = std::fs::remove_file(folder.path("o.jsonl"));
        let mut child = start(&folder, verb, writer);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(times[verb].mul_f64((random >> 33) as f64 / f64::from(1u32 << 31)));
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            finished.push((verb, writer));
            // It was quicker than those before.
            times[verb] = times[verb].mul_f64(0.8);
        } else {
            cut_short += 1;
        }
        let stored = stored(&folder);
        for &(verb, writer) in &finished {
            assert!(is_complete(&stored, verb, writer), "what {writer} stored is gone after kill {kill}");
        }
        if verb == 0 {
            // A sample is a batch, and outcomes are written before scores are stored: what came before the last sample
            // in the file is stored. The second sample of a task completes it.
            let samples = samples_in_outcomes(&folder);
            let tasks_stored = samples.saturating_sub(1) / 2;
            for n in (0..PROGRAMS).filter(|_| tasks_stored > 0) {
                let scores = stored.get(&name(writer, n)).map_or(0, BTreeSet::len);
                assert!(scores >= tasks_stored, "{scores} of {tasks_stored} scores after kill {kill}");
            }
            in_the_middle += usize::from(0 < samples && samples < 2 * TASKS);
        } else if verb == 1 {
            // All programs of a call are one batch.
            let there = (0..PROGRAMS).filter(|&n| stored.contains_key(&name(writer, n))).count();
            assert!(there == 0 || there == PROGRAMS, "{there} programs after kill {kill}");
        }
    }
    for &(verb, writer) in &finished {
        // `run` validates nothing; the others keep what they found.
        assert_eq!(from_cache(&folder, writer) == PROGRAMS as u64, verb > 0, "{verb} {writer}");
    }
    assert!(cut_short > KILLS / 4, "only {cut_short} were killed before their end");
    assert!(in_the_middle > 0, "no run was killed between two batches");
    println!("{cut_short} of {KILLS} cut short, {in_the_middle} runs between two batches");
}
