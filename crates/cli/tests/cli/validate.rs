//! `megabatt validate`.

use crate::common::{Folder, Ran, TASKS, program, programs};

/// A program that fails, one that is wrong in one place, one without a task, and two that are right.
fn mixed() -> String {
    programs()
        + &program("solve_22222222_wrong", "upscale(I, height(I))").replace("height(I)", "width(I)")
        + &program("solve_11111111_fails", "first(sizefilter(objects(I, T, F, T), 99))")
        + &program("nameless", "I")
}

/// What was printed, with times and folders hidden.
pub fn printed(folder: &Folder, ran: &Ran) -> String {
    let text = ran.out.replace(&folder.path("").display().to_string(), "FOLDER/");
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut words: Vec<String> = Vec::new();
        for word in line.split(' ').filter(|word| !word.is_empty() || line.starts_with("    ")) {
            let unit = word.trim_end_matches([',', ')']);
            let number = |text: &String| text.parse::<f64>().is_ok();
            if ["µs", "ms", "s"].contains(&unit) && words.last().is_some_and(number) {
                words.pop();
                words.push(word.replacen(unit, "TIME", 1));
            } else if word.chars().all(|c| c == '─') && !word.is_empty() {
                words.push("─".to_string());
            } else if word.starts_with("20") && word.as_bytes().get(4) == Some(&b'-') {
                words.push("NOW".to_string());
            } else {
                words.push(word.to_string());
            }
        }
        lines.push(words.join(" "));
    }
    lines.join("\n")
}

/// The same for JSON: seconds and moments hidden.
pub fn printed_json(folder: &Folder, ran: &Ran) -> String {
    let mut value = ran.json();
    hide(&mut value);
    format!("{value:#}").replace(&folder.path("").display().to_string(), "FOLDER/")
}

fn hide(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(object) => {
            for (key, value) in object.iter_mut() {
                match key.as_str() {
                    "seconds" | "load_seconds" | "validate_seconds" => *value = "TIME".into(),
                    "at" | "added" if value.is_string() => *value = "NOW".into(),
                    "engine" => *value = "ENGINE".into(),
                    _ => hide(value),
                }
            }
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(hide),
        _ => {}
    }
}

fn from_cache(ran: &Ran) -> u64 {
    ran.json()["totals"]["from_cache"].as_u64().unwrap()
}

const BOTH: [&str; 4] = ["validate", "p.py", "--data", "t.json"];

fn validate(folder: &Folder, args: &[&str]) -> Ran {
    folder.megabatt(&[&BOTH[..], args].concat())
}

