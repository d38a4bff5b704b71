//! A validation as JSON.

use super::report::{At, Line, Report, place};
use megabatt_engine::run::Stop;
use megabatt_store::{SampleResult, Validation};
use serde_json::{Value, json};
use std::time::Duration;

pub fn json(report: &Report<'_>, slowest: usize, loaded: Duration, took: Duration) -> String {
    let finished = report.finished;
    let slow = |(line, sample): At<'_>| json!({ "program": line.name, "sample": place(sample), "seconds": sample.time.as_secs_f64() });
    let document = json!({
        "programs": report.lines.iter().map(program).collect::<Vec<_>>(),
        "slowest": report.slowest(slowest).into_iter().map(slow).collect::<Vec<_>>(),
        "totals": {
            "programs": report.lines.len(),
            "planned": report.planned,
            "tasks": report.tasks(),
            "right": report.right(),
            "known": report.known(),
            "solving": report.solving(),
            "from_cache": finished.from_cache,
            "runs": finished.rows,
            "load_seconds": loaded.as_secs_f64(),
            "validate_seconds": took.as_secs_f64(),
        },
        "stop": if finished.stop == Stop::Finished { "finished" } else { "interrupted" },
    });
    format!("{document:#}\n")
}

fn program(line: &Line<'_>) -> Value {
    let mut object = json!({
        "program": line.name,
        "file": line.program.file,
        "line": line.program.line,
        "id": line.program.exact_id().to_string(),
        "task": line.task.id,
    });
    if let (Some(object), Value::Object(rest)) = (object.as_object_mut(), validation(line.validation)) {
        object.extend(rest);
    }
    object
}

/// Counts, time and samples.
pub fn validation(validation: &Validation) -> Value {
    json!({
        "right": validation.right(),
        "known": validation.known(),
        "seconds": validation.time().as_secs_f64(),
        "samples": validation.samples.iter().map(sample).collect::<Vec<_>>(),
    })
}

fn sample(sample: &SampleResult) -> Value {
    json!({
        "split": sample.sample.section.name(),
        "index": sample.sample.index,
        "outcome": match &sample.failure {
            None => "value",
            Some(failure) if failure.starts_with("limit ") => "limit",
            Some(_) => "error",
        },
        "failure": sample.failure,
        "match": sample.matches,
        "seconds": sample.time.as_secs_f64(),
        "fuel": sample.fuel,
        "address_dependent": sample.address_dependent,
    })
}
