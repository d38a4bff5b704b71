//! The best program of each task.

use super::words::{program_json, right, score_json, short};
use crate::args::{BestArgs, FormatArg};
use crate::commands::{exit, store};
use crate::output::{print, tell};
use crate::table::{Align, render, time_cell};
use megabatt_store::Best;
use serde_json::{Value, json};

pub fn best(args: &BestArgs) -> Result<u8, String> {
    let library = store::open_existing(&args.of.common.library)?;
    let best = library.best(args.task.as_deref(), args.of.dialect()).map_err(|e| e.to_string())?;
    print(&match args.of.common.format {
        FormatArg::Table => table(&best),
        FormatArg::Json => format!("{:#}\n", Value::from(best.iter().map(as_json).collect::<Vec<_>>())),
    });
    if let (Some(task), true) = (&args.task, best.is_empty()) {
        tell(&format!(
            "note: no program of the library has a sample of {task} right\n  help: `megabatt library add FILES --data D` \
             stores scores"
        ));
        return Ok(exit::FOUND);
    }
    Ok(exit::FINE)
}

fn table(best: &[Best]) -> String {
    let headings = [
        ("task", Align::Left),
        ("right", Align::Right),
        ("time", Align::Right),
        ("id", Align::Left),
        ("name", Align::Left),
        ("of", Align::Right),
        ("data", Align::Left),
    ];
    let row = |b: &Best| {
        vec![
            b.score.task.clone(),
            right(&b.score),
            time_cell(b.score.time),
            short(b.program.exact),
            b.program.name.clone(),
            b.of.to_string(),
            b.score.data.clone(),
        ]
    };
    render(&headings, &best.iter().map(row).collect::<Vec<_>>())
}

fn as_json(best: &Best) -> Value {
    let mut object = program_json(&best.program);
    object["score"] = score_json(&best.score);
    object["of"] = json!(best.of);
    object
}
