//! The library in numbers.

use crate::error::StoreError;
use crate::open::Store;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub programs: u64,
    /// Programs by dialect, in the order of the names.
    pub dialects: Vec<(String, u64)>,
    /// Programs that share their canonical id with another one of their dialect.
    pub alike: u64,
    /// Programs that were never scored.
    pub unscored: u64,
    pub scores: u64,
    /// What trees of stored solvers say.
    pub reports: u64,
    /// Tasks by content that some program has a score on, and those that some program has all right.
    pub tasks: u64,
    pub solved: u64,
    /// The size of the file, what is still in its log included.
    pub bytes: u64,
}

impl Store {
    pub fn stats(&self) -> Result<Stats, StoreError> {
        let mut stats = self.wrap(|c| {
            let number = |sql: &str| c.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|n| n.max(0) as u64);
            let mut query = c.prepare("SELECT dialect, count(*) FROM programs GROUP BY dialect ORDER BY dialect")?;
            let dialects = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.max(0) as u64)))?;
            Ok(Stats {
                programs: number("SELECT count(*) FROM programs")?,
                dialects: dialects.collect::<rusqlite::Result<_>>()?,
                alike: number(
                    "SELECT coalesce(sum(n), 0) FROM
                     (SELECT count(*) AS n FROM programs GROUP BY canonical, dialect HAVING n > 1)",
                )?,
                unscored: number("SELECT count(*) FROM programs WHERE key NOT IN (SELECT program FROM scores)")?,
                scores: number("SELECT count(*) FROM scores")?,
                reports: number("SELECT count(*) FROM reports")?,
                tasks: number("SELECT count(*) FROM (SELECT DISTINCT task, content FROM scores)")?,
                solved: number(
                    "SELECT count(*) FROM (SELECT DISTINCT task, content FROM scores WHERE known > 0 AND right = known)",
                )?,
                bytes: 0,
            })
        })?;
        stats.bytes = ["", "-wal"].iter().filter_map(|end| self.file_size(end)).sum();
        Ok(stats)
    }

    /// What SQLite says about the whole file: `ok`, or what is wrong.
    pub fn integrity(&self) -> Result<String, StoreError> {
        self.wrap(|c| c.query_row("PRAGMA integrity_check", [], |row| row.get(0)))
    }

    fn file_size(&self, end: &str) -> Option<u64> {
        let mut name = self.path().as_os_str().to_owned();
        name.push(end);
        std::fs::metadata(name).ok().map(|meta| meta.len())
    }
}