#[test]
fn it_says_what_is_right_what_failed_where_and_what_came_from_the_cache() {
    let folder = Folder::with("validate_table", &mixed(), TASKS);
    let ran = validate(&folder, &["--slowest", "0"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.says(&["1 of 5 programs", "nameless"]);
    insta::assert_snapshot!("validate_table", printed(&folder, &ran));
    let ran = validate(&folder, &["--slowest", "0"]);
    insta::assert_snapshot!("validate_table_cached", printed(&folder, &ran));
    let ran = validate(&folder, &["--slowest", "2"]);
    let slowest = ran.out.split("Slowest samples\n").nth(1).unwrap();
    assert_eq!(slowest.lines().skip(2).take_while(|line| !line.is_empty()).count(), 2, "{}", ran.out);
}

#[test]
fn the_same_as_json() {
    let folder = Folder::with("validate_json", &mixed(), TASKS);
    let first = validate(&folder, &["--format", "json", "--slowest", "0"]);
    insta::assert_snapshot!("validate_json", printed_json(&folder, &first));
    let again = validate(&folder, &["--format", "json", "--slowest", "3"]);
    assert_eq!(again.json()["programs"], first.json()["programs"], "times and all");
    assert_eq!(again.json()["slowest"].as_array().unwrap().len(), 3);
}

#[test]
fn the_cache_is_used_only_for_what_is_unchanged() {
    let folder = Folder::with("validate_cache", &programs(), TASKS);
    let json = ["--format", "json"];
    assert_eq!(from_cache(&validate(&folder, &json)), 0);
    assert_eq!(from_cache(&validate(&folder, &json)), 2);
    assert_eq!(from_cache(&validate(&folder, &["--format", "json", "--fresh"])), 0);
    assert_eq!(from_cache(&validate(&folder, &["--format", "json", "--no-cache"])), 0);
    assert_eq!(from_cache(&validate(&folder, &["--format", "json", "--fuel", "100000"])), 0);
    assert_eq!(from_cache(&validate(&folder, &["--format", "json", "--memory", "100000"])), 0);
    assert_eq!(from_cache(&validate(&folder, &["--format", "json", "--dialect", "rearc"])), 0);
    assert_eq!(from_cache(&validate(&folder, &json)), 2);
    // Another name, place and comment is no change; another step and another cell are.
    folder.write(
        "p.py",
        format!("# moved\n\n{}", programs().replace("O =", "result =").replace("return O", "return result")),
    );
    assert_eq!(from_cache(&validate(&folder, &json)), 2);
    folder.write("p.py", programs().replace("hmirror(I)", "vmirror(I)"));
    let changed = validate(&folder, &json);
    assert_eq!((from_cache(&changed), changed.json()["totals"]["solving"].as_u64()), (1, Some(1)));
    folder.write("p.py", programs());
    folder.write("t.json", TASKS.replace("[[8, 8]]", "[[8, 9]]"));
    assert_eq!(from_cache(&validate(&folder, &json)), 1);
}

#[test]
fn strict_is_for_scripts() {
    let folder = Folder::with("validate_strict", &mixed(), TASKS);
    assert_eq!(validate(&folder, &["--strict"]).code, 1);
    // From the cache as well.
    assert_eq!(validate(&folder, &["--strict"]).code, 1);
    folder.write("p.py", programs());
    assert_eq!(validate(&folder, &["--strict"]).code, 0);
}

#[test]
fn without_a_library_it_runs_all_and_leaves_no_file() {
    let folder = Folder::with("validate_no_cache", &programs(), TASKS);
    let ran = validate(&folder, &["--no-cache"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("5 runs, none kept"), "{}", ran.out);
    assert!(!folder.path("library.sqlite").exists());
    let ran = validate(&folder, &["--library", "other/lib.sqlite"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(folder.path("other/lib.sqlite").exists() && !folder.path("library.sqlite").exists());
}

#[test]
fn the_library_is_in_the_data_folder_unless_told() {
    let folder = Folder::with("validate_place", &programs(), TASKS);
    let home = folder.path("home").display().to_string();
    let ran = folder.megabatt_with(&BOTH, &[("MEGABATT_LIBRARY", ""), ("XDG_DATA_HOME", &home), ("HOME", &home)]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    if cfg!(target_os = "linux") {
        assert!(folder.path("home/megabatt/library.sqlite").exists());
    }
}

#[test]
fn the_demo_is_validated_without_arguments() {
    let folder = Folder::new("validate_demo");
    let ran = folder.megabatt(&["validate", "--format", "json"]);
    assert_eq!((ran.code, ran.json()["totals"]["solving"].as_u64()), (0, Some(82)), "{}", ran.err);
    let again = folder.megabatt(&["validate", "--format", "json", "--threads", "1"]);
    assert_eq!(again.json()["programs"], ran.json()["programs"]);
    assert_eq!(from_cache(&again), 95);
}

#[test]
fn wrong_inputs_are_told() {
    let folder = Folder::with("validate_wrong", &program("nameless", "I"), TASKS);
    let ran = validate(&folder, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    ran.says(&["no program has a task", "solve_007bbfb7"]);
    let ran = folder.megabatt(&["validate", "p.py"]);
    assert_eq!(ran.code, 2);
    ran.says(&["--data"]);
    assert_eq!(validate(&folder, &["--fresh", "--no-cache"]).code, 2);
    folder.write("p.py", programs());
    folder.write("text", "no database, but a text that is long enough to be one ".repeat(40));
    let ran = validate(&folder, &["--library", "text"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    ran.says(&["text is not a library of megabatt", "--no-cache"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_and_keeps_what_is_finished() {
    // Without its fuel, the last one would be busy for longer than any test waits.
    let endless = "def solve_11111111_endless(I):\n    x1 = power(increment, 200)\n    x2 = interval(0, 1000000, 1)\n    \
                   x3 = apply(x1, x2)\n    x4 = apply(x1, x3)\n    x5 = apply(x1, x4)\n    O = apply(x1, x5)\n    return O\n";
    let folder = Folder::with("validate_interrupt", &(programs() + endless), TASKS);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_megabatt"));
    command.args(BOTH).args(["--fuel", "1000000000000000", "--memory", "1000000000000000"]);
    command.env("MEGABATT_LIBRARY", folder.path("library.sqlite"));
    let child = folder.start_command(&mut command);
    std::thread::sleep(std::time::Duration::from_millis(1_000));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let ran = folder.wait(child);
    assert_eq!(ran.code, 130, "{}", ran.err);
    assert!(ran.time < std::time::Duration::from_secs(2), "{:?}", ran.time);
    assert!(ran.out.contains("interrupted after 2 of 3 programs"), "{}", ran.out);
    assert_eq!(folder.megabatt(&["cache", "--format", "json"]).json()["entries"], 2);
}
