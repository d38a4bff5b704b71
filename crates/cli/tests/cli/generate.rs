//! `megabatt generate`.

use crate::common::{Folder, Ran, TASKS, program, programs};
use std::path::Path;

fn demo_programs() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/programs.py");
    path.to_str().unwrap().to_string()
}

fn files(folder: &Folder, name: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder.path(name)).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<(String, String)> = entries
        .map(|entry| entry.file_name().to_str().unwrap().to_string())
        .map(|file| (file.clone(), folder.read(&format!("{name}/{file}"))))
        .collect();
    files.sort();
    files
}

fn fine(ran: &Ran) {
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
}

#[test]
fn every_task_of_the_demos_programs_loads_and_its_program_is_right_on_it() {
    let folder = Folder::new("generate_demo");
    fine(&folder.megabatt(&["generate", "--demo", "-o", "tasks", "--samples", "4", "--tests", "2", "--quiet"]));
    assert_eq!(files(&folder, "tasks").len(), 82);
    let text = std::fs::read_to_string(demo_programs()).unwrap();
    let names = text.lines().filter_map(|line| line.strip_prefix("def solve_")?.split_once('(')).map(|(name, _)| name);
    let first: Vec<&str> = names.filter(|name| name.len() == 8).collect();
    assert_eq!(first.len(), 41);
    let ran = folder.megabatt(&["run", &demo_programs(), "--data", "tasks", "--format", "json"]);
    let summary = ran.json();
    for id in first {
        let program = summary["programs"].as_array().unwrap().iter().find(|p| p["program"] == format!("solve_{id}"));
        let program = program.unwrap();
        assert_eq!((&program["runs"], &program["right"]), (&6.into(), &6.into()), "{id}");
    }
}

#[test]
fn the_same_seed_makes_the_same_bytes_whatever_the_threads_and_the_place() {
    let folder = Folder::with("generate_seed", &programs(), TASKS);
    let make = |out: &str, more: &[&str]| {
        let args = ["generate", "p.py::solve_11111111", "--count", "300", "--density", "0.1", "-o", out];
        fine(&folder.megabatt(&[&args, more].concat()));
    };
    make("one", &["--seed", "7", "--threads", "1"]);
    make("four", &["--seed", "7", "--threads", "4"]);
    assert_eq!(files(&folder, "one").len(), 300);
    assert_eq!(files(&folder, "one"), files(&folder, "four"));
    make("other", &["--seed", "8"]);
    assert_ne!(files(&folder, "one"), files(&folder, "other"));
}

#[test]
fn a_file_holds_what_a_folder_does() {
    let folder = Folder::with("generate_file", &program("solve_11111111", "rot90(I)"), TASKS);
    let make = |out: &str| folder.megabatt(&["generate", "p.py", "--count", "3", "-o", out]);
    fine(&make("tasks"));
    fine(&make("tasks.json"));
    let stdout = make("-");
    assert_eq!(stdout.code, 0);
    stdout.says(&["3 of 3 tasks made"]);
    assert_eq!(stdout.out, folder.read("tasks.json"));
    let all: serde_json::Value = serde_json::from_str(&stdout.out).unwrap();
    for (file, text) in files(&folder, "tasks") {
        let one: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(all[file.strip_suffix(".json").unwrap()], one);
    }
    for data in ["tasks", "tasks.json"] {
        let ran = folder.megabatt(&["run", "p.py", "--data", data, "--pair", "all", "--strict", "--format", "json"]);
        assert_eq!((ran.code, ran.json()["totals"]["right"].as_u64()), (0, Some(12)), "{}", ran.err);
    }
    let ran = folder.megabatt(&["run", "p.py", "--data", "tasks", "--strict", "--format", "json"]);
    assert_eq!((ran.code, ran.json()["totals"]["runs"].as_u64()), (0, Some(4)), "its first task has its id");
}

#[test]
fn grids_are_as_asked_for() {
    let folder = Folder::with("generate_grids", &program("solve_p", "hconcat(I, I)"), TASKS);
    let grids = ["--height", "4", "--width", "5..6", "--colours", "3,7", "--background", "3", "--objects", "2"];
    let args = [&["generate", "p.py", "--count", "5", "-o", "t.json", "--force"], &grids[..]].concat();
    fine(&folder.megabatt(&args));
    let all: serde_json::Value = serde_json::from_str(&folder.read("t.json")).unwrap();
    for task in all.as_object().unwrap().values() {
        for pair in task["train"].as_array().unwrap().iter().chain(task["test"].as_array().unwrap()) {
            let rows = pair["input"].as_array().unwrap();
            assert_eq!(rows.len(), 4);
            let cells: Vec<u64> =
                rows.iter().flat_map(|row| row.as_array().unwrap()).map(|cell| cell.as_u64().unwrap()).collect();
            assert!([20, 24].contains(&cells.len()) && cells.iter().all(|cell| [3, 7].contains(cell)), "{cells:?}");
        }
    }
}

#[test]
fn like_varies_the_inputs_of_the_programs_own_task() {
    let folder = Folder::with("generate_like", &program("solve_11111111", "hmirror(I)"), TASKS);
    fine(&folder.megabatt(&["generate", "p.py", "--like", "--data", "t.json", "--samples", "2", "-o", "made"]));
    let made: serde_json::Value = serde_json::from_str(&folder.read("made/11111111.json")).unwrap();
    let sizes: Vec<usize> =
        made["train"].as_array().unwrap().iter().map(|p| p["input"].as_array().unwrap().len()).collect();
    assert!(sizes.iter().all(|&height| height <= 2), "{sizes:?}");
    let ran = folder.megabatt(&["generate", "p.py", "--like", "-o", "more"]);
    assert_eq!(ran.code, 2);
    ran.says(&["solve_11111111 names no task of the demo", "--data"]);
    let ran = folder.megabatt(&["generate", "p.py", "--data", "t.json", "-o", "more"]);
    assert_eq!(ran.code, 2);
    ran.says(&["--like"]);
}

