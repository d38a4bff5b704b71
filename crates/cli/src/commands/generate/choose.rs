//! Which programs are meant.

use crate::args::GenerateArgs;
use crate::commands::load;
use crate::demo;
use crate::output::tell;
use crate::table::listed;
use megabatt_core::Dialect;
use megabatt_lang::Program;
use std::path::{Path, PathBuf};

pub fn programs(args: &GenerateArgs) -> Result<Vec<Program>, String> {
    let dialect = args.workers.dialect.into();
    if args.demo {
        let all = demo::programs(dialect).into_iter().flat_map(|module| module.programs);
        return Ok(all.filter(|program| demo::intended_failure(&program.name).is_none()).collect());
    }
    let mut programs: Vec<Program> = Vec::new();
    for text in &args.programs {
        programs.extend(named(text, dialect)?);
    }
    // A program that is named twice would have its tasks twice.
    let mut seen = std::collections::HashSet::new();
    programs.retain(|program| seen.insert((program.file.clone(), program.name.clone())));
    without_demos(programs)
}

/// Programs of (S, I, C) want demo pairs of the task that is only to be made, so they are left out.
fn without_demos(programs: Vec<Program>) -> Result<Vec<Program>, String> {
    let (left_out, programs): (Vec<Program>, Vec<Program>) = programs.into_iter().partition(Program::takes_demos);
    let names: Vec<String> = left_out.into_iter().map(|program| program.name).collect();
    let why = "a program of (S, I, C) needs the demo pairs of the task that is to be made";
    match (names.is_empty(), programs.is_empty()) {
        (true, _) => {}
        (_, false) => tell(&format!("note: left out: {}\n  help: {why}", listed(&names))),
        (_, true) => {
            return Err(format!(
                "no tasks can be made from {}: {why}\n  help: give programs of one grid, as in `def solve(I):`",
                listed(&names)
            ));
        }
    }
    Ok(programs)
}

/// `FILE::name`, `FILE`, or the name of a program of the demo.
fn named(text: &str, dialect: Dialect) -> Result<Vec<Program>, String> {
    if let Some((file, name)) = text.rsplit_once("::") {
        let all = load::programs(&[PathBuf::from(file)], dialect, false)?;
        let names: Vec<String> = all.iter().map(|program| program.name.clone()).collect();
        let found: Vec<Program> = all.into_iter().filter(|program| program.name == name).collect();
        return if found.is_empty() { Err(no_such_name(file, name, &names)) } else { Ok(found) };
    }
    if Path::new(text).exists() {
        return load::programs(&[PathBuf::from(text)], dialect, false);
    }
    let all = demo::programs(dialect).into_iter().flat_map(|module| module.programs);
    let found: Vec<Program> = all.filter(|program| program.name == text).collect();
    if found.is_empty() {
        return Err(format!(
            "`{text}` is neither a file nor a program of the demo\n  help: write FILE::name for one program of a \
             file, FILE for all of them"
        ));
    }
    Ok(found)
}

fn no_such_name(file: &str, name: &str, names: &[String]) -> String {
    format!("{file} has no program `{name}`\n  help: it has {}", listed(names))
}
