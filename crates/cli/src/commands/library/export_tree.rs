//! Programs as a tree of folders by task, score and time.

use super::export::Chosen;
use crate::args::{ExportArgs, FormatArg};
use crate::commands::exit;
use crate::output::{print, tell};
use crate::table::counted;
use megabatt_core::Dialect;
use megabatt_store::tree::{self, Place};
use megabatt_store::{Export, Report, Score, Store, TimeClass, python};
use serde_json::json;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;

/// Points for each sample that is right.
const POINTS: u64 = 1000;

pub fn export(args: &ExportArgs, library: &Store, chosen: &[Chosen]) -> Result<u8, String> {
    let Some(root) = &args.output else {
        return Err("a tree needs a folder\n  help: say which with -o DIR".to_string());
    };
    one_dialect(chosen)?;
    let cancel = exit::on_interrupt();
    let mut reports: BTreeMap<i64, Vec<Report>> = BTreeMap::new();
    for report in library.reports().map_err(|e| e.to_string())? {
        reports.entry(report.program).or_default().push(report);
    }
    let (mut files, mut written, mut homeless): (Vec<PathBuf>, usize, usize) = (Vec::new(), 0, 0);
    let mut seen: HashSet<i64> = HashSet::new();
    for chosen in chosen {
        if cancel.is_cancelled() {
            return Ok(exit::INTERRUPTED);
        }
        // A program under several names is one program here.
        if !args.best && !seen.insert(chosen.program.key) {
            continue;
        }
        let reports = reports.get(&chosen.program.key).map(Vec::as_slice).unwrap_or_default();
        let scores = match args.best {
            true => chosen.score.clone().into_iter().collect(),
            false => library.scores_of(chosen.program.key).map_err(|e| e.to_string())?,
        };
        let mut places = places(chosen, &scores, if args.best { &[] } else { reports });
        if let Some(task) = &args.task {
            places.retain(|place| place.task == *task);
        }
        if places.is_empty() {
            homeless += 1;
            continue;
        }
        let Some(text) = text(chosen) else { continue };
        for place in &places {
            let Some(path) = place.path() else {
                tell(&format!("warning: {} cannot be the name of a folder; it is left out", place.task));
                continue;
            };
            tree::write(root, &path, &text)
                .map_err(|e| format!("{} cannot be written: {e}", root.join(&path).display()))?;
            files.push(root.join(path));
        }
        written += 1;
    }
    if homeless > 0 {
        tell(&format!(
            "warning: {} without a score left out: a tree has no place for them\n  help: `megabatt library add FILES \
             --data D` gives them scores",
            counted(homeless, "program")
        ));
    }
    print(&match args.of.common.format {
        FormatArg::Table => format!("{} in {}\n", counted(written, "program"), counted(files.len(), "file")),
        FormatArg::Json => {
            let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
            format!("{:#}\n", json!({ "programs": written, "files": names }))
        }
    });
    Ok(exit::FINE)
}

fn one_dialect(chosen: &[Chosen]) -> Result<(), String> {
    let dialects: BTreeSet<&str> = chosen.iter().map(|c| c.program.dialect.name()).collect();
    match dialects.len() {
        0 | 1 => Ok(()),
        _ => Err("a tree holds programs of one dialect\n  help: choose it with --dialect".to_string()),
    }
}

/// Where a program goes: its best score of ours on each task, and what a tree said for tasks that it was not run on.
fn places(chosen: &Chosen, scores: &[Score], reports: &[Report]) -> Vec<Place> {
    let mut best: BTreeMap<&str, &Score> = BTreeMap::new();
    for score in scores {
        let rank = |s: &Score| (s.right, Reverse(s.time));
        let kept = best.entry(&score.task).or_insert(score);
        if rank(score) > rank(kept) {
            *kept = score;
        }
    }
    let known_as = |task: &str| reports.iter().find(|report| report.task == task).map(|report| report.file.clone());
    let ours = best.iter().map(|(task, score)| Place {
        task: task.to_string(),
        points: score.right as u64 * POINTS,
        time_class: TimeClass::of(score.time),
        // The canonical id has as many digits as an md5, and says the same of a program.
        file: known_as(task).unwrap_or_else(|| chosen.program.canonical.to_string()),
    });
    let theirs = reports.iter().filter(|report| !best.contains_key(report.task.as_str())).map(|report| Place {
        task: report.task.clone(),
        points: report.points,
        time_class: report.time_class,
        file: report.file.clone(),
    });
    ours.chain(theirs).collect()
}

/// The text of a file: the function is called `solve`, as readers of trees expect.
fn text(chosen: &Chosen) -> Option<String> {
    let export = chosen.export()?;
    let dialect: Dialect = chosen.program.dialect;
    Some(python(dialect, &[Export { name: "solve".to_string(), ..export }]))
}
