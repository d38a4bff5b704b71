//! Throwing away what is of no use.

use crate::cache::OF_ENGINE;
use crate::error::StoreError;
use crate::open::Store;
use crate::programs::{COLUMNS, StoredProgram};
use rusqlite::Transaction;

/// What counts as garbage beside programs that were scored and are never right.
#[derive(Clone, Debug, Default)]
pub struct GcOptions {
    /// Programs that were never scored, too.
    pub unscored: bool,
    /// Only look.
    pub dry_run: bool,
}

/// What was, or would be, thrown away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Garbage {
    pub programs: Vec<StoredProgram>,
    /// Cached results of other engines.
    pub stale: u64,
}

impl Store {
    /// `engine` is the name of the one in use, whatever the limits.
    pub fn gc(&mut self, engine: &str, options: &GcOptions) -> Result<Garbage, StoreError> {
        let garbage = self.transaction(|t| {
            let garbage = look(t, engine, options.unscored)?;
            if !options.dry_run {
                let mut delete = t.prepare("DELETE FROM programs WHERE key = ?")?;
                for program in &garbage.programs {
                    delete.execute([program.key])?;
                }
                t.execute(&format!("DELETE FROM validations WHERE engine NOT IN ({OF_ENGINE})"), [engine])?;
                t.execute(&format!("DELETE FROM engines WHERE key NOT IN ({OF_ENGINE})"), [engine])?;
            }
            Ok(garbage)
        })?;
        if !options.dry_run {
            self.shrink();
        }
        Ok(garbage)
    }
}

fn look(t: &Transaction<'_>, engine: &str, unscored: bool) -> rusqlite::Result<Garbage> {
    // What a tree says counts for tasks that it was not run on here.
    let never_right = "NOT EXISTS (SELECT 1 FROM scores s WHERE s.program = p.key AND s.right > 0)
        AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.program = p.key AND r.points > 0 AND NOT EXISTS
            (SELECT 1 FROM scores s WHERE s.program = p.key AND s.task = r.task AND s.known > 0))";
    let scored = match unscored {
        true => "",
        false => "AND EXISTS (SELECT 1 FROM scores s WHERE s.program = p.key AND s.known > 0)",
    };
    let mut query =
        t.prepare(&format!("SELECT {COLUMNS} FROM programs p WHERE {never_right} {scored} ORDER BY p.key"))?;
    let programs = query.query_map([], StoredProgram::of)?.collect::<rusqlite::Result<_>>()?;
    let stale: i64 =
        t.query_row(&format!("SELECT count(*) FROM validations WHERE engine NOT IN ({OF_ENGINE})"), [engine], |row| {
            row.get(0)
        })?;
    Ok(Garbage { programs, stale: stale.max(0) as u64 })
}
