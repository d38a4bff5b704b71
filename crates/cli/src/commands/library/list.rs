//! All programs with their scores.

use super::words::{day, program_json, report_cells, report_json, score_cells, score_json, short};
use crate::args::{FormatArg, ListArgs, SortArg};
use crate::commands::{exit, store};
use crate::output::print;
use crate::table::{Align, render};
use megabatt_store::{Report, Score, Store, StoredProgram};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A program with one of its scores, or without any.
struct Line {
    program: StoredProgram,
    score: Option<Score>,
    /// What a tree says of it, if it has no score.
    report: Option<Report>,
    /// The task of the score, else the one that its name speaks of.
    task: Option<String>,
}

pub fn list(args: &ListArgs) -> Result<u8, String> {
    let library = store::open_existing(&args.common.library)?;
    let mut lines = lines(&library)?;
    if let Some(task) = &args.task {
        lines.retain(|line| line.task.as_ref() == Some(task));
    }
    sort(&mut lines, args.sort);
    print(&match args.common.format {
        FormatArg::Table => table(&lines),
        FormatArg::Json => format!("{:#}\n", Value::from(lines.iter().map(as_json).collect::<Vec<_>>())),
    });
    Ok(exit::FINE)
}

/// As they were added.
fn lines(library: &Store) -> Result<Vec<Line>, String> {
    let mut scores: BTreeMap<i64, Vec<Score>> = BTreeMap::new();
    for score in library.scores().map_err(|e| e.to_string())? {
        scores.entry(score.program).or_default().push(score);
    }
    let mut reports: BTreeMap<i64, Vec<Report>> = BTreeMap::new();
    for report in library.reports().map_err(|e| e.to_string())? {
        reports.entry(report.program).or_default().push(report);
    }
    let mut lines = Vec::new();
    for program in library.programs().map_err(|e| e.to_string())? {
        match (scores.remove(&program.key), reports.remove(&program.key)) {
            (Some(scores), _) => lines.extend(scores.into_iter().map(|score| Line {
                program: program.clone(),
                task: Some(score.task.clone()),
                score: Some(score),
                report: None,
            })),
            (None, Some(reports)) => lines.extend(reports.into_iter().map(|report| Line {
                program: program.clone(),
                task: Some(report.task.clone()),
                score: None,
                report: Some(report),
            })),
            (None, None) => {
                let origins = library.origins(program.key).map_err(|e| e.to_string())?;
                let task = origins.into_iter().find_map(|origin| origin.task);
                lines.push(Line { program, score: None, report: None, task });
            }
        }
    }
    Ok(lines)
}

/// Lines without a score come last where scores decide; equal ones as they were added.
fn sort(lines: &mut [Line], by: SortArg) {
    match by {
        SortArg::Added => {}
        SortArg::Name => lines.sort_by(|a, b| a.program.name.cmp(&b.program.name)),
        SortArg::Time => lines.sort_by_key(|line| (line.score.is_none(), line.score.as_ref().map(|s| s.time))),
        SortArg::Score => lines.sort_by_key(|line| {
            let score = line.score.as_ref();
            // Shares in millionths: 2/2 comes before 3/4.
            let share = |s: &Score| s.right * 1_000_000 / s.known.max(1);
            (score.is_none(), Reverse(score.map(|s| (share(s), s.right))), score.map(|s| s.time))
        }),
    }
}

fn table(lines: &[Line]) -> String {
    let headings = [
        ("id", Align::Left),
        ("name", Align::Left),
        ("dialect", Align::Left),
        ("added", Align::Left),
        ("task", Align::Left),
        ("right", Align::Right),
        ("time", Align::Right),
        ("data", Align::Left),
    ];
    let row = |line: &Line| {
        let Line { program, score, report, task } = line;
        let [right, time, data] = report.as_ref().map_or_else(|| score_cells(score.as_ref()), report_cells);
        vec![
            short(program.exact),
            program.name.clone(),
            program.dialect.name().to_string(),
            day(program.added),
            task.clone().unwrap_or_default(),
            right,
            time,
            data,
        ]
    };
    render(&headings, &lines.iter().map(row).collect::<Vec<_>>())
}

fn as_json(line: &Line) -> Value {
    let mut object = program_json(&line.program);
    object["task"] = json!(line.task);
    object["score"] = line.score.as_ref().map_or(Value::Null, score_json);
    if let Some(report) = &line.report {
        object["report"] = report_json(report);
    }
    object
}
