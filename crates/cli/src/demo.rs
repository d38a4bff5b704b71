//! The demo inside the binary: tasks and programs made for this project.

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/demo.rs"));
}

use megabatt_core::Dialect;
use megabatt_engine::data::{Dataset, Filter, load_contents};
use megabatt_lang::Module;

/// The files of programs, as messages call them.
const FILES: [(&str, &str); 2] = [("demo/programs.py", embedded::PROGRAMS), ("demo/failing.py", embedded::FAILING)];

pub fn tasks(filter: &Filter) -> Dataset {
    load_contents(embedded::TASKS, filter)
}

pub fn programs(dialect: Dialect) -> Vec<Module> {
    FILES.iter().map(|(name, text)| megabatt_lang::parse(name, text, dialect)).collect()
}

/// The texts of the files, in the order of [`programs`].
pub fn texts() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(_, text)| *text)
}

/// The text of one of the files.
pub fn text(file: &str) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == file).map(|(_, text)| *text)
}

/// What a demo program that fails on purpose promises with its name: `…_fails_indexerror` or `…_wrong_colour`.
pub fn intended_failure(name: &str) -> Option<&str> {
    ["_fails_", "_wrong_"].iter().find_map(|mark| name.find(mark).map(|at| &name[at + 1..]))
}

/// Whether an outcome in words is the intended one.
pub fn as_intended(intention: &str, outcome: &str) -> bool {
    match intention.strip_prefix("fails_") {
        Some(rest) => outcome.to_lowercase().starts_with(rest.split('_').next().unwrap_or(rest)),
        None => outcome.starts_with("wrong"),
    }
}
