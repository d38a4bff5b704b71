//! `megabatt library import` and `export --layout solver_dir`: trees of stored solvers.

use crate::common::{Folder, Ran};
use crate::validate::printed;
use serde_json::Value;
use std::os::unix::fs::symlink;

/// A solver of tokpidjin's as its trees have it.
fn solver(expression: &str) -> String {
    format!("from dsl import *\nfrom constants import *\n\ndef solve(S, I, C):\n    O = {expression}\n    return O\n")
}

const MD5: [&str; 3] =
    ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210", "00112233445566778899aabbccddeeff"];

/// Two tasks, three solvers; one of them is kept for both tasks, as links into a folder beside the tree.
fn tree(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("solver_dir/solve_11111111/2000/17/0123456789abcdef0123456789abcdef.py", solver("hmirror_t(I)"));
    folder.write("solver_dir/solve_11111111/0/11/fedcba9876543210fedcba9876543210.py", solver("rot90(I)"));
    folder.write(&format!("solver_md5/{}.py", MD5[2]), solver("mir_rot_t(I, R5)"));
    for place in ["solve_11111111/1000/12", "solve_22222222/3000/-2"] {
        std::fs::create_dir_all(folder.path(&format!("solver_dir/{place}"))).unwrap();
        let link = folder.path(&format!("solver_dir/{place}/{}.py", MD5[2]));
        // As tokpidjin makes them: absolute, and wrong on any other machine.
        symlink(format!("/nowhere/dsl/tokpidjin/solver_md5/{}.py", MD5[2]), link).unwrap();
    }
    folder
}

fn library(folder: &Folder, args: &[&str]) -> Ran {
    folder.megabatt(&[&["library"], args].concat())
}

/// All that a library holds, without keys and moments.
fn content(folder: &Folder, file: &str) -> Vec<Value> {
    let list = library(folder, &["list", "--format", "json", "--library", file]).json();
    let mut ids: Vec<String> = list.as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap().to_string()).collect();
    ids.sort();
    ids.dedup();
    let mut programs = Vec::new();
    for id in ids {
        let mut shown = library(folder, &["show", &id, "--format", "json", "--library", file]).json()[0].take();
        shown["added"] = Value::Null;
        for report in shown["reports"].as_array_mut().unwrap() {
            report["at"] = Value::Null;
        }
        shown["origins"].as_array_mut().unwrap().sort_by_key(|origin| origin["name"].to_string());
        // The remark above an exported program moves it down.
        for origin in shown["origins"].as_array_mut().unwrap() {
            origin["line"] = Value::Null;
        }
        programs.push(shown);
    }
    programs
}

