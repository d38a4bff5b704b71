//! `megabatt library`: what people do with it.

use crate::common::{Folder, Ran, TASKS, program, programs};
use crate::validate::{printed, printed_json};

/// Three programs for two tasks, one never right, and one that makes its result as another does.
fn several() -> String {
    programs()
        + "def solve_11111111_longer(I):\n    x1 = vmirror(I)\n    O = hmirror(I)\n    return O\n\n\n"
        + &program("solve_22222222_fails", "first(sizefilter(objects(I, T, F, T), 99))")
        + "def turned(x):\n    y = rot90(x)\n    return y\n\n\n"
        + "def solve_22222222_back(I):\n    x1 = turned(I)\n    O = rot270(x1)\n    return O\n\n\n"
}

fn filled(name: &str) -> Folder {
    let folder = Folder::with(name, &several(), TASKS);
    let ran = library(&folder, &["add", "p.py", "--data", "t.json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    folder
}

fn library(folder: &Folder, args: &[&str]) -> Ran {
    folder.megabatt(&[&["library"], args].concat())
}

/// As [`library`], and it must go well.
fn fine(folder: &Folder, args: &[&str]) -> Ran {
    let ran = library(folder, args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    ran
}

#[test]
fn adding_says_what_is_new_what_was_known_and_what_is_alike() {
    let folder = Folder::with("library_add", &several(), TASKS);
    insta::assert_snapshot!("library_add", printed(&folder, &fine(&folder, &["add", "p.py"])));
    folder.write("q.py", program("solve_33333333", "hmirror(I)") + &program("solve_22222222", "rot180(I)"));
    let ran = library(&folder, &["add", "p.py", "q.py", "--data", "t.json"]);
    ran.says(&["1 of 7 programs", "solve_33333333"]);
    insta::assert_snapshot!("library_add_again", printed(&folder, &ran));
    let ran = fine(&folder, &["add", "p.py", "--data", "t.json", "--format", "json"]);
    insta::assert_snapshot!("library_add_json", printed_json(&folder, &ran));
}

#[test]
fn list_best_stats_and_show_tell_of_it() {
    let folder = filled("library_tell");
    for (name, args) in [
        ("list", &["list"][..]),
        ("list_name", &["list", "--sort", "name"]),
        ("list_task", &["list", "--task", "22222222", "--sort", "added"]),
        ("show", &["show", "solve_22222222_back"]),
        ("show_fails", &["show", "solve_22222222_fails"]),
    ] {
        insta::assert_snapshot!(format!("library_{name}"), printed(&folder, &fine(&folder, args)));
        let json = fine(&folder, &[args, &["--format", "json"]].concat());
        insta::assert_snapshot!(format!("library_{name}_json"), printed_json(&folder, &json));
    }
    let stats = fine(&folder, &["stats", "--format", "json"]).json();
    let number = |key: &str| stats[key].as_u64().unwrap();
    assert_eq!(["programs", "alike", "unscored", "scores", "tasks", "solved"].map(number), [5, 2, 0, 5, 2, 2]);
    assert!(fine(&folder, &["stats"]).out.contains("programs  5 (5 arc)"));
}

#[test]
fn sorting_by_score_and_time() {
    let folder = filled("library_sort");
    let rows =
        |sort: &str| fine(&folder, &["list", "--sort", sort, "--format", "json"]).json().as_array().unwrap().clone();
    let by_score = rows("score");
    assert_eq!(by_score[4]["name"], "solve_22222222_fails");
    let times: Vec<f64> = rows("time").iter().map(|row| row["score"]["seconds"].as_f64().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    let best = fine(&folder, &["best", "22222222", "--format", "json"]).json();
    assert_eq!((best[0]["of"].as_u64(), best[0]["score"]["right"].as_u64()), (Some(3), Some(3)));
    // Equally right programs: the faster one.
    let seconds = |name: &str| {
        let row = by_score.iter().find(|row| row["name"] == name).unwrap();
        row["score"]["seconds"].as_f64().unwrap()
    };
    let faster = if seconds("solve_22222222") <= seconds("solve_22222222_back") {
        "solve_22222222"
    } else {
        "solve_22222222_back"
    };
    assert_eq!(best[0]["name"], faster);
    assert_eq!(fine(&folder, &["best"]).out.lines().count(), 2 + 2);
}

#[test]
fn a_task_nobody_has_right_is_a_finding() {
    let folder = filled("library_no_best");
    let ran = library(&folder, &["best", "99999999"]);
    assert_eq!(ran.code, 1);
    ran.says(&["99999999"]);
}

#[test]
fn ids_may_be_shortened_to_what_is_unique() {
    let folder = filled("library_ids");
    let rows = fine(&folder, &["list", "--format", "json"]).json();
    for row in rows.as_array().unwrap() {
        let id = row["id"].as_str().unwrap();
        for typed in [id, &id[..10], &id[..8].to_uppercase()] {
            let shown = fine(&folder, &["show", typed, "--format", "json"]).json();
            assert_eq!((&shown[0]["id"], shown.as_array().unwrap().len()), (&row["id"], 1));
        }
    }
}

#[test]
fn one_text_in_two_dialects_is_two_programs() {
    let folder = filled("library_dialects");
    fine(&folder, &["add", "p.py", "--data", "t.json", "--dialect", "rearc"]);
    let shown = fine(&folder, &["show", "solve_11111111", "--format", "json"]).json();
    let dialects: Vec<&str> = shown.as_array().unwrap().iter().map(|p| p["dialect"].as_str().unwrap()).collect();
    assert_eq!(dialects, ["arc", "rearc"]);
    let ran = library(&folder, &["export"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    ran.says(&["two dialects", "--dialect"]);
    let rearc = fine(&folder, &["export", "--dialect", "rearc", "--best"]).out;
    assert!(rearc.starts_with("from dsl import *\n\n\n# "), "{rearc}");
    assert_eq!(rearc.matches("def solve_").count(), 2);
}

#[test]
fn exports_are_python_files() {
    let folder = filled("library_export");
    insta::assert_snapshot!("library_export", printed(&folder, &fine(&folder, &["export", "--task", "22222222"])));
    assert_eq!(fine(&folder, &["export", "-o", "all.py"]).out, "5 programs in 1 file\n");
    assert_eq!(fine(&folder, &["export", "--best", "-o", "best/"]).out, "2 programs in 2 files\n");
    let names: Vec<String> = fine(&folder, &["export", "-o", "best", "--format", "json"]).json()["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file.as_str().unwrap().to_string())
        .collect();
    assert_eq!(names.len(), 5);
    // What comes out goes in, as the same programs.
    let again = library(&folder, &["add", "all.py", &names[0], "--format", "json"]);
    assert_eq!(again.json()["added"], 0, "{}", again.out);
    let ran = folder.megabatt(&["validate", "all.py", "--data", "t.json", "--format", "json"]);
    assert_eq!(ran.json()["totals"]["from_cache"], 5);
    let ran = library(&folder, &["export", "-o", "p.py/x.py"]);
    assert_eq!(ran.code, 2);
    ran.says(&["cannot be written"]);
}

/// Python itself runs what was exported, with the few operations of the DSL it needs.
#[test]
fn python_runs_an_export() {
    let folder = filled("library_python");
    fine(&folder, &["export", "-o", "exported.py"]);
    folder.write("constants.py", "T = True\nF = False\n");
    folder.write(
        "dsl.py",
        "hmirror = lambda g: g[::-1]\nvmirror = lambda g: tuple(r[::-1] for r in g)\nidentity = lambda x: x\n\
         rot90 = lambda g: tuple(zip(*g[::-1]))\nrot270 = lambda g: tuple(zip(*g))[::-1]\n",
    );
    let script = "import exported as e; g = ((1, 2, 3), (4, 5, 6)); \
                  print(e.solve_11111111(g), e.solve_11111111_longer(g), e.solve_22222222_back(g))";
    let output =
        std::process::Command::new("python3").args(["-c", script]).current_dir(folder.path("")).output().unwrap();
    let (mirrored, same) = ("((4, 5, 6), (1, 2, 3))", "((1, 2, 3), (4, 5, 6))");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).trim(),
        format!("{mirrored} {mirrored} {same}"),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn gc_removes_what_is_never_right() {
    let folder = filled("library_gc");
    folder.write("q.py", program("unscored", "rot90(I)"));
    fine(&folder, &["add", "q.py"]);
    let count = || fine(&folder, &["stats", "--format", "json"]).json()["programs"].as_u64().unwrap();
    insta::assert_snapshot!("library_gc_dry", printed(&folder, &fine(&folder, &["gc", "--dry-run"])));
    assert_eq!(count(), 6);
    insta::assert_snapshot!("library_gc", printed(&folder, &fine(&folder, &["gc"])));
    assert_eq!(count(), 5);
    let gone = fine(&folder, &["gc", "--unscored", "--format", "json"]).json();
    assert_eq!((gone["programs"][0]["name"].as_str(), count()), (Some("unscored"), 4));
}

#[test]
fn a_program_of_the_library_is_drawn() {
    let folder = filled("library_drawn");
    let list = fine(&folder, &["list", "--task", "22222222", "--sort", "name", "--format", "json"]).json();
    let id = list[0]["id"].as_str().unwrap();
    for args in [&[id][..], &[&id[..12], "22222222"], &["solve_22222222_back", "22222222"]] {
        let ran = folder.megabatt(&[&["show"], args, &["--data", "t.json"]].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
        assert!(ran.out.contains("solve_22222222") && ran.out.contains("= grid"), "{}", ran.out);
    }
    let ran = folder.megabatt(&["show", "0123456789abcdef", "22222222", "--data", "t.json"]);
    assert_eq!(ran.code, 2);
    ran.says(&["the library has no program 0123456789abcdef"]);
}
