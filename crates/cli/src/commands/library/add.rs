//! Putting programs in.

use super::words::{score_cells, short};
use crate::args::{AddArgs, FormatArg};
use crate::commands::validate::{json as validation_json, run};
use crate::commands::{data, exit, load, store};
use crate::output::{print, tell};
use crate::table::{Align, counted, render};
use megabatt_cpu::engine_version;
use megabatt_engine::data::Task;
use megabatt_engine::run::Stop;
use megabatt_exec::Limits;
use megabatt_lang::Program;
use megabatt_store::{Added, Score, Store};
use serde_json::json;
use std::time::{SystemTime, UNIX_EPOCH};

pub fn add(args: &AddArgs) -> Result<u8, String> {
    let programs = load::programs(&args.files, args.workers.dialect.into(), false)?;
    // Data that cannot be read is told before anything is written.
    let tasks = match args.data.is_empty() {
        true => Vec::new(),
        false => load::tasks(&args.data, false)?.tasks,
    };
    let names = load::unique_names(&programs);
    let mut library = store::open(&args.common.library)?;
    let added = library.add_programs(&programs).map_err(|e| e.to_string())?;
    let mut scores: Vec<Option<Score>> = vec![None; programs.len()];
    let mut stop = Stop::Finished;
    if !args.data.is_empty() {
        stop = score(args, &mut library, &programs, &names, &tasks, &added, &mut scores)?;
    }
    print(&match args.common.format {
        FormatArg::Table => table(&names, &programs, &added, &scores),
        FormatArg::Json => json(&names, &programs, &added, &scores),
    });
    Ok(if stop == Stop::Finished { exit::FINE } else { exit::INTERRUPTED })
}

/// Validates on the programs' own tasks and stores what came out.
fn score(
    args: &AddArgs,
    library: &mut Store,
    programs: &[Program],
    names: &[String],
    tasks: &[Task],
    added: &[Added],
    scores: &mut [Option<Score>],
) -> Result<Stop, String> {
    let limits = Limits::default();
    let request = run::Request {
        programs,
        tasks,
        dialect: args.workers.dialect.into(),
        limits,
        threads: args.workers.threads,
        fresh: false,
        progress: args.progress.style(false, false),
    };
    let results = run::run(&request, Some(library))?;
    if !args.data.is_narrowed() {
        run::tell_lonely(names, &results.lonely);
    }
    let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64);
    for (cell, validation) in results.cells.iter().zip(results.finished.validations) {
        let (Some(validation), task) = (validation, &tasks[cell.task]) else { continue };
        scores[cell.program] = Some(Score {
            program: added[cell.program].key,
            task: task.id.clone(),
            content: task.fingerprint(),
            data: data::label(&args.data.paths, &task.source),
            engine: engine_version(&limits).unwrap_or_default(),
            right: validation.right(),
            known: validation.known(),
            time: validation.time(),
            validation,
            at,
        });
    }
    let stored: Vec<Score> = scores.iter().flatten().cloned().collect();
    library.put_scores(&stored).map_err(|e| e.to_string())?;
    if let Some(error) = results.finished.not_kept {
        tell(&format!("warning: the scores are stored, but not the results for the next time: {error}"));
    }
    Ok(results.finished.stop)
}

fn table(names: &[String], programs: &[Program], added: &[Added], scores: &[Option<Score>]) -> String {
    let headings = [
        ("id", Align::Left),
        ("program", Align::Left),
        ("", Align::Left),
        ("task", Align::Left),
        ("right", Align::Right),
        ("time", Align::Right),
        ("data", Align::Left),
    ];
    let row = |n: usize| {
        let state = if added[n].is_new { "new" } else { "known" };
        let task = programs[n].task.clone().unwrap_or_default();
        let [right, time, data] = score_cells(scores[n].as_ref());
        vec![short(added[n].exact), names[n].clone(), state.to_string(), task, right, time, data]
    };
    let mut text = render(&headings, &(0..names.len()).map(row).collect::<Vec<_>>());
    text.push('\n');
    for (name, added) in names.iter().zip(added) {
        if let Some((other, id)) = added.alike.first() {
            text.push_str(&format!("{name} makes its result in the same way as {other} ({})\n", short(*id)));
        }
    }
    let new = added.iter().filter(|a| a.is_new).count();
    let scored = scores.iter().flatten().count();
    let (new, scored) = (counted(new, "program"), counted(scored, "score"));
    let known = added.iter().filter(|a| !a.is_new).count();
    text.push_str(&format!("{new} added, {known} known already; {scored} stored\n"));
    text
}

fn json(names: &[String], programs: &[Program], added: &[Added], scores: &[Option<Score>]) -> String {
    let program = |n: usize| {
        json!({
            "id": added[n].exact.to_string(),
            "program": names[n],
            "file": programs[n].file,
            "line": programs[n].line,
            "task": programs[n].task,
            "new": added[n].is_new,
            "alike": added[n].alike.iter().map(|(_, id)| id.to_string()).collect::<Vec<_>>(),
            "data": scores[n].as_ref().map(|score| &score.data),
            "score": scores[n].as_ref().map(|score| validation_json::validation(&score.validation)),
        })
    };
    let programs: Vec<_> = (0..names.len()).map(program).collect();
    let new = added.iter().filter(|a| a.is_new).count();
    format!("{:#}\n", json!({ "programs": programs, "added": new, "known": added.len() - new }))
}
