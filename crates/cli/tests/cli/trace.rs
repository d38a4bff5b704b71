//! `megabatt run --trace`.

use crate::common::{Folder, TASKS, program, programs};
use serde_json::Value;
use std::collections::BTreeMap;

/// A complete event: from, to, kind, name.
#[derive(Debug, PartialEq)]
struct Event {
    start: u64,
    end: u64,
    kind: String,
    name: String,
}

/// The events by thread, in nanoseconds; parents before children.
fn events(folder: &Folder, file: &str) -> BTreeMap<u64, Vec<Event>> {
    let trace: Value = serde_json::from_str(&folder.read(file)).unwrap();
    let mut threads: BTreeMap<u64, Vec<Event>> = BTreeMap::new();
    let mut named = Vec::new();
    for event in trace["traceEvents"].as_array().unwrap() {
        let thread = event["tid"].as_u64().unwrap();
        assert_eq!(event["pid"], 1);
        match event["ph"].as_str().unwrap() {
            "M" => named.push(thread),
            "X" => {
                let nanos = |name: &str| (event[name].as_f64().unwrap() * 1e3).round() as u64;
                let text = |name: &str| event[name].as_str().unwrap().to_string();
                let (start, kind, name) = (nanos("ts"), text("cat"), text("name"));
                threads.entry(thread).or_default().push(Event { start, end: start + nanos("dur"), kind, name });
            }
            other => panic!("{other}"),
        }
    }
    assert!(threads.keys().all(|thread| named.contains(thread)), "every thread has a name");
    threads.values_mut().for_each(|events| events.sort_by_key(|e| (e.start, u64::MAX - e.end, rank(&e.kind))));
    threads
}

fn rank(kind: &str) -> usize {
    ["phase", "batch", "sample", "score", "program"].iter().position(|known| *known == kind).unwrap()
}

/// Children are inside their parents, and nothing else overlaps.
fn nests(threads: &BTreeMap<u64, Vec<Event>>) {
    for (thread, events) in threads {
        let mut open: Vec<&Event> = Vec::new();
        for event in events {
            while open.last().is_some_and(|parent| parent.end <= event.start) {
                open.pop();
            }
            if let Some(parent) = open.last() {
                assert!(event.end <= parent.end, "thread {thread}: {event:?} sticks out of {parent:?}");
                let may = match event.kind.as_str() {
                    "phase" => parent.name == "run",
                    "batch" => false,
                    "sample" | "score" => parent.kind == "batch",
                    _ => parent.kind == "sample",
                };
                assert!(may, "thread {thread}: {event:?} in {parent:?}");
            } else {
                assert!(["phase", "batch"].contains(&event.kind.as_str()), "thread {thread}: {event:?} is in nothing");
            }
            open.push(event);
        }
    }
}

fn count(threads: &BTreeMap<u64, Vec<Event>>, kind: &str) -> usize {
    threads.values().flatten().filter(|event| event.kind == kind).count()
}

