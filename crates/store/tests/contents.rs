//! Programs, scores and the cache of results in a real file.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use megabatt_core::Limit;
use megabatt_cpu::{Cpu, engine_name, engine_version};
use megabatt_engine::data::{Filter, Task, load_contents};
use megabatt_engine::run;
use megabatt_exec::battery::Battery;
use megabatt_exec::{Backend, Cancel, Limits, Outcome, Prepared, Row, RowResult};
use megabatt_lang::{Dialect, Program, parse};
use megabatt_store::{Cell, Export, Finished, Found, GcOptions, Options, Score, Store, python, validate};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

const PROGRAMS: &str = "
def helper(x):
    y = vmirror(x)
    return y


def solve_11111111(I):
    O = hmirror(I)
    return O


def solve_11111111_longer(I):
    x1 = vmirror(I)
    O = hmirror(I)
    return O


def solve_22222222(I):
    x1 = helper(I)
    O = helper(x1)
    return O


def solve_22222222_fails(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, 99)
    x3 = first(x2)
    return I
";

const TASKS: &str = r#"{
  "11111111": {"train": [{"input": [[1, 2], [3, 4]], "output": [[3, 4], [1, 2]]}], "test": [{"input": [[5], [6]]}]},
  "22222222": {"train": [{"input": [[7]], "output": [[7]]}, {"input": [[1, 2]], "output": [[2, 1]]}], "test": []}
}"#;

fn programs(text: &str) -> Vec<Program> {
    let module = parse("p.py", text, Dialect::Arc);
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
    module.programs
}

fn tasks(text: &str) -> Vec<Task> {
    load_contents(&[("t.json", text.as_bytes())], &Filter::default()).tasks
}

fn cells(programs: &[Program], tasks: &[Task]) -> Vec<Cell> {
    let task = |p: &Program| tasks.iter().position(|task| Some(&task.id) == p.task.as_ref()).unwrap();
    programs.iter().enumerate().map(|(n, p)| Cell { program: n, task: task(p) }).collect()
}

fn store(folder: &tempfile::TempDir) -> Store {
    Store::open(&folder.path().join("library.sqlite")).unwrap()
}

fn run_with(store: &mut Store, programs: &[Program], tasks: &[Task], limits: Limits, fresh: bool) -> Finished {
    let engine = engine_version(&limits);
    let options = Options { run: run::Options { limits, ..run::Options::default() }, engine, fresh };
    let cells = cells(programs, tasks);
    let dialect = programs[0].dialect;
    validate(Some(store), &Cpu { dialect, ..Cpu::default() }, programs, tasks, &cells, &options, &Cancel::new())
        .unwrap()
}

fn run(store: &mut Store, programs: &[Program], tasks: &[Task]) -> Finished {
    run_with(store, programs, tasks, Limits::default(), false)
}

#[test]
fn results_come_from_the_cache_only_where_nothing_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (programs, tasks) = (programs(PROGRAMS), tasks(TASKS));
    let first = run(&mut store(&folder), &programs, &tasks);
    assert_eq!((first.from_cache, first.rows), (0, 8));
    let outcomes: Vec<Vec<&str>> =
        first.validations.iter().map(|v| v.as_ref().unwrap().samples.iter().map(|s| s.outcome()).collect()).collect();
    assert_eq!(outcomes, [["ok", "value"], ["ok", "value"], ["ok", "wrong"], ["StopIteration", "StopIteration"]]);

    let again = run(&mut store(&folder), &programs, &tasks);
    assert_eq!((again.from_cache, again.rows), (4, 0));
    assert_eq!(again.validations, first.validations);

    // A name is not a change, a line is.
    let renamed =
        self::programs(&PROGRAMS.replace("x1 = ", "other = ").replace("(x1)", "(other)").replace("(x1,", "(other,"));
    assert_eq!(run(&mut store(&folder), &renamed, &tasks).from_cache, 4);
    let changed = self::programs(&PROGRAMS.replace("sizefilter(x1, 99)", "sizefilter(x1, 98)"));
    assert_eq!(run(&mut store(&folder), &changed, &tasks).from_cache, 3);
    // So is one cell of the task, the dialect, and a limit.
    let other = self::tasks(&TASKS.replace("[[5], [6]]", "[[5], [7]]"));
    assert_eq!(run(&mut store(&folder), &programs, &other).from_cache, 2);
    let dialect = parse("p.py", PROGRAMS, Dialect::Rearc).programs;
    assert_eq!(run(&mut store(&folder), &dialect, &tasks).from_cache, 0);
    let tight = Limits { fuel: 5, ..Limits::default() };
    let limited = run_with(&mut store(&folder), &programs, &tasks, tight, false);
    assert_eq!(limited.from_cache, 0);
    assert_eq!(limited.validations[0].as_ref().unwrap().samples[0].outcome(), "limit fuel");
    // The tight ones did not replace the others.
    assert_eq!(run(&mut store(&folder), &programs, &tasks).validations, first.validations);
    // Fresh ones are computed, and kept.
    assert_eq!(run_with(&mut store(&folder), &programs, &tasks, Limits::default(), true).from_cache, 0);
}

