//! Which programs are meant.

use crate::args::InlineArgs;
use crate::commands::load::read_limited;
use crate::output::tell;
use crate::{demo, suggest};
use megabatt_lang::{Module, Program};
use std::collections::HashSet;

pub struct Selected {
    /// In the order of the files.
    pub programs: Vec<Program>,
    /// No file was unreadable and no function refused.
    pub all_loaded: bool,
}

pub fn select(args: &InlineArgs) -> Result<Selected, String> {
    let mut all_loaded = true;
    let mut modules: Vec<Module> = Vec::new();
    if args.files.is_empty() {
        modules = demo::programs(args.dialect.into());
    }
    // A file that is named twice would have all its programs twice.
    let mut seen = HashSet::new();
    for path in args.files.iter().filter(|path| seen.insert(path.as_path())) {
        match read_limited(path) {
            Ok(bytes) => {
                modules.push(megabatt_lang::parse_bytes(&path.display().to_string(), &bytes, args.dialect.into()));
            }
            Err(e) => {
                all_loaded = false;
                tell(&format!("error: {}: {e}", path.display()));
            }
        }
    }
    for module in &modules {
        all_loaded &= module.errors().next().is_none();
        module.diagnostics.iter().for_each(|diagnostic| tell(&diagnostic.render()));
    }
    let programs: Vec<Program> = modules.into_iter().flat_map(last_of_each_name).collect();
    if programs.is_empty() {
        return Err("no program could be loaded\n  help: a program is a function of one grid, as in \
                    `def solve_007bbfb7(I):`, or of (S, I, C); messages above say what was wrong with the files"
            .to_string());
    }
    Ok(Selected { programs: named(programs, &args.program)?, all_loaded })
}

/// Of two functions of one name Python keeps the later one.
fn last_of_each_name(module: Module) -> Vec<Program> {
    let mut names = HashSet::new();
    let mut programs: Vec<Program> =
        module.programs.into_iter().rev().filter(|program| names.insert(program.name.clone())).collect();
    programs.reverse();
    programs
}

/// The programs with these names, all if there are none.
fn named(programs: Vec<Program>, names: &[String]) -> Result<Vec<Program>, String> {
    let is_called = |program: &Program, name: &str| match name.rsplit_once("::") {
        Some((file, name)) => program.file == file && program.name == name,
        None => program.name == name,
    };
    if let Some(name) = names.iter().find(|name| !programs.iter().any(|program| is_called(program, name))) {
        let otherwise =
            format!("the files have {} programs; a program is a function of (I) or (S, I, C)", programs.len());
        let help = suggest::help(name, programs.iter().map(|program| program.name.as_str()), &otherwise);
        return Err(format!("there is no program {name}\n  help: {help}"));
    }
    let is_wanted = |program: &Program| names.is_empty() || names.iter().any(|name| is_called(program, name));
    Ok(programs.into_iter().filter(is_wanted).collect())
}