#[test]
fn everything_is_there_and_nests() {
    let folder = Folder::with("trace_all", &programs(), TASKS);
    for args in [&["--pair", "all"][..], &["--pair", "all", "--alone"], &["--pair", "all", "--verify", "1"]] {
        for more in [&["--threads", "1", "--batch-size", "2"][..], &["--threads", "3"]] {
            let ran = folder.run_both(&[args, more, &["--trace", "t.trace", "--outcomes", "o.jsonl"]].concat());
            assert_eq!(ran.code, 0, "{}", ran.err);
            let threads = events(&folder, "t.trace");
            nests(&threads);
            // Five samples and two programs; alone, each row is a sample.
            let alone = args.contains(&"--alone");
            let samples = if alone { 10 } else { 5 };
            assert_eq!([count(&threads, "program"), count(&threads, "sample")], [10, samples], "{args:?} {more:?}");
            assert_eq!(count(&threads, "score"), samples);
            let phases: Vec<&str> = threads[&0].iter().map(|event| event.name.as_str()).collect();
            assert_eq!(phases[0], "load");
            assert_eq!(phases.contains(&"merge"), !alone);
            assert!(phases.contains(&"run") && phases.contains(&"score") && phases.contains(&"outcomes"), "{phases:?}");
            let batches = if more.contains(&"--batch-size") { samples.div_ceil(2) } else { 1 };
            assert!(count(&threads, "batch") >= batches);
            assert!(ran.out.contains("trace: t.trace has "), "{}", ran.out);
        }
    }
    let named = events(&folder, "t.trace");
    let names: Vec<&str> = named.values().flatten().map(|event| event.name.as_str()).collect();
    for name in ["solve_11111111", "solve_22222222", "11111111 train 0", "22222222 test 1"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
}

#[test]
fn programs_that_see_the_demos_and_differs_are_there() {
    let text = crate::demos::PROGRAMS.to_string() + "\n\n" + &program("mirror", "hmirror(I)");
    let folder = Folder::with("trace_demos", &text, TASKS);
    for args in [&["--pair", "all"][..], &["--pair", "all", "--alone"], &["--pair", "all", "--verify", "1"]] {
        let ran = folder.run_both(&[args, &["--threads", "2", "--batch-size", "2", "--trace", "t.trace"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let threads = events(&folder, "t.trace");
        nests(&threads);
        let rows = |name: &str| {
            threads.values().flatten().filter(|event| event.kind == "program" && event.name == name).count()
        };
        let names = ["solve_11111111", "solve_22222222", "mirror", "differ_cells"];
        assert_eq!(names.map(rows), [5, 5, 5, 0], "{args:?}");
        let run_ends = threads[&0].iter().find(|event| event.name == "run").unwrap().end;
        let (during, later): (Vec<_>, Vec<_>) =
            threads[&0].iter().filter(|event| event.name == "differs").partition(|event| event.end <= run_ends);
        assert!(!during.is_empty() && later.len() == 1, "each batch, and then the inputs themselves: {threads:?}");
    }
}

#[test]
fn a_limit_keeps_the_longest_and_says_how_many_went() {
    let many: String = (0..60).map(|n| program(&format!("p{n}"), &format!("replace(I, 1, {n})"))).collect();
    let slow = program("slow", "apply(compose(increment, increment), interval(0, 100000, 1))");
    let folder = Folder::with("trace_limit", &(many + &slow), TASKS);
    let args = ["--pair", "all", "--threads", "1", "--trace", "t.trace", "--trace-limit", "10", "--format", "json"];
    let run = folder.run_both(&args).json();
    let threads = events(&folder, "t.trace");
    nests(&threads);
    assert_eq!(count(&threads, "program"), 10);
    assert!(threads.values().flatten().filter(|event| event.name == "slow").count() >= 4);
    assert_eq!(run["trace"]["dropped"], 61 * 5 - 10);
    let ran = folder.run_both(&["--pair", "all", "--trace", "t.trace", "--trace-limit", "0"]);
    assert!(ran.out.contains("the shortest, are left out"), "{}", ran.out);
    assert_eq!(count(&events(&folder, "t.trace"), "program"), 0);
}

#[test]
fn a_bad_place_is_told_before_the_run() {
    let folder = Folder::with("trace_place", &programs(), TASKS);
    for place in ["nowhere/t.trace", "."] {
        let ran = folder.run_both(&["--trace", place, "--outcomes", "o.jsonl"]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{place}");
        ran.says(&[place]);
        assert!(!folder.path("o.jsonl").exists());
    }
}

/// Ctrl-C ends the run, and the trace has what was done.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_a_whole_trace() {
    crate::common::ends_within_a_second(interrupted_trace);
}

#[cfg(unix)]
fn interrupted_trace() -> std::time::Duration {
    let endless = crate::stopping::ENDLESS.replace("solve_11111111", "endless");
    let folder = Folder::with("trace_interrupt", &(programs() + &endless), TASKS);
    let args = ["p.py", "--data", "t.json", "--pair", "all", "--trace", "t.trace", "--threads", "2"];
    let child = folder.start(&[&args[..], &crate::stopping::ALL_THE_FUEL].concat());
    std::thread::sleep(std::time::Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let ran = folder.wait(child);
    assert_eq!(ran.code, 130, "{}", ran.err);
    let threads = events(&folder, "t.trace");
    nests(&threads);
    assert!(count(&threads, "program") >= 2, "{threads:?}");
    ran.time
}