#[test]
fn a_clock_makes_results_that_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (programs, tasks) = (programs(PROGRAMS), tasks(TASKS));
    let limits = Limits { call_timeout: Some(std::time::Duration::from_secs(5)), ..Limits::default() };
    run_with(&mut store(&folder), &programs, &tasks, limits, false);
    assert_eq!(run_with(&mut store(&folder), &programs, &tasks, limits, false).from_cache, 0);
    assert_eq!(store(&folder).cache_stats("any").unwrap().entries, 0);
}

#[test]
fn the_same_steps_run_once() {
    let folder = tempfile::tempdir().unwrap();
    let text = "def solve_11111111(I):\n    O = hmirror(I)\n    return O\n\n\n";
    let twice = programs(&format!("{text}{}", text.replace("1(I)", "1_again(I)")));
    let ran = run(&mut store(&folder), &twice, &tasks(TASKS));
    assert_eq!((ran.from_cache, ran.rows), (0, 2));
    assert_eq!(ran.validations[0], ran.validations[1]);
}

/// Runs three rows; whoever asks for the fourth has pressed Ctrl-C.
struct Interrupted {
    rows: AtomicUsize,
    user: Cancel,
}

impl Backend for Interrupted {
    fn name(&self) -> &'static str {
        "interrupted"
    }

    fn run(&self, rows: &[Row], limits: &Limits, cancel: &Cancel) -> Vec<RowResult> {
        let mut results = Cpu::default().run(rows, limits, &Cancel::new());
        if self.rows.fetch_add(1, Ordering::Relaxed) >= 3 {
            self.user.cancel();
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            results.iter_mut().for_each(|result| result.outcome = Outcome::Limit(Limit::Stopped));
        }
        results
    }

    fn prepare(&self, battery: Battery, limits: &Limits) -> Box<dyn Prepared> {
        Cpu::default().prepare(battery, limits)
    }
}

#[test]
fn a_run_that_is_stopped_keeps_what_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (programs, tasks) = (programs(PROGRAMS), tasks(TASKS));
    let user = Cancel::new();
    let run = run::Options { threads: 1, ..run::Options::default() };
    let options = Options { run, engine: Some("e".to_string()), fresh: false };
    let mut store = store(&folder);
    let cells = cells(&programs, &tasks);
    let backend = Interrupted { rows: AtomicUsize::new(0), user: user.clone() };
    let ended = validate(Some(&mut store), &backend, &programs, &tasks, &cells, &options, &user).unwrap();
    assert_eq!(ended.stop, run::Stop::Cancelled);
    let finished: Vec<bool> = ended.validations.iter().map(Option::is_some).collect();
    assert_eq!((finished.as_slice(), ended.rows), (&[true, false, false, false][..], 3));
    assert_eq!(store.cache_stats("e").unwrap().entries, 1);
}

