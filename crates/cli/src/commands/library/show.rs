//! One program.

use super::find::find;
use super::words::{moment, program_json, report_json, right, score_json, time_range};
use crate::args::{FormatArg, ShowProgramArgs};
use crate::commands::{exit, store};
use crate::output::print;
use crate::table::{Align, render, time_cell};
use megabatt_store::{Origin, Report, Score, Store, StoredProgram};
use serde_json::{Value, json};

pub fn show(args: &ShowProgramArgs) -> Result<u8, String> {
    let library = store::open_existing(&args.common.library)?;
    let mut texts = Vec::new();
    let mut objects = Vec::new();
    for program in find(&library, &args.id)? {
        let details = Details::of(&library, &program)?;
        match args.common.format {
            FormatArg::Table => texts.push(in_words(&program, &details)),
            FormatArg::Json => objects.push(as_json(&program, &details)),
        }
    }
    print(&match args.common.format {
        FormatArg::Table => texts.join("\n"),
        FormatArg::Json => format!("{:#}\n", Value::from(objects)),
    });
    Ok(exit::FINE)
}

/// What is known of a program.
struct Details {
    origins: Vec<Origin>,
    scores: Vec<Score>,
    reports: Vec<Report>,
}

impl Details {
    fn of(library: &Store, program: &StoredProgram) -> Result<Details, String> {
        Ok(Details {
            origins: library.origins(program.key).map_err(|e| e.to_string())?,
            scores: library.scores_of(program.key).map_err(|e| e.to_string())?,
            reports: library.reports_of(program.key).map_err(|e| e.to_string())?,
        })
    }
}

fn in_words(program: &StoredProgram, details: &Details) -> String {
    let Details { origins, scores, reports } = details;
    let mut text = String::new();
    for (what, value) in [
        ("id", program.exact.to_string()),
        ("canonical", program.canonical.to_string()),
        ("dialect", program.dialect.name().to_string()),
        ("added", moment(program.added)),
    ] {
        text.push_str(&format!("{what:<10} {value}\n"));
    }
    for origin in origins {
        text.push_str(&format!("{:<10} {} in {}:{}\n", "from", origin.name, origin.file, origin.line));
    }
    if !scores.is_empty() {
        let headings = [
            ("task", Align::Left),
            ("right", Align::Right),
            ("time", Align::Right),
            ("not right", Align::Left),
            ("data", Align::Left),
        ];
        let row = |s: &Score| vec![s.task.clone(), right(s), time_cell(s.time), failures(s), s.data.clone()];
        text.push('\n');
        text.push_str(&render(&headings, &scores.iter().map(row).collect::<Vec<_>>()));
    }
    if !reports.is_empty() {
        let headings = [
            ("task", Align::Left),
            ("right", Align::Right),
            ("time", Align::Left),
            ("in a solver tree as", Align::Left),
        ];
        let row =
            |r: &Report| vec![r.task.clone(), format!("{}/?", r.right()), time_range(r.time_class), r.file.clone()];
        text.push('\n');
        text.push_str(&render(&headings, &reports.iter().map(row).collect::<Vec<_>>()));
    }
    format!("{text}\n{}", program.source)
}

/// `train 1 StopIteration, test 0 wrong`.
fn failures(score: &Score) -> String {
    let failed = score.validation.samples.iter().filter(|s| s.failure.is_some() || s.matches == Some(false));
    let words = failed.map(|s| format!("{} {} {}", s.sample.section.name(), s.sample.index, s.outcome()));
    words.collect::<Vec<_>>().join(", ")
}

fn as_json(program: &StoredProgram, details: &Details) -> Value {
    let Details { origins, scores, reports } = details;
    let origin = |o: &Origin| json!({ "name": o.name, "file": o.file, "line": o.line, "task": o.task });
    let mut object = program_json(program);
    object["source"] = json!(program.source);
    object["origins"] = origins.iter().map(origin).collect();
    object["scores"] = scores.iter().map(score_json).collect();
    object["reports"] = reports.iter().map(report_json).collect();
    object
}
