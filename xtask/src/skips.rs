//! A skipped test is not a passed one: which tests of the workspace may end without having compared anything.

use crate::repo;
use std::path::{Path, PathBuf};

/// The tests that may, one a line.
const LIST: &str = "crates/conformance/allowed-skips.txt";
/// How such a test starts; cut in two so that this file has none.
const WITHOUT_A_CHECKOUT: &str = concat!("run_with_", "tokpidjin(\"");
/// How a test is left out by the harness.
const IGNORED: &str = concat!("#[ig", "nore");

/// What is wrong with the list, or with tests that are left out in another way.
pub fn faults(files: &[PathBuf]) -> Vec<String> {
    let read = |path: &Path| std::fs::read_to_string(repo::root().join(path)).unwrap_or_default();
    let texts = files.iter().filter(|path| path.extension().is_some_and(|ext| ext == "rs"));
    let texts: Vec<(&Path, String)> = texts.map(|path| (path.as_path(), read(path))).collect();
    compared(&read(Path::new(LIST)), &texts)
}

fn compared(list: &str, texts: &[(&Path, String)]) -> Vec<String> {
    let listed: Vec<&str> = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let mut found = Vec::new();
    let mut faults = Vec::new();
    for (path, text) in texts {
        let at = |line: usize| format!("{}:{}", path.display(), line + 1);
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with(IGNORED) {
                faults.push(format!("{}: a test that is left out is never run; mend it, or remove it", at(number)));
            }
            let Some(name) = line.split_once(WITHOUT_A_CHECKOUT).and_then(|(_, rest)| rest.split('"').next()) else {
                continue;
            };
            if !listed.contains(&name) {
                faults.push(format!("{}: {name} may compare nothing, and {LIST} does not allow it", at(number)));
            }
            found.push(name);
        }
    }
    let gone = listed.iter().filter(|name| !found.contains(name));
    faults.extend(gone.map(|name| format!("{LIST}: {name} is no test that may compare nothing")));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_neither_too_short_nor_too_long() {
        let test = |name: &str| {
            (Path::new("t.rs"), format!("fn main() {{\n    Suite::{WITHOUT_A_CHECKOUT}{name}\", f)\n}}\n"))
        };
        assert!(compared("# words\na\n", &[test("a")]).is_empty());
        assert_eq!(
            compared("a\n", &[test("a"), test("b")]),
            [format!("t.rs:2: b may compare nothing, and {LIST} does not allow it")]
        );
        assert_eq!(compared("a\nb\n", &[test("b")]), [format!("{LIST}: a is no test that may compare nothing")]);
    }

    #[test]
    fn no_test_is_left_out() {
        let ignored = (Path::new("t.rs"), format!("#[test]\n{IGNORED} = \"slow\"]\nfn t() {{}}\n"));
        assert_eq!(compared("", &[ignored]).len(), 1);
    }
}