#[test]
fn what_cannot_be_made_is_told_with_counts_and_the_rest_is_written() {
    let text =
        program("solve_11111111", "hmirror(I)") + &program("solve_22222222", "I") + &program("solve_x", "first(())");
    let folder = Folder::with("generate_rejected", &text, TASKS);
    let ran = folder.megabatt(&["generate", "p.py", "--tries", "5", "-o", "tasks"]);
    assert_eq!(ran.code, 1);
    ran.says(&[
        "2 of 3 tasks could not be made",
        "solve_22222222: 20 inputs drawn: same as the input ×20",
        "solve_x: 20 inputs drawn: StopIteration ×20",
        "help:",
    ]);
    assert_eq!(files(&folder, "tasks").len(), 1);
    fine(&folder.megabatt(&["generate", "p.py::solve_22222222", "--allow-same", "-o", "same"]));
    let ran = folder.megabatt(&["generate", "p.py::solve_22222222", "--tries", "1", "-o", "none.json"]);
    assert_eq!((ran.code, folder.path("none.json").exists()), (1, false));
}

#[test]
fn nothing_is_overwritten_unless_asked() {
    let folder = Folder::with("generate_force", &program("solve_11111111", "hmirror(I)"), TASKS);
    for (out, file) in [("t.json", "t.json"), ("tasks", "tasks/11111111.json")] {
        folder.write(file, "precious");
        let ran = folder.megabatt(&["generate", "p.py", "-o", out]);
        assert_eq!((ran.code, folder.read(file).as_str()), (2, "precious"));
        ran.says(&[file, "--force"]);
        fine(&folder.megabatt(&["generate", "p.py", "-o", out, "--force"]));
        assert_ne!(folder.read(file), "precious");
    }
}

#[test]
fn wrong_requests_are_2() {
    let folder = Folder::with("generate_wrong", &program("solve_11111111", "hmirror(I)"), TASKS);
    folder.write("file", "");
    for (args, says) in [
        (&["-o", "x"][..], "PROGRAM"),
        (&["p.py"], "--out"),
        (&["p.py::solve_2", "-o", "x"], "it has solve_11111111"),
        (&["none.py", "-o", "x"], "neither a file nor a program of the demo"),
        (&["none.py::solve_1", "-o", "x"], "none.py"),
        (&["t.json", "-o", "x"], "t.json"),
        (&["p.py", "--demo", "-o", "x"], "--demo"),
        (&["p.py", "-o", "file"], "file"),
        (&["p.py", "-o", "file/x"], "file"),
        (&["p.py", "-o", "none/x.json"], "none"),
        (&["p.py", "-o", "x", "--size", "0"], "1 to 30"),
        (&["p.py", "-o", "x", "--size", "3..31"], "1 to 30"),
        (&["p.py", "-o", "x", "--size", "9..3"], "larger"),
        (&["p.py", "-o", "x", "--size", "big"], "range"),
        (&["p.py", "-o", "x", "--objects", "0..99999999999"], "900"),
        (&["p.py", "-o", "x", "--colours", "0-12"], "12"),
        (&["p.py", "-o", "x", "--colours", "0"], "background"),
        (&["p.py", "-o", "x", "--background", "red"], "red"),
        (&["p.py", "-o", "x", "--density", "2"], "density"),
        (&["p.py", "-o", "x", "--density", "nan"], "density"),
        (&["p.py", "-o", "x", "--count", "0"], "--count"),
        (&["p.py", "-o", "x", "--samples", "0"], "--samples"),
        (&["p.py", "-o", "x", "--tests", "0"], "--tests"),
        (&["p.py", "-o", "x", "--like", "--size", "3"], "--like"),
        (&["p.py", "-o", "x", "--like", "--data", "none.json"], "none.json"),
    ] {
        let ran = folder.megabatt(&[&["generate"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        ran.says(&[says]);
        assert!(!folder.path("x").exists() || files(&folder, "x").is_empty(), "{args:?}");
    }
}

#[test]
fn the_summary_fits_the_width() {
    let picky = "upscale(subgrid(first(colorfilter(objects(I, T, F, T), 4)), I), 12)";
    let text = program("solve_11111111", "hmirror(I)")
        + &program("solve_22222222_by_cutting_out", picky)
        + &program("solve_nothing", "I");
    let folder = Folder::with("generate_widths", &text, TASKS);
    let args = ["generate", "p.py", "--size", "2..9", "--count", "3", "--tries", "20", "-o", "tasks", "--force"];
    for columns in ["60", "80", "160"] {
        let ran = folder.megabatt_with(&args, &[("COLUMNS", columns)]);
        assert!(ran.out.lines().all(|line| line.chars().count() <= columns.parse().unwrap()), "{}", ran.out);
        insta::assert_snapshot!(format!("generate_{columns}"), format!("{}--- stderr\n{}", ran.out, ran.err));
    }
    let ran = folder.megabatt(&[&args[..], &["--format", "json"]].concat());
    insta::assert_snapshot!("generate_json", ran.out);
}
