//! `megabatt run --profile`: which operations, programs and lines take the time.

use super::run_lines::{LineSpent, lines};
use super::run_report::Report;
use crate::table::{Align, duration, render, time_cell};
use crate::width::{width, wrap};
use megabatt_cpu::{Profile, Spent};
use serde_json::{Value as Json, json};
use std::cmp::Reverse;
use std::time::Duration;

/// A finished profile.
pub struct Profiled {
    /// The slowest first, by own time.
    ops: Vec<(&'static str, Spent)>,
    lines: Vec<LineSpent>,
    /// Threads were busy with programs for so long.
    busy: Duration,
}

impl Profiled {
    /// `members`: the nodes of each program's lines, if they ran as a battery.
    pub fn new(profile: &Profile, report: &Report<'_>, members: Option<&[Vec<u32>]>, busy: Duration) -> Profiled {
        let mut ops: Vec<(&'static str, Spent)> = profile.ops().collect();
        // Sorting is stable: of equally slow ones the first of the table comes first.
        ops.sort_by_key(|(_, spent)| Reverse(spent.own));
        Profiled { ops, lines: lines(profile, report.programs, members, report.is_demo), busy }
    }

    fn share(&self, time: Duration) -> f64 {
        time.as_secs_f64() / self.busy.as_secs_f64().max(1e-9)
    }

    fn percent(&self, time: Duration) -> String {
        format!("{:.1}%", self.share(time) * 100.0)
    }

    fn in_operations(&self) -> Duration {
        self.ops.iter().map(|(_, spent)| spent.own).sum()
    }

    /// Three tables of at most `top` rows.
    pub fn table(&self, report: &Report<'_>, top: usize) -> String {
        let calls: u64 = self.ops.iter().map(|(_, spent)| spent.calls).sum();
        let (inside, busy) = (self.in_operations(), duration(self.busy));
        let heading = format!(
            "operations, slowest first: {calls} calls took {} of the {busy} in which threads ran programs ({})",
            duration(inside),
            self.percent(inside)
        );
        let sections = [
            (heading.as_str(), self.operations(top)),
            (
                "programs, slowest first: as if each ran alone, so lines that they share count for each",
                programs(report, top),
            ),
            (
                "lines, slowest first: one that several programs share stands under the first of them",
                self.slowest_lines(report, top),
            ),
        ];
        sections.map(|(heading, table)| wrap(heading, width()) + &table).join("\n")
    }

    fn operations(&self, top: usize) -> String {
        let headings = [
            ("operation", Align::Left),
            ("calls", Align::Right),
            ("own time", Align::Right),
            ("share", Align::Right),
            ("a call", Align::Right),
            ("with calls inside", Align::Right),
        ];
        let row = |(op, spent): &(&'static str, Spent)| {
            vec![
                op.to_string(),
                spent.calls.to_string(),
                time_cell(spent.own),
                self.percent(spent.own),
                time_cell(each(spent.own, spent.calls)),
                time_cell(spent.total),
            ]
        };
        let rows: Vec<_> = self.ops.iter().take(top).map(row).collect();
        render(&headings, &rows) + &more(self.ops.len(), top)
    }

    fn slowest_lines(&self, report: &Report<'_>, top: usize) -> String {
        let headings = [
            ("time", Align::Right),
            ("share", Align::Right),
            ("runs", Align::Right),
            ("programs", Align::Right),
            ("program", Align::Left),
            ("line", Align::Right),
            ("text", Align::Left),
        ];
        let row = |line: &LineSpent| {
            vec![
                time_cell(line.time),
                self.percent(line.time),
                line.runs.to_string(),
                line.programs.to_string(),
                report.names[line.program].clone(),
                line.number.to_string(),
                line.text.clone(),
            ]
        };
        let rows: Vec<_> = self.lines.iter().take(top).map(row).collect();
        render(&headings, &rows) + &more(self.lines.len(), top)
    }

    /// Everything, whatever the length.
    pub fn as_json(&self, report: &Report<'_>) -> Json {
        let op = |(op, spent): &(&'static str, Spent)| {
            json!({
                "operation": op,
                "calls": spent.calls,
                "own_seconds": spent.own.as_secs_f64(),
                "total_seconds": spent.total.as_secs_f64(),
                "share": self.share(spent.own),
            })
        };
        let line = |line: &LineSpent| {
            json!({
                "program": report.names[line.program],
                "file": report.programs[line.program].file,
                "line": line.number,
                "text": line.text,
                "runs": line.runs,
                "programs": line.programs,
                "seconds": line.time.as_secs_f64(),
                "share": self.share(line.time),
            })
        };
        json!({
            "busy_seconds": self.busy.as_secs_f64(),
            "operation_seconds": self.in_operations().as_secs_f64(),
            "operations": self.ops.iter().map(op).collect::<Vec<_>>(),
            "lines": self.lines.iter().map(line).collect::<Vec<_>>(),
        })
    }
}

fn programs(report: &Report<'_>, top: usize) -> String {
    let headings = [("program", Align::Left), ("runs", Align::Right), ("time", Align::Right), ("a run", Align::Right)];
    let mut slowest: Vec<_> = report.summary.programs.iter().collect();
    slowest.sort_by_key(|(_, summary)| Reverse(summary.time));
    let row = |(n, summary): &(&usize, &megabatt_engine::run::ProgramSummary)| {
        let run = each(summary.time, summary.rows as u64);
        vec![report.names[**n].clone(), summary.rows.to_string(), time_cell(summary.time), time_cell(run)]
    };
    let rows: Vec<_> = slowest.iter().take(top).map(row).collect();
    render(&headings, &rows) + &more(slowest.len(), top)
}

fn each(time: Duration, count: u64) -> Duration {
    Duration::from_nanos((time.as_nanos() / u128::from(count.max(1))) as u64)
}

fn more(all: usize, top: usize) -> String {
    match all.saturating_sub(top) {
        0 => String::new(),
        rest => format!("and {rest} more; --format json has all\n"),
    }
}
