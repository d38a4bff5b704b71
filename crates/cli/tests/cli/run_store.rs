//! `megabatt run --store`.

use crate::common::{Folder, Ran, TASKS, program, programs};
use crate::validate::printed_json;
use megabatt_store::Store;
use serde_json::json;
use std::process::{Child, Command, Stdio};

/// Two programs that solve their tasks, one that is right on one sample of the second task, and one that raises.
fn mixed() -> String {
    programs()
        + &program("solve_22222222_half", "upscale(I, width(I))")
        + &program("solve_11111111_fails", "first(sizefilter(objects(I, T, F, T), 99))")
}

fn run(folder: &Folder, args: &[&str]) -> Ran {
    let ran = folder.megabatt(&[&["run", "p.py", "--data", "t.json"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran
}

/// Programs, tasks, right and known samples; a program without scores has no task.
type Listed = (String, String, usize, usize);

fn listed(folder: &Folder) -> Vec<Listed> {
    let library = Store::open_existing(&folder.path("library.sqlite")).unwrap();
    let mut listed = Vec::new();
    for program in library.programs().unwrap() {
        let scores = library.scores_of(program.key).unwrap();
        if scores.is_empty() {
            listed.push((program.name.clone(), String::new(), 0, 0));
        }
        listed.extend(scores.into_iter().map(|s| (program.name.clone(), s.task, s.right, s.known)));
    }
    listed.sort();
    listed
}

fn entry(name: &str, task: &str, right: usize, known: usize) -> Listed {
    (name.to_string(), task.to_string(), right, known)
}

#[test]
fn solvers_are_kept_and_with_all_everything() {
    let folder = Folder::with("store_keep", &mixed(), TASKS);
    let ran = run(&folder, &["--store", "--pair", "all"]);
    assert!(ran.out.contains("library: 3 programs added, 0 known already; 4 scores stored in "), "{}", ran.out);
    assert!(ran.out.contains(" store "), "{}", ran.out);
    let solved = [
        entry("solve_11111111", "11111111", 2, 2),
        entry("solve_11111111", "22222222", 3, 3),
        entry("solve_22222222", "22222222", 3, 3),
        entry("solve_22222222_half", "22222222", 2, 3),
    ];
    assert_eq!(listed(&folder), solved);
    // Again: the same programs and scores.
    let again = run(&folder, &["--store", "--pair", "all", "--alone", "--format", "json"]).json();
    assert_eq!([&again["library"]["added"], &again["library"]["known"]], [&json!(0), &json!(3)]);
    for phase in ["inline", "store"] {
        assert!(again["phases"][phase]["seconds"].as_f64().unwrap() > 0.0, "{again}");
    }
    assert_eq!(listed(&folder), solved);
    run(&folder, &["--store", "--keep", "all"]);
    let mut all = solved.to_vec();
    all.insert(2, entry("solve_11111111_fails", "11111111", 0, 2));
    assert_eq!(listed(&folder), all);
}

#[test]
fn scores_are_those_of_a_validation() {
    let folder = Folder::with("store_same", &mixed(), TASKS);
    run(&folder, &["--library", "run.sqlite", "--keep", "all"]);
    run(&folder, &["--library", "battery.sqlite", "--keep", "all", "--pair", "all"]);
    let args = ["library", "add", "p.py", "--data", "t.json", "--library", "add.sqlite"];
    assert_eq!(folder.megabatt(&args).code, 0);
    let shown = |library: &str, name: &str| {
        let ran = folder.megabatt(&["library", "show", name, "--library", library, "--format", "json"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        printed_json(&folder, &ran)
    };
    for name in ["solve_11111111", "solve_22222222", "solve_22222222_half", "solve_11111111_fails"] {
        assert_eq!(shown("run.sqlite", name), shown("add.sqlite", name));
    }
    assert_eq!(shown("battery.sqlite", "solve_22222222"), shown("add.sqlite", "solve_22222222"));
}

#[test]
fn what_cannot_be_is_told_before_the_run() {
    let folder = Folder::with("store_cannot", &mixed(), TASKS);
    let ran = folder.megabatt(&["run", "p.py", "--data", "t.json", "--keep", "all"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    ran.says(&["--store"]);
    folder.write("text.txt", "no library, and long enough to be looked at ".repeat(100));
    let ran = folder.megabatt(&["run", "p.py", "--data", "t.json", "--library", "text.txt"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    ran.says(&["text.txt is not a library"]);
}

fn start(folder: &Folder, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_megabatt"))
        .args(args)
        .env("MEGABATT_LIBRARY", folder.path("library.sqlite"))
        .current_dir(folder.path(""))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn runs_at_once_lose_nothing_of_each_other() {
    const EACH: usize = 30;
    let folder = Folder::new("store_together");
    folder.write("t.json", TASKS);
    let children: Vec<Child> = (0..3)
        .map(|writer| {
            let text = |n: usize| program(&format!("p_{writer}_{n}"), &format!("replace(I, {}, {writer})", n + 10));
            folder.write(&format!("{writer}.py"), (0..EACH).map(text).collect::<String>());
            let file = format!("{writer}.py");
            let all = ["--pair", "all", "--store", "--keep", "all", "--batch-size", "1"];
            start(&folder, &[&["run", &file, "--data", "t.json"], &all[..]].concat())
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let stats = folder.megabatt(&["library", "stats", "--format", "json"]).json();
    // Each is right on the second task alone.
    assert_eq!((stats["programs"].as_u64(), stats["scores"].as_u64()), (Some(3 * EACH as u64), Some(3 * EACH as u64)));
}

/// With a limit on the size of files, as a disk that fills up.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let folder = Folder::with("store_full", &mixed(), TASKS);
    run(&folder, &["--store"]);
    let before = listed(&folder);
    let many = |n: usize| program(&format!("solve_22222222_{n}"), &format!("replace(I, {}, 5)", n + 10));
    folder.write("many.py", (0..3_000).map(many).collect::<String>());
    let script = "{ (trap '' XFSZ; ulimit -f 100; exec \"$MEGABATT\" run many.py --data t.json --store); echo $? > code; } \
                  | tail -n 5 > printed";
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("MEGABATT", env!("CARGO_BIN_EXE_megabatt"));
    command.env("MEGABATT_LIBRARY", folder.path("library.sqlite"));
    let ran = folder.wait(folder.start_command(&mut command));
    assert_eq!(folder.read("code").trim(), "2", "{}", ran.err);
    ran.says(&["could be stored", "no room", "still there"]);
    assert!(folder.read("printed").contains("3000 programs, 2 tasks, 9000 runs"), "{}", folder.read("printed"));
    assert!(before.iter().all(|entry| listed(&folder).contains(entry)));
}

/// Ctrl-C ends it, and what finished batches gave is stored.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_finished_batches() {
    crate::common::ends_within_a_second(interrupted_store);
}

#[cfg(unix)]
fn interrupted_store() -> std::time::Duration {
    let folder = Folder::with(
        "store_interrupt",
        &(mixed() + &crate::stopping::ENDLESS.replace("solve_11111111", "endless")),
        TASKS,
    );
    // By themselves, and with the endless program last: the others are done before.
    let all = ["run", "p.py", "--data", "t.json", "--pair", "all", "--alone", "--store", "--batch-size", "5"];
    let mut child = start(&folder, &[&all[..], &["--threads", "2"], &crate::stopping::ALL_THE_FUEL].concat());
    std::thread::sleep(std::time::Duration::from_millis(700));
    let stopped = std::time::Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let time = stopped.elapsed();
    assert_eq!(listed(&folder).len(), 4);
    time
}
