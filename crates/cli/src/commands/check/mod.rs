//! `megabatt check`.

mod fix;
mod github;
mod json;
mod text;

use super::load::read_limited;
use crate::args::{CheckArgs, CheckFormatArg};
use crate::output::{print, tell};
use megabatt_lang::check::{Checked, Fixes, check};
use megabatt_lang::{Code, Severity};
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

const COULD_NOT_RUN: u8 = 2;
const SOMETHING_WRONG: u8 = 1;

/// A file as it is now.
struct File {
    path: PathBuf,
    name: String,
    bytes: Vec<u8>,
}

/// How many findings of each severity there are.
#[derive(Clone, Copy, Default)]
struct Totals {
    errors: usize,
    warnings: usize,
    notes: usize,
}

pub fn run(args: &CheckArgs) -> ExitCode {
    let (mut files, unread) = read(&args.files);
    let code = if files.is_empty() {
        COULD_NOT_RUN
    } else if args.fix && args.dry_run {
        u8::from(fix::show(&files, args.dialect.into(), fixes(args)))
    } else {
        let unwritten = args.fix && !fix::write(&mut files, args.dialect.into(), fixes(args));
        let wrong = report(&files, args);
        if unwritten { COULD_NOT_RUN } else { wrong }
    };
    ExitCode::from(if unread { COULD_NOT_RUN } else { code })
}

/// The files that can be read, each once; the others are told.
fn read(paths: &[PathBuf]) -> (Vec<File>, bool) {
    let mut seen = HashSet::new();
    let (mut files, mut unread) = (Vec::new(), false);
    for path in paths.iter().filter(|path| seen.insert(path.as_path())) {
        match read_limited(path) {
            Ok(bytes) => files.push(File { path: path.clone(), name: path.display().to_string(), bytes }),
            Err(e) => {
                unread = true;
                tell(&format!("error: {}: {e}", path.display()));
            }
        }
    }
    (files, unread)
}

fn fixes(args: &CheckArgs) -> Fixes {
    Fixes { dead: !args.allow.contains(&Code::DeadLine), repeated: !args.allow.contains(&Code::RepeatedLine) }
}

/// Prints what was found, and gives the exit code it deserves.
fn report(files: &[File], args: &CheckArgs) -> u8 {
    let named: Vec<(&str, &[u8])> = files.iter().map(|file| (file.name.as_str(), file.bytes.as_slice())).collect();
    let mut checked = check(&named, args.dialect.into());
    let mut totals = Totals::default();
    for file in &mut checked {
        file.findings.retain(|finding| !args.allow.contains(&finding.diagnostic.code));
        for finding in &file.findings {
            *match finding.diagnostic.severity {
                Severity::Error => &mut totals.errors,
                Severity::Warning => &mut totals.warnings,
                Severity::Advice => &mut totals.notes,
            } += 1;
        }
    }
    match args.format {
        CheckFormatArg::Text => text::print(&checked, totals, args),
        CheckFormatArg::Json => print(&json::render(&checked, totals)),
        CheckFormatArg::Github => print(&github::render(&checked)),
    }
    if totals.errors + totals.warnings > 0 { SOMETHING_WRONG } else { 0 }
}

/// The word for a severity.
fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "note",
    }
}

/// All findings with their file.
fn all(checked: &[Checked]) -> impl Iterator<Item = (&Checked, &megabatt_lang::check::Finding)> {
    checked.iter().flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
}