#[test]
fn the_cache_counts_and_clears() {
    let folder = tempfile::tempdir().unwrap();
    let (programs, tasks) = (programs(PROGRAMS), tasks(TASKS));
    run(&mut store(&folder), &programs, &tasks);
    run(&mut store(&folder), &programs[..3], &tasks);
    let mut store = store(&folder);
    let engine = engine_name();
    let stats = store.cache_stats(engine).unwrap();
    assert_eq!((stats.entries, stats.stale, stats.asked, stats.found), (4, 0, 7, 3));
    assert!(stats.bytes > 0);
    assert_eq!(store.cache_stats("another").unwrap().stale, 4);
    assert_eq!(store.clear_cache().unwrap(), 4);
    let stats = store.cache_stats(engine).unwrap();
    assert_eq!((stats.entries, stats.asked, stats.found), (0, 0, 0));
    assert_eq!(run(&mut store, &programs, &tasks).from_cache, 0);
}

/// Validates and stores what came out.
fn add_scored(store: &mut Store, programs: &[Program], tasks: &[Task], data: &str) {
    let added = store.add_programs(programs).unwrap();
    let ran = run(store, programs, tasks);
    let score = |(cell, validation): (&Cell, &Option<megabatt_store::Validation>)| {
        let validation = validation.clone().unwrap();
        Score {
            program: added[cell.program].key,
            task: tasks[cell.task].id.clone(),
            content: tasks[cell.task].fingerprint(),
            data: data.to_string(),
            engine: "e".to_string(),
            right: validation.right(),
            known: validation.known(),
            time: validation.time(),
            validation,
            at: 7,
        }
    };
    let cells = cells(programs, tasks);
    let scores: Vec<Score> = cells.iter().zip(&ran.validations).map(score).collect();
    store.put_scores(&scores).unwrap();
}

#[test]
fn programs_are_stored_once_with_all_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(&folder);
    let all = programs(PROGRAMS);
    let added = store.add_programs(&all).unwrap();
    assert_eq!(added.iter().map(|a| a.is_new).collect::<Vec<_>>(), [true; 4]);
    assert_eq!(added[1].alike, [("solve_11111111".to_string(), all[0].exact_id())]);
    let other = programs("def solve_33333333(I):\n    answer = hmirror(I)\n    return answer\n");
    let known = store.add_programs(&other).unwrap();
    assert!(!known[0].is_new && known[0].key == added[0].key);
    let names: Vec<String> = store.origins(added[0].key).unwrap().into_iter().map(|o| o.name).collect();
    assert_eq!(names, ["solve_33333333", "solve_11111111"].map(String::from));
    // The other dialect's operations are others.
    assert!(store.add_programs(&parse("q.py", PROGRAMS, Dialect::Rearc).programs).unwrap().iter().all(|a| a.is_new));
    // What is stored is the program.
    for stored in store.programs().unwrap() {
        assert_eq!(stored.program().unwrap().exact_id(), stored.exact, "{}", stored.source);
        assert_eq!(stored.program().unwrap().canonical_id(), stored.canonical);
    }
}

#[test]
fn the_best_is_most_right_then_fastest() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(&folder);
    add_scored(&mut store, &programs(PROGRAMS), &tasks(TASKS), "data");
    let best = store.best(None, None).unwrap();
    assert_eq!(best.iter().map(|b| b.score.task.as_str()).collect::<Vec<_>>(), ["11111111", "22222222"]);
    assert_eq!(
        (best[1].program.name.as_str(), best[1].score.right, best[1].score.known, best[1].of),
        ("solve_22222222", 1, 2, 2)
    );
    // Equally right: time decides.
    let mut scores = store.scores().unwrap();
    for score in scores.iter_mut().filter(|s| s.task == "11111111") {
        score.time = std::time::Duration::from_nanos(if score.program == best[0].program.key { 900 } else { 30 });
    }
    store.put_scores(&scores).unwrap();
    let quicker = store.best(Some("11111111"), Some(Dialect::Arc)).unwrap();
    assert_eq!(quicker.len(), 1);
    assert_ne!(quicker[0].program.key, best[0].program.key);
    assert!(store.best(Some("33333333"), None).unwrap().is_empty());
    assert!(store.best(None, Some(Dialect::Rearc)).unwrap().is_empty());
}

