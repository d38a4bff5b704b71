//! What changed between two files.

use super::read::{Key, Names, Result, Row, read};
use std::collections::HashMap;
use std::path::Path;

/// How a row changed. The order is that of the report: worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// It was as expected and is no more.
    Broken,
    /// It is as expected now.
    Fixed,
    /// A value where there was a failure, or the other way round; expected it is or was neither.
    Kind,
    /// Another exception or limit.
    Error,
    /// Another value.
    Value,
    /// The same outcome, judged otherwise: the expected output changed, or was known to one run only.
    Judged,
    OnlyBefore,
    OnlyAfter,
}

impl Change {
    pub const ALL: [Change; 8] = [
        Change::Broken,
        Change::Fixed,
        Change::Kind,
        Change::Error,
        Change::Value,
        Change::Judged,
        Change::OnlyBefore,
        Change::OnlyAfter,
    ];

    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            Change::Broken => "right -> wrong",
            Change::Fixed => "wrong -> right",
            Change::Kind => "value <-> failure",
            Change::Error => "error changed",
            Change::Value => "value changed",
            Change::Judged => "judged otherwise",
            Change::OnlyBefore => "only in A",
            Change::OnlyAfter => "only in B",
        }
    }

    /// For scripts.
    pub fn id(self) -> &'static str {
        match self {
            Change::Broken => "right_to_wrong",
            Change::Fixed => "wrong_to_right",
            Change::Kind => "value_or_failure",
            Change::Error => "error",
            Change::Value => "value",
            Change::Judged => "match",
            Change::OnlyBefore => "only_before",
            Change::OnlyAfter => "only_after",
        }
    }
}

/// A row that changed.
#[derive(Clone, Debug)]
pub struct Changed {
    pub key: Key,
    pub change: Change,
    pub before: Option<Row>,
    pub after: Option<Row>,
}

/// Two files, compared.
pub struct Comparison {
    pub names: Names,
    /// By program and task in the order of the files, then by pair.
    pub changed: Vec<Changed>,
    /// Rows of both files.
    pub both: usize,
    /// Rows that came again in their file, where the first one counts.
    pub repeated: usize,
    /// Rows of both files that have values in one or none of them, so that only the rest was compared.
    pub without_values: usize,
}

/// Compares two files, one row at a time.
pub fn compare(before: &Path, after: &Path) -> std::result::Result<Comparison, String> {
    let mut names = Names::default();
    let (mut both, mut repeated, mut without_values) = (0, 0, 0);
    // The row, and whether the other file has it too.
    let mut rows: HashMap<Key, (Row, bool)> = HashMap::new();
    read(before, &mut names, |key, row| {
        let mut is_new = false;
        rows.entry(key).or_insert_with(|| {
            is_new = true;
            (row, false)
        });
        repeated += usize::from(!is_new);
    })?;
    let mut changed = Vec::new();
    let mut only_after: HashMap<Key, ()> = HashMap::new();
    read(after, &mut names, |key, row| match rows.get_mut(&key) {
        Some((_, true)) => repeated += 1,
        Some((old, seen)) => {
            *seen = true;
            both += 1;
            without_values += usize::from(lacks_values(old, &row));
            if let Some(change) = change(old, &row) {
                changed.push(Changed { key, change, before: Some(old.clone()), after: Some(row) });
            }
        }
        None => match only_after.insert(key, ()) {
            Some(()) => repeated += 1,
            None => changed.push(Changed { key, change: Change::OnlyAfter, before: None, after: Some(row) }),
        },
    })?;
    let gone = rows.into_iter().filter(|(_, (_, seen))| !seen);
    changed.extend(gone.map(|(key, (row, _))| Changed {
        key,
        change: Change::OnlyBefore,
        before: Some(row),
        after: None,
    }));
    changed.sort_by_key(|row| row.key);
    Ok(Comparison { names, changed, both, repeated, without_values })
}

fn lacks_values(a: &Row, b: &Row) -> bool {
    matches!((&a.result, &b.result), (Result::Value(a), Result::Value(b)) if a.is_none() || b.is_none())
}

fn change(before: &Row, after: &Row) -> Option<Change> {
    let same = lacks_values(before, after) || before.result == after.result;
    match (before.matches, after.matches) {
        (Some(true), Some(false)) => Some(Change::Broken),
        (Some(false), Some(true)) => Some(Change::Fixed),
        (a, b) if same => (a != b).then_some(Change::Judged),
        _ => match (&before.result, &after.result) {
            (Result::Value(_), Result::Value(_)) => Some(Change::Value),
            (Result::Value(_), _) | (_, Result::Value(_)) => Some(Change::Kind),
            _ => Some(Change::Error),
        },
    }
}
