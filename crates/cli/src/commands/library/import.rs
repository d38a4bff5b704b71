//! A tree of stored solvers into the library.

use crate::args::{DialectArg, FormatArg, ImportArgs};
use crate::commands::{exit, store};
use crate::output::{print, tell};
use crate::table::counted;
use megabatt_core::Dialect;
use megabatt_lang::Program;
use megabatt_store::tree::{self, Leaf};
use megabatt_store::{Entry, Report, Store, now};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files whose programs go in together; an interrupted import has whole batches.
const BATCH: usize = 500;
/// Files that are told one by one; of more than these only the number is told.
const MOST_TOLD: usize = 50;

/// What became of the files.
#[derive(Default)]
struct Tally {
    added: usize,
    known: usize,
    reports: usize,
    tasks: BTreeSet<String>,
    left_out: Vec<(String, String)>,
}

pub fn import(args: &ImportArgs) -> Result<u8, String> {
    let cancel = exit::on_interrupt();
    let root = root(&args.folder);
    let (leaves, problems) = tree::walk(&root)
        .map_err(|p| format!("the folder {} {}\n  help: give a solver_dir", p.path.display(), p.what))?;
    let mut tally = Tally::default();
    tally.left_out.extend(problems.into_iter().map(|p| (p.path.display().to_string(), p.what)));
    if leaves.is_empty() {
        tell_left_out(&tally.left_out);
        return Err(format!(
            "{} has no solvers of the form solve_TASK/SCORE/T_LOG/NAME.py\n  help: `megabatt library add FILES` takes \
             Python files",
            root.display()
        ));
    }
    let dialect = match args.dialect {
        DialectArg::Auto => Dialect::Tok,
        dialect => dialect.into(),
    };
    let mut library = store::open(&args.common.library)?;
    let mut interrupted = false;
    for batch in leaves.chunks(BATCH) {
        interrupted = cancel.is_cancelled();
        if interrupted {
            break;
        }
        add(&mut library, batch, dialect, &mut tally)?;
    }
    tell_left_out(&tally.left_out);
    print(&match args.common.format {
        FormatArg::Table => in_words(&tally),
        FormatArg::Json => as_json(&tally),
    });
    Ok(match (interrupted, tally.left_out.is_empty()) {
        (true, _) => exit::INTERRUPTED,
        (false, true) => exit::FINE,
        (false, false) => exit::FOUND,
    })
}

/// The tree itself, if the folder around it was given.
fn root(folder: &Path) -> PathBuf {
    let inner = folder.join("solver_dir");
    if inner.is_dir() { inner } else { folder.to_owned() }
}

fn add(library: &mut Store, batch: &[Leaf], dialect: Dialect, tally: &mut Tally) -> Result<(), String> {
    let (mut entries, mut reports) = (Vec::new(), Vec::new());
    let at = now();
    for leaf in batch {
        match solver(leaf, dialect) {
            Ok(program) => {
                let (task, file) = (leaf.task.clone(), leaf.file.clone());
                let name = format!("solve_{task}_{}", file.chars().take(8).collect::<String>());
                // Without points and time: the same solver found in two folders has one origin.
                let entry = Entry::of(&program).found(name, format!("solve_{task}/{file}.py"), task.clone());
                tally.tasks.insert(task.clone());
                let (points, time_class) = (leaf.points, leaf.time_class);
                reports.push((entries.len(), Report { program: 0, task, file, points, time_class, at }));
                entries.push(entry);
            }
            Err(why) => tally.left_out.push((leaf.path.display().to_string(), why)),
        }
    }
    let added = library.add_reported(&entries, &reports).map_err(|e| e.to_string())?;
    tally.added += added.iter().filter(|added| added.is_new).count();
    tally.known += added.iter().filter(|added| !added.is_new).count();
    tally.reports += reports.len();
    Ok(())
}

/// The program of a file: the function `solve`, or the only one.
fn solver(leaf: &Leaf, dialect: Dialect) -> Result<Program, String> {
    let module = megabatt_lang::parse_bytes(&leaf.path.display().to_string(), &leaf.read()?, dialect);
    let mut programs = module.programs;
    let at = programs.iter().position(|program| program.name == "solve");
    match (at, programs.len()) {
        (Some(at), _) => Ok(programs.swap_remove(at)),
        (None, 1) => Ok(programs.swap_remove(0)),
        (None, 0) => Err(match module.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
            Some(error) => format!("line {}: {}", error.line(), error.message),
            None => "defines no function `solve`".to_string(),
        }),
        (None, n) => Err(format!("defines {n} programs, and none of them is `solve`")),
    }
}

fn tell_left_out(left_out: &[(String, String)]) {
    for (path, why) in left_out.iter().take(MOST_TOLD) {
        tell(&format!("warning: {path}: {why}"));
    }
    if let Some(more) = left_out.len().checked_sub(MOST_TOLD).filter(|more| *more > 0) {
        tell(&format!("warning: {more} more files were left out\n  help: --format json names all of them"));
    }
}

fn in_words(tally: &Tally) -> String {
    let (programs, tasks) = (counted(tally.added, "program"), counted(tally.tasks.len(), "task"));
    let mut text = format!(
        "{programs} added, {} known already; {} on {tasks} stored\n",
        tally.known,
        counted(tally.reports, "report")
    );
    if !tally.left_out.is_empty() {
        text.push_str(&format!("{} left out\n", counted(tally.left_out.len(), "file")));
    }
    text
}

fn as_json(tally: &Tally) -> String {
    let left_out: Vec<_> = tally.left_out.iter().map(|(path, why)| json!({ "path": path, "why": why })).collect();
    let document = json!({
        "added": tally.added,
        "known": tally.known,
        "reports": tally.reports,
        "tasks": tally.tasks.len(),
        "left_out": left_out,
    });
    format!("{document:#}\n")
}
