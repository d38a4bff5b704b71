//! `megabatt translate`: what is written, and what is refused.

use crate::common::{Folder, Ran};

const ARC: &str = "\
from dsl import *
from constants import *


def solve_11111111(I):
    x1 = objects(I, T, F, T)
    x2 = compose(size, toindices)
    x3 = sfilter(x1, matcher(x2, FOUR))
    x4 = merge(x3)
    x5 = palette(I)
    O = paint(I, x4)
    return O


def solve_22222222(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O


def solve_33333333(I):
    x1 = ofcolor(I, TWO)
    x2 = subgrid(x1, I)
    x3 = recolor(EIGHT, x1)
    x4 = first(totuple(x1))
    x5 = astuple(ONE, x4)
    x6 = insert(x5, x3)
    O = hmirror(x2)
    return O
";

fn translate(folder: &Folder, args: &[&str]) -> Ran {
    folder.megabatt(&[&["translate"], args].concat())
}

#[test]
fn what_can_be_said_is_written_and_what_cannot_is_told() {
    let folder = Folder::new("translate_told");
    folder.write("p.py", ARC);
    let ran = translate(&folder, &["p.py", "--to", "tok"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    insta::assert_snapshot!("translate_tok", format!("{}----\n{}", ran.out, ran.err));
    folder.write("back.py", &ran.out);
    let ran = translate(&folder, &["back.py", "--to", "arc"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("translate_arc", ran.out);
}

#[test]
fn files_are_written_whole_and_only_on_purpose() {
    let folder = Folder::new("translate_file");
    folder.write("p.py", ARC);
    let args = ["p.py", "--to", "tok", "--program", "solve_33333333", "-o", "out.py"];
    let ran = translate(&folder, &args);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    ran.says(&["1 of 1 program translated"]);
    assert!(folder.read("out.py").contains("def solve_33333333(S, I, C):"));
    let ran = translate(&folder, &args);
    assert_eq!(ran.code, 2);
    ran.says(&["--force"]);
    assert_eq!(translate(&folder, &[&args[..], &["--force"]].concat()).code, 0);
    let ran = translate(&folder, &["out.py", "--to", "tok"]);
    assert_eq!(ran.code, 2);
    ran.says(&["in tok already"]);
    let ran = translate(&folder, &["p.py", "--to", "tok", "--program", "solve_99999999"]);
    assert_eq!(ran.code, 2);
    ran.says(&["no program is called"]);
    let ran = translate(&folder, &["missing.py", "--to", "tok"]);
    assert_eq!(ran.code, 2);
}

/// The values that programs give on the demo's tasks: (program, task, section, index) and the value.
fn values(folder: &Folder, file: &str, dialect: &str) -> Vec<(String, String)> {
    let tasks = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo/tasks");
    let args = [file, "--data", tasks, "--dialect", dialect, "--pair", "all", "--quiet", "--outcomes", "-"];
    let ran = folder.run(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut values = Vec::new();
    for line in ran.out.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let key = ["program", "task", "split", "index"].map(|key| line[key].to_string()).join(" ");
        values.push((key, line["value"].to_string()));
    }
    values.sort();
    values
}

#[test]
fn the_demo_there_and_back_gives_the_same_values_on_every_task() {
    let folder = Folder::new("translate_demo");
    let demo = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo/programs.py")).unwrap();
    folder.write("arc.py", demo);
    let ran = translate(&folder, &["arc.py", "--to", "tok"]);
    folder.write("tok.py", &ran.out);
    let back = translate(&folder, &["tok.py", "--to", "arc"]);
    assert_eq!((back.code, back.err.as_str()), (0, ""), "what was translated can be translated back");
    folder.write("back.py", &back.out);
    let (arc, tok, back) =
        (values(&folder, "arc.py", "arc"), values(&folder, "tok.py", "tok"), values(&folder, "back.py", "arc"));
    let arc: std::collections::HashMap<String, String> = arc.into_iter().collect();
    let programs = ran.out.matches("\ndef ").count();
    assert!(programs >= 15, "only {programs} programs were translated:\n{}", ran.err);
    assert!(tok.len() == back.len() && tok.len() > programs * 100);
    for ((key, tok), (same, back)) in tok.iter().zip(&back) {
        assert_eq!(key, same);
        // `null`: no value. Dead lines are gone, so there may be one where there was none.
        if arc[key] != "null" {
            assert_eq!((&arc[key], &arc[key]), (tok, back), "{key}");
        }
    }
}
