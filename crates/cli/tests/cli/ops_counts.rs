//! `megabatt ops --counts` against a count of words.

use crate::common::Folder;
use crate::ops::ops;
use megabatt_core::Op;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const DEMO: [&str; 2] = ["demo/programs.py", "demo/failing.py"];

/// The functions of a file as the words in them: no parser, just lines and letters.
fn functions(file: &str) -> BTreeMap<String, Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut name = String::new();
    let mut in_text = false;
    for line in std::fs::read_to_string(path).unwrap().lines() {
        if let Some(rest) = line.strip_prefix("def ") {
            name = rest.split('(').next().unwrap().to_string();
            found.insert(name.clone(), Vec::new());
            continue;
        }
        let quotes = line.matches("\"\"\"").count();
        let is_text = in_text || quotes > 0;
        in_text ^= quotes == 1;
        if is_text || !line.starts_with("    ") {
            continue;
        }
        let code = line.split('#').next().unwrap();
        let words = code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        found.get_mut(&name).unwrap().extend(words.map(str::to_string));
    }
    found
}

/// Uses and users of each operation. What helpers say is said by every program that calls them.
fn by_words() -> (usize, BTreeMap<String, (usize, usize)>) {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut programs = 0;
    for file in DEMO {
        let functions = functions(file);
        for name in functions.keys().filter(|name| name.starts_with("solve_")) {
            programs += 1;
            let mut all = BTreeSet::from([name]);
            loop {
                let more: BTreeSet<&String> = all
                    .iter()
                    .flat_map(|name| &functions[*name])
                    .filter_map(|word| functions.get_key_value(word).map(|(name, _)| name))
                    .collect();
                let before = all.len();
                all.extend(more);
                if all.len() == before {
                    break;
                }
            }
            let words = all.iter().flat_map(|name| &functions[*name]).filter(|word| Op::from_name(word).is_some());
            let mut own: BTreeMap<&String, usize> = BTreeMap::new();
            words.for_each(|word| *own.entry(word).or_default() += 1);
            for (word, uses) in own {
                let entry = counts.entry(word.clone()).or_default();
                *entry = (entry.0 + uses, entry.1 + 1);
            }
        }
    }
    (programs, counts)
}

#[test]
fn the_demos_counts_are_those_of_its_words() {
    let json = ops(&Folder::new("ops_counts_words"), 80, &["--counts", "--format", "json"]).json();
    let (programs, expected) = by_words();
    assert_eq!(json["programs"], programs);
    let rows = json["operations"].as_array().unwrap();
    assert_eq!(rows.len(), 160);
    for row in rows {
        let (uses, users) = expected.get(row["name"].as_str().unwrap()).copied().unwrap_or_default();
        assert_eq!((&row["uses"], &row["programs"]), (&uses.into(), &users.into()), "{}", row["name"]);
    }
    let uses: Vec<u64> = rows.iter().map(|row| row["uses"].as_u64().unwrap()).collect();
    assert!(uses.is_sorted_by(|a, b| a >= b));
    assert_eq!(json["uses"], uses.iter().sum::<u64>());
    let shares: f64 = rows.iter().map(|row| row["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9);
}

#[test]
fn the_table_of_counts() {
    insta::assert_snapshot!("ops_counts", ops(&Folder::new("ops_counts_table"), 80, &["--counts"]).out);
}

#[test]
fn files_are_counted_together() {
    let folder = Folder::new("ops_counts_files");
    folder.write("a.py", "def solve_00000001(I):\n    x = trim(I)\n    O = trim(x)\n    return O\n");
    folder.write("b.py", "def solve_00000002(I):\n    O = apply(trim, I)\n    return O\n");
    let ran = ops(&folder, 80, &["--counts", "a.py", "b.py"]);
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[2], ["trim", "3", "75.0", "%", "2"]);
    assert_eq!(rows[3], ["apply", "1", "25.0", "%", "1"]);
    assert!(ran.out.ends_with("\n4 uses of 2 operations in 2 programs; 158 are not used\n"), "{}", ran.out);
}
