//! `--dialect auto`: which dialect the files of a command are written in, found out once, before the verb begins.

use crate::args::{Command, DialectArg, LibraryCommand};
use megabatt_core::Dialect;
use std::path::{Path, PathBuf};

/// Puts what the files say where nothing was said.
pub fn settle(command: &mut Command) {
    match command {
        Command::Check(args) => judge(&mut args.dialect, &args.files),
        Command::Run(args) => judge(&mut args.machine.workers.dialect, &args.files),
        Command::Validate(args) => judge(&mut args.machine.workers.dialect, &args.files),
        Command::Submit(args) => judge(&mut args.machine.workers.dialect, &args.files),
        Command::Inline(args) => judge(&mut args.dialect, &args.files),
        Command::Generate(args) => judge(&mut args.workers.dialect, &named(&args.programs)),
        Command::Show(args) => {
            let files: Vec<PathBuf> = named(&args.what).into_iter().chain(args.programs.clone()).collect();
            judge(&mut args.dialect, &files);
        }
        Command::Ops(args) => {
            let files: Vec<PathBuf> = args.programs.iter().chain(args.counts.iter().flatten()).cloned().collect();
            if args.dialect.is_none() && files.iter().any(|file| guess(file) == Some(Dialect::Tok)) {
                args.dialect = Some(DialectArg::Tok);
            }
        }
        Command::Library(args) => {
            if let LibraryCommand::Add(args) = &mut args.command {
                judge(&mut args.workers.dialect, &args.files);
            }
        }
        _ => {}
    }
}

/// The files of words such as `FILE::name` or `FILE`.
fn named(words: &[String]) -> Vec<PathBuf> {
    words.iter().map(|word| PathBuf::from(word.rsplit_once("::").map_or(word.as_str(), |(file, _)| file))).collect()
}

/// All files of a command are of one dialect, so one that has names of tokpidjin's decides for all. What cannot be read is
/// told later, by the verb.
fn judge(dialect: &mut DialectArg, files: &[PathBuf]) {
    if *dialect != DialectArg::Auto {
        return;
    }
    let is_tok = files.iter().any(|file| guess(file) == Some(Dialect::Tok));
    *dialect = if is_tok { DialectArg::Tok } else { DialectArg::Arc };
}

fn guess(file: &Path) -> Option<Dialect> {
    let bytes = super::load::read_limited(file).ok()?;
    megabatt_lang::guess_dialect(&String::from_utf8_lossy(&bytes))
}
