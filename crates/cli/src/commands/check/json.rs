//! Findings as one JSON object.

use super::{Totals, all, severity};
use megabatt_lang::Source;
use megabatt_lang::check::{Checked, Finding};
use serde_json::{Value, json};
use std::ops::Range;

pub fn render(checked: &[Checked], totals: Totals) -> String {
    let files: Vec<Value> = checked
        .iter()
        .map(|file| json!({"file": file.source.name, "functions": file.functions, "programs": file.programs}))
        .collect();
    let findings: Vec<Value> = all(checked).map(|(file, finding)| one(&file.source, finding)).collect();
    let totals = json!({"errors": totals.errors, "warnings": totals.warnings, "notes": totals.notes});
    format!("{:#}\n", json!({"files": files, "findings": findings, "totals": totals}))
}

fn one(source: &Source, finding: &Finding) -> Value {
    let diagnostic = &finding.diagnostic;
    let at = diagnostic.labels.first().map(|(at, _)| at.clone()).unwrap_or_default();
    let mut object = json!({
        "file": source.name,
        "severity": severity(diagnostic.severity),
        "code": diagnostic.code.name(),
        "message": diagnostic.message,
        "function": diagnostic.function,
        "help": diagnostic.help,
    });
    let also: Vec<Value> = diagnostic
        .labels
        .iter()
        .skip(1)
        .map(|(at, label)| merged(place(source, at), json!({"label": label})))
        .collect();
    let suggestion =
        finding.suggestion.as_ref().map(|edit| merged(place(source, &edit.at), json!({"text": edit.text})));
    object = merged(object, place(source, &at));
    merged(object, json!({"also": also, "suggestion": suggestion}))
}

/// Lines and columns count from 1, columns in characters; the end is the column after the last.
fn place(source: &Source, at: &Range<usize>) -> Value {
    json!({
        "line": source.line(at.start),
        "column": source.column(at.start),
        "end_line": source.line(at.end),
        "end_column": source.column(at.end),
    })
}

fn merged(mut object: Value, more: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut object, more) {
        all.extend(more);
    }
    object
}
