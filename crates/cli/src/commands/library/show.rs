//! One program.

use super::find::find;
use super::words::{moment, program_json, right, score_json};
use crate::args::{FormatArg, ShowProgramArgs};
use crate::commands::{exit, store};
use crate::output::print;
use crate::table::{Align, render, time_cell};
use megabatt_store::{Origin, Score, Store, StoredProgram};
use serde_json::{Value, json};

pub fn show(args: &ShowProgramArgs) -> Result<u8, String> {
    let library = store::open_existing(&args.common.library)?;
    let mut texts = Vec::new();
    let mut objects = Vec::new();
    for program in find(&library, &args.id)? {
        let (origins, scores) = details(&library, &program)?;
        match args.common.format {
            FormatArg::Table => texts.push(in_words(&program, &origins, &scores)),
            FormatArg::Json => objects.push(as_json(&program, &origins, &scores)),
        }
    }
    print(&match args.common.format {
        FormatArg::Table => texts.join("\n"),
        FormatArg::Json => format!("{:#}\n", Value::from(objects)),
    });
    Ok(exit::FINE)
}

fn details(library: &Store, program: &StoredProgram) -> Result<(Vec<Origin>, Vec<Score>), String> {
    let origins = library.origins(program.key).map_err(|e| e.to_string())?;
    let scores = library.scores_of(program.key).map_err(|e| e.to_string())?;
    Ok((origins, scores))
}

fn in_words(program: &StoredProgram, origins: &[Origin], scores: &[Score]) -> String {
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
    format!("{text}\n{}", program.source)
}

/// `train 1 StopIteration, test 0 wrong`.
fn failures(score: &Score) -> String {
    let failed = score.validation.samples.iter().filter(|s| s.failure.is_some() || s.matches == Some(false));
    let words = failed.map(|s| format!("{} {} {}", s.sample.section.name(), s.sample.index, s.outcome()));
    words.collect::<Vec<_>>().join(", ")
}

fn as_json(program: &StoredProgram, origins: &[Origin], scores: &[Score]) -> Value {
    let origin = |o: &Origin| json!({ "name": o.name, "file": o.file, "line": o.line, "task": o.task });
    let mut object = program_json(program);
    object["source"] = json!(program.source);
    object["origins"] = origins.iter().map(origin).collect();
    object["scores"] = scores.iter().map(score_json).collect();
    object
}
