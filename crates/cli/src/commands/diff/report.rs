//! What changed, as a table or as JSON.

use super::compare::{Change, Changed, Comparison};
use super::read::{Names, Result, Row};
use crate::table::{Align, render};
use serde_json::{Value as Json, json};

/// The table: a line for each program, task and kind of change, then the totals.
pub fn table(comparison: &Comparison) -> String {
    let mut text = String::new();
    let groups = groups(comparison);
    if !groups.is_empty() {
        let headings = [
            ("program", Align::Left),
            ("task", Align::Left),
            ("change", Align::Left),
            ("before", Align::Left),
            ("after", Align::Left),
            ("pairs", Align::Left),
        ];
        let rows: Vec<Vec<String>> = groups.iter().map(|group| group.cells(&comparison.names)).collect();
        text.push_str(&render(&headings, &rows));
        text.push('\n');
    }
    text.push_str(&totals(comparison));
    text
}

/// Rows of one program and task that changed alike.
struct Group<'a> {
    rows: Vec<&'a Changed>,
}

fn groups(comparison: &Comparison) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for row in &comparison.changed {
        let words = |row: &Changed| {
            let side = |side: &Option<Row>| describe(side.as_ref(), &comparison.names);
            (row.key.program, row.key.task, row.change, side(&row.before), side(&row.after))
        };
        // The changed rows of a program and task stand together; only the groups of that task are looked through.
        let same_task = |group: &&mut Group<'_>| {
            (group.rows[0].key.program, group.rows[0].key.task) == (row.key.program, row.key.task)
        };
        let mut recent = groups.iter_mut().rev().take_while(same_task);
        match recent.find(|group| words(group.rows[0]) == words(row)) {
            Some(group) => group.rows.push(row),
            None => groups.push(Group { rows: vec![row] }),
        }
    }
    groups
}

impl Group<'_> {
    fn cells(&self, names: &Names) -> Vec<String> {
        let first = self.rows[0];
        let pairs: Vec<String> = self.rows.iter().map(|row| row.key.pair()).collect();
        vec![
            names.name(first.key.program).to_string(),
            names.name(first.key.task).to_string(),
            first.change.words().to_string(),
            describe(first.before.as_ref(), names),
            describe(first.after.as_ref(), names),
            pairs.join(" "),
        ]
    }
}

/// A side of a change in a few words.
pub fn describe(row: Option<&Row>, names: &Names) -> String {
    let Some(row) = row else { return "-".to_string() };
    match (&row.result, row.matches) {
        (Result::Value(_), Some(true)) => "right".to_string(),
        (Result::Value(_), Some(false)) => "wrong value".to_string(),
        (Result::Value(_), None) => "value".to_string(),
        (Result::Error(name), _) => names.name(*name).to_string(),
        (Result::Limit(name), _) => format!("limit {}", names.name(*name)),
    }
}

fn count(comparison: &Comparison, change: Change) -> usize {
    comparison.changed.iter().filter(|row| row.change == change).count()
}

/// Rows that are in both files and did not change.
fn unchanged(comparison: &Comparison) -> usize {
    let changed = comparison.changed.iter().filter(|row| row.before.is_some() && row.after.is_some()).count();
    comparison.both - changed
}

fn totals(comparison: &Comparison) -> String {
    let rows = |n: usize| if n == 1 { "1 row".to_string() } else { format!("{n} rows") };
    let mut text = format!("{} in both files, {} unchanged\n", rows(comparison.both), unchanged(comparison));
    let counts = Change::ALL.map(|change| (change, count(comparison, change)));
    let listed: Vec<String> =
        counts.iter().filter(|(_, n)| *n > 0).map(|(change, n)| format!("{n} {}", change.words())).collect();
    text.push_str(&if listed.is_empty() { "no outcome changed\n".to_string() } else { listed.join(", ") + "\n" });
    let uncertain = comparison.changed.iter().filter(|row| is_uncertain(row)).count();
    if uncertain > 0 {
        text.push_str(&format!(
            "{} of these depend on addresses, which may differ in Python itself\n",
            rows(uncertain)
        ));
    }
    if comparison.without_values > 0 {
        text.push_str(&format!("{} were compared without their values\n", rows(comparison.without_values)));
    }
    text
}

fn is_uncertain(row: &Changed) -> bool {
    [&row.before, &row.after].into_iter().flatten().any(|side| side.address_dependent)
}

/// The same for scripts.
pub fn json(comparison: &Comparison) -> Json {
    let names = &comparison.names;
    let side = |row: &Option<Row>| {
        row.as_ref().map(|row| {
            let (outcome, name) = match &row.result {
                Result::Value(_) => ("value", None),
                Result::Error(name) => ("error", Some(names.name(*name))),
                Result::Limit(name) => ("limit", Some(names.name(*name))),
            };
            json!({"outcome": outcome, "name": name, "match": row.matches})
        })
    };
    let changed: Vec<Json> = comparison
        .changed
        .iter()
        .map(|row| {
            json!({
                "program": names.name(row.key.program),
                "task": names.name(row.key.task),
                "split": if row.key.is_test { "test" } else { "train" },
                "index": row.key.index,
                "change": row.change.id(),
                "before": side(&row.before),
                "after": side(&row.after),
                "address_dependent": is_uncertain(row),
            })
        })
        .collect();
    let counts: serde_json::Map<String, Json> =
        Change::ALL.iter().map(|&change| (change.id().to_string(), count(comparison, change).into())).collect();
    json!({
        "both": comparison.both,
        "unchanged": unchanged(comparison),
        "without_values": comparison.without_values,
        "changes": counts,
        "rows": changed,
    })
}
