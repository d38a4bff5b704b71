//! Ids, days and scores as the verbs of the library write them.

use crate::commands::validate::json;
use crate::table::{duration, time_cell};
use megabatt_engine::sets::date;
use megabatt_lang::Id;
use megabatt_store::{Report, Score, StoredProgram, TimeClass};
use serde_json::{Value, json};
use std::time::Duration;

/// As much of an id as people want to see, and enough to type back in any library of usual size.
pub fn short(id: Id) -> String {
    id.to_string().chars().take(10).collect()
}

/// `2026-01-31T09:05:00Z`.
pub fn moment(seconds: i64) -> String {
    date::at(u64::try_from(seconds).unwrap_or(0))
}

/// `2026-01-31`.
pub fn day(seconds: i64) -> String {
    moment(seconds).chars().take(10).collect()
}

/// `3/4`.
pub fn right(score: &Score) -> String {
    format!("{}/{}", score.right, score.known)
}

/// Task, right, time and data as cells; empty ones without a score.
pub fn score_cells(score: Option<&Score>) -> [String; 3] {
    match score {
        Some(score) => [right(score), time_cell(score.time), score.data.clone()],
        None => Default::default(),
    }
}

/// The same for what a tree says. Of how many samples is not known.
pub fn report_cells(report: &Report) -> [String; 3] {
    [format!("{}/?", report.right()), time_range(report.time_class), "solver tree".to_string()]
}

/// `2.72 s to 7.39 s`.
pub fn time_range(class: TimeClass) -> String {
    let (from, to) = class.seconds();
    // Classes that no real time has are beyond what durations hold.
    let time = |seconds: f64| Duration::try_from_secs_f64(seconds).map_or("forever".to_string(), duration);
    format!("{} to {}", time(from), time(to))
}

pub fn program_json(program: &StoredProgram) -> Value {
    json!({
        "id": program.exact.to_string(),
        "canonical": program.canonical.to_string(),
        "name": program.name,
        "dialect": program.dialect.name(),
        "added": moment(program.added),
    })
}

pub fn score_json(score: &Score) -> Value {
    let mut object = json!({
        "task": score.task,
        "content": score.content.to_string(),
        "data": score.data,
        "engine": score.engine,
        "at": moment(score.at),
    });
    if let (Some(object), Value::Object(rest)) = (object.as_object_mut(), json::validation(&score.validation)) {
        object.extend(rest);
    }
    object
}

pub fn report_json(report: &Report) -> Value {
    let (from, to) = report.time_class.seconds();
    json!({
        "task": report.task,
        "file": report.file,
        "points": report.points,
        "right": report.right(),
        "time_class": report.time_class.0,
        // JSON has no infinity.
        "seconds": [from, if to.is_finite() { json!(to) } else { Value::Null }],
        "at": moment(report.at),
    })
}