#[test]
fn a_tree_goes_in_with_what_it_says() {
    let folder = tree("tree_import");
    let ran = library(&folder, &["import", "solver_dir"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("tree_import", printed(&folder, &ran));
    for (name, args) in [("list", &["list"][..]), ("show", &["show", "solve_22222222_00112233"])] {
        let ran = library(&folder, args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        insta::assert_snapshot!(format!("tree_{name}"), printed(&folder, &ran));
    }
    // Once more, from the folder around it: nothing is new.
    let ran = library(&folder, &["import", ".", "--format", "json"]);
    assert_eq!((ran.code, ran.json()["added"].as_u64(), ran.json()["known"].as_u64()), (0, Some(0), Some(4)));
    let best = library(&folder, &["best"]);
    best.says(&["no score"]);
}

#[test]
fn what_is_exported_imports_as_the_same_library() {
    let folder = tree("tree_round");
    assert_eq!(library(&folder, &["import", "solver_dir", "--library", "a.sqlite"]).code, 0);
    let ran = library(&folder, &["export", "--layout", "solver_dir", "-o", "again/", "--library", "a.sqlite"]);
    assert_eq!((ran.code, ran.err.as_str(), ran.out.as_str()), (0, "", "3 programs in 4 files\n"));
    let path = format!("again/solve_22222222/3000/-2/{}.py", MD5[2]);
    assert!(folder.read(&path).contains("def solve(S, I, C):\n    O = mir_rot_t("), "{}", folder.read(&path));
    assert_eq!(library(&folder, &["import", "again", "--library", "b.sqlite"]).code, 0);
    let (a, b) = (content(&folder, "a.sqlite"), content(&folder, "b.sqlite"));
    assert_eq!(a.len(), 3);
    assert_eq!(a, b);
}

#[test]
fn what_cannot_be_read_is_told_by_name_and_the_rest_goes_in() {
    let folder = tree("tree_broken");
    folder.write("solver_dir/solve_11111111/1000/9/syntax.py", "def solve(S, I, C:\n");
    folder.write("solver_dir/solve_11111111/1000/9/nothing.py", "x = 1\n");
    folder.write("solver_dir/solve_11111111/1000/9/binary.py", [0xff, 0xfe, 0x00]);
    folder.write("solver_dir/solve_11111111/many/9/a.py", solver("I"));
    folder.write("solver_dir/solve_33333333", "not a folder");
    folder.write("solver_dir/solve_11111111/1000/9/.hidden.py", "def solve(");
    symlink("/nowhere/lost.py", folder.path("solver_dir/solve_11111111/1000/9/lost.py")).unwrap();
    symlink("/dev/zero", folder.path("solver_dir/solve_11111111/1000/9/endless.py")).unwrap();
    symlink("loop.py", folder.path("solver_dir/solve_11111111/1000/9/loop.py")).unwrap();
    // Folders that lead back into the tree.
    symlink("..", folder.path("solver_dir/solve_11111111/1000/10")).unwrap();
    symlink(".", folder.path("solver_dir/solve_44444444")).unwrap();
    let ran = library(&folder, &["import", "solver_dir"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    for name in ["syntax.py: line 1", "nothing.py", "binary.py", "many", "lost.py", "endless.py", "loop.py"] {
        ran.says(&[name]);
    }
    ran.says(&["solve_44444444: is a link to a folder", "1000/10: is a link to a folder"]);
    assert!(!ran.err.contains("hidden"), "{}", ran.err);
    assert!(ran.out.contains("3 programs added"), "{}", ran.out);
}

#[test]
fn folders_that_are_no_trees_are_told() {
    let folder = Folder::new("tree_none");
    folder.write("empty/readme.txt", "nothing");
    for (args, said) in [
        (&["import", "missing"][..], "missing cannot be read"),
        (&["import", "empty"], "has no solvers"),
        (&["export", "--layout", "solver_dir", "-o", "x/"], "does not exist"),
    ] {
        let ran = library(&folder, args);
        assert_eq!(ran.code, 2, "{args:?}");
        ran.says(&[said]);
    }
}

#[test]
fn scores_of_our_own_are_exported_as_points() {
    let folder = Folder::with("tree_ours", &crate::common::programs(), crate::common::TASKS);
    assert_eq!(library(&folder, &["add", "p.py", "--data", "t.json"]).code, 0);
    let ran = library(&folder, &["export", "--layout", "solver_dir"]);
    assert_eq!(ran.code, 2);
    ran.says(&["-o DIR"]);
    let ran = library(&folder, &["export", "--layout", "solver_dir", "-o", "tree", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let files: Vec<String> =
        ran.json()["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap().to_string()).collect();
    assert!(files.len() == 2 && files.iter().any(|file| file.starts_with("tree/solve_22222222/3000/")), "{files:?}");
    let ran = library(&folder, &["import", "tree", "--dialect", "arc", "--library", "b.sqlite", "--format", "json"]);
    assert_eq!((ran.code, ran.json()["reports"].as_u64()), (0, Some(2)), "{}", ran.err);
}

#[test]
fn a_great_tree_takes_seconds() {
    let folder = Folder::new("tree_great");
    for n in 0..2_000 {
        let path = format!("solver_dir/solve_{:08x}/{}/12/{n:032x}.py", n % 400, 1000 * (n % 5));
        folder.write(&path, solver(&format!("fill(I, {n}, asindices(I))")));
    }
    let ran = library(&folder, &["import", "solver_dir"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("2000 programs added"), "{}", ran.out);
    assert!(ran.time.as_secs() < 20, "{:?}", ran.time);
}
