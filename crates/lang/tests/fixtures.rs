//! The grammar as folders: every file in `fixtures/valid` loads without a word, every file in `fixtures/invalid` has
//! one mistake and, beside it, the messages it gives.
//!
//! `MEGABATT_BLESS=1 cargo test -p megabatt-lang --test fixtures` writes the messages anew; read the difference.

#![allow(clippy::unwrap_used, reason = "tests")]

use megabatt_lang::{Dialect, Module, parse};
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "py"));
    files.sort();
    files
}

fn load(path: &Path) -> Module {
    parse(path.file_name().unwrap().to_str().unwrap(), &fs::read_to_string(path).unwrap(), Dialect::Arc)
}

fn names(module: &Module) -> String {
    module.programs.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(", ")
}

#[test]
fn valid_files_load_without_a_word() {
    for path in files("valid") {
        let module = load(&path);
        assert!(module.diagnostics.is_empty(), "{path:?}: {:?}", module.diagnostics);
        let functions = fs::read_to_string(&path).unwrap().matches("def solve_").count();
        assert_eq!(module.programs.iter().filter(|p| p.name.starts_with("solve_")).count(), functions, "{path:?}");
    }
}

#[test]
fn printed_programs_read_back_the_same() {
    for path in files("valid").into_iter().chain(files("invalid")) {
        for program in load(&path).programs {
            let text = program.to_source();
            let again = parse("printed", &text, Dialect::Arc);
            assert!(again.diagnostics.is_empty(), "{path:?}\n{text}{:?}", again.diagnostics);
            let last = again.programs.last().unwrap();
            assert_eq!(last.exact_id(), program.exact_id(), "{path:?}\n{text}");
            assert_eq!(last.canonical_id(), program.canonical_id(), "{path:?}\n{text}");
            assert_eq!(last.to_source(), text, "printing settles at once");
        }
    }
}

#[test]
fn invalid_files_say_what_is_wrong() {
    let bless = std::env::var_os("MEGABATT_BLESS").is_some();
    let mut wrong = Vec::new();
    for path in files("invalid") {
        let module = load(&path);
        assert!(!module.diagnostics.is_empty(), "{path:?} has a mistake");
        let messages: Vec<String> = module.diagnostics.iter().map(|d| d.render()).collect();
        let text = format!("{}\nloaded: {}\n", messages.join("\n"), names(&module));
        let text: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        let expected = path.with_extension("txt");
        if bless {
            fs::write(&expected, &text).unwrap();
        } else if fs::read_to_string(&expected).unwrap_or_default().replace("\r\n", "\n") != text {
            wrong.push(format!("{}:\n{text}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "these differ from the .txt beside them:\n{}", wrong.join("\n"));
}

#[test]
fn a_mistake_never_takes_others_with_it() {
    for path in files("invalid") {
        assert!(names(&load(&path)).contains("solve_fine"), "{path:?}");
    }
}
