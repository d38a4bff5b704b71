//! Programs in the library.

use crate::clock;
use crate::columns;
use crate::error::StoreError;
use crate::open::Store;
use crate::scores::{self, Score};
use megabatt_core::Dialect;
use megabatt_lang::{Id, Program};
use rusqlite::{OptionalExtension, Row, Transaction, params};

/// A program as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredProgram {
    /// Its number in this file.
    pub key: i64,
    pub exact: Id,
    pub canonical: Id,
    pub dialect: Dialect,
    /// The name it was first added under.
    pub name: String,
    /// One step a line, helpers first; without imports.
    pub source: String,
    /// Seconds since 1970.
    pub added: i64,
}

/// Where a program was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub name: String,
    pub file: String,
    pub line: u32,
    /// The task that the name speaks of.
    pub task: Option<String>,
    pub added: i64,
}

/// What is stored of a program, worked out before the file is touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    exact: Id,
    canonical: Id,
    dialect: Dialect,
    source: String,
    name: String,
    file: String,
    line: u32,
    task: Option<String>,
}

impl Entry {
    pub fn of(program: &Program) -> Entry {
        let (exact, canonical) = program.ids();
        Entry {
            exact,
            canonical,
            dialect: program.dialect,
            source: program.to_source(),
            name: program.name.clone(),
            file: program.file.clone(),
            line: program.line,
            task: program.task.clone(),
        }
    }

    /// The same, found under another name, in another place, for that task.
    pub fn found(self, name: String, file: String, task: String) -> Entry {
        Entry { name, file, task: Some(task), ..self }
    }
}

/// What became of a program that was to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    pub key: i64,
    pub exact: Id,
    /// False: the same steps were there already.
    pub is_new: bool,
    /// Names and ids of other programs whose result is made the same way, if it is new.
    pub alike: Vec<(String, Id)>,
}

pub(crate) const COLUMNS: &str = "p.key, p.exact, p.canonical, p.dialect, p.name, p.source, p.added";

impl StoredProgram {
    /// From [`COLUMNS`].
    pub(crate) fn of(row: &Row<'_>) -> rusqlite::Result<StoredProgram> {
        Ok(StoredProgram {
            key: row.get(0)?,
            exact: columns::id(row, 1)?,
            canonical: columns::id(row, 2)?,
            dialect: columns::dialect(row, 3)?,
            name: row.get(4)?,
            source: row.get(5)?,
            added: row.get(6)?,
        })
    }

    /// The program, ready to run. None if this megabatt does not read what is stored.
    pub fn program(&self) -> Option<Program> {
        let module = megabatt_lang::parse(&format!("library {}", self.exact), &self.source, self.dialect);
        // Helpers stand before what uses them.
        module.programs.into_iter().rfind(|program| program.exact_id() == self.exact)
    }
}

impl Store {
    /// Adds programs, all or none. Those with the same steps and dialect are one program, under all their names.
    pub fn add_programs(&mut self, programs: &[Program]) -> Result<Vec<Added>, StoreError> {
        let entries: Vec<Entry> = programs.iter().map(Entry::of).collect();
        self.add_scored(&entries, &[])
    }

    /// Adds programs and stores scores of theirs, all or nothing: each score goes to the program at that position,
    /// whatever key it has.
    pub fn add_scored(&mut self, entries: &[Entry], scores: &[(usize, Score)]) -> Result<Vec<Added>, StoreError> {
        let now = clock::now();
        self.transaction(|t| {
            let added: Vec<Added> = entries.iter().map(|entry| add(t, entry, now)).collect::<rusqlite::Result<_>>()?;
            scores::put(t, scores.iter().filter_map(|(n, score)| Some((added.get(*n)?.key, score))))?;
            Ok(added)
        })
    }

    /// All programs, as they were added.
    pub fn programs(&self) -> Result<Vec<StoredProgram>, StoreError> {
        self.wrap(|c| {
            let mut query = c.prepare(&format!("SELECT {COLUMNS} FROM programs p ORDER BY p.key"))?;
            query.query_map([], StoredProgram::of)?.collect()
        })
    }

    pub fn origins(&self, key: i64) -> Result<Vec<Origin>, StoreError> {
        self.wrap(|c| {
            let mut query = c.prepare(
                "SELECT name, file, line, task, added FROM origins WHERE program = ? ORDER BY added, file, line",
            )?;
            let origin = |row: &Row<'_>| {
                Ok(Origin {
                    name: row.get(0)?,
                    file: row.get(1)?,
                    line: row.get(2)?,
                    task: row.get(3)?,
                    added: row.get(4)?,
                })
            };
            query.query_map([key], origin)?.collect()
        })
    }
}

pub(crate) fn add(t: &Transaction<'_>, program: &Entry, now: i64) -> rusqlite::Result<Added> {
    let (exact, canonical, dialect) = (program.exact, program.canonical, program.dialect.name());
    let known = "SELECT key FROM programs WHERE exact = ? AND dialect = ?";
    let known: Option<i64> = t.query_row(known, params![exact.as_bytes(), dialect], |row| row.get(0)).optional()?;
    let mut alike = Vec::new();
    let key = match known {
        Some(key) => key,
        None => {
            let mut query =
                t.prepare("SELECT name, exact FROM programs WHERE canonical = ? AND dialect = ? ORDER BY key")?;
            let same = query.query_map(params![canonical.as_bytes(), dialect], |row| {
                Ok((row.get::<_, String>(0)?, columns::id(row, 1)?))
            })?;
            alike = same.collect::<rusqlite::Result<_>>()?;
            t.execute(
                "INSERT INTO programs (exact, dialect, canonical, name, source, added) VALUES (?, ?, ?, ?, ?, ?)",
                params![exact.as_bytes(), dialect, canonical.as_bytes(), program.name, program.source, now],
            )?;
            t.last_insert_rowid()
        }
    };
    t.execute(
        "INSERT INTO origins VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET line = excluded.line",
        params![key, program.name, program.file, program.line, program.task, now],
    )?;
    Ok(Added { key, exact, is_new: known.is_none(), alike })
}
