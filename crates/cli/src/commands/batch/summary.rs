//! What is said at the end.

use super::Done;
use crate::output::tell;
use crate::table::{counted, duration};
use megabatt_batch::{Path, Report, Row};

/// `1718 grids through 3 operations: 1716 values, 2 exceptions; on the CPU in 1.20 ms`.
pub fn text(done: &Done<'_>) -> String {
    let report = &done.results.report;
    let count = |wanted: fn(&Row) -> bool| done.results.rows.iter().filter(|row| wanted(row)).count();
    let errors = count(|row| matches!(row, Row::Error(_)));
    let limits = count(|row| matches!(row, Row::Limit(_)));
    let mut text = format!(
        "{} through {}: {}, {}{}; {} in {}",
        counted(report.rows, "grid"),
        counted(done.pipeline.stages(), "operation"),
        counted(report.rows - errors - limits, "value"),
        counted(errors, "exception"),
        if limits > 0 { format!(", {limits} stopped by a limit") } else { String::new() },
        whereabouts(report),
        duration(report.took),
    );
    if report.handed_back + report.too_large > 0 {
        let left = report.handed_back + report.too_large;
        text.push_str(&format!("\n{} worked out on the CPU because the GPU could not", counted(left, "row")));
    }
    if report.halved > 0 {
        text.push_str(&format!("\nmemory ran out {}, batches were halved", counted(report.halved, "time")));
    }
    text
}

fn whereabouts(report: &Report) -> &'static str {
    match report.path {
        Path::Cpu => "on the CPU",
        Path::Device => "on the GPU",
        Path::Both => "on the CPU, then on the GPU",
    }
}

fn batches(n: usize) -> String {
    format!("{n} {}", if n == 1 { "batch" } else { "batches" })
}

/// What went wrong with devices, although no row was lost.
pub fn warn(report: &Report) {
    for (why, count) in &report.failures {
        tell(&format!("warning: {} failed, and went to the CPU: {why}", batches(*count)));
    }
    for card in &report.put_aside {
        tell(&format!(
            "warning: {card} failed again and again, and is not used any more\n  help: see what `megabatt devices` says of it"
        ));
    }
}
