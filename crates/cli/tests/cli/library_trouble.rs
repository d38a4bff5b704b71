//! Libraries that are not there, not ours, too new, locked or without room.

use crate::common::{Folder, TASKS, program, programs};

fn many(count: usize) -> String {
    (0..count).map(|n| program(&format!("solve_11111111_{n}"), &format!("replace(I, {n}, {})", n + 1))).collect()
}

#[test]
fn a_program_that_is_not_there_or_not_unique() {
    let folder = Folder::with("trouble_ids", &many(40), TASKS);
    assert_eq!(folder.megabatt(&["library", "add", "p.py"]).code, 0);
    for (typed, help) in [
        ("ffffffffffffffff", "40 programs"),
        ("solve_11111111_77", "did you mean"),
        ("nothing-like-it", "megabatt library list"),
        ("%", "megabatt library list"),
    ] {
        let ran = folder.megabatt(&["library", "show", typed]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{typed}");
        ran.says(&["no program", typed, help]);
    }
    // Of forty ids, some share their first digit.
    let digits: Vec<String> = "0123456789abcdef".chars().map(String::from).collect();
    let several =
        digits.iter().map(|d| folder.megabatt(&["library", "show", d])).find(|ran| ran.err.contains("any of"));
    let several = several.unwrap();
    assert_eq!((several.code, several.out.as_str()), (2, ""));
    several.says(&["programs: ", "type more of the id"]);
    let ran = folder.megabatt(&["library", "export", "--task", "99999999"]);
    assert_eq!(ran.code, 2);
    ran.says(&["no such program"]);
}

#[test]
fn a_library_that_is_not_there() {
    let folder = Folder::new("trouble_missing");
    for verb in ["list", "best", "stats", "gc", "export"] {
        let ran = folder.megabatt(&["library", verb]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{verb}");
        ran.says(&["does not exist", "megabatt library add"]);
    }
    for args in [&["cache"][..], &["cache", "clear"], &["library", "show", "ab"]] {
        assert_eq!(folder.megabatt(args).code, 2);
    }
    assert!(!folder.path("library.sqlite").exists(), "asking makes no file");
    let ran = folder.megabatt(&["library", "add", "missing.py"]);
    assert_eq!(ran.code, 2);
    ran.says(&["missing.py"]);
    assert!(!folder.path("library.sqlite").exists());
}

#[test]
fn files_that_are_no_libraries_are_left_alone() {
    let folder = Folder::with("trouble_not_ours", &programs(), TASKS);
    let text = "a text, and no database at all ".repeat(100);
    folder.write("text.txt", &text);
    for args in [&["library", "add", "p.py"][..], &["library", "list"], &["library", "gc"], &["cache", "clear"]] {
        let ran = folder.megabatt(&[args, &["--library", "text.txt"]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        ran.says(&["text.txt is not a library of megabatt"]);
    }
    assert_eq!(folder.read("text.txt"), text);
    std::fs::create_dir(folder.path("folder")).unwrap();
    let ran = folder.megabatt(&["library", "add", "p.py", "--library", "folder"]);
    assert_eq!(ran.code, 2);
    ran.says(&["folder cannot be opened"]);
    let ran = folder.megabatt(&["library", "add", "p.py", "--library", "text.txt/library.sqlite"]);
    assert_eq!(ran.code, 2);
    ran.says(&["text.txt/library.sqlite cannot be made"]);
}

#[test]
fn a_newer_library_is_refused() {
    let folder = Folder::with("trouble_newer", &programs(), TASKS);
    assert_eq!(folder.megabatt(&["library", "add", "p.py"]).code, 0);
    // The version is a number in the head of the file.
    let mut bytes = std::fs::read(folder.path("library.sqlite")).unwrap();
    bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
    folder.write("library.sqlite", &bytes);
    for args in [&["library", "list"][..], &["library", "add", "p.py"], &["validate", "p.py", "--data", "t.json"]] {
        let ran = folder.megabatt(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        ran.says(&["newer megabatt", "format 99"]);
    }
}

#[test]
fn a_damaged_library_is_told() {
    let folder = Folder::with("trouble_damaged", &many(300), TASKS);
    assert_eq!(folder.megabatt(&["library", "add", "p.py"]).code, 0);
    let mut bytes = std::fs::read(folder.path("library.sqlite")).unwrap();
    bytes[4096..].fill(0x5a);
    folder.write("library.sqlite", &bytes);
    let ran = folder.megabatt(&["library", "list"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    ran.says(&["damaged"]);
}

/// With a limit on the size of files, as a disk that fills up.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let folder = Folder::with("trouble_full", &programs(), TASKS);
    assert_eq!(folder.megabatt(&["library", "add", "p.py", "--data", "t.json"]).code, 0);
    let before = folder.megabatt(&["library", "list"]).out;
    folder.write("many.py", many(3_000));
    // The limit is the verb's alone; the files of the test may be as large as they are.
    let limited = |verb: &str| {
        let script = format!(
            "{{ (trap '' XFSZ; ulimit -f 100; exec \"$MEGABATT\" {verb}); echo $? > code; }} | tail -n 3 > printed"
        );
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script]).env("MEGABATT", env!("CARGO_BIN_EXE_megabatt"));
        command.env("MEGABATT_LIBRARY", folder.path("library.sqlite"));
        let ran = folder.wait(folder.start_command(&mut command));
        assert_eq!(folder.read("code").trim(), "2", "{}", ran.err);
        (ran, folder.read("printed"))
    };
    let (ran, printed) = limited("library add many.py");
    ran.says(&["no room", "still there"]);
    assert_eq!(printed, "");
    assert_eq!(folder.megabatt(&["library", "list"]).out, before);
    // The results of a validation are shown, even if they cannot be kept.
    let (ran, printed) = limited("validate many.py --data t.json --slowest 0");
    ran.says(&["could not be kept", "no room"]);
    assert!(printed.contains("0 of 3000 results came from the cache"), "{printed}");
    assert_eq!(folder.megabatt(&["library", "list"]).out, before);
    // With room, it goes on.
    assert_eq!(folder.megabatt(&["library", "add", "many.py"]).code, 0);
}

#[test]
fn processes_at_once_lose_nothing_of_each_other() {
    const EACH: usize = 60;
    let folder = Folder::new("trouble_together");
    folder.write("t.json", TASKS);
    let children: Vec<_> = (0..4)
        .map(|writer| {
            let text: String = (0..EACH)
                .map(|n| program(&format!("solve_11111111_{writer}_{n}"), &format!("replace(I, {n}, {writer})")))
                .collect();
            folder.write(&format!("{writer}.py"), text);
            std::process::Command::new(env!("CARGO_BIN_EXE_megabatt"))
                .args(["library", "add", &format!("{writer}.py"), "--data", "t.json"])
                .env("MEGABATT_LIBRARY", folder.path("library.sqlite"))
                .current_dir(folder.path(""))
                .stdout(std::process::Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let stats = folder.megabatt(&["library", "stats", "--format", "json"]).json();
    assert_eq!((stats["programs"].as_u64(), stats["scores"].as_u64()), (Some(4 * EACH as u64), Some(4 * EACH as u64)));
}
