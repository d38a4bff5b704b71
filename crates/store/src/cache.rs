//! Results that need not be computed again.
//!
//! The key is all that decides a result: the exact steps, the dialect, the content of the task, and the engine with its
//! limits. None of them is a name or a date, so nothing expires and nothing stale is ever served.

use crate::clock;
use crate::error::StoreError;
use crate::open::Store;
use crate::result::Validation;
use megabatt_core::Dialect;
use megabatt_engine::data::Fingerprint;
use megabatt_lang::Id;
use rusqlite::{Connection, OptionalExtension, params};

/// What a result is kept under, beside the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CacheKey {
    pub exact: Id,
    pub dialect: Dialect,
    pub content: Fingerprint,
}

/// The cache in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheStats {
    pub entries: u64,
    /// Those of other engines.
    pub stale: u64,
    pub bytes: u64,
    /// How often a result was looked for since the cache was made or cleared, and how often it was there.
    pub asked: u64,
    pub found: u64,
}

impl Store {
    /// The results that are there, in the order of the keys. They are counted as asked for.
    pub fn cached(&mut self, engine: &str, keys: &[CacheKey]) -> Result<Vec<Option<Validation>>, StoreError> {
        let results = self.wrap(|c| {
            let Some(engine) = engine_key(c, engine)? else { return Ok(vec![None; keys.len()]) };
            // One view of the file for all of them.
            let view = c.unchecked_transaction()?;
            let mut query = view.prepare(
                "SELECT samples FROM validations WHERE exact = ? AND dialect = ? AND content = ? AND engine = ?",
            )?;
            let one = |key: &CacheKey| {
                let values = params![key.exact.as_bytes(), key.dialect.name(), key.content.as_bytes(), engine];
                query.query_row(values, |row| Validation::from_json(0, row.get_ref(0)?.as_str()?)).optional()
            };
            keys.iter().map(one).collect::<rusqlite::Result<Vec<_>>>()
        })?;
        let found = results.iter().flatten().count();
        match self.count(keys.len(), found) {
            // Who may not write may still read.
            Err(StoreError::ReadOnly(_) | StoreError::Full { .. }) | Ok(()) => Ok(results),
            Err(e) => Err(e),
        }
    }

    fn count(&mut self, asked: usize, found: usize) -> Result<(), StoreError> {
        self.transaction(|t| {
            let mut update = t.prepare("UPDATE counters SET value = value + ? WHERE name = ?")?;
            update.execute(params![asked as i64, "asked"])?;
            update.execute(params![found as i64, "found"])?;
            Ok(())
        })
    }

    /// Keeps a batch of results; those that another run might not give again are left out.
    pub fn keep(&mut self, engine: &str, batch: &[(CacheKey, &Validation)]) -> Result<(), StoreError> {
        self.transaction(|t| {
            t.execute("INSERT OR IGNORE INTO engines (version) VALUES (?)", [engine])?;
            let engine = engine_key(t, engine)?;
            let mut insert = t.prepare("INSERT OR REPLACE INTO validations VALUES (?, ?, ?, ?, ?, ?)")?;
            for (key, validation) in batch.iter().filter(|(_, validation)| validation.is_lasting()) {
                insert.execute(params![
                    key.exact.as_bytes(),
                    key.dialect.name(),
                    key.content.as_bytes(),
                    engine,
                    validation.to_json(),
                    clock::now(),
                ])?;
            }
            Ok(())
        })
    }

    /// `engine` is the name of the one in use, whatever the limits; entries of others are stale.
    pub fn cache_stats(&self, engine: &str) -> Result<CacheStats, StoreError> {
        self.wrap(|c| {
            let number = |sql: &str| c.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|n| n.max(0) as u64);
            let counter = |name: &str| number(&format!("SELECT value FROM counters WHERE name = '{name}'"));
            let stale = format!("SELECT count(*) FROM validations WHERE engine NOT IN ({OF_ENGINE})");
            Ok(CacheStats {
                entries: number("SELECT count(*) FROM validations")?,
                stale: c.query_row(&stale, [engine], |row| row.get::<_, i64>(0))?.max(0) as u64,
                bytes: number("SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name = 'validations'")?,
                asked: counter("asked")?,
                found: counter("found")?,
            })
        })
    }

    /// Forgets all results and starts counting anew; says how many there were.
    pub fn clear_cache(&mut self) -> Result<u64, StoreError> {
        let gone = self.transaction(|t| {
            let gone = t.execute("DELETE FROM validations", [])?;
            t.execute("DELETE FROM engines", [])?;
            t.execute("UPDATE counters SET value = 0", [])?;
            Ok(gone as u64)
        })?;
        self.shrink();
        Ok(gone)
    }

    /// Gives room back to the disk. It needs room itself and everybody else out; if that cannot be had, the room is used
    /// by what is stored next.
    pub(crate) fn shrink(&self) {
        let _ = self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
    }
}

/// The keys of an engine with any limits.
pub(crate) const OF_ENGINE: &str =
    "SELECT key FROM engines WHERE version = ?1 OR substr(version, 1, length(?1) + 1) = ?1 || ' '";

fn engine_key(connection: &Connection, version: &str) -> rusqlite::Result<Option<i64>> {
    connection.query_row("SELECT key FROM engines WHERE version = ?", [version], |row| row.get(0)).optional()
}
