//! `check::fix` on generated programs: what it leaves has no dead or repeated line and is the same program.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Lines, file, lines, written};
use megabatt_lang::check::{Fixes, check, fix};
use megabatt_lang::{Code, Dialect, parse};
use proptest::prelude::*;

const ALL: Fixes = Fixes { dead: true, repeated: true };

fn needless(text: &str) -> usize {
    let report = check(&[("p.py", text.as_bytes())], Dialect::Arc);
    report[0].findings.iter().filter(|f| matches!(f.diagnostic.code, Code::DeadLine | Code::RepeatedLine)).count()
}

/// With few names, names are given again and again.
fn text(lines: &Lines, names: usize) -> String {
    let name = |n: usize| format!("v{}", n % names);
    file("solve_it", "grid", &written(lines, "grid", name), &name(lines.len() - 1))
}

proptest! {
    #[test]
    fn nothing_needless_is_left_and_the_program_is_the_same(lines in lines(), twice in any::<bool>(), names in 2usize..30) {
        let mut lines = lines;
        if twice {
            lines.extend(lines.clone());
        }
        let before = text(&lines, names);
        let Some(after) = fix("p.py", before.as_bytes(), Dialect::Arc, ALL).unwrap() else {
            prop_assert_eq!(needless(&before), 0, "{}", before);
            return Ok(());
        };
        let after = String::from_utf8(after).unwrap();
        prop_assert_eq!(needless(&after), 0, "{}\n{}", before, after);
        let id = |text: &str| parse("p.py", text, Dialect::Arc).programs.last().unwrap().canonical_id();
        prop_assert_eq!(id(&before), id(&after), "{}\n{}", before, after);
        prop_assert_eq!(fix("p.py", after.as_bytes(), Dialect::Arc, ALL), Ok(None));
    }
}

/// Nothing in the grammar's fixtures confuses it.
#[test]
fn every_fixture_can_be_checked_and_fixed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut files = 0;
    for kind in ["valid", "invalid"] {
        for entry in std::fs::read_dir(folder.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "py") {
                files += 1;
                let bytes = std::fs::read(&path).unwrap();
                check(&[("p.py", &bytes)], Dialect::Rearc);
                let fixed = fix("p.py", &bytes, Dialect::Rearc, ALL);
                assert!(fixed.is_ok(), "{path:?}");
                if let Ok(Some(fixed)) = fixed {
                    assert_eq!(needless(std::str::from_utf8(&fixed).unwrap()), 0, "{path:?}");
                }
            }
        }
    }
    assert!(files > 60, "{files}");
}
