//! The program that is meant by an id or a name.

use super::words::short;
use crate::suggest;
use crate::table::listed;
use megabatt_store::{Found, Store, StoredProgram};

/// The programs of one exact id: one, or one per dialect.
pub fn find(library: &Store, typed: &str) -> Result<Vec<StoredProgram>, String> {
    match library.find(typed).map_err(|e| e.to_string())? {
        Found::Programs(programs) => Ok(programs),
        Found::Nothing => {
            let programs = library.programs().map_err(|e| e.to_string())?;
            let otherwise = format!("the library has {} programs; `megabatt library list` shows them", programs.len());
            let help = suggest::help(typed, programs.iter().map(|p| p.name.as_str()), &otherwise);
            Err(format!("the library has no program {typed}\n  help: {help}"))
        }
        Found::Ambiguous(programs) => {
            let name = |p: &StoredProgram| format!("{} ({})", short(p.exact), p.name);
            let names: Vec<String> = programs.iter().map(name).collect();
            let (count, shown) = (programs.len(), listed(&names));
            Err(format!("{typed} may be any of {count} programs: {shown}\n  help: type more of the id"))
        }
    }
}