#[test]
fn garbage_is_what_is_never_right() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(&folder);
    add_scored(&mut store, &programs(PROGRAMS), &tasks(TASKS), "data");
    store.add_programs(&programs("def unknown(I):\n    O = rot90(I)\n    return O\n")).unwrap();
    let engine = engine_name();
    let look = GcOptions { dry_run: true, ..GcOptions::default() };
    let garbage = store.gc(engine, &look).unwrap();
    assert_eq!(garbage.programs.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["solve_22222222_fails"]);
    assert_eq!((garbage.stale, store.stats().unwrap().programs), (0, 5));
    assert_eq!(store.gc(engine, &GcOptions::default()).unwrap(), garbage);
    let stats = store.stats().unwrap();
    assert_eq!(
        (stats.programs, stats.unscored, stats.scores, stats.tasks, stats.solved, stats.alike),
        (4, 1, 3, 2, 1, 2)
    );
    let garbage = store.gc("a newer engine", &GcOptions { unscored: true, ..GcOptions::default() }).unwrap();
    assert_eq!((garbage.programs.len(), garbage.stale), (1, 4));
    assert_eq!(store.cache_stats("a newer engine").unwrap().entries, 0);
}

#[test]
fn ids_may_be_shortened() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(&folder);
    let text: String =
        (0..40).map(|n| format!("def p{n}(I):\n    O = canvas({n}, UNITY)\n    return O\n\n\n")).collect();
    let programs = programs(&text);
    store.add_programs(&programs).unwrap();
    let id = programs[3].exact_id().to_string();
    for typed in [&id, &id[..12], &id[..12].to_uppercase(), "p3"] {
        let Found::Programs(found) = store.find(typed).unwrap() else { panic!("{typed}") };
        assert_eq!((found.len(), found[0].name.as_str()), (1, "p3"));
    }
    // A name of hex digits is a name first.
    let named = self::programs("def fade(I):\n    O = rot90(I)\n    return O\n");
    store.add_programs(&named).unwrap();
    let Found::Programs(found) = store.find("fade").unwrap() else { panic!("fade is a name") };
    assert_eq!(found[0].exact, named[0].exact_id());
    // Forty ids have sixteen first digits.
    let ambiguous =
        "0123456789abcdef".chars().filter(|c| matches!(store.find(&c.to_string()), Ok(Found::Ambiguous(_))));
    assert!(ambiguous.count() > 0);
    for typed in ["", "p99", "*", "%", "' OR 1 --", &format!("{id}0")] {
        assert_eq!(store.find(typed).unwrap(), Found::Nothing, "{typed}");
    }
}

#[test]
fn an_exported_file_loads_with_the_same_ids() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(&folder);
    store.add_programs(&programs(PROGRAMS)).unwrap();
    // Another helper of the same name, and one called like an operation.
    let other =
        "def helper(x):\n    y = rot90(x)\n    return y\n\n\ndef solve_33333333(I):\n    O = helper(I)\n    return O\n";
    store.add_programs(&programs(other)).unwrap();
    store.add_programs(&programs(&other.replace("helper", "trim_twice").replace("rot90", "trim"))).unwrap();
    let stored = store.programs().unwrap();
    let exports: Vec<Export> = stored
        .iter()
        .map(|s| Export { name: "solve".to_string(), remark: s.exact.to_string(), program: s.program().unwrap() })
        .collect();
    let text = python(Dialect::Arc, &exports);
    assert!(text.starts_with("from dsl import *\nfrom constants import *\n"));
    let back = parse("out.py", &text, Dialect::Arc);
    assert!(back.diagnostics.is_empty(), "{:?}\n{text}", back.diagnostics);
    let ids: Vec<_> = back.programs.iter().map(|p| p.exact_id()).collect();
    assert_eq!(ids, stored.iter().map(|s| s.exact).collect::<Vec<_>>(), "{text}");
    let names: Vec<&str> = back.programs.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["solve", "solve_2", "solve_3", "solve_4", "solve_5", "solve_6"]);
}

#[test]
fn a_file_of_another_folder_is_made_with_its_folders() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/c.sqlite");
    Store::open(&path).unwrap();
    assert!(Path::new(&path).exists());
}
