//! A validation as tables.

use super::report::{At, Report, outcome, place};
use crate::table::{Align, counted, duration, render, time_cell};
use megabatt_engine::run::Stop;
use std::time::Duration;

/// So many failures are listed; the table and JSON have all of them.
const MOST_FAILURES: usize = 20;

pub fn table(report: &Report<'_>, slowest: usize, with_cache: bool, loaded: Duration, took: Duration) -> String {
    let mut text = programs(report);
    text.push_str(&failures(report));
    if slowest > 0 {
        text.push_str("\nSlowest samples\n");
        let row = |(line, sample): At<'_>| {
            vec![line.name.to_string(), place(sample), time_cell(sample.time), sample.outcome().to_string()]
        };
        let headings =
            [("program", Align::Left), ("sample", Align::Left), ("time", Align::Right), ("outcome", Align::Left)];
        text.push_str(&render(&headings, &report.slowest(slowest).into_iter().map(row).collect::<Vec<_>>()));
    }
    text.push('\n');
    text.push_str(&totals(report, with_cache, loaded, took));
    text
}

fn programs(report: &Report<'_>) -> String {
    let headings = [
        ("program", Align::Left),
        ("task", Align::Left),
        ("right", Align::Right),
        ("time", Align::Right),
        ("outcome", Align::Left),
    ];
    let rows = report.lines.iter().map(|line| {
        let v = line.validation;
        let right = format!("{}/{}", v.right(), v.known());
        vec![line.name.to_string(), line.task.id.clone(), right, time_cell(v.time()), outcome(v)]
    });
    render(&headings, &rows.collect::<Vec<_>>())
}

fn failures(report: &Report<'_>) -> String {
    let all: Vec<At<'_>> = report.failures().collect();
    if all.is_empty() {
        return String::new();
    }
    let row = |(line, sample): &At<'_>| vec![line.name.to_string(), place(sample), sample.outcome().to_string()];
    let headings = [("program", Align::Left), ("sample", Align::Left), ("outcome", Align::Left)];
    let rows: Vec<Vec<String>> = all.iter().take(MOST_FAILURES).map(row).collect();
    let mut text = format!("\nNot right\n{}", render(&headings, &rows));
    if all.len() > MOST_FAILURES {
        text.push_str(&format!("… and {} more; --format json lists all\n", all.len() - MOST_FAILURES));
    }
    text
}

fn totals(report: &Report<'_>, with_cache: bool, loaded: Duration, took: Duration) -> String {
    let (finished, programs) = (report.finished, report.lines.len());
    let mut text = format!(
        "{}, {}: {} of {} samples right; {} right on all samples\n",
        counted(programs, "program"),
        counted(report.tasks(), "task"),
        report.right(),
        report.known(),
        counted(report.solving(), "program")
    );
    if with_cache {
        let (cached, rows) = (finished.from_cache, finished.rows);
        text.push_str(&format!(
            "{cached} of {} came from the cache; {}\n",
            counted(report.planned, "result"),
            counted(rows, "run")
        ));
    } else {
        text.push_str(&format!("{}, none kept\n", counted(finished.rows, "run")));
    }
    text.push_str(&format!("loaded in {}, validated in {}\n", duration(loaded), duration(took)));
    if finished.stop != Stop::Finished {
        text.push_str(&format!("interrupted after {programs} of {} programs\n", report.planned));
    }
    text
}
